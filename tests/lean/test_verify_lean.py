"""Stage two on the real Lean: what it settles, and what no model can talk it into."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
)
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.lean_probes import probe_statement
from support.obligations import make_obligation
from support.statements import make_candidate
from support.verify_replies import bodies, faithful, playing, statements

pytestmark = [pytest.mark.lean, pytest.mark.asyncio(loop_scope="session")]

FIELD = "{R : Type} [OrderedField R] "


async def evaluate(
    pool: LeanPool,
    obligation: Obligation,
    model: ScriptedModel | None = None,
    problem: str = "",
    settings: VerifySettings | None = None,
) -> LocalResult:
    agent = EvaluationAgent(
        EvaluationTools(
            problem=problem or obligation.premises[0].text,
            model=model or ScriptedModel([]),
            judge=ProofJudge(pool),
            settings=settings or VerifySettings(proof_rounds=0),
            decoding=DecodingSettings(),
        )
    )
    return await agent.evaluate(obligation)


@pytest.mark.parametrize(
    ("claim", "premises", "form"),
    [
        ("x = 2", ("x + 1 = 3",), None),
        ("x = 3", ("x + 1 = 3",), RefutationForm.CONTRADICTED),
        ("x = 2", ("x^2 = 4",), RefutationForm.NOT_ENTAILED),
        ("x^2 + y^2 = 13", ("x + y = 5", "xy = 6"), None),
        ("a = 4/3", ("12a - 2b = 20", "9a + b = 14"), RefutationForm.CONTRADICTED),
        ("(3d)^2 = 15", ("d^2 = 5",), RefutationForm.CONTRADICTED),
        ("n^2 is odd", ("n is an odd integer",), None),
        (
            "a^3 + b^3 = (a + b)^3 - 3ab = 4^3 - 3 = 61",
            ("a + b = 4", "ab = 1"),
            RefutationForm.CONTRADICTED,
        ),
        ("$(x+y)^2 = x^2 + y^2$", ("x > 0",), RefutationForm.NOT_ENTAILED),
    ],
)
async def test_zero_token_results_of_all_forms(
    lean_pool: LeanPool, claim: str, premises: tuple[str, ...], form: RefutationForm | None
) -> None:
    obligation = make_obligation(claim, *premises, suspicion=0.7)
    result = await evaluate(lean_pool, obligation, settings=VerifySettings(code_gate=True))
    if form is None:
        assert isinstance(result, Passed)
    else:
        assert isinstance(result, Refuted)
        assert result.form is form


async def test_a_claim_true_in_the_reals_and_false_in_q_is_not_refuted(
    lean_pool: LeanPool,
) -> None:
    obligation = make_obligation(
        "a positive number has a square root", "a is a positive real number", suspicion=0.95
    )
    text = FIELD + "(a : R) (h : 0 < a) : ∃ x : R, x * x = a"
    model = playing(statement=statements(text), gate=faithful(), proof=bodies("skip"))
    settings = VerifySettings(proof_rounds=1)
    result = await evaluate(lean_pool, obligation, model, "Let a be positive.", settings)
    assert isinstance(result, Inconclusive)


async def test_an_eliminated_branch_passes_and_a_possible_one_is_refuted(
    lean_pool: LeanPool,
) -> None:
    kind = ObligationKind.BRANCH_ELIMINATION
    gone = make_obligation("impossible", "x^2 + 1 = 0", kind=kind, assumed=True)
    stated = FIELD + "(x : R) (h1 : x ^ 2 + 1 = 0) : False"
    model = playing(statement=statements(stated), gate=faithful())
    assert isinstance(await evaluate(lean_pool, gone, model), Passed)
    alive = make_obligation("impossible", "x^2 - 1 = 0", kind=kind, assumed=True)
    model = playing(statement=statements(stated.replace("+", "-")), gate=faithful())
    result = await evaluate(lean_pool, alive, model)
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NOT_ENTAILED


# Neither provable nor refutable by code, so that the model's body is what Lean has to judge.
CLAIM = "(g : ℤ → ℤ → ℤ) (h1 : ∀ x y, g x y = g y x) : g 1 2 = 3"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sorry", "sorry: Lean's warning"),
        ("theorem t (x : Nat) : x = x := by rfl", "body_parse: <input>:1:0"),
        ("show True\ntrivial", "not definitionally equal to target"),
    ],
)
async def test_no_body_changes_the_statement_that_passed_the_gate(
    lean_pool: LeanPool, body: str, why: str
) -> None:
    """Each way through the agent once; ``attack_reasons.jsonl`` has many more of each."""
    obligation = make_obligation("g(1, 2) is the number 3", "g is symmetric", suspicion=0.0)
    model = playing(statement=statements(CLAIM), gate=faithful(), proof=bodies(body))
    settings = VerifySettings(probes=False, proof_rounds=1)
    result = await evaluate(lean_pool, obligation, model, settings=settings)
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.PROOF_EXHAUSTED
    assert body.splitlines()[0] in result.detail
    assert why in result.detail


@pytest.mark.parametrize(
    "text",
    [
        "x + 1 = 3",
        "(x : ℤ) : x = y",
        "theorem a : True theorem b : True",
        "theorem a : True := trivial\ntheorem b (x : ℤ) : x = x",
        "for all x we have x = x",
        "(x : ℝ) : x = x",
    ],
)
async def test_statements_that_lean_cannot_read_end_as_compile_failures(
    lean_pool: LeanPool, text: str
) -> None:
    obligation = make_obligation("the number is what we want", "nothing in particular")
    model = playing(statement=statements(text), gate=faithful())
    settings = VerifySettings(probes=False, statement_rounds=1)
    result = await evaluate(lean_pool, obligation, model, settings=settings)
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.COMPILE_FAILED


async def test_a_second_answer_cannot_swap_the_statement_under_the_proof(
    lean_pool: LeanPool,
) -> None:
    """The model that wrote the statement offers a proof of another one."""
    obligation = make_obligation("x is an even integer, so x + 1 is odd", "x is even")
    gated = "(x : ℤ) (h1 : Even x) : Odd (x + 1)"
    model = playing(
        statement=statements(gated, "(x : ℤ) (h1 : Even x) : x = x"),
        gate=faithful(),
        proof=bodies("omega"),
    )
    result = await evaluate(
        lean_pool, obligation, model, settings=VerifySettings(proof_rounds=1, probes=False)
    )
    assert isinstance(result, Passed)
    assert result.lean is not None
    assert result.lean.statement == gated


@pytest.mark.parametrize(
    ("text", "claim", "premise", "found"),
    [
        # The claim among the hypotheses: by logic, behind a letter of its own, for all numbers.
        ("(v c : ℚ) (h : v + c = 12) (h2 : v + c = 12 ↔ c = 2) : c = 2", "$c=2$", "$v+c=12$",
         "assumes_target"),
        ("(p k : ℤ) (h : p ^ 2 = 24 * k + 1) : 24 ∣ p ^ 2 - 1", "$24\\mid p^2-1$", "$p>3$",
         "assumes_target"),
        ("(f : ℤ → ℤ) (h : ∀ t, f t - t = 3) (n : ℤ) : f n = n + 3", "$f(n)=n+3$", "$f(0)=3$",
         "assumes_target"),
        # By definition, and as a general law at a number.
        (FIELD + "(a : ℕ → R) (h0 : a 0 = 1) (h : ∀ ε : R, 0 < ε → ∃ N : ℕ, ∀ n : ℕ, N ≤ n →"
         " |a n| < ε) : TendsTo a 0", "$a_n$ tends to $0$", "$a_0=1$", "assumes_target"),
        ("(f : ℚ → ℚ) (h : f 0 = 0) (h2 : ∀ q x, f (q * x) = q * f x) (q : ℚ) : f q = q * f 1",
         "$f(q)=qf(1)$", "$f(0)=0$", "assumes_target"),
        # One of several hypotheses from which alone it follows, and two together.
        ("{X : Type} (A B : Set X) (h : A ∪ B = A ∩ B) (h2 : ∀ x, x ∈ A ↔ x ∈ B) : A = B", "$A=B$",
         "$A\\cup B=A\\cap B$", "assumes_target"),
        ("{X : Type} (A B : Set X) (h : A ∪ B = A ∩ B) (h2 : ∀ x, x ∈ A → x ∈ B)"
         " (h3 : ∀ x, x ∈ B → x ∈ A) : A = B", "$A=B$", "$A\\cup B=A\\cap B$", "assumes_target"),
        ("{X : Type} [TopologicalSpace X] [T2Space X] (K : Set X) (h : IsCompact K)"
         " (h2 : closure K ⊆ K) : IsClosed K", "$K$ is closed", "$K$ is compact", "assumes_target"),
        ("(p a b : ℕ) (h : Nat.Prime p) (h1 : a ^ 2 = p * b) (h2 : ∀ m : ℕ, p ∣ m ^ 2 → p ∣ m)"
         " : p ∣ a", "$p\\mid a$", "$p$ is prime and $a^2=pb$", "assumes_target"),
        # Hypotheses that exclude each other by what a textbook says of them.
        ("{R : Type} [CommRing R] (h : (1 : R) ≠ 0) (u : R) (h1 : IsUnit u) (h2 : IsNilpotent u)"
         " : u = 1", "$u=1$", "$u$ is a unit", "contradictory_hypotheses"),
        ("{R : Type} [CommRing R] (P : Ideal R) (h : P.IsPrime) (u : R) (h1 : IsUnit u)"
         " (h2 : u ∈ P) : u = 1", "$u=1$", "$P$ is prime", "contradictory_hypotheses"),
        (FIELD + "(a : ℕ → R) (h : TendsTo a 0) (h2 : TendsTo a 1) : a 1 = 0", "$a_1=0$",
         "$a_n\\to0$", "contradictory_hypotheses"),
        (FIELD + "(A : Set R) (s : R) (h : IsLUB A s) (h2 : A = ∅) : s = 0", "$s=0$",
         "$s$ is the supremum of $A$", "contradictory_hypotheses"),
        ("{K : Type} [Field K] (A : Matrix (Fin 2) (Fin 2) K) (h : A * A = 0) (h2 : A.det ≠ 0)"
         " : A.trace = 0", "the trace of $A$ is $0$", "$A^2=0$", "contradictory_hypotheses"),
        # Hypotheses that exclude each other.
        ("(a : ℕ → ℕ) (h : StrictMono a) (h2 : ∃ C, ∀ n, a n ≤ C) : a 1 = 1", "$a_1=1$",
         "$a$ is strictly increasing", "contradictory_hypotheses"),
        ("{X : Type} (A B : Set X) (h : A.Nonempty) (h2 : A ⊆ B) (h3 : A ∩ B = ∅) : B ⊆ A",
         "$B\\subseteq A$", "$A$ is not empty", "contradictory_hypotheses"),
        ("(x y : ℕ) (h : Nat.gcd x y = 1) (h2 : Even x) (h3 : Even y) : x = y", "$x=y$",
         "$\\gcd(x,y)=1$", "contradictory_hypotheses"),
        (FIELD + "(a b c : R) (h : a ^ 2 + b * c = 0) (h2 : 0 < b) (h3 : 0 < c) : a = 1", "$a=1$",
         "$a^2+bc=0$", "contradictory_hypotheses"),
        # Conclusions that say nothing.
        (FIELD + "(e : R) (h : 0 < e) : ∃ d : R, ∀ x : R, |x| < d → |x ^ 2| < e",
         "there is $d>0$ such that $|x^2|<e$ whenever $|x|<d$", "$e>0$", "empty_part"),
        ("(a : ℕ → ℤ) (h : a 1 = 1) : ∀ n, 1 ≤ n → n < 1 → a n = n", "$a_n=n$ for all $n\\ge1$",
         "$a_1=1$", "contradictory_hypotheses"),
        (FIELD + "(x y : R) (h : x + y = 4) : x ^ 2 + y ^ 2 ≥ 2 * x * y", "$x^2+y^2\\ge8$",
         "$x+y=4$", "empty_part"),
        ("(n : ℕ) (h : 1 < n) (h2 : ¬ Nat.Prime n) : ∃ p : ℕ, p ∣ n ∧ p ^ 2 ≤ n",
         "a prime factor of $n$ is small", "$n>1$", "empty_part"),
        ("(n : ℤ) : n ^ 2 % 4 = 0 ∨ n ^ 2 % 4 = 1 ∨ n ^ 2 % 4 = 2 ∨ n ^ 2 % 4 = 3",
         "squares leave the rest 0 or 1", "$n$ is an integer", "empty_part"),
        # … behind a letter without a type, with an inverse, with a multiple as the witness.
        (FIELD + "(a : ℕ → R) (h : IsCauchy a) : ∀ n, ∃ C : R, |a n| ≤ C", "$(a_n)$ is bounded",
         "$(a_n)$ is a Cauchy sequence", "empty_part"),
        ("{G : Type} [Group G] (H : Set G) (h : H.Finite) : ∀ a ∈ H, ∃ b : G, a * b = 1",
         "$H$ contains the inverse of each of its elements", "$H$ is finite", "empty_part"),
        (": ∀ N : ℕ, ∃ p : ℕ, N ≤ p ∧ p ≡ 3 [MOD 4]", "For every $N$ there is a prime $p\\ge N$"
         " with $p\\equiv3\\pmod4$", "", "empty_part"),
        # Honest statements.
        (FIELD + "(a : ℕ → R) (l : R) (h : TendsTo a l) : IsBounded a", "$(a_n)$ is bounded",
         "$a_n\\to l$", ""),
        ("(month : Fin 13 → Fin 12) : ∃ i j, i ≠ j ∧ month i = month j",
         "Two of the thirteen people have the same birth month", "There are $12$ months", ""),
        (FIELD + "(x : ℕ → R) (h : ∀ m : ℕ, |x (m + 1) - x m| ≤ 1 / 2 ^ m) (n : ℕ)"
         " : |x (n + 2) - x (n + 1)| ≤ 1 / 2 ^ (n + 1)", "$|x_{n+2}-x_{n+1}|\\le2^{-(n+1)}$",
         "$|x_{m+1}-x_m|\\le2^{-m}$ for every $m\\ge0$", ""),
        ("(n : ℕ) (h : n * (n - 1) / 2 = 66) : n = 12", "$n=12$", "$\\frac{n(n-1)}2=66$", ""),
        ("(n : ℕ) (h : 0 < n) : Nat.factorial (n + 1) - 1 + 1 = Nat.factorial (n + 1)",
         "$(n+1)!-1+1=(n+1)!$", "$n>0$", ""),
        ("(v c : ℚ) (h : v + c = 12) (h2 : v - c = 8) : c = 2", "$c=2$", "$v+c=12$, $v-c=8$", ""),
        (FIELD + "(P : R) (h : P = 1 / 2 + 1 / 4 * P) : P = 2 / 3", "$P=\\frac23$",
         "$P=\\frac12+\\frac14P$", ""),
    ],
)  # fmt: skip
async def test_probes_name_what_is_wrong_with_a_statement(
    lean_pool: LeanPool, text: str, claim: str, premise: str, found: str
) -> None:
    judge = ProofJudge(lean_pool)
    candidate = await make_candidate(text, make_obligation(claim, premise), premise, judge)
    findings = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    names = {f.name for f in findings if f.name != "changed_claim"}
    assert found in names if found else not names
