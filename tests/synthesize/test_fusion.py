"""The laws of fusion: could-not-check never becomes an error, and order never matters."""

import random

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.digest import Digest
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LeanEvidence,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import AspectScores, FaithfulnessReport, GateStatus
from faithsieve.records.review import LocalReview, ReviewVerdict
from faithsieve.records.settings import FusionRule, FusionSettings
from faithsieve.records.verdict import StepStatus
from faithsieve.synthesize.fusion import (
    UnitInfo,
    first_error,
    fuse,
    uncertain_prefix,
)

SETTINGS = FusionSettings()
STEPS = 5
EFFORT = Effort(route=Route.AUTOMATION)
ASPECTS = AspectScores.model_validate(dict.fromkeys(AspectScores.model_fields, 1.0))
LEAN = LeanEvidence(
    statement="(x : Int) : x = x",
    statement_digest=Digest("d"),
    proved="contradicted",
    body="grind",
    dialect="core",
    toolchain="t",
)


def report(
    status: GateStatus = GateStatus.FAITHFUL, premise: float = 1.0, missing: tuple[str, ...] = ()
) -> FaithfulnessReport:
    return FaithfulnessReport(
        status=status,
        premise_score=premise,
        conclusion_score=1.0,
        holistic_score=1.0,
        faithfulness=premise**0.5,
        aspects=ASPECTS,
        missing_assumptions=missing,
    )


def passed() -> Passed:
    return Passed(obligation_id="o", effort=EFFORT, summary="holds", report=report(), lean=LEAN)


def refuted(
    form: RefutationForm = RefutationForm.CONTRADICTED,
    gate: FaithfulnessReport | None = None,
    lean: LeanEvidence | None = LEAN,
) -> Refuted:
    return Refuted(
        obligation_id="o",
        form=form,
        effort=EFFORT,
        summary="fails",
        report=gate or report(),
        lean=lean,
    )


def inconclusive(reason: InconclusiveReason = InconclusiveReason.PROOF_TIMEOUT) -> Inconclusive:
    return Inconclusive(obligation_id="o", reason=reason)


def review(verdict: ReviewVerdict = ReviewVerdict.INCORRECT, suspicion: float = 0.9) -> LocalReview:
    return LocalReview(unit_id="u", verdict=verdict, suspicion=suspicion, reason="looks off")


def unit(
    step: int, *results: LocalResult, objection: bool = False, material: bool = True
) -> UnitInfo:
    return UnitInfo(
        unit_id=f"u{step}",
        step=step,
        is_material=material,
        review=review() if objection else None,
        results=results,
    )


def status_of(*units: UnitInfo, step: int = 2, settings: FusionSettings = SETTINGS) -> StepStatus:
    return fuse(units, step_count=STEPS, settings=settings)[step - 1].status


RESULTS: st.SearchStrategy[LocalResult] = st.one_of(
    st.builds(passed),
    st.builds(
        refuted,
        st.sampled_from(RefutationForm),
        st.builds(report, st.sampled_from(GateStatus), st.sampled_from([0.5, 0.9, 1.0])),
        st.sampled_from([None, LEAN]),
    ),
    st.builds(inconclusive, st.sampled_from(InconclusiveReason)),
)
REVIEWS = st.none() | st.builds(
    review, st.sampled_from(ReviewVerdict), st.sampled_from([0.0, 0.5, 0.6, 1.0])
)
UNITS = st.lists(
    st.builds(
        UnitInfo,
        unit_id=st.just("u"),
        step=st.integers(1, STEPS),
        is_material=st.booleans(),
        review=REVIEWS,
        results=st.lists(RESULTS, max_size=3).map(tuple),
    ),
    max_size=6,
)
RANK = {
    StepStatus.SUPPORTED: 0,
    StepStatus.UNCHECKED: 1,
    StepStatus.UNCERTAIN: 2,
    StepStatus.INCORRECT: 3,
}


def with_result(units: list[UnitInfo], position: int, result: LocalResult) -> list[UnitInfo]:
    old = units[position]
    new = old.model_copy(update={"results": (*old.results, result)})
    return [*units[:position], new, *units[position + 1 :]]


@given(UNITS, st.sampled_from(InconclusiveReason), st.data())
def test_an_inconclusive_result_never_creates_an_error(
    units: list[UnitInfo], reason: InconclusiveReason, data: st.DataObject
) -> None:
    if not units:
        return
    position = data.draw(st.integers(0, len(units) - 1))
    before = fuse(units, step_count=STEPS, settings=SETTINGS)
    after = fuse(
        with_result(units, position, inconclusive(reason)), step_count=STEPS, settings=SETTINGS
    )
    assert first_error(after) == first_error(before)


@given(UNITS, st.data())
def test_a_passed_obligation_never_makes_a_step_worse(
    units: list[UnitInfo], data: st.DataObject
) -> None:
    if not units:
        return
    position = data.draw(st.integers(0, len(units) - 1))
    before = fuse(units, step_count=STEPS, settings=SETTINGS)
    after = fuse(with_result(units, position, passed()), step_count=STEPS, settings=SETTINGS)
    assert all(RANK[new.status] <= RANK[old.status] for old, new in zip(before, after, strict=True))


@given(UNITS, st.randoms(use_true_random=False))
def test_the_order_of_units_and_results_does_not_matter(
    units: list[UnitInfo], chance: random.Random
) -> None:
    shuffled = [
        u.model_copy(update={"results": tuple(chance.sample(u.results, len(u.results)))})
        for u in chance.sample(units, len(units))
    ]
    assert fuse(units, step_count=STEPS, settings=SETTINGS) == fuse(
        shuffled, step_count=STEPS, settings=SETTINGS
    )


@given(UNITS, st.integers(1, STEPS), st.sampled_from(RefutationForm))
def test_negative_evidence_at_a_step_can_only_move_the_answer_to_it_or_earlier(
    units: list[UnitInfo], step: int, form: RefutationForm
) -> None:
    before = first_error(fuse(units, step_count=STEPS, settings=SETTINGS))
    more = [*units, unit(step, refuted(form))]
    after = first_error(fuse(more, step_count=STEPS, settings=SETTINGS))
    assert after in (before, step)
    if before is not None:
        assert after is not None
        assert after <= before


@given(UNITS)
def test_an_error_always_rests_on_a_refutation(units: list[UnitInfo]) -> None:
    for finding in fuse(units, step_count=STEPS, settings=SETTINGS):
        decisive = [e for e in finding.evidence if e.decides and e.outcome == "refuted"]
        assert (finding.status is StepStatus.INCORRECT) == bool(decisive)


def test_a_step_nobody_looked_at_is_unchecked() -> None:
    assert status_of() is StepStatus.UNCHECKED


def test_passed_obligations_support_a_step() -> None:
    assert status_of(unit(2, passed(), passed())) is StepStatus.SUPPORTED


def test_support_and_an_objection_conflict() -> None:
    assert status_of(unit(2, passed(), objection=True)) is StepStatus.UNCERTAIN


def test_a_contradicted_claim_is_incorrect() -> None:
    assert status_of(unit(2, refuted())) is StepStatus.INCORRECT


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
    blaming = FusionSettings(blame_immaterial=True)
    assert status_of(withdrawn, settings=blaming) is StepStatus.INCORRECT


def test_the_uncertain_prefix_is_what_lies_before_the_error() -> None:
    findings = fuse(
        (unit(1, inconclusive()), unit(2, passed()), unit(3, refuted()), unit(4, inconclusive())),
        step_count=STEPS,
        settings=SETTINGS,
    )
    assert first_error(findings) == 3
    assert uncertain_prefix(findings, 3) == (1,)
