"""Mathematics is the same in LaTeX, in Unicode and in typed signs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.spelling import normalise


def spelt(text: str) -> str:
    return "".join(normalise(text).split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\frac1{12}", r"\frac{1}{12}"),
        (r"\tbinom nk", r"\binom{n}{k}"),
        (r"\sqrt{3}", "√3"),
        (r"\sqrt{u + 1}", "√(u + 1)"),
        (r"\sqrt[3]{2}", "∛2"),
        (r"x_{i}^{n}", "xᵢⁿ"),
        (r"\lfloor x \rfloor", "⌊x⌋"),
        (r"\langle g \rangle", "⟨g⟩"),
        (r"\mathbb{E}[X]", "E[X]"),
        (r"Q^{\top}", "Q^T"),
        (r"U^{\perp}", "U^⊥"),
        (r"u \not\equiv1", "u ≢1"),
        (r"u \not\in S", "u ∉ S"),
        ("e'", "e′"),
        ("angle ABC", "∠ABC"),
    ],
)
def test_two_spellings_become_one(one: str, other: str) -> None:
    assert spelt(one) == spelt(other)


def test_the_lines_of_a_matrix_end_no_statement() -> None:
    assert ";" in spelt(r"\begin{pmatrix} 1 \\ 2 \end{pmatrix} = v").partition("]")[0]
    assert spelt(r"\begin{vmatrix} 1 \end{vmatrix}") == "det[1]"


@given(st.text())
def test_any_text_has_a_spelling(text: str) -> None:
    assert isinstance(normalise(text), str)
