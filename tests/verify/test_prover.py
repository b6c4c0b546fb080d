"""The proof loop on a scripted Lean: goals, bodies, order and what counts."""

import pytest

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import InconclusiveReason, RefutationForm, Route
from faithsieve.records.faithfulness import EvidenceDirection
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.prover import (
    Disproved,
    ProofReply,
    ProofSearch,
    Proved,
    Settled,
    Unsettled,
    goal_text,
    plain_body,
)
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts, parse_signature
from support.local_evidence import report
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, contradictions, nothing
from support.verify_replies import bodies

FIELD = "{R : Type} [OrderedField R] "
ROOTLESS = FIELD + "(d : R) (h : d ^ 2 = 5) : (3 * d) ^ 2 = 15"


def apart(text: str) -> StatementParts:
    parts = parse_signature(text)
    assert parts is not None
    return parts


async def settle(
    text: str,
    judge: ScriptedJudge,
    model: ScriptedModel | None = None,
    suspicion: float = 0.0,
    settings: VerifySettings | None = None,
    direction: EvidenceDirection | None = None,
) -> Settled:
    frozen = await judge.freeze(text)
    assert isinstance(frozen, FrozenStatement)
    return await ProofSearch(
        GatedStatement(frozen=frozen, parts=apart(text), report=report(direction=direction)),
        EvaluationTools(
            problem="",
            model=model or ScriptedModel([]),
            judge=judge,
            settings=settings or VerifySettings(proof_rounds=0),
            decoding=DecodingSettings(),
        ),
        suspicion=suspicion,
        source="",
    ).run()


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("omega", "omega"),
        ("by omega", "omega"),
        ("by\n  intro h\n  exact h", "intro h\n  exact h"),
        ("```lean\nomega\n```", "omega"),
        ("bypass", "bypass"),
    ],
)
def test_a_body_loses_its_wrapping_and_nothing_else(text: str, body: str) -> None:
    assert plain_body(text) == body


def test_each_goal_says_what_is_to_be_shown() -> None:
    parts = apart(ROOTLESS)
    assert goal_text(parts, Polarity.CLAIM).endswith("⊢ (3 * d) ^ 2 = 15")
    assert goal_text(parts, Polarity.CONTRADICTION).endswith("⊢ ¬ ((3 * d) ^ 2 = 15)")
    assert goal_text(parts, Polarity.NEGATION).startswith("⊢ ¬ (∀ {R : Type}")
    shown = goal_text(parts, Polarity.COUNTEREXAMPLE)
    assert shown.startswith("⊢ ∃ (R : Type) (_ : OrderedField R) (d : R) (h : d ^ 2 = 5), ¬ ")


async def test_a_context_that_holds_in_every_field_with_roots_lets_a_contradiction_count() -> None:
    def accepts(text: str, polarity: Polarity, body: str) -> bool:
        has_model = polarity is Polarity.CLAIM and text.startswith("{R : Type} [EuclideanField R]")
        return has_model or polarity is Polarity.CONTRADICTION

    judge = ScriptedJudge(accepts)
    settled = await settle(ROOTLESS, judge, suspicion=0.9)
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.CONTRADICTED
    assert settled.context == "the context holds at d = (0 + 1 * √5)"
    model = "{R : Type} [EuclideanField R] : ∃ (d : R) (h : d ^ 2 = 5), ¬ (False)"
    assert model in judge.frozen
    assert any(text == model and "√5" in body for text, _, body in judge.judged)


async def test_a_proof_about_whole_numbers_does_not_settle_a_claim_about_all() -> None:
    text = "(x : Int) (h : 0 < x) : 1 ≤ x"
    settled = await settle(text, ScriptedJudge(lambda text, polarity, body: True))
    assert isinstance(settled, Unsettled)
    assert "narrower" in settled.detail


async def test_a_contradiction_with_a_model_of_its_context_names_it() -> None:
    text = "(f : Nat → Nat) (h : ∀ n, f n = n) : f 3 = 4"

    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        is_model = statement.endswith(": False") and polarity is Polarity.COUNTEREXAMPLE
        return is_model or polarity is Polarity.CONTRADICTION

    settled = await settle(text, ScriptedJudge(accepts), suspicion=0.9)
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.CONTRADICTED
    assert settled.context.startswith("the context holds at f =")


async def test_no_contradiction_is_tried_where_claim_and_context_hold_together() -> None:
    judge = ScriptedJudge(contradictions)
    settled = await settle(FIELD + "(x : R) (h : x > 1) : x < 5", judge, suspicion=0.9)
    assert not isinstance(settled, Disproved)
    assert Polarity.CONTRADICTION not in {polarity for _, polarity, _ in judge.judged}


async def test_a_contradiction_without_hypotheses_needs_no_context() -> None:
    settled = await settle(": (2 : Nat) + 2 = 5", ScriptedJudge(contradictions), suspicion=0.9)
    assert isinstance(settled, Disproved)


async def test_a_counterexample_in_every_field_counts_where_one_over_rat_does_not() -> None:
    text = FIELD + "(f : R → R) (h : ∀ x, f (x + 1) = f x + 2) : f 1 = f 0"
    judge = ScriptedJudge(lambda statement, polarity, body: body == "model body")
    model = ScriptedModel([bodies("model body")])
    settled = await settle(text, judge, model, 0.9, VerifySettings(proof_rounds=3))
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.NOT_ENTAILED
    assert settled.statement is not None
    assert settled.statement.frozen.text == (
        "{R : Type} [OrderedField R] : ∃ (f : R → R) (h : ∀ x, f (x + 1) = f x + 2), ¬ (f 1 = f 0)"
    )
    assert settled.judgement.polarity is Polarity.CLAIM


async def test_other_functions_with_the_laws_of_the_sine_refute_nothing_about_the_sine() -> None:
    text = FIELD + "(sin cos : R → R) (h : IsSinCos sin cos) : ∃ x, sin x = 1"
    judge = ScriptedJudge(lambda statement, polarity, body: "∃ (sin cos : R → R)" in statement)
    model = ScriptedModel([bodies("exact ⟨fun _ => 0, fun _ => 1, …⟩")] * 4)
    settled = await settle(text, judge, model, 0.9, VerifySettings(proof_rounds=3))
    assert not isinstance(settled, Disproved)


async def test_a_contradiction_counts_weakly_where_no_model_of_the_context_is_known() -> None:
    text = FIELD + "(d : R) (h : d ^ 2 = 5) : (3 * d) ^ 2 = 15"
    judge = ScriptedJudge(contradictions)
    settled = await settle(text, judge, None, 0.9, VerifySettings(proof_rounds=0))
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.CONTRADICTS_CONTEXT


async def test_the_other_side_gets_the_last_round() -> None:
    judge = ScriptedJudge(
        lambda statement, polarity, body: body == "model body" and polarity is Polarity.CLAIM
    )
    model = ScriptedModel([bodies("no"), bodies("no"), bodies("model body")])
    settled = await settle(ROOTLESS, judge, model, 0.9, VerifySettings(proof_rounds=3))
    assert isinstance(settled, Proved)
    assert settled.route is Route.MODEL


@pytest.mark.parametrize(
    "reply", ["no JSON", '{"bodies": []}', '{"bodies": ["  "]}', bodies("x" * 9000)]
)
async def test_replies_without_a_body_end_in_exhaustion(reply: object) -> None:
    model = ScriptedModel(lambda _: reply)  # type: ignore[arg-type]
    settings = VerifySettings(proof_rounds=2)
    settled = await settle(ROOTLESS, ScriptedJudge(nothing), model, settings=settings)
    assert isinstance(settled, Unsettled)
    assert settled.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert len(model.requests) <= 4


async def test_not_more_bodies_are_checked_than_were_asked_for() -> None:
    judge = ScriptedJudge(nothing)
    model = ScriptedModel([bodies(*(f"try {n}" for n in range(50)))])
    settings = VerifySettings(proof_rounds=1, proof_candidates=3)
    await settle(ROOTLESS, judge, model, settings=settings)
    assert len([body for _, _, body in judge.judged if body.startswith("try")]) == 3


async def test_an_eliminated_branch_is_refuted_by_a_model_in_every_field_only() -> None:
    text = FIELD + "(f : R → R) (h : ∀ x, f x = x) : False"
    model = ScriptedModel([bodies("a model")])
    judge = ScriptedJudge(lambda statement, polarity, body: body == "a model")
    settled = await settle(text, judge, model, 0.9, VerifySettings(proof_rounds=3))
    assert isinstance(settled, Disproved)
    assert settled.statement is not None
    assert settled.statement.frozen.text.endswith("∃ (f : R → R) (h : ∀ x, f x = x), ¬ (False)")


@pytest.mark.parametrize(
    ("direction", "polarities"),
    [
        (EvidenceDirection.SUPPORT, {Polarity.CLAIM}),
        (EvidenceDirection.REFUTATION, {Polarity.CONTRADICTION, Polarity.COUNTEREXAMPLE}),
    ],
)
async def test_only_the_direction_that_counts_is_tried(
    direction: EvidenceDirection, polarities: set[Polarity]
) -> None:
    tried: set[Polarity] = set()

    def note(text: str, polarity: Polarity, body: str) -> bool:
        tried.add(polarity)
        return False

    settled = await settle(
        "(x : Int) (h : x ^ 2 = 4) : x = 2", ScriptedJudge(note), direction=direction
    )
    assert isinstance(settled, Unsettled)
    assert tried <= polarities


async def test_that_a_goal_is_called_false_is_recorded_and_not_believed() -> None:
    model = ScriptedModel(lambda request: ProofReply(bodies=(), false_because="x = -2 too"))
    settled = await settle(
        "(x : Int) (h : x ^ 3 + x = 10) : x = 2",
        ScriptedJudge(nothing),
        model,
        settings=VerifySettings(proof_rounds=1),
    )
    assert isinstance(settled, Unsettled)
    assert settled.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert "x = -2 too" in settled.detail


async def test_a_goal_called_false_steers_to_the_other_side() -> None:
    said = [ProofReply(bodies=(), false_because="x = -2 too"), bodies("a counterexample")]
    judge = ScriptedJudge(
        lambda statement, polarity, body: (
            body == "a counterexample" and polarity is Polarity.COUNTEREXAMPLE
        )
    )
    model = ScriptedModel(said)
    settings = VerifySettings(proof_rounds=3)
    settled = await settle("(x : Int) (h : x ^ 9 + x = 514) : x = 3", judge, model, 0.1, settings)
    assert isinstance(settled, Disproved)
    model.assert_finished()


async def test_when_both_sides_are_called_false_nobody_is_asked_again() -> None:
    model = ScriptedModel([ProofReply(bodies=(), false_because="open")] * 2)
    settings = VerifySettings(proof_rounds=5)
    settled = await settle(
        "(x : Int) (h : x ^ 9 + x = 514) : x = 3", ScriptedJudge(nothing), model, 0.1, settings
    )
    assert isinstance(settled, Unsettled)
    model.assert_finished()


async def test_the_prover_sees_the_problem_the_context_and_the_sentence() -> None:
    model = ScriptedModel([bodies("no")])
    text = "(x : Int) (h : x ^ 9 + x = 514) : x = 2"
    judge = ScriptedJudge(nothing)
    frozen = await judge.freeze(text)
    assert isinstance(frozen, FrozenStatement)
    settings = VerifySettings(proof_rounds=1)
    await ProofSearch(
        GatedStatement(frozen=frozen, parts=apart(text), report=report()),
        EvaluationTools("Find x.", model, judge, settings, DecodingSettings()),
        suspicion=0.0,
        source="",
        obligation=make_obligation("x = 2", "x ^ 9 + x = 514"),
    ).run()
    shown = model.requests[0].messages[-1].content
    for words in ("Find x.", "h1: x ^ 9 + x = 514", "⊢ x = 2", "from the sentence: So x = 2."):
        assert words in shown
