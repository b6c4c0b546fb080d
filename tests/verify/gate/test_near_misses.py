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
