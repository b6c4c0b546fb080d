"""Ask for the deltas, build the tree, and ask once more where its structure is wrong (app. B.2)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.localize.asked_units import (
    count_fitting,
    list_units,
    name_place,
    unit_portions,
    write_out,
)
from faithsieve.localize.decompose import Decomposition
from faithsieve.localize.deltas import Delta, DeltaSheet, read_deltas
from faithsieve.localize.quoting import Source
from faithsieve.localize.reading import Reading, continue_with, on_one_line
from faithsieve.localize.replies import DeltaReply
from faithsieve.localize.state_tree import STRUCTURAL_FAULTS, build_tree
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, Substep

STAGE = "localize.state_tree"
CHECK_STAGE = "localize.state_tree_check"


class GrownTree(NamedTuple):
    """A tree, and what it took to grow it."""

    tree: StateTree
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class _Sheets(NamedTuple):
    deltas: dict[int, Delta]
    goal: str
    notes: list[str]
    keys: list[Digest]


async def grow_tree(
    reading: Reading,
    decomposition: Decomposition,
    *,
    model: ChatModel,
    settings: LocalizeSettings,
    decoding: DecodingSettings,
) -> GrownTree:
    """Build the tree of proof states; faults that remain after one retry stay as flags."""
    substeps = decomposition.substeps
    sheets = _Sheets({}, "", [], [])
    texts = [substep.text for substep in substeps]
    for first, last in unit_portions(texts, settings.units_per_call, limit=reading.in_full):
        sheet = await _ask_deltas(
            reading, decomposition, range(first, last + 1), "", sheets, model, decoding
        )
        sheets.deltas.update(sheet.deltas)
        sheets = sheets._replace(goal=sheets.goal or sheet.goal)
    sheets = sheets._replace(goal=_quoted_goal(reading.proof, sheets))
    tree = build_tree(reading.proof, substeps, sheets.deltas, sheets.goal)
    faulty = _first_that_fit(tree, reading, settings)
    if faulty:
        tree = await _retry(reading, decomposition, tree, faulty, sheets, model, decoding)
    return GrownTree(tree, tuple(sheets.notes), tuple(sheets.keys))


def _quoted_goal(proof: Proof, sheets: _Sheets) -> str:
    """Take a goal only in the words of the problem or the proof; else the default stands in."""
    if not sheets.goal or Source(proof.whole_text).has(sheets.goal):
        return sheets.goal
    sheets.notes.append(
        f"goal {sheets.goal[:80]!r} is not in the text; the problem's last sentence stands in"
    )
    return ""


def _faulty_units(tree: StateTree) -> Iterator[int]:
    for unit in tree.units:
        if any(flag.kind in STRUCTURAL_FAULTS for flag in unit.risk_flags):
            yield unit.edge_index


def _first_that_fit(
    tree: StateTree, reading: Reading, settings: LocalizeSettings
) -> tuple[int, ...]:
    """The faulty units that one call can ask about."""
    faulty = tuple(_faulty_units(tree))[: settings.units_per_call]
    if reading.in_full is None:
        return faulty
    texts = [tree.units[number - 1].text for number in faulty]
    return faulty[: count_fitting(texts, reading.in_full)]


async def _retry(
    reading: Reading,
    decomposition: Decomposition,
    tree: StateTree,
    faulty: Sequence[int],
    sheets: _Sheets,
    model: ChatModel,
    decoding: DecodingSettings,
) -> StateTree:
    """Take the second answer for the faulty units, if the tree has fewer faults with it."""
    faults = "\n".join(_faults_in_words(tree, number) for number in faulty)
    sheet = await _ask_deltas(reading, decomposition, faulty, faults, sheets, model, decoding)
    flag = RiskFlag(kind=FlagKind.STRUCTURE_RETRIED)
    mended = sheets.deltas | {
        number: delta._replace(flags=(*delta.flags, flag)) for number, delta in sheet.deltas.items()
    }
    second = build_tree(reading.proof, decomposition.substeps, mended, sheets.goal)
    return second if len(list(_faulty_units(second))) < len(list(_faulty_units(tree))) else tree


def _faults_in_words(tree: StateTree, number: int) -> str:
    flags = [f for f in tree.units[number - 1].risk_flags if f.kind in STRUCTURAL_FAULTS]
    return f"unit {number}: " + "; ".join(f"{f.kind.value} {f.detail}".strip() for f in flags)


async def _ask_deltas(
    reading: Reading,
    decomposition: Decomposition,
    numbers: Sequence[int],
    findings: str,
    sheets: _Sheets,
    model: ChatModel,
    decoding: DecodingSettings,
) -> DeltaSheet:
    known = sheets.deltas if numbers[0] > 1 else {}
    shown = _shown_units(reading, decomposition, numbers, known)
    tail = render(
        "localize/state_tree", first=numbers[0], last=numbers[-1], units=shown, findings=findings
    )
    try:
        answer = await ask(
            model,
            continue_with(reading.prefix, tail),
            DeltaReply,
            stage=CHECK_STAGE if findings else STAGE,
            decoding=decoding.state_tree_check if findings else decoding.state_tree,
            retry=decoding.strict_retry,
        )
    except ReplyFormatError as error:
        # No tree is better than a guessed one: the units become a flagged chain.
        sheets.notes.append(str(error))
        return DeltaSheet({}, "", ())
    sheet = read_deltas(answer.record, numbers)
    sheets.keys.append(answer.key)
    sheets.notes.extend(sheet.notes)
    return sheet


def _shown_units(
    reading: Reading, decomposition: Decomposition, numbers: Sequence[int], known: dict[int, Delta]
) -> str:
    """List the units up to the last one that is asked about."""
    limit, asked = reading.in_full, set(numbers)
    lines: dict[int, str] = {}
    for substep, place in zip(decomposition.substeps, decomposition.places, strict=True):
        line = show_substep(substep, name_place(place, limit), known.get(substep.number))
        is_asked = substep.number in asked
        lines[substep.number] = write_out(line, substep.text, limit) if is_asked else line
        if substep.number == numbers[-1]:
            break
    return list_units(lines, asked, limit)


def show_substep(substep: Substep, place: str, delta: Delta | None = None) -> str:
    """Write one unit as a line for a prompt: its number, its segments and what is special."""
    remarks = []
    if substep.status is not ClaimStatus.ASSERTED:
        remarks.append(substep.status.value)
    remarks += [f"{s.kind.value}: {on_one_line(s.label)[:60]}" for s in substep.scopes]
    if delta is not None:
        remarks.append(delta.pattern)
    return f"{substep.number} {place}" + (f" ({'; '.join(remarks)})" if remarks else "")
