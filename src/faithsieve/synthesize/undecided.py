"""The one rule for when a proof is undecided, and what is answered then.

A proof in which no error was found is free of error only as far as somebody who can judge looked
at it. Code and Lean judge what they support or refute. A capable model judges what it reviews and
what its final synthesis reads. Where neither happened the answer is ``undecided``. No confidence is
read here: how sure somebody is does not say who looked.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from faithsieve.records.evidence import SET_ASIDE, Inconclusive, InconclusiveReason
from faithsieve.records.proof import StepIndex
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit
from faithsieve.records.wording import counted, name_steps, share_of


class AuditExtent(NamedTuple):
    """How far a proof was audited, and whether a capable model judged it."""

    left: frozenset[StepIndex] = frozenset()
    """Steps of which some claim was not looked at."""
    has_judge: bool = False
    """Whether a capable model reviews the proof and reads the evidence."""
    is_cut_short: bool = False
    """Whether a budget ended the audit before all windows were looked at."""
    is_unread: bool = False
    """Whether the budget ended before the model had read the evidence."""


def unjudged_steps(
    findings: Iterable[StepFinding], units: Sequence[VerifiedUnit], audit: AuditExtent
) -> tuple[StepIndex, ...]:
    """Return the material steps that were neither settled by evidence nor judged by a model.

    Without a judge these are all steps that are neither refuted nor supported in all their claims.
    With one they are those whose review failed or whose checks the budget cut off, and where the
    budget ended the audit those with a claim that it did not come to: the judge was to look at
    them and did not. A step is immaterial when the text takes back all its claims.
    """
    by_step: dict[StepIndex, list[VerifiedUnit]] = {}
    for unit in units:
        by_step.setdefault(unit.step, []).append(unit)
    return tuple(
        finding.index
        for finding in findings
        if _is_material(mine := by_step.get(finding.index, []))
        and _is_unjudged(finding, mine, audit)
    )


def _is_unjudged(finding: StepFinding, units: Sequence[VerifiedUnit], audit: AuditExtent) -> bool:
    if finding.status is StepStatus.INCORRECT:
        return False
    is_whole = finding.index not in audit.left
    if finding.status is StepStatus.SUPPORTED and is_whole:
        return False
    if not audit.has_judge or audit.is_unread or (audit.is_cut_short and not is_whole):
        return True
    return finding.status is not StepStatus.SUPPORTED and any(map(_was_cut_off, units))


def _is_material(units: Sequence[VerifiedUnit]) -> bool:
    return not units or any(unit.is_material for unit in units)


def _was_cut_off(unit: VerifiedUnit) -> bool:
    return (unit.review is not None and unit.review.has_failed) or any(
        isinstance(result, Inconclusive) and result.reason is InconclusiveReason.BUDGET_EXHAUSTED
        for result in unit.results
    )


def abstain_if_unjudged(
    verdict: Verdict, units: Sequence[VerifiedUnit], audit: AuditExtent, *, force_label: bool
) -> Verdict:
    """Turn ``no_error_found`` into ``undecided`` where steps are unjudged; keep all else.

    Args:
        force_label: Keep the label all the same, and say so.
    """
    if verdict.kind is not VerdictKind.NO_ERROR_FOUND:
        return verdict
    unjudged = unjudged_steps(verdict.steps, units, audit)
    if not unjudged:
        return verdict
    why = _reason(unjudged, len(verdict.steps), has_judge=audit.has_judge)
    if force_label:
        forced = f"Forced label, otherwise undecided: {why} {verdict.rationale}"
        return verdict.changed(rationale=forced, confidence=None)
    return verdict.changed(
        label=None,
        kind=VerdictKind.UNDECIDED,
        # What was stated was the confidence in another answer.
        confidence=None,
        rationale=f"No error was found, but {why}",
    )


def abstain_if_set_aside(verdict: Verdict, *, force_label: bool) -> Verdict:
    """Turn ``no_error_found`` into ``undecided`` where false arithmetic was set aside.

    Code knows that the numbers are false, and a model has quoted words by which the text does not
    claim them. Neither is surely right, so the answer names both.
    """
    if verdict.kind is not VerdictKind.NO_ERROR_FOUND or not verdict.set_aside:
        return verdict
    items = [e for f in verdict.steps for e in f.evidence if e.rule == SET_ASIDE]
    false = "; ".join(dict.fromkeys(f"{item.summary} {item.use}" for item in items))
    why = f"{name_steps(verdict.set_aside).capitalize()}: {false}. Nothing else was found wrong."
    if force_label:
        forced = f"Forced label, otherwise undecided: {why} {verdict.rationale}"
        return verdict.changed(rationale=forced, confidence=None)
    return verdict.changed(label=None, kind=VerdictKind.UNDECIDED, confidence=None, rationale=why)


def _reason(unjudged: Sequence[StepIndex], total: int, *, has_judge: bool) -> str:
    which = name_steps(unjudged)
    some = f"{len(unjudged)} of {counted(total, 'step')}"
    if has_judge:
        return f"{some} could not be judged, because a review failed or the budget ended: {which}."
    return (
        f"{share_of(len(unjudged), total, 'step')} not supported, and no model that can judge was "
        f"asked about {'it' if len(unjudged) == 1 else 'them'}: {which}."
    )
