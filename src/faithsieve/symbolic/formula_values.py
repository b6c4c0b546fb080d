"""Whether a Lean formula holds at a point, to find counterexamples by trying (paper app. C.3).

Only a proposal: Lean checks every witness. So the treatment of quantifiers may be rough (a few
values stand for all). Operations that Lean truncates are written as such first, by the types of
their letters; then the evaluator of the proof's own formulas gives the values.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product

from flint import fmpz

from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at
from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Div,
    Expr,
    Neg,
    Num,
    Pow,
    Relation,
    Root,
    Sym,
    children,
    rebuild,
)
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Holds,
    Joined,
    Not,
    Quantified,
    rebuild_formula,
    terms_of,
)
from faithsieve.symbolic.separation import relation_holds

_ORDER = ("Nat", "Int", "Rat")
_NAMES = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat"}
Samples = Mapping[str, tuple[Fraction, ...]]


def _scalar(kind: str) -> str:
    return _NAMES.get(kind, kind if kind in _ORDER else "Rat")


def _kind(node: Expr, types: Mapping[str, str]) -> str:
    """The widest type among the letters of a term."""
    match node:
        case Num():
            return "Nat"
        case Sym(name=name):
            return _scalar(types.get(name, "Rat"))
        case Root():
            return "Rat"
        case Pow(base=base):
            return _kind(base, types)
        case Neg(arg=arg):
            return _widest([_kind(arg, types), "Int"])
    parts = children(node)
    if isinstance(node, Add):
        # A term that is subtracted does not leave the natural numbers; a sign in front does.
        parts = (*parts[:1], *(p.arg if isinstance(p, Neg) else p for p in parts[1:]))
    return _widest(_kind(part, types) for part in parts)


def _widest(kinds: Iterable[str]) -> str:
    return max(kinds, key=_ORDER.index, default="Rat")


def _typed(node: Expr, kind: str) -> Expr:
    """The term with subtraction and division of the type written as functions."""
    match node:
        case Add(terms=(first, *rest)) if kind == "Nat":
            total = _typed(first, kind)
            for term in rest:
                if isinstance(term, Neg):
                    total = Call("monus", (total, _typed(term.arg, kind)))
                else:
                    total = Add((total, _typed(term, kind)))
            return total
        case Div(numerator=upper, denominator=lower) if kind != "Rat":
            return Call("quotient", (_typed(upper, kind), _typed(lower, kind)))
        case Pow(base=base, exponent=exponent):
            return Pow(_typed(base, kind), _typed(exponent, "Nat"))
        case _:
            return rebuild(node, partial(_typed, kind=kind))


def typed_formula(formula: Formula, types: Mapping[str, str]) -> Formula:
    """The formula with the operations of its letters' types."""
    if isinstance(formula, Quantified):
        types = {**types, **dict.fromkeys(formula.names, formula.type or "Rat")}
    kind = _widest(_kind(side, types) for side in terms_of(formula)[:2])
    return rebuild_formula(
        formula, lambda part: typed_formula(part, types), lambda term: _typed(term, kind)
    )


def holds(formula: Formula, point: Point, samples: Samples) -> bool:
    """Whether a typed formula holds; quantifiers range over the samples of their type.

    Raises:
        NoValueError: some term has no value.
    """
    match formula:
        case Compare():
            return _compare(formula, point)
        case Holds(name=name, args=args):
            return _predicate(name, tuple(rational_at(arg, point) for arg in args))
        case Not(part=part):
            return not holds(part, point, samples)
        case Joined(connective=connective, parts=parts):
            # Lazily: what a condition excludes need not have a value.
            truths = (holds(part, point, samples) for part in parts)
            match connective:
                case "and":
                    return all(truths)
                case "or":
                    return any(truths)
                case "implies":
                    return not next(truths) or next(truths)
                case _:
                    return next(truths) == next(truths)
        case Quantified():
            return _quantified(formula, point, samples)


def _quantified(formula: Quantified, point: Point, samples: Samples) -> bool:
    if len(formula.names) > 3 or "→" in formula.type:
        raise NoValueError("too many bound names")
    pool = samples[_scalar(formula.type)][: (40, 12, 6)[len(formula.names) - 1]]
    truths = (
        holds(formula.body, {**point, **dict(zip(formula.names, values, strict=True))}, samples)
        for values in product(pool, repeat=len(formula.names))
    )
    return all(truths) if formula.quantifier == "∀" else any(truths)


def _compare(formula: Compare, point: Point) -> bool:
    left, relation, right = formula.left, formula.relation, formula.right
    if relation is Relation.DIVIDES:
        return _divides(rational_at(left, point), rational_at(right, point))
    if formula.modulus is not None:
        gap = rational_at(left, point) - rational_at(right, point)
        same = _divides(rational_at(formula.modulus, point), gap)
        return same != (relation is Relation.NOT_CONGRUENT)
    truth = relation_holds(left, relation, right, point)
    if truth is None:
        raise NoValueError(relation)
    return truth


def _divides(divisor: Fraction, value: Fraction) -> bool:
    return value % divisor == 0 if divisor else value == 0


def _predicate(name: str, args: tuple[Fraction, ...]) -> bool:
    match name, args:
        case "True" | "False", ():
            return name == "True"
        case "Even" | "Odd", (value,):
            return value % 2 == (name == "Odd")
        case "Nat.Prime", (value,) if 0 <= value <= 10_000:
            return bool(fmpz(int(value)).is_prime())
        case _:
            raise NoValueError(name)
