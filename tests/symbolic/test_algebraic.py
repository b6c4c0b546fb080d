"""Signs of real algebraic numbers are exact: close numbers differ, equal ones are zero."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.algebraic import (
    MAX_BITS,
    NoValueError,
    Obstacle,
    Rational,
    Real,
    RealArithmetic,
    integer_root,
)


def number(value: int | Fraction) -> Real:
    return Rational(Fraction(value))


@given(st.integers(0, 10**40), st.integers(1, 9))
def test_an_integer_root_is_the_floor_of_the_root(value: int, degree: int) -> None:
    root = integer_root(value, degree)
    assert root**degree <= value < (root + 1) ** degree


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_square_roots_multiply(a: int, b: int) -> None:
    reals = RealArithmetic(2.0)
    product = reals.multiply((reals.root(number(a), 2), reals.root(number(b), 2)))
    assert reals.compare(product, reals.root(number(a * b), 2)) == 0


@given(st.integers(2, 500), st.integers(50, 300))
def test_a_tiny_difference_is_a_difference(radicand: int, digits: int) -> None:
    reals = RealArithmetic(2.0)
    root = reals.root(number(radicand), 2)
    moved = reals.add((root, number(Fraction(1, 10**digits))))
    assert reals.compare(moved, root) == 1


def test_a_sum_of_ten_square_roots_is_compared_exactly() -> None:
    reals = RealArithmetic(5.0)
    roots = [reals.root(number(n), 2) for n in (2, 3, 5, 6, 7, 10, 11, 13, 14, 15)]
    left = reals.multiply((reals.add(tuple(roots)), number(2)))
    doubled = tuple(reals.root(number(4 * n), 2) for n in (2, 3, 5, 6, 7, 10, 11, 13, 14, 15))
    assert reals.compare(left, reals.add(doubled)) == 0


@pytest.mark.parametrize(
    ("make", "obstacle"),
    [
        (lambda r: r.invert(number(0)), Obstacle.UNDEFINED),
        (lambda r: r.power(number(0), number(0)), Obstacle.UNDEFINED),
        (lambda r: r.power(number(0), number(-1)), Obstacle.UNDEFINED),
        (lambda r: r.power(number(0), number(Fraction(-1, 2))), Obstacle.UNDEFINED),
        (lambda r: r.root(number(-4), 2), Obstacle.COMPLEX),
        (lambda r: r.root(number(-8), 3), Obstacle.BRANCH),
        (lambda r: r.power(number(-8), number(Fraction(1, 3))), Obstacle.BRANCH),
        (lambda r: r.power(number(-2), r.root(number(2), 2)), Obstacle.BRANCH),
        (lambda r: r.power(number(0), r.root(number(2), 2)), Obstacle.UNDEFINED),
        (lambda r: r.root(number(5), 0), Obstacle.UNDEFINED),
        (lambda r: r.power(number(3), number(MAX_BITS)), Obstacle.SIZE_GUARD),
        (lambda r: r.power(r.root(number(2), 2), number(1001)), Obstacle.SIZE_GUARD),
    ],
)
def test_what_has_no_value_says_why(make: object, obstacle: Obstacle) -> None:
    with pytest.raises(NoValueError) as caught:
        make(RealArithmetic(2.0))  # type: ignore[operator]
    assert caught.value.obstacle is obstacle


def test_a_denominator_that_is_secretly_zero_is_found() -> None:
    reals = RealArithmetic(2.0)
    hidden = reals.add(
        (reals.root(number(8), 2), reals.multiply((number(-2), reals.root(number(2), 2))))
    )
    with pytest.raises(NoValueError) as caught:
        reals.invert(hidden)
    assert caught.value.obstacle is Obstacle.UNDEFINED


def test_irrational_exponents_are_ordered_but_never_called_equal() -> None:
    reals = RealArithmetic(2.0)
    root2, root3 = reals.root(number(2), 2), reals.root(number(3), 2)
    first = reals.multiply((reals.power(number(2), root2), reals.power(number(2), root3)))
    second = reals.power(number(2), reals.add((root2, root3)))
    assert reals.compare(first, second) is None
    assert reals.compare(first, number(9)) == -1
    assert reals.compare(second, number(Fraction(88, 10))) == 1
    assert reals.power(number(1), root2) == number(1)


def test_high_roots_are_only_enclosed() -> None:
    reals = RealArithmetic(2.0)
    high = reals.root(number(2), 101)
    assert reals.compare(high, number(1)) == 1
    assert reals.compare(high, reals.root(number(4), 202)) is None


def test_time_is_a_limit() -> None:
    with pytest.raises(NoValueError) as caught:
        RealArithmetic(-1.0).add((number(1), number(2)))
    assert caught.value.obstacle is Obstacle.TIMEOUT


def test_even_powers_of_roots_are_rational() -> None:
    reals = RealArithmetic(2.0)
    assert reals.power(reals.root(number(2), 2), number(4)) == number(4)
    assert reals.power(reals.root(number(2), 2), number(-2)) == number(Fraction(1, 2))
    assert reals.power(number(-1), number(10**12)) == number(1)
