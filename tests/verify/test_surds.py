"""Numbers with one square root: exact arithmetic, exact order, exact roots."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.verify.surds import Number, Surd, number_text, roots_of, square_root

RATIONALS = st.fractions(min_value=-20, max_value=20, max_denominator=12)
SURDS = st.builds(Surd, RATIONALS, RATIONALS.filter(bool), st.just(3))
NUMBERS = st.one_of(RATIONALS, SURDS)


def near(value: Number) -> float:
    if isinstance(value, Surd):
        return float(value.rational) + float(value.factor) * math.sqrt(value.radicand)
    return float(value)


@given(NUMBERS, NUMBERS)
def test_arithmetic_agrees_with_floating_point(a: Number, b: Number) -> None:
    assert near(a + b) == pytest.approx(near(a) + near(b), abs=1e-6)
    assert near(a - b) == pytest.approx(near(a) - near(b), abs=1e-6)
    assert near(a * b) == pytest.approx(near(a) * near(b), abs=1e-6)


@given(NUMBERS, NUMBERS.filter(lambda x: x != 0))
def test_division_undoes_multiplication(a: Number, b: Number) -> None:
    assert (a / b) * b == a
    assert (a * b) / b == a


@given(NUMBERS, NUMBERS)
def test_the_order_is_total_and_agrees_with_subtraction(a: Number, b: Number) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (b >= a)
    if abs(near(a) - near(b)) > 1e-6:
        assert (a < b) == (near(a) < near(b))


@given(SURDS, st.integers(0, 5))
def test_powers_are_repeated_products(a: Surd, n: int) -> None:
    assert a ** (n + 1) == a**n * a


@given(RATIONALS)
def test_a_root_squared_is_the_number(value: Fraction) -> None:
    root = square_root(value)
    assert (root is None) == (value < 0)
    if root is not None:
        assert root * root == value
        assert root >= 0


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_the_roots_of_a_quadratic_are_roots(b: int, c: int) -> None:
    roots = roots_of(lambda x: x * x + b * x + c)
    assert roots is not None
    assert bool(roots) == (b * b >= 4 * c)
    assert all(x * x + b * x + c == 0 for x in roots)


def test_two_different_roots_are_beyond_this_arithmetic() -> None:
    with pytest.raises(NoValueError):
        Surd(Fraction(0), Fraction(1), 2) + Surd(Fraction(0), Fraction(1), 3)


def test_numbers_are_written_for_lean() -> None:
    assert number_text(Fraction(-3)) == "(-3)"
    assert number_text(Surd(Fraction(1, 2), Fraction(-1), 5)) == "((1/2) + (-1) * √5)"


def test_constants_and_high_degrees_have_no_roots_here() -> None:
    assert roots_of(lambda x: Fraction(3)) is None
    assert roots_of(lambda x: x**5) is None
    assert roots_of(lambda x: x**3 - 8, (Fraction(1), Fraction(2))) == (Fraction(2),)
