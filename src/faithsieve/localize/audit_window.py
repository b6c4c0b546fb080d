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

    A unit that makes no claim is never looked at; the last unit of a proof always makes one.

    Args:
        units: The edge units in order.
        suspicions: One a unit, in the same order.
        settings: Threshold, look-back, budget and what to do when nothing is suspicious.
    """
    if settings.schedule == "every_unit":
        return _window(units, _claims(units), None, "every_unit", settings)
    focus = find_focus(units, suspicions, settings.threshold)
    if focus is None:
        return _window(units, _sweep(units, suspicions, settings), None, "sweep", settings)
    ranked = list(_look_back(units, focus, settings.look_back))
    return _window(units, ranked, focus, "suspicion", settings)


def find_focus(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], threshold: float
) -> int | None:
    """Find the position of the earliest material unit above the threshold.

    Earliest, not riskiest: the label is the first error, and later units inherit its damage. A
    claim that the text itself takes back, and that nothing rests on, is not a material break. A
    unit that the scan left out is unknown, not suspicious, whatever the threshold.
    """
    return next(
        (
            position
            for position, (unit, suspicion) in enumerate(zip(units, suspicions, strict=True))
            if suspicion.risk > threshold
            and not suspicion.is_default
            and unit.is_material
            and unit.makes_claim
        ),
        None,
    )


def _claims(units: Sequence[EdgeUnit]) -> list[int]:
    return [position for position, unit in enumerate(units) if unit.makes_claim]


def _look_back(units: Sequence[EdgeUnit], focus: int, reach: int) -> Iterator[int]:
    """Yield the focus, then special transitions, then the others, each nearest first."""
    before = [position for position in reversed(_claims(units)) if position < focus][:reach]
    yield focus
    yield from (position for position in before if units[position].is_signature)
    yield from (position for position in before if not units[position].is_signature)


def _sweep(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], settings: LocalizeSettings
) -> list[int]:
    claims = _claims(units)
    if settings.sweep == "all":
        return claims
    if settings.sweep == "riskiest":
        claims.sort(key=lambda position: (-suspicions[position].risk, position))
    return claims[: settings.look_back + 1]


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


def cap_window(localization: Localization, findings: Sequence[LintFinding]) -> Localization:
    """End the window at the first step that code refuted: the first error is not later.

    A refuted claim that the text takes back is no error, so it does not hide what comes after.
    Where the cap leaves nothing of the window, the units up to the cap are looked at instead.
    """
    material = material_findings(localization, findings)
    last = min((finding.step for finding in material), default=None)
    if last is None:
        return localization
    before = [unit for unit in localization.units if unit.original_step_idx <= last]
    kept = {unit.unit_id for unit in before}.intersection(localization.window.units)
    if len(kept) == len(localization.window.units):
        return localization
    claims = [unit.unit_id for unit in before if unit.makes_claim]
    return _with_window(localization, kept or claims or [unit.unit_id for unit in before])


def material_findings(
    localization: Localization, findings: Sequence[LintFinding]
) -> tuple[LintFinding, ...]:
    """Drop the findings whose claim stands only in units that are taken back and unused."""
    every: dict[StepIndex, list[str]] = {}
    material: dict[StepIndex, list[str]] = {}
    for unit in localization.units if findings else ():
        text = " ".join(unit.text.split())
        every.setdefault(unit.original_step_idx, []).append(text)
        if unit.is_material:
            material.setdefault(unit.original_step_idx, []).append(text)
    # One text a step, joined by what no claim on one line contains.
    all_of = {step: "\n".join(texts) for step, texts in every.items()}
    standing = {step: "\n".join(texts) for step, texts in material.items()}
    return tuple(
        finding
        for finding in findings
        if (claim := " ".join(finding.claim.split())) in standing.get(finding.step, "")
        or claim not in all_of.get(finding.step, "")
    )


def _with_window(localization: Localization, units: Iterable[UnitId]) -> Localization:
    wanted = set(units)
    chosen = tuple(unit.unit_id for unit in localization.units if unit.unit_id in wanted)
    threshold = localization.window.threshold
    window = AuditWindow(focus=None, units=chosen, reason="sweep", threshold=threshold)
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
        if unit.original_step_idx in steps and unit.unit_id not in audited and unit.makes_claim
    ]
    chosen = sorted(candidates, key=lambda unit: -risks[unit])[:limit]
    return _with_window(localization, chosen) if chosen else None
