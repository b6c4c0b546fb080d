"""From a claim to a statement: the core dialect first, Mathlib only where it is needed."""

from collections.abc import Sequence

import pytest

from faithsieve.lean.judges import DialectJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import InconclusiveReason, Passed
from faithsieve.records.lean import FrozenStatement, RefusedStatement, SoundnessLayer
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.statement import (
    GatedStatement,
    NoStatement,
    StatementReply,
    StatementSearch,
    typed_powers,
)
from faithsieve.verify.statement_parts import parse_signature
from support.obligations import make_obligation
from support.statement_judge import MathlibJudge, ScriptedJudge, claims
from support.verify_replies import asked, faithful, playing, statements

CLAIM = make_obligation("the sine of x is at most 1", "x is a real number")
OUT_OF_REACH = statements(obstacle="there is no sine")
REAL = statements("(x : ℝ) (h1 : x = x + 0) : Real.sin x ≤ 1")


def both() -> DialectJudge:
    core = ScriptedJudge(claims, refuses=lambda text: "statement_elaboration")
    return DialectJudge(core, MathlibJudge(claims))


def answering(replies: Sequence[StatementReply]) -> ScriptedModel:
    """Answers statement prompts in order, and finds every statement faithful."""
    waiting = iter(replies)
    return playing(statement=lambda request: next(waiting), gate=faithful())


def tools(judge: StatementJudge, model: ScriptedModel) -> EvaluationTools:
    return EvaluationTools(
        problem="Bound the sine.",
        model=model,
        judge=judge,
        settings=VerifySettings(code_gate=False, probes=False),
        decoding=DecodingSettings(),
    )


async def test_what_core_cannot_say_is_asked_for_in_mathlib_and_says_so() -> None:
    model = answering([OUT_OF_REACH, REAL])
    result = await EvaluationAgent(tools(both(), model)).evaluate(CLAIM)
    assert isinstance(result, Passed), result
    assert result.lean is not None
    assert (result.lean.dialect, result.lean.toolchain) == ("mathlib", "native:mathlib")
    prompts = [r.messages[0].content for r in model.requests if r.stage == "verify.statement"]
    assert "no Mathlib" in prompts[0]
    assert "whole of Mathlib" in prompts[1]


async def test_without_a_second_lean_nothing_more_is_asked() -> None:
    model = answering([OUT_OF_REACH])
    found = await StatementSearch(CLAIM, tools(ScriptedJudge(claims), model)).run()
    assert isinstance(found, NoStatement)
    assert found.reason is InconclusiveReason.OUT_OF_SCOPE
    assert asked(model, "verify/statement") == 1


FIELD = "{R : Type} [OrderedField R] (x : R) : "


@pytest.mark.parametrize(
    ("claim", "typed"),
    [
        ("x = √((-3) ^ 2 - 4 * 2)", "x = √((-3 : R) ^ 2 - 4 * 2)"),
        ("(-x) ^ 3 = -x ^ 3", "(-x) ^ 3 = (-x ^ 3 : R)"),
        ("x - -x ^ 2 = 2 ^ 3 - x ^ 2", "x - (-x ^ 2 : R) = (2 : R) ^ 3 - x ^ 2"),
        ("(x - 1) ^ 2 = x", None),
    ],
)
def test_powers_whose_type_lean_does_not_guess_get_it_written(
    claim: str, typed: str | None
) -> None:
    parts = parse_signature(FIELD + claim)
    assert parts is not None
    found = typed_powers(parts)
    assert (found and found.conclusion) == typed
    whole = parse_signature("(x : ℤ) : x = (-3) ^ 2")
    assert whole is not None
    assert typed_powers(whole) is None


async def test_a_statement_with_an_untyped_power_needs_no_second_question() -> None:
    class Untyped(ScriptedJudge):
        async def freeze(
            self, text: str, *, timeout_s: float = 30.0
        ) -> FrozenStatement | RefusedStatement:
            if "(-3) ^" not in text:
                return await super().freeze(text, timeout_s=timeout_s)
            return RefusedStatement(
                text=text,
                verdict="reject",
                reason="statement_elaboration",
                layer=SoundnessLayer.STATEMENT,
                detail="HPow Int Nat R",
            )

    offered = FIELD + "x ^ 2 = (-3) ^ 2"
    model = playing(statement=statements(offered), gate=faithful(0))
    settings = VerifySettings(probes=False, templates=False)
    tools = EvaluationTools("", model, Untyped(claims), settings, DecodingSettings())
    found = await StatementSearch(CLAIM, tools).run()
    assert isinstance(found, GatedStatement)
    assert found.frozen.text == FIELD + "x ^ 2 = (-3 : R) ^ 2"
    assert asked(model, "verify/statement") == 1
