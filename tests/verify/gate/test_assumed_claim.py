"""Which hypotheses no relation of a text grants, and what Lean has to show of them."""

import pytest

from faithsieve.records.lean import Polarity
from faithsieve.records.settings import VerifySettings
from faithsieve.verify.gate.assumed_claim import (
    assumes_commutativity,
    ungranted_hypotheses,
    unworded_hypotheses,
)
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
        # A part of a conjunction is a hypothesis too.
        ("$x^2+y^2=10$", SUM[1], ASKED,
         FIELD + "(x y : R) (h : x + y = 4 ∧ x ^ 2 + y ^ 2 = 10) : x ^ 2 + y ^ 2 = 10", ["h.2"]),
        # The hypothesis of an induction is no law, unless the text says so.
        ("$h(n+1)=2^{n+1}-1$", ("$h(n)=2^n-1$ for the fixed $n$",), "Find $h$.",
         "(h : ℕ → ℤ) (n : ℕ) (ih : ∀ m, h m = 2 ^ m - 1) : h (n + 1) = 2 ^ (n + 1) - 1", ["ih"]),
        ("$h(n+1)=2^{n+1}-1$", ("$h(n)=2^n-1$ for all $n$",), "Find $h$.",
         "(h : ℕ → ℤ) (n : ℕ) (ih : ∀ m, h m = 2 ^ m - 1) : h (n + 1) = 2 ^ (n + 1) - 1", []),
        # A named theorem that is the claim itself: nothing would be shown.
        ("By the theorem of Fermat, $13\\mid n^{13}-n$", (), "Show that $13\\mid n^{13}-n$.",
         "(n : ℤ) (h : ∀ m : ℤ, 13 ∣ m ^ 13 - m) : 13 ∣ n ^ 13 - n", ["h"]),
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
         "(n m : ℤ) (h : ∃ k : ℤ, n = m * k) (h2 : ∃ k : ℤ, n ≤ k) : Even n", ["h", "h2"]),
        ("$7\\mid u^2-v^2$", (), "Let $u,v$ be integers such that $u-v$ is divisible by 7.",
         "(u v : ℤ) (h : (u - v) % 7 = 0) (h2 : u ^ 2 % 7 = v ^ 2 % 7) : 7 ∣ u ^ 2 - v ^ 2",
         ["h2"]),
        # A law about a function of which words say what it is like may be just that.
        ("$a=b$", ("$f$ is injective.", "$f(a)=f(b)$"), "Let $f(a)=f(b)$.",
         "(f : ℤ → ℤ) (a b : ℤ) (h : ∀ x y, f x = f y → x = y) (h2 : f a = f b) : a = b", []),
        ("$f(-x)=-f(x)$", ("$f(x+y)=f(x)+f(y)$ for all real $x,y$",), "Find $f$.",
         FIELD + "(f : R → R) (h : ∀ x y, f (x + y) = f x + f y) (h1 : ∀ x, f (-x) + f x = 0) "
         "(x : R) : f (-x) = -f x", ["h1"]),
        # Bounds of letters and conditions of divisors are left to other probes.
        ("$x/y=2$", ("$x=2y$",), "Find $x/y$.",
         FIELD + "(x y : R) (h : x = 2 * y) (h0 : y ≠ 0) (h1 : 0 < y) : x / y = 2", []),
    ],
)  # fmt: skip
async def test_a_hypothesis_is_granted_by_a_relation_that_is_not_the_target(
    claim: str, premises: tuple[str, ...], problem: str, text: str, found: list[str]
) -> None:
    candidate = await make_candidate(text, make_obligation(claim, *premises), problem)
    assert [suspect.term for suspect in ungranted_hypotheses(candidate.in_lean_notation())] == found


LIMIT = "∀ ε : R, 0 < ε → ∃ N : ℕ, ∀ n : ℕ, N ≤ n → |a n| < ε"


@pytest.mark.parametrize(
    ("premises", "hypothesis", "is_found"),
    [
        (("$0\\le a_n\\le\\frac1{n+1}$ for all $n$.",), LIMIT, True),
        (("For every $\\varepsilon>0$ there is an index from which on $|a_n|<\\varepsilon$.",),
         LIMIT, False),
        (("$a_n$ is bounded.",), "IsBounded a", False),
        (("$a_n\\to 0$.",), "IsBounded a", True),
        # What is told in signs of sets may be stated element by element.
        (("$A\\subseteq B$",), "∀ x, A x → B x", False),
        (("$f$ is injective.",), "a 1 = 2", False),
    ],
)  # fmt: skip
async def test_a_hypothesis_has_letters_and_words_that_something_given_speaks_of(
    premises: tuple[str, ...], hypothesis: str, is_found: bool
) -> None:
    text = FIELD + f"(a : ℕ → R) (A B : R → Prop) (h : {hypothesis}) : TendsTo a 0"
    obligation = make_obligation("$a_n$ tends to 0", *premises)
    candidate = await make_candidate(text, obligation, "Show that $a_n$ tends to 0.")
    assert [h.names[0] for h in unworded_hypotheses(candidate)] == (["h"] if is_found else [])


@pytest.mark.parametrize(
    ("premise", "structure", "found"),
    [
        ("$x^2=e$ for all $x$", "CommGroup", True),
        ("$x^2=e$ for all $x$", "Group", False),
        ("$G$ is abelian.", "CommGroup", False),
    ],
)
async def test_a_structure_commutes_only_where_a_text_says_so(
    premise: str, structure: str, found: bool
) -> None:
    text = f"{{G : Type}} [{structure} G] (a b : G) : a * b = b * a"
    problem = "Let $G$ be a group. Prove that $G$ is abelian."
    candidate = await make_candidate(text, make_obligation("$ab=ba$", premise), problem)
    assert assumes_commutativity(candidate) is found


SQUARES = "(m : ℤ) (hm : Even m) (h : ∀ x : ℤ, Even x → Even (x ^ 2)) : Even (m ^ 2)"
SUMS = SUM[0] + "(h3 : (x ^ 2 + y ^ 2) ^ 5 = 100000) : x ^ 2 + y ^ 2 = 10"


async def found_with(
    text: str, claim: str, premises: tuple[str, ...], judge: ScriptedJudge
) -> set[str]:
    candidate = await make_candidate(text, make_obligation(claim, *premises), ASKED, judge)
    found = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    return {finding.name for finding in found}


async def test_a_rule_that_only_needs_to_be_named_is_the_claim() -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        return body.startswith("apply h")

    found = await found_with(SQUARES, "$m^2$ is even", ("$m$ is even.",), ScriptedJudge(accepts))
    assert "assumes_target" in found


@pytest.mark.parametrize(
    ("leads_there", "leads_back", "is_needed", "is_found"),
    [
        (True, True, True, True),
        # Beside premises of the text it needs none of them.
        (True, False, True, True),
        (False, True, True, False),
        (True, True, False, False),
    ],
    ids=["the same", "more than the claim", "less than the claim", "not needed"],
)
async def test_what_says_as_much_as_the_claim_is_the_claim(
    leads_there: bool, leads_back: bool, is_needed: bool, is_found: bool
) -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        if body != "grind":
            return False
        if "claimed : x ^ 2" in statement:
            return leads_back
        is_there = "h3" in statement or "claimed : (x" in statement
        return leads_there if is_there else not is_needed

    context = ("$x+y=4$ and $xy=3$",)
    found = await found_with(SUMS, "$x^2+y^2=10$", context, ScriptedJudge(accepts))
    assert ("assumes_target" in found) is is_found


@pytest.mark.parametrize(("claim", "found"), [("$x^2=9$", True), ("$x^2=9$ or $x\\ge0$", False)])
async def test_an_alternative_that_always_holds_says_nothing(claim: str, found: bool) -> None:
    def accepts(statement: str, polarity: Polarity, body: str) -> bool:
        return statement.endswith(": 0 ≤ x ^ 2") and body == "positivity"

    text = FIELD + "(x : R) (h : x = 3) : x ^ 2 = 9 ∨ 0 ≤ x ^ 2"
    judge = ScriptedJudge(accepts)
    candidate = await make_candidate(text, make_obligation(claim, "$x=3$"), "Find it.", judge)
    seen = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    assert ("empty_part" in {f.name for f in seen}) is found
