"""The audit windows: which units stage two looks at, and in which order (paper §3.2, app. F.1).

Everything that decides what is audited stands here, as pure functions. ``next_window`` is asked
until it names no window: first the earliest suspicious unit with what leads to it, or all units of
a short proof, then the next one; when the scan is quiet, units by risk and by the kind of move they
make; once a step is refuted, only what stands before it. No unit is chosen twice, so the audit
ends.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.records.edge_unit import EdgeUnit, GoalRelation, Pattern, UnitId
from faithsieve.records.localization import AuditWindow, Localization, Suspicion, WindowReason
from faithsieve.records.proof import StepIndex
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.symbolic import LintFinding


class AuditProgress(NamedTuple):
    """The units audited so far, and the first refuted step."""

    audited: frozenset[UnitId] = frozenset()
    """Units that were looked at."""
    windows: int = 0
    """Windows so far."""
    error: StepIndex | None = None
    """The earliest refuted step; units behind it say nothing about the first error."""
    prefix_windows: int = 0
    """Windows since a step was known to be refuted."""

    def after(self, window: AuditWindow, error: StepIndex | None) -> "AuditProgress":
        """Return the progress after one more window, with the first refuted step if any."""
        return AuditProgress(
            audited=self.audited.union(window.units),
            windows=self.windows + 1,
            error=error,
            prefix_windows=0 if self.error is None else self.prefix_windows + 1,
        )


def next_window(
    units: Sequence[EdgeUnit],
    suspicions: Sequence[Suspicion],
    settings: LocalizeSettings,
    progress: AuditProgress = AuditProgress(),  # noqa: B008 - an immutable tuple
) -> AuditWindow | None:
    """Choose the next audit window; None when nothing is left to audit under the settings.

    A unit that cannot be wrong is never looked at; the last unit of a proof always makes a claim.

    Args:
        units: The edge units in order.
        suspicions: One a unit, in the same order.
        settings: Threshold, look-back, sizes, and how far the audit goes.
        progress: What was looked at and found so far.
    """
    left = _left(units, progress)
    if not left or _is_over(settings, progress):
        return None
    if settings.schedule == "every_unit":
        return _window(units, left, None, "every_unit", settings)
    focus = find_focus(units, suspicions, settings.threshold, among=left)
    if focus is not None:
        # A short proof is one window: each further one would send problem and proof again.
        is_limited = settings.windows is not None or settings.budget is not None
        is_short = len(left) <= settings.short_units and not is_limited
        ranked = left if is_short else list(_look_back(units, focus, left, settings.look_back))
        return _window(units, ranked, focus, "suspicion", settings)
    if progress.error is None and progress.windows and settings.sweep == "one":
        return None
    ranked = sorted(left, key=lambda position: _by_risk_and_kind(units, suspicions, position))
    return _window(units, ranked[: settings.sweep_units], None, "sweep", settings)


def audit_window(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], settings: LocalizeSettings
) -> AuditWindow:
    """Choose the first window; it is empty only for a proof without units."""
    first = next_window(units, suspicions, settings)
    return first or AuditWindow(focus=None, units=(), reason="sweep", threshold=settings.threshold)


def find_focus(
    units: Sequence[EdgeUnit],
    suspicions: Sequence[Suspicion],
    threshold: float,
    among: Sequence[int] | None = None,
) -> int | None:
    """Find the position of the earliest material unit above the threshold.

    Earliest, not riskiest: the label is the first error, and later units inherit its damage. A
    claim that the text itself takes back, and that nothing rests on, is not a material break. A
    unit that nobody could read is unknown, not suspicious, whatever the threshold.
    """
    return next(
        (
            position
            for position in (range(len(units)) if among is None else among)
            if suspicions[position].risk > threshold
            and not suspicions[position].is_default
            and units[position].is_material
            and units[position].can_be_wrong
        ),
        None,
    )


def _left(units: Sequence[EdgeUnit], progress: AuditProgress) -> list[int]:
    """Return the positions of claims not yet audited that may still change the first error."""
    last = progress.error
    if last is not None and progress.windows:
        # The refuted step itself has been looked at by then, and is no later error.
        last -= 1
    return [
        position
        for position, unit in enumerate(units)
        if unit.can_be_wrong
        and unit.unit_id not in progress.audited
        and (last is None or unit.original_step_idx <= last)
    ]


def _is_over(settings: LocalizeSettings, progress: AuditProgress) -> bool:
    if progress.error is None:
        return settings.windows is not None and progress.windows >= settings.windows
    if not progress.windows or settings.prefix == "all":
        return False
    return settings.prefix == "none" or progress.prefix_windows > 0


def _look_back(
    units: Sequence[EdgeUnit], focus: int, left: Sequence[int], reach: int
) -> Iterator[int]:
    """Yield the focus, then special transitions, then the others, each nearest first."""
    before = [position for position in reversed(left) if position < focus][:reach]
    yield focus
    yield from (position for position in before if units[position].is_signature)
    yield from (position for position in before if not units[position].is_signature)


# Where errors hide although nothing looks wrong: what a split leaves out, an object that does not
# do, a goal that is not enough, a long calculation.
_RISKY_PATTERNS = frozenset(
    {Pattern.CASE_SPLIT_2, Pattern.CASE_SPLIT_3_PLUS, Pattern.EXISTENTIAL_INSTANTIATION}
)
_NUMERIC_CHAIN = re.compile(r"=[^=]*\d[^=]*=")
_KIND_WEIGHT = 0.2


def _by_risk_and_kind(
    units: Sequence[EdgeUnit], suspicions: Sequence[Suspicion], position: int
) -> tuple[float, int]:
    unit = units[position]
    is_risky_kind = (
        unit.pattern in _RISKY_PATTERNS
        or unit.goal_relation is GoalRelation.GOAL_REDUCTION
        or _NUMERIC_CHAIN.search(unit.text) is not None
    )
    return (-(suspicions[position].risk + _KIND_WEIGHT * is_risky_kind), position)


def _window(
    units: Sequence[EdgeUnit],
    ranked: Sequence[int],
    focus: int | None,
    reason: WindowReason,
    settings: LocalizeSettings,
) -> AuditWindow:
    chosen = sorted(ranked[: settings.budget])
    return AuditWindow(
        focus=None if focus is None else units[focus].unit_id,
        units=tuple(units[position].unit_id for position in chosen),
        reason=reason,
        threshold=settings.threshold,
    )


def with_window(localization: Localization, window: AuditWindow | None) -> Localization:
    """Return the localization with this window, an empty one for None."""
    threshold = localization.window.threshold
    empty = AuditWindow(focus=None, units=(), reason="sweep", threshold=threshold)
    # A copy of checked values: only the window changes, and it was just validated.
    return localization.model_copy(update={"window": window or empty})


# ---- steps that code refuted before anybody looked


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
