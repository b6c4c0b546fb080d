"""The Formal Evaluation Agent: every way in and every typed way out, on a scripted Lean."""

from typing import Any

import pytest

from faithsieve.errors import BudgetExceededError, CanaryError, PendingReplyError, ProviderError
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import ChatRequest
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import DriftCategory, HypothesisOrigin
from faithsieve.records.lean import Polarity
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.gate.semantic_check import GateReply, SourceReply
from faithsieve.verify.statement import StatementReply
from support.chat import make_reply
from support.memory_artifacts import MemoryArtifacts
from support.obligations import make_obligation
from support.statement_judge import (
    Accepts,
    ScriptedJudge,
    claims,
    contradictions,
    counterexamples,
    frozen_by,
    nothing,
)
from support.statements import make_tools
from support.verify_replies import asked, bodies, drifted, faithful, playing, statements

SIMPLE = make_obligation("x = 2", "x + 1 = 3")
WORDS = make_obligation("the larger root is irrational", "x + 1 = 3")
AREA = make_obligation("the area is 3 times 5, which is 16")
SIGNATURE = "(x : ℝ) (h1 : x + 1 = 3) : x = 2"
STATED, FAITHFUL = statements(SIGNATURE), faithful()


async def evaluate(
    obligation: Obligation,
    lean: StatementJudge | Accepts = nothing,
    model: ScriptedModel | None = None,
    problem: str = "Find x with x + 1 = 3.",
    **settings: Any,
) -> LocalResult:
    """Evaluate an obligation; the model knows one statement and calls it faithful."""
    judge = ScriptedJudge(lean) if callable(lean) else lean
    model = model or playing(statement=STATED, gate=FAITHFUL)
    return await EvaluationAgent(make_tools(model, judge, problem, **settings)).evaluate(obligation)


async def stated(
    lean: StatementJudge | Accepts,
    statement: object = STATED,
    gate: GateReply | str = FAITHFUL,
    **settings: Any,
) -> LocalResult:
    """Evaluate a claim that only a model can state."""
    model = playing(statement=statement, gate=gate)  # type: ignore[arg-type]
    return await evaluate(WORDS, lean, model, **settings)


def reason_of(result: LocalResult) -> InconclusiveReason:
    assert isinstance(result, Inconclusive), result
    return result.reason


async def test_true_numbers_need_neither_lean_nor_a_model() -> None:
    passed = await evaluate(make_obligation("3 + 4 = 7"))
    assert isinstance(passed, Passed)
    assert passed.effort.route is Route.NUMERIC


def wherever_it_can_hold(text: str, polarity: Polarity, body: str) -> bool:
    return polarity in (Polarity.COUNTEREXAMPLE, Polarity.CONTRADICTION)


@pytest.mark.parametrize(
    ("statement", "accepts", "form"),
    [
        ("(x : ℝ) (h1 : x + 1 = 3) : x = 3", wherever_it_can_hold, RefutationForm.CONTRADICTED),
        ("(x : ℝ) (h1 : x ^ 2 = 4) : x = 2", counterexamples, RefutationForm.NOT_ENTAILED),
        # No point is known at which the context holds.
        (
            "(d : ℝ) (h1 : d ^ 2 = 5) : (3 * d) ^ 2 = 15",
            contradictions,
            RefutationForm.CONTRADICTS_CONTEXT,
        ),
    ],
)
async def test_a_refutation_has_the_form_that_was_shown(
    statement: str, accepts: Accepts, form: RefutationForm
) -> None:
    wrong = make_obligation("it is wrong", "a premise", suspicion=0.9)
    model = playing(statement=statements(statement), gate=FAITHFUL)
    result = await evaluate(wrong, accepts, model, proof_rounds=0)
    assert isinstance(result, Refuted)
    assert result.form is form
    assert result.lean is not None


async def test_an_unfaithful_statement_never_reaches_the_prover() -> None:
    judge = ScriptedJudge(claims)
    result = await stated(judge, gate=drifted())
    assert reason_of(result) is InconclusiveReason.GATE_FAILED
    assert isinstance(result, Inconclusive)
    assert result.category is DriftCategory.WRONG_OBJECTS
    assert judge.judged == []


async def test_what_lean_proves_against_an_accepted_statement_is_shown() -> None:
    judge = ScriptedJudge(claims, proves=("closes_without_hypotheses",))
    result = await stated(judge)
    assert reason_of(result) is InconclusiveReason.GATE_FAILED
    assert isinstance(result, Inconclusive)
    assert [finding.name for finding in result.probes] == ["closes_without_hypotheses"]
    assert judge.judged == []


async def test_a_statement_that_lean_refuses_is_repaired_and_scored_anew() -> None:
    asked_for: list[str] = []

    def offered(request: ChatRequest) -> StatementReply:
        asked_for.append(request.messages[-1].content)
        return statements("(x : Foo) : x = 2" if len(asked_for) == 1 else SIGNATURE)

    judge = ScriptedJudge(claims, refuses=lambda text: "unknown Foo" if "Foo" in text else None)
    result = await stated(judge, offered)
    assert isinstance(result, Passed)
    assert result.lean is not None
    assert result.lean.statement == SIGNATURE
    assert "unknown Foo" in asked_for[1]


BAD_STATEMENTS = {
    "an obstacle": (statements(obstacle="needs measure theory"), InconclusiveReason.OUT_OF_SCOPE),
    "nothing at all": (statements(), InconclusiveReason.NO_STATEMENT),
    "prose only": ("this is no JSON at all", InconclusiveReason.NO_STATEMENT),
    "wrong schema": ('{"statement": "x"}', InconclusiveReason.NO_STATEMENT),
    "wrong types": (
        '{"statements": 3, "equation": [], "obstacle": {}}',
        InconclusiveReason.NO_STATEMENT,
    ),
    "a refusal": (make_reply("", finish_reason="refusal"), InconclusiveReason.NO_STATEMENT),
    "cut off": (make_reply("{", finish_reason="length"), InconclusiveReason.NO_STATEMENT),
    "no Lean": (statements("not a signature at all"), InconclusiveReason.COMPILE_FAILED),
    "a program": (statements("def main := do println!"), InconclusiveReason.COMPILE_FAILED),
    "two theorems": (
        statements("theorem a : True theorem b : True"),
        InconclusiveReason.COMPILE_FAILED,
    ),
    "a missing binder": (statements("x + 1 = 3"), InconclusiveReason.COMPILE_FAILED),
    "huge output": (statements("(x : ℝ) " * 2000 + ": x = x"), InconclusiveReason.COMPILE_FAILED),
    "many colons": (statements("x : y : z"), InconclusiveReason.COMPILE_FAILED),
}


def lean_would_refuse(text: str) -> str | None:
    """What Lean says about statements that name what nothing binds, or that are more than one."""
    if "theorem" in text or "def" in text:
        return "syntax"
    return "unknown identifier x" if text.startswith(":") and "x" in text else None


@pytest.mark.parametrize(("reply", "reason"), BAD_STATEMENTS.values(), ids=list(BAD_STATEMENTS))
async def test_bad_statements_end_in_a_typed_inconclusive_within_the_budget(
    reply: object, reason: InconclusiveReason
) -> None:
    model = playing(statement=reply, gate=faithful())  # type: ignore[arg-type]
    judge = ScriptedJudge(claims, refuses=lean_would_refuse)
    assert reason_of(await evaluate(WORDS, judge, model)) is reason
    assert judge.judged == []
    # Each of the three rounds may have one strict retry.
    assert asked(model, "verify/statement") <= 6


BAD_PROOFS = {
    "nothing at all": bodies(),
    "prose only": "We see that the claim is obvious.",
    "wrong schema": '{"proof": "simp"}',
    "wrong types": '{"bodies": "simp"}',
    "a refusal": make_reply("", finish_reason="refusal"),
    "empty bodies": bodies("", "  "),
    "huge output": bodies("simp\n" * 9000),
    "no Lean": bodies("the claim is clear"),
    "a second theorem": bodies("trivial\ntheorem other : True := trivial"),
}


@pytest.mark.parametrize("reply", BAD_PROOFS.values(), ids=list(BAD_PROOFS))
async def test_bad_proofs_end_in_a_typed_inconclusive_within_the_budget(reply: object) -> None:
    model = playing(statement=STATED, gate=faithful(), proof=reply)  # type: ignore[arg-type]
    result = await evaluate(SIMPLE, nothing, model)
    assert reason_of(result) is InconclusiveReason.PROOF_EXHAUSTED
    assert asked(model, "verify/proof") <= 6


async def test_every_other_way_of_not_knowing_has_its_own_reason() -> None:
    unreadable = await stated(claims, gate="I think it is fine!")
    assert reason_of(unreadable) is InconclusiveReason.GATE_FAILED
    dead = await evaluate(SIMPLE, ScriptedJudge(unavailable=True))
    assert reason_of(dead) is InconclusiveReason.BACKEND_UNAVAILABLE
    out_of_calls = await stated(claims, max_calls=1)
    assert reason_of(out_of_calls) is InconclusiveReason.BUDGET_EXHAUSTED
    model = playing(statement=STATED, gate=faithful(), proof=bodies("simp"))
    slow = await evaluate(SIMPLE, ScriptedJudge(seconds=1.0), model, proof_seconds=0.5)
    assert reason_of(slow) is InconclusiveReason.PROOF_TIMEOUT
    other = ScriptedJudge(lambda *_: True, wrong_digest=True)
    about_another = await evaluate(SIMPLE, other, model)
    assert reason_of(about_another) is InconclusiveReason.PROOF_EXHAUSTED


async def test_an_obligation_that_nobody_wants_formalised_spends_no_tokens() -> None:
    model = ScriptedModel([])
    plain = WORDS.changed(use_lean=False)
    assert reason_of(await evaluate(plain, model=model)) is InconclusiveReason.NOT_TRIED
    empty = WORDS.changed(claims_nothing=True)
    assert reason_of(await evaluate(empty, model=model)) is InconclusiveReason.NO_CLAIM
    assert model.requests == ()


@pytest.mark.parametrize(
    ("claim", "equation", "kind"),
    [
        (AREA.claim, "3 * 5 = 16", Refuted),
        ("the root of 8261 is about 90.89", "sqrt(8261) ≈ 90.89", Passed),
        ("the sine of 6 degrees is positive", "0 < sin(6°)", Passed),
        ("4! is 24", "4! = 24", Passed),
        ("the share is 17.5 % of 80 or 14", "80 * 17.5/100 = 14", Passed),
        ("the cosine of 36 degrees is about 3/2", "cos(36°) ≈ 3/2", Inconclusive),
        ("the sine of 0 degrees is about 0", "sin(0°) ≈ 0", Passed),
    ],
)
async def test_an_equation_from_the_model_goes_to_exact_arithmetic(
    claim: str, equation: str, kind: type[Passed] | type[Refuted] | type[Inconclusive]
) -> None:
    model = playing(statement=statements(equation=equation), gate=faithful(0))
    result = await evaluate(make_obligation(claim), model=model)
    assert isinstance(result, kind)
    if isinstance(result, Refuted):
        assert result.form is RefutationForm.NUMERIC


async def test_an_equation_that_does_not_pass_the_gate_is_no_evidence() -> None:
    model = playing(statement=statements(equation="3 * 5 = 16"), gate=drifted())
    assert reason_of(await evaluate(AREA, model=model)) is InconclusiveReason.GATE_FAILED


async def test_a_claim_whose_statement_stays_open_is_stated_again() -> None:
    other = "(x : ℝ) (h1 : x + 1 = 3) : x - 2 = 0"

    def offered(request: ChatRequest) -> StatementReply:
        is_again = "neither proved nor refuted" in request.messages[-1].content
        return statements(other if is_again else SIGNATURE)

    def proves_other(text: str, polarity: Polarity, body: str) -> bool:
        return polarity is Polarity.CLAIM and text == other

    for restatements in (0, 1):
        options = {"proof_rounds": 0, "restatements": restatements}
        result = await stated(proves_other, offered, FAITHFUL, **options)
        assert isinstance(result, Passed) is bool(restatements)


async def test_what_claims_nothing_is_told_from_what_cannot_be_stated() -> None:
    for obstacle, reason in (
        ("no claim: announces the next step", InconclusiveReason.NO_CLAIM),
        ("a volume is out of reach", InconclusiveReason.OUT_OF_SCOPE),
    ):
        model = playing(statement=statements(obstacle=obstacle))
        result = await evaluate(make_obligation("the volume is large"), model=model)
        assert reason_of(result) is reason


@pytest.mark.parametrize(
    "error", [BudgetExceededError("no money"), PendingReplyError("0" * 64), ProviderError("down")]
)
async def test_what_concerns_the_whole_run_passes_through(error: Exception) -> None:
    with pytest.raises(type(error)):
        await evaluate(WORDS, claims, playing(statement=error))


async def test_a_judge_that_failed_its_canaries_ends_the_run() -> None:
    def lying(text: str) -> str | None:
        raise CanaryError("2 + 2 = 5 was accepted")

    with pytest.raises(CanaryError):
        await evaluate(SIMPLE, ScriptedJudge(claims, refuses=lying))


@pytest.mark.parametrize("is_kept", [False, True])
async def test_claim_and_contradiction_both_proved_is_quarantined(is_kept: bool) -> None:
    absurd = "(x y : ℝ) (h1 : x ^ 2 + y ^ 2 = -1) : y = 4"
    wrong = make_obligation("y = 4", "x^2 + y^2 = -1", suspicion=0.9)
    model = playing(statement=statements(absurd), gate=FAITHFUL)
    judge = ScriptedJudge(lambda _, polarity, body: polarity is not Polarity.COUNTEREXAMPLE)
    lean = CachingJudge(judge, MemoryArtifacts()) if is_kept else judge
    result = await evaluate(wrong, lean, model, proof_rounds=0)
    assert reason_of(result) is InconclusiveReason.QUARANTINED


async def test_a_statement_in_quarantine_settles_no_later_obligation() -> None:
    judge = CachingJudge(ScriptedJudge(lambda *_: True), MemoryArtifacts())
    frozen = await frozen_by(judge, SIGNATURE)
    await judge.judge_first(frozen, ["a"], polarity=Polarity.CONTRADICTION)
    await judge.judge_first(frozen, ["b"], polarity=Polarity.CLAIM)
    result = await evaluate(SIMPLE, judge, proof_rounds=0)
    assert reason_of(result) is InconclusiveReason.QUARANTINED


async def test_an_eliminated_branch_is_not_refuted_by_denying_false() -> None:
    kind = ObligationKind.BRANCH_ELIMINATION
    branch = make_obligation(
        "this case is impossible", "x^2 = 4", kind=kind, suspicion=0.9, assumed=True
    )
    text = "(x : ℝ) (h1 : x ^ 2 = 4) : False"
    model = playing(statement=statements(text), gate=FAITHFUL)
    result = await evaluate(branch, contradictions, model, proof_rounds=0)
    assert not isinstance(result, Refuted)
    model = playing(statement=statements(text), gate=FAITHFUL)
    shown = await evaluate(branch, counterexamples, model)
    assert isinstance(shown, Refuted)
    assert shown.form is RefutationForm.NOT_ENTAILED


async def test_the_prior_decides_which_side_is_tried_first() -> None:
    for suspicion, first in ((0.9, Polarity.CONTRADICTION), (0.1, Polarity.CLAIM)):
        judge = ScriptedJudge(nothing)
        # No rational point satisfies the premise, so search has nothing to offer.
        doubted = make_obligation("z^2 = 3", "z^2 = 2", suspicion=suspicion)
        text = "(z : ℝ) (h1 : z ^ 2 = 2) : z ^ 2 = 3"
        model = playing(statement=statements(text), gate=FAITHFUL)
        await evaluate(doubted, judge, model, proof_rounds=0)
        tried = [p for _, p, _ in judge.judged if p is not Polarity.COUNTEREXAMPLE]
        assert tried[0] is first


async def test_the_model_sees_its_own_failures_and_only_writes_bodies() -> None:
    answers = iter([bodies("bad"), bodies("by good")])
    replies = {"verify/statement": STATED, "verify/semantic_check": FAITHFUL}
    model = ScriptedModel(lambda request: replies.get(request.prompt.id) or next(answers))

    def accepted(text: str, polarity: Polarity, body: str) -> bool:
        return body == "good" and not text.endswith(": False")

    result = await evaluate(SIMPLE, accepted, model)
    assert isinstance(result, Passed)
    assert result.effort.route is Route.MODEL
    second = [r for r in model.requests if r.prompt.id == "verify/proof"][1]
    assert "bad" in second.messages[-1].content


async def test_a_one_sided_statement_counts_in_its_direction_only() -> None:
    for stands in (True, False):
        gate = faithful().changed(stands=stands, falls=not stands)
        proved = await stated(claims, STATED, gate, proof_rounds=0)
        assert isinstance(proved, Passed) is stands
        denied = await stated(contradictions, STATED, gate, proof_rounds=0)
        assert not isinstance(denied, Passed)


SIGNED = "(x : ℝ) (h1 : x ^ 2 = 4) (h2 : x > 0) : x = 2"
SOURCES = tuple(SourceReply(l=f"h{n}", o=HypothesisOrigin.CONTEXT, k=f"k{n}") for n in (1, 2))


def signed() -> ScriptedModel:
    """A model whose statement has two hypotheses, each from its premise."""
    return playing(statement=statements(SIGNED), gate=faithful(2).changed(sources=SOURCES))


def with_sign(statement: str, polarity: Polarity, body: str) -> bool:
    return polarity is Polarity.CLAIM and "x > 0" in statement


@pytest.mark.parametrize(
    ("cited", "is_other"),
    [(("h1",), True), ((), False), (("h1", "h2"), False)],
    ids=["needs more", "cites nothing", "cites all"],
)
async def test_a_claim_that_needs_what_is_not_cited_is_true_for_another_reason(
    cited: tuple[str, ...], is_other: bool
) -> None:
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=cited)
    result = await evaluate(obligation, with_sign, signed())
    assert isinstance(result, Passed)
    assert result.by_other_reason is is_other


async def test_a_claim_that_does_not_follow_from_what_is_cited_has_its_own_class() -> None:
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=("h1",))

    def only_without_the_sign(text: str, polarity: Polarity, body: str) -> bool:
        return polarity is Polarity.COUNTEREXAMPLE and "x > 0" not in text

    result = await evaluate(obligation, only_without_the_sign, signed(), proof_rounds=0)
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NOT_FROM_CITED
    assert "false" not in result.summary


async def test_a_claim_that_is_supposed_is_not_confirmed_and_never_refuted() -> None:
    obligation = make_obligation("x = 2", "x = 2", "x + 1 = 3", assumed=True)
    result = await evaluate(obligation, claims)
    assert isinstance(result, Passed)
    assert result.by_other_reason
