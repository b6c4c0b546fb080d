"""The laws of fusion: could-not-check never becomes an error, and order never matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import InconclusiveReason, LocalResult, RefutationForm, Refuted
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


WEAK = refuted(RefutationForm.NOT_FROM_CITED)
IDLE = inconclusive(InconclusiveReason.NO_CLAIM)
COUNTEREXAMPLE = refuted(RefutationForm.NOT_ENTAILED)


def gated(direction: EvidenceDirection) -> Refuted:
    return refuted(gate=report(GateStatus.REPAIRABLE_DRIFT, direction=direction))


def read_by(verdict: ReviewVerdict, *results: LocalResult) -> VerifiedUnit:
    return unit(2, *results).changed(review=review(verdict, 0.1))


@pytest.mark.parametrize(
    ("known", "status"),
    [
        (None, StepStatus.UNCHECKED),
        (unit(2, passed(), passed()), StepStatus.SUPPORTED),
        (unit(2, passed(), objection=True), StepStatus.UNCERTAIN),
        (unit(2, refuted()), StepStatus.INCORRECT),
        # A reviewer alone never makes a step incorrect.
        (unit(2, objection=True), StepStatus.UNCERTAIN),
        (unit(2, inconclusive(), objection=True), StepStatus.UNCERTAIN),
        # A weaker statement refutes, a stronger one and one behind a failed gate do not.
        (unit(2, gated(EvidenceDirection.REFUTATION)), StepStatus.INCORRECT),
        (unit(2, gated(EvidenceDirection.SUPPORT)), StepStatus.UNCERTAIN),
        (unit(2, gated(EvidenceDirection.NEITHER), objection=True), StepStatus.UNCERTAIN),
        # A counterexample needs a complete context; a conclusion of cases rests on branches that
        # its context does not show.
        (unit(2, COUNTEREXAMPLE), StepStatus.INCORRECT),
        (unit(2, COUNTEREXAMPLE.changed(report=report(premise=0.5))), StepStatus.UNCERTAIN),
        (unit(2, COUNTEREXAMPLE.changed(report=report(missing=("x",)))), StepStatus.UNCERTAIN),
        (unit(2, COUNTEREXAMPLE).changed(has_whole_context=False), StepStatus.UNCERTAIN),
        # A weak refutation needs a reviewer who agrees.
        (unit(2, WEAK), StepStatus.UNCERTAIN),
        (unit(2, WEAK, objection=True), StepStatus.INCORRECT),
        (unit(2, refuted(RefutationForm.CONTRADICTS_CONTEXT)), StepStatus.UNCERTAIN),
        (
            unit(2, refuted(RefutationForm.CONTRADICTS_CONTEXT), objection=True),
            StepStatus.INCORRECT,
        ),
        # What claims nothing does not keep a step from being supported that a reviewer finds sound.
        (read_by(ReviewVerdict.CORRECT, passed(), IDLE), StepStatus.SUPPORTED),
        (read_by(ReviewVerdict.CORRECT, IDLE), StepStatus.UNCHECKED),
        (read_by(ReviewVerdict.UNCERTAIN, passed(), IDLE), StepStatus.UNCERTAIN),
        (unit(2, passed(), IDLE), StepStatus.UNCERTAIN),
    ],
)
def test_the_status_of_a_step(known: VerifiedUnit | None, status: StepStatus) -> None:
    assert status_of(*([known] if known else [])) is status


@pytest.mark.parametrize("form", [RefutationForm.NUMERIC, RefutationForm.SYMBOLIC])
def test_a_computation_against_a_reviewer_who_calls_it_correct_leaves_the_step_uncertain(
    form: RefutationForm,
) -> None:
    computed = unit(2, refuted(form))
    sound = read_by(ReviewVerdict.CORRECT)
    assert status_of(computed) is StepStatus.INCORRECT
    assert status_of(computed, sound) is StepStatus.UNCERTAIN
    (item,) = fuse([computed, sound], step_count=STEPS, settings=SETTINGS)[1].evidence
    assert "the reviewer calls it correct" in item.summary
    unsure = read_by(ReviewVerdict.UNCERTAIN)
    assert status_of(computed, sound, unsure) is StepStatus.INCORRECT


def test_a_rule_can_be_switched_off() -> None:
    settings = FusionSettings(rules=(FusionRule.REFUTED_OBLIGATION,))
    assert status_of(unit(2, WEAK, objection=True), settings=settings) is StepStatus.UNCERTAIN
    assert status_of(unit(2, refuted()), settings=settings) is StepStatus.INCORRECT


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


NUMBER = refuted(RefutationForm.NUMERIC)


@pytest.mark.parametrize(
    ("units", "symptom"),
    [
        ((unit(3, NUMBER),), True),
        ((unit(1, passed()), unit(2, passed()), unit(3, NUMBER)), False),
        ((unit(3, NUMBER, refuted()),), False),
        ((unit(3, NUMBER, refuted(RefutationForm.SYMBOLIC)),), False),
        ((unit(1, NUMBER),), False),
    ],
    ids=["alone", "all settled before", "and Lean", "and algebra", "at the first step"],
)
def test_a_false_number_behind_unsettled_steps_is_a_symptom(
    units: tuple[VerifiedUnit, ...], symptom: bool
) -> None:
    findings = fuse(units, step_count=STEPS, settings=SETTINGS)
    assert is_symptom(findings, first_error(findings) or 0) is symptom


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


def test_a_result_that_repeats_a_lint_finding_is_not_counted_twice() -> None:
    finding = refuted(RefutationForm.SYMBOLIC).changed(finding="lint/2/1")
    alone = finding.changed(obligation_id="lint/2/1")
    _, step = fuse([unit(2, finding), unit(2, alone)], step_count=2, settings=SETTINGS)
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
