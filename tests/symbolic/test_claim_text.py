"""Numerals that have one meaning are spelt out; others stay as they are."""

from fractions import Fraction

import pytest

from faithsieve.symbolic.claim_text import spell_out, truncated, unwrap


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("0.333...", "(1/3)"),
        ("0.1666...", "(1/6)"),
        ("0.1212...", "(4/33)"),
        (r"0.\overline{3}", "(1/3)"),
        (r"2.1\overline{6}", "(13/6)"),
        ("3.14159...", "3.14159..."),
        ("1,234,567.5", "1234567.5"),
        ("1,000", "1,000"),
        ("1e5", "(1 * 10^(5))"),
        ("2.5e-3", "(2.5 * 10^(-3))"),
        (r"20\% of 50", r"20\% *  50"),
    ],
)
def test_spelling(text: str, plain: str) -> None:
    assert spell_out(text, latex=False) == plain


def test_a_cut_numeral_has_bounds() -> None:
    assert truncated("3.14...") == (Fraction(314, 100), Fraction(315, 100))
    assert truncated("3.14") is None


def test_delimiters_come_off() -> None:
    assert unwrap("$3+4=7$.") == ("3+4=7", True)
    assert unwrap(r"\begin{align} 1 &= 1 \end{align}") == ("1 &= 1", True)
    assert unwrap("1/3 = 0.333...") == ("1/3 = 0.333...", False)
