"""The laws of fusion: could-not-check never becomes an error, and order never matters."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import InconclusiveReason, LocalResult, RefutationForm
from faithsieve.records.faithfulness import EvidenceDirection, GateStatus
from faithsieve.records.review import ReviewVerdict
from faithsieve.records.settings import FusionRule, FusionSettings
from faithsieve.records.verdict import StepStatus
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.fusion import (
    decisive_evidence,
    error_of_other_convention,
    first_error,
    fuse,
    is_symptom,
    uncertain_prefix,
)
from support.local_evidence import (
    LEAN,
    SOME_UNITS,
    STEPS,
    UNITS,
    inconclusive,
    passed,
    refuted,
    report,
    review,
    shuffled,
    unit,
    with_result,
)

SETTINGS = FusionSettings()


def status_of(
    *units: VerifiedUnit, step: int = 2, settings: FusionSettings = SETTINGS
) -> StepStatus:
    return fuse(units, step_count=STEPS, settings=settings)[step - 1].status


RANK = {
    StepStatus.SUPPORTED: 0,
    StepStatus.UNCHECKED: 1,
    StepStatus.UNCERTAIN: 2,
    StepStatus.INCORRECT: 3,
}


@given(SOME_UNITS, st.integers(0, 5), st.sampled_from(InconclusiveReason))
def test_an_inconclusive_result_never_creates_an_error(
    units: list[VerifiedUnit], position: int, reason: InconclusiveReason
) -> None:
    before = fuse(units, step_count=STEPS, settings=SETTINGS)
    more = with_result(units, position, inconclusive(reason))
    after = fuse(more, step_count=STEPS, settings=SETTINGS)
    assert first_error(after) == first_error(before)


@given(SOME_UNITS, st.integers(0, 5))
def test_a_passed_obligation_never_makes_a_step_worse(
    units: list[VerifiedUnit], position: int
) -> None:
    before = fuse(units, step_count=STEPS, settings=SETTINGS)
    after = fuse(with_result(units, position, passed()), step_count=STEPS, settings=SETTINGS)
    assert all(RANK[new.status] <= RANK[old.status] for old, new in zip(before, after, strict=True))


@given(UNITS, st.randoms(use_true_random=False))
def test_the_order_of_units_and_results_does_not_matter(
    units: list[VerifiedUnit], chance: random.Random
) -> None:
    assert fuse(units, step_count=STEPS, settings=SETTINGS) == fuse(
        shuffled(units, chance), step_count=STEPS, settings=SETTINGS
    )


@given(UNITS)
def test_claims_that_the_text_takes_back_never_decide(units: list[VerifiedUnit]) -> None:
    material = [u for u in units if u.is_material]
    with_all = fuse(units, step_count=STEPS, settings=SETTINGS)
    assert first_error(with_all) == first_error(fuse(material, step_count=STEPS, settings=SETTINGS))


@given(UNITS, st.sets(st.sampled_from(FusionRule)))
def test_a_step_is_incorrect_only_under_a_rule_that_is_switched_on(
    units: list[VerifiedUnit], rules: set[FusionRule]
) -> None:
    settings = FusionSettings(rules=tuple(rules))
    for finding in fuse(units, step_count=STEPS, settings=settings):
        assert {item.rule for item in decisive_evidence(finding)} <= rules
        assert (finding.status is StepStatus.INCORRECT) == bool(decisive_evidence(finding))


@given(UNITS, st.integers(1, STEPS), st.sampled_from(RefutationForm))
def test_negative_evidence_at_a_step_can_only_move_the_answer_to_it_or_earlier(
    units: list[VerifiedUnit], step: int, form: RefutationForm
) -> None:
    before = first_error(fuse(units, step_count=STEPS, settings=SETTINGS))
    more = [*units, unit(step, refuted(form))]
    after = first_error(fuse(more, step_count=STEPS, settings=SETTINGS))
    assert after in (before, step)
    if before is not None:
        assert after is not None
        assert after <= before


def test_a_step_nobody_looked_at_is_unchecked() -> None:
    assert status_of() is StepStatus.UNCHECKED


def test_passed_obligations_support_a_step() -> None:
    assert status_of(unit(2, passed(), passed())) is StepStatus.SUPPORTED


def test_support_and_an_objection_conflict() -> None:
    assert status_of(unit(2, passed(), objection=True)) is StepStatus.UNCERTAIN


def test_a_contradicted_claim_is_incorrect() -> None:
    assert status_of(unit(2, refuted())) is StepStatus.INCORRECT


@pytest.mark.parametrize("form", [RefutationForm.NUMERIC, RefutationForm.SYMBOLIC])
def test_a_computation_against_a_reviewer_who_calls_it_correct_leaves_the_step_uncertain(
    form: RefutationForm,
) -> None:
    computed = unit(2, refuted(form))
    sound = VerifiedUnit(**{**dict(unit(2)), "review": review(ReviewVerdict.CORRECT, 0.1)})
    assert status_of(computed) is StepStatus.INCORRECT
    assert status_of(computed, sound) is StepStatus.UNCERTAIN
    (item,) = fuse([computed, sound], step_count=STEPS, settings=SETTINGS)[1].evidence
    assert "the reviewer calls it correct" in item.summary
    unsure = VerifiedUnit(**{**dict(unit(2)), "review": review(ReviewVerdict.UNCERTAIN, 0.5)})
    assert status_of(computed, sound, unsure) is StepStatus.INCORRECT


def test_a_weaker_statement_refutes_and_a_stronger_one_does_not() -> None:
    gates = {
        EvidenceDirection.REFUTATION: StepStatus.INCORRECT,
        EvidenceDirection.SUPPORT: StepStatus.UNCERTAIN,
    }
    for direction, status in gates.items():
        gate = report(GateStatus.REPAIRABLE_DRIFT, direction=direction)
        assert status_of(unit(2, refuted(gate=gate))) is status


def test_lean_evidence_behind_a_failed_gate_decides_nothing() -> None:
    drifted = refuted(gate=report(GateStatus.REPAIRABLE_DRIFT))
    assert status_of(unit(2, drifted, objection=True)) is StepStatus.UNCERTAIN


def test_a_counterexample_needs_a_complete_context() -> None:
    thin = refuted(RefutationForm.NOT_ENTAILED, report(premise=0.5))
    missing = refuted(RefutationForm.NOT_ENTAILED, report(missing=("x > 0",)))
    whole = refuted(RefutationForm.NOT_ENTAILED)
    assert status_of(unit(2, thin)) is StepStatus.UNCERTAIN
    assert status_of(unit(2, missing)) is StepStatus.UNCERTAIN
    assert status_of(unit(2, whole)) is StepStatus.INCORRECT
    # A conclusion of cases rests on branches that its context does not show.
    outside = unit(2, whole).model_copy(update={"has_whole_context": False})
    assert status_of(outside) is StepStatus.UNCERTAIN


def test_a_weak_refutation_needs_a_reviewer_who_agrees() -> None:
    weak = refuted(RefutationForm.NOT_FROM_CITED)
    assert status_of(unit(2, weak)) is StepStatus.UNCERTAIN
    assert status_of(unit(2, weak, objection=True)) is StepStatus.INCORRECT


def test_a_rule_can_be_switched_off() -> None:
    settings = FusionSettings(rules=(FusionRule.REFUTED_OBLIGATION,))
    weak = unit(2, refuted(RefutationForm.NOT_FROM_CITED), objection=True)
    assert status_of(weak, settings=settings) is StepStatus.UNCERTAIN
    assert status_of(unit(2, refuted()), settings=settings) is StepStatus.INCORRECT


def test_a_reviewer_alone_never_makes_a_step_incorrect() -> None:
    assert status_of(unit(2, objection=True)) is StepStatus.UNCERTAIN
    assert status_of(unit(2, inconclusive(), objection=True)) is StepStatus.UNCERTAIN


def test_evidence_against_a_withdrawn_claim_is_reported_but_does_not_decide() -> None:
    withdrawn = unit(2, refuted(), material=False)
    finding = fuse((withdrawn,), step_count=STEPS, settings=SETTINGS)[1]
    assert finding.status is StepStatus.UNCERTAIN
    assert [e.outcome for e in finding.evidence] == ["refuted"]
    blaming = FusionSettings(convention="first-false")
    assert status_of(withdrawn, settings=blaming) is StepStatus.INCORRECT


def test_the_uncertain_prefix_is_what_lies_before_the_error() -> None:
    findings = fuse(
        (unit(1, inconclusive()), unit(2, passed()), unit(3, refuted()), unit(4, inconclusive())),
        step_count=STEPS,
        settings=SETTINGS,
    )
    assert first_error(findings) == 3
    assert uncertain_prefix(findings, 3) == (1,)


def test_a_false_number_behind_unsettled_steps_is_a_symptom() -> None:
    number = unit(3, refuted(RefutationForm.NUMERIC))
    proved = (unit(1, passed()), unit(2, passed()))
    assert is_symptom(fuse((number,), step_count=STEPS, settings=SETTINGS), 3)
    assert not is_symptom(fuse((*proved, number), step_count=STEPS, settings=SETTINGS), 3)


def test_what_lean_or_algebra_refutes_is_no_symptom() -> None:
    for form in (RefutationForm.CONTRADICTED, RefutationForm.SYMBOLIC):
        both = (unit(3, refuted(RefutationForm.NUMERIC), refuted(form)),)
        assert not is_symptom(fuse(both, step_count=STEPS, settings=SETTINGS), 3)


@pytest.mark.parametrize(
    ("statement", "is_number"),
    [
        (": (7 * 13 + 10 : Rat) = 114", True),
        (": ((2 : ℤ) + 2 = 5 ∧ 1 < 2)", True),
        ("(x : ℤ) (h1 : x = 2) : x + 2 = 5", False),
        (": ∀ n : Nat, n < 2", False),
    ],
)
def test_a_false_number_stated_in_lean_is_a_symptom_as_well(
    statement: str, is_number: bool
) -> None:
    lean = LEAN.model_copy(update={"statement": statement})
    findings = fuse((unit(3, refuted(lean=lean)),), step_count=STEPS, settings=SETTINGS)
    assert first_error(findings) == 3
    assert is_symptom(findings, 3) == is_number


def test_an_error_can_be_no_symptom_at_the_first_step() -> None:
    number = unit(1, refuted(RefutationForm.NUMERIC))
    assert not is_symptom(fuse((number,), step_count=STEPS, settings=SETTINGS), 1)


def test_a_result_that_repeats_a_lint_finding_is_not_counted_twice() -> None:
    finding = refuted(RefutationForm.SYMBOLIC).model_copy(update={"finding": "lint/2/1"})
    alone = finding.model_copy(update={"obligation_id": "lint/2/1"})
    (step,) = [
        f
        for f in fuse([unit(2, finding), unit(2, alone)], step_count=2, settings=SETTINGS)
        if f.index == 2
    ]
    assert len(step.evidence) == 1
    assert step.status is StepStatus.INCORRECT


def test_the_other_convention_names_the_error_that_the_chosen_one_passes_over() -> None:
    taken_back = unit(1, refuted(), material=False)
    kept = unit(3, refuted())
    units = [taken_back, kept]
    other = error_of_other_convention(units, 3, step_count=STEPS, settings=SETTINGS)
    assert other == 1
    false = FusionSettings(convention="first-false")
    assert error_of_other_convention(units, 1, step_count=STEPS, settings=false) == 3
    assert error_of_other_convention([kept], 3, step_count=STEPS, settings=SETTINGS) is None


def test_a_contradiction_of_an_open_context_counts_together_with_an_objection() -> None:
    weak = refuted(RefutationForm.CONTRADICTS_CONTEXT)
    assert status_of(unit(2, weak)) is StepStatus.UNCERTAIN
    assert status_of(unit(2, weak, objection=True)) is StepStatus.INCORRECT


def test_what_claims_nothing_does_not_keep_a_sound_step_from_being_supported() -> None:
    idle = inconclusive(InconclusiveReason.NO_CLAIM)

    def read_by(verdict: ReviewVerdict | None, *results: LocalResult) -> VerifiedUnit:
        said = review(verdict, 0.1) if verdict else None
        return VerifiedUnit(**(dict(unit(2, *results)) | {"review": said}))

    assert status_of(read_by(ReviewVerdict.CORRECT, passed(), idle)) is StepStatus.SUPPORTED
    assert status_of(read_by(ReviewVerdict.CORRECT, idle)) is StepStatus.UNCHECKED
    assert status_of(read_by(ReviewVerdict.UNCERTAIN, passed(), idle)) is StepStatus.UNCERTAIN
    assert status_of(read_by(None, passed(), idle)) is StepStatus.UNCERTAIN
