"""Values are exact or certainly enclosed, and compared exactly where they are algebraic."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.evaluate import (
    IrrationalError,
    NoValueError,
    Obstacle,
    ball_at,
    compare_at,
    rational_at,
    separation_bits,
)
from faithsieve.symbolic.expressions import Expr, Refusal
from support.expressions import parse_expression


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
        (r"17 \bmod 5", Fraction(2)),
        (r"50\%", Fraction(1, 2)),
    ],
)
def test_exact_values(text: str, value: Fraction) -> None:
    assert rational_at(read(text), {}) == value


WITHOUT_VALUE = [
    r"\frac{1}{0}",
    r"0^0",
    r"\sqrt{-1}",
    r"(-8)^{1/3}",
    r"\binom{5}{-1}",
    r"2^{1000000}",
    r"x",
    r"\log_2 0",
    r"1000!",
]


@pytest.mark.parametrize("text", WITHOUT_VALUE)
def test_what_has_no_value_raises(text: str) -> None:
    with pytest.raises(NoValueError):
        rational_at(read(text))


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
        (r"|\sqrt{2} - 2|", r"\sqrt[3]{2}", -1),
    ],
)
def test_enclosures_order_numbers(left: str, right: str, sign: int) -> None:
    assert compare_at(read(left), read(right)) == sign


def test_equal_transcendental_numbers_are_told_by_their_writing_or_as_angles() -> None:
    assert compare_at(read(r"2\pi + \pi"), read(r"3\pi")) == 0
    assert compare_at(read(r"2 \ln 6"), read(r"2 \ln 6")) == 0
    assert compare_at(read(r"\ln 6"), read(r"\ln 2 + \ln 3")) is None


@pytest.mark.parametrize("text", [r"\tan 90^\circ", r"\arcsin 2", r"\ln(-1)", r"\exp(99999)"])
def test_enclosures_refuse_what_they_cannot_hold(text: str) -> None:
    with pytest.raises(NoValueError):
        ball_at(read(text))


def compare(left: str, right: str) -> int | None:
    return compare_at(read(left), read(right))


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_square_roots_multiply(a: int, b: int) -> None:
    assert compare(rf"\sqrt{{{a}}}\sqrt{{{b}}}", rf"\sqrt{{{a * b}}}") == 0


@given(st.integers(2, 500), st.integers(50, 300))
def test_a_tiny_difference_is_a_difference(radicand: int, digits: int) -> None:
    root = rf"\sqrt{{{radicand}}}"
    assert compare(rf"{root} + 10^{{-{digits}}}", root) == 1


def test_a_sum_of_five_square_roots_is_compared_exactly() -> None:
    numbers = (2, 3, 5, 6, 7)
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
    return compare_at(node, read("0"))


@pytest.mark.parametrize(
    ("text", "obstacle"),
    [
        (r"\frac{1}{\sqrt{8} - 2\sqrt{2}}", Obstacle.PRECISION),
        (r"\sqrt{1 - \sqrt{2}}", Obstacle.COMPLEX),
        (r"(1 - \sqrt{2})^{1/3}", Obstacle.BRANCH),
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
    assert difference == 0 or Fraction(difference) > Fraction(1, 2 ** separation_bits(node))
