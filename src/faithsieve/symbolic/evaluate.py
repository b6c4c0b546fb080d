"""The value of an expression at a point: an exact rational, or a ball that certainly holds it.

Rational values are exact. Everything else is enclosed by Arb balls (python-flint), made narrower
until two numbers are told apart.

A nonzero number built from rationals with + − × ÷, roots and sines of rational parts of π cannot be
arbitrarily small. Write it as U / L where U and L are algebraic integers of a field of degree at
most D (``k√(U/L) = k√(U·L^(k−1)) / L`` or ``U / k√(U^(k−1)·L)``; 2 sin(πp/q) is one in the
cyclotomic field of order 4q). Let u and l bound |U| and |L| and all their conjugates: the triangle
inequality gives both from the tree. The norm of U is a nonzero integer and U has at most D
conjugates, so |U| ≥ u^(1−D) and

    |U / L| ≥ 1 / (u^(D−1) · l)        unless the number is 0.

This is the separation bound of Burnikel, Funke, Mehlhorn, Schirra and Schmitt. Balls narrower than
it decide the sign, zero included. Other numbers have no such bound: two that are equal are only
known to be when they are written alike, or multiples of π.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from threading import RLock

from flint import arb, ctx, fmpq, fmpz

from faithsieve.symbolic import expressions as ex

MAX_BITS = 200_000
"""Powers and products with more bits are not computed."""

_MAX_DEGREE = 64
_MAX_EXPONENT = 2000
_MAX_PRECISION = 80_000
_OPEN_PRECISION = 512
"""Where the search for a difference stops when no separation bound exists."""

# flint has one precision a process, so threads take turns.
_PRECISION = RLock()

Number = fmpq | arb


def as_fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def as_fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


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

Doubt = Callable[[ex.Num], Fraction]


def rational_at(node: ex.Expr, point: Point = NOWHERE) -> Fraction:
    """The exact rational value.

    Raises:
        IrrationalError: When the value is a root or a transcendental number.
        NoValueError: When there is none: division by zero, unknown letter, too large.
    """
    return as_fraction(_exact_value(node, point))


def _exact_value(node: ex.Expr, point: Point = NOWHERE) -> fmpq:
    value = _Evaluator(exact=True).value(node, point)
    assert isinstance(value, fmpq)
    return value


def ball_at(node: ex.Expr, doubt: Doubt | None = None) -> arb:
    """A ball that holds the value, at the precision of the flint context.

    Args:
        node: What to evaluate, without letters.
        doubt: How far each numeral may be from the number that is meant.

    Raises:
        NoValueError: When there is no value, or none that this precision can hold.
    """
    return arb(_Evaluator(exact=False, doubt=doubt).value(node, NOWHERE))


class _Evaluator:
    """Walks an expression; in exact mode it stops at the first irrational number."""

    def __init__(self, *, exact: bool, doubt: Doubt | None = None) -> None:
        self._exact = exact
        self._doubt = doubt

    def value(self, node: ex.Expr, point: Point) -> Number:
        match node:
            case ex.Num(value=value):
                radius = self._doubt(node) if self._doubt else Fraction(0)
                return arb(as_fmpq(value), arb(as_fmpq(radius))) if radius else as_fmpq(value)
            case ex.Sym(name=name):
                return self._letter(name, point)
            case ex.Neg(arg=arg):
                return -self.value(arg, point)
            case ex.Add(terms=terms):
                return sum((self.value(term, point) for term in terms), fmpq(0))
            case ex.Mul(factors=factors):
                return _product(self.value(factor, point) for factor in factors)
            case ex.Div(numerator=upper, denominator=lower):
                divisor = _nonzero(self.value(lower, point))
                return _product((self.value(upper, point), 1 / divisor))
            case ex.Pow(base=base, exponent=exponent):
                return self._power(self.value(base, point), self.value(exponent, point))
            case ex.Root(arg=arg, degree=degree):
                return self._root(self.value(arg, point), self.value(degree, point))
            case ex.Call(name=name, args=args):
                return self._call(name, args, point)
        raise NoValueError(f"unknown function {node.name}")

    def _refuse_irrational(self, what: str) -> None:
        if self._exact:
            raise IrrationalError(what)

    def _letter(self, name: str, point: Point) -> Number:
        if name in point:
            return as_fmpq(point[name])
        if name not in ("\\pi", "e"):
            raise NoValueError(f"unknown letter {name}")
        self._refuse_irrational(name)
        return arb.pi() if name == "\\pi" else arb(1).exp()

    def _power(self, base: Number, exponent: Number) -> Number:
        if isinstance(exponent, fmpq):
            if exponent.q > 1 and base < 0:
                raise NoValueError("a root of a negative number", Obstacle.BRANCH)
            # Faster than the exponential function where thousands of digits are asked for.
            root = self._root(base, fmpq(exponent.q)) if exponent.q > 1 else base
            if isinstance(root, fmpq):
                return _rational_power(root, int(exponent.p))
            if abs(exponent.p) <= _MAX_EXPONENT:
                return (_nonzero(root) if exponent < 0 else root) ** exponent.p
            if exponent.q == 1:
                raise NoValueError("too large", Obstacle.SIZE_GUARD)
        return _exp(exponent * _positive(arb(base)).log())

    def _root(self, value: Number, degree: Number) -> Number:
        if not isinstance(degree, fmpq) or degree <= 0 or degree.q != 1:
            raise NoValueError("root degree", Obstacle.UNDEFINED)
        if value < 0:
            if degree.p % 2 == 0:
                raise NoValueError("even root of a negative number", Obstacle.COMPLEX)
            return -self._root(-value, degree)
        if value == 0 or value == 1:
            return value
        if isinstance(value, fmpq) and degree <= _MAX_DEGREE:
            root = fmpq(value.p.root(int(degree.p)), value.q.root(int(degree.p)))
            if root**degree.p == value:
                return root
        self._refuse_irrational("root")
        if degree > _MAX_DEGREE:
            return _exp(_positive(arb(value)).log() / degree)
        if not value >= 0:
            raise NoValueError("not certainly the root of a positive number", Obstacle.PRECISION)
        return arb(value).root(int(degree.p))

    def _call(self, name: str, args: tuple[ex.Expr, ...], point: Point) -> Number:
        if name == "degree":
            return self.value(ex.Mul((*args, ex.Sym("\\pi"), ex.Num(Fraction(1, 180)))), point)
        if name in _LOG_BASES:
            return self.value(ex.Call("log", (*args, ex.Num(_LOG_BASES[name]))), point)
        if name in _TRIGONOMETRIC and len(args) == 1:
            self._refuse_irrational(name)
            return self._angle_function(name, args[0], point)
        values = [self.value(arg, point) for arg in args]
        rational = [value for value in values if isinstance(value, fmpq)]
        if len(rational) == len(values) and name in _RATIONAL_FUNCTIONS:
            found = _RATIONAL_FUNCTIONS[name](*rational)
            if found is not None:
                return found
        self._refuse_irrational(name)
        balls = [arb(value) for value in values]
        if name == "log" and len(balls) == 2:
            upper, lower = (_positive(ball).log() for ball in balls)
            return upper / _nonzero(lower)
        if len(balls) != 1 or name not in _FUNCTIONS:
            raise NoValueError(name)
        return _FUNCTIONS[name](balls[0])

    def _angle_function(self, name: str, angle: ex.Expr, point: Point) -> arb:
        turn = part_of_pi(angle, point)
        if turn is None:
            sine, cosine = arb(self.value(angle, point)).sin_cos()
        else:
            sine, cosine = arb.sin_cos_pi_fmpq(as_fmpq(turn))
        upper, lower = _TRIGONOMETRIC[name](sine, cosine)
        return upper / _nonzero(lower)


def _product(factors: Iterable[Number]) -> Number:
    total: Number = fmpq(1)
    for factor in factors:
        total = total * factor
        _guard_size(total)
    return total


def _guard_size(value: Number, times: int = 1) -> None:
    if isinstance(value, fmpq) and value.height_bits() * abs(times) > MAX_BITS:
        raise NoValueError("too large", Obstacle.SIZE_GUARD)


def _nonzero(value: Number) -> Number:
    if isinstance(value, fmpq) and not value:
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
    if not isinstance(value, fmpq) or value.q != 1:
        raise NoValueError("not a whole number")
    return int(value.p)


def _rational_power(base: fmpq, times: int) -> fmpq:
    if not base and times <= 0:
        raise NoValueError("0 to a power that is not positive", Obstacle.UNDEFINED)
    if abs(base) == 1:
        return base ** (times % 2)
    _guard_size(base, times)
    return base**times


# ---- functions

_LOG_BASES = {"lg": Fraction(10), "lb": Fraction(2)}


def _rational_logarithm(value: fmpq, base: fmpq | None = None) -> fmpq | None:
    """The logarithm if it is a rational number; without a base it is not known."""
    if base is None:
        return None
    if value <= 0 or base <= 0 or base == 1:
        raise NoValueError("logarithm", Obstacle.UNDEFINED)
    near = Fraction(float(arb(value).log() / arb(base).log()))
    guess = as_fmpq(near.limit_denominator(_MAX_DEGREE))
    try:
        is_exact = _rational_power(base, int(guess.p)) == _rational_power(value, int(guess.q))
    except NoValueError:
        return None
    return guess if is_exact else None


def _natural(value: fmpq, most: int) -> int:
    number = _whole(value)
    if not 0 <= number <= most:
        obstacle = Obstacle.UNDEFINED if number < 0 else Obstacle.SIZE_GUARD
        raise NoValueError("no small natural number", obstacle)
    return number


def _remainder(value: fmpq, modulus: fmpq) -> fmpq:
    if _whole(modulus) <= 0:
        raise NoValueError("modulus", Obstacle.UNDEFINED)
    return fmpq(_whole(value) % _whole(modulus))


_RATIONAL_FUNCTIONS: dict[str, Callable[..., fmpq | None]] = {
    "abs": abs,
    "floor": lambda value: fmpq(value.floor()),
    "ceil": lambda value: fmpq(value.ceil()),
    "bracket": lambda value: value,
    "percent": lambda value: value / 100,
    "factorial": lambda value: fmpq(math.factorial(_natural(value, 400))),
    "binom": lambda n, k: fmpq(math.comb(_natural(n, 2000), _natural(k, MAX_BITS))),
    "mod": _remainder,
    "gcd": lambda *values: fmpq(math.gcd(*map(_whole, values))),
    "lcm": lambda *values: fmpq(math.lcm(*map(_whole, values))),
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "exp": lambda value: None if value else fmpq(1),
    "ln": lambda value: fmpq(0) if value == 1 else None,
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


def part_of_pi(node: ex.Expr, point: Point = NOWHERE) -> Fraction | None:
    """The rational number r of an angle r·π, written with π or a degree sign; None for others."""
    try:
        values = [rational_at(node, {**point, "\\pi": Fraction(n)}) for n in range(4)]
    except NoValueError:
        return None
    # Proportional to what stands for π.
    return values[1] if values == [n * values[1] for n in range(4)] else None


# ---- residues, which never need the numbers themselves


def _residue(node: ex.Expr, modulus: int) -> int:
    match node:
        case ex.Neg(arg=arg):
            return -_residue(arg, modulus) % modulus
        case ex.Add(terms=terms):
            return sum(_residue(term, modulus) for term in terms) % modulus
        case ex.Mul(factors=factors):
            return math.prod(_residue(factor, modulus) for factor in factors) % modulus
        case ex.Pow(base=base, exponent=exponent):
            times = _whole(_exact_value(exponent))
            if times.bit_length() > 2000:
                raise NoValueError("exponent of a residue")
            return _residue_power(_residue(base, modulus), times, modulus)
        case ex.Div(numerator=upper, denominator=lower):
            inverse = _residue_power(_residue(lower, modulus), -1, modulus)
            return _residue(upper, modulus) * inverse % modulus
        case _:
            return _whole(_exact_value(node)) % modulus


def _residue_power(base: int, times: int, modulus: int) -> int:
    if times < 0 and math.gcd(base, modulus) != 1:
        raise NoValueError("no inverse", Obstacle.UNDEFINED)
    return pow(base, times, modulus)


# ---- comparison of two numbers


def compare_at(left: ex.Expr, right: ex.Expr) -> int | None:
    """The certain sign of ``left − right``; None when it is not known.

    Raises:
        NoValueError: When a side has no value there.
    """
    try:
        difference = rational_at(left) - rational_at(right)
        return (difference > 0) - (difference < 0)
    except IrrationalError:
        pass
    found = _sign(ex.Add((left, ex.Neg(right))))
    if found is None and (left == right or _is_same_angle(left, right)):
        return 0
    return found


def _is_same_angle(left: ex.Expr, right: ex.Expr) -> bool:
    angle = part_of_pi(left)
    return angle is not None and angle == part_of_pi(right)


def may_agree(left: ex.Expr, right: ex.Expr, doubt: Doubt) -> bool:
    """Whether two numbers may be equal if their numerals are rounded."""
    try:
        return bool(ball_at(ex.Add((left, ex.Neg(right))), doubt=doubt).contains(0))
    except NoValueError:
        return True


def remainder_of(node: ex.Expr, modulus: ex.Expr) -> int:
    """The remainder of a whole number, which is never computed itself.

    Raises:
        NoValueError: One of them is no whole number, or too large.
    """
    base = _whole(_exact_value(modulus))
    if not 0 < base < 10**30:
        raise NoValueError("modulus")
    return _residue(node, base)


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


def relation_holds(
    left: ex.Expr,
    relation: ex.Relation,
    right: ex.Expr,
    modulus: ex.Expr | None = None,
) -> bool | None:
    """Whether a relation holds; None when undecided.

    Raises:
        NoValueError: When a side has no value there, or the relation is of another kind.
    """
    if modulus is not None and relation in ex.CONGRUENCE | {ex.Relation.EQ}:
        is_congruent = remainder_of(left, modulus) == remainder_of(right, modulus)
        return is_congruent != (relation is ex.Relation.NOT_CONGRUENT)
    if modulus is None and relation in ex.DIVISIBILITY:
        return (remainder_of(right, left) == 0) == (relation is ex.Relation.DIVIDES)
    if modulus is not None or relation not in TRUE_SIGNS:
        raise NoValueError(relation.value, Obstacle.RELATION)
    sign = compare_at(left, right)
    return None if sign is None else sign in TRUE_SIGNS[relation]


def _sign(node: ex.Expr) -> int | None:
    limit, least = _OPEN_PRECISION, arb(0)
    try:
        separation = separation_bits(node)
        limit, least = min(separation + 256, _MAX_PRECISION), arb(2) ** -separation
    except IrrationalError:
        pass
    precision = 64
    while True:
        with _PRECISION, ctx.workprec(precision):
            try:
                ball = ball_at(node)
            except NoValueError as error:
                # A ball around zero cannot be divided by; a smaller one may not hold zero.
                if error.obstacle is not Obstacle.PRECISION or precision >= limit:
                    raise
                ball = arb.nan()
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            if ball == 0 or abs(ball) < least:
                return 0
        if precision >= limit:
            return None
        precision *= 2


class _Field:
    """The roots and angles that occur in a number."""

    def __init__(self) -> None:
        self.roots: dict[tuple[ex.Expr, int], int] = {}
        self.order = 1


def separation_bits(node: ex.Expr) -> int:
    """Bits b such that the number is 0 or at least 2^-b in absolute value.

    Raises:
        IrrationalError: When it is not known to be algebraic.
    """
    field = _Field()
    upper, lower = _bounds(node, field)
    degree = math.prod(field.roots.values()) * int(fmpz(field.order).euler_phi())
    # The logarithms are floats; the slack is far above their rounding errors.
    bits = (degree - 1) * max(upper, 0.0) + max(lower, 0.0)
    return int(min(bits * 1.0001 + degree + 64, 10.0**12))


def _bounds(node: ex.Expr, field: _Field) -> tuple[float, float]:
    """Logarithms to base 2 of u and l of the module docstring."""
    try:
        value = _exact_value(node)
        # bit_length bounds log2 from above.
        return float(value.p.bit_length()), float(value.q.bit_length())
    except IrrationalError:
        pass
    match node:
        case ex.Neg(arg=arg) | ex.Call(name="abs" | "bracket", args=(arg,)):
            return _bounds(arg, field)
        case ex.Add(terms=terms):
            pairs = [_bounds(term, field) for term in terms]
            common = sum(lower for _, lower in pairs)
            largest = max(upper - lower for upper, lower in pairs)
            return common + largest + math.log2(len(terms)), common
        case ex.Mul(factors=factors):
            uppers, lowers = zip(*(_bounds(f, field) for f in factors), strict=True)
            return sum(uppers), sum(lowers)
        case ex.Div(numerator=numerator, denominator=denominator):
            first, second = _bounds(numerator, field), _bounds(denominator, field)
            return first[0] + second[1], first[1] + second[0]
        case ex.Pow(base=base, exponent=exponent):
            return _power_bounds(base, _exact_value(exponent), field)
        case ex.Root(arg=arg, degree=degree):
            part = _exact_value(ex.Div(ex.ONE, degree))
            return _power_bounds(arg, part, field)
        case ex.Call(name=name, args=(arg,)) if name in _TRIGONOMETRIC:
            turn = part_of_pi(arg)
            if turn is None or turn.denominator > 10_000:
                raise IrrationalError("angle")
            field.order = math.lcm(field.order, 4 * turn.denominator)
            # sin is (2 sin) / 2, and a quotient of two of them is at most 4 / 4.
            return (1.0, 1.0) if name in ("sin", "cos") else (2.0, 2.0)
        case _:
            raise IrrationalError("transcendental")


def _power_bounds(base: ex.Expr, exponent: fmpq, field: _Field) -> tuple[float, float]:
    if abs(exponent) > _MAX_DEGREE or exponent.q > _MAX_DEGREE:
        raise IrrationalError("exponent")
    degree, times = int(exponent.q), int(exponent.p)
    field.roots[(base, degree)] = degree
    upper, lower = _bounds(base, field)
    if upper >= lower:
        upper = (upper + (degree - 1) * lower) / degree
    else:
        lower = ((degree - 1) * upper + lower) / degree
    return (times * upper, times * lower) if times > 0 else (-times * lower, -times * upper)
