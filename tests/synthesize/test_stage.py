"""Stage three: which step is named, on what grounds, and what no reply can bring about."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import ClaimUse, InconclusiveReason, RefutationForm
from faithsieve.records.proof import Label, StepIndex
from faithsieve.records.settings import FusionRule, FusionSettings
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.confidence import GROUNDS
from support.local_evidence import (
    SOME_UNITS,
    STEPS,
    UNITS,
    decide,
    false_number,
    inconclusive,
    passed,
    refuted,
    ruling,
    shuffled,
    unit,
    with_result,
)


async def test_the_earliest_refuted_step_is_the_first_error_and_no_model_is_asked() -> None:
    model = ScriptedModel([])
    sound = unit(1, inconclusive())
    verdict = await decide(unit(3, refuted()), unit(2, refuted()), sound, model=model)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.FIRST_ERROR)
    assert "2 + 2 is not 5" in verdict.rationale
    assert Digest("abc") in verdict.artifacts
    assert model.requests == ()


async def test_a_step_named_by_the_final_synthesis_is_risky_not_refuted() -> None:
    model = ScriptedModel(['{"label":2,"confidence":0.7,"reason":"Step 2 divides by zero."}'])
    verdict = await decide(unit(1, passed()), unit(2, inconclusive()), model=model)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.RISKY_STEP)
    assert verdict.confidence == 0.7
    statuses = [StepStatus.SUPPORTED, StepStatus.UNCERTAIN, StepStatus.UNCHECKED]
    assert [step.status for step in verdict.steps] == statuses


@pytest.mark.parametrize(
    ("supported", "label", "kind", "words"),
    [
        ((1,), None, VerdictKind.UNDECIDED, "2 of 3 steps are not supported"),
        ((1, 2, 3), "correct", VerdictKind.NO_ERROR_FOUND, "3 of 3 steps"),
    ],
)
async def test_without_a_judge_every_step_must_be_supported(
    supported: tuple[int, ...], label: Label | None, kind: VerdictKind, words: str
) -> None:
    verdict = await decide(*(unit(step, passed()) for step in supported))
    assert (verdict.label, verdict.kind, verdict.confidence) == (label, kind, None)
    assert words in verdict.rationale


def number(step: StepIndex) -> VerifiedUnit:
    return unit(step, false_number())


def says(label: str, confidence: float = 0.8) -> str:
    return f'{{"label":{label},"confidence":{confidence},"reason":"A term is lost."}}'


async def test_a_false_number_is_traced_to_the_step_it_comes_from() -> None:
    model = ScriptedModel([says("1")])
    verdict = await decide(number(3), unit(2, passed()), model=model)
    assert (verdict.label, verdict.kind, verdict.confidence) == (1, VerdictKind.RISKY_STEP, 0.8)
    assert verdict.steps[2].status is StepStatus.INCORRECT
    assert "A term is lost." in verdict.rationale
    assert "2 + 2 is not 5" in verdict.rationale
    shown = model.requests[0].messages[-1].content
    assert "refuted, numeric" in shown
    assert "Step 3: three" in shown


@pytest.mark.parametrize(
    ("step", "reply", "may_be_earlier"),
    [
        (3, says("3"), False),
        # No answer talks a false number away, and none traces it to a later step.
        (3, says('"correct"'), True),
        (3, "no idea", True),
        (2, says("3"), True),
    ],
)
async def test_a_false_number_that_comes_from_nowhere_else_is_the_first_error(
    step: int, reply: str, may_be_earlier: bool
) -> None:
    verdict = await decide(number(step), model=ScriptedModel([reply, reply]))
    assert (verdict.label, verdict.kind) == (step, VerdictKind.FIRST_ERROR)
    assert verdict.may_be_earlier is may_be_earlier


@pytest.mark.parametrize(
    ("answer", "label", "kind"),
    [
        ("1", 1, VerdictKind.RISKY_STEP),
        # No settled step and no later one.
        ("2", 3, VerdictKind.FIRST_ERROR),
        ("4", 3, VerdictKind.FIRST_ERROR),
        ('"correct"', 3, VerdictKind.FIRST_ERROR),
    ],
)
async def test_an_adjudication_may_name_a_step_before_the_refuted_one_that_stayed_open(
    answer: str, label: int, kind: VerdictKind
) -> None:
    model = ScriptedModel([says(answer)])
    units = (unit(1, inconclusive(), objection=True), unit(2, passed()), unit(3, refuted()))
    verdict = await decide(*units, model=model, steps=4)
    assert (verdict.label, verdict.kind) == (label, kind)
    (request,) = model.requests
    assert request.prompt.id == "synthesize/adjudication"
    assert "reviewer objects (0.90)" in request.messages[-1].content


async def test_nobody_is_asked_about_a_step_before_the_error_that_can_not_be_wrong() -> None:
    units = (unit(1, passed()), unit(3, refuted()))
    asked, spared = ScriptedModel([says("2")]), ScriptedModel([])
    verdict = await decide(*units, model=asked)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.RISKY_STEP)
    verdict = await decide(*units, model=spared, statuses={2: ClaimStatus.ANNOUNCED})
    assert (verdict.label, verdict.kind) == (3, VerdictKind.FIRST_ERROR)


async def test_a_false_number_is_an_error_at_or_before_it_unless_all_before_is_proved() -> None:
    model = ScriptedModel([])
    verdict = await decide(unit(1, passed()), number(2), model=model)
    assert (verdict.label, verdict.may_be_earlier) == (2, False)
    assert verdict.confidence == GROUNDS[FusionRule.FALSE_NUMBERS].value
    unsettled = await decide(number(2))
    assert (unsettled.label, unsettled.kind) == (2, VerdictKind.FIRST_ERROR)
    assert unsettled.may_be_earlier
    assert "at or before step 2" in unsettled.rationale


async def test_the_same_evidence_is_told_once() -> None:
    verdict = await decide(unit(1, refuted()), unit(1, false_number()))
    assert verdict.rationale.count("2 + 2 is not 5") == 1


ANSWERS = st.builds(
    says,
    st.sampled_from(['"correct"', *map(str, range(1, STEPS + 1))]),
    st.sampled_from([0.0, 0.5, 1.0]),
)


async def decide_with(units: Sequence[VerifiedUnit], answer: str) -> Verdict:
    model = ScriptedModel(lambda request: answer)
    return await decide(*units, model=model, steps=STEPS)


def refuted_label(verdict: Verdict) -> Label | None:
    return verdict.label if verdict.kind is VerdictKind.FIRST_ERROR else None


@given(UNITS, ANSWERS)
async def test_the_label_exists_and_the_kind_tells_what_it_rests_on(
    units: list[VerifiedUnit], answer: str
) -> None:
    verdict = await decide_with(units, answer)
    if verdict.label is None:
        assert verdict.kind is VerdictKind.UNDECIDED
        return
    assert verdict.label == "correct" or 1 <= verdict.label <= STEPS
    if isinstance(verdict.label, int):
        status = verdict.steps[verdict.label - 1].status
        is_refuted = status is StepStatus.INCORRECT
        assert (verdict.kind is VerdictKind.FIRST_ERROR) == is_refuted
    else:
        assert all(step.status is not StepStatus.INCORRECT for step in verdict.steps)


@given(SOME_UNITS, st.integers(0, 5), st.sampled_from(InconclusiveReason), ANSWERS)
async def test_what_could_not_be_checked_never_creates_a_first_error(
    units: list[VerifiedUnit], position: int, reason: InconclusiveReason, answer: str
) -> None:
    before = await decide_with(units, answer)
    after = await decide_with(with_result(units, position, inconclusive(reason)), answer)
    assert refuted_label(after) in (None, refuted_label(before))


@given(UNITS, st.randoms(use_true_random=False), ANSWERS)
async def test_the_verdict_does_not_depend_on_the_order_of_the_evidence(
    units: list[VerifiedUnit], chance: random.Random, answer: str
) -> None:
    assert await decide_with(shuffled(units, chance), answer) == await decide_with(units, answer)


@given(UNITS, st.integers(1, STEPS), st.sampled_from(RefutationForm), ANSWERS)
async def test_a_refutation_at_a_step_keeps_the_answer_at_it_or_before_it(
    units: list[VerifiedUnit], step: int, form: RefutationForm, answer: str
) -> None:
    verdict = await decide_with([*units, unit(step, refuted(form), objection=True)], answer)
    assert isinstance(verdict.label, int)
    assert verdict.label <= step


@given(UNITS, ANSWERS)
async def test_with_no_rule_switched_on_nothing_is_refuted(
    units: list[VerifiedUnit], answer: str
) -> None:
    model = ScriptedModel(lambda request: answer)
    verdict = await decide(*units, model=model, steps=STEPS, fusion=FusionSettings(rules=()))
    assert refuted_label(verdict) is None


def names(step: int, quote: str = "") -> str:
    return (
        f'{{"reason":"Step {step} gives no reason.","confidence":0.7,"quote":"{quote}",'
        f'"label":{step}}}'
    )


PROVED = tuple(unit(step, passed(), objection=step == 2) for step in (1, 2, 3))


async def test_a_proved_step_is_no_risky_step_for_a_thin_reason() -> None:
    model = ScriptedModel([names(2), says('"correct"')])
    verdict = await decide(*PROVED, model=model)
    assert (verdict.label, verdict.kind) == ("correct", VerdictKind.NO_ERROR_FOUND)
    first, second = (request.messages[-1].content for request in model.requests)
    assert "all its claims are proved from the givens" in first
    assert "All claims of step 2 are proved" in second
    # Who insists gets no error either, and the gap is shown.
    verdict = await decide(*PROVED, model=ScriptedModel(lambda request: names(2)))
    assert (verdict.label, verdict.kind) == ("correct", VerdictKind.NO_ERROR_FOUND)
    assert verdict.rationale.startswith("A gap, no error at this rigour")


async def test_a_later_step_may_still_be_risky_when_a_gap_is_ruled_out() -> None:
    model = ScriptedModel([names(1), names(3)])
    verdict = await decide(unit(1, passed(), objection=True), unit(3, inconclusive()), model=model)
    assert (verdict.label, verdict.kind) == (3, VerdictKind.RISKY_STEP)


async def test_a_proved_step_is_risky_where_its_false_reason_is_quoted_or_in_a_textbook() -> None:
    steps = ("Clear.", "As every prime is odd, it holds.", "Done.")
    model = ScriptedModel([names(2, "every  prime is odd")])
    verdict = await decide(*PROVED, model=model, texts=steps)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.RISKY_STEP)
    # No step is called supported and named as the likely break at the same time.
    supported = tuple(unit(step, passed()) for step in (1, 2, 3))
    verdict = await decide(*supported, model=ScriptedModel([names(2)]), rigour="textbook")
    assert (verdict.label, verdict.kind) == (2, VerdictKind.RISKY_STEP)
    assert verdict.steps[1].status is StepStatus.UNCERTAIN
    assert verdict.coverage is not None
    assert verdict.coverage.supported == (1, 3)


async def test_an_adjudication_does_not_blame_a_proved_step_for_a_thin_reason() -> None:
    model = ScriptedModel([names(1)])
    verdict = await decide(unit(1, passed(), objection=True), unit(2, refuted()), model=model)
    assert (verdict.label, verdict.kind) == (2, VerdictKind.FIRST_ERROR)


async def test_the_rationale_begins_with_the_use_of_the_refuted_claim() -> None:
    known = unit(2, refuted())
    verdict = await decide(known, rulings=(ruling(known, ClaimUse.USED, material=True),))
    said = "Step 3 divides by it (step 3: “divide by x”). Step 2 is refuted: 2 + 2 is not 5"
    assert verdict.rationale == said
    assert Digest("asked") in verdict.artifacts


async def test_false_arithmetic_that_is_set_aside_leaves_the_proof_undecided() -> None:
    known = number(2)
    aside = (ruling(known, ClaimUse.TRIAL, material=False),)
    for answer in (says('"correct"'), None):
        model = ScriptedModel([answer]) if answer else None
        verdict = await decide(
            known, unit(1, passed()), unit(3, passed()), model=model, rulings=aside
        )
        assert (verdict.label, verdict.kind) == (None, VerdictKind.UNDECIDED)
        assert verdict.steps[1].status is StepStatus.UNCERTAIN
    assert verdict.set_aside == (2,)
    forced = FusionSettings(force_label=True)
    model = ScriptedModel([says('"correct"')])
    verdict = await decide(known, model=model, rulings=aside, fusion=forced)
    assert verdict.label == "correct"
    assert verdict.rationale.startswith("Forced label, otherwise undecided")


async def test_a_slip_leaves_the_answer_to_what_the_proof_rests_on() -> None:
    slip, error = unit(1, refuted()), unit(3, refuted())
    rulings = (ruling(slip, ClaimUse.REMARK, material=False),)
    verdict = await decide(slip, error, unit(2, passed()), rulings=rulings)
    assert (verdict.label, verdict.kind, verdict.other_error) == (3, VerdictKind.FIRST_ERROR, 1)
    assert verdict.steps[0].status is StepStatus.UNCERTAIN
