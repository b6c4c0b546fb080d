"""A quote may be spelled otherwise, but not say something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.quoting import Source


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
