"""The rule for ``undecided``: it depends on who looked, never on how sure anybody is."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import InconclusiveReason, LocalResult
from faithsieve.records.proof import Label
from faithsieve.records.review import LocalReview, ReviewVerdict
from faithsieve.records.settings import FusionSettings
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.fusion import fuse
from faithsieve.synthesize.undecided import AuditExtent, abstain_if_unjudged, unjudged_steps
from support.local_evidence import STEPS, UNITS, inconclusive, passed, refuted, unit

CONFIDENCES = st.none() | st.floats(0, 1)


def verdict(
    units: Sequence[VerifiedUnit],
    *,
    steps: int = STEPS,
    label: Label = "correct",
    kind: VerdictKind = VerdictKind.NO_ERROR_FOUND,
    confidence: float | None = 0.9,
) -> Verdict:
    findings = fuse(units, step_count=steps, settings=FusionSettings())
    return Verdict(
        label=label, kind=kind, confidence=confidence, rationale="Because.", steps=findings
    )


def abstain(
    given_verdict: Verdict,
    units: Sequence[VerifiedUnit],
    *,
    has_judge: bool = False,
    force: bool = False,
) -> Verdict:
    return abstain_if_unjudged(
        given_verdict, units, AuditExtent(has_judge=has_judge), force_label=force
    )


def failed_review(step: int) -> VerifiedUnit:
    lost = LocalReview(unit_id="u", verdict=ReviewVerdict.UNCERTAIN, suspicion=0.5, has_failed=True)
    return unit(step, inconclusive()).model_copy(update={"review": lost})


def test_without_a_judge_one_unsupported_step_is_enough() -> None:
    units = [unit(1, passed()), unit(2, inconclusive())]
    answer = abstain(verdict(units, steps=2), units)
    assert (answer.label, answer.kind, answer.confidence) == (None, VerdictKind.UNDECIDED, None)
    assert "step 2" in answer.rationale


def test_a_step_that_nobody_looked_at_is_unjudged_without_a_judge() -> None:
    units = [unit(1, passed())]
    assert abstain(verdict(units, steps=2), units).kind is VerdictKind.UNDECIDED


def test_a_step_whose_claims_are_all_taken_back_does_not_count() -> None:
    units = [unit(1, passed()), unit(2, inconclusive(), material=False)]
    assert abstain(verdict(units, steps=2), units).kind is VerdictKind.NO_ERROR_FOUND


def test_a_judge_answers_for_what_could_not_be_proved() -> None:
    units = [unit(1, inconclusive(InconclusiveReason.PROOF_TIMEOUT))]
    assert abstain(verdict(units), units, has_judge=True) == verdict(units)


@pytest.mark.parametrize(
    "lost", [failed_review(2), unit(2, inconclusive(InconclusiveReason.BUDGET_EXHAUSTED))]
)
def test_a_judge_that_was_cut_off_does_not_answer_for_the_step(lost: VerifiedUnit) -> None:
    units = [unit(1, passed()), lost]
    answer = abstain(verdict(units, steps=2), units, has_judge=True)
    assert answer.kind is VerdictKind.UNDECIDED
    assert "review failed or the budget ended: step 2" in answer.rationale


def test_what_a_cut_audit_did_not_come_to_is_unjudged_even_with_a_judge() -> None:
    units = [unit(1, inconclusive())]
    whole = verdict(units, steps=3)
    assert abstain(whole, units, has_judge=True).kind is VerdictKind.NO_ERROR_FOUND
    audit = AuditExtent(frozenset({2, 3}), has_judge=True, is_cut_short=True)
    assert "steps 2, 3" in abstain_if_unjudged(whole, units, audit, force_label=False).rationale


@pytest.mark.parametrize("result", [inconclusive(), passed()])
def test_a_step_looked_at_in_part_before_the_budget_ended_is_unjudged(result: LocalResult) -> None:
    units = [unit(1, result)]
    whole = verdict(units, steps=1)
    audit = AuditExtent(frozenset({1}), has_judge=True, is_cut_short=True)
    assert abstain_if_unjudged(whole, units, audit, force_label=False).label is None
    uncut = audit._replace(is_cut_short=False)
    assert abstain_if_unjudged(whole, units, uncut, force_label=False) == whole


def test_without_a_judge_support_of_some_claims_is_no_support_of_the_step() -> None:
    units = [unit(1, passed())]
    audit = AuditExtent(frozenset({1}))
    answer = abstain_if_unjudged(verdict(units, steps=1), units, audit, force_label=False)
    assert answer.kind is VerdictKind.UNDECIDED


def test_evidence_that_no_judge_read_leaves_all_unsupported_steps_unjudged() -> None:
    units = [unit(1, passed()), unit(2, inconclusive())]
    audit = AuditExtent(has_judge=True, is_unread=True)
    findings = verdict(units, steps=2).steps
    assert unjudged_steps(findings, units, audit) == (2,)


def test_a_forced_label_stays_and_says_that_it_is_forced() -> None:
    answer = abstain(verdict([]), [], force=True)
    assert (answer.label, answer.kind) == ("correct", VerdictKind.NO_ERROR_FOUND)
    assert answer.rationale.startswith("Forced label, otherwise undecided")


def test_many_unjudged_steps_are_listed_up_to_a_limit() -> None:
    assert abstain(verdict([], steps=40), []).rationale.endswith("11, 12, ….")


@given(UNITS, st.booleans(), CONFIDENCES, CONFIDENCES)
def test_the_answer_never_turns_on_confidence(
    units: list[VerifiedUnit], has_judge: bool, one: float | None, other: float | None
) -> None:
    answers = [
        abstain(verdict(units, confidence=c), units, has_judge=has_judge) for c in (one, other)
    ]
    assert answers[0].kind is answers[1].kind
    assert answers[0].label == answers[1].label


@given(UNITS, st.booleans(), st.booleans())
def test_no_other_verdict_is_changed(
    units: list[VerifiedUnit], has_judge: bool, force: bool
) -> None:
    for kind in (VerdictKind.FIRST_ERROR, VerdictKind.RISKY_STEP):
        named = verdict(units, label=2, kind=kind)
        assert abstain(named, units, has_judge=has_judge, force=force) == named


@given(UNITS, st.booleans())
def test_support_never_makes_a_step_unjudged_and_a_judge_never_adds_one(
    units: list[VerifiedUnit], has_judge: bool
) -> None:
    findings = fuse(units, step_count=STEPS, settings=FusionSettings())
    unjudged = unjudged_steps(findings, units, AuditExtent(has_judge=has_judge))
    supported = {f.index for f in findings if f.status is StepStatus.SUPPORTED}
    assert not supported & set(unjudged)
    assert set(unjudged_steps(findings, units, AuditExtent(has_judge=True))) <= set(
        unjudged_steps(findings, units, AuditExtent(has_judge=False))
    )


@given(UNITS, st.integers(1, STEPS))
def test_a_refuted_step_is_judged(units: list[VerifiedUnit], step: int) -> None:
    more = [*units, unit(step, refuted())]
    findings = fuse(more, step_count=STEPS, settings=FusionSettings())
    assert step not in unjudged_steps(findings, more, AuditExtent(has_judge=False))
