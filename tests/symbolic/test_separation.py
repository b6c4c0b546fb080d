"""Real algebraic numbers are compared exactly: close numbers differ, equal ones are equal."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, Obstacle
from faithsieve.symbolic.expressions import Expr, Refusal
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.separation import compare_at, separation_bits


def read(text: str) -> Expr:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), side
    return side


def compare(left: str, right: str) -> int | None:
    return compare_at(read(left), read(right), NOWHERE)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_square_roots_multiply(a: int, b: int) -> None:
    assert compare(rf"\sqrt{{{a}}}\sqrt{{{b}}}", rf"\sqrt{{{a * b}}}") == 0


@given(st.integers(2, 500), st.integers(50, 300))
def test_a_tiny_difference_is_a_difference(radicand: int, digits: int) -> None:
    root = rf"\sqrt{{{radicand}}}"
    assert compare(rf"{root} + 10^{{-{digits}}}", root) == 1


def test_a_sum_of_ten_square_roots_is_compared_exactly() -> None:
    numbers = (2, 3, 5, 6, 7, 10, 11, 13, 14, 15)
    single = " + ".join(rf"\sqrt{{{n}}}" for n in numbers)
    doubled = " + ".join(rf"\sqrt{{{4 * n}}}" for n in numbers)
    assert compare(f"2({single})", doubled) == 0


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (r"\sin 10^\circ \cdot \sin 50^\circ \cdot \sin 70^\circ", r"\frac{1}{8}"),
        (r"\cos\frac{2\pi}{7} + \cos\frac{4\pi}{7} + \cos\frac{6\pi}{7}", r"-\frac{1}{2}"),
        (r"\tan 15^\circ", r"2 - \sqrt{3}"),
        (r"\sin(75^\circ)", r"\frac{\sqrt{6} + \sqrt{2}}{4}"),
        (r"\sqrt[3]{2+\sqrt{5}} + \sqrt[3]{\sqrt{5}-2}", r"\sqrt{5}"),
    ],
)
def test_roots_and_angles_are_equal_exactly(left: str, right: str) -> None:
    assert compare(left, right) == 0
    assert compare(left, rf"{right} + 10^{{-60}}") == -1


def sign_of(node: Expr) -> int | None:
    return compare_at(node, read("0"), NOWHERE)


@pytest.mark.parametrize(
    ("text", "obstacle"),
    [
        (r"\frac{1}{\sqrt{8} - 2\sqrt{2}}", Obstacle.PRECISION),
        (r"\sqrt{1 - \sqrt{2}}", Obstacle.COMPLEX),
        (r"(1 - \sqrt{2})^{1/3}", Obstacle.UNDEFINED),
        (r"2^{99999999}", Obstacle.SIZE_GUARD),
        (r"\frac{1}{0}", Obstacle.UNDEFINED),
    ],
)
def test_what_has_no_value_names_its_obstacle(text: str, obstacle: Obstacle) -> None:
    with pytest.raises(NoValueError) as caught:
        sign_of(read(text))
    assert caught.value.obstacle is obstacle


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 9))
def test_the_bound_is_below_every_difference(a: int, b: int, scale: int) -> None:
    node = read(rf"\sqrt{{{a}}} - \sqrt{{{b}}} - \frac{{{scale}}}{{7}}")
    difference = abs(a**0.5 - b**0.5 - scale / 7)
    assert difference == 0 or Fraction(difference) > Fraction(
        1, 2 ** separation_bits(node, NOWHERE)
    )
