"""The model reader: three questions about a proof, everything else by code (paper §3, app. B).

Each question asks about portions that fit. A reply that forgets steps or
builds a faulty tree is asked for once more, with its faults named; what stays wrong stays flagged.
A reply that cannot be read costs structure only: steps stay whole, units become a plain chain,
scores become the default, and a note says why.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.localize.decomposition import (
    Decomposition,
    Draft,
    finish_decomposition,
    group_segments,
    whole_step,
)
from faithsieve.localize.prompt_context import (
    STANDARD,
    Portion,
    PromptContext,
    by_step,
    continue_with,
    count_fitting,
    list_units,
    name_place,
    on_one_line,
    prompt_context,
    unit_portions,
    write_out,
)
from faithsieve.localize.quoting import Source
from faithsieve.localize.reader import ReadProof
from faithsieve.localize.replies import DeltaReply, GroupingReply, RetriedDeltas, ScanReply
from faithsieve.localize.rewriting import PortionResult, rewrite_steps
from faithsieve.localize.segments import Segment
from faithsieve.localize.state_tree import (
    STRUCTURAL_FAULTS,
    Delta,
    DeltaSheet,
    build_state_tree,
    read_deltas,
)
from faithsieve.localize.suspicion import complete_scores, higher, read_scores, show_unit
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import LocalizeNote, Suspicion
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings, Standard
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, Substep

_Reply = TypeVar("_Reply", bound=Record)
_DECODING = DecodingSettings()
_SETTINGS = LocalizeSettings()


class BuiltTree(NamedTuple):
    """A state tree, with the calls and notes of building it."""

    tree: StateTree
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class Scan(NamedTuple):
    """The suspicion of every unit, in order."""

    suspicions: tuple[Suspicion, ...]
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


class ModelReader:
    """A :class:`~faithsieve.localize.reader.Reader` that asks a language model."""

    def __init__(
        self,
        model: ChatModel,
        *,
        settings: LocalizeSettings = _SETTINGS,
        decoding: DecodingSettings = _DECODING,
        standard: Standard = STANDARD,
    ) -> None:
        self._standard = standard
        self._model = model
        self._settings = settings
        self._decoding = decoding

    async def read(self, proof: Proof, *, facts: Sequence[str] = ()) -> ReadProof:
        """Ask for substeps, for the tree and for a score of every unit."""
        # Code runs in threads: one long proof must not hold up the calls of the others.
        context = await asyncio.to_thread(prompt_context, proof, self._settings, self._standard)
        parts = await self.decompose(context)
        built = await self.state_tree(context, parts)
        seen = await self.suspicions(context, parts, built.tree, facts)
        return ReadProof(
            parts.substeps,
            _flag_gaps(built.tree, context, seen.suspicions),
            seen.suspicions,
            (
                *(LocalizeNote(part="reading", detail=note) for note in context.notes),
                *(LocalizeNote(part="decompose", detail=note) for note in parts.notes),
                *(LocalizeNote(part="state_tree", detail=note) for note in built.notes),
                *(LocalizeNote(part="suspicion", detail=note) for note in seen.notes),
            ),
            (*parts.artifacts, *built.artifacts, *seen.artifacts),
        )

    async def _ask(
        self, prompt: RenderedPrompt, reply: type[_Reply], stage: str, decoding: Decoding
    ) -> Answer[_Reply]:
        retry = self._decoding.strict_retry
        return await ask(self._model, prompt, reply, stage=stage, decoding=decoding, retry=retry)

    # ---- substeps

    async def decompose(self, context: PromptContext) -> Decomposition:
        """Split every step into substeps; a step that is forgotten twice stays whole, flagged."""
        results = [await self._decompose(context, portion) for portion in context.portions]
        return await asyncio.to_thread(
            finish_decomposition,
            [draft for result in results for draft in result.drafts],
            context.proof.problem,
            [note for result in results for note in result.notes],
            [key for result in results for key in result.artifacts],
        )

    async def _decompose(self, context: PromptContext, portion: Portion) -> PortionResult:
        if self._settings.wording == "quoted":
            return await self._group(context, portion)
        return await rewrite_steps(context, portion, model=self._model, decoding=self._decoding)

    async def _group(self, context: PromptContext, portion: Portion) -> PortionResult:
        segments = context.within(portion)
        try:
            answer = await self._ask_grouping(context, portion)
        except ReplyFormatError as error:
            runs = by_step(segments).values()
            whole = tuple(whole_step(run, "the reply could not be read") for run in runs)
            return PortionResult(whole, (str(error),))
        first = group_segments(segments, answer.record)
        if not first.forgotten:
            return PortionResult(first.drafts, first.notes, (answer.key,))
        try:
            faults = _forgotten_in_words(segments, first.forgotten, answer.record.starts)
            again = await self._ask_grouping(context, portion, faults)
        except ReplyFormatError as error:
            whole = _keep_whole(first.drafts, segments, first.forgotten, str(error))
            return PortionResult(whole, (*first.notes, str(error)), (answer.key,))
        second = group_segments(segments, again.record)
        retried = [draft for draft in second.drafts if draft.step in first.forgotten]
        drafts = [draft for draft in first.drafts if draft.step not in first.forgotten]
        drafts += [draft.flagged(FlagKind.DECOMPOSITION_RETRIED) for draft in retried]
        drafts.sort(key=lambda draft: draft.first)
        still = set(first.forgotten) & set(second.forgotten)
        reason = "no substep starts in it, also when asked again"
        return PortionResult(
            _keep_whole(drafts, segments, still, reason),
            (*first.notes, *second.notes),
            (answer.key, again.key),
        )

    async def _ask_grouping(
        self, context: PromptContext, portion: Portion, findings: str = ""
    ) -> Answer[GroupingReply]:
        tail = render(
            "localize/decompose",
            first=portion.first,
            last=portion.last,
            excerpt=portion.excerpt,
            findings=findings,
        )
        stage = "localize.decompose_check" if findings else "localize.decompose"
        decoding = self._decoding.decompose_check if findings else self._decoding.decompose
        return await self._ask(
            continue_with(context.prefixes["A"], tail), GroupingReply, stage, decoding
        )

    # ---- the tree

    async def state_tree(self, context: PromptContext, parts: Decomposition) -> BuiltTree:
        """Build the tree of proof states; faults that remain after one retry stay as flags."""
        deltas: dict[int, Delta] = {}
        goal = ""
        notes: list[str] = []
        keys: list[Digest] = []
        texts = [substep.text for substep in parts.substeps]
        portions = unit_portions(texts, self._settings.units_per_call, limit=context.in_full)
        for first, last in portions:
            numbers = range(first, last + 1)
            shown = _show_substeps(context, parts, numbers, deltas if first > 1 else {})
            tail = render("localize/state_tree", first=first, last=last, units=shown)
            sheet, key = await self._ask_deltas(context, tail, numbers)
            deltas |= sheet.deltas
            goal = goal or sheet.goal
            notes += sheet.notes
            keys += key
        if goal and not Source(context.proof.whole_text).has(goal):
            notes.append(
                f"goal {goal[:80]!r} is not in the text; the problem's last sentence stands in"
            )
            goal = ""
        tree = await asyncio.to_thread(
            build_state_tree, context.proof, parts.substeps, deltas, goal
        )
        faulty = self._first_that_fit(tree, context)
        if faulty:
            tail = render(
                "localize/state_tree_retry",
                units=_show_substeps(context, parts, faulty, deltas, _concerned(faulty, deltas)),
                findings="\n".join(_faults_in_words(tree, n, deltas.get(n)) for n in faulty),
            )
            sheet, key = await self._ask_deltas(context, tail, faulty)
            notes += sheet.notes
            keys += key
            mended = deltas | _retried(sheet.deltas)
            second = await asyncio.to_thread(
                build_state_tree, context.proof, parts.substeps, mended, goal
            )
            if len(_faulty_units(second)) < len(_faulty_units(tree)):
                tree = second
        return BuiltTree(tree, tuple(notes), tuple(keys))

    def _first_that_fit(self, tree: StateTree, context: PromptContext) -> tuple[int, ...]:
        """Return the faulty units that one call can ask about."""
        faulty = _faulty_units(tree)[: self._settings.units_per_call]
        if context.in_full is None:
            return faulty
        texts = [tree.units[number - 1].text for number in faulty]
        return faulty[: count_fitting(texts, context.in_full)]

    async def _ask_deltas(
        self, context: PromptContext, tail: RenderedPrompt, numbers: Sequence[int]
    ) -> tuple[DeltaSheet, tuple[Digest, ...]]:
        prompt = continue_with(context.prefixes["B"], tail)
        try:
            if tail.reply == RetriedDeltas.__name__:
                again = await self._ask(
                    prompt,
                    RetriedDeltas,
                    "localize.state_tree_check",
                    self._decoding.state_tree_check,
                )
                return read_deltas(again.record, numbers), (again.key,)
            first = await self._ask(
                prompt, DeltaReply, "localize.state_tree", self._decoding.state_tree
            )
        except ReplyFormatError as error:
            # No tree is better than a guessed one: the units become a flagged chain.
            return DeltaSheet({}, "", (str(error),)), ()
        return read_deltas(first.record, numbers, first.record.goal), (first.key,)

    # ---- the scan

    async def suspicions(
        self,
        context: PromptContext,
        parts: Decomposition,
        tree: StateTree,
        facts: Sequence[str] = (),
    ) -> Scan:
        """Score every unit that makes a claim, in portions that overlap."""
        scored: dict[int, Suspicion] = {}
        notes: list[str] = []
        keys: list[Digest] = []
        claims = [unit for unit in tree.units if unit.makes_claim]
        runs = unit_portions(
            [unit.text for unit in claims],
            self._settings.units_per_call,
            overlap=self._settings.overlap,
            limit=context.in_full,
        )
        for first, last in runs:
            units = claims[first - 1 : last]
            try:
                answer = await self._ask_scores(context, parts, units, facts)
            except ReplyFormatError as error:
                span = f"{units[0].edge_index} to {units[-1].edge_index}"
                notes.append(f"units {span} have no scores from their portion: {error}")
                continue
            keys.append(answer.key)
            fresh, dropped = read_scores(answer.record, [unit.edge_index for unit in units])
            notes += dropped
            scored |= {n: higher(scored.get(n), suspicion) for n, suspicion in fresh.items()}
        complete = complete_scores(tree.units, scored, self._settings)
        return Scan(tuple(complete), tuple(notes), tuple(keys))

    async def _ask_scores(
        self,
        context: PromptContext,
        parts: Decomposition,
        units: Sequence[EdgeUnit],
        facts: Sequence[str],
    ) -> Answer[ScanReply]:
        limit = context.in_full
        lines = {}
        for unit in units:
            line = show_unit(unit, name_place(parts.places[unit.edge_index - 1], limit))
            lines[unit.edge_index] = write_out(line, unit.text, limit)
        tail = render(
            "localize/suspicion",
            first=units[0].edge_index,
            last=units[-1].edge_index,
            units=list_units(lines, lines, limit),
            facts="\n".join(facts),
        )
        prompt = continue_with(context.prefixes["C"], tail)
        return await self._ask(prompt, ScanReply, "localize.suspicion", self._decoding.suspicion)


# ---- forgotten steps


def _forgotten_in_words(
    segments: Sequence[Segment], forgotten: Iterable[int], starts: Sequence[int]
) -> str:
    runs = by_step(segments)
    lines = [
        f"step {step}: no start among segments {runs[step][0].number} to {runs[step][-1].number}"
        for step in forgotten
    ]
    return "\n".join([*lines, f"you gave the starts {', '.join(map(str, starts)) or '(none)'}"])


def _keep_whole(
    drafts: Sequence[Draft], segments: Sequence[Segment], steps: Iterable[int], reason: str
) -> tuple[Draft, ...]:
    """Replace the drafts of some steps by one flagged draft of the whole step."""
    runs = by_step(segments)
    bad = set(steps)
    kept: list[Draft] = []
    for draft in drafts:
        if draft.step not in bad:
            kept.append(draft)
        elif not kept or kept[-1].step != draft.step:
            kept.append(whole_step(runs[draft.step], reason))
    return tuple(kept)


# ---- faulty trees


def _faulty_units(tree: StateTree) -> tuple[int, ...]:
    return tuple(
        unit.edge_index
        for unit in tree.units
        if any(flag.kind in STRUCTURAL_FAULTS for flag in unit.risk_flags)
    )


_FAULT_WORDS = {
    FlagKind.DELTA_MISSING: "`e` has no line for it",
    FlagKind.DELTA_DUPLICATE: "it has several lines; the first counts",
    FlagKind.PARENT_UNKNOWN: "`at` names no state before it",
    FlagKind.PARENT_CLOSED: "`at` names a state in a branch that was concluded before",
    FlagKind.USE_BEFORE_INTRODUCTION: "`on` names a unit that does not stand before it",
    FlagKind.SCOPE_NOT_OPEN: "`end` names a unit that opened nothing, or nothing open here",
    FlagKind.BRANCH_COUNT: "`tx` does not give what the pattern needs",
}


def _faults_in_words(tree: StateTree, number: int, delta: Delta | None) -> str:
    """Write what the reply said about a unit, and what does not fit."""
    said = ""
    if delta is not None:
        said = f"on {list(delta.on)}, p {delta.pattern}, at {delta.at!r}, end {list(delta.end)}; "
    flags = [f for f in tree.units[number - 1].risk_flags if f.kind in STRUCTURAL_FAULTS]
    faults = (f"{_FAULT_WORDS[f.kind]}{f' ({f.detail})' if f.detail else ''}" for f in flags)
    return f"unit {number}: {said}" + "; ".join(faults)


def _concerned(faulty: Sequence[int], deltas: Mapping[int, Delta]) -> set[int]:
    """Collect the faulty units, those they name and those that open branches."""
    named = [n for unit in faulty if unit in deltas for n in (*deltas[unit].on, *deltas[unit].end)]
    opening = (n for n, delta in deltas.items() if delta.pattern != "implication")
    return {*faulty, *named, *opening}


def _retried(deltas: Mapping[int, Delta]) -> dict[int, Delta]:
    flag = RiskFlag(kind=FlagKind.STRUCTURE_RETRIED)
    return {n: delta._replace(flags=(*delta.flags, flag)) for n, delta in deltas.items()}


# ---- units in the question about the tree


def _show_substeps(
    context: PromptContext,
    parts: Decomposition,
    numbers: Sequence[int],
    known: Mapping[int, Delta],
    only: Collection[int] | None = None,
) -> str:
    """List the units up to the last one that is asked about, or only some of them."""
    limit, asked = context.in_full, set(numbers)
    lines: dict[int, str] = {}
    last = numbers[-1]
    for substep, place in zip(parts.substeps[:last], parts.places[:last], strict=True):
        if only is not None and substep.number not in only:
            continue
        line = show_substep(substep, name_place(place, limit), known.get(substep.number))
        is_asked = substep.number in asked
        lines[substep.number] = write_out(line, substep.text, limit) if is_asked else line
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


# ---- what the model did not see or score


def _flag_gaps(
    tree: StateTree, context: PromptContext, suspicions: Sequence[Suspicion]
) -> StateTree:
    """Flag the units that the model read only in part or did not score."""
    units = tuple(
        unit.with_flags((*unit.risk_flags, *_gaps(unit, suspicion, context)))
        for unit, suspicion in zip(tree.units, suspicions, strict=True)
    )
    return StateTree(goal=tree.goal, conditions=tree.conditions, states=tree.states, units=units)


def _gaps(unit: EdgeUnit, suspicion: Suspicion, context: PromptContext) -> Iterator[RiskFlag]:
    if context.is_cut(unit.text):
        yield RiskFlag(kind=FlagKind.READ_IN_PART, detail=f"{len(unit.text)} characters")
    if suspicion.is_default and unit.makes_claim:
        yield RiskFlag(kind=FlagKind.UNSCORED)
