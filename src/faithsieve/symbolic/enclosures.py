"""Certified intervals for values that are not rational: roots, logarithms, angles, π.

Two disjoint enclosures prove that two sides differ, or order them; overlapping ones prove nothing.
So enclosures can refute an equality or settle an inequality, and never confirm an equality.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from mpmath.ctx_iv import MPIntervalContext

from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Pow,
    Root,
    Sym,
    walk,
)
from faithsieve.symbolic.values import IrrationalError, NoValueError, Point, rational_at

Interval = Any
"""An interval of mpmath, which has no type information."""

LOG_READINGS: tuple[int | None, ...] = (None, 10, 2)
"""The bases that ``log`` without a base may have; None is the natural one."""

_MAX_EXPONENT = 2000


@cache
def _context(digits: int) -> Any:
    """One interval context a precision: making one costs more than most evaluations."""
    context = MPIntervalContext()
    context.dps = digits
    return context


class Enclosures:
    """Interval evaluation at one precision, with one reading of ``log`` without a base."""

    def __init__(self, digits: int = 40, log_base: int | None = None) -> None:
        self._context = _context(digits)
        self._log_base = log_base
        self._functions: dict[str, Callable[[Interval], Interval]] = {
            "degree": lambda x: x * self._context.pi / 180,
            "bracket": lambda x: x,
            "abs": abs,
            "sin": self._context.sin,
            "cos": self._context.cos,
            "tan": lambda x: self._context.sin(x) / _nonzero(self._context.cos(x)),
            "cot": lambda x: self._context.cos(x) / _nonzero(self._context.sin(x)),
            "sec": lambda x: 1 / _nonzero(self._context.cos(x)),
            "csc": lambda x: 1 / _nonzero(self._context.sin(x)),
            "exp": self._exp,
            "ln": lambda x: self._context.log(_positive(x)),
            "lg": lambda x: self._based_log(x, 10),
            "log": lambda x: self._based_log(x, self._log_base),
            "floor": lambda x: self._rounded(math.floor, x),
            "ceil": lambda x: self._rounded(math.ceil, x),
        }

    def at(self, node: Expr, point: Point) -> Interval:
        """An interval that holds the value.

        Raises:
            NoValueError: When there is no value, or none that intervals can hold.
        """
        try:
            value = rational_at(node, point)
        except IrrationalError:
            return self._irrational(node, point)
        return self._context.mpf(value.numerator) / self._context.mpf(value.denominator)

    def sign_of_difference(self, left: Expr, right: Expr, point: Point) -> int | None:
        """The certain sign of ``left − right``, None when the intervals overlap."""
        difference = self.at(left, point) - self.at(right, point)
        if difference.a > 0:
            return 1
        return -1 if difference.b < 0 else None

    def _irrational(self, node: Expr, point: Point) -> Interval:
        match node:
            case Sym(name="\\pi"):
                return self._context.pi
            case Neg(arg=arg):
                return -self.at(arg, point)
            case Add(terms=terms):
                return sum((self.at(term, point) for term in terms), self._context.mpf(0))
            case Mul(factors=factors):
                return math.prod(
                    (self.at(factor, point) for factor in factors), start=self._context.mpf(1)
                )
            case Div(numerator=upper, denominator=lower):
                return self.at(upper, point) / _nonzero(self.at(lower, point))
            case Pow(base=base, exponent=exponent):
                return self._power(base, exponent, point)
            case Root(arg=arg, degree=degree):
                return self._root(self.at(arg, point), rational_at(degree, point))
            case Call(name=name, args=args):
                return self._call(name, args, point)
            case _:
                raise NoValueError("no enclosure")

    def _power(self, base: Expr, exponent: Expr, point: Point) -> Interval:
        value = self.at(base, point)
        try:
            wanted = rational_at(exponent, point)
        except IrrationalError:
            wanted = None
        if wanted is None or wanted.denominator != 1:
            return self._exp(self.at(exponent, point) * self._context.log(_positive(value)))
        if abs(wanted) > _MAX_EXPONENT:
            raise NoValueError("too large")
        return (_nonzero(value) if wanted < 0 else value) ** int(wanted)

    def _exp(self, value: Interval) -> Interval:
        if not -_MAX_EXPONENT < value.a <= value.b < _MAX_EXPONENT:
            raise NoValueError("too large")
        return self._context.exp(value)

    def _root(self, value: Interval, degree: Fraction) -> Interval:
        if degree == 2 and value.a >= 0:
            return self._context.sqrt(value)
        if degree.denominator != 1 or degree <= 0:
            raise NoValueError("root degree")
        return self._exp(self._context.log(_positive(value)) / int(degree))

    def _call(self, name: str, args: tuple[Expr, ...], point: Point) -> Interval:
        if name == "log" and len(args) == 2:
            upper, lower = (_positive(self.at(arg, point)) for arg in args)
            return self._context.log(upper) / _nonzero(self._context.log(lower))
        function = self._functions.get(name)
        if function is None or len(args) != 1:
            raise NoValueError(name)
        return function(self.at(args[0], point))

    def _based_log(self, value: Interval, base: int | None) -> Interval:
        logarithm = self._context.log(_positive(value))
        return logarithm if base is None else logarithm / self._context.log(self._context.mpf(base))

    def _rounded(self, rounding: Callable[[Fraction], int], value: Interval) -> Interval:
        low, high = (rounding(_exact(end)) for end in (value.a, value.b))
        if low != high:
            raise NoValueError("rounding an interval that holds a whole number")
        return self._context.mpf(low)


def _nonzero(value: Interval) -> Interval:
    if value.a <= 0 <= value.b:
        raise NoValueError("division by an interval around zero")
    return value


def _positive(value: Interval) -> Interval:
    if value.a <= 0:
        raise NoValueError("not certainly positive")
    return value


def _exact(end: Interval) -> Fraction:
    """An end of an interval as the binary fraction it is."""
    sign, mantissa, exponent, _ = end._mpi_[0]
    if abs(exponent) > 10_000:
        raise NoValueError("too large")
    magnitude = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -magnitude if sign else magnitude


def unbased_logarithm(node: Expr) -> bool:
    """Whether ``log`` occurs without a base, so that every usual base must be tried."""
    return any(
        isinstance(part, Call) and part.name == "log" and len(part.args) == 1 for part in walk(node)
    )


def compare_at(left: Expr, right: Expr, point: Point) -> int | None:
    """The certain sign of ``left − right``: exact where rational, the same in every reading.

    Raises:
        NoValueError: When a side has no value there.
    """
    try:
        difference = rational_at(left, point) - rational_at(right, point)
        return (difference > 0) - (difference < 0)
    except IrrationalError:
        pass
    readings = LOG_READINGS if unbased_logarithm(left) or unbased_logarithm(right) else (None,)
    signs = {Enclosures(40, base).sign_of_difference(left, right, point) for base in readings}
    return signs.pop() if len(signs) == 1 else None


def certainly_different(left: Expr, right: Expr, point: Point) -> bool | None:
    """Whether the sides differ at the point.

    Returns:
        True when they certainly differ, False when they are exactly equal, None when undecided.

    Raises:
        NoValueError: When a side has no value there.
    """
    sign = compare_at(left, right, point)
    return None if sign is None else sign != 0
