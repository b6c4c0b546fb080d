"""Values are exact or certainly enclosed; what has no value raises."""

from fractions import Fraction

import pytest

from faithsieve.symbolic.evaluate import (
    NOWHERE,
    IrrationalError,
    NoValueError,
    ball_at,
    rational_at,
)
from faithsieve.symbolic.expressions import Expr, Refusal
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.separation import compare_at


def read(text: str) -> Expr:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), side
    return side


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\frac{7}{2} - 1", Fraction(5, 2)),
        ("2^{-3}", Fraction(1, 8)),
        (r"\sqrt[3]{-8}", Fraction(-2)),
        (r"9^{1/2}", Fraction(3)),
        (r"\lfloor 7/2 \rfloor + \lceil 7/2 \rceil", Fraction(7)),
        ("|3 - 5|", Fraction(2)),
        ("5!", Fraction(120)),
        (r"\binom{5}{2}", Fraction(10)),
        (r"\gcd(12, 18) \cdot \operatorname{lcm}(4, 6)", Fraction(72)),
        (r"\max(1, 5) - \min(1, 5)", Fraction(4)),
        (r"\log_2 8", Fraction(3)),
        (r"\sum_{k=1}^{4} k^2", Fraction(30)),
        (r"\prod_{k=1}^{4} k", Fraction(24)),
        (r"17 \bmod 5", Fraction(2)),
        (r"50\%", Fraction(1, 2)),
    ],
)
def test_exact_values(text: str, value: Fraction) -> None:
    assert rational_at(read(text), {}) == value


WITHOUT_VALUE = [
    r"",
    r"\frac{1}{0}",
    r"0^0",
    r"\sqrt{-1}",
    r"(-8)^{1/3}",
    r"\binom{5}{-1}",
    r"2^{1000000}",
    r"x",
    r"\sum_{k=1}^{9999} k",
    r"\sum_{k=5}^{1} k",
    r"\sum_{i=1}^{3} x_{i}",
    r"\log_2 0",
    r"1000!",
    r"",
][1:-1]


@pytest.mark.parametrize("text", WITHOUT_VALUE)
def test_what_has_no_value_raises(text: str) -> None:
    with pytest.raises(NoValueError):
        rational_at(read(text), {"x_{i}": Fraction(1)})


@pytest.mark.parametrize("text", [r"\sqrt{2}", r"\pi", r"\sin 1", r"\log_2 3"])
def test_irrational_values_say_so(text: str) -> None:
    with pytest.raises(IrrationalError):
        rational_at(read(text), {})


@pytest.mark.parametrize(
    ("left", "right", "sign"),
    [
        (r"\sqrt{2}", "1.41421356", 1),
        (r"\sin 30^\circ", "0.5001", -1),
        (r"\cos 36^\circ", r"\frac{1+\sqrt{5}}{4}", 0),
        (r"\tan 1", r"\cot 1", 1),
        (r"\sec 1 \csc 1", "2.2", -1),
        (r"\pi", r"\frac{22}{7}", -1),
        (r"2^{\sqrt{2}}", r"2.665", 1),
        (r"\ln 2 + \exp(1)", "3.4", 1),
        (r"\lg 5", "0.7", -1),
        (r"\log_2 3", "1.6", -1),
        (r"\lfloor 10\pi \rfloor", "31", 0),
        (r"\log 2", "2", -1),
        (r"\log 100", "3", None),
        (r"|\sqrt{2} - 2|", r"\sqrt[3]{2}", -1),
    ],
)
def test_enclosures_order_numbers_or_stay_silent(left: str, right: str, sign: int | None) -> None:
    found = compare_at(read(left), read(right), {})
    if sign == 0:
        assert found == 0
    else:
        assert found == sign


def test_an_equality_of_transcendental_numbers_needs_the_same_normal_form() -> None:
    assert compare_at(read(r"2\pi + \pi"), read(r"3\pi"), NOWHERE) == 0
    assert compare_at(read(r"\ln 6"), read(r"\ln 2 + \ln 3"), NOWHERE) is None


@pytest.mark.parametrize("text", [r"\tan 90^\circ", r"\arcsin 2", r"\ln(-1)", r"\exp(99999)"])
def test_enclosures_refuse_what_they_cannot_hold(text: str) -> None:
    with pytest.raises(NoValueError):
        ball_at(read(text), NOWHERE)


def test_unknown_functions_are_arbitrary_but_fixed() -> None:
    point = {"x": Fraction(2)}
    assert rational_at(read("f(2x + 1)"), point) == rational_at(read("f(5)"), point)
    assert rational_at(read("f(2)"), point) != rational_at(read("f(3)"), point)
    assert rational_at(read("f(2)"), point) != rational_at(read("g(2)"), point)


def test_sums_without_letters_never_exhaust_a_shared_budget() -> None:
    total = read(r"\sum_{k=1}^{400} k")
    assert all(rational_at(total, NOWHERE) == 80200 for _ in range(20))
