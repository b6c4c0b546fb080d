"""Expressions as quotients of polynomials, and equations reduced by known facts.

Everything that is not a sum, product, quotient or whole power of other things (roots, functions,
symbolic exponents) becomes an *atom*: an unknown of its own, named by its normal form. Two
expressions with the same normal form are equal; the converse holds only for polynomials, so a
difference here is a hint that the sampling checks must confirm.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import prod
from typing import NamedTuple

from flint import fmpq, fmpq_poly

from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
)

MAX_TERMS = 300
"""Polynomials with more terms are not computed."""

MAX_POWER = 40
"""Whole powers above this stay atoms."""

Monomial = tuple[tuple[str, int], ...]
"""Atoms with their exponents, sorted by name."""

Polynomial = dict[Monomial, Fraction]
"""Coefficients by monomial; no zero coefficients."""

ONE: Monomial = ()


PLUS_MINUS = "±"
"""The atom of an undecided sign; its square is 1."""


class TooLargeError(Exception):
    """An expansion has too many terms, or none because it divides by zero."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """A numerator and a denominator that is not the zero polynomial."""

    numerator: Polynomial
    denominator: Polynomial


def constant(value: Fraction) -> Polynomial:
    return {ONE: value} if value else {}


def is_constant(polynomial: Polynomial) -> bool:
    return all(monomial == ONE for monomial in polynomial)


def add(first: Polynomial, second: Polynomial, factor: Fraction = Fraction(1)) -> Polynomial:
    """``first + factor · second``."""
    scaled = ((monomial, factor * coefficient) for monomial, coefficient in second.items())
    return _collected(chain(first.items(), scaled))


def _collected(terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
    result: Polynomial = {}
    for monomial, coefficient in terms:
        result[monomial] = result.get(monomial, 0) + coefficient
    return {monomial: value for monomial, value in result.items() if value}


def scale(polynomial: Polynomial, factor: Fraction) -> Polynomial:
    return {monomial: factor * c for monomial, c in polynomial.items()} if factor else {}


def multiply_monomials(first: Monomial, second: Monomial) -> Monomial:
    if not first:
        return second
    if not second:
        return first
    exponents = dict(first)
    for name, exponent in second:
        exponents[name] = exponents.get(name, 0) + exponent
    return tuple(sorted(exponents.items()))


def multiply(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product, or :class:`TooLargeError`."""
    if len(first) * len(second) > 20 * MAX_TERMS:
        raise TooLargeError
    result = _collected(
        (multiply_monomials(m1, m2), c1 * c2)
        for m1, c1 in first.items()
        for m2, c2 in second.items()
    )
    if len(result) > MAX_TERMS:
        raise TooLargeError
    return result


def power(base: Polynomial, exponent: int) -> Polynomial:
    result = constant(Fraction(1))
    for _ in range(exponent):
        result = multiply(result, base)
    return result


def names(polynomial: Polynomial) -> frozenset[str]:
    return frozenset(name for monomial in polynomial for name, _ in monomial)


def text_of(polynomial: Polynomial) -> str:
    """A normal form, used to name atoms."""
    parts = []
    for monomial, coefficient in sorted(polynomial.items()):
        factors = "*".join(f"{n}^{e}" if e != 1 else n for n, e in monomial)
        parts.append(f"{coefficient}*{factors}" if factors else str(coefficient))
    return "+".join(parts) or "0"


class Expander:
    """Expands expressions; remembers what its atoms stand for."""

    def __init__(self) -> None:
        self.atoms: dict[str, Expr] = {}
        self.squares: dict[str, Polynomial] = {PLUS_MINUS: {ONE: Fraction(1)}}

    def quotient(self, node: Expr) -> Quotient:
        """The expression over a common denominator.

        Raises:
            TooLargeError: When the expansion has too many terms.
        """
        kept = _expansion(node)
        if isinstance(kept, str):
            raise TooLargeError(kept)
        for name, meaning in kept.atoms.items():
            self.atoms.setdefault(name, meaning)
        self.squares.update(kept.squares)
        return kept.quotient

    def equation(self, left: Expr, right: Expr) -> Polynomial:
        """The numerator of ``left − right``; with ±, the product over both signs."""
        first, second, _ = common_numerators(self.quotient(left), self.quotient(right))
        return self._norm(self._tidy(add(first, second, Fraction(-1))))

    def _norm(self, polynomial: Polynomial) -> Polynomial:
        """``a ± b = 0`` says ``a² = b²``: what is true for one of the two signs."""
        signed = {m: c for m, c in polynomial.items() if (PLUS_MINUS, 1) in m}
        if not signed:
            return polynomial
        rest = {m: c for m, c in polynomial.items() if m not in signed}
        bare = {tuple(p for p in m if p[0] != PLUS_MINUS): c for m, c in signed.items()}
        return self._tidy(add(power(rest, 2), power(bare, 2), Fraction(-1)))

    def expand(self, node: Expr) -> Quotient:
        """Expand a node from its parts; :meth:`quotient` remembers what was expanded before."""
        match node:
            case Num(value=value):
                return _whole(constant(value))
            case Sym(name=name):
                return _whole({((name, 1),): Fraction(1)})
            case Neg(arg=arg):
                inner = self.quotient(arg)
                return Quotient(scale(inner.numerator, Fraction(-1)), inner.denominator)
            case Add(terms=terms):
                return self._sum(terms)
            case Mul(factors=factors):
                result = self.quotient(factors[0])
                for factor in factors[1:]:
                    result = self._product(result, self.quotient(factor))
                return result
            case Div(numerator=upper, denominator=lower):
                return self._divide(self.quotient(upper), self.quotient(lower))
            case Pow(base=base, exponent=exponent):
                return self._power(node, base, exponent)
            case _:
                return self._expand_other(node)

    def _expand_other(self, node: Expr) -> Quotient:
        match node:
            case Call(name="bracket", args=(arg,)):
                return self.quotient(arg)
            case Call(name="plusminus" | "minusplus" as name, args=(arg,)):
                sign = Fraction(1 if name == "plusminus" else -1)
                return self._product(_whole({((PLUS_MINUS, 1),): sign}), self.quotient(arg))
            case _:
                return self._atom(node)

    def _sum(self, terms: tuple[Expr, ...]) -> Quotient:
        total = self.quotient(terms[0])
        for term in terms[1:]:
            other = self.quotient(term)
            upper, lower, denominator = common_numerators(total, other)
            total = Quotient(add(upper, lower), denominator)
        return _normal(self._tidy(total.numerator), total.denominator)

    def _product(self, first: Quotient, second: Quotient) -> Quotient:
        numerator = multiply(first.numerator, second.numerator)
        denominator = multiply(first.denominator, second.denominator)
        return _normal(self._tidy(numerator), self._tidy(denominator))

    def _divide(self, upper: Quotient, lower: Quotient) -> Quotient:
        if not lower.numerator:
            raise TooLargeError("division by zero")
        return self._product(upper, Quotient(lower.denominator, lower.numerator))

    def _power(self, node: Expr, base: Expr, exponent: Expr) -> Quotient:
        whole = _whole_number(exponent)
        if whole is None or abs(whole) > MAX_POWER:
            return self._atom(node)
        inner = self.quotient(base)
        if whole < 0 and not inner.numerator:
            raise TooLargeError("division by zero")
        upper, lower = power(inner.numerator, abs(whole)), power(inner.denominator, abs(whole))
        if whole < 0:
            upper, lower = lower, upper
        return _normal(self._tidy(upper), self._tidy(lower))

    def _atom(self, node: Expr) -> Quotient:
        name = self.name(node)
        self.atoms.setdefault(name, node)
        if isinstance(node, Root) and node.degree == Num(Fraction(2)):
            inner = self.quotient(node.arg)
            if is_constant(inner.denominator):
                self.squares[name] = scale(inner.numerator, 1 / inner.denominator[ONE])
        return _whole({((name, 1),): Fraction(1)})

    def name(self, node: Expr) -> str:
        """The normal form of an expression as text."""
        match node:
            case Root(arg=arg, degree=degree):
                return f"root({self.name(arg)};{self.name(degree)})"
            case Call(name=name, args=args) | Apply(name=name, args=args):
                return f"{name}({','.join(self.name(arg) for arg in args)})"
            case Pow(base=base, exponent=exponent) if (
                whole := _whole_number(exponent)
            ) is None or (abs(whole) > MAX_POWER):
                return f"({self.name(base)})^({self.name(exponent)})"
            case Num() | Sym() | Neg() | Add() | Mul() | Div() | Pow():
                quotient = self.quotient(node)
                return f"{text_of(quotient.numerator)}/{text_of(quotient.denominator)}"
            case _:
                return repr(node)

    def _tidy(self, polynomial: Polynomial) -> Polynomial:
        """Replace squares of square roots by what stands under them."""
        for _ in range(6):
            if not any(e > 1 and name in self.squares for m in polynomial for name, e in m):
                break
            polynomial = self._replace_squares(polynomial)
        return polynomial

    def _replace_squares(self, polynomial: Polynomial) -> Polynomial:
        result: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            term: Polynomial = {ONE: coefficient}
            for name, exponent in monomial:
                if exponent > 1 and name in self.squares:
                    term = multiply(term, power(self.squares[name], exponent // 2))
                    exponent %= 2
                if exponent:
                    term = multiply(term, {((name, exponent),): Fraction(1)})
            result = add(result, term)
        return result


class _Expansion(NamedTuple):
    quotient: Quotient
    atoms: Mapping[str, Expr]
    squares: Mapping[str, Polynomial]


# The expansion of an expression depends on nothing else, and checks compare the same expressions
# with one another again and again. A few hundred terms each bound the memory.
@lru_cache(maxsize=2048)
def _expansion(node: Expr) -> _Expansion | str:
    """Expand one expression, or say why that is not possible."""
    inside = Expander()
    try:
        quotient = inside.expand(node)
    except TooLargeError as error:
        return str(error)
    return _Expansion(quotient, inside.atoms, inside.squares)


def _whole(numerator: Polynomial) -> Quotient:
    return Quotient(numerator, {ONE: Fraction(1)})


def common_numerators(
    first: Quotient, second: Quotient
) -> tuple[Polynomial, Polynomial, Polynomial]:
    """Two numerators over one denominator, and the denominator."""
    if first.denominator == second.denominator:
        return first.numerator, second.numerator, first.denominator
    return (
        multiply(first.numerator, second.denominator),
        multiply(second.numerator, first.denominator),
        multiply(first.denominator, second.denominator),
    )


def _normal(numerator: Polynomial, denominator: Polynomial) -> Quotient:
    """Make constant denominators 1 and cancel common monomial factors."""
    if not numerator:
        return _whole({})
    if is_constant(denominator):
        return _whole(scale(numerator, 1 / denominator[ONE]))
    common = _common_factor([*numerator, *denominator])
    if not common:
        return Quotient(numerator, denominator)
    # What is left has no common factor, so this ends here.
    upper, lower = (
        {_divide_monomial(m, common): c for m, c in part.items()}
        for part in (numerator, denominator)
    )
    return _normal(upper, lower)


def _common_factor(monomials: Iterable[Monomial]) -> dict[str, int]:
    common: dict[str, int] | None = None
    for monomial in monomials:
        exponents = dict(monomial)
        if common is None:
            common = exponents
        else:
            common = {n: min(e, exponents[n]) for n, e in common.items() if n in exponents}
        if not common:
            return {}
    return common or {}


def _divide_monomial(monomial: Monomial, divisor: Mapping[str, int]) -> Monomial:
    return tuple((n, e - divisor.get(n, 0)) for n, e in monomial if e != divisor.get(n, 0))


def _whole_number(node: Expr) -> int | None:
    """The value of a whole exponent written as a numeral, possibly negative."""
    match node:
        case Num(value=value) if value.denominator == 1:
            return value.numerator
        case Neg(arg=Num(value=value)) if value.denominator == 1:
            return -value.numerator
        case _:
            return None


def substitute(polynomial: Polynomial, values: Mapping[str, Fraction]) -> Polynomial:
    return _collected(
        (
            tuple((n, e) for n, e in monomial if n not in values),
            prod((values[n] ** e for n, e in monomial if n in values), start=coefficient),
        )
        for monomial, coefficient in polynomial.items()
    )


def coefficients(polynomial: Polynomial) -> list[Fraction]:
    """The coefficients of a polynomial in one letter, the constant first; none of any other."""
    if len(names(polynomial)) != 1:
        return []
    by_degree = {sum(e for _, e in monomial): c for monomial, c in polynomial.items()}
    return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree) + 1)]


def rational_roots(polynomial: Polynomial) -> list[Fraction]:
    """The rational roots of a polynomial in one letter, the smallest first; none of any other."""
    parts = coefficients(polynomial)
    exact = fmpq_poly([fmpq(c.numerator, c.denominator) for c in parts]).roots() if parts else []
    found = [Fraction(int(root.p), int(root.q)) for root, _ in exact]
    return sorted(found, key=lambda root: (abs(root), -root))


def without_content(polynomial: Polynomial) -> Polynomial:
    """Divide by common monomial factors; what an equation loses when a side is cancelled."""
    common = _common_factor(polynomial)
    return {_divide_monomial(m, common): c for m, c in polynomial.items()} if common else polynomial


class Likeness(NamedTuple):
    """How far two polynomials agree, coefficient by coefficient."""

    agreeing: int
    agreeing_nonconstant: int
    total: int

    @property
    def share(self) -> float:
        """Agreeing monomials over all monomials of both."""
        return self.agreeing / self.total if self.total else 1.0


def likeness(first: Polynomial, second: Polynomial) -> Likeness:
    both = first.keys() & second.keys()
    agreeing = [m for m in both if first[m] == second[m]]
    nonconstant = sum(1 for m in agreeing if m != ONE)
    return Likeness(len(agreeing), nonconstant, len(first.keys() | second.keys()))


def best_likeness(first: Polynomial, second: Polynomial) -> tuple[Likeness, Fraction]:
    """Compare after multiplying the first by the factor that makes most monomials agree."""
    best, best_factor = Likeness(0, 0, 1), Fraction(1)
    for factor in {second[m] / first[m] for m in first.keys() & second.keys()}:
        found = likeness(scale(first, factor), second)
        if found[:2] > best[:2]:
            best, best_factor = found, factor
    return best, best_factor
