"""Mathematics after reading: one frozen tree for numbers, algebra and relation chains.

The grammar of the cheap arithmetic checker (paper app. C.1) and that of the symbolic checks is the
same, so both work on these nodes; a checker that understands fewer nodes says which one stopped it.
Every node knows where it stood in the source text; positions never take part in comparisons.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Span(NamedTuple):
    """Half-open character range in the source text."""

    start: int
    """First character."""
    end: int
    """One past the last character."""


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """The base of all expressions."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)
    """Where the node stood in the source text."""


@dataclass(frozen=True, slots=True)
class Num(Node):
    """A numeral; decimals are exact rationals, never floats."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Sym(Node):
    """A letter with its decorations and subscript, such as ``x``, ``a_{1}`` or ``AB``."""

    name: str


@dataclass(frozen=True, slots=True)
class Neg(Node):
    """Minus something."""

    arg: "Expr"


@dataclass(frozen=True, slots=True)
class Add(Node):
    """A sum of two or more terms; a difference is a sum with a :class:`Neg`."""

    terms: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Mul(Node):
    """A product of two or more factors."""

    factors: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Div(Node):
    """A quotient, written as a fraction or with a slash."""

    numerator: "Expr"
    denominator: "Expr"
    obelus: bool = False
    """Written with the division sign, which proofs also use for quotient and remainder."""


@dataclass(frozen=True, slots=True)
class Pow(Node):
    """A power."""

    base: "Expr"
    exponent: "Expr"


@dataclass(frozen=True, slots=True)
class Root(Node):
    """The root of the given degree; 2 when none is written."""

    arg: "Expr"
    degree: "Expr"


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function with a fixed meaning: sin, log, abs, floor, factorial, degree and the like."""

    name: str
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A function that the proof itself introduces, such as ``f(x)``."""

    name: str
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class BigOp(Node):
    """A sum or product over an index with written bounds."""

    kind: str
    """``sum`` or ``prod``."""
    index: str
    lower: "Expr"
    upper: "Expr"
    body: "Expr"


Expr = Num | Sym | Neg | Add | Mul | Div | Pow | Root | Call | Apply | BigOp


class Relation(StrEnum):
    """How two sides of a chain are related."""

    EQ = "="
    NE = "≠"
    LT = "<"
    LE = "≤"
    GT = ">"
    GE = "≥"
    APPROX = "≈"
    CONGRUENT = "≡"
    NOT_CONGRUENT = "≢"
    DIVIDES = "∣"
    NOT_DIVIDES = "∤"
    DEFINES = ":="
    OTHER = "other"
    """A relation this grammar only recognises as a separator: membership, similarity, …"""


class RefusalReason(StrEnum):
    """Why the reader would not say what a text means."""

    EMPTY = "empty"
    UNKNOWN_CHARACTER = "unknown character"
    UNKNOWN_COMMAND = "unknown command"
    WORDS = "words"
    ELLIPSIS = "ellipsis"
    PLUS_MINUS = "plus-minus"
    COMMA = "comma"
    ADJACENT_NUMERAL = "adjacent numeral"
    MIXED_NUMBER = "mixed number"
    AMBIGUOUS_SLASH = "ambiguous slash"
    AMBIGUOUS_EXPONENT = "ambiguous exponent"
    AMBIGUOUS_ARGUMENT = "ambiguous argument"
    AMBIGUOUS_SIGN = "ambiguous sign"
    AMBIGUOUS_BANG = "ambiguous factorial or inequality"
    AMBIGUOUS_BARS = "ambiguous bars"
    BASE_NOTATION = "base notation"
    NUMERAL_FORM = "numeral form"
    DECORATION = "decoration"
    QUANTIFIER = "quantifier"
    SET_OR_TUPLE = "set or tuple"
    MODULUS = "modulus"
    UNBALANCED = "unbalanced brackets"
    TOO_LONG = "too long"
    TOO_DEEP = "too deep"
    SYNTAX = "syntax"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the reader answers when it is not sure."""

    reason: RefusalReason
    detail: str
    """The characters that stopped it, shortened."""
    span: Span


Side = Expr | Refusal


@dataclass(frozen=True, slots=True)
class Chain:
    """Sides joined by relations: ``sides[i] relations[i] sides[i + 1]``."""

    sides: tuple[Side, ...]
    side_spans: tuple[Span, ...]
    relations: tuple[Relation, ...]
    modulus: Side | None
    """What stands in ``(mod …)`` after the last side, if anything."""
    span: Span

    def first_refusal(self) -> Refusal | None:
        """The leftmost side that could not be read."""
        sides = (*self.sides, self.modulus) if self.modulus is not None else self.sides
        return next((side for side in sides if isinstance(side, Refusal)), None)


def children(node: Expr) -> tuple[Expr, ...]:
    """The direct subexpressions, in reading order."""
    match node:
        case Num() | Sym():
            return ()
        case Neg(arg=arg):
            return (arg,)
        case Add(terms=parts) | Mul(factors=parts) | Call(args=parts) | Apply(args=parts):
            return parts
        case Div(numerator=first, denominator=second) | Pow(base=first, exponent=second):
            return (first, second)
        case Root(arg=first, degree=second):
            return (first, second)
        case BigOp(lower=lower, upper=upper, body=body):
            return (lower, upper, body)


def rebuild(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with every direct child changed; spans are kept."""
    match node:
        case Num() | Sym():
            return node
        case Neg(arg=arg):
            return replace(node, arg=change(arg))
        case Add(terms=terms):
            return replace(node, terms=tuple(map(change, terms)))
        case Mul(factors=factors):
            return replace(node, factors=tuple(map(change, factors)))
        case Div(numerator=upper, denominator=lower):
            return replace(node, numerator=change(upper), denominator=change(lower))
        case Pow(base=base, exponent=exponent):
            return replace(node, base=change(base), exponent=change(exponent))
        case Root(arg=arg, degree=degree):
            return replace(node, arg=change(arg), degree=change(degree))
        case Call(args=args) | Apply(args=args):
            return replace(node, args=tuple(map(change, args)))
        case BigOp(lower=lower, upper=upper, body=body):
            return replace(node, lower=change(lower), upper=change(upper), body=change(body))


def put(node: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace letters by expressions; an index of a sum hides the letter of its name."""
    if isinstance(node, Sym):
        return values.get(node.name, node)
    if isinstance(node, BigOp) and node.index in values:
        values = {name: value for name, value in values.items() if name != node.index}
    return rebuild(node, lambda child: put(child, values))


def walk(node: Expr) -> Iterator[Expr]:
    """All nodes, the outermost first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def symbols(node: Expr) -> frozenset[str]:
    """Names of all letters that stand free in the expression."""
    match node:
        case Sym(name=name):
            return frozenset({name})
        case BigOp(index=index, lower=lower, upper=upper, body=body):
            return symbols(lower) | symbols(upper) | (symbols(body) - {index})
        case _:
            return frozenset().union(*(symbols(child) for child in children(node)))
