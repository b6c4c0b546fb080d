"""Suspicion: a risk in [0, 1] for every unit, from one light scan (paper §3.2, app. B.3).

A scan ranks; it never decides. A readable reply lists the units that are not plainly sound; those
it leaves out have a low risk. A unit that no readable reply is about, and one with a doubt but no
score, gets the documented default (``LocalizeSettings.unscored_risk``) and a flag. An unknown unit
is dropped with a note, and a score outside [0, 1] makes the whole reply a format error. Of several
scores for one unit the highest counts, because the scan must not miss. A unit that makes no claim
is not scored.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from faithsieve.localize.prompt_context import on_one_line
from faithsieve.localize.replies import DoubtLine, ScanReply
from faithsieve.localize.state_tree import unit_id
from faithsieve.records.edge_unit import EdgeUnit, Pattern
from faithsieve.records.localization import Suspicion
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus

DOUBT_FROM = 0.3
"""Only units with at least this risk are asked to have a doubt line."""

FORMALISE_FROM = 0.5
"""Above this risk a precise check is wanted of a unit without a doubt line."""

UNLISTED_RISK = 0.05
"""The risk of a unit that a readable reply does not list."""


def show_unit(unit: EdgeUnit, place: str) -> str:
    """Write one unit as a line: segments, pattern, premises, scope, status and flags."""
    remarks = []
    if unit.pattern is not Pattern.SIMPLE_IMPLICATION:
        remarks.append(unit.pattern.word)
    if unit.uses and unit.uses != (f"h{unit.edge_index - 1}",):
        numbers = (re.sub("[^0-9.]|[.].*", "", name) or "0" for name in unit.uses)
        remarks.append("on " + ",".join(dict.fromkeys(numbers)))
    if unit.closes is not None:
        remarks.append(f"end {unit.closes.removeprefix('edge_')}")
    if unit.status is not ClaimStatus.ASSERTED:
        remarks.append(unit.status.value)
    if unit.branch_scope:
        remarks.append("in " + ", ".join(scope.kind.value for scope in unit.branch_scope))
    remarks += [flag.in_words for flag in unit.risk_flags if flag.in_words]
    return f"{unit.edge_index} {place} {'; '.join(remarks)}".rstrip()


def read_scores(
    reply: ScanReply, numbers: Sequence[int]
) -> tuple[dict[int, Suspicion], tuple[str, ...]]:
    """Join scores and doubts; of several scores for one unit the highest counts."""
    known = set(numbers)
    doubts = {line.n: line for line in reply.d}
    scored = {n: _suspicion(n, UNLISTED_RISK, None) for n in known - doubts.keys()}
    for line in sorted(reply.s, key=lambda line: line.r):
        if line.n in known:
            scored[line.n] = _suspicion(line.n, line.r, doubts.get(line.n))
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
        formalise = risk > FORMALISE_FROM
        return Suspicion(unit_id=unit_id(number), risk=risk, should_formalise=formalise)
    return Suspicion(
        unit_id=unit_id(number),
        risk=risk,
        should_formalise=True,
        error_types=tuple(dict.fromkeys(doubt.t)),
        reason=doubt.y.strip()[:300],
    )


def complete_scores(
    units: Sequence[EdgeUnit], scored: Mapping[int, Suspicion], settings: LocalizeSettings
) -> Iterator[Suspicion]:
    """Return the suspicion of every unit, in order: its score, else the default."""
    for unit in units:
        yield scored.get(unit.edge_index) or default_suspicion(unit, settings)


def default_suspicion(unit: EdgeUnit, settings: LocalizeSettings) -> Suspicion:
    """Return the suspicion of a unit without a score: unknown, and worth a precise check.

    Of a unit that makes no claim there is nothing to know: its risk is 0.
    """
    return Suspicion(
        unit_id=unit.unit_id,
        risk=settings.unscored_risk if unit.can_be_wrong else 0.0,
        should_formalise=unit.makes_claim,
        reason="the scan left this unit out" if unit.can_be_wrong else "it makes no claim",
        is_default=True,
    )
