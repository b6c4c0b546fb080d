"""Formulas about numbers, read from Lean's elaborated terms, and their truth at a point.

The driver writes a term as a tree in JSON (``lean/driver/5_statements.lean``), so that no Lean text
is parsed here and nobody guesses what a symbol means. Reading is for search only: what cannot be
read is left alone, and every point that search proposes goes back to Lean.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpz

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at, relation_holds

_MAX_DEPTH = 60


class _UnreadableError(Exception):
    """The term is about something else than numbers."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A relation between two terms."""

    relation: ex.Relation
    left: ex.Expr
    right: ex.Expr
    modulus: ex.Expr | None = None


@dataclass(frozen=True, slots=True)
class Holds:
    """A named predicate of terms: ``Even n``, ``Nat.Prime p``, ``True``, ``False``."""

    name: str
    args: tuple[ex.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """A denial."""

    part: "Formula"


@dataclass(frozen=True, slots=True)
class Joined:
    """Formulas under one connective: ``and``, ``or``, ``implies`` or ``iff``."""

    connective: str
    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """``∀`` or ``∃`` over one name."""

    quantifier: str
    name: str
    type: str
    body: "Formula"


Formula = Compare | Holds | Not | Joined | Quantified

_RELATIONS = {
    **{"Eq": "=", "Ne": "≠", "LT.lt": "<", "LE.le": "≤", "GT.gt": ">", "GE.ge": "≥"},
    "Dvd.dvd": "∣",
}
_CONNECTIVES = {"And": "and", "Or": "or", "Iff": "iff"}
_PREDICATES = frozenset({"Even", "Odd", "Nat.Prime", "True", "False"})
_CASTS = ("Nat.cast", "Int.cast", "NatCast.natCast", "IntCast.intCast", "Int.ofNat")
_FUNCTIONS = {
    **{"HMod.hMod": "rem", "Nat.gcd": "gcd", "Nat.lcm": "lcm", "abs": "abs"},
    **{"Nat.factorial": "factorial", "Nat.choose": "binom"},
}
_SUMS = {"sumFrom": "sum", "prodFrom": "prod"}
_UNARY: dict[str, Callable[[ex.Expr], ex.Expr]] = {
    **dict.fromkeys(_CASTS, lambda a: a),
    **dict.fromkeys(("sqrt", "Real.sqrt"), lambda a: ex.Root(a, ex.TWO)),
    "Neg.neg": ex.Neg,
    "Inv.inv": lambda a: ex.Div(ex.ONE, a),
    "Nat.succ": lambda a: ex.Add((a, ex.ONE)),
}
_BINARY: dict[str, Callable[[ex.Expr, ex.Expr], ex.Expr]] = {
    # Minus and slash mean what they mean on paper: a point that fails only because Lean cuts off at
    # 0 says nothing about the claim.
    "HAdd.hAdd": lambda a, b: ex.Add((a, b)),
    "HSub.hSub": lambda a, b: ex.Add((a, ex.Neg(b))),
    "HMul.hMul": ex.product_of,
    "HDiv.hDiv": ex.Div,
    "HPow.hPow": ex.Pow,
}


def read_formula(tree: str) -> Formula | None:
    """Read a proposition that the driver wrote; None when it is about something else."""
    try:
        return _formula(json.loads(tree), _MAX_DEPTH) if tree else None
    except _UnreadableError:
        return None


def type_name(tree: str) -> str:
    """Write a plain type that the driver wrote, such as ``Nat → R``; empty for any other."""
    try:
        return _type(json.loads(tree)) if tree else ""
    except _UnreadableError:
        return ""


def _type(node: Any) -> str:
    match node:
        case str(name):
            return name
        case [str(name), ""] if name != "@":
            return name
        case ["∀", _, domain, body]:
            return f"{_type(domain)} → {_type(body)}"
        case _:
            raise _UnreadableError


def _formula(node: Any, depth: int) -> Formula:
    if not depth:
        raise _UnreadableError
    match node:
        case ["∀", _, [str(head), _, *_] as domain, body] if _is_claim(head):
            return Joined("implies", (_formula(domain, depth - 1), _formula(body, depth - 1)))
        case ["∀", str(name), domain, body] | ["Exists", _, ["λ", str(name), domain, body]]:
            sign = "∀" if node[0] == "∀" else "∃"
            return Quantified(sign, name, _type(domain), _formula(body, depth - 1))
        case ["Not", _, part]:
            return Not(_formula(part, depth - 1))
        case [str(head), _, left, right] if head in _CONNECTIVES:
            return Joined(
                _CONNECTIVES[head], (_formula(left, depth - 1), _formula(right, depth - 1))
            )
        case [str(head), _, left, right] if head in _RELATIONS:
            sides = (_term(left, depth - 1), _term(right, depth - 1))
            return Compare(ex.Relation(_RELATIONS[head]), *sides)
        case ["Nat.ModEq" | "Int.ModEq", _, modulus, left, right]:
            left, right, modulus = (_term(part, depth - 1) for part in (left, right, modulus))
            return Compare(ex.Relation.CONGRUENT, left, right, modulus)
        case [str(head), _, *args] if head in _PREDICATES:
            return Holds(head, tuple(_term(arg, depth - 1) for arg in args))
        case _:
            raise _UnreadableError


def _is_claim(head: str) -> bool:
    names = {"∀", "Not", "Exists", "Nat.ModEq", "Int.ModEq"}
    return head in _RELATIONS or head in _CONNECTIVES or head in _PREDICATES or head in names


def _term(node: Any, depth: int) -> ex.Expr:
    if not depth:
        raise _UnreadableError
    match node:
        case int(value):
            return ex.Num(Fraction(value))
        case str(name):
            return ex.Sym(name)
        case [str(head), _, ["λ", str(index), _, body], first, count] if head in _SUMS:
            lower = _term(first, depth - 1)
            upper = ex.Add((lower, _term(count, depth - 1), ex.Neg(ex.ONE)))
            return ex.BigOp(_SUMS[head], index, lower, upper, _term(body, depth - 1))
        case ["@", _, str(function), *args]:
            return ex.Apply(function, tuple(_term(arg, depth - 1) for arg in args))
        case [str(head), _, *args]:
            return _applied(head, tuple(_term(arg, depth - 1) for arg in args))
        case _:
            raise _UnreadableError


def _applied(head: str, args: tuple[ex.Expr, ...]) -> ex.Expr:
    if head in _FUNCTIONS:
        return ex.Call(_FUNCTIONS[head], args)
    if head in _UNARY and len(args) == 1:
        return _UNARY[head](*args)
    if head in _BINARY and len(args) == 2:
        return _BINARY[head](*args)
    raise _UnreadableError


def subformulas(formula: Formula) -> tuple[Formula, ...]:
    """Return the direct parts of a formula that are formulas."""
    match formula:
        case Not(part=part) | Quantified(body=part):
            return (part,)
        case Joined(parts=parts):
            return parts
        case _:
            return ()


def terms_of(formula: Formula) -> tuple[ex.Expr, ...]:
    """Return the terms of a formula without parts."""
    match formula:
        case Compare(left=left, right=right, modulus=modulus):
            return (left, right) if modulus is None else (left, right, modulus)
        case Holds(args=args):
            return args
        case _:
            return ()


def map_terms(formula: Formula, change: Callable[[ex.Expr], ex.Expr]) -> Formula:
    """Return the same formula with all its terms changed."""
    match formula:
        case Compare(relation=relation):
            return Compare(relation, *map(change, terms_of(formula)))
        case Holds(name=name, args=args):
            return Holds(name, tuple(map(change, args)))
        case Not(part=part):
            return Not(map_terms(part, change))
        case Joined(connective=connective, parts=parts):
            return Joined(connective, tuple(map_terms(part, change) for part in parts))
        case Quantified(body=body):
            return replace(formula, body=map_terms(body, change))


def free_names(formula: Formula) -> frozenset[str]:
    """Return letters that stand free in a formula; applied functions are not among them."""
    bound = {formula.name} if isinstance(formula, Quantified) else set()
    inner = (free_names(part) for part in subformulas(formula))
    return ex.symbols(*terms_of(formula)).union(*inner) - bound


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Return the parts of a conjunction, or the formula alone."""
    if isinstance(formula, Joined) and formula.connective == "and":
        return tuple(piece for part in formula.parts for piece in conjuncts(part))
    return (formula,)


def has_quantifier(formula: Formula) -> bool:
    """Return whether a formula has a quantifier."""
    return isinstance(formula, Quantified) or any(map(has_quantifier, subformulas(formula)))


Samples = Mapping[str, tuple[Fraction, ...]]
"""Values that stand for all of a type; ``Rat`` has those of any other."""
_MOST_SAMPLES = (40, 12, 6)
"""For a quantifier, for one inside another, and so on."""


def holds(formula: Formula, point: Point, samples: Samples, depth: int = 0) -> bool:
    """Return whether a formula holds; quantifiers range over the samples of their type.

    Raises:
        NoValueError: some term has no value.
    """
    match formula:
        case Compare(relation=relation, left=left, right=right, modulus=modulus):
            truth = relation_holds(left, relation, right, point, modulus)
            if truth is None:
                raise NoValueError(relation)
            return truth
        case Holds(name=name, args=args):
            return _predicate(name, tuple(rational_at(arg, point) for arg in args))
        case Not(part=part):
            return not holds(part, point, samples, depth)
        case Joined(connective=connective, parts=parts):
            # Lazily: what a condition excludes need not have a value.
            truths = (holds(part, point, samples, depth) for part in parts)
            if connective in ("and", "or"):
                return all(truths) if connective == "and" else any(truths)
            first = next(truths)
            return not first or next(truths) if connective == "implies" else first == next(truths)
        case Quantified(quantifier=sign, name=name, type=kind, body=body):
            if depth >= len(_MOST_SAMPLES) or "→" in kind:
                raise NoValueError("too many bound names")
            pool = samples.get(kind, samples["Rat"])[: _MOST_SAMPLES[depth]]
            inside = (holds(body, {**point, name: value}, samples, depth + 1) for value in pool)
            return all(inside) if sign == "∀" else any(inside)


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
