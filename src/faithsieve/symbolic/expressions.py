"""Mathematics after reading: one frozen tree for numbers, algebra and relation chains.

The grammar of the cheap arithmetic checker (paper app. C.1) and that of the symbolic checks is the
same, so both work on these nodes; a checker that understands fewer nodes says which one stopped it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Span(NamedTuple):
    """Half-open character range in the source text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Num:
    """A numeral; decimals are exact rationals, never floats."""

    value: Fraction
    span: Span = field(default=Span(0, 0), compare=False, kw_only=True)
    """Where it stood, so that checks can see how it was written."""


@dataclass(frozen=True, slots=True)
class Sym:
    """A letter with its decorations and subscript, such as ``x``, ``a_{1}`` or ``AB``."""

    name: str


@dataclass(frozen=True, slots=True)
class Neg:
    arg: "Expr"


@dataclass(frozen=True, slots=True)
class Add:
    """A sum of two or more terms; a difference is a sum with a :class:`Neg`."""

    terms: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Mul:
    factors: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Div:
    numerator: "Expr"
    denominator: "Expr"
    obelus: bool = False
    """Written with the division sign, which proofs also use for quotient and remainder."""


@dataclass(frozen=True, slots=True)
class Pow:
    base: "Expr"
    exponent: "Expr"


@dataclass(frozen=True, slots=True)
class Root:
    arg: "Expr"
    degree: "Expr"


@dataclass(frozen=True, slots=True)
class Call:
    """A function with a fixed meaning: sin, log, abs, floor, factorial, degree and the like."""

    name: str
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Apply:
    """A function that the proof itself introduces, such as ``f(x)``."""

    name: str
    args: tuple["Expr", ...]


Expr = Num | Sym | Neg | Add | Mul | Div | Pow | Root | Call | Apply
_NO_EXPRESSION = (str, bool, Fraction)
"""What the nodes hold beside expressions and tuples of them."""
ONE, TWO = Num(Fraction(1)), Num(Fraction(2))


class Relation(StrEnum):
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
    IMPLIES = "⇒"
    """An arrow between two formulas."""
    OTHER = "other"
    """A relation this grammar only recognises as a separator: membership, similarity, …"""


DIVISIBILITY = frozenset({Relation.DIVIDES, Relation.NOT_DIVIDES})
CONGRUENCE = frozenset({Relation.CONGRUENT, Relation.NOT_CONGRUENT})
CONSTANTS = frozenset({"\\pi"})
"""Letters that are numbers."""
TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the reader answers when it is not sure."""

    reason: str
    """What is wrong, in a word or two."""
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
        sides = (*self.sides, self.modulus)
        return next((side for side in sides if isinstance(side, Refusal)), None)

    @property
    def read_sides(self) -> tuple[Expr, ...]:
        return tuple(side for side in self.sides if not isinstance(side, Refusal))


def product_of(left: Expr, right: Expr) -> Mul:
    """A product one factor longer."""
    return Mul((*(left.factors if isinstance(left, Mul) else (left,)), right))


def children(node: Expr) -> tuple[Expr, ...]:
    found: list[Expr] = []
    for name in node.__match_args__:
        part = getattr(node, name)
        if isinstance(part, tuple):
            found += part
        elif not isinstance(part, _NO_EXPRESSION):
            found.append(part)
    return tuple(found)


def walk(*nodes: Expr) -> Iterator[Expr]:
    """All nodes of some expressions, the outermost first."""
    stack = [*reversed(nodes)]
    while stack:
        current = stack.pop()
        yield current
        stack += reversed(children(current))


def symbols(*nodes: Expr) -> frozenset[str]:
    """Names of all letters in some expressions."""
    return frozenset(part.name for part in walk(*nodes) if isinstance(part, Sym))


def calls(*nodes: Expr) -> frozenset[str]:
    """Names of the functions with a fixed meaning that occur in some expressions."""
    return frozenset(part.name for part in walk(*nodes) if isinstance(part, Call))
