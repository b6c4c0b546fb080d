"""Relations of the text and relations of the statement, compared as mathematics.

Two relations are *the same* when their sides agree as expressions, or when they say the same about
their letters: proportional equations, the same inequality with both sides moved. Everything else is
a difference, and its kind (another relation, other numbers, the other direction) names the drift.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from zlib import crc32

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import polynomials
from faithsieve.symbolic.evaluate import NoValueError, rational_at
from faithsieve.symbolic.expressions import Relation
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, Not, terms_of
from faithsieve.symbolic.lean_terms import OutsideDialectError, lean_name, plain_text
from faithsieve.symbolic.polynomials import Polynomial, TooLargeError, difference

Fact = tuple[Compare, ...]
"""A relation, or the alternatives of a disjunction."""

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789", "'_{}\\")
_FLIPPED = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}
_DENIED = dict(zip(map(Relation, "=≠<≤≡≢"), map(Relation, "≠=≥>≢≡"), strict=True))
_DIVISIBILITY = {
    Relation.DIVIDES: Relation.CONGRUENT,
    Relation.NOT_DIVIDES: Relation.NOT_CONGRUENT,
}
_EQUATIONS = {Relation.EQ: Relation.CONGRUENT, Relation.NE: Relation.NOT_CONGRUENT}
_CONGRUENCES = frozenset(_EQUATIONS.values())
_SYMMETRIC = _CONGRUENCES.union(_EQUATIONS)


@lru_cache(maxsize=1024)
def common_name(letter: str) -> str:
    """One spelling for a letter of the text and its Lean name."""
    try:
        return lean_name(letter).translate(_SUBSCRIPTS)
    except OutsideDialectError:
        return letter.translate(_SUBSCRIPTS)


def _renamed(node: ex.Expr, told: Callable[[str], str] = common_name) -> ex.Expr:
    """The same expression with other names."""
    match node:
        case ex.Sym(name=name):
            return ex.Sym(told(name))
        case ex.Apply(name=name, args=args):
            return ex.Apply(told(name), tuple(_renamed(arg, told) for arg in args))
        case _:
            return ex.rebuild(node, lambda child: _renamed(child, told))


def link_of(told: Compare) -> Compare:
    """A relation in its normal orientation, with common names.

    ``>`` and ``≥`` are turned round; divisibility and equations about remainders are congruences.
    """
    relation, left, right, modulus = told.relation, told.left, told.right, told.modulus
    if relation is Relation.DEFINES:
        relation = Relation.EQ
    if relation in _FLIPPED:
        relation, left, right = _FLIPPED[relation], right, left
    if relation in _DIVISIBILITY:
        relation, left, right, modulus = _DIVISIBILITY[relation], right, ex.ZERO, left
    # In "n ≡ 4 + 4 = 8 (mod 5)" the equation is one of numbers.
    base = None if modulus is None or relation not in _CONGRUENCES else _renamed(modulus)
    return _as_congruence(Compare(relation, _renamed(left), _renamed(right), base))


def _as_congruence(link: Compare) -> Compare:
    """``n % m = r`` as ``n ≡ r`` modulo ``m``, where ``r`` is a remainder; else the same link."""
    if link.relation not in _EQUATIONS:
        return link
    relation = _EQUATIONS[link.relation]
    sides = (link.right, link.left) if isinstance(link.left, ex.Num) else (link.left, link.right)
    match sides:
        case ex.Call(name="rem", args=(first, modulus)), ex.Call(name="rem", args=(second, other)):
            return Compare(relation, first, second, modulus) if modulus == other else link
        case ex.Call(name="rem", args=(term, ex.Num() as modulus)), ex.Num() as rest:
            is_rest = 0 <= rest.value < modulus.value
            return Compare(relation, term, rest, modulus) if is_rest else link
        case _:
            return link


def written_links(*chains: ex.Chain) -> Fact:
    """The links of some chains whose sides were read, as they are written.

    In ``a ≡ 0 or a ≡ 1 (mod 3)`` the modulus stands once and belongs to both.
    """
    known = [None if isinstance(c.modulus, ex.Refusal) else c.modulus for c in chains]
    shared = next((modulus for modulus in known if modulus is not None), None)
    return tuple(
        Compare(relation, left, right, shared if modulus is None else modulus)
        for chain, modulus in zip(chains, known, strict=True)
        for _, left, relation, right in chain.links()
    )


def chain_links(*chains: ex.Chain) -> Fact:
    return tuple(map(link_of, written_links(*chains)))


def all_links(*chains: ex.Chain) -> tuple[Compare, ...]:
    """The links of some chains and what those of each say together: A = B = C says A = C too."""
    found = [*chain_links(*chains)]
    for told in chains:
        links = written_links(told)
        kinds = {(link.relation, link.modulus) for link in links}
        if (
            len(kinds) == 1
            and len(links) > 1
            and links[0].relation in (Relation.EQ, Relation.CONGRUENT)
        ):
            pairs = combinations(told.read_sides, 2)
            found += (link_of(replace(links[0], left=one, right=two)) for one, two in pairs)
    return tuple(found)


def formula_links(formula: Formula, joined: str = "and or") -> tuple[Compare, ...]:
    """The relations of a conjunction or disjunction; none when there is more structure."""
    match formula:
        case Compare():
            return (link_of(formula),)
        case Not(part=Compare() | Holds() as part):
            links = formula_links(part)
            return tuple(link_of(replace(k, relation=_DENIED[k.relation])) for k in links)
        case Holds(name="Even" | "Odd" as name, args=(arg,)):
            rest = ex.ZERO if name == "Even" else ex.ONE
            return (link_of(Compare(Relation.CONGRUENT, arg, rest, ex.TWO)),)
        case Joined(connective=connective, parts=parts) if connective in joined.split():
            found = [formula_links(part, joined) for part in parts]
            return tuple(link for links in found for link in links) if all(found) else ()
        case _:
            return ()


def with_letters(link: Compare, names: Mapping[str, str]) -> Compare:
    """The same link with other letters."""
    return _with_terms(link, lambda term: _renamed(term, lambda name: names.get(name, name)))


def _with_terms(link: Compare, change: Callable[[ex.Expr], ex.Expr]) -> Compare:
    return Compare(link.relation, *map(change, terms_of(link)))


def _indexed(node: ex.Expr) -> ex.Expr:
    if isinstance(node, ex.Apply):
        index = "".join(map(plain_text, node.args))
        return ex.Sym(node.name + "".join(c for c in index if c.isalnum()))
    return ex.rebuild(node, _indexed)


def same_sides(first: Compare, second: Compare) -> bool:
    """Whether both sides agree as expressions, swapped where the relation allows."""
    return _agree(first, second, _equal)


def written_alike(first: Compare, second: Compare) -> bool:
    """Whether two links are the same up to the order of sums, products and symmetric sides."""
    first, second = with_named_sums(first), with_named_sums(second)
    return _agree(first, second, lambda one, two: _ordered(one) == _ordered(two))


def moved_alike(first: Compare, second: Compare) -> bool:
    """Whether two links are the same up to terms brought from one side to the other."""
    if first.relation is not second.relation or first.modulus != second.modulus:
        return False
    one, two = (_terms_on_one_side(with_named_sums(link)) for link in (first, second))
    turned = {term: -number for term, number in two.items()}
    return one == two or (first.relation in _SYMMETRIC and one == turned)


def _terms_on_one_side(link: Compare) -> dict[ex.Expr, Fraction]:
    """The terms of left less right as they are written, each with how often it is there."""
    found: dict[ex.Expr, Fraction] = {}

    def collect(node: ex.Expr, sign: Fraction) -> None:
        match node:
            case ex.Neg(arg=arg):
                collect(arg, -sign)
            case ex.Add(terms=terms):
                for term in terms:
                    collect(term, sign)
            case ex.Num(value=value):
                found[ex.ONE] = found.get(ex.ONE, Fraction(0)) + sign * value
            case _:
                found[_ordered(node)] = found.get(_ordered(node), Fraction(0)) + sign

    collect(link.left, Fraction(1))
    collect(link.right, Fraction(-1))
    return {term: number for term, number in found.items() if number}


@lru_cache(maxsize=4096)
def with_named_sums(link: Compare) -> Compare:
    """The link with a name for each sum or product, the same for those of equal value."""

    def named(node: ex.Expr) -> ex.Expr:
        if not isinstance(node, ex.BigOp):
            return ex.rebuild(node, named)
        # What cannot be computed is only the same as itself.
        return ex.Sym(f"{node.kind} {values_of_sum(node) or plain_text(node)}")

    return _with_terms(link, named)


def values_of_sum(node: ex.BigOp) -> tuple[Fraction, ...] | None:
    """The values at three points without structure, which tell sums apart; None without one."""
    names = ex.symbols(node)
    points = ({n: Fraction(crc32(n.encode(), at) % 23 + 4) for n in names} for at in range(3))
    try:
        return tuple(rational_at(node, point) for point in points)
    except NoValueError:
        return None


def _agree(first: Compare, second: Compare, same: Callable[[ex.Expr, ex.Expr], bool]) -> bool:
    if first.relation is not second.relation or not _equal(first.modulus, second.modulus):
        return False
    return (same(first.left, second.left) and same(first.right, second.right)) or (
        first.relation in _SYMMETRIC
        and same(first.left, second.right)
        and same(first.right, second.left)
    )


def _ordered(node: ex.Expr) -> ex.Expr:
    """The expression with its terms and factors in one order."""
    match ex.rebuild(node, _ordered):
        case ex.Add(terms=parts):
            inner = ((part.terms if isinstance(part, ex.Add) else (part,)) for part in parts)
            return ex.Add(tuple(sorted(chain.from_iterable(inner), key=repr)))
        case ex.Mul(factors=parts):
            inner = ((part.factors if isinstance(part, ex.Mul) else (part,)) for part in parts)
            return ex.Mul(tuple(sorted(chain.from_iterable(inner), key=repr)))
        case other:
            return other


def _gap(first: ex.Expr, second: ex.Expr) -> Polynomial | None:
    """The difference of two expressions; None when it is too large."""
    try:
        return difference(first, second)
    except (TooLargeError, RecursionError):
        return None


def _equal(first: ex.Expr | None, second: ex.Expr | None) -> bool:
    if first is None or second is None or first == second:
        return first == second
    gap = _gap(first, second)
    return gap is not None and not gap


# The links of a few texts are compared with those of every statement, each pair many times.
@lru_cache(maxsize=1 << 15)
def same_meaning(first: Compare, second: Compare) -> bool:
    """Whether two links agree, or are the same condition on their letters."""
    first, second = with_named_sums(first), with_named_sums(second)
    if bool(ex.applied(first.left, first.right)) != bool(ex.applied(second.left, second.right)):
        # A sequence is written with indices in the text (``a4``) and as a function in Lean.
        first, second = _with_terms(first, _indexed), _with_terms(second, _indexed)
    if same_sides(first, second):
        return True
    if first.relation is not second.relation or not _equal(first.modulus, second.modulus):
        return False
    a, b = _gap(first.right, first.left), _gap(second.right, second.left)
    if a is None or b is None or polynomials.is_constant(a):
        return False
    if first.modulus is not None:
        return _same_residues(a, b, first.modulus)
    found = polynomials.likeness(a, b)
    is_multiple = found.agreeing == found.total
    return is_multiple and (found.factor > 0 or first.relation in _SYMMETRIC)


def _same_residues(first: Polynomial, second: Polynomial, modulus: ex.Expr) -> bool:
    """Whether two differences vanish together: equal up to sign, coefficients as residues."""
    m = modulus.value if isinstance(modulus, ex.Num) and modulus.value > 0 else None
    one, two = polynomials.lift(first, second)
    gaps = [map(polynomials.as_fraction, gap.coeffs()) for gap in (one - two, one + two)]
    return any(all(m is not None and number % m == 0 for number in gap) for gap in gaps)


def matches_any(link: Compare, known: Iterable[Compare]) -> bool:
    return any(same_meaning(link, other) for other in known)


def same_fact(first: Fact, second: Fact) -> bool:
    """Whether two facts have the same alternatives."""
    if len(first) != len(second):
        return False
    return all(matches_any(k, second) for k in first) and all(matches_any(k, first) for k in second)


def fact_letters(fact: Fact) -> frozenset[str]:
    """The letters of a fact, functions among them."""
    terms = [term for link in fact for term in terms_of(link)]
    return ex.symbols(*terms) | ex.applied(*terms)


_CONDITION = re.compile(r"\s*(.+?)\s*≠\s*0\s*|\s*0\s*≤\s*(.+?)\s*")


def is_side_condition(hypothesis: str, statement: str) -> bool:
    """Whether a hypothesis only says that something the statement divides by or roots is proper.

    On paper such conditions come with the formula; in Lean, where ``x / 0 = 0``, they must be
    written down. They are neither added assumptions nor evidence of care.
    """
    found = _CONDITION.fullmatch(hypothesis)
    if found is None:
        return False
    term = (found.group(1) or found.group(2)).replace(" ", "")
    whole, sign = statement.replace(" ", ""), "/" if found.group(1) else "√"
    # Brackets around all of the term say nothing, those of (x + 1) * (x + 2) do.
    for bare in map(re.escape, (term, term.removeprefix("(").removesuffix(")"))):
        if re.search(rf"{sign}\({bare}\)|{sign}{bare}(?![\w'.])|\({bare}\)⁻¹", whole):
            return True
    return False
