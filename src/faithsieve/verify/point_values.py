"""Values at which terms are evaluated: exact numbers, and sets of them.

All numbers but fractions share one arithmetic, so that evaluating a term needs no case for its
type. An :class:`OpenTerm` stands for numbers that are not chosen yet: a term evaluated at them is a
polynomial, and an equation between two such terms can be solved.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import (
    IrrationalError,
    NoValueError,
    as_fmpq,
    as_fraction,
    compare_at,
    rational_at,
)

Value = Any
"""A fraction, one of the classes here, a ``frozenset``, a function or a truth value."""


class _Arithmetic:
    """Arithmetic out of sum, product, negative and inverse."""

    def plus(self, other: Value) -> Value:
        raise NotImplementedError

    def times(self, other: Value) -> Value:
        raise NotImplementedError

    def inverse(self) -> Value:
        raise NoValueError("an inverse")

    def __neg__(self) -> Value:
        return self.times(Fraction(-1))

    def __add__(self, other: Value) -> Value:
        return self.plus(other)

    __radd__ = __add__

    def __sub__(self, other: Value) -> Value:
        return self.plus(-other)

    def __rsub__(self, other: Value) -> Value:
        return (-self) + other

    def __mul__(self, other: Value) -> Value:
        return self.times(other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        return self.times(other.inverse() if isinstance(other, _Arithmetic) else 1 / other)

    def __rtruediv__(self, other: Value) -> Value:
        return self.inverse() * other

    def __pow__(self, times: Value) -> Value:
        count = whole(times)
        if not 0 < abs(count) <= 64:
            raise NoValueError("a power")
        power = reduce(operator.mul, [self] * abs(count))
        return power if count > 0 else 1 / power


@dataclass(frozen=True)
class Term(_Arithmetic):
    """A real number that is not rational, as an expression."""

    node: ex.Expr

    def plus(self, other: Value) -> Value:
        return real(ex.Add((self.node, node_of(other))))

    def times(self, other: Value) -> Value:
        return real(ex.Mul((self.node, node_of(other))))

    def inverse(self) -> Value:
        return real(ex.Div(ex.ONE, self.node))

    def __pow__(self, times: Value) -> Value:
        return real(ex.Pow(self.node, node_of(times)))

    def __rpow__(self, base: Value) -> Value:
        return real(ex.Pow(node_of(base), self.node))

    def __abs__(self) -> Value:
        return self if sign(self, Fraction(0)) >= 0 else -self


def real(node: ex.Expr) -> Value:
    try:
        return rational_at(node)
    except IrrationalError:
        return Term(node)


def node_of(value: Value) -> ex.Expr:
    """Write a real number as an expression."""
    if isinstance(value, Fraction):
        return ex.Num(value)
    if isinstance(value, Term | Surd):
        return value.node
    raise NoValueError("no real number")


@dataclass(frozen=True)
class Surd(_Arithmetic):
    """``a + b√n``, where ``b`` is not 0 and ``n`` has no square factor."""

    a: Fraction
    b: Fraction
    n: int

    @property
    def node(self) -> ex.Expr:
        root = ex.Root(ex.Num(Fraction(self.n)), ex.TWO)
        return ex.Add((ex.Num(self.a), ex.Mul((ex.Num(self.b), root))))

    def _made(self, a: Fraction, b: Fraction) -> Value:
        return Surd(a, b, self.n) if b else a

    def plus(self, other: Value) -> Value:
        if isinstance(other, Fraction):
            return Surd(self.a + other, self.b, self.n)
        if isinstance(other, Surd) and other.n == self.n:
            return self._made(self.a + other.a, self.b + other.b)
        return Term(self.node).plus(other)

    def times(self, other: Value) -> Value:
        if isinstance(other, Fraction):
            return self._made(self.a * other, self.b * other)
        if isinstance(other, Surd) and other.n == self.n:
            a = self.a * other.a + self.b * other.b * self.n
            return self._made(a, self.a * other.b + self.b * other.a)
        return Term(self.node).times(other)

    def inverse(self) -> Value:
        return Surd(self.a, -self.b, self.n) / (self.a**2 - self.b**2 * self.n)

    def __abs__(self) -> Value:
        return self if sign(self, Fraction(0)) >= 0 else -self

    def __str__(self) -> str:
        divisor = math.lcm(self.a.denominator, self.b.denominator)
        times = self.b * divisor
        multiple = f"√{self.n}" if abs(times) == 1 else f"{abs(times)} * √{self.n}"
        minus = "-" if times < 0 else ""
        text = f"{self.a * divisor} {minus or '+'} {multiple}" if self.a else f"{minus}{multiple}"
        if divisor == 1:
            return text
        return f"({text}) / {divisor}" if self.a else f"{text} / {divisor}"


def root_of(number: Fraction) -> Value:
    """Return the square root of a number, as a multiple of the least root."""
    under = number.numerator * number.denominator
    if not 0 <= under <= _MAX_RADICAND:
        return real(ex.Root(ex.Num(number), ex.TWO))
    if not under:
        return number
    square = max(d for d in range(1, math.isqrt(under) + 1) if under % d**2 == 0)
    multiple, rest = Fraction(square, number.denominator), under // square**2
    return multiple if rest == 1 else Surd(Fraction(0), multiple, rest)


_MAX_RADICAND = 10**6


_SMALL = "0 1 -1 2 -2 1/2 3 -3 -1/2 4 5 -4 3/2 10 1/3 -5 6 -3/2 2/3 7 8 1/4 20 -10 100"
RATIONALS = tuple(map(Fraction, _SMALL.split()))
"""Numbers that stand for all rational or real ones, the likeliest first."""


@dataclass(frozen=True)
class Region:
    """A set that is known by its members."""

    contains: Callable[[Value], bool]


def contains(container: Value, member: Value) -> bool:
    if isinstance(container, Region):
        return container.contains(member)
    return any(same(member, element) for element in container)


def whole(value: Value) -> int:
    """Return a whole number as such."""
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValueError("no whole number")
    return value.numerator


def sign(left: Value, right: Value) -> int:
    """Return the sign of a difference of real numbers."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left > right) - (left < right)
    found = compare_at(node_of(left), node_of(right))
    if found is None:
        raise NoValueError("two numbers that cannot be told apart")
    return found


def same(left: Value, right: Value) -> bool:
    """Return whether two values of one type are equal."""
    match left, right:
        case (frozenset(), frozenset()) | (bool(), bool()):
            return bool(left == right)
        case (Region() | frozenset(), Region() | frozenset()):
            return all(contains(left, x) == contains(right, x) for x in RATIONALS)
    return sign(left, right) == 0


# ---- numbers that are not chosen yet

_MAX_UNKNOWNS = 6
_MAX_DEGREE = 12
_MAX_TERMS = 300
_LIMITS = (40, 200, 2000)
"""Size of a Gröbner basis, of its polynomials, and of their coefficients in bits."""


@dataclass(frozen=True)
class OpenTerm(_Arithmetic):
    """A polynomial in numbers that are not chosen yet."""

    polynomial: fmpq_mpoly

    def plus(self, other: Value) -> Value:
        return OpenTerm(self.polynomial + self._like(other))

    def times(self, other: Value) -> Value:
        product = self.polynomial * self._like(other)
        if len(product) > _MAX_TERMS:
            raise NoValueError("a long polynomial")
        return OpenTerm(product)

    def _like(self, other: Value) -> fmpq_mpoly | fmpq:
        if isinstance(other, OpenTerm):
            return other.polynomial
        if isinstance(other, Fraction):
            return as_fmpq(other)
        raise NoValueError("no polynomial")

    @property
    def letters(self) -> frozenset[int]:
        """The places of the letters that occur."""
        degrees = self.polynomial.degrees()
        return frozenset(at for at, degree in enumerate(degrees) if degree)

    def at(self, values: Mapping[int, Value], unknown: int) -> list[Value]:
        """Return the coefficients in one letter where the others have values."""
        found: list[Value] = [Fraction(0)] * (int(self.polynomial.degrees()[unknown]) + 1)
        for powers, factor in self.polynomial.to_dict().items():
            known = (
                (values[at], Fraction(int(n))) for at, n in enumerate(powers) if n and at != unknown
            )
            term = reduce(lambda total, power: total * power[0] ** power[1], known, Fraction(1))
            found[int(powers[unknown])] += as_fraction(factor) * term
        return found


def unknowns(count: int) -> list[OpenTerm]:
    """Return numbers that are not chosen yet."""
    context = fmpq_mpoly_ctx.get([f"x{at}" for at in range(count)], Ordering.degrevlex)
    return [OpenTerm(generator) for generator in context.gens()]


def eliminate(equations: Sequence[OpenTerm]) -> list[OpenTerm]:
    """Return equations with the same solutions, each with few letters; none beyond limits."""
    polynomials = [equation.polynomial for equation in equations]
    names = polynomials[0].context().names()
    degree = max(int(polynomial.total_degree()) for polynomial in polynomials)
    if len(names) > _MAX_UNKNOWNS or degree > _MAX_DEGREE:
        return []
    context = flint.fmpz_mpoly_ctx.get(names, Ordering.lex)
    whole = [p * math.lcm(*(int(c.q) for c in p.coeffs())) for p in polynomials]
    members = [context.from_dict({m: c.p for m, c in p.to_dict().items()}) for p in whole]
    vector: Any = flint.fmpz_mpoly_vec(members, context)  # its stubs leave limits out
    basis, is_complete = vector.buchberger_naive(limits=_LIMITS)
    back = polynomials[0].context()
    return [OpenTerm(back.from_dict(m.to_dict())) for m in basis] if is_complete else []


def solutions(coefficients: Sequence[Value]) -> tuple[Value, ...] | None:
    """Solve for one number: rational roots, those with one square root, and linear equations.

    None stands for an equation that is not solved, or that says nothing.
    """
    while coefficients and same(coefficients[-1], Fraction(0)):
        coefficients = coefficients[:-1]
    if len(coefficients) < 2:
        return None
    if all(isinstance(c, Fraction) for c in coefficients):
        _, found = fmpq_poly([as_fmpq(c) for c in coefficients]).factor()
        parts = [[as_fraction(c) for c in factor.coeffs()] for factor, _ in found]
        parts.sort(key=lambda part: (len(part), abs(part[0]), part[0]))
        return tuple(root for part in parts for root in _roots(*part))
    return (-coefficients[0] / coefficients[1],) if len(coefficients) == 2 else None


def _roots(*coefficients: Fraction) -> tuple[Value, ...]:
    """All real roots of an irreducible polynomial, where one square root is enough."""
    c, b, a = (*coefficients, Fraction(0))[:3]
    if len(coefficients) == 2:
        return (-c / b,)
    if len(coefficients) > 3 or b * b < 4 * a * c:
        return ()
    root = root_of(b * b - 4 * a * c)
    return tuple((-b + sign * root) / (2 * a) for sign in (Fraction(1), Fraction(-1)))
