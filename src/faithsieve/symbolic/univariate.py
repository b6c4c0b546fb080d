"""Polynomials in one letter: coefficients, greatest common divisor, common solutions."""

from fractions import Fraction

from faithsieve.symbolic.polynomials import Polynomial, names, without_content


def no_common_root(first: Polynomial, second: Polynomial) -> bool:
    """Whether two equations in one letter contradict each other."""
    letters = names(first)
    if len(letters) != 1:
        return False
    one, two = coefficients(without_content(first)), coefficients(without_content(second))
    return len(one) > 1 and len(two) > 1 and len(_gcd(one, two)) == 1


def coefficients(polynomial: Polynomial) -> list[Fraction]:
    """Coefficients of a polynomial in one letter, the constant first."""
    by_degree = {sum(e for _, e in monomial): c for monomial, c in polynomial.items()}
    return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree) + 1)]


def _gcd(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    while second:
        first, second = second, _remainder(first, second)
    return first


def _remainder(dividend: list[Fraction], divisor: list[Fraction]) -> list[Fraction]:
    rest = list(dividend)
    while len(rest) >= len(divisor):
        factor = rest[-1] / divisor[-1]
        shift = len(rest) - len(divisor)
        for at, coefficient in enumerate(divisor):
            rest[at + shift] -= factor * coefficient
        while rest and not rest[-1]:
            rest.pop()
        if not rest:
            break
    return rest
