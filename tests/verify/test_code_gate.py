"""Statements that a model worded and code confirms, and everything it refuses."""

import pytest

from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    Refuted,
)
from faithsieve.records.faithfulness import GateStatus
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.code_gate import UnconfirmedError, judge_by_code
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.statement_parts import parse_signature
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims
from support.verify_replies import playing, statements

FIELD = "{R : Type} [OrderedField R] "
LINEAR = make_obligation("x = 2", "2x + 6 = 10")
REAL = "Solve 2x + 6 = 10 over the reals."


def status(text: str, obligation: Obligation = LINEAR, problem: str = REAL) -> GateStatus | str:
    parts = parse_signature(text)
    assert parts is not None
    try:
        judgement = judge_by_code(obligation, parts, problem=problem)
    except UnconfirmedError as reason:
        return str(reason)
    return score_faithfulness(judgement, threshold=0.75).status


@pytest.mark.parametrize(
    "text",
    [
        "(x : R) (h : 2 * x + 6 = 10) : x = 2",
        "(x : R) (h : 10 = 6 + 2 * x) : 2 = x",
        "(x : R) (h : x + 3 = 5) : x - 2 = 0",
    ],
)
def test_the_same_relations_in_another_wording_are_confirmed(text: str) -> None:
    assert status(FIELD + text) is GateStatus.FAITHFUL


@pytest.mark.parametrize(
    "text",
    [
        FIELD + "(x : R) (h : 2 * x + 6 = 12) : x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 3",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) : x ≤ 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2 ∨ x = 3",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2 ∨ x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) (h2 : x = 2) : x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) (h2 : 0 < x) : x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10 ∨ x = 7) : x = 2",
        FIELD + "(x : R) (h : ∀ y : R, 2 * y + 6 = 10) : x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) : ∃ y : R, y = 2",
        FIELD + "(x : R) (f : R → R) (h : 2 * x + 6 = 10) : x = 2",
        FIELD + "(x : R) (h : 2 * x + 6 = 10) (h2 : strange x) : x = 2",
        "(x : ℤ) (h : 2 * x + 6 = 10) : x = 2",
        "(x : ℕ) (h : 2 * x + 6 = 10) : x = 2",
        "(x : ℚ) (h : 2 * x + 6 = 10) : x = 2",
        ": True",
    ],
)
def test_every_difference_is_refused_with_a_reason(text: str) -> None:
    reason = status(text)
    assert isinstance(reason, str)
    assert not isinstance(reason, GateStatus)


def test_a_lost_premise_lowers_the_score_but_an_added_one_is_refused() -> None:
    system = make_obligation("x = 2", "x + y = 5", "y = 3")
    text = FIELD + "(x y : R) (h1 : x + y = 5)%s : x = 2"
    assert status(text % " (h2 : y = 3)", system, "Solve.") is GateStatus.FAITHFUL
    lost = status(text % "", system, "Solve.")
    assert lost is not GateStatus.FAITHFUL
    assert isinstance(status(text % " (h2 : y = 4)", system, "Solve."), str)


def test_words_about_whole_numbers_are_confirmed() -> None:
    odd = make_obligation("n^2 is odd", "n is an odd integer")
    assert status("(n : ℤ) (h : Odd n) : Odd (n ^ 2)", odd, "Let n be odd.") is GateStatus.FAITHFUL
    assert "not the claim" in status("(n : ℤ) (h : Odd n) : Even (n ^ 2)", odd, "Let n be odd.")
    prime = make_obligation("p + 1 = 4", "p is a prime number", "p = 3")
    text = "(p : ℕ) (hp : Nat.Prime p) (h : p = 3) : p + 1 = 4"
    assert status(text, prime, "Find p.") is GateStatus.FAITHFUL
    assert "grants" in status("(q p : ℕ) (hq : Nat.Prime q) : p + 1 = 4", prime, "Find p.")


@pytest.mark.parametrize(
    ("words", "lean"),
    [
        ("positive", "0 < x"),
        ("negative", "x < 0"),
        ("nonnegative", "x ≥ 0"),
        ("nonzero", "x ≠ 0"),
    ],
)
def test_signs_in_words_grant_the_relation_they_mean(words: str, lean: str) -> None:
    claim = make_obligation("x + x = 2x", f"x is a {words} real number")
    text = FIELD + f"(x : R) (h : {lean}) : x + x = 2 * x"
    assert status(text, claim, "Let x be given.") is GateStatus.FAITHFUL
    other = FIELD + "(x : R) (h : x < 7) : x + x = 2 * x"
    assert "grants" in status(other, claim, "Let x be given.")


def test_natural_numbers_need_a_sign_and_no_operation_that_cuts() -> None:
    claim = make_obligation("n + n = 2n", "n is a positive integer")
    text = "(n : ℕ) (h : 0 < n) : n + n = 2 * n"
    assert status(text, claim, "Let n be given.") is GateStatus.FAITHFUL
    bare = make_obligation("n + n = 2n", "n is an integer")
    assert "kind" in status("(n : ℕ) : n + n = 2 * n", bare, "Let n be given.")
    cut = make_obligation("n - 1 + 1 = n", "n is a positive integer")
    assert "kind" in status("(n : ℕ) (h : 0 < n) : n - 1 + 1 = n", cut, "Let n be given.")


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        ("x is the number we look for", ("2x = 4",)),
        ("if x = 2 then we are done", ("2x = 4",)),
        ("x is not 2", ("2x = 4",)),
    ],
)
def test_a_claim_that_code_cannot_read_confirms_nothing(
    claim: str, premises: tuple[str, ...]
) -> None:
    text = FIELD + "(x : R) (h : 2 * x = 4) : x = 2"
    assert "cannot" in status(text, make_obligation(claim, *premises), "Solve 2x = 4.")


def test_an_eliminated_branch_concludes_false() -> None:
    kind = ObligationKind.BRANCH_ELIMINATION
    branch = make_obligation("impossible", "x^2 + 1 = 0", kind=kind, assumed=True)
    text = FIELD + "(x : R) (h : x ^ 2 + 1 = 0) : %s"
    assert status(text % "False", branch, "Solve.") is GateStatus.FAITHFUL
    assert "contradiction" in status(text % "x = 0", branch, "Solve.")


async def evaluate(text: str) -> LocalResult:
    settings = VerifySettings(code_gate=True, templates=False, probes=False, statement_rounds=1)
    agent = EvaluationAgent(
        EvaluationTools(
            problem=REAL,
            model=playing(statement=statements(text)),
            judge=ScriptedJudge(claims),
            settings=settings,
            decoding=DecodingSettings(),
        )
    )
    return await agent.evaluate(LINEAR)


async def test_a_statement_the_code_gate_refuses_never_reaches_lean_as_evidence() -> None:
    """The scripted model has no gate reply: asking it for one would fail the test."""
    honest = await evaluate(FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2")
    assert isinstance(honest, Passed)
    drifted = await evaluate(FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = x")
    assert not isinstance(drifted, Passed | Refuted)
    assert isinstance(drifted, Inconclusive)
    assert drifted.reason is InconclusiveReason.GATE_FAILED
    assert "code cannot confirm it" in drifted.detail
