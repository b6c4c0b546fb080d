"""A relation of the text with one number changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.verify.gate.near_misses import changed_numbers
from support.obligations import make_obligation
from support.statements import FIELD, make_candidate


async def findings(text: str, claim: str, *premises: str) -> list[str]:
    candidate = await make_candidate(text, make_obligation(claim, *premises), "Solve it.")
    return [finding.name for finding in changed_numbers(candidate)]


LAW = "$u_{n+2}=3u_{n+1}-u_n$ for all $n$"


@pytest.mark.parametrize(
    ("claim", "premise", "text", "is_changed"),
    [
        ("we get $x+4=2y$, and dividing yields $y=\\frac{x+4}{2}$", "$x=2y-4$",
         FIELD + "(x y : R) (h : x = 2 * y - 4) : x + 4 = 2 * y ∧ y = (x + 2) / 2", True),
        ("we get $x+4=2y$, and dividing yields $y=\\frac{x+4}{2}$", "$x=2y-4$",
         FIELD + "(x y : R) (h : x = 2 * y - 4) : x + 4 = 2 * y ∧ y = (x + 4) / 2", False),
        # A coefficient 1 is a number too, in whatever place its term stands.
        ("$f(1)=2$", "$f(x)+y=f(y)+x$ for all $x,y$",
         FIELD + "(f : R → R) (h : ∀ x y, x + f y = 2 * y + f x) : f 1 = 2", True),
        ("$f(1)=2$", "$f(x)+y=f(y)+x$ for all $x,y$",
         FIELD + "(f : R → R) (h : ∀ s t, s + f t = t + f s) : f 1 = 2", False),
        ("$n^2\\equiv 1\\pmod 8$", "$n$ is odd", "(n : ℤ) (h : Odd n) : n ^ 2 % 4 = 1", True),
        # The same relation in another form, or one that the text has as well.
        ("$2x=6$", "$x=3$", "(x : ℤ) (h : x = 3) : 2 * x - 6 = 0", False),
        ("$x=3$", "$x=2$ or $x=3$", "(x : ℤ) (h : x = 2 ∨ x = 3) (h2 : x ≠ 2) : x = 3", False),
        # Where a sequence begins is a matter of taste; in a law of several terms it is not.
        ("$x_n>0$ for all $n$", "$x_1=5$",
         FIELD + "(x : ℕ → R) (h : x 0 = 5) (n : ℕ) : 0 < x n", False),
        ("$u(6)=3u(5)-u(4)$", "$u(2)=3u(1)-u(0)$",
         FIELD + "(u : ℕ → R) (h : u 2 = 3 * u 1 - u 0) : u 6 = 3 * u 5 - u 3", True),
        # Sums are compared by value, however they are written.
        ("$\\sum_{k=1}^n k^2=x$", "$n>0$",
         "(n x : ℕ) (h : 0 < n) : ∑ i ∈ Finset.range n, (i + 1) ^ 2 = x", False),
        ("$\\sum_{k=1}^n k^2=x$", "$n>0$",
         "(n x : ℕ) (h : 0 < n) : ∑ i ∈ Finset.range n, i ^ 2 = x", True),
        # Numbers that belong together.
        ("$N=\\binom73+1$", "5 of 9", "(N : ℕ) : N = Nat.choose 7 2 + 1", True),
        ("$N=\\binom73+1$", "5 of 9", "(N : ℕ) : N = Nat.choose 7 4 + 1", False),
        # A ring has no quotients; a function of real numbers has its arguments for certain.
        ("$2x=0$", "$x^2=x$", "{R : Type} [CommRing R] (x : R) (h : x ^ 2 = x) : 3 * x = 0", True),
        ("$f(0)=4$", "$f(1)=2$", FIELD + "(f : R → R) (h : f 3 = 2) : f 0 = 4", True),
        ("$d=3$", "$a(4)=11$, $a(10)=29$",
         "(a : ℕ → ℤ) (d : ℤ) (h : a 4 = 11) (h2 : a 11 = 29) : d = 3", True),
        # A map of v, written like a product of two letters, is not compared with one.
        ("$v=0$", "$Tv=0$", FIELD + "(T : R → R) (v : R) (h : T v = 0) : v = 0", False),
        # A letter for a number is put in.
        ("$1-\\left(\\frac56\\right)^3=p$", "$p$ is wanted",
         "(q p : ℚ) (h : q = 5 / 6) : 1 - q ^ 2 = p", True),
    ],
)  # fmt: skip
async def test_one_number_is_changed(claim: str, premise: str, text: str, is_changed: bool) -> None:
    assert await findings(text, claim, premise) == (["changed_numeral"] if is_changed else [])


@given(
    st.integers(2, 99), st.integers(2, 99), st.sampled_from(["{} * x ^ 2 = y", "x ^ 2 + {} < y"])
)
async def test_a_relation_is_near_itself_only_with_another_number(
    told: int, stated: int, shape: str
) -> None:
    text = FIELD + f"(x y : R) (h : {shape.format(stated)}) : y = 7"
    found = await findings(text, "y = 7", shape.format(told))
    assert bool(found) is (told != stated)
