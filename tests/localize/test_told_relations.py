"""Plain text states relations in symbols and in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.stated_relations import expressions_of, relations_of
from faithsieve.localize.told_relations import statements_of


def told(text: str) -> list[str]:
    return [str(link) for link in relations_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As AB = AC, the triangle is isosceles.", ["AB = AC"]),
        ("So ac < bc and du = 2x dx.", ["ac < bc", "du = 2xdx"]),
        ("A and B commute (AB = BA), as we saw.", ["AB = BA"]),
        ("there is a δ > 0", ["δ > 0"]),
        ("We get 2^3 = 8 even-sized sets.", ["2^3 = 8"]),
        ("gcd(n, n+2) divides 2", ["gcd(n,n+2) ∣ 2"]),
        (r"\(p\) divides \(ab\)", ["p ∣ ab"]),
        ("take g not in H", ["g ∉ H"]),
        ("Moreover B(Av) = λBv.", ["B(Av) = λBv"]),
        ("So a is 2 or 3.", ["a = 2", " = 3"]),
    ],
)
def test_symbols_are_told_from_words(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Its determinant is 5.", [" = 5"]),
        (r"The derivative of \(u^2\) is \(2u\).", [" = 2u"]),
        ("The trace of M equals 7.", [" = 7"]),
        ("The rest is less than ε.", [" < ε"]),
        ("a group of order 15", [" = 15"]),
        ("This is zero.", [" = 0"]),
    ],
)
def test_what_a_phrase_is_leaves_the_left_side_open(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text", ["The number n is even.", "There is N with this.", "Inclusion gives n here."]
)
def test_a_word_that_relates_no_symbols_states_nothing(text: str) -> None:
    assert [link for link in relations_of(text) if link.left] == []


def test_expressions_stand_in_relations_and_by_themselves() -> None:
    text = r"The sum \(a + b\) telescopes to 1 - 1/100, and \(c = d\)."
    assert {"a+b", "1-1/100", "c", "d"} <= expressions_of(text)


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(statements_of(text), tuple)
