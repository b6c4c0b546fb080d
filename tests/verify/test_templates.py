"""Statements that code writes or confirms, and the places where it does not dare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import Inconclusive, InconclusiveReason, Outcome
from faithsieve.records.faithfulness import GateStatus
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.symbolic.lean_terms import OutsideDialectError
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.gate.faithfulness import SlotJudgement, score_faithfulness
from faithsieve.verify.statement_parts import parse_signature
from faithsieve.verify.templates import BuiltStatement, build_statement, judge_by_code
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims
from support.statements import FIELD, make_tools, parts_of
from support.verify_replies import playing, statements


def built(
    claim: str, *premises: str, problem: str = "Solve it.", kind: str = "derived_fact"
) -> str:
    obligation = make_obligation(claim, *premises, kind=ObligationKind(kind))
    statement = build_statement(obligation, problem=problem)
    return statement.text if statement else ""


WRITTEN = [
    # Real numbers are a generic ordered field, and an error of the author stays an error.
    ("So x = 3.", ("2x = 4",), "", FIELD + "(x : R) (h1 : 2 * x = 4) : x = 3"),
    ("$(x+y)^2 = x^2 + y^2$", (), "", FIELD + "(x y : R) : (x + y) ^ 2 = x ^ 2 + y ^ 2"),
    # Integers only where the text says so, and not where something is divided.
    ("n^2 + n = n(n+1)", (), "Let n be an integer.", "(n : Int) : n ^ 2 + n = n * (n + 1)"),
    ("n^2 + n = n(n+1)", (), "", FIELD + "(n : R) : n ^ 2 + n = n * (n + 1)"),
    (
        "$\\frac{n}{2} = m$",
        ("$n = 2m$",),
        "Let n and m be integers.",
        FIELD + "(m n : R) (h1 : n = 2 * m) : n / 2 = m",
    ),
    # Divisors and roots bring side conditions, roots a field that has them.
    (
        "$\\frac{1}{x} + \\frac{1}{y} = \\frac{5}{xy}$",
        ("$x + y = 5$",),
        "",
        FIELD + "(x y : R) (h1 : x + y = 5) (h2 : x ≠ 0) (h3 : y ≠ 0) (h4 : x * y ≠ 0) : "
        "1 / x + 1 / y = 5 / (x * y)",
    ),
    (
        "$\\sqrt{x+1} = 3$",
        ("$x = 8$",),
        "",
        "{R : Type} [EuclideanField R] (x : R) (h1 : x = 8) (h2 : 0 ≤ x + 1) : √(x + 1) = 3",
    ),
    # Words for domains become hypotheses; chains and alternatives keep their structure.
    (
        "xy > 0",
        (),
        "Let x and y be positive real numbers.",
        FIELD + "(x y : R) (h1 : 0 < x) (h2 : 0 < y) : x * y > 0",
    ),
    (
        "$x = 2y = 6$",
        ("$y = 3$", "$x > y$"),
        "",
        FIELD + "(x y : R) (h1 : y = 3) (h2 : x > y) : x = 2 * y ∧ 2 * y = 6",
    ),
    (
        "$x = 2$ or $x = 3$",
        ("$x^2 - 5x + 6 = 0$",),
        "",
        FIELD + "(x : R) (h1 : x ^ 2 - 5 * x + 6 = 0) : x = 2 ∨ x = 3",
    ),
    (
        "$x = 1$ or $x = -1$",
        ("$x = 1$ or $x = -1$ or $x = 5$",),
        "",
        FIELD + "(x : R) (h1 : x = 1 ∨ x = -1 ∨ x = 5) : x = 1 ∨ x = -1",
    ),
    # Conditions and implications among the premises are no hypotheses.
    (
        "$x = 2$",
        ("$x + 1 = 3$", "if x = 5 then y = 3", "$k + 1 = 0 \\implies k = -1$"),
        "",
        FIELD + "(x : R) (h1 : x + 1 = 3) : x = 2",
    ),
    ("$|x| = 3$", ("$x = -3$",), "", FIELD + "(x : R) (h1 : x = -3) : |x| = 3"),
    ("$3 \\mid n$", ("$6 \\mid n$",), "", "(n : Int) (h1 : 6 ∣ n) : 3 ∣ n"),
    ("$\\alpha = 2$", ("$\\alpha + 1 = 3$",), "", FIELD + "(α : R) (h1 : α + 1 = 3) : α = 2"),
    ("$x = 0.5$", ("$2x = 1$",), "", FIELD + "(x : R) (h1 : 2 * x = 1) : x = 1 / 2"),
    ("$x - (y - z) = x - y + z$", (), "", FIELD + "(x y z : R) : x - (y - z) = x - y + z"),
    # Properties in words are relations.
    (
        "n^2 is odd",
        ("n is an odd integer",),
        "Let n be an integer.",
        "(n : Int) (h1 : Odd n) : Odd (n ^ 2)",
    ),
    ("8 divides 8n", (), "Let n be an integer.", "(n : Int) : 8 ∣ 8 * n"),
    (
        "n^2 leaves remainder 4 when divided by 5",
        ("n leaves remainder 3 when divided by 5",),
        "Let n be an integer.",
        "(n : Int) (h1 : n ≡ 3 [ZMOD 5]) : n ^ 2 ≡ 4 [ZMOD 5]",
    ),
]


@pytest.mark.parametrize(("claim", "premises", "problem", "expected"), WRITTEN)
def test_each_construct_has_its_lean_text(
    claim: str, premises: tuple[str, ...], problem: str, expected: str
) -> None:
    assert built(claim, *premises, problem=problem or "Solve it.") == expected


@pytest.mark.parametrize(
    ("kind", "claim"),
    [
        ("case_split", "(x > 0 and x < 2) or (x < 0)"),
        ("case_split", "(0 < x < 2) or (x < 0)"),
        ("overlap_partition", "x > 4; x < 1"),
        ("branch_elimination", "impossible"),
        ("justification_faithfulness", "x = 2"),
    ],
)
def test_only_claims_that_are_to_be_shown_as_they_stand_are_written(kind: str, claim: str) -> None:
    assert built(claim, "x + 1 = 3", kind=kind) == ""


def test_cases_are_alternatives() -> None:
    text = built("(x > 0) or (x < 0)", "x is real", kind="case_split")
    assert text == FIELD + "(x : R) : x > 0 ∨ x < 0"


def test_what_should_be_shown_is_not_given() -> None:
    assert "h1" not in built("x > 2", problem="Prove that x > 1.")


LEFT_TO_THE_MODEL = [
    # What needs reading.
    ("the sum of the digits is 5", ("x = 1",), ""),
    ("if x > 0 then y > 0", ("x = 1",), ""),
    ("x is not 3", ("x = 1",), ""),
    ("z = 2 + 3i for complex z", ("x = 1",), ""),
    ("either x = 1, or else y has no solution", ("x = 1",), ""),
    ("x ≈ 3.14", ("x = 1",), ""),
    ("x = 801 - T - or so", ("x = 1",), ""),
    ("if n is odd", (), "Let n and m be integers."),
    ("the sum of n and m is even", (), "Let n and m be integers."),
    ("n is not odd", (), "Let n and m be integers."),
    # What the core dialect cannot say, or would lose: that a number is prime.
    ("f(9) = 33", ("f(3) = 15",), "f(2x+3) = 2f(x)+3"),
    ("$2^n > n$", (), "Let n be a natural number."),
    ("2^p = p + 2", ("p is a prime number",), ""),
    ("$p > 3$", (), "Let p be a prime."),
    ("$2^n - 1 > n$", (), "Let n be a natural number."),
    ("$2^x > x$", (), "Let x be a real number."),
    ("$\\sin x = 1$", (), ""),
    ("$e^x = 1$", (), ""),
    ("$\\frac{n}{2} = k$", ("$2 \\mid n$",), "Let n be an integer."),
    ("$f(x) = 3$", ("$f(x) = x + 1$",), ""),
    ("$x > 1$; also y", (), ""),
    ("$\\sqrt[3]{x} = 2$", (), ""),
    # What is often no claim.
    ("Let $y = x + 1$.", ("$x = 2$",), ""),
    ("2. $x = 4$", ("$x + 1 = 5$",), ""),
    ("$z = 9$", ("$x + 1 = 5$",), ""),
    ("$a = 14$", ("$a = 38$",), ""),
    ("$x = 1$ and $x + y = 3 \\implies y = 2$", ("$x = 1$",), ""),
]


@pytest.mark.parametrize(("claim", "premises", "problem"), LEFT_TO_THE_MODEL)
def test_what_code_cannot_state_for_sure_is_left_to_the_model(
    claim: str, premises: tuple[str, ...], problem: str
) -> None:
    assert built(claim, *premises, problem=problem or "Solve it.") == ""


def written(claim: str, *premises: str, problem: str = "Solve it.") -> BuiltStatement:
    statement = build_statement(make_obligation(claim, *premises), problem=problem)
    assert statement is not None
    return statement


def account(claim: str, *premises: str, problem: str = "Solve it.") -> SlotJudgement:
    """Code's account of the statement that code writes."""
    parts = parts_of(written(claim, *premises, problem=problem).text)
    return judge_by_code(make_obligation(claim, *premises), parts, problem=problem)


def test_only_a_complete_reading_is_faithful_by_its_own_account() -> None:
    partly = account("x = 2", "x + 1 = 3", "x is the larger root")
    assert "x is the larger root" in partly.missing_assumptions
    assert score_faithfulness(partly).premise_score < 0.9
    complete = account("x = 2", "x + 1 = 3", problem="x + 1 = 3")
    assert not complete.missing_assumptions
    assert score_faithfulness(complete).status is GateStatus.FAITHFUL


@pytest.mark.parametrize(
    "premise",
    ["$S = 1 + 2 + \\cdots + 2^{20}$", "x and S are distinct real numbers", "x is not S"],
)
def test_a_premise_that_was_not_read_in_full_is_missing(premise: str) -> None:
    told = account("$S = 2$", "$S - x = 1$", "$x = 1$", premise, problem="x = 1")
    assert told.missing_assumptions == (premise,)


def test_alternatives_are_stated_and_missed_as_a_whole() -> None:
    premises = ("$x > 2$", "$x = 1$ or $x = 3$")
    assert not account("$x = 3$", *premises, problem="x > 2").missing_assumptions
    lost = FIELD + "(x : R) (h1 : x > 2) : x = 3"
    obligation = make_obligation("$x = 3$", *premises)
    missing = judge_by_code(obligation, parts_of(lost), problem="x > 2").missing_assumptions
    assert missing == ("$x = 1$ or $x = 3$",)


@pytest.mark.parametrize("claim", ["$x = 2y = 6$ or $x = 3$", "$x = 1$, $y = 2$ or $x = 3$"])
def test_relations_that_belong_together_are_no_alternatives(claim: str) -> None:
    assert built(claim, "$x + y = 3$") == ""


def test_only_what_is_stated_brings_side_conditions() -> None:
    text = built("$x = 2$", "$x + 1 = 3$ and $z = \\frac{1}{w}$")
    assert text == FIELD + "(x : R) (h1 : x + 1 = 3) : x = 2"


def test_names_of_letters_and_hypotheses_are_kept_apart() -> None:
    assert built("$h_1 = 2$", "$h_1 + 1 = 3$") == ""
    assert built("$R = 2$", "$R + 1 = 3$") == ""


def test_every_hypothesis_names_its_premise_and_none_is_left_out() -> None:
    assert written("x = 2", "x + y = 3", "y = 1").sources == (("h1", "h1"), ("h2", "h2"))
    many = written("x = y", *(f"x + {n} = y + {n}" for n in range(20)))
    assert [source for _, source in many.sources] == [f"h{n}" for n in range(1, 21)]


LETTERS = st.sampled_from("xyz")
NUMBERS = st.integers(min_value=-9, max_value=9)


@given(LETTERS, NUMBERS, NUMBERS, NUMBERS)
def test_a_written_statement_is_always_one_signature(letter: str, a: int, b: int, c: int) -> None:
    text = built(f"{letter} = {c}", f"{a}{letter} + {abs(b)} = {abs(c)}")
    assert not text or parse_signature(text) is not None


@pytest.mark.parametrize(
    "unread", ["y is the smallest odd number", "all of these numbers are distinct"]
)
def test_an_unread_premise_about_any_letter_of_the_statement_leaves_the_context_incomplete(
    unread: str,
) -> None:
    """Through ``x + y = 5`` what is said about ``y`` bears on ``x``."""
    assert unread in account("x = 2", "x + y = 5", unread).missing_assumptions
    elsewhere = "z is the smallest odd number"
    assert elsewhere not in account("x = 2", "x + y = 5", elsewhere).missing_assumptions


# ---- statements that a model worded

LINEAR = make_obligation("x = 2", "2x + 6 = 10")
REAL = "Solve 2x + 6 = 10 over the reals."


def status(text: str, obligation: Obligation = LINEAR, problem: str = REAL) -> GateStatus | str:
    try:
        judgement = judge_by_code(obligation, parts_of(text), problem=problem)
    except OutsideDialectError as reason:
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


async def test_a_statement_the_code_gate_refuses_never_reaches_lean_as_evidence() -> None:
    """The scripted model has no gate reply: asking it for one would fail the test."""
    for conclusion, outcome in (("x = 2", Outcome.PASSED), ("x = x", Outcome.INCONCLUSIVE)):
        text = FIELD + f"(x : R) (h : 2 * x + 6 = 10) : {conclusion}"
        model = playing(statement=statements(text))
        options = {"code_gate": True, "templates": False, "probes": False, "statement_rounds": 1}
        tools = make_tools(model, ScriptedJudge(claims), REAL, **options)
        result = await EvaluationAgent(tools).evaluate(LINEAR)
        assert result.outcome is outcome
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.GATE_FAILED
    assert "code cannot confirm it" in result.detail
