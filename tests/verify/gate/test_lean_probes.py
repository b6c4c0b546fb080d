"""Probes against drifted statements, on a scripted Lean."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import LeanUnavailableError
from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofJudgement,
    StatementFinding,
    StatementProbe,
)
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.settings import VerifySettings
from faithsieve.verify.gate.lean_probes import probe_statement
from faithsieve.verify.links import is_side_condition
from support.obligations import make_obligation
from support.statement_judge import Accepts, ScriptedJudge, claims, counterexamples, nothing
from support.statements import FIELD, make_candidate

SIMPLE = make_obligation("x = 2", "2x + 6 = 10")
HONEST = FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2"


async def probe(
    text: str,
    obligation: Obligation = SIMPLE,
    judge: ScriptedJudge | None = None,
    problem: str = "Solve 2x + 6 = 10 over the reals.",
) -> tuple[ProbeFinding, ...]:
    chosen = judge or ScriptedJudge(nothing)
    candidate = await make_candidate(text, obligation, problem, chosen)
    return await probe_statement(candidate, chosen, VerifySettings(), thorough=True)


async def names(text: str, **more: Any) -> set[str]:
    return {finding.name for finding in await probe(text, **more)}


async def test_an_honest_statement_has_no_finding() -> None:
    assert await names(HONEST) == set()
    assert await names(FIELD + "(x : R) (h : 10 = 2 * x + 6) : 2 = x") == set()


@pytest.mark.parametrize(
    ("text", "name", "category"),
    [
        ("(x : R) (h : 2 * x + 6 = 12) : x = 2", "invented_numeral", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x = 6", "changed_claim", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x ≤ 2", "changed_relation", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x ≠ 2", "changed_relation", DriftCategory.WRONG_OBJECTS),
    ],
)
async def test_each_drift_is_named(text: str, name: str, category: DriftCategory) -> None:
    found = await probe(FIELD + text)
    assert {finding.name: finding.category for finding in found}.get(name) is category
    assert all(finding.artifact is not None for finding in found)


async def test_rational_numbers_stand_for_the_reals_only_where_they_satisfy_the_hypotheses() -> (
    None
):
    root = make_obligation("4d^2 = 20", "d^2 = 5")
    about = "(d : ℚ) (h : d ^ 2 = 5) : 4 * d ^ 2 = 20"
    problem = "Let d be a number with d^2 = 5."
    assert "narrowed_type" in await names(about, obligation=root, problem=problem)
    said = "Let d be a rational number with d^2 = 5."
    assert "narrowed_type" not in await names(about, obligation=root, problem=said)
    assert await names("(x : ℚ) (h : 2 * x + 6 = 10) : x = 2") == set()


def naming(statement: str, polarity: Polarity, body: str) -> bool:
    """Accept what leads from the added hypothesis to the conclusion and back."""
    is_back = "(claimed :" in statement and body == "exact claimed"
    is_given = re.search(r"\(h3 :|\(assumed\d+ : x = 2\)", statement) is not None
    return is_back or (is_given and body.endswith("grind"))


CLOSED = ": ∀ {R : Type} [OrderedField R] (x : R), 2 * x + 6 = 10 → %s x = 2"


@pytest.mark.parametrize(
    ("condition", "found"),
    [("", set()), ("x = 2 →", {"assumes_target"}), ("x < 12 →", {"invented_numeral"})],
)
async def test_conditions_inside_the_conclusion_are_hypotheses_too(
    condition: str, found: set[str]
) -> None:
    judge = ScriptedJudge(naming if "=" in condition else nothing)
    assert await names(CLOSED % condition, judge=judge) == found


async def test_what_the_problem_asks_to_prove_is_not_granted_by_it() -> None:
    step = make_obligation("t^2 < t", "0 < t < 1")
    text = FIELD + "(t : R) (h1 : 0 < t) (h2 : t < 1) (h3 : t * t < t) : t ^ 2 < t"
    asked = "Suppose 0 < t < 1. Show that t^2 < t."
    found = await names(text, obligation=step, problem=asked, judge=ScriptedJudge(naming))
    assert "assumes_target" in found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(n : ℤ) (h : n % 5 = 3) : n ^ 2 % 5 = 4", set()),
        ("(n : ℤ) (h : n ≡ 3 [ZMOD 5]) : 5 ∣ n ^ 2 - 4", set()),
        ("(n : ℤ) (h : 3 % 5 = n % 5) : n ^ 2 % 5 = 4", set()),
        ("(n : ℤ) (h : n % 5 = 4) : n ^ 2 % 5 = 4", {"changed_numeral"}),
        (
            "(n : ℤ) (h : n % 5 = 3) : n ^ 2 % 5 = 3",
            {"another_claim", "changed_claim", "changed_numeral"},
        ),
    ],
)
async def test_remainders_in_words_are_read(text: str, found: set[str]) -> None:
    step = make_obligation(
        "$n^2$ leaves remainder 4 upon division by 5", "n leaves remainder 3 when divided by 5"
    )
    problem = "Let n be an integer with remainder 3 when divided by 5."
    assert await names(text, obligation=step, problem=problem) == found


async def test_what_was_found_before_lean_stopped_answering_stands() -> None:
    class Silent(ScriptedJudge):
        async def judge_first(self, *args: object, **options: object) -> tuple[ProofJudgement, ...]:
            raise LeanUnavailableError("the worker is gone")

    absurd = FIELD + "(x : R) (h : 2 * x + 6 = 11) (h2 : x = 7) : x = 2"
    seen = Silent(nothing, findings=("trivial_conclusion",))
    assert "trivial_conclusion" in await names(absurd, judge=seen)
    quiet = FIELD + "(x : R) (h : 2 * x + 6 = 10) (h2 : x = 6) : x = 2"
    with pytest.raises(LeanUnavailableError):
        await names(quiet, judge=Silent(nothing), problem="Solve 2x + 6 = 10 with x = 6.")


def absurd(text: str, polarity: Polarity, body: str) -> bool:
    return text.endswith(": False")


def at_zero(text: str, polarity: Polarity, body: str) -> bool:
    return absurd(text, polarity, body) and ":= hf 0 0" in body


@pytest.mark.parametrize(
    ("claim", "premises", "kind", "text", "accepts", "found"),
    [
        ("x = 2", ("2x + 6 = 10", "x = 6"), "derived_fact",
         "(x : R) (h : 2 * x + 6 = 10) (h2 : x = 6) : x = 2", absurd,
         {"contradictory_hypotheses"}),
        # An eliminated branch may have contradictory hypotheses.
        ("impossible", ("x^2 = -1",), "branch_elimination",
         "(x : R) (h : x ^ 2 = -1) : False", claims, set()),
        ("x = 2", ("2x + 6 = 10",), "derived_fact",
         "(x : R) (h : 2 * x + 6 = 10) : x = 2 ∨ x ≠ 2", claims,
         {"closes_without_hypotheses"}),
        # One side of the equation is a witness: nothing is claimed.
        ("there is an integer k with n^2 + n = 2k", (), "derived_fact",
         "(n : R) : ∃ k : R, n ^ 2 + n = k", claims, {"closes_without_hypotheses"}),
        # The hypotheses contradict each other at 0.
        ("f(2) = 2 f(1)", ("f(m + n) = f(m) + f(n)",), "derived_fact",
         "(f : R → R) (hf : ∀ m n : R, f (m + n) = f m + f n) (h0 : f 0 = 1) : f 2 = 2 * f 1",
         at_zero, {"contradictory_hypotheses"}),
        # An identity of the author may hold without hypotheses.
        ("(x+1)^2 = x^2 + 2x + 1", ("x > 5",), "rewrite",
         "(x : R) (h : x > 5) : (x + 1) ^ 2 = x ^ 2 + 2 * x + 1", claims, set()),
        # A premise that rules the counterexample out is missing.
        ("y = 0", ("xy = 0", "x ≠ 0"), "derived_fact",
         "(x y : R) (h : x * y = 0) : y = 0", counterexamples, {"missing_premise"}),
        # A false claim with its whole context is not called incomplete.
        ("x = 2", ("x^2 = 4",), "derived_fact",
         "(x : R) (h : x ^ 2 = 4) : x = 2", counterexamples, set()),
    ],
)  # fmt: skip
async def test_what_lean_proves_of_a_variant_is_held_against_the_statement(
    claim: str, premises: tuple[str, ...], kind: str, text: str, accepts: Accepts, found: set[str]
) -> None:
    step = make_obligation(claim, *premises, kind=ObligationKind(kind))
    judge = ScriptedJudge(accepts)
    seen = await names(FIELD + text, obligation=step, judge=judge, problem="Solve.")
    assert seen >= found if found else not seen


@pytest.mark.parametrize(
    ("stated", "is_found"),
    [
        ("6 * (∑ k ∈ Finset.range (n + 1), k ^ 2) = n * (n + 1) * (2 * n + 1)", False),
        ("6 * (∑ k ∈ Finset.range (n + 1), k ^ 2) = n * (n + 1) * (3 * n + 1)", True),
    ],
)
async def test_a_conclusion_that_fails_where_the_claim_holds_is_another(
    stated: str, is_found: bool
) -> None:
    claim = make_obligation("$\\sum_{k=0}^n k^2=\\frac{n(n+1)(2n+1)}6$", "$n\\ge 1$")
    found = await names(f"(n : ℕ) (h : 1 ≤ n) : {stated}", obligation=claim, problem="Add squares.")
    assert ("another_claim" in found) is is_found


async def test_a_model_of_the_hypotheses_spares_lean_the_vacuity_probe() -> None:
    judge = ScriptedJudge(nothing)
    await probe(HONEST, judge=judge)
    assert not any(text.endswith(": False") for text in judge.frozen)


async def test_side_conditions_of_divisors_and_roots_are_no_added_hypotheses() -> None:
    inverse = make_obligation("1/x = 2", "x = 1/2")
    text = FIELD + "(x : R) (h : x = 1 / 2) (hx : x ≠ 0) : 1 / x = 2"
    assert await names(text, obligation=inverse, problem="Let x = 1/2.") == set()
    assert is_side_condition("x + 1 ≠ 0", "3 / (x + 1) = 2")
    assert is_side_condition("0 ≤ x + 1", "√(x + 1) = 2")
    assert not is_side_condition("x ≠ 0", "3 / (x + 1) = 2")
    assert not is_side_condition("x < 0", "3 / x = 2")


@given(st.integers(min_value=3, max_value=99), st.integers(min_value=3, max_value=99))
async def test_a_changed_number_in_the_claim_is_always_found(told: int, stated: int) -> None:
    obligation = make_obligation(f"x = {told}", f"x + 0 = {told}")
    text = FIELD + f"(x : R) (h : x + 0 = {told}) : x = {stated}"
    found = await names(text, obligation=obligation, problem="Solve it.")
    assert bool(found) == (told != stated)


async def test_natural_subtraction_is_checked_by_lean() -> None:
    class Truncating(ScriptedJudge):
        async def probe(self, statement: FrozenStatement) -> StatementProbe:
            found = StatementFinding(code="truncated_subtraction")
            return StatementProbe(vacuous=None, findings=(found,))

    difference = make_obligation("u = v + 3", "u - v = 3")
    text = "(u v : ℕ) (h : u - v = 3) : u = v + 3"
    problem = "Let u and v be natural numbers with u - v = 3."
    found = await names(text, obligation=difference, judge=Truncating(), problem=problem)
    assert found == {"truncating_operation"}
    assert await names(text, obligation=difference, problem=problem) == set()


async def test_in_a_hurry_one_finding_that_rejects_is_enough() -> None:
    judge = ScriptedJudge(nothing, findings=("trivial_conclusion",))
    text = FIELD + "(x : R) (h : 2 * x + 6 = 12) (h2 : x = 3) : x = 2"
    candidate = await make_candidate(text, SIMPLE, judge=judge)
    assert await probe_statement(candidate, judge, VerifySettings())
    assert judge.frozen == [text]
