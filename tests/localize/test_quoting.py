"""A quote may be spelled otherwise, but not say something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.quoting import Source, normalise


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (r"Claim: \(a - b > 0\) and x >= 0.", "a−b>0 and x ≥ 0"),
        ("Let m be odd.", "m be  odd"),
        (r"So \(\frac12 x = 5\).", r"\frac{1}{2} x = 5"),
    ],
)
def test_another_spelling_is_a_quote(text: str, quote: str) -> None:
    assert Source(text).has(quote)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Claim: a - b > 0.", "a + b > 0"),
        ("Prove that x > 5.", "x < 5"),
        ("Prove that x > 50.", "x > 5"),
        ("Prove that x > 5.", ">"),
        ("Prove that x > 5.", ""),
    ],
)
def test_another_sign_or_number_is_no_quote(text: str, quote: str) -> None:
    assert not Source(text).has(quote)


@given(st.text("abxy01 +-=<>.,()").filter(lambda text: any(c.isalnum() for c in text)))
def test_a_text_quotes_itself(text: str) -> None:
    assert Source(f"before {text} after").has(text)


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
