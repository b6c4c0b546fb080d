"""Suspicion search: one light scan over all units, a risk in [0, 1] for each (§3.2, app. B.3).

A scan ranks; it never decides. A unit the reply leaves out gets the documented default
(``LocalizeSettings.unscored_risk``) and a flag, an unknown unit is dropped with a note, and a score
outside [0, 1] makes the whole reply a format error. Long proofs are scanned in portions that
overlap; where two portions score a unit, the higher risk counts, because the scan must not miss. A
portion without a readable reply leaves its own units unscored and no others.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.localize.asked_units import list_units, name_place, unit_portions, write_out
from faithsieve.localize.reading import Reading, continue_with, on_one_line
from faithsieve.localize.replies import DoubtLine, ScanReply
from faithsieve.localize.state_tree import unit_id
from faithsieve.prompts.library import render
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit, Pattern
from faithsieve.records.localization import Suspicion
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind

STAGE = "localize.suspicion"

DOUBT_FROM = 0.3
"""Only units with at least this risk are asked to have a doubt line."""

LIKELY_WRONG_FROM = 0.5
"""A scored unit without a doubt line counts as likely wrong above this."""

_UNSHOWN_FLAGS = frozenset(
    {FlagKind.SCOPE_FROM_TEXT, FlagKind.DECOMPOSITION_RETRIED, FlagKind.STRUCTURE_RETRIED}
)


class Scan(NamedTuple):
    """The suspicion of every unit, in order."""

    suspicions: tuple[Suspicion, ...]
    notes: tuple[str, ...]
    artifacts: tuple[Digest, ...]


async def scan(
    reading: Reading,
    tree: StateTree,
    places: Sequence[str],
    *,
    model: ChatModel,
    settings: LocalizeSettings,
    decoding: DecodingSettings,
    facts: Sequence[str] = (),
) -> Scan:
    """Score every unit; facts are what code has already established."""
    scored: dict[int, Suspicion] = {}
    notes: list[str] = []
    keys: list[Digest] = []
    runs = unit_portions(
        [unit.text for unit in tree.units],
        settings.units_per_call,
        overlap=settings.overlap,
        limit=reading.in_full,
    )
    for first, last in runs:
        shown = _shown_units(tree.units[first - 1 : last], places[first - 1 : last], reading)
        tail = render(
            "localize/suspicion", first=first, last=last, units=shown, facts="\n".join(facts)
        )
        try:
            answer = await _ask_scores(continue_with(reading.prefix, tail), model, decoding)
        except ReplyFormatError as error:
            notes.append(f"units {first} to {last} have no scores from their portion: {error}")
            continue
        keys.append(answer.key)
        fresh, dropped = read_scores(answer.record, range(first, last + 1))
        notes += dropped
        scored |= {n: _higher(scored.get(n), suspicion) for n, suspicion in fresh.items()}
    return Scan(tuple(_filled(tree, scored, settings)), tuple(notes), tuple(keys))


async def _ask_scores(
    prompt: RenderedPrompt, model: ChatModel, decoding: DecodingSettings
) -> Answer[ScanReply]:
    return await ask(
        model,
        prompt,
        ScanReply,
        stage=STAGE,
        decoding=decoding.suspicion,
        retry=decoding.strict_retry,
    )


def _shown_units(units: Sequence[EdgeUnit], places: Sequence[str], reading: Reading) -> str:
    limit = reading.in_full
    lines = {
        unit.edge_index: write_out(show_unit(unit, name_place(place, limit)), unit.text, limit)
        for unit, place in zip(units, places, strict=True)
    }
    return list_units(lines, lines, limit)


def show_unit(unit: EdgeUnit, place: str) -> str:
    """Write one unit as a line: segments, pattern, premises, scope, status and flags."""
    remarks = []
    if unit.pattern is not Pattern.SIMPLE_IMPLICATION:
        remarks.append(unit.pattern.value)
    if unit.uses and unit.uses != (f"h{unit.edge_index - 1}",):
        remarks.append("from " + ",".join(unit.uses))
    if unit.before_goal not in unit.after_goals:
        remarks.append("goal: " + " | ".join(on_one_line(goal)[:60] for goal in unit.after_goals))
    if unit.status is not ClaimStatus.ASSERTED:
        remarks.append(unit.status.value)
    if unit.branch_scope:
        scope = unit.branch_scope[-1]
        remarks.append(f"in {scope.kind.value} {on_one_line(scope.label)[:60]}")
    remarks += [flag.kind.value for flag in unit.risk_flags if flag.kind not in _UNSHOWN_FLAGS]
    return f"{unit.edge_index} {place} {'; '.join(remarks)}".rstrip()


def read_scores(
    reply: ScanReply, numbers: Sequence[int]
) -> tuple[dict[int, Suspicion], tuple[str, ...]]:
    """Join scores and doubts; of several scores for one unit the highest counts."""
    known = set(numbers)
    doubts = {line.n: line for line in reply.d}
    scored: dict[int, Suspicion] = {}
    for line in reply.s:
        if line.n in known:
            fresh = _suspicion(line.n, line.r, doubts.get(line.n))
            scored[line.n] = _higher(scored.get(line.n), fresh)
    named = [*(line.n for line in reply.s), *(line.n for line in reply.d)]
    strangers = sorted({number for number in named if number not in known})
    notes = [f"a score names unit {number}, which was not asked for" for number in strangers]
    for number in sorted(known & doubts.keys()):
        if number not in scored:
            said = on_one_line(doubts[number].y)[:120]
            notes.append(f"a doubt about unit {number} has no score: {said!r}")
        elif scored[number].risk < DOUBT_FROM:
            risk = scored[number].risk
            notes.append(f"a doubt about unit {number} contradicts its score {risk:g}")
    return scored, tuple(notes)


def _suspicion(number: int, risk: float, doubt: DoubtLine | None) -> Suspicion:
    if doubt is None or risk < DOUBT_FROM:
        # A doubt about a unit that the same reply scores as sound is not believed.
        wrong = risk > LIKELY_WRONG_FROM
        return Suspicion(
            unit_id=unit_id(number), risk=risk, likely_wrong=wrong, should_formalise=wrong
        )
    return Suspicion(
        unit_id=unit_id(number),
        risk=risk,
        likely_wrong=doubt.w,
        should_formalise=doubt.f,
        error_types=tuple(dict.fromkeys(doubt.t)),
        reason=doubt.y.strip()[:300],
    )


def _higher(known: Suspicion | None, fresh: Suspicion) -> Suspicion:
    return fresh if known is None or fresh.risk > known.risk else known


def _filled(
    tree: StateTree, scored: dict[int, Suspicion], settings: LocalizeSettings
) -> Iterator[Suspicion]:
    for unit in tree.units:
        yield scored.get(unit.edge_index) or unscored(unit, settings)


def unscored(unit: EdgeUnit, settings: LocalizeSettings) -> Suspicion:
    """The documented default: nothing is known, and a precise check may help."""
    return Suspicion(
        unit_id=unit.unit_id,
        risk=settings.unscored_risk,
        likely_wrong=False,
        should_formalise=True,
        reason="the scan left this unit out",
        is_default=True,
    )
