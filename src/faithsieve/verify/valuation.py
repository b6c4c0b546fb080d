"""Values of formulas at a point, to find counterexamples by trying (paper app. C.3).

Only a proposal: Lean checks every witness. So the treatment of quantifiers may be rough (a few
values stand for all) and truncating operations follow the types of the variables, as Lean's do.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from faithsieve.symbolic.evaluate import NoValueError, rational_root
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
    Relation,
    Root,
    Sym,
)
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.verify.surds import Number, Surd

FunctionValue = Callable[[Number], Number]
_ORDER = ("Nat", "Int", "Rat")
_MAX_EXPONENT = 2000
_MAX_BITS = 20_000


@dataclass(frozen=True, slots=True)
class Valuation:
    """Values of variables and functions, with the types that decide how operations truncate."""

    values: Mapping[str, Number]
    types: Mapping[str, str]
    functions: Mapping[str, FunctionValue] = field(default_factory=dict)

    def bind(self, names: tuple[str, ...], kind: str, values: tuple[Number, ...]) -> "Valuation":
        """The same with some names bound to other values."""
        bound = dict(zip(names, values, strict=True))
        return Valuation(
            {**self.values, **bound}, {**self.types, **dict.fromkeys(names, kind)}, self.functions
        )


def _kind(node: Expr, point: Valuation) -> str:
    """The widest type among the letters of a term."""
    match node:
        case Num():
            return "Nat"
        case Sym(name=name):
            return _scalar(point.types.get(name, "Rat"))
        case Apply(name=name):
            return _scalar(point.types.get(name, "Rat").rpartition("→")[2].strip())
        case Neg(arg=arg):
            return max(_kind(arg, point), "Int", key=_ORDER.index)
        case Root():
            return "Rat"
        case Add(terms=parts):
            # A term that is subtracted does not leave the natural numbers; a sign in front does.
            bare = (*parts[:1], *(p.arg if isinstance(p, Neg) else p for p in parts[1:]))
            return max((_kind(part, point) for part in bare), key=_ORDER.index)
        case Mul(factors=parts) | Call(args=parts):
            return max((_kind(part, point) for part in parts), key=_ORDER.index)
        case Div(numerator=upper, denominator=lower):
            return max(_kind(upper, point), _kind(lower, point), key=_ORDER.index)
        case Pow(base=base):
            return _kind(base, point)
        case _:
            return "Rat"


def _scalar(kind: str) -> str:
    return {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat"}.get(kind, kind if kind in _ORDER else "Rat")


def value_of(node: Expr, point: Valuation, kind: str) -> Number:
    """The value of a term whose operations are those of a type.

    Raises:
        NoValueError: it has none, or it is too large.
    """
    match node:
        case Num(value=value):
            return value
        case Sym(name=name):
            if name not in point.values:
                raise NoValueError(name)
            return point.values[name]
        case Neg(arg=arg):
            return -value_of(arg, point, kind)
        case Add(terms=terms):
            return _sum(terms, point, kind)
        case Mul(factors=factors):
            return _product(factors, point, kind)
        case Div(numerator=upper, denominator=lower):
            return _divide(value_of(upper, point, kind), value_of(lower, point, kind), kind)
        case Pow(base=base, exponent=exponent):
            return _power(value_of(base, point, kind), value_of(exponent, point, "Nat"))
        case _:
            return _other_value(node, point, kind)


def rational(value: Number) -> Fraction:
    """A number without a root.

    Raises:
        NoValueError: it has one.
    """
    if isinstance(value, Surd):
        raise NoValueError("an irrational number")
    return value


def _product(factors: tuple[Expr, ...], point: Valuation, kind: str) -> Number:
    total: Number = Fraction(1)
    for factor in factors:
        total = total * value_of(factor, point, kind)
    return total


def _other_value(node: Expr, point: Valuation, kind: str) -> Number:
    match node:
        case Root(arg=arg, degree=Num(value=degree)):
            return rational_root(rational(value_of(arg, point, "Rat")), int(degree))
        case Apply(name=name, args=(arg,)) if name in point.functions:
            return point.functions[name](value_of(arg, point, _kind(arg, point)))
        case Call(name=name, args=args):
            values = tuple(value_of(arg, point, kind) for arg in args)
            if name == "abs" and len(values) == 1:
                return values[0] if values[0] >= 0 else -values[0]
            return _call(name, tuple(rational(value) for value in values))
        case _:
            raise NoValueError(type(node).__name__)


def _sum(terms: tuple[Expr, ...], point: Valuation, kind: str) -> Number:
    total: Number = Fraction(0)
    for term in terms:
        if isinstance(term, Neg) and kind == "Nat":
            total = max(rational(total - value_of(term.arg, point, kind)), Fraction(0))
        else:
            total = total + value_of(term, point, kind)
    return total


def _divide(upper: Number, lower: Number, kind: str) -> Number:
    if lower == 0:
        return Fraction(0)
    return upper / lower if kind == "Rat" else _whole_quotient(rational(upper), rational(lower))


def _whole_quotient(upper: Fraction, lower: Fraction) -> Fraction:
    quotient = abs(upper) // abs(lower)
    if upper < 0 and abs(upper) % abs(lower):
        quotient += 1
    return Fraction(quotient if (upper < 0) == (lower < 0) else -quotient)


def _power(base: Number, power: Number) -> Number:
    exponent = rational(power)
    parts = (base.rational, base.factor) if isinstance(base, Surd) else (base,)
    size = max(max(abs(p.numerator), p.denominator) for p in parts).bit_length()
    whole = exponent.denominator == 1 and 0 <= exponent <= _MAX_EXPONENT
    if not whole or size * exponent > _MAX_BITS:
        raise NoValueError("exponent")
    times = int(exponent)
    return base**times if isinstance(base, Surd) else Fraction(base**times)


def _call(name: str, args: tuple[Fraction, ...]) -> Fraction:
    match name, args:
        case "rem", (value, modulus):
            return value % abs(modulus) if modulus else value
        case "gcd", (first, second):
            return Fraction(math.gcd(int(first), int(second)))
        case "factorial", (value,) if 0 <= value <= 60:
            return Fraction(math.factorial(int(value)))
        case _:
            raise NoValueError(name)


def holds(formula: Formula, point: Valuation, samples: Mapping[str, tuple[Fraction, ...]]) -> bool:
    """Whether a formula holds; quantifiers range over the samples of their type.

    Raises:
        NoValueError: some term has no value.
    """
    match formula:
        case Compare():
            return _compare(formula, point)
        case Holds(name=name, args=args):
            values = (value_of(a, point, _kind(a, point)) for a in args)
            return _predicate(name, tuple(rational(value) for value in values))
        case Not(part=part):
            return not holds(part, point, samples)
        case Joined(connective=connective, parts=parts):
            return _joined(connective, parts, point, samples)
        case Quantified():
            return _quantified(formula, point, samples)
        case _:
            assert_never(formula)


def _joined(
    connective: str,
    parts: tuple[Formula, ...],
    point: Valuation,
    samples: Mapping[str, tuple[Fraction, ...]],
) -> bool:
    match connective:
        case "and":
            return all(holds(part, point, samples) for part in parts)
        case "or":
            return any(holds(part, point, samples) for part in parts)
        case "implies":
            return not holds(parts[0], point, samples) or holds(parts[1], point, samples)
        case _:
            return holds(parts[0], point, samples) == holds(parts[1], point, samples)


def _quantified(
    formula: Quantified, point: Valuation, samples: Mapping[str, tuple[Fraction, ...]]
) -> bool:
    if len(formula.names) > 3 or "→" in formula.type:
        raise NoValueError("too many bound names")
    kind = _scalar(formula.type) if formula.type else "Rat"
    pool = samples.get(kind, ())[: (40, 12, 6)[len(formula.names) - 1]]
    for values in _tuples(pool, len(formula.names)):
        truth = holds(formula.body, point.bind(formula.names, kind, values), samples)
        if truth != (formula.quantifier == "∀"):
            return truth
    return formula.quantifier == "∀"


def _tuples(pool: tuple[Fraction, ...], size: int) -> list[tuple[Fraction, ...]]:
    found: list[tuple[Fraction, ...]] = [()]
    for _ in range(size):
        found = [(*head, value) for head in found for value in pool]
    return found


def _compare(formula: Compare, point: Valuation) -> bool:
    kind = max(_kind(formula.left, point), _kind(formula.right, point), key=_ORDER.index)
    left, right = value_of(formula.left, point, kind), value_of(formula.right, point, kind)
    match formula.relation:
        case Relation.EQ:
            return left == right
        case Relation.NE:
            return left != right
        case Relation.LT:
            return left < right
        case Relation.LE:
            return left <= right
        case Relation.GT:
            return left > right
        case Relation.GE:
            return left >= right
        case Relation.DIVIDES:
            return _divides(left, right)
        case Relation.CONGRUENT if formula.modulus is not None:
            return _divides(value_of(formula.modulus, point, kind), left - right)
        case Relation.NOT_CONGRUENT if formula.modulus is not None:
            return not _divides(value_of(formula.modulus, point, kind), left - right)
        case _:
            raise NoValueError(formula.relation)


def _divides(divisor: Number, value: Number) -> bool:
    return rational(value) % rational(divisor) == 0 if divisor != 0 else value == 0


def _predicate(name: str, args: tuple[Fraction, ...]) -> bool:
    match name, args:
        case "True", ():
            return True
        case "False", ():
            return False
        case "Even", (value,):
            return value % 2 == 0
        case "Odd", (value,):
            return value % 2 == 1
        case "Nat.Prime", (value,) if value <= 10_000:
            number = int(value)
            return number >= 2 and all(number % d for d in range(2, math.isqrt(number) + 1))
        case _:
            raise NoValueError(name)


def kind_of(node: Expr, point: Valuation) -> str:
    """The type whose operations a term uses."""
    return _kind(node, point)
