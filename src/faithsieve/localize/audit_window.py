"""The audit window: the earliest suspicious unit and what leads to it (paper §3.2, app. F.1).

A pure function of units, suspicion and settings. It ranks the candidates once and takes as many as
the budget allows, so a larger budget only ever adds units.
"""

from collections.abc import Iterator, Sequence

from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import AuditWindow, Suspicion
from faithsieve.records.settings import LocalizeSettings


def audit_window(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], settings: LocalizeSettings
) -> AuditWindow:
    """Choose what stage two looks at; empty only for a proof without units.

    Args:
        units: The edge units in order.
        suspicions: One a unit, in the same order.
        settings: Threshold, look-back, budget and what to do when nothing is suspicious.
    """
    if settings.schedule == "every_unit":
        return _window(units, range(len(units)), None, "every_unit", settings)
    focus = find_focus(units, suspicions, settings.threshold)
    if focus is None:
        return _window(units, _sweep(suspicions, settings), None, "sweep", settings)
    ranked = list(_look_back(units, focus, settings.look_back))
    return _window(units, ranked, focus, "suspicion", settings)


def find_focus(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], threshold: float
) -> int | None:
    """The position of the earliest material unit above the threshold.

    Earliest, not riskiest: the label is the first error, and later units inherit its damage. A
    claim that the text itself takes back, and that nothing rests on, is not a material break. A
    unit that the scan left out is unknown, not suspicious, whatever the threshold.
    """
    return next(
        (
            position
            for position, (unit, suspicion) in enumerate(zip(units, suspicions, strict=True))
            if suspicion.risk > threshold and not suspicion.is_default and unit.is_material
        ),
        None,
    )


def _look_back(units: Sequence[EdgeUnit], focus: int, reach: int) -> Iterator[int]:
    """The focus, then special transitions, then the others, each nearest first."""
    before = range(focus - 1, max(-1, focus - 1 - reach), -1)
    yield focus
    yield from (position for position in before if units[position].is_signature)
    yield from (position for position in before if not units[position].is_signature)


def _sweep(suspicions: Sequence[Suspicion], settings: LocalizeSettings) -> list[int]:
    everything = range(len(suspicions))
    if settings.sweep == "all":
        return list(everything)
    size = settings.look_back + 1
    if settings.sweep == "riskiest":
        return sorted(everything, key=lambda position: (-suspicions[position].risk, position))[
            :size
        ]
    return list(everything)[:size]


def _window(
    units: Sequence[EdgeUnit],
    ranked: Sequence[int],
    focus: int | None,
    reason: str,
    settings: LocalizeSettings,
) -> AuditWindow:
    chosen = sorted(ranked[: settings.budget])
    return AuditWindow.model_validate(
        {
            "focus": None if focus is None else units[focus].unit_id,
            "units": tuple(units[position].unit_id for position in chosen),
            "reason": reason,
            "threshold": settings.threshold,
        }
    )
