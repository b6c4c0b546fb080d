"""The audit window: the earliest suspicious unit and what leads to it (paper §3.2, app. F.1).

Everything that decides which units stage two looks at stands here, as pure functions: the window
itself, its end at the first step that code refuted, and what a second look takes up. The window
ranks the candidates once and takes as many as the budget allows, so a larger budget only ever adds
units.
"""

from collections.abc import Iterable, Iterator, Sequence

from faithsieve.records.edge_unit import EdgeUnit, UnitId
from faithsieve.records.localization import AuditWindow, Localization, Suspicion
from faithsieve.records.proof import StepIndex
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.symbolic import LintFinding


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


# ---- the end of the window at the first step that code refuted


def cap_window(localization: Localization, findings: Iterable[LintFinding]) -> Localization:
    """End the window at the first step that code refuted: the first error is not later.

    A refuted claim that the text takes back is no error, so it does not hide what comes after.
    Where the cap leaves nothing of the window, the units up to the cap are looked at instead.
    """
    last = min((f.step for f in findings if is_material(f, localization)), default=None)
    if last is None:
        return localization
    before = [unit.unit_id for unit in localization.units if unit.original_step_idx <= last]
    kept = [unit for unit in localization.window.units if unit in set(before)]
    if len(kept) == len(localization.window.units):
        return localization
    return _with_window(localization, kept or before)


def is_material(finding: LintFinding, localization: Localization) -> bool:
    """Return False when every unit that makes the refuted claim is taken back and unused."""
    claim = " ".join(finding.claim.split())
    units = [
        unit
        for unit in localization.units
        if unit.original_step_idx == finding.step and claim in " ".join(unit.text.split())
    ]
    return not units or any(unit.is_material for unit in units)


def _with_window(localization: Localization, units: Iterable[UnitId]) -> Localization:
    wanted = set(units)
    chosen = tuple(unit.unit_id for unit in localization.units if unit.unit_id in wanted)
    window = AuditWindow(focus=None, units=chosen, reason="sweep")
    # A copy of checked values: only the window changes, and it was just validated.
    return localization.model_copy(update={"window": window})


# ---- a second look


def second_look(
    localization: Localization, steps: Sequence[StepIndex], limit: int
) -> Localization | None:
    """Choose the most suspicious units of some steps that the window left out.

    Returns:
        The localization with these units, at most ``limit``, as its window; None without any.
    """
    audited = set(localization.window.units)
    risks = {suspicion.unit_id: suspicion.risk for suspicion in localization.suspicions}
    candidates = [
        unit.unit_id
        for unit in localization.units
        if unit.original_step_idx in steps and unit.unit_id not in audited
    ]
    chosen = sorted(candidates, key=lambda unit: -risks[unit])[:limit]
    return _with_window(localization, chosen) if chosen else None
