"""Normal forms: equal polynomials look equal, near misses are measured."""

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.expressions import ZERO, Refusal, Sym
from faithsieve.symbolic.parser import parse_chain, parse_expression
from faithsieve.symbolic.polynomials import (
    Polynomial,
    TooLargeError,
    contradict,
    difference,
    divides,
    follows,
    in_ideal,
    likeness,
    multiply,
    trim,
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


def test_division_with_remainder_zero_is_recognised() -> None:
    assert divides(expand("x - 2"), expand("x^2 - 5x + 6"))
    assert divides(expand("a + b"), expand("a^2 - b^2"))
    assert not divides(expand("x - 4"), expand("x^2 - 5x + 6"))


def test_a_near_miss_is_measured_after_rescaling() -> None:
    found = likeness(expand("2x^2 + 6x + 4y"), expand("x^2 + 3x + 5y"))
    assert found.factor == fmpq(1, 2)
    assert (found.agreeing, found.agreeing_nonconstant, found.total) == (2, 2, 3)
    assert likeness(expand("x + 1"), expand("x + 1"), fmpq(1)).share == 1.0


coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=4)


def from_list(values: list[int]) -> Polynomial:
    x = difference(Sym("x"), ZERO)
    return trim(sum((value * x**n for n, value in enumerate(values)), start=0 * x))


@given(coefficients, coefficients)
def test_a_factor_divides_its_product(first: list[int], second: list[int]) -> None:
    one, two = from_list(first), from_list(second)
    if one:
        assert divides(one, multiply(one, two))


def equation(text: str) -> Polynomial:
    left, right = parse_chain(text, latex=False).sides
    assert not isinstance(left, Refusal)
    assert not isinstance(right, Refusal)
    return difference(left, right)


def test_an_equation_follows_from_facts_it_is_made_of() -> None:
    facts = [equation("a*b = 2"), equation("3*c = 3/2")]
    assert in_ideal(equation("a^2 + b^2 = (a+b)^2 - 4"), facts) is True
    assert in_ideal(equation("4*c^2 = 1"), facts) is True
    assert in_ideal(equation("a^2 + b^2 = (a+b)^2 - 5"), facts) is False


def test_lines_without_a_common_solution_contradict() -> None:
    assert contradict([equation("4*y = 20"), equation("y = 6")])
    assert contradict([equation("x^2 + x = 1"), equation("x^2 = 1")])
    assert not contradict([equation("x^2 = 4"), equation("x = 2")])
    assert not contradict([equation("x + y = 1"), equation("x - y = 7")])


def test_too_many_unknowns_leave_it_open() -> None:
    facts = [equation(f"{letter}^2 = {letter} + 1") for letter in "abcdefgh"]
    assert in_ideal(equation("a = b"), facts) is None
    assert not contradict(facts)


def test_only_facts_that_reach_the_letters_of_an_equation_are_asked() -> None:
    texts = ("a + b = 3", "a*b = 2", "x^2 + y = 3*z", "x^2 - y = z", "u*v*w*s*t*r*q*p = 1")
    facts = [equation(text) for text in texts]
    assert follows(equation("a^2 + b^2 = 5"), facts)
    assert follows(equation("a^3 + b^3 = 9"), facts)
    assert follows(equation("2*x^2 = 4*z"), facts)
    assert not follows(equation("a^2 + b^2 = 6"), facts)
