"""Evidence fusion: from local results back to the original steps (paper §4.2).

Pure functions over records. A step is ``incorrect`` only on reliable negative evidence under a
named rule; drift, failure, timeout and conflict make it ``uncertain``; what nobody looked at stays
``unchecked``. Nothing here asks a model, and an inconclusive result can never create an error.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from faithsieve.records.evidence import (
    EvidenceItem,
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
)
from faithsieve.records.proof import Label, StepIndex
from faithsieve.records.review import LocalReview, ReviewVerdict
from faithsieve.records.settings import FusionRule, FusionSettings
from faithsieve.records.verdict import StepFinding, StepStatus
from faithsieve.records.verification import VerifiedUnit

# Forms that show the claim false by themselves, and the rule under which each counts.
_OUTRIGHT = {
    RefutationForm.NUMERIC: FusionRule.FALSE_NUMBERS,
    RefutationForm.SYMBOLIC: FusionRule.REFUTED_OBLIGATION,
    RefutationForm.CONTRADICTED: FusionRule.REFUTED_OBLIGATION,
}
_COMPUTED = (RefutationForm.NUMERIC, RefutationForm.SYMBOLIC)


def _objects(review: LocalReview, settings: FusionSettings) -> bool:
    return (
        review.verdict is ReviewVerdict.INCORRECT and review.suspicion >= settings.review_threshold
    )


def _is_faithful(result: Refuted) -> bool:
    """Return whether a refutation is computed from the text, or its statement passed the gate."""
    if result.form in _COMPUTED:
        return True
    return result.lean is not None and result.report is not None and result.report.may_refute


def negative_rule(
    result: Refuted, unit: VerifiedUnit, settings: FusionSettings
) -> FusionRule | None:
    """Find the enabled rule that makes a refutation reliable, or None."""
    rule = _candidate_rule(result, unit, settings) if _is_faithful(result) else None
    return rule if rule in settings.rules else None


def _candidate_rule(
    result: Refuted, unit: VerifiedUnit, settings: FusionSettings
) -> FusionRule | None:
    is_contradicted = result.form is RefutationForm.CONTRADICTED
    if is_contradicted and result.lean is not None and result.lean.is_about_numbers:
        # Lean confirms that the number is false and cannot know where it comes from.
        return FusionRule.FALSE_NUMBERS
    if result.form in _OUTRIGHT:
        return _OUTRIGHT[result.form]
    complete = (
        unit.has_whole_context
        and result.report is not None
        and result.report.premise_score >= settings.complete_context
        and not result.report.missing_assumptions
    )
    if result.form is RefutationForm.NOT_ENTAILED and complete:
        return FusionRule.VERIFIED_COUNTEREXAMPLE
    objected = any(_objects(review, settings) for review in unit.reviews)
    return FusionRule.REVIEW_AGREEMENT if objected else None


def _is_contested(result: Refuted, reviews: Sequence[LocalReview]) -> bool:
    """Return whether reviewers who were shown a computed claim all call it correct.

    Code may have misread the text and the reviewer may have misjudged it: neither decides.
    """
    return result.form in _COMPUTED and _find_sound(reviews)


def _item(
    result: LocalResult,
    unit: VerifiedUnit,
    settings: FusionSettings,
    reviews: Sequence[LocalReview],
) -> EvidenceItem:
    match result:
        case Passed():
            return EvidenceItem(
                rule="true_otherwise" if result.by_other_reason else "passed_obligation",
                outcome=Outcome.PASSED,
                summary=result.summary,
                decides=not result.by_other_reason,
                artifacts=result.artifacts,
            )
        case Refuted():
            contested = _is_contested(result, reviews)
            rule = None if contested else negative_rule(result, unit, settings)
            reasons = sorted({review.reason for review in reviews if review.reason})
            said = "; ".join(["the reviewer calls it correct", *reasons])
            return EvidenceItem(
                rule=rule or f"{'contested' if contested else 'weak'}_{result.form}",
                outcome=Outcome.REFUTED,
                summary=f"{result.summary}; {said}" if contested else result.summary,
                decides=rule is not None
                and (unit.is_material or settings.convention == "first-false"),
                artifacts=result.artifacts,
            )
        case Inconclusive():
            return EvidenceItem(
                rule=result.reason,
                outcome=Outcome.INCONCLUSIVE,
                summary=result.detail or f"could not be checked: {result.reason}",
                decides=False,
                artifacts=result.artifacts,
            )
        case _:
            assert_never(result)


def _objections(unit: VerifiedUnit, settings: FusionSettings) -> list[EvidenceItem]:
    """List the reviewers' objections as evidence items, which decide nothing by themselves."""
    return [
        EvidenceItem(
            rule="review_objection",
            outcome="objection",
            summary=review.reason or f"the reviewer suspects {review.error_type!r}",
            decides=False,
        )
        for review in unit.reviews
        if _objects(review, settings)
    ]


def _find_sound(reviews: Sequence[LocalReview]) -> bool:
    """Return whether there are reviews and all call the unit correct."""
    return {review.verdict for review in reviews} == {ReviewVerdict.CORRECT}


def _evidence_of(
    unit: VerifiedUnit, settings: FusionSettings, reviews: Sequence[LocalReview]
) -> list[EvidenceItem]:
    heard = unit.reviews or reviews
    relevant = [result for result in unit.results if not _says_nothing(result, unit)]
    items = [_item(result, unit, settings, heard) for result in relevant]
    return [*items, *_objections(unit, settings)]


def _says_nothing(result: LocalResult, unit: VerifiedUnit) -> bool:
    """Return whether a result adds nothing: it repeats a lint finding, or concerns no claim."""
    match result:
        case Refuted():
            return result.repeats_finding
        case Inconclusive(reason=InconclusiveReason.NO_CLAIM):
            return _find_sound(unit.reviews)
        case _:
            return False


def _status(items: Iterable[EvidenceItem]) -> StepStatus:
    kinds = {(item.outcome, item.decides) for item in items}
    if (Outcome.REFUTED, True) in kinds:
        return StepStatus.INCORRECT
    doubts = kinds - {(Outcome.PASSED, True)}
    if doubts:
        return StepStatus.UNCERTAIN
    return StepStatus.SUPPORTED if kinds else StepStatus.UNCHECKED


def _sort_key(item: EvidenceItem) -> tuple[bool, str, str, str, tuple[str, ...]]:
    return (not item.decides, item.outcome, item.rule, item.summary, item.artifacts)


def fuse(
    units: Iterable[VerifiedUnit], *, step_count: int, settings: FusionSettings
) -> tuple[StepFinding, ...]:
    """Return the status and evidence of every original step, whatever the order of the units."""
    by_step: dict[int, list[EvidenceItem]] = {index: [] for index in range(1, step_count + 1)}
    known = list(units)
    for unit in known:
        # A finding of code has no review of its own; those of its step speak of it.
        beside = [other for other in known if other.step == unit.step and other.is_material]
        reviews = [review for other in beside for review in other.reviews]
        by_step[unit.step].extend(_evidence_of(unit, settings, reviews))
    return tuple(
        StepFinding(
            index=index, status=_status(items), evidence=tuple(sorted(items, key=_sort_key))
        )
        for index, items in by_step.items()
    )


def first_error(findings: Iterable[StepFinding]) -> StepIndex | None:
    """Return the earliest step with reliable negative evidence, or None."""
    wrong = [f.index for f in findings if f.status is StepStatus.INCORRECT]
    return min(wrong, default=None)


def error_of_other_convention(
    units: Sequence[VerifiedUnit], label: Label | None, *, step_count: int, settings: FusionSettings
) -> StepIndex | None:
    """Find the first refuted step by the convention that was not chosen; None if it is the label.

    Without a refuted step that the proof rests on, the two agree that nothing material was found.
    """
    other = "first-false" if settings.convention == "material" else "material"
    changed = settings.changed(convention=other)
    error = first_error(fuse(units, step_count=step_count, settings=changed))
    return None if error == label else error


def decisive_evidence(finding: StepFinding) -> tuple[EvidenceItem, ...]:
    """Return the evidence that makes a step incorrect; empty for every other step."""
    return tuple(e for e in finding.evidence if e.decides and e.outcome is Outcome.REFUTED)


def is_symptom(findings: Sequence[StepFinding], error: StepIndex) -> bool:
    """Return whether the error probably comes from an earlier, unseen one.

    A false number is usually carried on from a slip that no check could read: on development rows
    the first error was at the step of the false number in 3 of 13 proofs, and before it in 9.
    """
    rules = {item.rule for item in decisive_evidence(findings[error - 1])}
    return rules == {FusionRule.FALSE_NUMBERS} and bool(uncertain_prefix(findings, error))


def uncertain_prefix(findings: Iterable[StepFinding], error: StepIndex) -> tuple[StepIndex, ...]:
    """Return the unsettled steps before an error, to be adjudicated (algorithm 1)."""
    unsettled = (StepStatus.UNCERTAIN, StepStatus.UNCHECKED)
    return tuple(f.index for f in findings if f.index < error and f.status in unsettled)


def steps_to_adjudicate(
    units: Sequence[VerifiedUnit], findings: Sequence[StepFinding], error: StepIndex
) -> frozenset[StepIndex]:
    """Find the steps before a refuted one that may be the first error all the same.

    Those that somebody objects to or nobody looked at; before a false number every unsettled step,
    for numbers are carried on and a reviewer may have read over the slip.
    """
    unsettled = frozenset(uncertain_prefix(findings, error))
    if is_symptom(findings, error):
        return unsettled
    unseen = unsettled - {unit.step for unit in units}
    objected = {unit.step for unit in units if _is_objected(unit)}
    return unseen | (unsettled & objected)


def _is_objected(unit: VerifiedUnit) -> bool:
    has_refutation = any(isinstance(result, Refuted) for result in unit.results)
    has_objection = any(r.verdict is ReviewVerdict.INCORRECT for r in unit.reviews)
    return unit.is_material and (has_refutation or has_objection)
