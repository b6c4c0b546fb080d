"""The stages together: every way in which nothing could be checked must not become a verdict."""

import asyncio
import json
import time

import pytest
from bench._rehearsal import localize_reply, review_reply

from faithsieve.errors import BudgetExceededError, LeanUnavailableError, ReplyFormatError
from faithsieve.events import OnEvent, unwatched
from faithsieve.llm.accounting import SoftBudgetModel
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatRequest
from faithsieve.records.checked_proof import CheckedProof, Event, EventKind
from faithsieve.records.cost import TokenUsage
from faithsieve.records.proof import Proof
from faithsieve.records.settings import (
    BudgetSettings,
    FusionSettings,
    LocalizeSettings,
    Settings,
    VerifySettings,
)
from faithsieve.records.verdict import StepStatus, VerdictKind
from faithsieve.records.verification import ReviewVerdict
from faithsieve.web.evidence_view import view_evidence
from support.statement_judge import ScriptedJudge

SLIP = Proof.from_texts(
    "Compute the sum.",
    ["We begin with the first two.", "So $17 + 28 = 46$.", "Hence the sum is found."],
)
PLAIN = Proof.from_texts("Show that the plan works.", ["Consider the plan.", "It works."])
CORRECT = '{"label":"correct","confidence":0.6,"reason":"nothing wrong"}'


def reading(final: str = CORRECT, stated: tuple[str, ...] = ()) -> ScriptedModel:
    """A model that reads plainly, reviews nothing, states one thing or nothing, ends as told."""

    async def answer(request: ChatRequest) -> Line:
        match request.prompt.id.split("/"):
            case ["localize", _]:
                return localize_reply(request)
            case ["verify", "review"]:
                return '{"reviews":[]}'
            case ["verify", "statement"]:
                return f'{{"statements":{json.dumps(stated)},"equation":"","obstacle":"unsaid"}}'
            case _:
                return final

    return ScriptedModel(answer)


async def check(
    proof: Proof,
    model: ChatModel | None = None,
    settings: Settings | None = None,
    on_event: OnEvent = unwatched,
) -> CheckedProof:
    return await check_proof(
        proof,
        model=model or reading(),
        judge=ScriptedJudge(unavailable=True),
        settings=settings or Settings(),
        on_event=on_event,
    )


async def test_a_slip_that_code_refutes_is_the_first_error_without_lean_and_told_once() -> None:
    model = reading()
    checked = await check(SLIP, model)
    verdict = checked.verdict
    assert (verdict.label, verdict.kind) == (2, VerdictKind.FIRST_ERROR)
    assert verdict.steps[1].status is StepStatus.INCORRECT
    refuted = [item for item in verdict.steps[1].evidence if item.outcome == "refuted"]
    assert len(refuted) == len(checked.findings) == 1
    fact = "`17 + 28 = 46` is false: 17 + 28 = 45, not 46."
    told = {r.prompt.id for r in model.requests if fact in r.messages[-1].content}
    assert told == {"verify/review", "synthesize/materiality"}
    # The audit never looks past a step that code refuted.
    assert checked.verified is not None
    assert {unit.step for unit in checked.verified.units} == {1, 2}
    assert verdict.coverage is not None
    assert verdict.coverage.not_audited == (3,)


async def test_with_the_lint_switched_off_nothing_of_it_is_left() -> None:
    checked = await check(SLIP, settings=Settings(lint=False))
    assert checked.findings == ()
    assert checked.verdict.kind is not VerdictKind.FIRST_ERROR


async def test_a_dead_lean_and_a_review_without_opinions_leave_a_proof_undecided() -> None:
    model = reading()
    checked = await check(PLAIN, model)
    assert (checked.verdict.label, checked.verdict.kind) == (None, VerdictKind.UNDECIDED)
    statuses = {step.status for step in checked.verdict.steps}
    assert statuses <= {StepStatus.UNCERTAIN, StepStatus.UNCHECKED}
    # The verdict cites every call behind it, and what went wrong stands once among the notes.
    artifacts = checked.verdict.artifacts
    assert len(artifacts) == len(set(artifacts)) > 0
    assert checked.localization is not None
    assert set(checked.localization.artifacts) <= set(artifacts)
    notes = view_evidence(checked).notes
    assert len(notes) == len(set(notes)) > 0
    forced = Settings(fusion=FusionSettings(force_label=True))
    assert (await check(PLAIN, settings=forced)).verdict.label == "correct"


async def test_a_plain_reading_without_a_judge_of_last_resort_asks_only_about_claims() -> None:
    settings = Settings(
        localize=LocalizeSettings(reader="plain"), fusion=FusionSettings(ask_model=False)
    )
    model = reading("must not be asked")
    checked = await check(PLAIN, model, settings)
    assert {r.prompt.id.partition("/")[0] for r in model.requests} == {"verify"}
    assert checked.verdict.kind is VerdictKind.UNDECIDED
    assert checked.localization is not None
    assert checked.localization.artifacts == ()


async def test_malformed_replies_throughout_end_in_an_error_never_in_a_label() -> None:
    with pytest.raises(ReplyFormatError):
        await check(PLAIN, ScriptedModel(lambda request: "no idea"))


async def test_whoever_watches_sees_the_stages_in_order() -> None:
    seen: list[Event] = []
    await check(PLAIN, on_event=seen.append)
    stages = [event.stage for event in seen if event.kind is EventKind.STAGE_BEGAN]
    assert stages == ["lint", "localize", "verify", "synthesize"]
    assert seen[-1].kind is EventKind.VERDICT


async def test_a_budget_of_a_proof_ends_its_audit_and_says_what_was_left() -> None:
    spent = Settings(budget=BudgetSettings(proof_tokens=1))
    model = reading()

    async def answer(request: ChatRequest) -> Line:
        reply = await model.complete(request)
        return reply.model_copy(update={"usage": TokenUsage(input_tokens=9, output_tokens=1)})

    checked = await check(PLAIN, ScriptedModel(answer), spent)
    assert checked.verdict.kind is VerdictKind.UNDECIDED
    coverage = checked.verdict.coverage
    assert coverage is not None
    assert (coverage.not_audited, coverage.cut_by) == ((1, 2), "tokens")
    assert not checked.verified or not checked.verified.units


def _costing(verdict: ReviewVerdict) -> ScriptedModel:
    """A model whose calls cost ten tokens each, and whose reviews are sure."""
    suspicion = 0.0 if verdict is ReviewVerdict.CORRECT else 1.0

    async def sure(request: ChatRequest) -> Line:
        if request.prompt.id != "verify/review":
            return await _reviewed(request)
        said = review_reply(request.messages[-1].content, verdict)
        return said.changed(reviews=tuple(each.changed(s=suspicion) for each in said.reviews))

    async def answer(request: ChatRequest) -> Line:
        reply = await ScriptedModel(sure).complete(request)
        return reply.model_copy(update={"usage": TokenUsage(input_tokens=9, output_tokens=1)})

    return ScriptedModel(answer)


THREE = Proof.from_texts("Show it.", [f"Claim {word}." for word in ("one", "two", "three")])


@pytest.mark.parametrize("verdict", [ReviewVerdict.CORRECT, ReviewVerdict.INCORRECT])
@pytest.mark.parametrize("review", [True, False])
async def test_a_proof_whose_audit_began_is_reviewed_to_its_end_and_no_more_when_its_budget_ends(
    verdict: ReviewVerdict, review: bool
) -> None:
    settings = Settings(
        localize=LocalizeSettings(sweep_units=1, short_units=0),
        verify=VerifySettings(review=review, trust_gate=True),
        budget=BudgetSettings(proof_tokens=15),
    )
    model = _costing(verdict)
    checked = await check(THREE, model, settings)
    asked = [request.prompt.id for request in model.requests]
    coverage = checked.verdict.coverage
    assert coverage is not None
    assert coverage.cut_by == "tokens"
    # What stands in the first window is stated where it is doubted; behind it, nothing is.
    is_doubted = not review or verdict is ReviewVerdict.INCORRECT
    assert asked.count("verify/statement") == int(is_doubted)
    if review:
        assert (asked.count("verify/review"), coverage.not_audited) == (2, ())
        assert checked.verdict.kind is VerdictKind.NO_ERROR_FOUND
    else:
        assert (asked.count("verify/review"), coverage.not_audited) == (0, (2, 3))
        assert checked.verdict.kind is VerdictKind.UNDECIDED


async def _reviewed(request: ChatRequest) -> Line:
    if request.prompt.id == "verify/review":
        return review_reply(request.messages[-1].content, ReviewVerdict.CORRECT)
    return await reading().complete(request)


def _affording(calls: int) -> ScriptedModel:
    async def answer(request: ChatRequest) -> Line:
        if len(model.requests) > calls:
            raise BudgetExceededError("all is spent", limit="money")
        return await _reviewed(request)

    model = ScriptedModel(answer)
    return model


async def test_wherever_the_budget_of_a_run_ends_a_single_check_keeps_what_was_judged() -> None:
    whole = _affording(100)
    assert (await check(PLAIN, whole)).verdict.kind is VerdictKind.NO_ERROR_FOUND
    for calls in range(len(whole.requests)):
        checked = await check(PLAIN, SoftBudgetModel(_affording(calls)))
        assert (checked.verdict.label, checked.verdict.kind) == (None, VerdictKind.UNDECIDED)
        assert "the budget ended" in checked.verdict.rationale
        assert checked.verdict.coverage is not None
        assert checked.verdict.coverage.cut_by == "money"
        with pytest.raises(BudgetExceededError):
            # A run of many proofs stops instead, and goes on later.
            await check(PLAIN, _affording(calls))


async def test_a_refuted_step_stays_the_verdict_when_the_budget_ends() -> None:
    async def answer(request: ChatRequest) -> Line:
        raise BudgetExceededError("all is spent")

    checked = await check(SLIP, SoftBudgetModel(ScriptedModel(answer)))
    assert checked.verdict.kind is VerdictKind.FIRST_ERROR


def test_a_row_id_has_no_way_into_a_prompt() -> None:
    assert "id" not in Proof.model_fields


STATABLE = Proof.from_texts(
    "Let x be an integer with x > 3.", ["Since x > 3, we have x^2 > 9.", "Hence x^2 + 1 > 10."]
)
BY_CODE = Settings(
    localize=LocalizeSettings(reader="plain", schedule="every_unit"),
    verify=VerifySettings(review=False, trust_gate=True),
    fusion=FusionSettings(ask_model=False),
)


async def test_without_lean_a_label_rests_on_an_opinion_or_there_is_none() -> None:
    model = reading(stated=("(x : Int) (h1 : x > 3) : x ^ 2 > 9",))
    verdict = (await check(STATABLE, model, settings=BY_CODE)).verdict
    assert verdict.kind is VerdictKind.UNDECIDED
    assert verdict.without_lean
    asking = BY_CODE.changed(fusion=FusionSettings())
    opinion = (await check(STATABLE, model, settings=asking)).verdict
    assert opinion.label == "correct"
    assert opinion.without_lean
    assert opinion.rationale.startswith("Lean could not be asked")
    forced = BY_CODE.changed(fusion=FusionSettings(ask_model=False, force_label=True))
    with pytest.raises(LeanUnavailableError, match="Lean could not be asked"):
        await check(STATABLE, model, settings=forced)


@pytest.mark.parametrize("text", ["$ ", "((", "{{", "\\\\", "^^", "$x$ so "])
async def test_code_stages_take_time_in_proportion_to_a_hostile_step(text: str) -> None:
    async def seconds(length: int) -> float:
        proof = Proof.from_texts("Show it.", [text * (length // len(text))])
        began = time.process_time()
        await check_proof(proof, model=reading(), judge=ScriptedJudge(), settings=BY_CODE)
        return time.process_time() - began

    # Four times the text; a quadratic reading would take sixteen times as long.
    assert await seconds(12_000) < 8 * await seconds(3_000) + 1.0


async def test_other_proofs_go_on_while_code_reads_one() -> None:
    ticks = 0
    ticks_when_began: dict[str, int] = {}

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    def note(event: Event) -> None:
        if event.kind is EventKind.STAGE_BEGAN:
            ticks_when_began[event.stage] = ticks

    ticking = asyncio.create_task(tick())
    try:
        await check(SLIP, reading(), Settings(), on_event=note)
    finally:
        ticking.cancel()
    assert ticks_when_began["localize"] > ticks_when_began["lint"]


ROUND = Proof.from_texts(
    "Compute 3 * 4 + 1.",
    [
        "We have 9 * 9 = 80.",
        "But 80 stood there for a larger product.",
        "Hence 3 * 4 + 1 = 14.",
    ],
)


def weighing(*claims: str, review: ReviewVerdict = ReviewVerdict.CORRECT) -> ScriptedModel:
    """A model that finds everything sound, and rules on refuted claims as told, call by call."""
    rulings = iter(claims)

    async def answer(request: ChatRequest) -> Line:
        if request.prompt.id == "synthesize/materiality":
            return f'{{"claims":[{next(rulings)}]}}'
        if request.prompt.id == "verify/review":
            return review_reply(request.messages[-1].content, review)
        return await reading().complete(request)

    return ScriptedModel(answer)


def ruling(n: int, use: str, quote: str) -> str:
    return f'{{"n":{n},"reason":"Step 2 corrects it.","quote":"{quote}","use":"{use}"}}'


def questions(model: ScriptedModel) -> int:
    return sum(r.prompt.id == "synthesize/materiality" for r in model.requests)


TAKEN_BACK = ruling(1, "mended", "stood there for a larger product")


async def test_a_model_that_finds_everything_sound_does_not_remove_false_arithmetic() -> None:
    model = weighing(ruling(1, "remark", "9 * 9 = 80"))
    verdict = (await check(ROUND, model)).verdict
    assert (verdict.label, verdict.kind) == (1, VerdictKind.FIRST_ERROR)
    assert verdict.steps[0].status is StepStatus.INCORRECT
    assert questions(model) == 1


async def test_behind_a_claim_that_nothing_rests_on_the_audit_goes_on_to_the_next_error() -> None:
    used = ruling(2, "used", "Hence 3 * 4 + 1 = 14")
    model = weighing(f"{TAKEN_BACK},{used}")
    checked = await check(ROUND, model)
    verdict = checked.verdict
    assert (verdict.label, verdict.kind) == (3, VerdictKind.FIRST_ERROR)
    assert questions(model) == 1
    assert verdict.steps[0].status is StepStatus.UNCERTAIN
    assert verdict.other_error == 1
    # What had been left out behind the first finding was looked at after all.
    assert checked.verified is not None
    assert {unit.step for unit in checked.verified.units} >= {1, 2}
    assert not any(unit.was_dropped for unit in checked.verified.units if unit.step < 3)


async def test_arithmetic_that_the_text_takes_back_leaves_the_proof_at_best_undecided() -> None:
    both = ROUND.changed(steps=ROUND.steps[:2])
    verdict = (await check(both, weighing(TAKEN_BACK))).verdict
    assert (verdict.label, verdict.kind) == (None, VerdictKind.UNDECIDED)
    assert "stood there for a larger product" in verdict.rationale


async def test_no_more_than_two_questions_are_asked_and_none_under_first_false() -> None:
    steps = [f"We have 3 * {n} = 100." for n in range(2, 14)]
    many = Proof.from_texts("Try numbers.", [*steps, "The lines above were only tries."])
    claims = ",".join(ruling(n, "trial", "only tries") for n in range(1, 5))
    model = weighing(*[claims] * 9)
    verdict = (await check(many, model)).verdict
    assert questions(model) == 2
    assert (verdict.label, verdict.kind) == (9, VerdictKind.FIRST_ERROR)
    literal = weighing()
    settings = Settings(fusion=FusionSettings(convention="first-false"))
    assert (await check(many, literal, settings)).verdict.label == 1
    assert questions(literal) == 0
