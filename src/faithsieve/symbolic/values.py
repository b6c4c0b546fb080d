"""The value of an expression at a point: exactly where it is rational, enclosed otherwise.

``rational_at`` is exact and raises when a value is irrational. ``enclosure_at`` gives an interval
that certainly holds the value, for roots, logarithms and angles; two disjoint enclosures prove
that two sides differ. Functions that a proof introduces but does not define are modelled by an
arbitrary, fixed function, so that only claims that fail for *some* function can be refuted.
"""

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from mpmath.ctx_iv import MPIntervalContext

from faithsieve.symbolic.algebraic import integer_root
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Derivative,
    Div,
    Expr,
    Matrix,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
    walk,
)

MAX_BITS = 20_000
"""Powers and products with more bits are not computed."""

MAX_SUMMANDS = 400
"""Sums and products over longer ranges are not computed."""


class NoValue(Exception):  # noqa: N818 - an outcome of evaluation, not a failure of the program
    """The expression has no value here, or none that this evaluator can give."""


class Irrational(NoValue):
    """The value exists but is not rational."""


@dataclass(frozen=True, slots=True)
class Definition:
    """``f(x, y) = body``, stated by the proof."""

    parameters: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Point:
    """Values of the letters, and what the functions are."""

    values: Mapping[str, Fraction]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    depth: int = 0

    def bind(self, names: tuple[str, ...], values: tuple[Fraction, ...]) -> "Point":
        """The same point with some letters replaced."""
        if self.depth > 8:
            raise NoValue("definitions nest too deeply")
        replaced = {**self.values, **dict(zip(names, values, strict=True))}
        return Point(replaced, self.definitions, self.depth + 1)


def arbitrary_value(name: str, arguments: tuple[Fraction, ...]) -> Fraction:
    """The value of an unknown function: fixed, positive, without structure."""
    key = f"{name}({','.join(map(str, arguments))})"
    number = zlib.crc32(key.encode())
    return Fraction(number % 89 + 3, number // 89 % 7 + 1)


def rational_at(node: Expr, point: Point) -> Fraction:
    """The exact rational value.

    Raises:
        Irrational: When the value is a root or a transcendental number.
        NoValue: When there is none: division by zero, unknown letter, too large.
    """
    match node:
        case Num(value=value):
            return value
        case Sym(name=name):
            return _letter(name, point)
        case Neg(arg=arg):
            return -rational_at(arg, point)
        case Add(terms=terms):
            return sum((rational_at(term, point) for term in terms), Fraction(0))
        case Mul(factors=factors):
            return math.prod((rational_at(factor, point) for factor in factors), start=Fraction(1))
        case Div(numerator=upper, denominator=lower):
            divisor = rational_at(lower, point)
            if not divisor:
                raise NoValue("division by zero")
            return rational_at(upper, point) / divisor
        case Pow(base=base, exponent=exponent):
            return rational_power(rational_at(base, point), rational_at(exponent, point))
        case Root(arg=arg, degree=degree):
            wanted = rational_at(degree, point)
            if wanted <= 0 or wanted.denominator != 1:
                raise NoValue("root degree")
            return rational_root(rational_at(arg, point), wanted.numerator)
        case _:
            return _rational_other(node, point)


def _letter(name: str, point: Point) -> Fraction:
    value = point.values.get(name)
    if value is None:
        if name in ("\\pi", "e"):
            raise Irrational(name)
        raise NoValue(f"unknown letter {name}")
    return value


def _rational_other(node: Expr, point: Point) -> Fraction:
    match node:
        case Call(name=name, args=args) if name in _RATIONAL_FUNCTIONS:
            return _RATIONAL_FUNCTIONS[name](tuple(rational_at(arg, point) for arg in args))
        case Call(name="log", args=(arg, base)):
            return _exact_logarithm(rational_at(arg, point), rational_at(base, point))
        case Call(name=name):
            raise Irrational(name)
        case Apply(name=name, args=args):
            return _apply(name, tuple(rational_at(arg, point) for arg in args), point)
        case BigOp():
            return _big_operator(node, point)
        case Matrix() | Derivative():
            raise NoValue("not a number")
        case _:
            raise NoValue("not a number")


def _apply(name: str, arguments: tuple[Fraction, ...], point: Point) -> Fraction:
    definition = point.definitions.get(name)
    if definition is None or len(definition.parameters) != len(arguments):
        return arbitrary_value(name, arguments)
    return rational_at(definition.body, point.bind(definition.parameters, arguments))


def _big_operator(node: BigOp, point: Point) -> Fraction:
    low, high = rational_at(node.lower, point), rational_at(node.upper, point)
    if low.denominator != 1 or high.denominator != 1 or high - low > MAX_SUMMANDS:
        raise NoValue("range of a sum")
    total = Fraction(0) if node.kind == "sum" else Fraction(1)
    for index in range(low.numerator, high.numerator + 1):
        value = rational_at(node.body, point.bind((node.index,), (Fraction(index),)))
        total = total + value if node.kind == "sum" else total * value
    return total


def rational_power(base: Fraction, exponent: Fraction) -> Fraction:
    """An exact power, roots of perfect powers included."""
    if exponent.denominator != 1:
        if base < 0 or exponent.denominator > 60:
            raise NoValue("branch")
        return rational_power(
            rational_root(base, exponent.denominator), Fraction(exponent.numerator)
        )
    if not base and exponent <= 0:
        raise NoValue("0 to a power that is not positive")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(base) != 1 and bits * abs(exponent) > MAX_BITS:
        raise NoValue("too large")
    whole = exponent.numerator if abs(base) != 1 else exponent.numerator % 2
    return base**whole


def rational_root(value: Fraction, degree: int) -> Fraction:
    """An exact root, negative for an odd root of a negative number."""
    if value < 0:
        if degree % 2 == 0:
            raise NoValue("even root of a negative number")
        return -rational_root(-value, degree)
    if degree > 60:
        raise Irrational("root")
    upper, lower = integer_root(value.numerator, degree), integer_root(value.denominator, degree)
    if upper**degree != value.numerator or lower**degree != value.denominator:
        raise Irrational("root")
    return Fraction(upper, lower)


def _exact_logarithm(value: Fraction, base: Fraction) -> Fraction:
    if value <= 0 or base <= 0 or base == 1:
        raise NoValue("logarithm")
    guess = Fraction(math.log(value) / math.log(base)).limit_denominator(60)
    try:
        if rational_power(base, guess) == value:
            return guess
    except NoValue:
        pass
    raise Irrational("log")


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise NoValue("not a whole number")
    return value.numerator


def _factorial(args: tuple[Fraction, ...]) -> Fraction:
    number = _whole(args[0])
    if not 0 <= number <= 400:
        raise NoValue("factorial")
    return Fraction(math.factorial(number))


def _binomial(args: tuple[Fraction, ...]) -> Fraction:
    upper, lower = _whole(args[0]), _whole(args[1])
    if not 0 <= upper <= 2000 or lower < 0:
        raise NoValue("binomial")
    return Fraction(math.comb(upper, lower))


def _remainder(args: tuple[Fraction, ...]) -> Fraction:
    number, modulus = _whole(args[0]), _whole(args[1])
    if modulus <= 0:
        raise NoValue("modulus")
    return Fraction(number % modulus)


_RATIONAL_FUNCTIONS: dict[str, Callable[[tuple[Fraction, ...]], Fraction]] = {
    "abs": lambda args: abs(args[0]),
    "floor": lambda args: Fraction(math.floor(args[0])),
    "ceil": lambda args: Fraction(math.ceil(args[0])),
    "bracket": lambda args: args[0],
    "percent": lambda args: args[0] / 100,
    "factorial": _factorial,
    "binom": _binomial,
    "mod": _remainder,
    "gcd": lambda args: Fraction(math.gcd(*(_whole(arg) for arg in args))),
    "lcm": lambda args: Fraction(math.lcm(*(_whole(arg) for arg in args))),
    "max": max,
    "min": min,
}


# ---- enclosures


class Enclosures:
    """Interval evaluation at one precision, with one reading of ``log`` without a base."""

    def __init__(self, digits: int = 40, log_base: int | None = None) -> None:
        self._context = MPIntervalContext()
        self._context.dps = digits
        self._log_base = log_base

    def at(self, node: Expr, point: Point):  # type: ignore[no-untyped-def]  # noqa: ANN201
        """An interval that holds the value."""
        return self._value(node, point)

    def differ(self, left: Expr, right: Expr, point: Point) -> bool | None:
        """True when the two values are certainly different, None when they may be equal."""
        difference = self._value(left, point) - self._value(right, point)
        return True if difference.a > 0 or difference.b < 0 else None

    def sign_of_difference(self, left: Expr, right: Expr, point: Point) -> int | None:
        """The certain sign of ``left − right``, None when the intervals overlap."""
        difference = self._value(left, point) - self._value(right, point)
        if difference.a > 0:
            return 1
        return -1 if difference.b < 0 else None

    def _value(self, node: Expr, point: Point):  # type: ignore[no-untyped-def]
        try:
            return self._rational(rational_at(node, point))
        except Irrational:
            pass
        return self._inner(node, point)

    def _rational(self, value: Fraction):  # type: ignore[no-untyped-def]
        return self._context.mpf(value.numerator) / self._context.mpf(value.denominator)

    def _inner(self, node: Expr, point: Point):  # type: ignore[no-untyped-def]
        context = self._context
        match node:
            case Sym(name="\\pi"):
                return context.pi
            case Neg(arg=arg):
                return -self._value(arg, point)
            case Add(terms=terms):
                return sum((self._value(term, point) for term in terms), context.mpf(0))
            case Mul(factors=factors):
                result = context.mpf(1)
                for factor in factors:
                    result = result * self._value(factor, point)
                return result
            case Div(numerator=upper, denominator=lower):
                return self._value(upper, point) / self._nonzero(self._value(lower, point))
            case Pow(base=base, exponent=exponent):
                return self._power(base, exponent, point)
            case Root(arg=arg, degree=degree):
                return self._root(self._value(arg, point), rational_at(degree, point))
            case Call(name=name, args=args):
                return self._call(name, args, point)
            case _:
                raise NoValue("no enclosure")

    def _nonzero(self, value):  # type: ignore[no-untyped-def]
        if value.a <= 0 <= value.b:
            raise NoValue("division by an interval around zero")
        return value

    def _positive(self, value):  # type: ignore[no-untyped-def]
        if value.a <= 0:
            raise NoValue("not certainly positive")
        return value

    def _power(self, base: Expr, exponent: Expr, point: Point):  # type: ignore[no-untyped-def]
        value = self._value(base, point)
        try:
            wanted = rational_at(exponent, point)
        except Irrational:
            wanted = None
        if wanted is not None and wanted.denominator == 1:
            if abs(wanted) > 500:
                raise NoValue("too large")
            if wanted < 0:
                self._nonzero(value)
            return value ** int(wanted)
        logarithm = self._context.log(self._positive(value))
        product = self._value(exponent, point) * logarithm
        if not -2000 < product.a <= product.b < 2000:
            raise NoValue("too large")
        return self._context.exp(product)

    def _root(self, value, degree: Fraction):  # type: ignore[no-untyped-def]
        if degree == 2 and value.a >= 0:
            return self._context.sqrt(value)
        if degree.denominator != 1 or degree <= 0:
            raise NoValue("root degree")
        return self._context.exp(self._context.log(self._positive(value)) / int(degree))

    def _call(self, name: str, args: tuple[Expr, ...], point: Point):  # type: ignore[no-untyped-def]
        context = self._context
        if name == "log" and len(args) == 2:
            upper, lower = (self._positive(self._value(arg, point)) for arg in args)
            return context.log(upper) / self._nonzero(context.log(lower))
        if len(args) != 1:
            raise NoValue(name)
        value = self._value(args[0], point)
        match name:
            case "degree":
                return value * context.pi / 180
            case "bracket":
                return value
            case "abs":
                return abs(value)
            case "sin" | "cos":
                return getattr(context, name)(value)
            case "tan":
                return context.sin(value) / self._nonzero(context.cos(value))
            case "cot":
                return context.cos(value) / self._nonzero(context.sin(value))
            case "sec":
                return 1 / self._nonzero(context.cos(value))
            case "csc":
                return 1 / self._nonzero(context.sin(value))
            case "exp":
                if not -2000 < value.a <= value.b < 2000:
                    raise NoValue("too large")
                return context.exp(value)
            case "ln":
                return context.log(self._positive(value))
            case "lg":
                return context.log(self._positive(value)) / context.log(context.mpf(10))
            case "log":
                return self._natural_or_based(self._positive(value))
            case "floor" | "ceil":
                return self._rounded(name, value)
            case _:
                raise NoValue(name)

    def _natural_or_based(self, value):  # type: ignore[no-untyped-def]
        if self._log_base is None:
            return self._context.log(value)
        return self._context.log(value) / self._context.log(self._context.mpf(self._log_base))

    def _rounded(self, name: str, value):  # type: ignore[no-untyped-def]
        rounding = math.floor if name == "floor" else math.ceil
        low, high = (rounding(Fraction(str(float(end)))) for end in (value.a.mid, value.b.mid))
        if low != high or abs(low) > 10**12:
            raise NoValue("rounding an interval that holds a whole number")
        return self._context.mpf(low)


def unbased_logarithm(node: Expr) -> bool:
    """Whether ``log`` occurs without a base, so that every usual base must be tried."""
    return any(
        isinstance(part, Call) and part.name == "log" and len(part.args) == 1
        for part in walk(node)
    )


LOG_READINGS: tuple[int | None, ...] = (None, 10, 2)
"""The bases that ``log`` without a base may have."""


def certainly_different(left: Expr, right: Expr, point: Point) -> bool | None:
    """Whether the sides differ at the point: exactly, or by disjoint enclosures in every reading.

    Returns:
        True when they certainly differ, False when they are exactly equal, None when undecided.

    Raises:
        NoValue: When a side has no value there.
    """
    try:
        return rational_at(left, point) != rational_at(right, point)
    except Irrational:
        pass
    readings = LOG_READINGS if unbased_logarithm(left) or unbased_logarithm(right) else (None,)
    for base in readings:
        if Enclosures(40, base).differ(left, right, point) is None:
            return None
    return True
