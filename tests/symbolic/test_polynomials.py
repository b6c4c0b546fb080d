"""Normal forms: equal polynomials look equal, near misses are measured."""

import pytest
from hypothesis import strategies as st

from faithsieve.symbolic.expressions import Refusal
from faithsieve.symbolic.parser import parse_chain, parse_expression
from faithsieve.symbolic.polynomials import (
    Polynomial,
    TooLargeError,
    difference,
    eliminate,
    factors,
    names,
)


def expand(left: str, right: str = "0") -> Polynomial:
    sides = [parse_expression(text, latex=True) for text in (left, right)]
    first, second = sides
    assert not isinstance(first, Refusal)
    assert not isinstance(second, Refusal)
    return difference(first, second)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(x+1)^3", "x^3+3x^2+3x+1"),
        (r"\frac{1}{x} + \frac{1}{y}", r"\frac{x+y}{xy}"),
        (r"\frac{x^2 - 1}{x - 1} \cdot (x-1)", "x^2-1"),
        (r"(\sqrt{x}+1)(\sqrt{x}-1)", "x-1"),
        (r"\sqrt{2}\sqrt{2}", "2"),
        (r"x^{-2}", r"\frac{1}{x^2}"),
        (r"\sin(2x) + \sin(x + x)", r"2\sin(2x)"),
        (r"f(x+y) - f(y+x)", "0"),
        (r"\frac{x}{2} - 0.5x", "0"),
        ("2^{n+1}", r"2 \cdot 2^n"),
        ("3^{2(n+1)+1}", r"9 \cdot 3^{2n+1}"),
        ("2^{1-n}", r"\frac{2}{2^n}"),
        (r"(\frac12)^n", "2^{-n}"),
        ("f(2^{n+1})", r"f(2 \cdot 2^n)"),
    ],
)
def test_two_forms_of_one_expression_have_no_difference(left: str, right: str) -> None:
    assert not expand(left, right)


@pytest.mark.parametrize(
    ("left", "right"), [("(x+1)^2", "x^2+1"), (r"\sqrt{x+y}", r"\sqrt{x}+\sqrt{y}"), ("xy", "x+y")]
)
def test_different_expressions_have_a_difference(left: str, right: str) -> None:
    assert expand(left, right)


def test_a_formula_with_an_undecided_sign_is_not_expanded() -> None:
    with pytest.raises(TooLargeError):
        expand("x", r"2 \pm \sqrt{3}")


def test_an_expansion_that_explodes_is_given_up() -> None:
    with pytest.raises(TooLargeError):
        expand("(a+b+c+d+e)^{30}")


coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=4)


def equation(text: str) -> Polynomial:
    left, right = parse_chain(text, latex=False).sides
    assert not isinstance(left, Refusal)
    assert not isinstance(right, Refusal)
    return difference(left, right)


def test_elimination_leaves_an_equation_in_one_letter() -> None:
    system = [equation("x + y = 3"), equation("x*y = 2")]
    assert any(len(names(found)) == 1 for found in eliminate(system))


def test_too_many_letters_are_not_eliminated() -> None:
    letters = [equation(f"{a}*{b} = 1") for a, b in zip("abcdefg", "bcdefga", strict=True)]
    assert eliminate(letters) == []


def test_factors_of_a_polynomial_in_one_letter_come_simple_ones_first() -> None:
    assert factors(equation("x^3 - 8 = 0")) == [[-2, 1], [4, 2, 1]]
