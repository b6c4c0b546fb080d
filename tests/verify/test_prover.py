"""The proof loop on a scripted Lean: goals, bodies, order and what counts."""

from collections.abc import Sequence
from typing import Any

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.evidence import InconclusiveReason, RefutationForm, Route
from faithsieve.records.faithfulness import EvidenceDirection
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, ProofVerdict
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.prover import (
    Disproved,
    ProofReply,
    ProofSearch,
    Proved,
    Settled,
    Unsettled,
    plain_body,
)
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement import GatedStatement
from support.local_evidence import report
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, contradictions, frozen_by, nothing
from support.verify_replies import bodies

ROOTLESS = "(d : ℝ) (h : d ^ 2 = 5) : (3 * d) ^ 2 = 15"
HARD = "(x : Int) (h : x ^ 9 + x = 514) : x = 3"
CALLED_FALSE = ProofReply(bodies=(), false_because="x = -2 too")


def model_body(statement: str, polarity: Polarity, body: str) -> bool:
    return body == "model body"


async def settle(
    text: str,
    judge: ScriptedJudge,
    model: ScriptedModel | None = None,
    suspicion: float = 0.9,
    rounds: int = 3,
    direction: EvidenceDirection | None = None,
) -> Settled:
    """Let the loop run, without a model for no rounds."""
    settings = VerifySettings(proof_rounds=rounds if model else 0, proof_candidates=3)
    frozen = await frozen_by(judge, text)
    gated = GatedStatement(frozen=frozen, report=report(direction=direction))
    asked = model or ScriptedModel([])
    tools = EvaluationTools("Find x.", asked, judge, settings, DecodingSettings())
    obligation = make_obligation("x = 2", "x ^ 9 + x = 514")
    about = {"suspicion": suspicion, "obligation": obligation}
    return await ProofSearch(gated, tools, **about).run()  # type: ignore[arg-type]


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


def at_a_point(text: str, polarity: Polarity, body: str) -> bool:
    is_model = text.endswith(": False") and polarity is Polarity.COUNTEREXAMPLE
    return is_model or polarity is Polarity.CONTRADICTION


@pytest.mark.parametrize(
    ("text", "judge", "form", "context"),
    [
        (
            ROOTLESS,
            ScriptedJudge(at_a_point),
            RefutationForm.CONTRADICTED,
            "the context holds at d = √5",
        ),
        (
            "(f : Nat → Nat) (h : ∀ n, f n = n) : f 3 = 4",
            ScriptedJudge(at_a_point),
            RefutationForm.CONTRADICTED,
            "the context holds at f =",
        ),
        (": (2 : Nat) + 2 = 5", ScriptedJudge(contradictions), RefutationForm.CONTRADICTED, ""),
        # No model of the context is known.
        (ROOTLESS, ScriptedJudge(contradictions), RefutationForm.CONTRADICTS_CONTEXT, ""),
    ],
)
async def test_a_contradiction_counts_where_its_context_can_hold(
    text: str, judge: ScriptedJudge, form: RefutationForm, context: str
) -> None:
    settled = await settle(text, judge)
    assert isinstance(settled, Disproved)
    assert settled.form is form
    assert settled.context.startswith(context)


async def test_no_contradiction_is_tried_where_claim_and_context_hold_together() -> None:
    judge = ScriptedJudge(contradictions)
    settled = await settle("(x : ℝ) (h : x > 1) : x < 5", judge)
    assert not isinstance(settled, Disproved)
    assert Polarity.CONTRADICTION not in {polarity for _, polarity, _ in judge.judged}


async def test_a_counterexample_that_a_model_proves_says_that_nothing_follows() -> None:
    text = "(f : ℝ → ℝ) (h : ∀ x, f (x + 1) = f x + 2) : f 1 = f 0"
    settled = await settle(text, ScriptedJudge(model_body), ScriptedModel([bodies("model body")]))
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.NOT_ENTAILED
    assert settled.judgement.polarity is Polarity.COUNTEREXAMPLE


async def test_where_every_point_agrees_with_the_claim_nothing_else_is_tried_against_it() -> None:
    judge = ScriptedJudge(nothing)
    await settle("(x y : ℝ) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2", judge, None, 0.0)
    assert {polarity for _, polarity, _ in judge.judged} == {Polarity.CLAIM}


async def test_where_all_types_are_finite_lean_decides_first() -> None:
    judge = ScriptedJudge(lambda text, polarity, body: "decide" in body)
    settled = await settle("(a b : ZMod 6) (h : a * b = 0) : a = 0 ∨ b = 0", judge)
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.NOT_ENTAILED
    assert [polarity for _, polarity, _ in judge.judged] == [Polarity.NEGATION]


async def test_denying_false_contradicts_nothing() -> None:
    judge = ScriptedJudge(contradictions)
    settled = await settle("(x : ℝ) (h : x ^ 2 = 4) : False", judge)
    assert not isinstance(settled, Disproved)
    assert Polarity.CONTRADICTION not in {polarity for _, polarity, _ in judge.judged}


def by_the_model(text: str, polarity: Polarity, body: str) -> bool:
    """Accept the model's body for the claim, and not for the absurdity of its hypotheses."""
    is_claim = polarity is Polarity.CLAIM and not text.endswith(": False")
    return body == "model body" and is_claim


async def test_a_doubted_claim_is_shown_with_its_opposite_and_either_side_may_be_proved() -> None:
    model = ScriptedModel([ProofReply(bodies=(), opposite=("model body",))])
    settled = await settle(ROOTLESS, ScriptedJudge(by_the_model), model)
    assert isinstance(settled, Proved)
    assert settled.route is Route.MODEL
    asked = model.requests[0].messages[-1].content
    assert "⊢ ∃ " in asked.partition("\n  opposite: ")[0]


async def test_a_claim_that_nobody_doubts_is_shown_alone() -> None:
    model = ScriptedModel([bodies("model body")])
    settled = await settle(HARD, ScriptedJudge(by_the_model), model, 0.0)
    assert isinstance(settled, Proved)
    assert "opposite: " not in model.requests[0].messages[-1].content


async def test_who_knows_neither_side_of_a_doubted_claim_is_not_asked_again() -> None:
    model = ScriptedModel([bodies()])
    assert isinstance(await settle(ROOTLESS, ScriptedJudge(nothing), model), Unsettled)
    model.assert_finished()


async def test_a_body_that_proves_false_from_the_hypotheses_supports_nothing() -> None:
    judge = ScriptedJudge(
        lambda text, polarity, body: body == "absurd" and polarity is Polarity.CLAIM
    )
    settled = await settle(HARD, judge, ScriptedModel([bodies("absurd")]), 0.0, 1)
    assert isinstance(settled, Unsettled)
    assert settled.reason is InconclusiveReason.GATE_FAILED
    assert "exclude each other" in settled.detail
    # A claim that is itself an absurdity says what its hypotheses are for.
    branch = HARD.rpartition(":")[0] + ": False"
    assert isinstance(
        await settle(branch, judge, ScriptedModel([bodies("absurd")]), 0.0, 1), Proved
    )


@pytest.mark.parametrize(
    "reply", ["no JSON", '{"bodies": []}', '{"bodies": ["  "]}', bodies("x" * 9000)]
)
async def test_replies_without_a_body_end_in_exhaustion(reply: Line) -> None:
    model = ScriptedModel(lambda _: reply)
    settled = await settle(ROOTLESS, ScriptedJudge(nothing), model, 0.0, rounds=2)
    assert isinstance(settled, Unsettled)
    assert settled.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert len(model.requests) <= 4


async def test_not_more_bodies_are_checked_than_were_asked_for() -> None:
    judge = ScriptedJudge(nothing)
    model = ScriptedModel([bodies(*(f"try {n}" for n in range(50)))])
    await settle(ROOTLESS, judge, model, 0.0, rounds=1)
    assert len([body for _, _, body in judge.judged if body.startswith("try")]) == 3


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
    judge = ScriptedJudge(nothing)
    text = "(x : Int) (h : x ^ 2 = 4) : x = 2"
    assert isinstance(await settle(text, judge, None, 0.0, direction=direction), Unsettled)
    assert {polarity for _, polarity, _ in judge.judged} <= polarities


async def test_that_a_goal_is_called_false_steers_the_search_and_is_not_believed() -> None:
    model = ScriptedModel([CALLED_FALSE, bodies("model body")])
    assert isinstance(await settle(HARD, ScriptedJudge(model_body), model, 0.1), Disproved)
    model.assert_finished()
    both = ScriptedModel([CALLED_FALSE] * 2)
    settled = await settle(HARD, ScriptedJudge(nothing), both, 0.1, rounds=5)
    assert isinstance(settled, Unsettled)
    assert settled.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert "x = -2 too" in settled.detail
    both.assert_finished()


async def test_the_prover_sees_the_problem_the_context_and_the_sentence() -> None:
    model = ScriptedModel([bodies("no")])
    await settle(HARD, ScriptedJudge(nothing), model, 0.0, rounds=1)
    shown = model.requests[0].messages[-1].content
    for words in ("Find x.", "h1: x ^ 9 + x = 514", "⊢ x = 3", "from the sentence: So x = 2."):
        assert words in shown


async def test_after_a_failed_body_the_model_is_told_what_the_library_has() -> None:
    model = ScriptedModel([bodies("model body")] * 2)
    await settle("(x : ℝ) (hx : x ∈ Set.Icc 0 1) : x⁻¹ > 1", ScriptedJudge(nothing), model, 0.0, 2)
    first, second = (request.messages[-1].content for request in model.requests)
    assert "the library has" not in first
    assert "the library has: " in second
    assert "Set.mem_Icc" in second
    for plain in (HARD, "{G : Type} [Group G] (a b : G) : a * b = b * a"):
        model = ScriptedModel([bodies("model body")] * 2)
        await settle(plain, ScriptedJudge(nothing), model, 0.0, 2)
        assert "the library has" not in model.requests[-1].messages[-1].content


class StoppingJudge(ScriptedJudge):
    """Stops every body of the model at its last line."""

    async def judge_first(
        self, statement: FrozenStatement, bodies: Sequence[str], **options: Any
    ) -> tuple[ProofJudgement, ...]:
        said = await super().judge_first(statement, bodies, **options)
        late = {"reason": "timeout", "detail": "stopped", "verdict": ProofVerdict.INCONCLUSIVE}
        return tuple(j.changed(stopped_at=len(j.body.splitlines()), **late) for j in said)


async def test_a_failed_body_is_shown_whole_with_the_tactic_that_was_running() -> None:
    long = "\n".join([*(f"have step_{n} : {n} = {n} := rfl" for n in range(200)), "nlinarith"])
    model = ScriptedModel([bodies(long), bodies("model body")])
    await settle(HARD, StoppingJudge(nothing), model, 0.0, rounds=2)
    first, second = (request.messages[-1].content for request in model.requests)
    assert "nlinarith" not in first
    for line in long.splitlines():
        assert line in second
    assert "timeout in line 201, `nlinarith`" in second


async def test_of_several_failed_bodies_the_one_that_came_furthest_is_shown_whole() -> None:
    model = ScriptedModel([bodies("short", "first\nthen this"), bodies("another")])
    await settle(HARD, StoppingJudge(nothing), model, 0.0, 2)
    second = model.requests[1].messages[-1].content
    assert "    first\n    then this\n      timeout in line 2, `then this`" in second
    assert "another body failed: timeout in line 1, `short`" in second
