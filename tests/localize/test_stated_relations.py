"""Relations are found wherever a text states them."""

import pytest

from faithsieve.localize.stated_relations import relations_of


def links(text: str) -> list[str]:
    return [str(link) for link in relations_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\(x = 5\) and \(y \le 3\)", ["x = 5", "y ≤ 3"]),
        (r"\[ a = b = c \implies d > 0, \quad e \neq 1 \]", ["a = b", "b = c", "d > 0", "e ≠ 1"]),
        ("A=⋃_{x∈A}U_x, hence x∈U_x⊆A.", ["A = ⋃_{x∈A}U_x", "x ∈ U_x", "U_x ⊆ A"]),
        (r"\(x\) equals \(5\)", ["x = 5"]),
        ("we know that n > 3 holds", ["n > 3"]),
        (r"\begin{align} u &= v \\ w &< 2 \end{align}", ["u = v", "w < 2"]),
        (r"\[\begin{aligned} u &= v \\ &= w \end{aligned}\]", ["u = v", "v = w"]),
        ("no mathematics here", []),
        (r"the set \(\{x : x > 0\}\)", ["x > 0"]),
        ("= 5 and x =", [" = 5"]),
        (r"\(a \equiv b = c \equiv d \pmod 5\)", ["a ≡ b (mod 5)", "b = c", "c ≡ d (mod 5)"]),
        (r"\(x \in \{1, 2\}\)", ["x = 1", "x = 2"]),
        (r"\(x \in (0, 1]\)", ["0 < x", "x ≤ 1"]),
        (r"The sum is \(a + b\). This equals \(c\).", [" = a+b", "a+b = c"]),
        (r"\(f(x, y) = 0\), \(g\)", ["f(x,y) = 0"]),
        ("x = 1, so x = 1", ["x = 1", "x = 1"]),
    ],
)
def test_relations_are_found_in_formulas_and_in_prose(text: str, expected: list[str]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("u is at least 3", ["u ≥ 3"]),
        (r"\(d\) does not divide \(n\)", ["d ∤ n"]),
        ("u lies in A", ["u ∈ A"]),
        ("the order of u is odd", []),
    ],
)
def test_relations_in_words_are_read_where_they_are_wanted(text: str, expected: list[str]) -> None:
    assert links(text) == expected
    assert relations_of(text, in_words=False) == ()
