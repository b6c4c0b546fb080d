"""Statements that code writes or confirms, and the places where it does not dare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from faithsieve.symbolic.lean_terms import OutsideDialectError
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.statement_parts import parse_signature
from faithsieve.verify.templates import build_statement, judge_by_code
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims
from support.verify_replies import playing, statements

FIELD = "{R : Type} [OrderedField R] "


def built(
    claim: str, *premises: str, problem: str = "Solve it.", kind: str = "derived_fact"
) -> str:
    assumed = kind == "branch_elimination"
    obligation = make_obligation(claim, *premises, kind=ObligationKind(kind), assumed=assumed)
    statement = build_statement(obligation, problem=problem)
    return statement.text if statement else ""


def test_real_numbers_are_a_generic_ordered_field() -> None:
    assert built("So x = 3.", "2x = 4") == FIELD + "(x : R) (h1 : 2 * x = 4) : x = 3"


def test_an_error_of_the_author_stays_an_error() -> None:
    assert built("$(x+y)^2 = x^2 + y^2$", kind="rewrite").endswith(": (x + y) ^ 2 = x ^ 2 + y ^ 2")


def test_integers_only_where_the_text_says_so() -> None:
    problem = "Let n be an integer."
    assert built("n^2 + n = n(n+1)", problem=problem).startswith("(n : Int)")
    assert built("n^2 + n = n(n+1)").startswith(FIELD)


def test_division_moves_integers_into_the_field() -> None:
    text = built("$\\frac{n}{2} = m$", "$n = 2m$", problem="Let n and m be integers.")
    assert text.startswith(FIELD)


def test_each_denominator_gets_a_side_condition() -> None:
    text = built("$\\frac{1}{x} + \\frac{1}{y} = \\frac{5}{xy}$", "$x + y = 5$")
    assert "x ≠ 0" in text
    assert "x * y ≠ 0" in text


def test_roots_ask_for_a_field_with_roots_and_a_sign() -> None:
    text = built("$\\sqrt{x+1} = 3$", "$x = 8$")
    assert text.startswith("{R : Type} [EuclideanField R]")
    assert "0 ≤ x + 1" in text


def test_words_of_the_domain_become_hypotheses() -> None:
    text = built("xy > 0", problem="Let x and y be positive real numbers.")
    assert "(h1 : 0 < x) (h2 : 0 < y)" in text


def test_a_chain_becomes_one_link_after_the_other() -> None:
    text = built("$x = 2y = 6$", "$y = 3$", "$x > y$")
    assert text.endswith(": x = 2 * y ∧ 2 * y = 6")


def test_alternatives_are_a_disjunction() -> None:
    text = built("$x = 2$ or $x = 3$", "$x^2 - 5x + 6 = 0$")
    assert text.endswith(": x = 2 ∨ x = 3")


def test_cases_must_cover_everything() -> None:
    text = built("(x > 0) or (x < 0)", "x is real", kind="case_split")
    assert text.endswith(": x > 0 ∨ x < 0")


def test_cases_that_exclude_each_other() -> None:
    assert built("x > 4; x < 1", kind="overlap_partition").endswith(": ¬ ((x > 4) ∧ (x < 1))")


def test_an_eliminated_branch_concludes_false_from_its_assumptions() -> None:
    text = built("this case is impossible", "x^2 = -1", kind="branch_elimination")
    assert text == FIELD + "(x : R) (h1 : x ^ 2 = -1) : False"


def test_a_reduction_assumes_the_new_goal() -> None:
    text = built("If x = 1, then x^2 = 1", kind="goal_reduction")
    assert text == FIELD + "(x : R) (h1 : x = 1) : x ^ 2 = 1"


def test_a_functional_equation_of_the_problem_holds_for_all_arguments() -> None:
    text = built("f(9) = 33", "f(3) = 15", problem="f(2x+3) = 2f(x)+3")
    assert "(h1 : ∀ x', f (2 * x' + 3) = 2 * f x' + 3)" in text


def test_what_should_be_shown_is_not_given() -> None:
    assert "h1" not in built("x > 2", problem="Prove that x > 1.")


@pytest.mark.parametrize(
    "claim",
    [
        "the sum of the digits is 5",
        "if x > 0 then y > 0",
        "x is not 3",
        "z = 2 + 3i for complex z",
        "either x = 1, or else y has no solution",
        "x ≈ 3.14",
        "x = 801 - T - or so",
    ],
)
def test_what_needs_reading_is_left_to_the_model(claim: str) -> None:
    assert built(claim, "x = 1") == ""


def test_that_a_number_is_prime_is_not_lost_where_an_exponent_needs_natural_numbers() -> None:
    assert not built("2^p = p + 2", "p is a prime number")


def test_premises_with_turning_words_are_not_hypotheses() -> None:
    assert "= 5" not in built("x = 2", "x + 1 = 3", "if x = 5 then y = 3")


def test_unread_premises_are_missing_assumptions() -> None:
    obligation = make_obligation("x = 2", "x + 1 = 3", "x is the larger root")
    statement = build_statement(obligation, problem="Solve it.")
    assert statement is not None
    assert not statement.is_complete
    assert "x is the larger root" in statement.judgement.missing_assumptions
    report = score_faithfulness(statement.judgement)
    assert report.premise_score < 0.9


def test_a_complete_reading_is_faithful_by_its_own_account() -> None:
    obligation = make_obligation("x = 2", "x + 1 = 3")
    statement = build_statement(obligation, problem="x + 1 = 3")
    assert statement is not None
    assert statement.is_complete
    assert score_faithfulness(statement.judgement).status is GateStatus.FAITHFUL


def test_every_hypothesis_names_its_premise() -> None:
    obligation = make_obligation("x = 2", "x + y = 3", "y = 1")
    statement = build_statement(obligation, problem="Solve it.")
    assert statement is not None
    assert statement.sources == (("h1", "h1"), ("h2", "h2"))


LETTERS = st.sampled_from("xyz")
NUMBERS = st.integers(min_value=-9, max_value=9)


@given(LETTERS, NUMBERS, NUMBERS, NUMBERS)
def test_a_written_statement_is_always_one_signature(letter: str, a: int, b: int, c: int) -> None:
    text = built(f"{letter} = {c}", f"{a}{letter} + {abs(b)} = {abs(c)}")
    assert not text or parse_signature(text) is not None


def test_no_premise_is_left_out_however_many_there_are() -> None:
    premises = [f"x + {n} = y + {n}" for n in range(20)]
    statement = build_statement(make_obligation("x = y", *premises), problem="Solve it.")
    assert statement is not None
    assert [source for _, source in statement.sources] == [f"h{n}" for n in range(1, 21)]


@pytest.mark.parametrize(
    ("claim", "premises", "problem", "expected"),
    [
        ("$2^n > n$", (), "Let n be a natural number.", "(n : Nat) : 2 ^ n > n"),
        (
            "$n! > 2$",
            ("$n > 2$",),
            "Let n be a natural number.",
            "(n : Nat) (h1 : n > 2) : n ! > 2",
        ),
        ("$|x| = 3$", ("$x = -3$",), "Solve it.", FIELD + "(x : R) (h1 : x = -3) : |x| = 3"),
        ("$3 \\mid n$", ("$6 \\mid n$",), "Solve it.", "(n : Int) (h1 : 6 ∣ n) : 3 ∣ n"),
        (
            "$x = 1$ or $x = -1$",
            ("$x = 1$ or $x = -1$ or $x = 5$",),
            "Solve it.",
            FIELD + "(x : R) (h1 : x = 1 ∨ x = -1 ∨ x = 5) : x = 1 ∨ x = -1",
        ),
        (
            "$\\alpha = 2$",
            ("$\\alpha + 1 = 3$",),
            "Solve it.",
            FIELD + "(α : R) (h1 : α + 1 = 3) : α = 2",
        ),
        ("$x = 0.5$", ("$2x = 1$",), "Solve it.", FIELD + "(x : R) (h1 : 2 * x = 1) : x = 1 / 2"),
        (
            "$x - (y - z) = x - y + z$",
            (),
            "Solve it.",
            FIELD + "(x y z : R) : x - (y - z) = x - y + z",
        ),
    ],
)
def test_each_construct_has_its_lean_text(
    claim: str, premises: tuple[str, ...], problem: str, expected: str
) -> None:
    assert built(claim, *premises, problem=problem) == expected


@pytest.mark.parametrize(
    ("claim", "premises", "problem"),
    [
        ("$2^n - 1 > n$", (), "Let n be a natural number."),
        ("$2^x > x$", (), "Let x be a real number."),
        ("$\\sin x = 1$", (), "Solve it."),
        ("$e^x = 1$", (), "Solve it."),
        ("$p > 3$", (), "Let p be a prime."),
        ("$\\frac{n}{2} = k$", ("$2 \\mid n$",), "Let n be an integer."),
        ("$f(x) = 3$", ("$f(x) = x + 1$",), "Solve it."),
        ("$x > 1$; also y", (), "Solve it."),
        ("$\\sqrt[3]{x} = 2$", (), "Solve it."),
    ],
)
def test_what_the_core_dialect_cannot_say_is_left_alone(
    claim: str, premises: tuple[str, ...], problem: str
) -> None:
    assert built(claim, *premises, problem=problem) == ""


def test_an_implication_assumes_its_left_side() -> None:
    text = built("\\[ 2a = 28 \\implies a = 14 \\]", "$a > 0$")
    assert text == FIELD + "(a : R) (h1 : a > 0) (h2 : 2 * a = 28) : a = 14"


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        ("Let $y = x + 1$.", ("$x = 2$",)),
        ("2. $x = 4$", ("$x + 1 = 5$",)),
        ("$z = 9$", ("$x + 1 = 5$",)),
        ("$a = 14$", ("$a = 38$",)),
        ("$x = 1$ and $x + y = 3 \\implies y = 2$", ("$x = 1$",)),
    ],
)
def test_what_is_often_no_claim_is_left_to_the_model(claim: str, premises: tuple[str, ...]) -> None:
    assert built(claim, *premises) == ""


def test_a_branch_without_its_assumption_is_left_to_the_model() -> None:
    kind = ObligationKind.BRANCH_ELIMINATION
    obligation = make_obligation("we exclude x = 3", "x > 0", kind=kind)
    assert build_statement(obligation, problem="Solve it.") is None


def test_premises_that_are_implications_are_not_hypotheses() -> None:
    text = built("$x = 2$", "$x + 1 = 3$", "$k + 1 = 0 \\implies k = -1$")
    assert "k" not in text


@pytest.mark.parametrize(
    ("claim", "premises", "text"),
    [
        ("n^2 is odd", ("n is an odd integer",), "(n : Int) (h1 : Odd n) : Odd (n ^ 2)"),
        ("8 divides 8n", (), "(n : Int) : 8 ∣ 8 * n"),
        (
            "n^2 leaves remainder 4 when divided by 5",
            ("n leaves remainder 3 when divided by 5",),
            "(n : Int) (h1 : n ≡ 3 [ZMOD 5]) : n ^ 2 ≡ 4 [ZMOD 5]",
        ),
    ],
)
def test_properties_in_words_are_stated(claim: str, premises: tuple[str, ...], text: str) -> None:
    assert built(claim, *premises, problem="Let n be an integer.") == text


@pytest.mark.parametrize("claim", ["if n is odd", "the sum of n and m is even", "n is not odd"])
def test_properties_that_need_reading_are_not_stated(claim: str) -> None:
    assert built(claim, problem="Let n and m be integers.") == ""


@pytest.mark.parametrize(
    "unread", ["y is the smallest odd prime", "all of these numbers are distinct"]
)
def test_an_unread_premise_about_any_letter_of_the_statement_leaves_the_context_incomplete(
    unread: str,
) -> None:
    """Through ``x + y = 5`` what is said about ``y`` bears on ``x``."""
    obligation = make_obligation("x = 2", "x + y = 5", unread)
    statement = build_statement(obligation, problem="Solve.")
    assert statement is not None
    assert not statement.is_complete
    other = make_obligation("x = 2", "x + y = 5", "z is the smallest odd prime")
    elsewhere = build_statement(other, problem="Solve.")
    assert elsewhere is not None
    assert "z is the smallest odd prime" not in elsewhere.judgement.missing_assumptions


# ---- statements that a model worded

LINEAR = make_obligation("x = 2", "2x + 6 = 10")
REAL = "Solve 2x + 6 = 10 over the reals."


def status(text: str, obligation: Obligation = LINEAR, problem: str = REAL) -> GateStatus | str:
    parts = parse_signature(text)
    assert parts is not None
    try:
        judgement = judge_by_code(obligation, parts, problem=problem)
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
