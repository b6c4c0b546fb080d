"""Relations as links between two sides, and the names of sides (app. B.1).

A side is named by its parsed form where the strict reader can read it, else by its normalised text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from faithsieve.symbolic.expressions import Add, Div, Expr, Mul, Num, Refusal, children
from faithsieve.symbolic.parser import parse_chain

FUNCTIONS = frozenset(
    {"sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "exp", "gcd", "lcm", "max", "min"}
    | {"lim", "sup", "inf", "det", "dim", "ker", "deg", "span", "sqrt", "rank"}
)
"""Functions that texts write with and without a backslash."""
FUNCTION = re.compile(rf"(?<![A-Za-z\\])\\?({'|'.join(sorted(FUNCTIONS))})")
_MIRRORED = {">": "<", "≥": "≤", "⋮": "∣", "⊇": "⊆", "⊃": "⊂"}
MIRROR = _MIRRORED | {back: sign for sign, back in _MIRRORED.items()}
"""Sign → the sign that says the same from right to left."""
_SYMMETRIC = frozenset("=≠≡≢≈∥⊥≅∼")
_CAPITAL = re.compile(r"name='[A-Z]'")
_LONGEST_PARSED = 400
_FRACTION = re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}")
_LAYOUT = re.compile(r"[\\(){}\[\]⦃⦄*]")


class Link(NamedTuple):
    """One relation between two sides, as normalised text."""

    left: str
    relation: str
    right: str
    modulus: str = ""
    """Of a congruence that names it; in ``a ≡ b ≡ c (mod m)`` it belongs to every link."""

    def __str__(self) -> str:
        modulus = f" (mod {self.modulus})" if self.modulus else ""
        return f"{self.left} {self.relation} {self.right}{modulus}"


def oriented(link: Link) -> Link:
    """The same link, always read in one direction."""
    left, relation, right, modulus = link
    if relation in _MIRRORED:
        return Link(right, _MIRRORED[relation], left)
    if relation in _SYMMETRIC and right < left:
        return Link(right, relation, left, modulus)
    return link


@lru_cache(maxsize=4096)
def _parsed_side(side: str) -> str | None:
    """The parsed form of a side as text, or None where the strict reader refuses."""
    if len(side) > _LONGEST_PARSED:
        return None
    latex = FUNCTION.sub(r"\\\1 ", side.replace("*", r"\cdot ").replace("°", r"^\circ "))
    tree = parse_chain(latex, latex=True)
    if tree.relations or isinstance(tree.sides[0], Refusal):
        return None
    return _canonical(tree.sides[0])


def _canonical(node: Expr) -> str:
    """Write a tree so that the order of terms, and of factors that are no matrices, is lost."""
    if isinstance(node, Mul | Div):
        return _product(list(_factors(node)))
    parts = [_canonical(child) for child in children(node)]
    if isinstance(node, Add):
        return f"Add({','.join(sorted(parts))})"
    if not parts:
        return repr(node).replace(f"span={node.span!r}", "")
    label = getattr(node, "name", "") or getattr(node, "kind", "")
    return f"{type(node).__name__}:{label}({','.join(parts)})"


def _factors(node: Expr) -> Iterator[str]:
    """The factors of a product and the reciprocals of what divides it: ``ab/3`` is ``(1/3)ab``."""
    if isinstance(node, Mul):
        for factor in node.factors:
            yield from _factors(factor)
    elif isinstance(node, Div):
        yield from _factors(node.numerator)
        yield from (f"1/{factor}" for factor in _factors(node.denominator))
    elif not (isinstance(node, Num) and node.value == 1):
        yield _canonical(node)


def _product(factors: list[str]) -> str:
    if len(factors) == 1:
        return factors[0]
    return f"Mul({','.join(factors if _are_matrices(factors) else sorted(factors))})"


def _are_matrices(factors: list[str]) -> bool:
    """Capital letters name matrices, maps and group elements; their order is content."""
    return sum(_CAPITAL.search(factor) is not None for factor in factors) > 1


def name(side: str) -> str:
    """One name for all spellings of a side that the strict reader reads as the same."""
    return (_parsed_side(side) or side) if side else ""


def is_read(side: str) -> bool:
    """Whether the strict reader can read a side."""
    return _parsed_side(side) is not None


@lru_cache(maxsize=4096)
def bare(side: str) -> str:
    """A side without brackets, with fractions as plain text writes them."""
    before = ""
    while side != before and len(side) <= _LONGEST_PARSED:
        before, side = side, _FRACTION.sub(r"\1/\2", side)
    return _LAYOUT.sub("", side.replace("√", "sqrt"))
