"""Relations survive another spelling and do not survive another value."""

import pytest

from faithsieve.localize.stated_relations import relations_of
from faithsieve.localize.told_links import missing_links


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
        (r"\(a = b < c\)", "a = b and a < c"),
        ("dim ker T = 0", "dim(ker T) = 0"),
        (r"\(\sin 2x = y\)", "sin 2x = y"),
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
        (r"\(u \equiv v \pmod 3\)", r"\(u \equiv v \pmod 5\)"),
        (r"\(\dim V \equiv u \pmod 3\)", r"\(\dim V \equiv u \pmod 5\)"),
        (r"\(AB = C\)", r"\(BA = C\)"),
        (r"\(2(x + 1) = y\)", r"\(2x + 1 = y\)"),
    ],
)
def test_another_claim_is_other_content(one: str, other: str) -> None:
    assert len(missing_links(relations_of(one), relations_of(other))) == 1
