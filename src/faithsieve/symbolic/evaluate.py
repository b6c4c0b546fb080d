"""The value of an expression at a point: an exact rational, or a ball that certainly holds it.

Rational values are exact. Everything else is enclosed by Arb balls (python-flint), made narrower
until two numbers are told apart. Numbers built from roots and from angles that are rational parts
of π cannot be arbitrarily close without being equal (``symbolic/separation.py``), so their equality
is decided too; for logarithms, π and powers with irrational exponents only a difference is certain.

Functions that a proof introduces but does not define are modelled by an arbitrary, fixed function,
so that only claims that fail for *some* function can be refuted.
"""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from threading import RLock

from flint import arb, ctx, fmpq, fmpz

from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Root,
    Sym,
    symbols,
    walk,
)

MAX_BITS = 200_000
"""Powers and products with more bits are not computed."""

MAX_SUMMANDS = 400
"""Sums and products over longer ranges are not computed."""

LOG_READINGS: tuple[int | None, ...] = (None, 10, 2)
"""The bases that ``log`` without a base may have; None is the natural one."""

_MAX_DEGREE = 60
_MAX_EXPONENT = 2000


class Obstacle(StrEnum):
    """Why a number has no value here."""

    UNDEFINED = "undefined"
    COMPLEX = "complex"
    BRANCH = "branch"
    SIZE_GUARD = "size_guard"
    PRECISION = "precision"
    OUTSIDE = "outside"
    RELATION = "relation"


class NoValueError(Exception):
    """The expression has no value here, or none that this evaluator can give."""

    def __init__(self, detail: str, obstacle: Obstacle = Obstacle.OUTSIDE) -> None:
        super().__init__(detail)
        self.obstacle = obstacle


class IrrationalError(NoValueError):
    """The value exists but is not rational."""


@dataclass(frozen=True, slots=True)
class Definition:
    """``f(x, y) = body``, stated by the proof."""

    parameters: tuple[str, ...]
    body: Expr


@dataclass(slots=True)
class _Summands:
    """How many summands may still be computed; shared by everything evaluated at one point."""

    left: int = 5000

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise NoValueError("too many summands", Obstacle.SIZE_GUARD)


@dataclass(frozen=True, slots=True)
class Point:
    """Values of the letters, and what the functions are."""

    values: Mapping[str, Fraction]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    depth: int = 0
    summands: _Summands = field(default_factory=_Summands)

    def bind(self, names: tuple[str, ...], values: tuple[Fraction, ...]) -> "Point":
        """The same point with some letters replaced."""
        if self.depth > 8:
            raise NoValueError("definitions nest too deeply")
        replaced = {**self.values, **dict(zip(names, values, strict=True))}
        return Point(replaced, self.definitions, self.depth + 1, self.summands)


NOWHERE = Point({})
"""For expressions without letters."""


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
            return _product(rational_at(factor, point) for factor in factors)
        case Div(numerator=upper, denominator=lower):
            divisor = rational_at(lower, point)
            if not divisor:
                raise NoValueError("division by zero", Obstacle.UNDEFINED)
            return rational_at(upper, point) / divisor
        case Pow(base=base, exponent=exponent):
            return rational_power(rational_at(base, point), rational_at(exponent, point))
        case _:
            return _rational_other(node, point)


def _product(factors: Iterator[Fraction]) -> Fraction:
    total = Fraction(1)
    for factor in factors:
        total *= factor
        _guard(_bits(total))
    return total


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _guard(bits: int | Fraction) -> None:
    if bits > MAX_BITS:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)


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
                raise NoValueError("root degree", Obstacle.UNDEFINED)
            return rational_root(rational_at(arg, point), wanted.numerator)
        case Call(name="mixed"):
            raise NoValueError("a mixed number or a product")
        case Call(name=name, args=args) if name in _RATIONAL_FUNCTIONS:
            return _RATIONAL_FUNCTIONS[name](tuple(rational_at(arg, point) for arg in args))
        case Call(name=name, args=args):
            return _rational_logarithm(name, args, point)
        case Apply(name=name, args=args):
            return _apply(name, tuple(rational_at(arg, point) for arg in args), point)
        case BigOp():
            return _big_operator(node, point)
        case _:
            raise NoValueError("not a number")


def _rational_logarithm(name: str, args: tuple[Expr, ...], point: Point) -> Fraction:
    match name, args:
        case "log", (arg, base):
            return _exact_logarithm(rational_at(arg, point), rational_at(base, point))
        case "lg", (arg,):
            return _exact_logarithm(rational_at(arg, point), Fraction(10))
        case "ln" | "exp", (Num(value=value),) if value == (name == "ln"):
            return Fraction(name == "exp")
        case _:
            raise IrrationalError(name)


def _apply(name: str, arguments: tuple[Fraction, ...], point: Point) -> Fraction:
    definition = point.definitions.get(name)
    if definition is None or len(definition.parameters) != len(arguments):
        return arbitrary_value(name, arguments)
    return rational_at(definition.body, point.bind(definition.parameters, arguments))


def _big_operator(node: BigOp, point: Point) -> Fraction:
    if point is NOWHERE:
        # The constant is shared by the whole process; its budget must not be.
        point = Point({})
    low, high = rational_at(node.lower, point), rational_at(node.upper, point)
    if low.denominator != 1 or high.denominator != 1 or not -1 <= high - low <= MAX_SUMMANDS:
        raise NoValueError("range of a sum", Obstacle.SIZE_GUARD)
    if any(node.index in name.partition("_")[2] for name in symbols(node.body)):
        # x_i stands for a different number at every index.
        raise NoValueError("letters with the index")
    total = Fraction(0) if node.kind == "sum" else Fraction(1)
    for index in range(low.numerator, high.numerator + 1):
        point.summands.spend()
        value = rational_at(node.body, point.bind((node.index,), (Fraction(index),)))
        total = total + value if node.kind == "sum" else total * value
    return total


def rational_power(base: Fraction, exponent: Fraction) -> Fraction:
    """An exact power, roots of perfect powers included."""
    if exponent.denominator != 1:
        if base < 0:
            raise NoValueError("a root of a negative number", Obstacle.BRANCH)
        if exponent.denominator > _MAX_DEGREE:
            raise IrrationalError("root")
        root = rational_root(base, exponent.denominator)
        return rational_power(root, Fraction(exponent.numerator))
    if not base and exponent <= 0:
        raise NoValueError("0 to a power that is not positive", Obstacle.UNDEFINED)
    if abs(base) != 1 and base:
        _guard(_bits(base) * abs(exponent))
    whole = exponent.numerator if abs(base) != 1 else exponent.numerator % 2
    return base**whole


def rational_root(value: Fraction, degree: int) -> Fraction:
    """An exact root, negative for an odd root of a negative number."""
    if value < 0:
        if degree % 2 == 0:
            raise NoValueError("even root of a negative number", Obstacle.COMPLEX)
        return -rational_root(-value, degree)
    if value in (0, 1):
        return value
    if degree > _MAX_DEGREE:
        raise IrrationalError("root")
    upper, lower = (integer_root(part, degree) for part in (value.numerator, value.denominator))
    if upper**degree != value.numerator or lower**degree != value.denominator:
        raise IrrationalError("root")
    return Fraction(upper, lower)


def integer_root(value: int, degree: int) -> int:
    """The floor of the root of a nonnegative integer."""
    return int(fmpz(value).root(degree))


def _exact_logarithm(value: Fraction, base: Fraction) -> Fraction:
    if value <= 0 or base <= 0 or base == 1:
        raise NoValueError("logarithm", Obstacle.UNDEFINED)
    guess = Fraction(math.log(value) / math.log(base)).limit_denominator(_MAX_DEGREE)
    try:
        if rational_power(base, guess) == value:
            return guess
    except NoValueError:
        pass
    raise IrrationalError("log")


def whole(value: Fraction) -> int:
    """A whole number.

    Raises:
        NoValueError: It is a fraction.
    """
    if value.denominator != 1:
        raise NoValueError("not a whole number")
    return value.numerator


def _factorial(args: tuple[Fraction, ...]) -> Fraction:
    number = whole(args[0])
    if not 0 <= number <= 400:
        raise NoValueError("factorial", Obstacle.UNDEFINED if number < 0 else Obstacle.SIZE_GUARD)
    return Fraction(math.factorial(number))


def _binomial(args: tuple[Fraction, ...]) -> Fraction:
    upper, lower = whole(args[0]), whole(args[1])
    if not 0 <= upper <= 2000 or lower < 0:
        raise NoValueError("binomial", Obstacle.UNDEFINED)
    return Fraction(math.comb(upper, lower))


def _remainder(args: tuple[Fraction, ...]) -> Fraction:
    number, modulus = whole(args[0]), whole(args[1])
    if modulus <= 0:
        raise NoValueError("modulus", Obstacle.UNDEFINED)
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
    # As Lean has them for natural numbers and integers.
    "monus": lambda args: max(args[0] - args[1], Fraction(0)),
    "quotient": lambda args: (args[0] - args[0] % abs(args[1])) / args[1] if args[1] else args[1],
    "rem": lambda args: args[0] % abs(args[1]) if args[1] else args[0],
    "gcd": lambda args: Fraction(math.gcd(*(whole(arg) for arg in args))),
    "lcm": lambda args: Fraction(math.lcm(*(whole(arg) for arg in args))),
    "max": max,
    "min": min,
}


def _flint(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


# ---- residues, which never need the numbers themselves


def residue(node: Expr, modulus: int) -> int:
    """The residue of a closed whole-number expression.

    Raises:
        NoValueError: When the expression is not a whole number or cannot be computed.
    """
    match node:
        case Neg(arg=arg):
            return -residue(arg, modulus) % modulus
        case Add(terms=terms):
            return sum(residue(term, modulus) for term in terms) % modulus
        case Mul(factors=factors):
            result = 1
            for factor in factors:
                result = result * residue(factor, modulus) % modulus
            return result
        case Pow(base=base, exponent=exponent):
            return _power_residue(base, exponent, modulus)
        case Call(name="bracket", args=(arg,)):
            return residue(arg, modulus)
        case _:
            return whole(rational_at(node, NOWHERE)) % modulus


def _power_residue(base: Expr, exponent: Expr, modulus: int) -> int:
    times = whole(rational_at(exponent, NOWHERE))
    if times < 0 or times.bit_length() > 2000:
        raise NoValueError("exponent of a residue")
    return pow(residue(base, modulus), times, modulus)


def _modulus(node: Expr) -> int:
    value = whole(rational_at(node, NOWHERE))
    if not 0 < value < 10**30:
        raise NoValueError("modulus")
    return value


def congruent(left: Expr, right: Expr, modulus: Expr) -> bool:
    """Whether two closed expressions leave the same remainder.

    Raises:
        NoValueError: One of them is no whole number that can be computed.
    """
    base = _modulus(modulus)
    return residue(left, base) == residue(right, base)


def divides(divisor: Expr, number: Expr) -> bool:
    """Whether one closed expression divides another.

    Raises:
        NoValueError: One of them is no whole number that can be computed.
    """
    return residue(number, _modulus(divisor)) == 0


# ---- balls


def part_of_pi(node: Expr, point: Point) -> Fraction | None:
    """The rational number r of an angle r·π, written with π or a degree sign; None for others."""
    match node:
        case Call(name="degree", args=(arg,)):
            return _rational_or_none(arg, point, Fraction(1, 180))
        case Sym(name="\\pi"):
            return Fraction(1)
        case Neg(arg=arg):
            inner = part_of_pi(arg, point)
            return None if inner is None else -inner
        case Add(terms=terms):
            parts = [part_of_pi(term, point) for term in terms]
            return None if None in parts else sum((p for p in parts if p is not None), Fraction(0))
        case Mul(factors=factors):
            angles = [f for f in factors if part_of_pi(f, point) is not None]
            others = Mul(tuple(f for f in factors if f not in angles))
            inner = part_of_pi(angles[0], point) if len(angles) == 1 else None
            return None if inner is None else _rational_or_none(others, point, inner)
        case Div(numerator=upper, denominator=lower):
            inner = part_of_pi(upper, point)
            return (
                None
                if inner is None
                else _rational_or_none(Div(Num(Fraction(1)), lower), point, inner)
            )
        case Num(value=value) if not value:
            return Fraction(0)
        case _:
            return None


def _rational_or_none(node: Expr, point: Point, factor: Fraction) -> Fraction | None:
    try:
        return factor * rational_at(node, point)
    except NoValueError:
        return None


def ball_at(node: Expr, point: Point, log_base: int | None = None) -> arb:
    """A ball that holds the value, at the precision of the flint context.

    Raises:
        NoValueError: When there is no value, or none that this precision can hold.
    """
    try:
        return arb(_flint(rational_at(node, point)))
    except IrrationalError:
        return _irrational(node, point, log_base)


def _irrational(node: Expr, point: Point, log_base: int | None) -> arb:
    match node:
        case Sym(name="\\pi"):
            return arb.pi()
        case Sym(name="e"):
            return arb(1).exp()
        case Neg(arg=arg):
            return -ball_at(arg, point, log_base)
        case Add(terms=terms):
            return sum((ball_at(term, point, log_base) for term in terms), arb(0))
        case Mul(factors=factors):
            return math.prod((ball_at(f, point, log_base) for f in factors), start=arb(1))
        case Div(numerator=upper, denominator=lower):
            return ball_at(upper, point, log_base) / _nonzero(ball_at(lower, point, log_base))
        case Pow(base=base, exponent=exponent):
            return _power(base, exponent, point, log_base)
        case Root(arg=arg, degree=degree):
            return _root(ball_at(arg, point, log_base), rational_at(degree, point))
        case Call(name=name, args=args):
            return _call(name, args, point, log_base)
        case _:
            raise NoValueError("no enclosure")


def _power(base: Expr, exponent: Expr, point: Point, log_base: int | None) -> arb:
    value = ball_at(base, point, log_base)
    try:
        wanted: Fraction | None = rational_at(exponent, point)
    except IrrationalError:
        wanted = None
    if wanted is None or wanted.denominator != 1:
        return _exp(ball_at(exponent, point, log_base) * _positive(value).log())
    if abs(wanted) > _MAX_EXPONENT:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)
    return (_nonzero(value) if wanted < 0 else value) ** int(wanted)


def _exp(value: arb) -> arb:
    if not -_MAX_EXPONENT < value < _MAX_EXPONENT:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)
    return value.exp()


def _root(value: arb, degree: Fraction) -> arb:
    if degree.denominator != 1 or degree <= 0:
        raise NoValueError("root degree", Obstacle.UNDEFINED)
    if value < 0:
        if degree % 2 == 0:
            raise NoValueError("even root of a negative number", Obstacle.COMPLEX)
        return -(-value).root(int(degree))
    return value.nonnegative_part().root(int(degree))


_TRIGONOMETRIC: dict[str, Callable[[arb, arb], arb]] = {
    "sin": lambda sine, cosine: sine,
    "cos": lambda sine, cosine: cosine,
    "tan": lambda sine, cosine: sine / _nonzero(cosine),
    "cot": lambda sine, cosine: cosine / _nonzero(sine),
    "sec": lambda sine, cosine: 1 / _nonzero(cosine),
    "csc": lambda sine, cosine: 1 / _nonzero(sine),
}
TRIGONOMETRIC = frozenset(_TRIGONOMETRIC)

_FUNCTIONS: dict[str, Callable[[arb], arb]] = {
    "degree": lambda x: x * arb.pi() / 180,
    "bracket": lambda x: x,
    "abs": abs,
    "exp": _exp,
    "ln": lambda x: _positive(x).log(),
    "lg": lambda x: _positive(x).log() / arb(10).log(),
    "floor": lambda x: _rounded(x.floor()),
    "ceil": lambda x: _rounded(x.ceil()),
}


def _call(name: str, args: tuple[Expr, ...], point: Point, log_base: int | None) -> arb:
    if name == "log" and len(args) == 2:
        upper, lower = (_positive(ball_at(arg, point, log_base)).log() for arg in args)
        return upper / _nonzero(lower)
    if len(args) != 1:
        raise NoValueError(name)
    if name in _TRIGONOMETRIC:
        turn = part_of_pi(args[0], point)
        if turn is not None:
            sine, cosine = arb.sin_pi_fmpq(_flint(turn)), arb.cos_pi_fmpq(_flint(turn))
        else:
            sine, cosine = ball_at(args[0], point, log_base).sin_cos()
        return _TRIGONOMETRIC[name](sine, cosine)
    value = ball_at(args[0], point, log_base)
    if name == "log":
        logarithm = _positive(value).log()
        return logarithm if log_base is None else logarithm / arb(log_base).log()
    if name not in _FUNCTIONS:
        raise NoValueError(name)
    return _FUNCTIONS[name](value)


def _rounded(value: arb) -> arb:
    number = value.unique_fmpz()
    if number is None:
        raise NoValueError("rounding a ball that holds a whole number", Obstacle.PRECISION)
    return arb(number)


def _nonzero(value: arb) -> arb:
    if value.contains(0):
        raise NoValueError("division by a ball around zero", Obstacle.PRECISION)
    return value


def _positive(value: arb) -> arb:
    if not value > 0:
        obstacle = Obstacle.UNDEFINED if value <= 0 else Obstacle.PRECISION
        raise NoValueError("not certainly positive", obstacle)
    return value


def unbased_logarithm(node: Expr) -> bool:
    """Whether ``log`` occurs without a base, so that every usual base must be tried."""
    return any(
        isinstance(part, Call) and part.name == "log" and len(part.args) == 1 for part in walk(node)
    )


_PRECISION = RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set the precision of Arb balls; flint has one a process, so threads take turns."""
    with _PRECISION, ctx.workprec(bits):
        yield
