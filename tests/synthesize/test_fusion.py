"""The laws of fusion: could-not-check never becomes an error, and order never matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import (
    ClaimUse,
    DegenerateCheck,
    InconclusiveReason,
    LocalResult,
    Outcome,
    RefutationForm,
    Refuted,
)
from faithsieve.records.faithfulness import EvidenceDirection, GateStatus
from faithsieve.records.obligation import MOST_SHOWN
from faithsieve.records.settings import Convention, FusionRule, FusionSettings, Rigour
from faithsieve.records.verdict import StepStatus
from faithsieve.records.verification import ReviewVerdict, VerifiedUnit
from faithsieve.synthesize.fusion import (
    Basis,
    decisive_evidence,
    error_of_other_convention,
    first_error,
    fuse,
    is_symptom,
    may_be_gap,
    proved_steps,
    uncertain_prefix,
)
from support.local_evidence import (
    LEAN,
    SOME_UNITS,
    STEPS,
    UNITS,
    false_number,
    inconclusive,
    passed,
    refuted,
    report,
    review,
    ruling,
    unit,
    with_result,
)
from support.obligations import make_obligation

BASIS = Basis()


def status_of(*units: VerifiedUnit, step: int = 2, basis: Basis = BASIS) -> StepStatus:
    return fuse(units, step_count=STEPS, basis=basis)[step - 1].status


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
    before = fuse(units, step_count=STEPS, basis=BASIS)
    more = with_result(units, position, inconclusive(reason))
    after = fuse(more, step_count=STEPS, basis=BASIS)
    assert first_error(after) == first_error(before)


@given(SOME_UNITS, st.integers(0, 5))
def test_a_passed_obligation_never_makes_a_step_worse(
    units: list[VerifiedUnit], position: int
) -> None:
    before = fuse(units, step_count=STEPS, basis=BASIS)
    after = fuse(with_result(units, position, passed()), step_count=STEPS, basis=BASIS)
    assert all(RANK[new.status] <= RANK[old.status] for old, new in zip(before, after, strict=True))


@given(UNITS)
def test_claims_that_the_text_takes_back_never_decide(units: list[VerifiedUnit]) -> None:
    # Computed claims are another matter: a mark that a reader set is no quotation.
    units = [
        u for u in units if not any(isinstance(r, Refuted) and r.is_arithmetic for r in u.results)
    ]
    material = [u for u in units if u.is_material]
    with_all = fuse(units, step_count=STEPS, basis=BASIS)
    assert first_error(with_all) == first_error(fuse(material, step_count=STEPS, basis=BASIS))


@given(UNITS, st.sets(st.sampled_from(FusionRule)))
def test_a_step_is_incorrect_only_under_a_rule_that_is_switched_on(
    units: list[VerifiedUnit], rules: set[FusionRule]
) -> None:
    basis = Basis(FusionSettings(rules=tuple(rules)))
    for finding in fuse(units, step_count=STEPS, basis=basis):
        assert {item.rule for item in decisive_evidence(finding)} <= rules
        assert (finding.status is StepStatus.INCORRECT) == bool(decisive_evidence(finding))


@given(UNITS, st.integers(1, STEPS), st.sampled_from(RefutationForm))
def test_negative_evidence_at_a_step_can_only_move_the_answer_to_it_or_earlier(
    units: list[VerifiedUnit], step: int, form: RefutationForm
) -> None:
    before = first_error(fuse(units, step_count=STEPS, basis=BASIS))
    more = [*units, unit(step, refuted(form))]
    after = first_error(fuse(more, step_count=STEPS, basis=BASIS))
    assert after in (before, step)
    if before is not None:
        assert after is not None
        assert after <= before


WEAK = refuted(RefutationForm.NOT_FROM_CITED)
IDLE = inconclusive(InconclusiveReason.NO_CLAIM)
COUNTEREXAMPLE = refuted(RefutationForm.NOT_ENTAILED)


def gated(direction: EvidenceDirection) -> Refuted:
    return refuted(gate=report(GateStatus.REPAIRABLE_DRIFT, direction=direction))


def resting_on(premises: int) -> VerifiedUnit:
    """A counterexample to a claim that stands after so many earlier ones."""
    obligation = make_obligation("x = 2", *(f"x > {n}" for n in range(premises)))
    known = unit(2, COUNTEREXAMPLE.changed(obligation_id=obligation.id))
    return known.changed(obligations=(obligation,))


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
        (resting_on(MOST_SHOWN), StepStatus.INCORRECT),
        # Who stated it saw only the latest of its premises.
        (resting_on(MOST_SHOWN + 1), StepStatus.UNCERTAIN),
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


@given(UNITS)
def test_where_something_may_be_supposed_unseen_nothing_that_lean_says_refutes(
    units: list[VerifiedUnit],
) -> None:
    unseen = [u.changed(has_all_assumptions=False) for u in units]
    for finding in fuse(unseen, step_count=STEPS, basis=BASIS):
        assert {item.rule for item in decisive_evidence(finding)} <= {FusionRule.FALSE_NUMBERS}


@pytest.mark.parametrize("material", [True, False])
def test_no_bare_opinion_talks_false_arithmetic_away(material: bool) -> None:
    computed = unit(2, false_number(), material=material)
    sound = read_by(ReviewVerdict.CORRECT)
    assert status_of(computed) is StepStatus.INCORRECT
    assert status_of(computed, sound) is StepStatus.INCORRECT


def test_a_quoted_ruling_sets_false_arithmetic_aside_and_leaves_it_refuted() -> None:
    computed = unit(2, false_number())
    aside = BASIS._replace(rulings=(ruling(computed, ClaimUse.TRIAL, material=False),))
    (item,) = fuse([computed], step_count=STEPS, basis=aside)[1].evidence
    assert (item.rule, item.outcome, item.decides) == ("set_aside", "refuted", False)
    assert status_of(computed, basis=aside) is StepStatus.UNCERTAIN


@pytest.mark.parametrize("form", sorted(RefutationForm))
def test_what_the_proof_does_not_rest_on_is_a_slip_except_under_first_false(
    form: RefutationForm,
) -> None:
    known = unit(2, refuted(form), objection=True)
    slip = BASIS._replace(rulings=(ruling(known, material=False),))
    item = next(e for e in fuse([known], step_count=STEPS, basis=slip)[1].evidence if e.use)
    assert (item.rule, item.outcome, item.decides) == ("literal_slip", "slip", False)
    assert item.use == "Step 3 divides by it (step 3: “divide by x”)."
    assert "asked" in item.artifacts
    assert status_of(known, basis=slip) is StepStatus.UNCERTAIN
    assert status_of(known, basis=slip.by("first-false")) is StepStatus.INCORRECT
    used = BASIS._replace(rulings=(ruling(known, ClaimUse.USED, material=True),))
    assert status_of(known, basis=used) is StepStatus.INCORRECT


ONLY_DEGENERATE = refuted(RefutationForm.NOT_ENTAILED).changed(
    degenerate=DegenerateCheck(excluded=("u ≠ 0",), outcome=Outcome.PASSED, lean=LEAN)
)
ROBUST = ONLY_DEGENERATE.changed(
    degenerate=DegenerateCheck(excluded=("u ≠ 0",), outcome=Outcome.REFUTED, lean=LEAN)
)


@pytest.mark.parametrize("convention", ["material", "first-false"])
@pytest.mark.parametrize(
    ("rigour", "status"),
    [
        ("school", StepStatus.UNCERTAIN),
        ("contest", StepStatus.UNCERTAIN),
        ("textbook", StepStatus.INCORRECT),
    ],
)
def test_a_degenerate_counterexample_decides_only_in_a_textbook(
    rigour: Rigour, status: StepStatus, convention: Convention
) -> None:
    basis = Basis(rigour=rigour).by(convention)
    assert status_of(unit(2, ONLY_DEGENERATE), basis=basis) is status
    assert status_of(unit(2, ROBUST), basis=basis) is StepStatus.INCORRECT


def test_a_thin_reason_for_a_proved_claim_is_a_gap_where_a_reader_rules_so() -> None:
    thin = unit(2, passed(), WEAK, objection=True)
    assert status_of(thin) is StepStatus.INCORRECT
    gap = BASIS._replace(rulings=(ruling(thin, ClaimUse.GAP, material=False),))
    assert status_of(thin, basis=gap) is StepStatus.UNCERTAIN
    items = fuse([thin], step_count=STEPS, basis=gap)[1].evidence
    assert ("gap", "doubt") in [(item.rule, item.outcome) for item in items]


@pytest.mark.parametrize(
    ("known", "may_be"),
    [
        (unit(2, passed(), WEAK), True),
        (unit(2, passed().changed(by_other_reason=True), WEAK), True),
        # A claim that was only supposed, that stayed open or that nobody stated is not proved.
        (unit(2, passed().changed(is_supposed=True), WEAK), False),
        (unit(2, inconclusive(), WEAK), False),
        (unit(2, WEAK), False),
        (unit(2, passed(), COUNTEREXAMPLE), False),
    ],
)
def test_only_the_reason_of_a_proved_claim_may_be_a_gap(known: VerifiedUnit, may_be: bool) -> None:
    last = known.results[-1]
    assert isinstance(last, Refuted)
    assert may_be_gap(last, known) is may_be


@pytest.mark.parametrize(
    ("units", "proved"),
    [
        ((unit(2, passed()),), {2}),
        ((unit(2, passed(), IDLE, objection=True),), {2}),
        ((unit(2, passed(), WEAK, objection=True),), {2}),
        ((unit(2, passed()), unit(2, inconclusive())), set()),
        ((unit(2, passed()), unit(2, objection=True)), set()),
        ((unit(2, passed().changed(is_supposed=True)),), set()),
        ((unit(2, passed().changed(by_other_reason=True)),), {2}),
        ((unit(2, passed(), refuted()),), set()),
        ((unit(2, IDLE),), set()),
    ],
)
def test_a_step_is_proved_only_if_every_claim_of_it_is(
    units: tuple[VerifiedUnit, ...], proved: set[int]
) -> None:
    assert proved_steps(units) == proved


@given(UNITS, st.integers(1, STEPS))
def test_a_ruling_of_immateriality_never_creates_an_error(
    units: list[VerifiedUnit], step: int
) -> None:
    rulings = tuple(ruling(u, material=False) for u in units if u.step == step)
    before = first_error(fuse(units, step_count=STEPS, basis=BASIS))
    after = first_error(fuse(units, step_count=STEPS, basis=BASIS._replace(rulings=rulings)))
    assert before is None or after is None or after >= before


@given(UNITS)
def test_evidence_is_called_refuted_only_if_it_decides_or_is_arithmetic_set_aside(
    units: list[VerifiedUnit],
) -> None:
    for finding in fuse(units, step_count=STEPS, basis=BASIS):
        for item in finding.evidence:
            assert (item.outcome != "refuted") or item.decides or item.rule == "set_aside"


def test_evidence_against_a_withdrawn_claim_is_reported_but_does_not_decide() -> None:
    withdrawn = unit(2, refuted(), material=False)
    finding = fuse((withdrawn,), step_count=STEPS, basis=BASIS)[1]
    assert finding.status is StepStatus.UNCERTAIN
    assert [(e.outcome, e.rule) for e in finding.evidence] == [("slip", "taken_back")]
    assert status_of(withdrawn, basis=BASIS.by("first-false")) is StepStatus.INCORRECT


def test_the_uncertain_prefix_is_what_lies_before_the_error() -> None:
    findings = fuse(
        (unit(1, inconclusive()), unit(2, passed()), unit(3, refuted()), unit(4, inconclusive())),
        step_count=STEPS,
        basis=BASIS,
    )
    assert first_error(findings) == 3
    assert uncertain_prefix(findings, 3) == (1,)


NUMBER = false_number()


@pytest.mark.parametrize(
    ("units", "symptom"),
    [
        ((unit(3, NUMBER),), True),
        ((unit(1, passed()), unit(2, passed()), unit(3, NUMBER)), False),
        ((unit(3, NUMBER, refuted()),), False),
        ((unit(1, NUMBER),), False),
    ],
    ids=["alone", "all settled before", "and Lean", "at the first step"],
)
def test_a_false_number_behind_unsettled_steps_is_a_symptom(
    units: tuple[VerifiedUnit, ...], symptom: bool
) -> None:
    findings = fuse(units, step_count=STEPS, basis=BASIS)
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
    findings = fuse((unit(3, refuted(lean=lean)),), step_count=STEPS, basis=BASIS)
    assert first_error(findings) == 3
    assert is_symptom(findings, 3) == is_number


def test_a_result_that_repeats_a_lint_finding_is_not_counted_twice() -> None:
    finding = NUMBER.changed(finding="lint/2/1")
    alone = finding.changed(obligation_id="lint/2/1")
    _, step = fuse([unit(2, finding), unit(2, alone)], step_count=2, basis=BASIS)
    assert len(step.evidence) == 1
    assert step.status is StepStatus.INCORRECT


def test_the_other_convention_names_the_error_that_the_chosen_one_passes_over() -> None:
    taken_back = unit(1, refuted(), material=False)
    kept = unit(3, refuted())
    units = [taken_back, kept]
    other = error_of_other_convention(units, 3, step_count=STEPS, basis=BASIS)
    assert other == 1
    false = BASIS.by("first-false")
    assert error_of_other_convention(units, 1, step_count=STEPS, basis=false) == 3
    assert error_of_other_convention([kept], 3, step_count=STEPS, basis=BASIS) is None
