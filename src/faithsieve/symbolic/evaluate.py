"""The value of an expression at a point: an exact rational, or a ball that certainly holds it.

Rational values are exact. Everything else is enclosed by Arb balls (python-flint), made narrower
until two numbers are told apart.

Functions that a proof introduces but does not define are modelled by an arbitrary, fixed function,
so that only claims that fail for *some* function can be refuted.

A nonzero number built from rationals with + − × ÷, roots and sines of rational parts of π cannot be
arbitrarily small. Write it as U / L where U and L are algebraic integers of a field of degree at
most D (``k√(U/L) = k√(U·L^(k−1)) / L`` or ``U / k√(U^(k−1)·L)``; 2 sin(πp/q) is one in the
cyclotomic field of order 4q). Let u and l bound |U| and |L| and all their conjugates: the triangle
inequality gives both from the tree. The norm of U is a nonzero integer and U has at most D
conjugates, so |U| ≥ u^(1−D) and

    |U / L| ≥ 1 / (u^(D−1) · l)        unless the number is 0.

This is the separation bound of Burnikel, Funke, Mehlhorn, Schirra and Schmitt. Balls narrower than
it decide the sign, zero included. Other numbers have no such bound: two that are equal are only
known to be when they have the same normal form.
"""

import math
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from fractions import Fraction
from threading import RLock

from flint import arb, ctx, fmpq, fmpz

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.polynomials import Expander, TooLargeError

MAX_BITS = 200_000
"""Powers and products with more bits are not computed."""

MAX_SUMMANDS = 400
"""Sums and products over longer ranges are not computed."""

_MAX_DEGREE = 60
_MAX_EXPONENT = 2000
_MAX_PRECISION = 80_000
_OPEN_PRECISION = 512
"""Where the search for a difference stops when no separation bound exists."""

_LOG_READINGS = ("ln", "lg", "lb")
"""What ``log`` without a base may mean."""

# flint has one precision a process, so threads take turns.
_PRECISION = RLock()
_MAX_ALGEBRAIC_EXPONENT = 64

Number = Fraction | arb


class Obstacle(StrEnum):
    UNDEFINED = "undefined: a side divides by zero or takes 0 to the power 0"
    COMPLEX = "complex: a side takes an even root of a negative number"
    BRANCH = "branch: a root of a negative number has no agreed real value"
    SIZE_GUARD = "size_guard: a number is too large to compute"
    PRECISION = "precision: the two sides could not be told apart"
    OUTSIDE = "outside: a part is no number that can be computed"
    RELATION = "relation: the relation is none between numbers"


class NoValueError(Exception):
    """The expression has no value here, or none that this evaluator can give."""

    def __init__(self, detail: str, obstacle: Obstacle = Obstacle.OUTSIDE) -> None:
        super().__init__(detail)
        self.obstacle = obstacle


class IrrationalError(NoValueError):
    """The value exists but is not rational."""


Point = Mapping[str, Fraction]
"""Values of the letters."""

NOWHERE: Point = {}
"""For expressions without letters."""


def rational_at(node: ex.Expr, point: Point) -> Fraction:
    """The exact rational value.

    Raises:
        IrrationalError: When the value is a root or a transcendental number.
        NoValueError: When there is none: division by zero, unknown letter, too large.
    """
    value = _Evaluator(exact=True).value(node, point)
    assert isinstance(value, Fraction)
    return value


def ball_at(node: ex.Expr, point: Point) -> arb:
    """A ball that holds the value, at the precision of the flint context.

    Raises:
        NoValueError: When there is no value, or none that this precision can hold.
    """
    return _ball(_Evaluator(exact=False).value(node, point))


class _Evaluator:
    """Walks an expression; in exact mode it stops at the first irrational number."""

    def __init__(self, *, exact: bool) -> None:
        self._exact = exact
        self._summands_left = 5000

    def value(self, node: ex.Expr, point: Point) -> Number:
        match node:
            case ex.Num(value=value):
                return value
            case ex.Sym(name=name):
                return self._letter(name, point)
            case ex.Neg(arg=arg):
                return -self.value(arg, point)
            case ex.Add(terms=terms):
                return _sum([self.value(term, point) for term in terms])
            case ex.Mul(factors=factors):
                return _product(self.value(factor, point) for factor in factors)
            case ex.Div(numerator=upper, denominator=lower):
                divisor = _nonzero(self.value(lower, point))
                return _product((self.value(upper, point), 1 / divisor))
            case ex.Pow(base=base, exponent=exponent):
                return self._power(self.value(base, point), self.value(exponent, point))
            case ex.Root(arg=arg, degree=degree):
                return self._root(self.value(arg, point), self.value(degree, point))
            case _:
                return self._named(node, point)

    def _named(self, node: ex.Call | ex.Apply | ex.BigOp, point: Point) -> Number:
        match node:
            case ex.Call(name=name, args=args):
                return self._call(name, args, point)
            case ex.Apply(name=name, args=args):
                return arbitrary_value(name, [self.value(arg, point) for arg in args])
            case ex.BigOp():
                return self._big_operator(node, point)

    def _refuse_irrational(self, what: str) -> None:
        if self._exact:
            raise IrrationalError(what)

    def _letter(self, name: str, point: Point) -> Number:
        if name in point:
            return point[name]
        if name not in ("\\pi", "e"):
            raise NoValueError(f"unknown letter {name}")
        self._refuse_irrational(name)
        return arb.pi() if name == "\\pi" else arb(1).exp()

    def _power(self, base: Number, exponent: Number) -> Number:
        if isinstance(base, Fraction) and isinstance(exponent, Fraction):
            try:
                return rational_power(base, exponent)
            except IrrationalError:
                self._refuse_irrational("root")
        if not isinstance(exponent, Fraction):
            return _exp(exponent * _positive(_ball(base)).log())
        times, degree = exponent.numerator, exponent.denominator
        if degree == 1 and abs(times) > _MAX_EXPONENT:
            raise NoValueError("too large", Obstacle.SIZE_GUARD)
        if degree > _MAX_DEGREE or abs(times) > _MAX_EXPONENT:
            return _exp(_ball(exponent) * _positive(_ball(base)).log())
        if degree > 1:
            # Faster than the exponential function where thousands of digits are asked for.
            base = _positive(_ball(base)).root(degree)
        return _ball(_nonzero(base) if times < 0 else base) ** times

    def _root(self, value: Number, degree: Number) -> Number:
        if not isinstance(degree, Fraction) or degree <= 0 or degree.denominator != 1:
            raise NoValueError("root degree", Obstacle.UNDEFINED)
        if isinstance(value, Fraction):
            try:
                return rational_root(value, int(degree))
            except IrrationalError:
                self._refuse_irrational("root")
        ball = _ball(value)
        if ball < 0 and degree % 2:
            return -(-ball).root(int(degree))
        if not ball >= 0:
            obstacle = Obstacle.COMPLEX if ball < 0 else Obstacle.PRECISION
            raise NoValueError("not certainly the root of a positive number", obstacle)
        return ball.root(int(degree))

    def _call(self, name: str, args: tuple[ex.Expr, ...], point: Point) -> Number:
        if name == "degree":
            return self.value(ex.Mul((*args, ex.Sym("\\pi"), ex.Num(Fraction(1, 180)))), point)
        if name in _LOG_BASES:
            return self.value(ex.Call("log", (*args, ex.Num(_LOG_BASES[name]))), point)
        if name in TRIGONOMETRIC and len(args) == 1:
            self._refuse_irrational(name)
            return self._angle_function(name, args[0], point)
        values = [self.value(arg, point) for arg in args]
        rational = [value for value in values if isinstance(value, Fraction)]
        if len(rational) == len(values) and name in _RATIONAL_FUNCTIONS:
            found = _RATIONAL_FUNCTIONS[name](*rational)
            if found is not None:
                return found
        self._refuse_irrational(name)
        balls = [_ball(value) for value in values]
        if name == "log" and len(balls) == 2:
            upper, lower = (_positive(ball).log() for ball in balls)
            return upper / _ball(_nonzero(lower))
        if len(balls) != 1 or name not in _FUNCTIONS:
            raise NoValueError(name)
        return _FUNCTIONS[name](balls[0])

    def _angle_function(self, name: str, angle: ex.Expr, point: Point) -> arb:
        turn = part_of_pi(angle, point)
        if turn is None:
            sine, cosine = _ball(self.value(angle, point)).sin_cos()
        else:
            sine, cosine = arb.sin_cos_pi_fmpq(fmpq(turn.numerator, turn.denominator))
        upper, lower = _TRIGONOMETRIC[name](sine, cosine)
        return upper / _ball(_nonzero(lower))

    def _big_operator(self, node: ex.BigOp, point: Point) -> Number:
        low, high = (_whole(self.value(bound, point)) for bound in (node.lower, node.upper))
        count = high - low + 1
        self._summands_left -= max(count, 0)
        if not 0 <= count <= MAX_SUMMANDS + 1 or self._summands_left < 0:
            raise NoValueError("range of a sum", Obstacle.SIZE_GUARD)
        if any(node.index in name.partition("_")[2] for name in ex.symbols(node.body)):
            # x_i stands for a different number at every index.
            raise NoValueError("letters with the index")
        points = [{**point, node.index: Fraction(n)} for n in range(low, high + 1)]
        values = [self.value(node.body, at) for at in points]
        return _sum(values) if node.kind == "sum" else _product(values)


def _ball(value: Number) -> arb:
    return value if isinstance(value, arb) else arb(fmpq(value.numerator, value.denominator))


def _sum(values: list[Number]) -> Number:
    if any(isinstance(value, arb) for value in values):
        return sum(map(_ball, values), arb(0))
    return sum(values, Fraction(0))


def _product(factors: Iterable[Number]) -> Number:
    total: Number = Fraction(1)
    for factor in factors:
        if isinstance(total, Fraction) and isinstance(factor, Fraction):
            total *= factor
            _guard_size(total)
        else:
            total = _ball(total) * _ball(factor)
    return total


def _guard_size(value: Fraction, times: int = 1) -> None:
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits * abs(times) > MAX_BITS:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)


def _nonzero(value: Number) -> Number:
    if isinstance(value, Fraction) and not value:
        raise NoValueError("division by zero", Obstacle.UNDEFINED)
    if isinstance(value, arb) and value.contains(0):
        raise NoValueError("division by a ball around zero", Obstacle.PRECISION)
    return value


def _positive(value: arb) -> arb:
    if not value > 0:
        obstacle = Obstacle.UNDEFINED if value <= 0 else Obstacle.PRECISION
        raise NoValueError("not certainly positive", obstacle)
    return value


def _whole(value: Number) -> int:
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValueError("not a whole number")
    return value.numerator


def arbitrary_value(name: str, arguments: Sequence[Number]) -> Fraction:
    """The value of an unknown function: fixed, positive, without structure."""
    if not all(isinstance(value, Fraction) for value in arguments):
        raise NoValueError("no enclosure")
    key = f"{name}({','.join(map(str, arguments))})"
    number = zlib.crc32(key.encode())
    return Fraction(number % 89 + 3, number // 89 % 7 + 1)


def rational_power(base: Fraction, exponent: Fraction) -> Fraction:
    """An exact power, roots of perfect powers included."""
    if exponent.denominator != 1:
        if base < 0:
            raise NoValueError("a root of a negative number", Obstacle.BRANCH)
        root = rational_root(base, exponent.denominator)
        return rational_power(root, Fraction(exponent.numerator))
    if not base and exponent <= 0:
        raise NoValueError("0 to a power that is not positive", Obstacle.UNDEFINED)
    if abs(base) == 1:
        return base ** (exponent.numerator % 2)
    _guard_size(base, exponent.numerator)
    return base**exponent.numerator


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
    upper, lower = (int(fmpz(p).root(degree)) for p in (value.numerator, value.denominator))
    if upper**degree != value.numerator or lower**degree != value.denominator:
        raise IrrationalError("root")
    return Fraction(upper, lower)


# ---- functions

_LOG_BASES = {"lg": Fraction(10), "lb": Fraction(2)}


def _rational_logarithm(value: Fraction, base: Fraction | None = None) -> Fraction | None:
    """The logarithm if it is a rational number; without a base it is not known."""
    if base is None:
        return None
    if value <= 0 or base <= 0 or base == 1:
        raise NoValueError("logarithm", Obstacle.UNDEFINED)
    guess = Fraction(math.log(value) / math.log(base)).limit_denominator(_MAX_DEGREE)
    try:
        return guess if rational_power(base, guess) == value else None
    except NoValueError:
        return None


def _natural(value: Fraction, most: int) -> int:
    number = _whole(value)
    if not 0 <= number <= most:
        obstacle = Obstacle.UNDEFINED if number < 0 else Obstacle.SIZE_GUARD
        raise NoValueError("no small natural number", obstacle)
    return number


def _remainder(value: Fraction, modulus: Fraction) -> Fraction:
    if _whole(modulus) <= 0:
        raise NoValueError("modulus", Obstacle.UNDEFINED)
    return Fraction(_whole(value) % int(modulus))


_RATIONAL_FUNCTIONS: dict[str, Callable[..., Fraction | None]] = {
    "abs": abs,
    "floor": lambda value: Fraction(math.floor(value)),
    "ceil": lambda value: Fraction(math.ceil(value)),
    "bracket": lambda value: value,
    "percent": lambda value: value / 100,
    "factorial": lambda value: Fraction(math.factorial(_natural(value, 400))),
    "binom": lambda n, k: Fraction(math.comb(_natural(n, 2000), _natural(k, MAX_BITS))),
    "mod": _remainder,
    # As Lean has it for natural numbers and integers.
    "rem": lambda first, second: first % abs(second) if second else first,
    "gcd": lambda *values: Fraction(math.gcd(*map(_whole, values))),
    "lcm": lambda *values: Fraction(math.lcm(*map(_whole, values))),
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "exp": lambda value: None if value else Fraction(1),
    "ln": lambda value: Fraction(0) if value == 1 else None,
    "log": _rational_logarithm,
}
_TRIGONOMETRIC: dict[str, Callable[[arb, arb], tuple[arb, arb]]] = {
    "sin": lambda sine, cosine: (sine, arb(1)),
    "cos": lambda sine, cosine: (cosine, arb(1)),
    "tan": lambda sine, cosine: (sine, cosine),
    "cot": lambda sine, cosine: (cosine, sine),
    "sec": lambda sine, cosine: (arb(1), cosine),
    "csc": lambda sine, cosine: (arb(1), sine),
}
TRIGONOMETRIC = frozenset(_TRIGONOMETRIC)


def _exp(value: arb) -> arb:
    if not -_MAX_EXPONENT < value < _MAX_EXPONENT:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)
    return value.exp()


def _rounded(value: arb) -> arb:
    number = value.unique_fmpz()
    if number is None:
        raise NoValueError("rounding a ball that holds a whole number", Obstacle.PRECISION)
    return arb(number)


_FUNCTIONS: dict[str, Callable[[arb], arb]] = {
    "bracket": lambda x: x,
    "abs": abs,
    "exp": _exp,
    "ln": lambda x: _positive(x).log(),
    "floor": lambda x: _rounded(x.floor()),
    "ceil": lambda x: _rounded(x.ceil()),
}


def part_of_pi(node: ex.Expr, point: Point) -> Fraction | None:
    """The rational number r of an angle r·π, written with π or a degree sign; None for others."""
    try:
        values = [rational_at(node, {**point, "\\pi": Fraction(n)}) for n in range(4)]
    except NoValueError:
        return None
    # Proportional to what stands for π.
    return values[1] if values == [n * values[1] for n in range(4)] else None


# ---- residues, which never need the numbers themselves


def _residue(node: ex.Expr, modulus: int, point: Point) -> int:
    match node:
        case ex.Neg(arg=arg):
            return -_residue(arg, modulus, point) % modulus
        case ex.Add(terms=terms):
            return sum(_residue(term, modulus, point) for term in terms) % modulus
        case ex.Mul(factors=factors):
            return math.prod(_residue(factor, modulus, point) for factor in factors) % modulus
        case ex.Pow(base=base, exponent=exponent):
            times = _whole(rational_at(exponent, point))
            if times < 0 or times.bit_length() > 2000:
                raise NoValueError("exponent of a residue")
            return pow(_residue(base, modulus, point), times, modulus)
        case ex.Call(name="bracket", args=(arg,)):
            return _residue(arg, modulus, point)
        case _:
            return _whole(rational_at(node, point)) % modulus


def _congruent(left: ex.Expr, right: ex.Expr, modulus: ex.Expr, point: Point) -> bool:
    """Whether two expressions leave the same remainder."""
    base = _whole(rational_at(modulus, point))
    if not 0 < base < 10**30:
        raise NoValueError("modulus")
    return _residue(left, base, point) == _residue(right, base, point)


# ---- comparison of two numbers


class _Field:
    """The roots and angles that occur in a number."""

    def __init__(self) -> None:
        self.roots: dict[tuple[object, int], int] = {}
        self.order = 1


_Bounds = tuple[float, float]
"""Logarithms to base 2 of u and l of the module docstring."""


def compare_at(left: ex.Expr, right: ex.Expr, point: Point) -> int | None:
    """The certain sign of ``left − right``, the same in every reading of ``log``.

    Raises:
        NoValueError: When a side has no value there.
    """
    try:
        difference = rational_at(left, point) - rational_at(right, point)
        return (difference > 0) - (difference < 0)
    except IrrationalError:
        pass
    node = ex.Add((left, ex.Neg(right)))
    names = _LOG_READINGS if "log" in ex.calls(node) else ()
    signs = {_sign(reading, point) for reading in {_with_log(node, n) for n in names} or {node}}
    return signs.pop() if len(signs) == 1 else None


def _with_log(node: ex.Expr, name: str) -> ex.Expr:
    """The expression with one reading of ``log`` without a base."""
    match ex.rebuild(node, lambda child: _with_log(child, name)):
        case ex.Call(name="log", args=(_,) as args):
            return ex.Call(name, args)
        case other:
            return other


def differ_beyond_rounding(left: ex.Expr, right: ex.Expr) -> bool:
    """Whether two numbers certainly differ by more than a fiftieth of the first."""
    try:
        gap = ball_at(ex.Add((left, ex.Neg(right))), NOWHERE)
        return bool(abs(gap) * 50 > abs(ball_at(left, NOWHERE)))
    except NoValueError:
        return False


TRUE_SIGNS = {
    ex.Relation.EQ: (0,),
    ex.Relation.DEFINES: (0,),
    ex.Relation.NE: (-1, 1),
    ex.Relation.LT: (-1,),
    ex.Relation.LE: (-1, 0),
    ex.Relation.GT: (1,),
    ex.Relation.GE: (0, 1),
}
"""The signs of ``left − right`` at which each relation holds."""

DIVISIBILITY = frozenset({ex.Relation.DIVIDES, ex.Relation.NOT_DIVIDES})
CONGRUENCE = frozenset({ex.Relation.CONGRUENT, ex.Relation.NOT_CONGRUENT})


def relation_holds(
    left: ex.Expr,
    relation: ex.Relation,
    right: ex.Expr,
    point: Point,
    modulus: ex.Expr | None = None,
) -> bool | None:
    """Whether a relation holds at a point; None when undecided.

    Raises:
        NoValueError: When a side has no value there, or the relation is of another kind.
    """
    if modulus is not None and relation in CONGRUENCE | {ex.Relation.EQ}:
        return _congruent(left, right, modulus, point) != (relation is ex.Relation.NOT_CONGRUENT)
    if modulus is None and relation in DIVISIBILITY:
        return _congruent(right, ex.ZERO, left, point) == (relation is ex.Relation.DIVIDES)
    if modulus is not None or relation not in TRUE_SIGNS:
        raise NoValueError(relation.value, Obstacle.RELATION)
    sign = compare_at(left, right, point)
    return None if sign is None else sign in TRUE_SIGNS[relation]


def _sign(node: ex.Expr, point: Point) -> int | None:
    try:
        separation: int | None = separation_bits(node, point)
    except IrrationalError:
        with suppress(TooLargeError):
            if not Expander().quotient(node).numerator:
                return 0
        separation = None
    limit = _OPEN_PRECISION if separation is None else min(separation + 256, _MAX_PRECISION)
    precision = 64
    while True:
        try:
            sign = _sign_of_ball(node, point, precision, separation)
        except NoValueError as error:
            # A ball around zero cannot be divided by; a smaller one may not hold zero.
            if error.obstacle is not Obstacle.PRECISION or precision >= limit:
                raise
            sign = None
        if sign is not None or precision >= limit:
            return sign
        precision *= 2


def _sign_of_ball(
    node: ex.Expr, point: Point, precision: int, separation: int | None
) -> int | None:
    with _PRECISION, ctx.workprec(precision):
        ball = ball_at(node, point)
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        is_zero = separation is not None and abs(ball) < arb(2) ** -separation
        return 0 if is_zero or ball == 0 else None


def separation_bits(node: ex.Expr, point: Point) -> int:
    """Bits b such that the number is 0 or at least 2^-b in absolute value.

    Raises:
        IrrationalError: When it is not known to be algebraic.
    """
    field = _Field()
    upper, lower = _bounds(node, point, field)
    degree = math.prod(field.roots.values()) * int(fmpz(field.order).euler_phi())
    # The logarithms are floats; the slack is far above their rounding errors.
    bits = (degree - 1) * max(upper, 0.0) + max(lower, 0.0)
    return int(min(bits * 1.0001 + degree + 64, 10.0**12))


def _bounds(node: ex.Expr, point: Point, field: _Field) -> _Bounds:
    try:
        value = rational_at(node, point)
        # bit_length bounds log2 from above.
        return float(value.numerator.bit_length()), float(value.denominator.bit_length())
    except IrrationalError:
        pass
    match node:
        case ex.Neg(arg=arg) | ex.Call(name="abs" | "bracket", args=(arg,)):
            return _bounds(arg, point, field)
        case ex.Add(terms=terms):
            total = _bounds(terms[0], point, field)
            for term in terms[1:]:
                upper, lower = _bounds(term, point, field)
                total = _log_add(total[0] + lower, total[1] + upper), total[1] + lower
            return total
        case ex.Mul(factors=factors):
            pairs = [_bounds(factor, point, field) for factor in factors]
            return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        case ex.Div(numerator=numerator, denominator=denominator):
            first, second = _bounds(numerator, point, field), _bounds(denominator, point, field)
            return first[0] + second[1], first[1] + second[0]
        case ex.Pow(base=base, exponent=exponent):
            return _power_bounds(base, exponent, point, field)
        case ex.Root(arg=arg, degree=degree):
            return _root_bounds(arg, int(rational_at(degree, point)), point, field)
        case ex.Call(name=name, args=(arg,)) if name in TRIGONOMETRIC:
            return _angle_bounds(name, arg, point, field)
        case _:
            raise IrrationalError("transcendental")


def _log_add(first: float, second: float) -> float:
    high, low = max(first, second), min(first, second)
    return high + math.log2(1 + 2.0 ** max(low - high, -1000.0)) + 1e-9


def _power_bounds(base: ex.Expr, exponent: ex.Expr, point: Point, field: _Field) -> _Bounds:
    times = rational_at(exponent, point)
    if abs(times) > _MAX_ALGEBRAIC_EXPONENT:
        raise IrrationalError("exponent")
    if times.denominator == 1:
        upper, lower = _bounds(base, point, field)
    else:
        upper, lower = _root_bounds(base, times.denominator, point, field)
    if times < 0:
        upper, lower = lower, upper
    size = abs(times.numerator)
    return size * upper, size * lower


def _root_bounds(arg: ex.Expr, degree: int, point: Point, field: _Field) -> _Bounds:
    if not 1 < degree <= _MAX_ALGEBRAIC_EXPONENT:
        raise IrrationalError("degree")
    field.roots[(arg, degree)] = degree
    upper, lower = _bounds(arg, point, field)
    if upper >= lower:
        return (upper + (degree - 1) * lower) / degree, lower
    return upper, ((degree - 1) * upper + lower) / degree


def _angle_bounds(name: str, arg: ex.Expr, point: Point, field: _Field) -> _Bounds:
    turn = part_of_pi(arg, point)
    if turn is None or turn.denominator > 10_000:
        raise IrrationalError("angle")
    field.order = math.lcm(field.order, 4 * turn.denominator)
    # sin is (2 sin) / 2, and a quotient of two of them is at most 4 / 4.
    return (1.0, 1.0) if name in ("sin", "cos") else (2.0, 2.0)
