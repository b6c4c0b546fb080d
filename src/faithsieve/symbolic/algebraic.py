"""Exact comparison of real numbers built from rationals with + − × ÷, powers and roots.

A nonzero number of this kind cannot be arbitrarily small. Write it as U / L where U and L are
algebraic integers built with the same D-fold tower of roots (``k√(U/L) = k√(U·L^(k−1)) / L`` or
``U / k√(U^(k−1)·L)``). Let u and l bound |U| and |L| and all their conjugates: the triangle
inequality gives both from the tree. The norm of U is a nonzero integer and U has at most D
conjugates, so |U| ≥ u^(1−D) and

    |U / L| ≥ 1 / (u^(D−1) · l)        unless the number is 0.

This is the separation bound of Burnikel, Funke, Mehlhorn, Schirra and Schmitt. Intervals narrower
than it decide the sign, zero included, so equality of roots is settled exactly and no floating
point takes part. A power with an irrational exponent has no such bound: intervals can tell two such
numbers apart and order them, but never call them equal.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import to_int

MAX_BITS = 200_000
"""Rationals with longer numerators or denominators are not computed."""

MAX_PRECISION = 40_000
"""Fractional bits an interval may have."""

MAX_DEGREE = 60
"""Roots of a higher degree are only enclosed, never compared exactly."""

_SMALL_PRIMES = tuple(n for n in range(2, 400) if all(n % d for d in range(2, n)))

_ROOT_BITS = 300_000
"""The longest integer a root is taken of, to keep one operation short."""

_OPEN_PRECISION = 2048
"""Where the search for a difference stops when no separation bound exists."""


class Obstacle(StrEnum):
    """Why a number has no value here."""

    UNDEFINED = "undefined"
    COMPLEX = "complex"
    BRANCH = "branch"
    SIZE_GUARD = "size_guard"
    PRECISION = "precision"
    TIMEOUT = "timeout"


class NoValueError(Exception):
    """A number that does not exist, has several readings, or is too large to compute."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.value)
        self.obstacle = obstacle


@dataclass(frozen=True, slots=True)
class Rational:
    """An exact fraction."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or more summands, not all rational."""

    parts: tuple["Real", ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Two or more factors, not all rational."""

    parts: tuple["Real", ...]


@dataclass(frozen=True, slots=True)
class Inverse:
    """One divided by a number known to be nonzero."""

    arg: "Real"


@dataclass(frozen=True, slots=True)
class RootOf:
    """The nonnegative root of a number known to be nonnegative."""

    arg: "Real"
    degree: int


@dataclass(frozen=True, slots=True)
class OpenPower:
    """A positive base to an exponent that is not rational: no separation bound."""

    base: "Real"
    exponent: "Real"


Real = Rational | Sum | Product | Inverse | RootOf | OpenPower

ZERO = Rational(Fraction(0))
ONE = Rational(Fraction(1))


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def integer_root(value: int, degree: int) -> int:
    """The floor of the root of a nonnegative integer."""
    if degree == 1 or value < 2:
        return value
    if degree == 2:
        return math.isqrt(value)
    guess = 1 << -(-value.bit_length() // degree)
    while True:
        better = ((degree - 1) * guess + value // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better


def _exact_root(value: Fraction, degree: int) -> Fraction | None:
    numerator = integer_root(value.numerator, degree)
    denominator = integer_root(value.denominator, degree)
    if numerator**degree == value.numerator and denominator**degree == value.denominator:
        return Fraction(numerator, denominator)
    return None


def _without_powers(value: Fraction, degree: int) -> tuple[Fraction, Fraction]:
    """Write a root as a rational times the root of a whole number without small prime powers.

    Fewer different roots mean a smaller separation bound: √12 and √27 are both multiples of √3.
    """
    if _bits(value) * degree > 20_000:
        return Fraction(1), value
    rest = value.numerator * value.denominator ** (degree - 1)
    factor = Fraction(1, value.denominator)
    for prime in _SMALL_PRIMES:
        power = prime**degree
        if power > rest:
            break
        while rest % power == 0:
            rest //= power
            factor *= prime
    return factor, Fraction(rest)


def _ordered(parts: Sequence[Real]) -> list[Real]:
    """One order for equal multisets, so that a + b and b + a are the same tree."""
    return sorted(parts, key=repr)


class RealArithmetic:
    """Builds real numbers and decides their signs within a time limit."""

    def __init__(self, timeout_s: float) -> None:
        self._deadline = time.monotonic() + timeout_s
        self._signs: dict[Real, int | None] = {}

    def _check_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise NoValueError(Obstacle.TIMEOUT)

    def _guard(self, bits: int) -> None:
        self._check_time()
        if bits > MAX_BITS:
            raise NoValueError(Obstacle.SIZE_GUARD)

    # ---- building

    def add(self, parts: tuple[Real, ...]) -> Real:
        """The sum; rational summands are folded into one."""
        rational, others = Fraction(0), []
        for part in parts:
            if isinstance(part, Rational):
                self._guard(_bits(rational) + _bits(part.value))
                rational += part.value
            else:
                others.append(part)
        if not others:
            return Rational(rational)
        kept: tuple[Real, ...] = (Rational(rational),) if rational else ()
        return others[0] if not kept and len(others) == 1 else Sum((*kept, *_ordered(others)))

    def multiply(self, parts: tuple[Real, ...]) -> Real:
        """The product; rational factors are folded into one."""
        rational, others = Fraction(1), []
        for part in parts:
            if isinstance(part, Rational):
                self._guard(_bits(rational) + _bits(part.value))
                rational *= part.value
            else:
                others.append(part)
        if not others or rational == 0:
            return Rational(rational)
        kept: tuple[Real, ...] = (Rational(rational),) if rational != 1 else ()
        return others[0] if not kept and len(others) == 1 else Product((*kept, *_ordered(others)))

    def negate(self, value: Real) -> Real:
        """Minus the value."""
        return self.multiply((Rational(Fraction(-1)), value))

    def invert(self, value: Real) -> Real:
        """One divided by the value, which must be nonzero."""
        sign = self.sign(value)
        if sign == 0:
            raise NoValueError(Obstacle.UNDEFINED)
        if sign is None:
            raise NoValueError(Obstacle.PRECISION)
        return Rational(1 / value.value) if isinstance(value, Rational) else Inverse(value)

    def root(self, value: Real, degree: int) -> Real:
        """The real root of a nonnegative value; a negative one has no agreed root."""
        if degree < 1:
            raise NoValueError(Obstacle.UNDEFINED)
        if degree == 1:
            return value
        sign = self.sign(value)
        if sign is None:
            raise NoValueError(Obstacle.PRECISION)
        if sign < 0:
            raise NoValueError(Obstacle.COMPLEX if degree % 2 == 0 else Obstacle.BRANCH)
        if sign == 0:
            return ZERO
        if isinstance(value, Rational):
            exact = _exact_root(value.value, degree) if degree <= MAX_DEGREE else None
            if exact is not None or value == ONE:
                return Rational(exact or Fraction(1))
        if degree > MAX_DEGREE:
            return OpenPower(value, Rational(Fraction(1, degree)))
        if isinstance(value, Rational):
            factor, rest = _without_powers(value.value, degree)
            return self.multiply((Rational(factor), RootOf(Rational(rest), degree)))
        return RootOf(value, degree)

    def power(self, base: Real, exponent: Real) -> Real:
        """The power, with 0^0 and roots of negative numbers left undefined."""
        if not isinstance(exponent, Rational):
            return self._open_power(base, exponent)
        wanted = exponent.value
        if wanted.denominator == 1:
            return self._integer_power(base, wanted.numerator)
        sign = self.sign(base)
        if sign is None:
            raise NoValueError(Obstacle.PRECISION)
        if sign < 0:
            raise NoValueError(Obstacle.BRANCH)
        if sign == 0 and wanted < 0:
            raise NoValueError(Obstacle.UNDEFINED)
        return self.root(self._integer_power(base, wanted.numerator), wanted.denominator)

    def _integer_power(self, base: Real, exponent: int) -> Real:
        if exponent <= 0 and self.sign(base) in (0, None):
            raise NoValueError(Obstacle.UNDEFINED)
        if isinstance(base, Rational):
            if base.value not in (0, 1, -1):
                self._guard(_bits(base.value) * min(abs(exponent), MAX_BITS + 1))
            return Rational(base.value ** (exponent if abs(base.value) != 1 else exponent % 2))
        if abs(exponent) > 64:
            raise NoValueError(Obstacle.SIZE_GUARD)
        if exponent < 0:
            return self.invert(self._integer_power(base, -exponent))
        if isinstance(base, RootOf) and exponent % base.degree == 0:
            return self._integer_power(base.arg, exponent // base.degree)
        return self.multiply((base,) * exponent) if exponent else ONE

    def _open_power(self, base: Real, exponent: Real) -> Real:
        sign = self.sign(base)
        if sign is None:
            raise NoValueError(Obstacle.PRECISION)
        if sign <= 0:
            raise NoValueError(Obstacle.BRANCH if sign else Obstacle.UNDEFINED)
        return ONE if base == ONE else OpenPower(base, exponent)

    # ---- deciding

    def sign(self, value: Real) -> int | None:
        """-1, 0 or 1; None when the number could not be told from zero."""
        if isinstance(value, Rational):
            return (value.value > 0) - (value.value < 0)
        if value not in self._signs:
            self._signs[value] = self._decide(value)
        return self._signs[value]

    def compare(self, left: Real, right: Real) -> int | None:
        """The sign of ``left − right``."""
        if left == right:
            return 0
        return self.sign(self.add((left, self.negate(right))))

    def _decide(self, value: Real) -> int | None:
        separation = None if _is_open(value) else _separation_bits(value)
        limit = _OPEN_PRECISION if separation is None else min(separation + 256, MAX_PRECISION)
        precision = 64
        while True:
            self._check_time()
            bounds = _enclose(value, precision, self)
            if bounds is not None:
                low, high = bounds
                if low > 0 or high < 0:
                    return 1 if low > 0 else -1
                small_enough = separation is not None and precision > separation
                if small_enough and max(-low, high) < 1 << (precision - (separation or 0)):
                    return 0
            if precision >= 4 * limit:
                return None
            precision *= 2
            if precision > 2 * MAX_PRECISION:
                return None

    def tick(self) -> None:
        """Raise when the time limit is over."""
        self._check_time()


def _is_open(value: Real) -> bool:
    match value:
        case Rational():
            return False
        case Sum(parts=parts) | Product(parts=parts):
            return any(_is_open(part) for part in parts)
        case Inverse(arg=arg) | RootOf(arg=arg):
            return _is_open(arg)
        case OpenPower():
            return True


def _separation_bits(value: Real) -> int:
    """Bits b such that the number is 0 or at least 2^-b in absolute value."""
    roots: set[Real] = set()
    upper, lower = _conjugate_bounds(value, roots, {})
    degree = math.prod(root.degree for root in roots if isinstance(root, RootOf))
    # The logarithms are floats; the slack is far above their rounding errors.
    bits = (degree - 1) * max(upper, 0.0) + max(lower, 0.0)
    return int(min(bits * 1.0001 + degree + 64, 10.0**12))


def _log_add(first: float, second: float) -> float:
    high, low = max(first, second), min(first, second)
    return high + math.log2(1 + 2.0 ** max(low - high, -1000.0)) + 1e-9


def _conjugate_bounds(
    value: Real, roots: set[Real], seen: dict[Real, tuple[float, float]]
) -> tuple[float, float]:
    """Logarithms of u and l of the module docstring; collects the root nodes."""
    if value in seen:
        return seen[value]
    match value:
        case Rational(value=fraction):
            # bit_length bounds log2 from above.
            bounds = (
                float(fraction.numerator.bit_length()),
                float(fraction.denominator.bit_length()),
            )
        case Sum(parts=parts):
            bounds = _conjugate_bounds(parts[0], roots, seen)
            for part in parts[1:]:
                upper, lower = _conjugate_bounds(part, roots, seen)
                bounds = (_log_add(bounds[0] + lower, bounds[1] + upper), bounds[1] + lower)
        case Product(parts=parts):
            pairs = [_conjugate_bounds(part, roots, seen) for part in parts]
            bounds = (sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs))
        case Inverse(arg=arg):
            upper, lower = _conjugate_bounds(arg, roots, seen)
            bounds = (lower, upper)
        case RootOf(arg=arg, degree=degree):
            roots.add(value)
            upper, lower = _conjugate_bounds(arg, roots, seen)
            if upper >= lower:
                bounds = ((upper + (degree - 1) * lower) / degree, lower)
            else:
                bounds = (upper, ((degree - 1) * upper + lower) / degree)
        case OpenPower():
            raise AssertionError("a power with an irrational exponent has no separation bound")
    seen[value] = bounds
    return bounds


Interval = tuple[int, int]
"""Integers (low, high): the number lies between low·2^-precision and high·2^-precision."""


def _enclose(value: Real, precision: int, reals: RealArithmetic) -> Interval | None:
    """An interval around the number, or None when this precision is too coarse to divide."""
    reals.tick()
    match value:
        case Rational(value=fraction):
            low, rest = divmod(fraction.numerator << precision, fraction.denominator)
            return low, low + (rest != 0)
        case Sum(parts=parts):
            return _enclose_sum(parts, precision, reals)
        case Product(parts=parts):
            return _enclose_product(parts, precision, reals)
        case Inverse(arg=arg):
            return _enclose_inverse(arg, precision, reals)
        case RootOf(arg=arg, degree=degree):
            return _enclose_root(arg, degree, precision, reals)
        case OpenPower():
            return _enclose_open_power(value, precision, reals)


def _enclose_sum(parts: tuple[Real, ...], precision: int, reals: RealArithmetic) -> Interval | None:
    low, high = 0, 0
    for part in parts:
        bounds = _enclose(part, precision, reals)
        if bounds is None:
            return None
        low, high = low + bounds[0], high + bounds[1]
    return low, high


def _enclose_inverse(arg: Real, precision: int, reals: RealArithmetic) -> Interval | None:
    bounds = _enclose(arg, precision, reals)
    if bounds is None or bounds[0] <= 0 <= bounds[1]:
        return None
    one = 1 << (2 * precision)
    return one // bounds[1], -(-one // bounds[0])


def _enclose_root(arg: Real, degree: int, precision: int, reals: RealArithmetic) -> Interval | None:
    bounds = _enclose(arg, precision, reals)
    if bounds is None:
        return None
    if precision * degree > _ROOT_BITS:
        raise NoValueError(Obstacle.PRECISION)
    shift = precision * (degree - 1)
    low = integer_root(max(bounds[0], 0) << shift, degree)
    return low, integer_root(max(bounds[1], 0) << shift, degree) + 1


def _enclose_product(
    parts: tuple[Real, ...], precision: int, reals: RealArithmetic
) -> Interval | None:
    low = high = 1 << precision
    for part in parts:
        bounds = _enclose(part, precision, reals)
        if bounds is None:
            return None
        corners = [low * bounds[0], low * bounds[1], high * bounds[0], high * bounds[1]]
        low, high = min(corners) >> precision, -((-max(corners)) >> precision)
    return low, high


def _enclose_open_power(value: OpenPower, precision: int, reals: RealArithmetic) -> Interval | None:
    base = _enclose(value.base, precision, reals)
    exponent = _enclose(value.exponent, precision, reals)
    if base is None or exponent is None or base[0] <= 0:
        return None
    if max(abs(exponent[0]), abs(exponent[1])) >> precision > 10_000:
        raise NoValueError(Obstacle.SIZE_GUARD)
    context = MPIntervalContext()
    context.prec = precision + 64
    scale = context.mpf(2) ** -precision
    logarithm = context.log(context.mpf([base[0], base[1]]) * scale)
    power = context.exp(context.mpf([exponent[0], exponent[1]]) * scale * logarithm)
    low, high = (power / scale)._mpi_
    # One unit of slack on both ends: the library's last bit is not proved, its size is.
    return int(to_int(low, "f")) - 1, int(to_int(high, "c")) + 1
