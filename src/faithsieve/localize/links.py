"""Relations as links between two sides, and when two of them say the same (app. B.1).

Sides are compared as parsed mathematics where the strict reader can read both, else as normalised
text, and where that fails without brackets and layout, because then nobody could decide.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
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
_MIRROR = _MIRRORED | {back: sign for sign, back in _MIRRORED.items()}
_SYMMETRIC = frozenset("=≠≡≢≈∥⊥≅∼")
_CAPITAL = re.compile(r"name='[A-Z]'")
_LONGEST_PARSED = 400
_FRACTION = re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}")
_LAYOUT = re.compile(r"[\\(){}\[\]⦃⦄*]")

_LIMIT = re.compile(r"lim(?:_\{[^{}]*\}|_\w)?(.+)")
_ANY_MODULUS = "?"


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


def missing_links(wanted: Iterable[Link], given: Iterable[Link]) -> tuple[Link, ...]:
    """The wanted links that are not among the given ones.

    Sides that the given links call equal count as the same, because ``a = b < c`` may be told as
    ``a = b`` and ``a < c``. A congruence whose modulus only one of the two names counts as the
    same; the modulus is a number, and numbers are compared by themselves. A link whose left side is
    open ("is at most 5") fits every link with its right side, and is not wanted itself.
    """
    given = tuple(given)
    written = _with_open_moduli(oriented(link) for link in given)
    left_over = [link for link in wanted if link.left and not _is_among(oriented(link), written)]
    if not left_over:
        return ()
    groups = _equal_sides(given)
    known = _with_open_moduli(_up_to_equals(link, groups) for link in given)
    unknown = [
        link
        for link in left_over
        if not _is_known(_up_to_equals(link, groups), known)
        and not _is_half_known(link, known, groups)
        and not _is_congruent(link, given)
    ]
    if not unknown:
        return ()
    loosely, limits = _Loosely(given), set(map(_as_limit, given))
    return tuple(
        link for link in unknown if not loosely.may_have(link) and _as_limit(link) not in limits
    )


def _is_known(link: Link, known: set[Link]) -> bool:
    return (link.relation == "=" and link.left == link.right) or _is_among(link, known)


def _is_half_known(link: Link, known: set[Link], groups: dict[str, str]) -> bool:
    """Whether a link with an open left side says it: "is less than b" or "is more than a"."""
    halves = [Link("", link.relation, link.right)]
    if link.relation == "=" and link.left.isdigit():
        halves.append(Link("", "=", link.left))
    if link.relation in _MIRROR:
        halves.append(Link("", _MIRROR[link.relation], link.left))
    return any(_up_to_equals(half, groups) in known for half in halves)


def _as_limit(link: Link) -> Link:
    """``lim a_n = a`` as ``a_n → a``."""
    limit = _LIMIT.fullmatch(link.left) if link.relation == "=" else None
    left, relation = (limit[1], "→") if limit else (link.left, link.relation)
    return link._replace(left=name(left), relation=relation, right=name(link.right))


def _is_congruent(link: Link, given: Sequence[Link]) -> bool:
    """Whether a congruence follows from others, as ``x ≡ y`` from ``x ≡ 0`` and ``y ≡ 0``."""
    if link.relation not in "=≡":
        return False
    congruent = [g for g in given if g.relation == "=" or _same_modulus(g, link)]
    # Told as an equation it claims more.
    return _are_joined(link, congruent, "=≡") and not _are_joined(link, given, "=")


def _are_joined(link: Link, given: Iterable[Link], relations: str) -> bool:
    groups = _equal_sides(given, relations)
    return _root(groups, name(link.left)) == _root(groups, name(link.right))


def _same_modulus(one: Link, other: Link) -> bool:
    moduli = {one.modulus, other.modulus}
    return one.relation == "≡" and ("" in moduli or len(moduli) == 1)


class _Loosely:
    """Links without brackets and layout, for those that no reader can tell apart.

    Where both can be parsed, brackets are content: ``2(x + 1)`` is not ``2x + 1``.
    """

    def __init__(self, given: Sequence[Link]) -> None:
        self._all = _with_open_moduli(map(_bare_link, given))
        unread = (link for link in given if not _is_parsed(link))
        self._unread = _with_open_moduli(map(_bare_link, unread))

    def may_have(self, link: Link) -> bool:
        """Whether one of the links may be this one in another layout."""
        return _is_among(_bare_link(link), self._unread if _is_parsed(link) else self._all)


def _bare_link(link: Link) -> Link:
    return oriented(link._replace(left=bare(link.left), right=bare(link.right)))


def _is_parsed(link: Link) -> bool:
    return _parsed_side(link.left) is not None and _parsed_side(link.right) is not None


@lru_cache(maxsize=4096)
def bare(side: str) -> str:
    """A side without brackets, with fractions as plain text writes them."""
    before = ""
    while side != before and len(side) <= _LONGEST_PARSED:
        before, side = side, _FRACTION.sub(r"\1/\2", side)
    return _LAYOUT.sub("", side.replace("√", "sqrt"))


def _with_open_moduli(links: Iterable[Link]) -> set[Link]:
    """The links, and each congruence once more as one that fits a link without a modulus."""
    found = set(links)
    return found | {link._replace(modulus=_ANY_MODULUS) for link in found if link.modulus}


def _is_among(link: Link, written: set[Link]) -> bool:
    twin = link._replace(modulus="" if link.modulus else _ANY_MODULUS)
    return link in written or twin in written


def _equal_sides(links: Iterable[Link], relations: str = "=") -> dict[str, str]:
    """Union-find over the sides of equalities.

    What equals two numbers ("x = 1 or x = 4") names alternatives, and makes nothing equal.
    """
    equal = [link for link in links if link.relation in relations and link.left and link.right]
    values: dict[str, set[str]] = {}
    for link in equal:
        values.setdefault(link.left, set()).update({link.right} if link.right.isdigit() else ())
    parent: dict[str, str] = {}
    for link in equal:
        if link.relation != "=" or not link.right.isdigit() or len(values[link.left]) == 1:
            parent[_root(parent, name(link.left))] = _root(parent, name(link.right))
    return parent


def name(side: str) -> str:
    """One name for all spellings of a side that the strict reader reads as the same."""
    return (_parsed_side(side) or side) if side else ""


def _root(parent: dict[str, str], side: str) -> str:
    while parent.setdefault(side, side) != side:
        side = parent[side]
    return side


def _up_to_equals(link: Link, parent: dict[str, str]) -> Link:
    """The link between the groups of equal sides that its sides belong to."""
    left, right = _root(parent, name(link.left)), _root(parent, name(link.right))
    return oriented(link._replace(left=left, right=right))
