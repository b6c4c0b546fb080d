"""Gröbner bases tell what follows from equations and which equations contradict each other."""

from faithsieve.symbolic.expressions import Refusal
from faithsieve.symbolic.ideals import contradict, follows, in_ideal
from faithsieve.symbolic.parser import parse_chain
from faithsieve.symbolic.polynomials import Polynomial, difference


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
