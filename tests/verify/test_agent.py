"""The Formal Evaluation Agent: every way in and every typed way out, on a scripted Lean."""

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
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import DriftCategory
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.semantic_check import GateReply
from faithsieve.verify.statement import StatementReply
from support.chat import make_reply
from support.memory_artifacts import MemoryArtifacts
from support.obligations import make_obligation
from support.statement_judge import (
    ScriptedJudge,
    claims,
    contradictions,
    counterexamples,
    nothing,
)
from support.verify_replies import asked, bodies, drifted, faithful, playing, statements

PROBLEM = "Find x with x + 1 = 3."
SIMPLE = make_obligation("x = 2", "x + 1 = 3")
WORDS = make_obligation("the larger root is irrational", "x + 1 = 3")
SIGNATURE = "{R : Type} [OrderedField R] (x : R) (h1 : x + 1 = 3) : x = 2"


async def evaluate(
    obligation: Obligation,
    judge: StatementJudge,
    model: ScriptedModel | None = None,
    settings: VerifySettings | None = None,
    problem: str = PROBLEM,
) -> LocalResult:
    agent = EvaluationAgent(
        EvaluationTools(
            problem=problem,
            model=model or ScriptedModel([]),
            judge=judge,
            settings=settings or VerifySettings(),
            decoding=DecodingSettings(),
        )
    )
    return await agent.evaluate(obligation)


def reason_of(result: LocalResult) -> InconclusiveReason:
    assert isinstance(result, Inconclusive), result
    return result.reason


async def test_true_numbers_need_neither_lean_nor_a_model() -> None:
    passed = await evaluate(make_obligation("3 + 4 = 7"), ScriptedJudge())
    assert isinstance(passed, Passed)
    assert passed.effort.route is Route.NUMERIC


async def test_a_false_number_is_refuted_by_lean_or_by_the_lint_of_the_whole_proof() -> None:
    told = make_obligation("3 + 4 = 8", use_lean=False)
    unread = await evaluate(told, ScriptedJudge(), settings=VerifySettings(templates=False))
    assert unread.outcome is Outcome.INCONCLUSIVE
    result = await evaluate(told, ScriptedJudge(contradictions), problem="")
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.CONTRADICTED


async def test_numbers_are_not_refuted_where_residues_are_meant() -> None:
    modular = make_obligation("7 + 8 = 3", "we calculate modulo 12", use_lean=False)
    assert (await evaluate(modular, ScriptedJudge(contradictions))).outcome is Outcome.INCONCLUSIVE


async def test_numbers_are_not_refuted_where_the_text_denies_them() -> None:
    told = make_obligation("27 = 60", use_lean=False)
    denied = Obligation(**{**dict(told), "surroundings": "27 = 60. This is a contradiction."})
    judge = ScriptedJudge(contradictions)
    assert (await evaluate(denied, judge, problem="")).outcome is Outcome.INCONCLUSIVE
    assert (await evaluate(told, judge, problem="")).outcome is Outcome.REFUTED


async def test_a_denied_number_is_not_a_numeric_claim() -> None:
    denied = make_obligation("3 + 4 = 8 is false", use_lean=False)
    assert (await evaluate(denied, ScriptedJudge())).outcome is Outcome.INCONCLUSIVE


async def test_a_statement_that_code_writes_and_automation_proves_costs_no_tokens() -> None:
    result = await evaluate(SIMPLE, ScriptedJudge(claims), problem="x + 1 = 3")
    assert isinstance(result, Passed)
    assert result.effort.usage.total == 0
    assert result.lean is not None
    assert result.lean.statement == SIGNATURE
    assert result.report is not None


async def test_an_incompletely_read_context_asks_the_gate_once() -> None:
    model = playing(gate=faithful())
    result = await evaluate(SIMPLE, ScriptedJudge(claims), model)
    assert isinstance(result, Passed)
    assert asked(model, "verify/semantic_check") == 1
    assert asked(model, "verify/statement") == 0


async def test_the_code_gate_can_stand_alone() -> None:
    settings = VerifySettings(code_gate=True)
    result = await evaluate(SIMPLE, ScriptedJudge(claims), settings=settings)
    assert isinstance(result, Passed)


async def test_a_contradicted_claim_is_refuted_with_a_checked_context() -> None:
    wrong = make_obligation("x = 3", "x + 1 = 3", suspicion=0.9)

    def accepts(text: str, polarity: Polarity, body: str) -> bool:
        return polarity in (Polarity.COUNTEREXAMPLE, Polarity.CONTRADICTION)

    result = await evaluate(wrong, ScriptedJudge(accepts), problem="x + 1 = 3")
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.CONTRADICTED
    assert result.lean is not None
    assert result.lean.proved == "contradicted"


async def test_a_counterexample_is_the_weaker_form() -> None:
    wrong = make_obligation("x = 2", "x^2 = 4")
    result = await evaluate(wrong, ScriptedJudge(counterexamples), problem="x^2 = 4")
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NOT_ENTAILED
    assert result.counterexample == "x = (-2)"


async def test_what_code_cannot_state_the_model_states() -> None:
    model = playing(statement=statements(SIGNATURE), gate=faithful())
    result = await evaluate(WORDS, ScriptedJudge(claims), model, VerifySettings(probes=False))
    assert isinstance(result, Passed)
    assert result.lean is not None
    assert result.lean.statement == SIGNATURE


async def test_an_unfaithful_statement_never_reaches_the_prover() -> None:
    judge = ScriptedJudge(claims)
    model = playing(statement=statements(SIGNATURE), gate=drifted())
    result = await evaluate(WORDS, judge, model, VerifySettings(probes=False))
    assert reason_of(result) is InconclusiveReason.GATE_FAILED
    assert isinstance(result, Inconclusive)
    assert result.category is DriftCategory.WRONG_OBJECTS
    assert judge.judged == []


async def test_a_probe_stops_a_statement_before_the_model_is_asked() -> None:
    model = playing(statement=statements("(x : ℤ) : 99 = x"), gate=faithful())
    result = await evaluate(WORDS, ScriptedJudge(claims), model)
    assert reason_of(result) is InconclusiveReason.GATE_FAILED
    assert isinstance(result, Inconclusive)
    assert "closes_without_hypotheses" in {finding.name for finding in result.probes}
    assert asked(model, "verify/semantic_check") == 0


async def test_the_drift_report_goes_into_the_next_question() -> None:
    model = playing(statement=statements(SIGNATURE), gate=drifted())
    await evaluate(WORDS, ScriptedJudge(), model, VerifySettings(probes=False, statement_rounds=2))
    second = [r for r in model.requests if r.prompt.id == "verify/statement"][1]
    assert "state the claim" in second.messages[-1].content


async def test_a_statement_that_lean_refuses_is_repaired_and_scored_anew() -> None:
    answers = iter([statements("(x : Foo) : x = 2"), statements(SIGNATURE)])
    model = playing(statement=lambda _: next(answers), gate=faithful())
    judge = ScriptedJudge(
        claims, refuses=lambda text: "unknown identifier Foo" if "Foo" in text else None
    )
    result = await evaluate(WORDS, judge, model, VerifySettings(probes=False))
    assert isinstance(result, Passed)
    second = [r for r in model.requests if r.prompt.id == "verify/statement"][1]
    assert "unknown identifier Foo" in second.messages[-1].content


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
    "huge output": (statements("(x : R) " * 2000 + ": x = x"), InconclusiveReason.COMPILE_FAILED),
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
    result = await evaluate(WORDS, judge, model, VerifySettings(probes=False))
    assert reason_of(result) is reason
    assert judge.judged == []
    # Each of the three rounds may have one strict retry.
    assert asked(model, "verify/statement") <= 6


async def test_a_renamed_theorem_is_the_same_statement() -> None:
    """Names are code's business: what was frozen is the signature."""
    model = playing(
        statement=statements(f"theorem my_own_name {SIGNATURE} := by sorry"), gate=faithful()
    )
    result = await evaluate(WORDS, ScriptedJudge(claims), model, VerifySettings(probes=False))
    assert isinstance(result, Passed)
    assert result.lean is not None
    assert result.lean.statement == SIGNATURE


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
    model = playing(gate=faithful(), proof=reply)  # type: ignore[arg-type]
    result = await evaluate(SIMPLE, ScriptedJudge(nothing), model)
    assert reason_of(result) is InconclusiveReason.PROOF_EXHAUSTED
    assert asked(model, "verify/proof") <= 6


async def test_an_unreadable_gate_is_a_failed_gate() -> None:
    model = playing(statement=statements(SIGNATURE), gate="I think it is fine!")
    result = await evaluate(WORDS, ScriptedJudge(claims), model, VerifySettings(probes=False))
    assert reason_of(result) is InconclusiveReason.GATE_FAILED


async def test_a_dead_lean_is_not_an_opinion() -> None:
    result = await evaluate(SIMPLE, ScriptedJudge(unavailable=True), playing(gate=faithful()))
    assert reason_of(result) is InconclusiveReason.BACKEND_UNAVAILABLE


async def test_the_windows_allowance_of_calls_is_a_budget() -> None:
    model = playing(statement=statements(SIGNATURE), gate=faithful())
    settings = VerifySettings(probes=False, max_calls=1)
    result = await evaluate(WORDS, ScriptedJudge(claims), model, settings)
    assert reason_of(result) is InconclusiveReason.BUDGET_EXHAUSTED


async def test_an_exhausted_proof_says_nothing_about_the_claim() -> None:
    model = playing(gate=faithful(), proof=bodies("simp"))
    result = await evaluate(SIMPLE, ScriptedJudge(nothing), model)
    assert reason_of(result) is InconclusiveReason.PROOF_EXHAUSTED
    assert asked(model, "verify/proof") == 3


async def test_the_stored_seconds_of_lean_end_the_proof_loop() -> None:
    settings = VerifySettings(proof_seconds=0.5)
    model = playing(gate=faithful(), proof=bodies("simp"))
    result = await evaluate(SIMPLE, ScriptedJudge(nothing, seconds=1.0), model, settings)
    assert reason_of(result) is InconclusiveReason.PROOF_TIMEOUT


async def test_without_calls_for_statements_words_stay_unstated() -> None:
    settings = VerifySettings(statement_rounds=0)
    result = await evaluate(WORDS, ScriptedJudge(claims), settings=settings)
    assert reason_of(result) is InconclusiveReason.NO_STATEMENT


async def test_an_obligation_that_nobody_wants_formalised_spends_no_tokens() -> None:
    plain = make_obligation("the larger root is irrational", use_lean=False)
    model = ScriptedModel([])
    assert reason_of(await evaluate(plain, ScriptedJudge(), model)) is (
        InconclusiveReason.NOT_TRIED
    )
    assert model.requests == ()


async def test_an_equation_from_the_model_goes_to_exact_arithmetic() -> None:
    obligation = make_obligation("the area is 3 times 5, which is 16")
    model = playing(statement=statements(equation="3 * 5 = 16"), gate=faithful(0))
    result = await evaluate(obligation, ScriptedJudge(), model)
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NUMERIC


@pytest.mark.parametrize(
    ("claim", "equation", "kind"),
    [
        ("the root of 8261 is about 90.89", "sqrt(8261) ≈ 90.89", Passed),
        ("the sine of 6 degrees is positive", "0 < sin(6°)", Passed),
        ("4! is 24", "4! = 24", Passed),
        ("the share is 17.5 % of 80 or 14", "80 * 17.5/100 = 14", Passed),
        ("the cosine of 36 degrees is about 3/2", "cos(36°) ≈ 3/2", Inconclusive),
        ("the sine of 6 degrees is about 3/2", "sin(6°) ≈ 3/2", Refuted),
        ("the sine of 0 degrees is about 0", "sin(0°) ≈ 0", Passed),
    ],
)
async def test_an_equation_from_the_model_may_have_functions_and_be_an_approximation(
    claim: str, equation: str, kind: type[Passed] | type[Refuted] | type[Inconclusive]
) -> None:
    model = playing(statement=statements(equation=equation), gate=faithful(0))
    result = await evaluate(make_obligation(claim), ScriptedJudge(), model)
    assert isinstance(result, kind)


async def test_a_claim_whose_statement_stays_open_is_stated_again() -> None:
    other = "{R : Type} [OrderedField R] (x : R) (h1 : x + 1 = 3) : x - 2 = 0"

    def offered(request: ChatRequest) -> StatementReply:
        is_again = "neither proved nor refuted" in request.messages[-1].content
        return statements(other if is_again else SIGNATURE)

    def proves_other(text: str, polarity: Polarity, body: str) -> bool:
        return polarity is Polarity.CLAIM and text == other

    for restatements in (0, 1):
        model = playing(statement=offered, gate=faithful())
        settings = VerifySettings(
            probes=False, templates=False, proof_rounds=0, restatements=restatements
        )
        result = await evaluate(WORDS, ScriptedJudge(proves_other), model, settings)
        assert isinstance(result, Passed) is bool(restatements)
        assert asked(model, "verify/statement") == 1 + restatements


async def test_what_claims_nothing_is_told_from_what_cannot_be_stated() -> None:
    for obstacle, reason in (
        ("no claim: announces the next step", InconclusiveReason.NO_CLAIM),
        ("a volume is out of reach", InconclusiveReason.OUT_OF_SCOPE),
    ):
        model = playing(statement=statements(obstacle=obstacle))
        result = await evaluate(make_obligation("the volume is large"), ScriptedJudge(), model)
        assert reason_of(result) is reason


async def test_an_equation_that_the_checker_rejects_refutes_nothing() -> None:
    obligation = make_obligation("the area is 3 times 5, which is 16")
    model = playing(statement=statements(equation="3 * 5 = 16"), gate=drifted())
    result = await evaluate(obligation, ScriptedJudge(), model)
    assert reason_of(result) is InconclusiveReason.GATE_FAILED


async def test_an_equation_from_a_model_is_no_evidence_for_a_code_gate() -> None:
    obligation = make_obligation("the area is 3 times 5, which is 15")
    model = playing(statement=statements(equation="3 + 5 = 15"))
    settings = VerifySettings(code_gate=True)
    result = await evaluate(obligation, ScriptedJudge(), model, settings)
    assert reason_of(result) is InconclusiveReason.GATE_FAILED


async def test_an_equation_with_other_numbers_is_drift_not_evidence() -> None:
    obligation = make_obligation("the area is 3 times 5, which is 15")
    model = playing(statement=statements(equation="3 * 5 = 16"))
    result = await evaluate(obligation, ScriptedJudge(), model)
    assert reason_of(result) is InconclusiveReason.GATE_FAILED


@pytest.mark.parametrize(
    "error", [BudgetExceededError("no money"), PendingReplyError("0" * 64), ProviderError("down")]
)
async def test_what_concerns_the_whole_run_passes_through(error: Exception) -> None:
    model = playing(statement=error)
    with pytest.raises(type(error)):
        await evaluate(WORDS, ScriptedJudge(claims), model)


async def test_a_judge_that_failed_its_canaries_ends_the_run() -> None:
    def lying(text: str) -> str | None:
        raise CanaryError("2 + 2 = 5 was accepted")

    with pytest.raises(CanaryError):
        await evaluate(SIMPLE, ScriptedJudge(claims, refuses=lying))


async def test_a_judgement_about_another_statement_is_never_evidence() -> None:
    judge = ScriptedJudge(lambda *_: True, wrong_digest=True)
    model = playing(gate=faithful(), proof=bodies("trivial"))
    result = await evaluate(SIMPLE, judge, model, VerifySettings(probes=False))
    assert reason_of(result) is InconclusiveReason.PROOF_EXHAUSTED


@pytest.mark.parametrize("is_kept", [False, True])
async def test_claim_and_contradiction_both_proved_is_quarantined(is_kept: bool) -> None:
    wrong = make_obligation("y = 4", "x^2 + y^2 = -1", suspicion=0.9)

    def everything(text: str, polarity: Polarity, body: str) -> bool:
        return polarity is not Polarity.COUNTEREXAMPLE

    settings = VerifySettings(probes=False)
    judge = ScriptedJudge(everything)
    result = await evaluate(
        wrong,
        CachingJudge(judge, MemoryArtifacts()) if is_kept else judge,
        settings=settings,
        problem="x^2 + y^2 = -1",
    )
    assert reason_of(result) is InconclusiveReason.QUARANTINED


async def test_a_statement_in_quarantine_settles_no_later_obligation() -> None:
    judge = CachingJudge(ScriptedJudge(lambda *_: True), MemoryArtifacts())
    frozen = await judge.freeze(SIGNATURE)
    assert isinstance(frozen, FrozenStatement)
    await judge.judge_first(frozen, ["a"], polarity=Polarity.CONTRADICTION)
    await judge.judge_first(frozen, ["b"], polarity=Polarity.CLAIM)
    settings = VerifySettings(probes=False, proof_rounds=0)
    result = await evaluate(SIMPLE, judge, playing(gate=faithful()), settings)
    assert reason_of(result) is InconclusiveReason.QUARANTINED


async def test_a_contradiction_whose_context_has_no_known_model_is_weak() -> None:
    wrong = make_obligation("(3d)^2 = 15", "d^2 = 5", suspicion=0.9)
    settings = VerifySettings(proof_rounds=0)
    judge = ScriptedJudge(contradictions)
    result = await evaluate(wrong, judge, settings=settings, problem="d^2 = 5")
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.CONTRADICTS_CONTEXT


async def test_an_eliminated_branch_is_not_refuted_by_denying_false() -> None:
    branch = make_obligation(
        "this case is impossible",
        "x^2 = 4",
        kind=ObligationKind.BRANCH_ELIMINATION,
        suspicion=0.9,
        assumed=True,
    )
    settings = VerifySettings(proof_rounds=0)
    judge = ScriptedJudge(contradictions)
    result = await evaluate(branch, judge, settings=settings, problem="x^2 = 4")
    assert not isinstance(result, Refuted)
    shown = await evaluate(branch, ScriptedJudge(counterexamples), problem="x^2 = 4")
    assert isinstance(shown, Refuted)
    assert shown.form is RefutationForm.NOT_ENTAILED


async def test_a_claim_that_does_not_follow_from_what_is_cited_has_its_own_class() -> None:
    obligation = make_obligation(
        "x = 2", "x^2 = 4", "x > 0", cited=("h1",), source="Since x^2 = 4, x = 2."
    )

    def only_without_the_sign(text: str, polarity: Polarity, body: str) -> bool:
        return polarity is Polarity.COUNTEREXAMPLE and "x > 0" not in text

    settings = VerifySettings(proof_rounds=0)
    result = await evaluate(
        obligation, ScriptedJudge(only_without_the_sign), settings=settings, problem="x^2 = 4"
    )
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NOT_FROM_CITED
    assert "false" not in result.summary


async def test_the_prior_decides_which_side_is_tried_first() -> None:
    for suspicion, first in ((0.9, Polarity.CONTRADICTION), (0.1, Polarity.CLAIM)):
        judge = ScriptedJudge(nothing)
        # No rational point satisfies the premise, so search has nothing to offer.
        doubted = make_obligation("z^2 = 3", "z^2 = 2", suspicion=suspicion)
        settings = VerifySettings(probes=False, proof_rounds=0)
        await evaluate(doubted, judge, settings=settings, problem="z^2 = 2")
        tried = [p for _, p, _ in judge.judged if p is not Polarity.COUNTEREXAMPLE]
        assert tried[0] is first


async def test_the_model_sees_its_own_failures_and_only_writes_bodies() -> None:
    judge = ScriptedJudge(lambda text, polarity, body: body == "good")
    answers = iter([bodies("bad"), bodies("by good")])
    model = ScriptedModel(
        lambda request: next(answers) if request.prompt.id == "verify/proof" else faithful()
    )
    result = await evaluate(SIMPLE, judge, model, VerifySettings(probes=False))
    assert isinstance(result, Passed)
    assert result.effort.route is Route.MODEL
    second = [r for r in model.requests if r.prompt.id == "verify/proof"][1]
    assert "bad" in second.messages[-1].content


def one_sided(*, stands: bool) -> GateReply:
    return GateReply(**{**dict(faithful()), "stands": stands, "falls": not stands})


async def test_a_weaker_statement_is_not_used_for_support() -> None:
    model = playing(statement=statements(SIGNATURE), gate=one_sided(stands=False))
    settings = VerifySettings(probes=False, templates=False, proof_rounds=0)
    result = await evaluate(WORDS, ScriptedJudge(claims), model, settings)
    assert reason_of(result) is InconclusiveReason.PROOF_EXHAUSTED
    refuted = await evaluate(WORDS, ScriptedJudge(contradictions), model, settings)
    assert not isinstance(refuted, Passed)


async def test_a_one_sided_statement_is_kept_while_a_better_one_is_asked_for() -> None:
    model = playing(statement=statements(SIGNATURE), gate=one_sided(stands=True))
    settings = VerifySettings(probes=False, templates=False, proof_rounds=0)
    result = await evaluate(WORDS, ScriptedJudge(claims), model, settings)
    assert isinstance(result, Passed)
    assert result.report is not None
    assert not result.report.may_refute
    suspicious = Obligation(**{**dict(WORDS), "suspicion": 0.9})
    result = await evaluate(suspicious, ScriptedJudge(claims), model, settings)
    assert isinstance(result, Passed)


async def test_a_proposal_of_code_passes_the_same_gate() -> None:
    agent_for = playing(gate=drifted())
    settings = VerifySettings(statement_rounds=0, probes=False)
    tools = EvaluationTools(PROBLEM, agent_for, ScriptedJudge(claims), settings, DecodingSettings())
    result = await EvaluationAgent(tools).evaluate(WORDS, proposals=(SIGNATURE,))
    assert reason_of(result) is InconclusiveReason.GATE_FAILED
    assert asked(agent_for, "verify/semantic_check") == 1


def with_sign(statement: str, polarity: Polarity, body: str) -> bool:
    return polarity is Polarity.CLAIM and "x > 0" in statement


async def test_a_claim_that_needs_what_is_not_cited_is_true_for_another_reason() -> None:
    obligation = make_obligation(
        "x = 2", "x^2 = 4", "x > 0", cited=("h1",), source="Since x^2 = 4, we have x = 2."
    )
    settings = VerifySettings(probes=False, code_gate=True)
    result = await evaluate(obligation, ScriptedJudge(with_sign), playing(), settings)
    assert isinstance(result, Passed)
    assert result.by_other_reason
    assert result.summary.startswith("true, but not by the reason given")


async def test_what_a_sentence_rests_on_is_no_citation_unless_the_sentence_names_a_reason() -> None:
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=("h1",), source="So x = 2.")
    settings = VerifySettings(probes=False, code_gate=True)
    result = await evaluate(obligation, ScriptedJudge(with_sign), playing(), settings)
    assert isinstance(result, Passed)
    assert not result.by_other_reason


@pytest.mark.parametrize("cited", [(), ("h1", "h2")])
async def test_a_claim_that_follows_from_what_is_cited_is_confirmed(cited: tuple[str, ...]) -> None:
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=cited)
    settings = VerifySettings(probes=False, code_gate=True)
    result = await evaluate(obligation, ScriptedJudge(with_sign), playing(), settings)
    assert isinstance(result, Passed)
    assert not result.by_other_reason


async def test_a_claim_that_is_supposed_is_not_confirmed_and_never_refuted() -> None:
    obligation = make_obligation("x = 2", "x = 2", "x^2 = 4", assumed=True)
    settings = VerifySettings(probes=False, code_gate=True)
    result = await evaluate(obligation, ScriptedJudge(claims), playing(), settings)
    assert isinstance(result, Passed)
    assert result.by_other_reason
