"""Numbers and relations survive another spelling and do not survive another value."""

import pytest

from faithsieve.localize.mathematical_content import missing_links, numbers_of, relations_of


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
        ("no mathematics here", []),
        (r"the set \(\{x : x > 0\}\)", ["x > 0"]),
        ("= 5 and x =", []),
    ],
)
def test_relations_are_found_in_formulas_and_in_prose(text: str, expected: list[str]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\(\frac12 x = x^2\)", r"x² = \frac{1}{2}x"),
        ("x > 3", "3 < x"),
        (r"\(a \leq b\)", "a <= b"),
        (r"\((x-2)(x-3) = 0\)", r"$(x - 2)(x - 3) = 0$"),
        (r"\(a + b = c\)", r"\(b + a = c\)"),
        (r"\(2 \cdot 3 = 6\)", r"\(2 \times 3 = 6\)"),
        (r"\(\boxed{x = 1}\)", "x = 1"),
        ("a = b = c", "a = b and a = c"),
        ("A∪B≠C", "C≠A∪B"),
        (r"\(A \cup B \ne \varnothing\)", "A ∪ B ≠ ∅"),
        (r"\(\angle ABC = 60^\circ\)", "∠ABC = 60°"),
        (r"\(\gcd(a, b) = 1\)", "gcd(a, b) = 1"),
        (r"\(a_n \to \alpha\)", "a_n → α"),
        (r"\((k+1)!=(k+1)\cdot k!\)", "(k+1)! = (k+1)·k!"),
        (r"\(\forall x \in \mathbb{Q}\)", r"for all \(x \in ℚ\)"),
        (r"\(d \mid a + b\)", "d | a + b"),
        ("the balls {B(x, 1) : x ∈ X}", r"the balls \(\{B(x,1) : x \in X\}\)"),
        (r"\(\sqrt5 < u\)", r"\(\sqrt{5} < u\)"),
        (r"\(u \equiv v \pmod m\)", "u ≡ v"),
    ],
)
def test_another_spelling_is_the_same_content(one: str, other: str) -> None:
    assert missing_links(relations_of(one), relations_of(other)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x ≥ 3", "x > 3"),
        ("x = 3", "x = 4"),
        (r"\(2 + 1 = y\)", r"\(3 = y\)"),
        (r"\(a - b = c\)", r"\(b - a = c\)"),
        (r"\(a^b = c\)", r"\(b^a = c\)"),
        ("x∈U", "x∉U"),
        ("a = b", "a = c"),
        (r"\(\sin x = y\)", r"\(\cos x = y\)"),
        (r"\(f(x) = y\)", r"\(g(x) = y\)"),
    ],
)
def test_another_claim_is_other_content(one: str, other: str) -> None:
    assert len(missing_links(relations_of(one), relations_of(other))) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two of the 7 cards, 1,000 in all", {"2", "7", "1000"}),
        (r"\(1{,}000\) and 0.50", {"1000", "0.5"}),
        (r"\frac12", {"1", "2"}),
        ("x² and x₁₀", {"2", "10"}),
        ("007", {"7"}),
        ("none at all", set()),
    ],
)
def test_numbers_have_one_spelling(text: str, expected: set[str]) -> None:
    assert numbers_of(text) == expected
