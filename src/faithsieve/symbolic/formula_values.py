"""Whether a Lean formula holds at a point, to find counterexamples by trying (paper app. C.3).

Only a proposal: Lean checks every witness. So the treatment of quantifiers may be rough (a few
values stand for all). Operations that Lean truncates are written as such first, by the types of
their letters; then the evaluator of the proof's own formulas gives the values.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import assert_never

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
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.symbolic.separation import relation_holds

_ORDER = ("Nat", "Int", "Rat")
_NAMES = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat"}
Samples = Mapping[str, tuple[Fraction, ...]]


def _scalar(kind: str) -> str:
    return _NAMES.get(kind, kind if kind in _ORDER else "Rat")


def _kind(node: Expr, types: Mapping[str, str]) -> str:
    """The widest type among the letters of a term."""
    parts: tuple[Expr, ...]
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
        case Add(terms=terms):
            # A term that is subtracted does not leave the natural numbers; a sign in front does.
            parts = (*terms[:1], *(p.arg if isinstance(p, Neg) else p for p in terms[1:]))
        case _:
            parts = children(node)
    return _widest([_kind(part, types) for part in parts])


def _widest(kinds: list[str]) -> str:
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
    match formula:
        case Compare(left=left, right=right, modulus=modulus):
            kind = _widest([_kind(side, types) for side in (left, right)])
            base = _typed(modulus, kind) if modulus is not None else None
            return Compare(formula.relation, _typed(left, kind), _typed(right, kind), base)
        case Holds(name=name, args=args):
            return Holds(name, tuple(_typed(arg, _kind(arg, types)) for arg in args))
        case Not(part=part):
            return Not(typed_formula(part, types))
        case Joined(connective=connective, parts=parts):
            return Joined(connective, tuple(typed_formula(part, types) for part in parts))
        case Quantified(names=names, type=kind, body=body):
            inner = {**types, **dict.fromkeys(names, kind or "Rat")}
            return Quantified(formula.quantifier, names, kind, typed_formula(body, inner))


def map_terms(formula: Formula, change: Callable[[Expr], Expr]) -> Formula:
    """The formula with every term changed."""
    match formula:
        case Compare(relation=relation, left=left, right=right, modulus=modulus):
            base = change(modulus) if modulus is not None else None
            return Compare(relation, change(left), change(right), base)
        case Holds(name=name, args=args):
            return Holds(name, tuple(map(change, args)))
        case Not(part=part):
            return Not(map_terms(part, change))
        case Joined(connective=connective, parts=parts):
            return Joined(connective, tuple(map_terms(part, change) for part in parts))
        case Quantified(quantifier=quantifier, names=names, type=kind, body=body):
            return Quantified(quantifier, names, kind, map_terms(body, change))


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
        case Joined(connective="and", parts=parts):
            return all(holds(part, point, samples) for part in parts)
        case Joined(connective="or", parts=parts):
            return any(holds(part, point, samples) for part in parts)
        case Joined(connective="implies", parts=(condition, body)):
            return not holds(condition, point, samples) or holds(body, point, samples)
        case Joined(parts=parts):
            return holds(parts[0], point, samples) == holds(parts[1], point, samples)
        case Quantified():
            return _quantified(formula, point, samples)
        case _:
            assert_never(formula)


def _quantified(formula: Quantified, point: Point, samples: Samples) -> bool:
    if len(formula.names) > 3 or "→" in formula.type:
        raise NoValueError("too many bound names")
    pool = samples[_scalar(formula.type)][: (40, 12, 6)[len(formula.names) - 1]]
    for values in product(pool, repeat=len(formula.names)):
        truth = holds(formula.body, point.bind(formula.names, values), samples)
        if truth != (formula.quantifier == "∀"):
            return truth
    return formula.quantifier == "∀"


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
