"""One number changed: a relation of the statement that is a relation of the text but for a number.

``y = (x + 2) / 2`` beside the text's ``y = (x + 4) / 2`` is no other way to write it. Both are
compared as they are written, with the numbers taken out; what agrees so far and differs in exactly
one number was changed, unless the text has this relation too or the statement has the other one.
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from faithsieve.records.faithfulness import DriftCategory, ProbeFinding
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import lean_formula as lean
from faithsieve.symbolic.lean_terms import plain_text
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.links import formula_links, same_meaning, values_of_sum, written_alike

Shape = Hashable
Numbers = tuple[Fraction, ...]
_SYMMETRIC = frozenset(
    {ex.Relation.EQ, ex.Relation.NE, ex.Relation.CONGRUENT, ex.Relation.NOT_CONGRUENT}
)


def changed_numbers(c: Candidate) -> Iterator[ProbeFinding]:
    """Yield the first relation of the statement that differs from one of the text in a number."""
    claimed = [*relations_of(c.parts.claim_formula)]
    given = [link for formula in c.parts.hypothesis_formulas for link in relations_of(formula)]
    values = {
        k.left.name: k.right
        for k in given
        if k.relation is ex.Relation.EQ and isinstance(k.left, ex.Sym) and not ex.symbols(k.right)
    }
    for links in (given, claimed) if values else ():
        links += [
            lean.Compare(k.relation, *(ex.put(t, values) for t in lean.terms_of(k))) for k in links
        ]
    written = {_skeleton(link) for link in (*given, *claimed)}
    lost = [known for known in c.mentioned if _skeleton(known) not in written]
    # What the conclusion says in another form is no lost premise, unless the context has it.
    stated = (*given, *claimed)
    premises = [k for k in lost if not _is_carried(k, given if k in c.premises else stated, c)]
    for link in (k for k in stated if k.left != k.right):
        candidates = lost if link in claimed else premises
        near = (known for known in candidates if _is_near(link, known))
        if (known := next(near, None)) and not _is_said(link, c):
            detail = f"{_text(link)} is {_text(known)} with another number"
            yield c.finding("changed_numeral", DriftCategory.WRONG_OBJECTS, detail)
            return


def _is_said(link: lean.Compare, c: Candidate) -> bool:
    """Return whether a text has a relation, maybe with other bound letters."""
    powers = (t for t in ex.walk(*lean.terms_of(link)) if isinstance(t, ex.Pow))
    exponents = (plain_text(t.exponent) for t in powers if not ex.symbols(t))
    if any(f"^{{{exponent}}}" in c.obligation.claim for exponent in exponents):
        # "The last digit of 7^{100}": the relation is told in words.
        return True
    return _is_carried(link, c.mentioned, c)


def _is_carried(known: lean.Compare, links: Sequence[lean.Compare], c: Candidate) -> bool:
    """Return whether links say what a relation says; in a ring nothing can be divided out."""
    is_ring = any("Ring" in name or "Group" in name for name, _ in c.parts.instances)
    same = written_alike if is_ring else same_meaning
    return any(same(known, link) for link in links)


def _text(link: lean.Compare) -> str:
    modulus = f" (mod {plain_text(link.modulus)})" if link.modulus is not None else ""
    return f"{plain_text(link.left)} {link.relation} {plain_text(link.right)}{modulus}"


def relations_of(formula: lean.Formula | None) -> Iterator[lean.Compare]:
    """Yield every relation of a formula, wherever it stands."""
    if formula is None:
        return
    if isinstance(formula, lean.Compare) or (
        isinstance(formula, lean.Not) and isinstance(formula.part, lean.Compare)
    ):
        yield from formula_links(formula)
        return
    for part in lean.subformulas(formula):
        yield from relations_of(part)


def _is_near(first: lean.Compare, second: lean.Compare) -> bool:
    """Return whether two relations are written alike but for one number, maybe in two places."""
    (one, numbers), (two, others) = _skeleton(first), _skeleton(second)
    pairs = zip(numbers, others, strict=True) if one == two else ()
    changed = {(a, b) for a, b in pairs if a != b}
    # Where a sequence begins is a matter of taste.
    is_start = changed == {(Fraction(0), Fraction(1))} and ex.applied(first.left, first.right)
    return len(changed) == 1 and not is_start


@lru_cache(maxsize=4096)
def _skeleton(link: lean.Compare) -> tuple[Shape, Numbers]:
    """Return a relation without its numbers, and the numbers in order."""
    sides = [_part(side) for side in (link.left, link.right)]
    if link.relation in _SYMMETRIC:
        sides.sort(key=repr)
    modulus = [_part(link.modulus)] if link.modulus is not None else []
    shape, numbers = _joined([*sides, *modulus])
    return (link.relation, shape), numbers


def _part(node: ex.Expr) -> tuple[Shape, Numbers]:
    """Return the shape of a term and its numbers, the coefficient first, be it 1."""
    factor, shape, numbers = _taken_apart(node)
    return shape, (factor, *numbers)


def _taken_apart(node: ex.Expr) -> tuple[Fraction, Shape, Numbers]:
    match node:
        case ex.Num(value=value):
            return value, "", ()
        case ex.Div(numerator=ex.Num(value=over), denominator=ex.Num(value=under)) if under:
            return over / under, "", ()
        case ex.Neg(arg=arg):
            factor, shape, numbers = _taken_apart(arg)
            return -factor, shape, numbers
        case ex.Mul(factors=factors):
            parts = [_taken_apart(part) for part in factors]
            rest = sorted(((shape, numbers) for _, shape, numbers in parts if shape), key=repr)
            return prod((factor for factor, _, _ in parts), start=Fraction(1)), *_joined(rest)
        case ex.Sym(name=name):
            return Fraction(1), name, ()
        case ex.Pow(base=base, exponent=ex.Neg(arg=ex.Num(value=1))):
            return _taken_apart(ex.Div(ex.ONE, base))
        case ex.Call(name="binom", args=(ex.Num(value=n), ex.Num(value=k))):
            return Fraction(1), "binom", (n, min(k, n - k))
        case ex.BigOp(kind=kind):
            # Sums of equal value agree, however they are written; two others differ in one place.
            return Fraction(1), kind, (values_of_sum(node) or (Fraction(0),))[:1]
    inner = [_part(child) for child in ex.children(node)]
    shape, numbers = _joined(sorted(inner, key=repr) if isinstance(node, ex.Add) else inner)
    # A map of v is no product of two letters.
    name = f"{node.name}()" if isinstance(node, ex.Call | ex.Apply) else type(node).__name__
    return Fraction(1), (name, shape), numbers


def _joined(parts: Sequence[tuple[Shape, Numbers]]) -> tuple[Shape, Numbers]:
    shapes = tuple(shape for shape, _ in parts)
    return shapes if len(shapes) != 1 else shapes[0], tuple(n for _, own in parts for n in own)
