"""Which hypotheses no text grants, and how Lean is asked whether they are the claim."""

import pytest

from faithsieve.records.lean import Polarity
from faithsieve.records.settings import VerifySettings
from faithsieve.verify.gate.assumed_claim import instance_bodies, ungranted_hypotheses
from faithsieve.verify.gate.lean_probes import probe_statement
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge
from support.statements import FIELD, make_candidate

ASKED = "Let $x,y$ be real numbers with $x+y=4$ and $xy=3$. Compute $x^2+y^2$."
SUM = (FIELD + "(x y : R) (h1 : x + y = 4) (h2 : x * y = 3) ", ("$x+y=4$", "$xy=3$"))


@pytest.mark.parametrize(
    ("claim", "premises", "problem", "text", "found"),
    [
        ("$x^2+y^2=10$", SUM[1], ASKED,
         SUM[0] + "(h3 : x ^ 2 + y ^ 2 - 10 = 0) : x ^ 2 + y ^ 2 = 10", ["h3"]),
        ("$x^2+y^2=10$", SUM[1], ASKED, SUM[0] + ": x ^ 2 + y ^ 2 = 10", []),
        # The same relation, moved to one side, is known.
        ("$x^2+y^2=10$", ("$x^2+y^2-10=0$",), ASKED,
         FIELD + "(x y : R) (h : x ^ 2 + y ^ 2 - 10 = 0) : x ^ 2 + y ^ 2 = 10", []),
        # Words that were not read may grant it, in the context or in the problem.
        ("$b-a=c-b$", ("$a,b,c$ are in arithmetic progression.",), "Prove that $a+c=2b$.",
         FIELD + "(a b c : R) (h : 2 * b = a + c) : b - a = c - b", []),
        ("$b-a=c-b$", (), "Show that $a+c=2b$ if the numbers form an arithmetic progression.",
         FIELD + "(a b c : R) (h : 2 * b = a + c) : b - a = c - b", []),
        ("$f(-2)=f(2)$", ("$f$ is even.",), "Find $f(-2)$.",
         FIELD + "(f : R → R) (h : ∀ t, f (-t) = f t) : f (-2) = f 2", []),
        # What a named theorem says may be written out.
        ("By the theorem of Fermat, $13\\mid n^{13}-n$", (), "Show that $13\\mid n^{13}-n$.",
         "(n : ℤ) (h : ∀ m : ℤ, 13 ∣ m ^ 13 - m) : 13 ∣ n ^ 13 - n", []),
        ("$3\\mid n^3-n$", ("$n$ is an integer.",), "Prove that 3 divides $n^3-n$.",
         "(n : ℤ) (h : ∀ m : ℤ, 3 ∣ m ^ 3 - m) : 3 ∣ n ^ 3 - n", ["h"]),
        # Letters of a known rule may be renamed, and an index may be shifted.
        ("$a_{k+1}=2a_k+1$", ("$a_{n+1}=2a_n+1$ for $n\\ge 1$",), "Find $a_5$.",
         "(a : ℕ → ℤ) (k : ℕ) (h : ∀ n, a (n + 1) = 2 * a n + 1) : a (k + 1) = 2 * a k + 1", []),
        ("$n^2$ is odd", ("$n$ is odd.",), "Prove that $n^2$ is odd.",
         "(n : ℤ) (h : n % 2 = 1) : Odd (n ^ 2)", []),
        # "n is even" may be written with a letter of its own; the claim may be assumed so too.
        ("$n^2$ is even", ("$n$ is even.",), "Prove that $n^2$ is even.",
         "(n k : ℤ) (h : n = 2 * k) : Even (n ^ 2)", []),
        ("$n^2$ is even", ("$n$ is even.",), "Prove that $n^2$ is even.",
         "(n : ℤ) (h : Even n) (h2 : ∃ k : ℤ, n ^ 2 = 2 * k) : Even (n ^ 2)", ["h2"]),
        ("$n$ is even", (), "Find $n$.",
         "(n m : ℤ) (h : ∃ k : ℤ, n = m * k) (h2 : ∃ k : ℤ, n ≤ k) : Even n", []),
        ("$7\\mid u^2-v^2$", (), "Let $u,v$ be integers such that $u-v$ is divisible by 7.",
         "(u v : ℤ) (h : (u - v) % 7 = 0) (h2 : u ^ 2 % 7 = v ^ 2 % 7) : 7 ∣ u ^ 2 - v ^ 2",
         ["h2"]),
        ("$f(-x)=-f(x)$", ("$f(x+y)=f(x)+f(y)$ for all real $x,y$",), "Find $f$.",
         FIELD + "(f : R → R) (h : ∀ x y, f (x + y) = f x + f y) (h1 : ∀ x, f (-x) + f x = 0) "
         "(x : R) : f (-x) = -f x", ["h1"]),
        # Bounds of letters and conditions of divisors are left to other probes.
        ("$x/y=2$", ("$x=2y$",), "Find $x/y$.",
         FIELD + "(x y : R) (h : x = 2 * y) (h0 : y ≠ 0) (h1 : 0 < y) : x / y = 2", []),
    ],
)  # fmt: skip
async def test_a_hypothesis_is_granted_unless_every_line_was_read_and_none_says_it(
    claim: str, premises: tuple[str, ...], problem: str, text: str, found: list[str]
) -> None:
    candidate = await make_candidate(text, make_obligation(claim, *premises), problem)
    assert [h.names[0] for h in ungranted_hypotheses(candidate)] == found


async def test_a_rule_is_tried_at_the_letters_of_the_conclusion() -> None:
    text = "(a : ℕ → ℤ) (h : ∀ n, a n + 1 = 2 ^ n) : ∀ m, a m = 2 ^ m - 1"
    candidate = await make_candidate(text, make_obligation("$a_m=2^m-1$"))
    formula = candidate.parts.hypothesis_formulas[0]
    assert formula is not None
    bodies = instance_bodies(candidate, candidate.parts.hypotheses[0], formula)
    assert bodies == (
        "intro m\nexact h m",
        "intro m\nhave at_point := h m\nclear h\ngrind",
    )


async def test_a_rule_that_only_needs_to_be_applied_is_the_claim() -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        return body == "exact h m (by assumption)"

    text = "(m : ℤ) (hm : Even m) (h : ∀ x : ℤ, Even x → Even (x ^ 2)) : Even (m ^ 2)"
    step = make_obligation("$m^2$ is even", "$m$ is an even integer.")
    judge = ScriptedJudge(accepts)
    candidate = await make_candidate(text, step, "Show that $m^2$ is even.", judge)
    found = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    assert "assumes_target" in {f.name for f in found}


@pytest.mark.parametrize("follows_anyway", [False, True])
async def test_what_alone_proves_the_claim_is_the_claim_unless_nothing_is_needed(
    follows_anyway: bool,
) -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        return body == "grind" and ("h3" in statement or follows_anyway)

    text = SUM[0] + "(h3 : 2 * x ^ 2 + 2 * y ^ 2 = 20) : x ^ 2 + y ^ 2 = 10"
    judge = ScriptedJudge(accepts)
    candidate = await make_candidate(text, make_obligation("$x^2+y^2=10$", *SUM[1]), ASKED, judge)
    found = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    assert ("assumes_target" in {f.name for f in found}) is not follows_anyway


@pytest.mark.parametrize(("claim", "found"), [("$x^2=9$", True), ("$x^2=9$ or $x\\ge0$", False)])
async def test_an_alternative_that_always_holds_says_nothing(claim: str, found: bool) -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        return statement.endswith(": 0 ≤ x ^ 2") and body == "positivity"

    text = FIELD + "(x : R) (h : x = 3) : x ^ 2 = 9 ∨ 0 ≤ x ^ 2"
    judge = ScriptedJudge(accepts)
    candidate = await make_candidate(text, make_obligation(claim, "$x=3$"), "Find it.", judge)
    seen = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    assert ("closes_without_hypotheses" in {f.name for f in seen}) is found
