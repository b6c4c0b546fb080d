"""Probes against drifted statements, on a scripted Lean."""

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
from faithsieve.verify.gate.text_probes import Candidate
from faithsieve.verify.links import is_side_condition
from faithsieve.verify.statement_parts import parse_signature
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims, nothing

FIELD = "{R : Type} [OrderedField R] "
SIMPLE = make_obligation("x = 2", "2x + 6 = 10")
HONEST = FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2"


async def probe(
    text: str,
    obligation: Obligation = SIMPLE,
    judge: ScriptedJudge | None = None,
    problem: str = "Solve 2x + 6 = 10 over the reals.",
) -> tuple[ProbeFinding, ...]:
    chosen = judge or ScriptedJudge(nothing)
    frozen = await chosen.freeze(text)
    parts = parse_signature(text)
    assert parts is not None
    assert isinstance(frozen, FrozenStatement)
    candidate = Candidate(obligation, problem, frozen, parts)
    return await probe_statement(candidate, chosen, VerifySettings(), thorough=True)


async def names(text: str, **more: object) -> set[str]:
    report = await probe(text, **more)  # type: ignore[arg-type]
    return {finding.name for finding in report}


async def test_an_honest_statement_has_no_finding() -> None:
    assert await names(HONEST) == set()
    assert await names(FIELD + "(x : R) (h : 10 = 2 * x + 6) : 2 = x") == set()


@pytest.mark.parametrize(
    ("text", "name", "category"),
    [
        ("(x : R) (h : 2 * x + 6 = 12) : x = 2", "invented_numeral", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x = 6", "changed_claim", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x ≤ 2", "changed_claim", DriftCategory.WRONG_OBJECTS),
        ("(x : R) (h : 2 * x + 6 = 10) : x ≠ 2", "changed_claim", DriftCategory.WRONG_OBJECTS),
        (
            "(x : R) (h : 2 * x + 6 = 10) (h2 : x = 2) : x = 2",
            "assumes_target",
            DriftCategory.ROLE_SWAP,
        ),
    ],
)
async def test_each_drift_is_named(text: str, name: str, category: DriftCategory) -> None:
    report = await probe(FIELD + text)
    found = {finding.name: finding.category for finding in report}
    assert found.get(name) is category


async def test_every_finding_has_a_lean_artifact() -> None:
    report = await probe(FIELD + "(x : R) (h : 2 * x + 6 = 12) : x = 3")
    assert report
    assert all(finding.artifact is not None for finding in report)


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


CLOSED = ": ∀ {R : Type} [OrderedField R] (x : R), 2 * x + 6 = 10 → %s x = 2"


@pytest.mark.parametrize(
    ("condition", "found"),
    [("", set()), ("x = 2 →", {"assumes_target"}), ("x < 12 →", {"invented_numeral"})],
)
async def test_conditions_inside_the_conclusion_are_hypotheses_too(
    condition: str, found: set[str]
) -> None:
    assert await names(CLOSED % condition) == found


async def test_what_the_problem_asks_to_prove_is_not_granted_by_it() -> None:
    step = make_obligation("t^2 < t", "0 < t < 1")
    text = FIELD + "(t : R) (h1 : 0 < t) (h2 : t < 1) (h3 : t * t < t) : t ^ 2 < t"
    found = await names(text, obligation=step, problem="Suppose 0 < t < 1. Show that t^2 < t.")
    assert "assumes_target" in found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(n : ℤ) (h : n % 5 = 3) : n ^ 2 % 5 = 4", set()),
        ("(n : ℤ) (h : n ≡ 3 [ZMOD 5]) : 5 ∣ n ^ 2 - 4", set()),
        ("(n : ℤ) (h : 3 % 5 = n % 5) : n ^ 2 % 5 = 4", set()),
        ("(n : ℤ) (h : n % 5 = 4) : n ^ 2 % 5 = 4", {"changed_hypothesis"}),
        ("(n : ℤ) (h : n % 5 = 3) : n ^ 2 % 5 = 3", {"changed_claim"}),
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


async def test_hypotheses_that_prove_false_are_found_by_lean() -> None:
    absurd = FIELD + "(x : R) (h : 2 * x + 6 = 10) (h2 : x = 6) : x = 2"
    judge = ScriptedJudge(lambda text, polarity, body: text.endswith(": False"))
    assert "contradictory_hypotheses" in await names(absurd, judge=judge)


async def test_a_model_of_the_hypotheses_spares_lean_the_vacuity_probe() -> None:
    judge = ScriptedJudge(nothing)
    await probe(HONEST, judge=judge)
    assert not any(text.endswith(": False") for text in judge.frozen)


async def test_an_eliminated_branch_may_have_contradictory_hypotheses() -> None:
    branch = make_obligation("impossible", "x^2 = -1", kind=ObligationKind.BRANCH_ELIMINATION)
    text = FIELD + "(x : R) (h : x ^ 2 = -1) : False"
    found = await names(text, obligation=branch, judge=ScriptedJudge(claims), problem="Solve.")
    assert "contradictory_hypotheses" not in found


async def test_a_conclusion_that_needs_no_hypotheses_is_not_the_claim() -> None:
    trivial = FIELD + "(x : R) (h : 2 * x + 6 = 10) : x = 2 ∨ x ≠ 2"
    assert "closes_without_hypotheses" in await names(trivial, judge=ScriptedJudge(claims))


async def test_an_identity_of_the_author_may_hold_without_hypotheses() -> None:
    identity = make_obligation("(x+1)^2 = x^2 + 2x + 1", "x > 5", kind=ObligationKind.REWRITE)
    text = FIELD + "(x : R) (h : x > 5) : (x + 1) ^ 2 = x ^ 2 + 2 * x + 1"
    found = await names(text, obligation=identity, judge=ScriptedJudge(claims), problem="Expand.")
    assert found == set()


async def test_a_premise_that_rules_the_counterexample_out_is_missing() -> None:
    product = make_obligation("y = 0", "xy = 0", "x ≠ 0")
    text = FIELD + "(x y : R) (h : x * y = 0) : y = 0"
    judge = ScriptedJudge(lambda text, polarity, body: polarity is Polarity.COUNTEREXAMPLE)
    found = await names(text, obligation=product, judge=judge, problem="Suppose xy = 0.")
    assert found == {"missing_premise"}


async def test_a_false_claim_with_its_whole_context_is_not_called_incomplete() -> None:
    wrong = make_obligation("x = 2", "x^2 = 4")
    text = FIELD + "(x : R) (h : x ^ 2 = 4) : x = 2"
    judge = ScriptedJudge(lambda text, polarity, body: polarity is Polarity.COUNTEREXAMPLE)
    assert await names(text, obligation=wrong, judge=judge, problem="Solve x^2 = 4.") == set()


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
    frozen = await judge.freeze(text)
    parts = parse_signature(text)
    assert parts is not None
    assert isinstance(frozen, FrozenStatement)
    candidate = Candidate(SIMPLE, "Solve.", frozen, parts)
    assert await probe_statement(candidate, judge, VerifySettings())
    assert judge.frozen == [text]
