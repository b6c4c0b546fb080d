"""Suspicion: a risk in [0, 1] for every unit, from one light scan (paper §3.2, app. B.3).

A scan ranks; it never decides. Whoever reads a proof for its units and scopes names, in the same
answer, the units that are not plainly sound; those left out have a low risk. A unit of a portion
that nobody could read gets the documented default (``LocalizeSettings.unscored_risk``) and a flag.
A unit that makes no claim is not scored.
"""

from collections.abc import Collection, Mapping, Sequence

from faithsieve.localize.replies import DoubtLine
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import Suspicion
from faithsieve.records.proof import StepIndex
from faithsieve.records.settings import LocalizeSettings

DOUBT_FROM = 0.3
"""From this risk on a doubt is shown with its reason, and a precise check is wanted."""

UNLISTED_RISK = 0.05
"""The risk of a unit that a readable reply does not list."""


def suspicions_of(
    units: Sequence[EdgeUnit],
    doubts: Mapping[int, DoubtLine],
    unread: Collection[StepIndex],
    settings: LocalizeSettings,
) -> tuple[Suspicion, ...]:
    """Return the suspicion of every unit, in order.

    Args:
        doubts: What the reader doubts, by the number of the unit.
        unread: Steps that no readable reply is about.
    """
    return tuple(
        _default(unit, settings)
        if not unit.can_be_wrong or unit.original_step_idx in unread
        else _scored(unit, doubts.get(unit.edge_index))
        for unit in units
    )


def _scored(unit: EdgeUnit, doubt: DoubtLine | None) -> Suspicion:
    risk = UNLISTED_RISK if doubt is None else doubt.r
    if doubt is None or risk < DOUBT_FROM:
        return Suspicion(unit_id=unit.unit_id, risk=risk, should_formalise=False)
    return Suspicion(
        unit_id=unit.unit_id,
        risk=risk,
        should_formalise=True,
        error_types=tuple(dict.fromkeys(doubt.t)),
        reason=doubt.y.strip()[:300],
    )


def _default(unit: EdgeUnit, settings: LocalizeSettings) -> Suspicion:
    """Return the suspicion of a unit without a score: unknown, and worth a precise check.

    Of a unit that makes no claim there is nothing to know: its risk is 0.
    """
    return Suspicion(
        unit_id=unit.unit_id,
        risk=settings.unscored_risk if unit.can_be_wrong else 0.0,
        should_formalise=unit.makes_claim,
        reason="nobody could read this unit" if unit.can_be_wrong else "it makes no claim",
        is_default=True,
    )
