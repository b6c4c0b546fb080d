"""The statement loop: what code and model offer, what goes back, and what leaves the loop."""

from typing import Any

import pytest

from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import InconclusiveReason
from faithsieve.verify.statement import (
    GatedStatement,
    NoStatement,
    NumericClaim,
    StatementOutcome,
    StatementSearch,
    describe_claim,
    plain_signature,
)
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims
from support.statements import make_tools
from support.verify_replies import asked, drifted, faithful, playing, statements

WORDS = make_obligation("the larger root is irrational", "x + 1 = 3")
STATED = "(x : Int) (h1 : x + 1 = 3) : x = 2"


async def search(
    model: ScriptedModel, judge: StatementJudge | None = None, **settings: Any
) -> StatementOutcome:
    tools = make_tools(model, judge or ScriptedJudge(claims), **settings)
    return await StatementSearch(WORDS, tools).run()


async def test_a_stated_and_gated_claim_leaves_the_loop() -> None:
    found = await search(playing(statement=statements(STATED), gate=faithful()))
    assert isinstance(found, GatedStatement)
    assert found.frozen.text == STATED


async def test_a_rejected_statement_goes_back_with_its_complaint_and_a_repeated_one_ends_it() -> (
    None
):
    model = playing(statement=statements(STATED), gate=drifted())
    found = await search(model, statement_rounds=5)
    assert isinstance(found, NoStatement)
    assert found.reason is InconclusiveReason.GATE_FAILED
    _, again = [r for r in model.requests if r.prompt.id == "verify/statement"]
    for words in ("an earlier statement was not usable", STATED, "state the claim"):
        assert words in again.messages[-1].content


async def test_an_obstacle_is_out_of_scope_and_an_equation_is_a_numeric_claim() -> None:
    model = playing(statement=statements(obstacle="needs sin"))
    found = await search(model)
    assert isinstance(found, NoStatement)
    assert (found.reason, found.detail) == (InconclusiveReason.OUT_OF_SCOPE, "needs sin")
    assert asked(model, "verify/statement") == 1
    numeric = await search(playing(statement=statements(equation="1 + 1 = 2")))
    assert isinstance(numeric, NumericClaim)


async def test_without_rounds_nobody_is_asked() -> None:
    model = playing()
    found = await search(model, statement_rounds=0)
    assert isinstance(found, NoStatement)
    assert found.reason is InconclusiveReason.NO_STATEMENT
    assert model.requests == ()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("```lean\n(x : Int) : x = x\n```", "(x : Int) : x = x"),
        ("theorem t (x : Int) : x = x := by sorry", "(x : Int) : x = x"),
        ("example : 1 = 1 :=", ": 1 = 1"),
        ("1 + 1 = 2", ": 1 + 1 = 2"),
    ],
)
def test_fences_names_and_missing_proofs_are_taken_off(text: str, plain: str) -> None:
    assert plain_signature(text) == plain


def test_a_claim_is_described_with_what_it_may_use_and_its_sentence_where_it_says_more() -> None:
    obligation = make_obligation("x = 2", "x + 1 = 3", source="Thus x = 2, as x > 0.")
    assert describe_claim(2, obligation, "").splitlines() == [
        "[2] derived_fact, may use the problem, h1",
        "  sentence: Thus x = 2, as x > 0.",
        "  claim: From the context it follows that: x = 2",
    ]
    alone = describe_claim(1, make_obligation("x = 2", source="x = 2"), "")
    assert "sentence" not in alone
