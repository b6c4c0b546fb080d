"""Comparison of real numbers at a point, exact for algebraic ones.

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
from contextlib import suppress
from fractions import Fraction
from threading import RLock

from flint import arb, ctx, fmpz

from faithsieve.symbolic.evaluate import (
    TRIGONOMETRIC,
    IrrationalError,
    NoValueError,
    Obstacle,
    Point,
    ball_at,
    congruent,
    part_of_pi,
    rational_at,
)
from faithsieve.symbolic.expressions import (
    ZERO,
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Pow,
    Relation,
    Root,
    calls,
    rebuild,
)
from faithsieve.symbolic.polynomials import Expander, TooLargeError

_MAX_PRECISION = 80_000
_OPEN_PRECISION = 512
"""Where the search for a difference stops when no separation bound exists."""

_LOG_READINGS = ("ln", "lg", "lb")
"""What ``log`` without a base may mean."""

# flint has one precision a process, so threads take turns.
_PRECISION = RLock()
_MAX_ALGEBRAIC_EXPONENT = 64
_MAX_FACTORED_BITS = 64


class _Field:
    """The roots and angles that occur in a number."""

    def __init__(self) -> None:
        self.roots: dict[tuple[object, int], int] = {}
        self.order = 1


_Bounds = tuple[float, float]
"""Logarithms to base 2 of u and l of the module docstring."""


def compare_at(left: Expr, right: Expr, point: Point) -> int | None:
    """The certain sign of ``left − right``, the same in every reading of ``log``.

    Raises:
        NoValueError: When a side has no value there.
    """
    try:
        difference = rational_at(left, point) - rational_at(right, point)
        return (difference > 0) - (difference < 0)
    except IrrationalError:
        pass
    node = Add((left, Neg(right)))
    names = _LOG_READINGS if "log" in calls(node) else ()
    signs = {_sign(reading, point) for reading in {_with_log(node, n) for n in names} or {node}}
    return signs.pop() if len(signs) == 1 else None


def _with_log(node: Expr, name: str) -> Expr:
    """The expression with one reading of ``log`` without a base."""
    match rebuild(node, lambda child: _with_log(child, name)):
        case Call(name="log", args=(_,) as args):
            return Call(name, args)
        case other:
            return other


TRUE_SIGNS = {
    Relation.EQ: (0,),
    Relation.DEFINES: (0,),
    Relation.NE: (-1, 1),
    Relation.LT: (-1,),
    Relation.LE: (-1, 0),
    Relation.GT: (1,),
    Relation.GE: (0, 1),
}
"""The signs of ``left − right`` at which each relation holds."""

DIVISIBILITY = frozenset({Relation.DIVIDES, Relation.NOT_DIVIDES})
CONGRUENCE = frozenset({Relation.CONGRUENT, Relation.NOT_CONGRUENT})


def relation_holds(
    left: Expr, relation: Relation, right: Expr, point: Point, modulus: Expr | None = None
) -> bool | None:
    """Whether a relation holds at a point; None when undecided.

    Raises:
        NoValueError: When a side has no value there, or the relation is of another kind.
    """
    if modulus is not None and relation in CONGRUENCE | {Relation.EQ}:
        return congruent(left, right, modulus, point) != (relation is Relation.NOT_CONGRUENT)
    if modulus is None and relation in DIVISIBILITY:
        return congruent(right, ZERO, left, point) == (relation is Relation.DIVIDES)
    if modulus is not None or relation not in TRUE_SIGNS:
        raise NoValueError(relation.value, Obstacle.RELATION)
    sign = compare_at(left, right, point)
    return None if sign is None else sign in TRUE_SIGNS[relation]


def _sign(node: Expr, point: Point) -> int | None:
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


def _sign_of_ball(node: Expr, point: Point, precision: int, separation: int | None) -> int | None:
    with _PRECISION, ctx.workprec(precision):
        ball = ball_at(node, point)
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        is_zero = separation is not None and abs(ball) < arb(2) ** -separation
        return 0 if is_zero or ball == 0 else None


def separation_bits(node: Expr, point: Point) -> int:
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


def _bounds(node: Expr, point: Point, field: _Field) -> _Bounds:
    try:
        value = rational_at(node, point)
        # bit_length bounds log2 from above.
        return float(value.numerator.bit_length()), float(value.denominator.bit_length())
    except IrrationalError:
        pass
    match node:
        case Neg(arg=arg) | Call(name="abs" | "bracket", args=(arg,)):
            return _bounds(arg, point, field)
        case Add(terms=terms):
            total = _bounds(terms[0], point, field)
            for term in terms[1:]:
                upper, lower = _bounds(term, point, field)
                total = _log_add(total[0] + lower, total[1] + upper), total[1] + lower
            return total
        case Mul(factors=factors):
            pairs = [_bounds(factor, point, field) for factor in factors]
            return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        case Div(numerator=numerator, denominator=denominator):
            first, second = _bounds(numerator, point, field), _bounds(denominator, point, field)
            return first[0] + second[1], first[1] + second[0]
        case Pow(base=base, exponent=exponent):
            return _power_bounds(base, exponent, point, field)
        case Root(arg=arg, degree=degree):
            return _root_bounds(arg, int(rational_at(degree, point)), point, field)
        case Call(name=name, args=(arg,)) if name in TRIGONOMETRIC:
            return _angle_bounds(name, arg, point, field)
        case _:
            raise IrrationalError("transcendental")


def _log_add(first: float, second: float) -> float:
    high, low = max(first, second), min(first, second)
    return high + math.log2(1 + 2.0 ** max(low - high, -1000.0)) + 1e-9


def _power_bounds(base: Expr, exponent: Expr, point: Point, field: _Field) -> _Bounds:
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


def _root_bounds(arg: Expr, degree: int, point: Point, field: _Field) -> _Bounds:
    if not 1 < degree <= _MAX_ALGEBRAIC_EXPONENT:
        raise IrrationalError("degree")
    try:
        field.roots[(_radicand(abs(rational_at(arg, point)), degree), degree)] = degree
    except IrrationalError:
        field.roots[(arg, degree)] = degree
    upper, lower = _bounds(arg, point, field)
    if upper >= lower:
        return (upper + (degree - 1) * lower) / degree, lower
    return upper, ((degree - 1) * upper + lower) / degree


def _radicand(value: Fraction, degree: int) -> int:
    """What is left under a root when powers are taken out: √12 and √27 are both multiples of √3.

    Fewer different roots mean a smaller separation bound.
    """
    whole: int = value.numerator * value.denominator ** (degree - 1)
    if whole.bit_length() > _MAX_FACTORED_BITS:
        return whole
    parts = [int(p) ** (int(times) % degree) for p, times in fmpz(whole).factor()]
    return math.prod(parts)


def _angle_bounds(name: str, arg: Expr, point: Point, field: _Field) -> _Bounds:
    turn = part_of_pi(arg, point)
    if turn is None or turn.denominator > 10_000:
        raise IrrationalError("angle")
    field.order = math.lcm(field.order, 4 * turn.denominator)
    # sin is (2 sin) / 2, and a quotient of two of them is at most 4 / 4.
    return (1.0, 1.0) if name in ("sin", "cos") else (2.0, 2.0)
