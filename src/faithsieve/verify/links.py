"""Relations of the text and relations of the statement, compared as mathematics.

Two relations are *the same* when their sides agree as expressions, or when they say the same about
their letters: proportional equations, the same inequality with both sides moved. Everything else is
a difference, and its kind (another relation, other numbers, the other direction) names the drift.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    Call,
    Chain,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Refusal,
    Relation,
    Root,
    Sym,
    symbols,
    walk,
)
from faithsieve.symbolic.polynomials import Expander, Polynomial, TooLargeError
from faithsieve.verify.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.verify.lean_terms import OutsideDialect, lean_name

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789", "'_{}\\")
_FLIPPED = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}
_DENIED = {
    Relation.EQ: Relation.NE,
    Relation.NE: Relation.EQ,
    Relation.LT: Relation.GE,
    Relation.GE: Relation.LT,
    Relation.LE: Relation.GT,
    Relation.GT: Relation.LE,
}
_SYMMETRIC = frozenset({Relation.EQ, Relation.NE, Relation.CONGRUENT})


@dataclass(frozen=True, slots=True)
class Link:
    """One relation between two sides, ``>`` and ``≥`` turned round."""

    relation: Relation
    left: Expr
    right: Expr
    modulus: Expr | None = None

    @property
    def letters(self) -> frozenset[str]:
        """Letters of both sides."""
        return symbols(self.left) | symbols(self.right)


def common_name(letter: str) -> str:
    """One spelling for a letter of the text and its Lean name."""
    try:
        return lean_name(letter).translate(_SUBSCRIPTS)
    except OutsideDialect:
        return letter.translate(_SUBSCRIPTS)


def _renamed(node: Expr, names: Mapping[str, str] | None = None) -> Expr:
    """The same expression with common names, or with the given ones."""
    match node:
        case Sym(name=name):
            return Sym(common_name(name) if names is None else names.get(name, name))
        case Neg(arg=arg):
            return Neg(_renamed(arg, names))
        case Add(terms=terms):
            return Add(tuple(_renamed(t, names) for t in terms))
        case Mul(factors=factors):
            return Mul(tuple(_renamed(f, names) for f in factors))
        case Div(numerator=upper, denominator=lower):
            return Div(_renamed(upper, names), _renamed(lower, names))
        case Pow(base=base, exponent=exponent):
            return Pow(_renamed(base, names), _renamed(exponent, names))
        case _:
            return _renamed_other(node, names)


def _renamed_other(node: Expr, names: Mapping[str, str] | None) -> Expr:
    match node:
        case Root(arg=arg, degree=degree):
            return Root(_renamed(arg, names), degree)
        case Call(name="bracket", args=(arg,)):
            return _renamed(arg, names)
        case Call(name=name, args=args):
            return Call(name, tuple(_renamed(a, names) for a in args))
        case Apply(name=name, args=args):
            return Apply(
                common_name(name) if names is None else name,
                tuple(_renamed(a, names) for a in args),
            )
        case _:
            return node


def make_link(relation: Relation, left: Expr, right: Expr, modulus: Expr | None = None) -> Link:
    """A link in its normal orientation, with common names."""
    if relation is Relation.DEFINES:
        relation = Relation.EQ
    if relation in _FLIPPED:
        relation, left, right = _FLIPPED[relation], right, left
    base = _renamed(modulus) if modulus is not None else None
    return Link(relation, _renamed(left), _renamed(right), base)


def chain_links(chain: Chain) -> tuple[Link, ...]:
    """The links of a chain whose sides were read."""
    found = []
    modulus = None if isinstance(chain.modulus, Refusal) else chain.modulus
    for at, relation in enumerate(chain.relations):
        left, right = chain.sides[at], chain.sides[at + 1]
        if not isinstance(left, Refusal) and not isinstance(right, Refusal):
            found.append(make_link(relation, left, right, modulus))
    return tuple(found)


def spanning_link(chain: Chain) -> Link | None:
    """From the first side of a chain of equations to the last."""
    first, last = chain.sides[0], chain.sides[-1]
    equal = all(relation is Relation.EQ for relation in chain.relations)
    if len(chain.relations) < 2 or isinstance(first, Refusal) or isinstance(last, Refusal):
        return None
    return make_link(Relation.EQ, first, last) if equal else None


def formula_links(formula: Formula) -> tuple[Link, ...] | None:
    """The relations of a conjunction or disjunction; None when there is more structure."""
    match formula:
        case Compare(relation=relation, left=left, right=right, modulus=modulus):
            return (make_link(relation, left, right, modulus),)
        case Not(part=Compare(relation=relation, left=left, right=right)) if relation in _DENIED:
            return (make_link(_DENIED[relation], left, right),)
        case Holds(name="Even" | "Odd" as name, args=(arg,)):
            rest = Num(Fraction(0 if name == "Even" else 1))
            return (make_link(Relation.CONGRUENT, arg, rest, Num(Fraction(2))),)
        case Joined(connective="and" | "or", parts=parts):
            found = [formula_links(part) for part in parts]
            if any(links is None for links in found):
                return None
            return tuple(link for links in found if links is not None for link in links)
        case _:
            return None


def opened(formula: Formula) -> tuple[tuple[Formula, ...], Formula]:
    """Conditions and core of ``∀ x, A x → B x``."""
    conditions: list[Formula] = []
    while True:
        match formula:
            case Quantified(quantifier="∀", body=body):
                formula = body
            case Joined(connective="implies", parts=(condition, body)):
                conditions.append(condition)
                formula = body
            case _:
                return tuple(conditions), formula


def with_letters(link: Link, names: Mapping[str, str]) -> Link:
    """The same link with other letters."""
    modulus = _renamed(link.modulus, names) if link.modulus is not None else None
    return Link(link.relation, _renamed(link.left, names), _renamed(link.right, names), modulus)


def functions_of(link: Link) -> frozenset[str]:
    """Functions of the proof that a link applies."""
    nodes = [node for side in (link.left, link.right) for node in walk(side)]
    return frozenset(node.name for node in nodes if isinstance(node, Apply))


def _difference(link: Link, expander: Expander) -> Polynomial | None:
    try:
        return expander.equation(link.right, link.left)
    except (TooLargeError, RecursionError):
        return None


def _factor(first: Polynomial, second: Polynomial) -> Fraction | None:
    """``second = factor · first``, or None."""
    if first.keys() != second.keys() or not first:
        return None
    factors = {second[key] / first[key] for key in first}
    return factors.pop() if len(factors) == 1 else None


def same_sides(first: Link, second: Link) -> bool:
    """Whether both sides agree as expressions, swapped where the relation allows."""
    if first.relation is not second.relation:
        return False
    straight = _equal(first.left, second.left) and _equal(first.right, second.right)
    crossed = (
        first.relation in _SYMMETRIC
        and _equal(first.left, second.right)
        and _equal(first.right, second.left)
    )
    return (straight or crossed) and _same_modulus(first, second)


def _same_modulus(first: Link, second: Link) -> bool:
    if first.modulus is None or second.modulus is None:
        return first.modulus is second.modulus
    return _equal(first.modulus, second.modulus)


def _equal(first: Expr, second: Expr) -> bool:
    if first == second:
        return True
    try:
        return not Expander().equation(first, second)
    except (TooLargeError, RecursionError):
        return False


def same_meaning(first: Link, second: Link) -> bool:
    """Whether two links agree, or are the same condition on their letters."""
    if same_sides(first, second):
        return True
    if first.relation is not second.relation or first.modulus or second.modulus:
        return False
    if first.relation is Relation.DIVIDES:
        return False
    expander = Expander()
    a, b = _difference(first, expander), _difference(second, expander)
    factor = _factor(a, b) if a is not None and b is not None else None
    return factor is not None and (factor > 0 or first.relation in _SYMMETRIC)


def matches_any(link: Link, known: Iterable[Link]) -> bool:
    """Whether a link is among some."""
    return any(same_meaning(link, other) for other in known)


def relation_changed(first: Link, second: Link) -> bool:
    """Whether the sides are kept and only the relation or its direction differs."""
    if first.relation is second.relation:
        turned = Link(second.relation, second.right, second.left, second.modulus)
        return first.relation not in _SYMMETRIC and same_sides(first, turned)
    for other in (second, Link(second.relation, second.right, second.left, second.modulus)):
        as_first = Link(first.relation, other.left, other.right, other.modulus)
        if same_sides(first, as_first):
            return True
    return False
