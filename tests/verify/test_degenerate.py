"""Degenerate cases: what excludes them comes from types, and only Lean says whether it suffices."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.evidence import Outcome, RefutationForm, Route
from faithsieve.records.lean import Polarity, ProofJudgement
from faithsieve.records.obligation import ObligationKind
from faithsieve.verify.automation import first_accepted
from faithsieve.verify.degenerate import Degeneracy, check_degenerate, excluding_conditions
from faithsieve.verify.prover import Disproved
from support.embedded_lean import in_lean
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims, nothing
from support.statements import make_gated, make_tools, parts_of

SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "


@pytest.mark.parametrize(
    ("statement", "added"),
    [
        ("(n : ℕ) : n * n > 0", ["n ≠ 0"]),
        # Two points are distinct by convention, two numbers are not.
        ("(a b : ℤ) (h : a ≤ b) : a < b", ["a ≠ 0", "b ≠ 0"]),
        (
            "{X : Type} (a b : X) : ∃ f : X → ℕ, f a ≠ f b",
            ["a ≠ 0", "b ≠ 0", "∃ x y : X, x ≠ y", "a ≠ b"],
        ),
        ("{α : Type} (s : Set α) : ∃ x, x ∈ s", ["s.Nonempty", "∃ x y : α, x ≠ y"]),
        (SPACE + "(T : V →ₗ[K] V) (u : V) : T u = u", ["u ≠ 0", "∃ x y : V, x ≠ y"]),
        # What the statement says already is not added again, in whatever form.
        ("(n : ℕ) (h : 0 < n) : n * n > 1", []),
        ("(a b : ℤ) (h : a ≠ 0) (k : b > 0) (l : b ≠ a) : a < b", []),
        # Functions, claims and places of a list have no degenerate value.
        ("(f : ℕ → ℕ) : f 0 = 0", []),
        (": (2 : ℤ) + 2 = 5", []),
    ],
)
def test_what_excludes_degenerate_cases_is_read_off_the_types(
    statement: str, added: list[str]
) -> None:
    found = [ways[0] for ways in excluding_conditions(parts_of(statement))]
    assert [text for text in found if not text.startswith("T ")] == added


async def check(
    statement: str,
    judge: ScriptedJudge | ProofJudge,
    *,
    form: RefutationForm = RefutationForm.NOT_ENTAILED,
    proof: ProofJudgement | None = None,
    kind: ObligationKind = ObligationKind.DERIVED_FACT,
) -> Degeneracy | None:
    gated = await make_gated(statement, judge)
    some = ProofJudgement(
        verdict="accept",
        polarity=Polarity.COUNTEREXAMPLE,
        statement_digest=gated.frozen.type_digest,
        backend="b",
        toolchain="t",
        digest="d",
    )
    disproved = Disproved(judgement=proof or some, form=form, route=Route.SEARCH)
    obligation = make_obligation("it holds", "the problem", kind=kind)
    tools = make_tools(judge=judge)
    return await check_degenerate(gated, disproved, tools, obligation=obligation)


HARD = "(n : ℕ) (h : n % 2 = 0) : n ^ 9 + 1 > n ^ 4"


def from_its_hypothesis(statement: str, polarity: Polarity, body: str) -> bool:
    return "(h :" in statement and claims(statement, polarity, body)


async def test_a_claim_that_lean_proves_without_the_case_is_true_but_for_it() -> None:
    judge = ScriptedJudge(from_its_hypothesis)
    found = await check(HARD, judge)
    assert found is not None
    assert (found.check.outcome, found.check.excluded) == (Outcome.PASSED, ("n ≠ 0",))
    # The gated statement stays; the variant that code built from it stands beside it.
    assert (
        found.check.lean.statement == "(n : ℕ) (h : n % 2 = 0) (apart1 : n ≠ 0) : n ^ 9 + 1 > n ^ 4"
    )
    assert found.check.lean.proved == "claim"


async def test_a_claim_that_needs_no_hypothesis_is_the_exclusion_itself() -> None:
    assert await check(HARD, ScriptedJudge(claims)) is None


async def test_conditions_that_contradict_the_hypotheses_excuse_nothing() -> None:
    def everything(statement: str, polarity: Polarity, body: str) -> bool:
        return polarity is Polarity.CLAIM and "apart1" in statement

    assert await check(HARD, ScriptedJudge(everything)) is None


@pytest.mark.parametrize("form", [RefutationForm.CONTRADICTED, RefutationForm.CONTRADICTS_CONTEXT])
async def test_a_claim_that_is_false_everywhere_has_no_degenerate_case(
    form: RefutationForm,
) -> None:
    judge = ScriptedJudge(claims)
    assert await check(HARD, judge, form=form) is None
    assert len(judge.frozen) == 1


async def test_the_case_that_a_split_leaves_out_is_its_error() -> None:
    judge = ScriptedJudge(claims)
    split = ObligationKind.CASE_SPLIT
    assert await check("(x : ℤ) : x > 0 ∨ x < 0", judge, kind=split) is None
    assert len(judge.frozen) == 1


@pytest.mark.parametrize("statement", [": (2 : ℤ) + 2 = 5", "(n : ℕ) (h : n > 0) : n ^ 9 = 2"])
async def test_a_statement_with_nothing_to_exclude_costs_nothing(statement: str) -> None:
    judge = ScriptedJudge(claims)
    assert await check(statement, judge) is None
    assert judge.judged == []
    assert len(judge.frozen) == 1


async def test_where_lean_settles_nothing_the_refutation_stays_as_it_is() -> None:
    assert await check(HARD, ScriptedJudge(nothing)) is None
    judge = ScriptedJudge(nothing)
    gated = await make_gated(HARD, judge)
    judge.unavailable = True
    disproved = Disproved(
        judgement=ProofJudgement(
            verdict="accept", polarity=Polarity.NEGATION, backend="b", toolchain="t", digest="d"
        ),
        form=RefutationForm.NOT_ENTAILED,
        route=Route.SEARCH,
    )
    obligation, tools = make_obligation("x", "y"), make_tools(judge=judge)
    assert await check_degenerate(gated, disproved, tools, obligation=obligation) is None


EIGENVECTOR = (
    SPACE + "(T : V →ₗ[K] V) (U : Submodule K V) (h1 : ∀ u ∈ U, T u = u) : "
    "∀ u ∈ U, u ≠ 0 ∧ T u = (1 : K) • u"
)
EMPTY_SET = "{α : Type} (s t : Set α) (h : ∀ x ∈ s, x ∈ t) : ∃ x, x ∈ s ∧ x ∈ t"


@in_lean
@pytest.mark.parametrize(
    ("statement", "needed"),
    [
        (EIGENVECTOR, ("u ≠ 0",)),
        (EMPTY_SET, ("s.Nonempty",)),
        ("(n : ℕ) : n * n > 0", ("n ≠ 0",)),
        ("(x : ℝ) (h : x ^ 2 = x) : x = 1", ("x ≠ 0",)),
        ("{G : Type} [Group G] (g : G) : g * g⁻¹ ≠ g", ("g ≠ 1",)),
        ("{X : Type} (f : X → ℕ) (a b : X) (h : ∀ x y, f x = f y → x = y) : f a ≠ f b", ("a ≠ b",)),
    ],
)
async def test_lean_tells_a_degenerate_counterexample(
    statement: str, needed: tuple[str, ...], lean_pool: LeanPool
) -> None:
    judge = ProofJudge(lean_pool)
    found = await check(statement, judge)
    assert found is not None
    assert (found.check.outcome, found.check.excluded) == (Outcome.PASSED, needed)
    # Lean accepts the recorded proof of the recorded statement again.
    gated = await make_gated(found.check.lean.statement, judge)
    body = found.check.lean.body
    assert await first_accepted(judge, gated.frozen, (body,), polarity=Polarity.CLAIM)


@in_lean
@pytest.mark.parametrize(
    "statement",
    ["(n : ℕ) : n ^ 2 > n", "{G : Type} [Group G] (a b : G) : a * b = b * a"],
)
async def test_a_robust_refutation_shows_a_counterexample_that_is_not_degenerate(
    statement: str, lean_pool: LeanPool
) -> None:
    judge = ProofJudge(lean_pool)
    found = await check(statement, judge)
    assert found is not None
    assert found.check.outcome is Outcome.REFUTED
    assert found.check.counterexample


@in_lean
@pytest.mark.parametrize(
    "statement",
    [
        "(n : ℕ) : 1 ≤ n",
        "(x y : ℝ) (h : x ^ 2 = x * y) : x ≠ 0",
        "(x : ℝ) (h : x * x = x) : 0 ≠ x",
    ],
)
async def test_a_claim_that_says_only_that_the_case_is_excluded_is_not_excused(
    statement: str, lean_pool: LeanPool
) -> None:
    assert await check(statement, ProofJudge(lean_pool)) is None


@in_lean
async def test_a_hypothesis_that_fixes_the_degenerate_case_is_no_excuse(
    lean_pool: LeanPool,
) -> None:
    text = "(n m : ℕ) (h : n = 0) : n + m = 1"
    found = await check(text, ProofJudge(lean_pool))
    assert found is None or found.check.outcome is Outcome.REFUTED
