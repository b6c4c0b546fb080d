"""The exact rational value of an expression at a point, or the reason why there is none.

Functions that a proof introduces but does not define are modelled by an arbitrary, fixed function,
so that only claims that fail for *some* function can be refuted.
"""

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from faithsieve.symbolic.algebraic import integer_root
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Div,
    Expr,
    Matrix,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
    symbols,
)

MAX_BITS = 20_000
"""Powers and products with more bits are not computed."""

MAX_SUMMANDS = 400
"""Sums and products over longer ranges are not computed."""


class NoValueError(Exception):
    """The expression has no value here, or none that this evaluator can give."""


class IrrationalError(NoValueError):
    """The value exists but is not rational."""


@dataclass(frozen=True, slots=True)
class Definition:
    """``f(x, y) = body``, stated by the proof."""

    parameters: tuple[str, ...]
    body: Expr


@dataclass(slots=True)
class Effort:
    """How many summands may still be computed; shared by everything evaluated at one point."""

    left: int = 5000

    def spend(self) -> None:
        """Count one summand."""
        self.left -= 1
        if self.left < 0:
            raise NoValueError("too many summands")


@dataclass(frozen=True, slots=True)
class Point:
    """Values of the letters, and what the functions are."""

    values: Mapping[str, Fraction]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    depth: int = 0
    effort: Effort = field(default_factory=Effort)

    def bind(self, names: tuple[str, ...], values: tuple[Fraction, ...]) -> "Point":
        """The same point with some letters replaced."""
        if self.depth > 8:
            raise NoValueError("definitions nest too deeply")
        replaced = {**self.values, **dict(zip(names, values, strict=True))}
        return Point(replaced, self.definitions, self.depth + 1, self.effort)


def arbitrary_value(name: str, arguments: tuple[Fraction, ...]) -> Fraction:
    """The value of an unknown function: fixed, positive, without structure."""
    key = f"{name}({','.join(map(str, arguments))})"
    number = zlib.crc32(key.encode())
    return Fraction(number % 89 + 3, number // 89 % 7 + 1)


def rational_at(node: Expr, point: Point) -> Fraction:
    """The exact rational value.

    Raises:
        IrrationalError: When the value is a root or a transcendental number.
        NoValueError: When there is none: division by zero, unknown letter, too large.
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
                raise NoValueError("division by zero")
            return rational_at(upper, point) / divisor
        case Pow(base=base, exponent=exponent):
            return rational_power(rational_at(base, point), rational_at(exponent, point))
        case _:
            return _rational_other(node, point)


def _letter(name: str, point: Point) -> Fraction:
    value = point.values.get(name)
    if value is None:
        if name in ("\\pi", "e"):
            raise IrrationalError(name)
        raise NoValueError(f"unknown letter {name}")
    return value


def _rational_other(node: Expr, point: Point) -> Fraction:
    match node:
        case Root(arg=arg, degree=degree):
            wanted = rational_at(degree, point)
            if wanted <= 0 or wanted.denominator != 1:
                raise NoValueError("root degree")
            return rational_root(rational_at(arg, point), wanted.numerator)
        case Call(name="det", args=(Matrix() as matrix,)):
            return determinant(matrix_at(matrix, point))
        case Call(name=name, args=args) if name in _RATIONAL_FUNCTIONS:
            return _RATIONAL_FUNCTIONS[name](tuple(rational_at(arg, point) for arg in args))
        case Call(name="log", args=(arg, base)):
            return _exact_logarithm(rational_at(arg, point), rational_at(base, point))
        case Call(name=name):
            raise IrrationalError(name)
        case Apply(name=name, args=args):
            return _apply(name, tuple(rational_at(arg, point) for arg in args), point)
        case BigOp():
            return _big_operator(node, point)
        case _:
            raise NoValueError("not a number")


Grid = tuple[tuple[Fraction, ...], ...]
"""A matrix of numbers, row by row."""


def matrix_at(node: Expr, point: Point) -> Grid:
    """The value of a matrix, or of a sum or product of matrices and numbers.

    Raises:
        NoValueError: When shapes do not fit or an entry has no rational value.
    """
    match node:
        case Matrix(rows=rows):
            return tuple(tuple(rational_at(entry, point) for entry in row) for row in rows)
        case Neg(arg=arg):
            return _scaled(matrix_at(arg, point), Fraction(-1))
        case Add(terms=terms):
            return reduce(_plus, (matrix_at(term, point) for term in terms))
        case Mul(factors=factors):
            return _matrix_product(factors, point)
        case Pow(base=base, exponent=Num(value=times)) if 1 <= times <= 20:
            return reduce(_times, [matrix_at(base, point)] * int(times))
        case _:
            raise NoValueError("not a matrix")


def _matrix_product(factors: tuple[Expr, ...], point: Point) -> Grid:
    result: Grid | None = None
    number = Fraction(1)
    for factor in factors:
        try:
            number *= rational_at(factor, point)
        except NoValueError:
            value = matrix_at(factor, point)
            result = value if result is None else _times(result, value)
    if result is None:
        raise NoValueError("not a matrix")
    return _scaled(result, number)


def _scaled(grid: Grid, factor: Fraction) -> Grid:
    return tuple(tuple(factor * entry for entry in row) for row in grid)


def _plus(first: Grid, second: Grid) -> Grid:
    if len(first) != len(second) or len(first[0]) != len(second[0]):
        raise NoValueError("shapes of matrices")
    return tuple(
        tuple(a + b for a, b in zip(one, two, strict=True))
        for one, two in zip(first, second, strict=True)
    )


def _times(first: Grid, second: Grid) -> Grid:
    if len(first[0]) != len(second):
        raise NoValueError("shapes of matrices")
    columns = tuple(zip(*second, strict=True))
    return tuple(
        tuple(
            sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
            for column in columns
        )
        for row in first
    )


def determinant(grid: Grid) -> Fraction:
    """The determinant, by elimination."""
    if len(grid) != len(grid[0]) or len(grid) > 12:
        raise NoValueError("determinant")
    rows = [list(row) for row in grid]
    result = Fraction(1)
    for at in range(len(rows)):
        pivot = next((r for r in range(at, len(rows)) if rows[r][at]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != at:
            rows[at], rows[pivot] = rows[pivot], rows[at]
            result = -result
        result *= rows[at][at]
        for other in rows[at + 1 :]:
            factor = other[at] / rows[at][at]
            for column in range(at, len(rows)):
                other[column] -= factor * rows[at][column]
    return result


def _apply(name: str, arguments: tuple[Fraction, ...], point: Point) -> Fraction:
    definition = point.definitions.get(name)
    if definition is None or len(definition.parameters) != len(arguments):
        return arbitrary_value(name, arguments)
    return rational_at(definition.body, point.bind(definition.parameters, arguments))


def _big_operator(node: BigOp, point: Point) -> Fraction:
    low, high = rational_at(node.lower, point), rational_at(node.upper, point)
    if low.denominator != 1 or high.denominator != 1 or not -1 <= high - low <= MAX_SUMMANDS:
        raise NoValueError("range of a sum")
    if any(node.index in name.partition("_")[2] for name in symbols(node.body)):
        # x_i stands for a different number at every index.
        raise NoValueError("letters with the index")
    total = Fraction(0) if node.kind == "sum" else Fraction(1)
    for index in range(low.numerator, high.numerator + 1):
        point.effort.spend()
        value = rational_at(node.body, point.bind((node.index,), (Fraction(index),)))
        total = total + value if node.kind == "sum" else total * value
    return total


def rational_power(base: Fraction, exponent: Fraction) -> Fraction:
    """An exact power, roots of perfect powers included."""
    if exponent.denominator != 1:
        if base < 0 or exponent.denominator > 60:
            raise NoValueError("branch")
        return rational_power(
            rational_root(base, exponent.denominator), Fraction(exponent.numerator)
        )
    if not base and exponent <= 0:
        raise NoValueError("0 to a power that is not positive")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(base) != 1 and bits * abs(exponent) > MAX_BITS:
        raise NoValueError("too large")
    whole = exponent.numerator if abs(base) != 1 else exponent.numerator % 2
    return base**whole


def rational_root(value: Fraction, degree: int) -> Fraction:
    """An exact root, negative for an odd root of a negative number."""
    if value < 0:
        if degree % 2 == 0:
            raise NoValueError("even root of a negative number")
        return -rational_root(-value, degree)
    if degree > 60:
        raise IrrationalError("root")
    upper, lower = integer_root(value.numerator, degree), integer_root(value.denominator, degree)
    if upper**degree != value.numerator or lower**degree != value.denominator:
        raise IrrationalError("root")
    return Fraction(upper, lower)


def _exact_logarithm(value: Fraction, base: Fraction) -> Fraction:
    if value <= 0 or base <= 0 or base == 1:
        raise NoValueError("logarithm")
    guess = Fraction(math.log(value) / math.log(base)).limit_denominator(60)
    try:
        if rational_power(base, guess) == value:
            return guess
    except NoValueError:
        pass
    raise IrrationalError("log")


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise NoValueError("not a whole number")
    return value.numerator


def _factorial(args: tuple[Fraction, ...]) -> Fraction:
    number = _whole(args[0])
    if not 0 <= number <= 400:
        raise NoValueError("factorial")
    return Fraction(math.factorial(number))


def _binomial(args: tuple[Fraction, ...]) -> Fraction:
    upper, lower = _whole(args[0]), _whole(args[1])
    if not 0 <= upper <= 2000 or lower < 0:
        raise NoValueError("binomial")
    return Fraction(math.comb(upper, lower))


def _remainder(args: tuple[Fraction, ...]) -> Fraction:
    number, modulus = _whole(args[0]), _whole(args[1])
    if modulus <= 0:
        raise NoValueError("modulus")
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
