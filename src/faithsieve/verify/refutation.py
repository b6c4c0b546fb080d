"""What a proved refutation says about the claim, and where it says nothing.

For a frozen ``∀ x, H x → C x`` code builds ``∀ x, H x → ¬ C x`` (contradicted) and
``∃ x, H x ∧ ¬ C x`` (not entailed). A theorem about every ordered field holds for the reals, but a
counterexample in some field, ``Rat`` say, need not be one there: ``ℚ`` has no root of 2. It carries
over only when hypotheses and claim are free of quantifiers, because then the same rational numbers
satisfy the same relations among the reals. The other way round, a theorem about ``ℚ`` holds for the
reals where rational points lie dense among all that the hypotheses allow.
"""

import re
from collections.abc import Callable

from faithsieve.records.evidence import RefutationForm
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    Call,
    Expr,
    Neg,
    Relation,
    Root,
    symbols,
    walk,
)
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import Expander, TooLargeError, is_constant, names
from faithsieve.verify.counterexamples import find_models
from faithsieve.verify.statement_parts import StatementParts

_CLOSED = frozenset({Relation.EQ, Relation.LE, Relation.GE})
_ORDERS = _CLOSED | {Relation.NE, Relation.LT, Relation.GT}


def says_rational(text: str) -> bool:
    """Whether a text speaks of rational numbers, so that ``ℚ`` is meant and not a stand-in."""
    return bool(cue("rational_numbers").search(text))


def says_whole(text: str) -> bool:
    """Whether a text speaks of whole numbers or of things that are counted."""
    return bool(cue("whole_numbers").search(text))


def refutation_form(
    polarity: Polarity,
    frozen: FrozenStatement,
    parts: StatementParts,
    *,
    source: str = "",
    is_rational: bool = False,
) -> RefutationForm | None:
    """The form of a proved refutation, or None when it refutes nothing.

    Args:
        polarity: Which goal was proved.
        frozen: The statement.
        parts: The same statement, taken apart.
        source: Problem and step; where they do not say *rational*, ``ℚ`` stands for the reals.
        is_rational: Whether the counterexample is known to consist of rational numbers.
    """
    match polarity:
        case Polarity.CLAIM:
            return None
        case Polarity.CONTRADICTION:
            # H → ¬ False is true whatever H says.
            counts = not frozen.concludes_false and holds_as_meant(parts, source, denied=True)
            return RefutationForm.CONTRADICTED if counts else None
        case Polarity.COUNTEREXAMPLE | Polarity.NEGATION:
            return (
                RefutationForm.NOT_ENTAILED
                if counterexample_transfers_to_reals(parts, source, is_rational=is_rational)
                else None
            )


def counterexample_transfers_to_reals(
    parts: StatementParts, source: str = "", *, is_rational: bool = False
) -> bool:
    """Whether a counterexample is one for the numbers or structures the text means.

    One in some ordered field satisfies the same relations in a field that contains it and in which
    the same sentences hold as in the reals. One in any other field or ring need not: where these
    stand for the reals, only rational numbers count.
    """
    if not _stands_for_reals(parts, source):
        return True
    if not is_rational and len(ordered_fields(parts)) < len(parts.fields):
        return False
    formulas = (*parts.hypothesis_formulas, parts.claim_formula)
    return all(
        formula is not None and _is_transferable(formula, parts) for formula in formulas
    ) and not _has_field_quantifier(parts)


def holds_as_meant(parts: StatementParts, source: str, *, denied: bool = False) -> bool:
    """Whether a proof of the claim, or of its denial, is one for the numbers the text means.

    Over a generic field it always is. Over ``ℚ`` in place of the reals it is where hypotheses are
    linear, so that rational points are dense among the real ones, and the claim is linear too or
    survives a limit (``=`` and ``≤`` between polynomials). Over whole numbers in their place it is
    where hypotheses are linear equations with a solution, and the claim is about equations: no
    polynomial vanishes at all whole points of a plane and not on the plane.
    """
    claim = parts.claim_formula
    formulas = parts.hypothesis_formulas
    if claim is None or any(formula is None for formula in formulas):
        return not (_uses_whole(parts, source) or _uses_rationals(parts, source))
    hypotheses = [formula for formula in formulas if formula is not None]
    if _uses_whole(parts, source):
        linear = all(_is_linear(f) and _is_equational(f) for f in hypotheses)
        return not denied and linear and _is_equational(claim) and bool(find_models(parts))
    if _uses_rationals(parts, source):
        linear = all(_is_linear(formula) for formula in hypotheses)
        return linear and (_is_linear(claim) or (not denied and _is_closed(claim)))
    return True


def _uses_whole(parts: StatementParts, source: str) -> bool:
    whole = any(v.type in ("Nat", "Int") for v in parts.variables if not v.is_function)
    return whole and not says_whole(source)


def _is_equational(formula: Formula) -> bool:
    return _every_relation(
        formula, lambda c: c.relation is Relation.EQ and _degree(c) is not None, within=_PLAIN
    )


def _uses_rationals(parts: StatementParts, source: str) -> bool:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    return bool(re.search(r"\bRat\b|ℚ", text)) and not says_rational(source)


def _is_linear(formula: Formula) -> bool:
    def test(c: Compare) -> bool:
        degree = _degree(c)
        return c.relation in _ORDERS and degree is not None and degree <= 1

    return _every_relation(formula, test)


def _is_closed(formula: Formula) -> bool:
    return _every_relation(
        formula, lambda c: c.relation in _CLOSED and _degree(c) is not None, within=_PLAIN
    )


_PLAIN = frozenset({"and", "or"})
_CONNECTIVES = _PLAIN | {"not", "implies", "iff"}


def _every_relation(
    formula: Formula, test: Callable[[Compare], bool], *, within: frozenset[str] = _CONNECTIVES
) -> bool:
    """Whether a formula without quantifiers has only relations that pass a test."""
    match formula:
        case Compare():
            return test(formula)
        case Not(part=part):
            return "not" in within and _every_relation(part, test, within=within)
        case Joined(connective=connective, parts=parts):
            passed = (_every_relation(part, test, within=within) for part in parts)
            return connective in within and all(passed)
        case Holds(name=name):
            return "not" in within and name in ("True", "False")
        case Quantified():
            return False


def _degree(relation: Compare) -> int | None:
    """The degree of the difference of two sides, or None when it is no polynomial."""
    sides = (relation.left, relation.right)
    if any(isinstance(node, Call | Apply | Root) for side in sides for node in walk(side)):
        return None
    try:
        quotient = Expander().quotient(Add((relation.left, Neg(relation.right))))
    except TooLargeError:
        return None
    letters = symbols(relation.left) | symbols(relation.right)
    if not is_constant(quotient.denominator) or not names(quotient.numerator) <= letters:
        return None
    return max(int(quotient.numerator.total_degree()), 0)


# How a text names a structure that it means in general: "group the terms" and "in order to" name
# none. What a statement quantifies over may be refuted by any one, but only where the text speaks
# of all of them too: a claim about one particular ring is often stated over every ring.
_GROUP = re.compile(r"\b(?:an?|the|any|every|each|of|finite|abelian|cyclic)\s+(?:sub)?groups?\b")
_MONOID = re.compile(r"\b(?:monoid|semigroup)s?\b")
_TOPOLOGY = re.compile(r"\btopolog(?:y|ical)\b|\bhausdorff\b")
_ORDER = re.compile(r"\b(?:partial|pre)[ -]?order(?:ed|s)?\b|\bpartially ordered\b|\bposets?\b")
_LINEAR_ORDER = re.compile(r"\b(?:totally|linearly) ordered\b|\b(?:total|linear) orders?\b")
_RING = re.compile(r"\b(?:sub)?rings?\b|\bintegral domains?\b|\bideals?\b")
_FIELD = re.compile(r"\b(?:a|any|every|each|some|arbitrary|finite)\s+fields?\b")
_SPACE = re.compile(
    r"\b(?:vector|linear) (?:sub)?spaces?\b|\bmodules?\b|\blinear (?:maps?|operators?|trans)"
)
_METRIC = re.compile(r"\bmetric spaces?\b")
_CONVEX = re.compile(r"\bconvex\b")
_BARE = re.compile(
    r"\bsets?\b|\bsubsets?\b|\bfunctions?\b|\bmaps?\b|\bmappings?\b|\brelations?\b|\b(?:in|sur|bi)ject"
)
_STRUCTURES = {
    "Semigroup": _MONOID,
    "Monoid": _MONOID,
    "CommMonoid": _MONOID,
    "Group": _GROUP,
    "CommGroup": _GROUP,
    "TopologicalSpace": _TOPOLOGY,
    "T1Space": _TOPOLOGY,
    "T2Space": _TOPOLOGY,
    "Preorder": _ORDER,
    "PartialOrder": _ORDER,
    "LinearOrder": _LINEAR_ORDER,
    "Ring": _RING,
    "CommRing": _RING,
    "IsDomain": _RING,
    "Field": _FIELD,
    "AddCommGroup": _SPACE,
    "Module": _SPACE,
}
_PARTICULAR = re.compile(
    r"\\math(?:bb|bf)\s*\{?\s*[rqzcf]|[ℝℚℤℂ]|\b(?:symmetric|dihedral|alternating|quaternion|additive)"
    r" group|\bgroup of (?:integers|units|invertible)|\b[gs]l(?:_|\()|\bs_\{?\d|\bplane\b"
    r"|\bdimension|\bmatri(?:x|ces)\b|\bpolynomials?\b|\beuclidean\b|\bbanach\b"
    r"|\bhilbert\b|\breal line\b"
)
_NUMBERS = re.compile(
    r"\b(?:real|rational|complex|natural|whole|prime)s?\b|\bintegers?\b|\bnumbers?\b|\bmod(?:ulo)?\b"
    r"|\bintervals?\b|\bsequences?\b|\bcontinuous\b|\bdifferentiable\b"
)


def _stands_for_reals(parts: StatementParts, source: str) -> bool:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    if ordered_fields(parts) or _uses_rationals(parts, source):
        return True
    return "Type" in text and not is_about_any_structure(parts, source)


_LAWS = re.compile(r"\bIs(?:Exp|Log|SinCos|Rpow)\b")


def means_known_functions(parts: StatementParts) -> bool:
    """Whether functions with certain laws stand for known ones, such as the sine.

    What fails for others with the same laws (a sine that is 0 everywhere) may hold for these.
    """
    return any(_LAWS.search(hypothesis.type) for hypothesis in parts.hypotheses)


def ordered_fields(parts: StatementParts) -> list[str]:
    """Names of types that are ordered fields."""
    heads = [b.type.split() for b in parts.signature.binders if b.kind == "instance"]
    return [h[-1] for h in heads if h[0].rpartition(".")[2] in ("OrderedField", "EuclideanField")]


def is_about_any_structure(parts: StatementParts, source: str) -> bool:
    """Whether the text means every structure of each kind that the statement quantifies over.

    Every type must be of a kind that the text names, and the text must name no particular one.
    Numbers in the text are no obstacle where the statement has whole numbers or an ordered field of
    its own for them, or where the structure is a group, an order or a topology.
    """
    lower = source.lower()
    fields = ordered_fields(parts)
    heads = [b.type.split() for b in parts.signature.binders if b.kind == "instance"]
    classes = {(h[0].rpartition(".")[2], h[-1]) for h in heads if h[-1] not in fields}
    types = {n for b in parts.signature.binders if b.type == "Type" for n in b.names}
    bare = types - set(fields) - {name for _, name in classes}
    named = [_STRUCTURES.get(head) for head, _ in classes]
    if fields:
        named = [_CONVEX if name is _SPACE and _CONVEX.search(lower) else name for name in named]
    if bare:
        named.append(_METRIC if "IsMetric" in parts.signature.binders_text else _BARE)
    if not named or any(name is None or not name.search(lower) for name in named):
        return False
    plain = all(name in (_GROUP, _MONOID, _TOPOLOGY, _ORDER, _LINEAR_ORDER) for name in named)
    has_numbers = bool(fields) or any(v.type in ("Nat", "Int") for v in parts.variables)
    return not _PARTICULAR.search(lower) and (plain or has_numbers or not _NUMBERS.search(lower))


def _has_field_quantifier(parts: StatementParts) -> bool:
    """A function on a field is a quantifier in disguise unless it is only ever evaluated."""
    kinds = {v.name: v.type for v in parts.variables}
    odd = [kind for kind in kinds.values() if kind.count("→") > 1]
    return bool(odd)


def _is_transferable(formula: Formula, parts: StatementParts) -> bool:
    """Whether rational numbers that satisfy a formula satisfy it as real numbers."""
    match formula:
        case Holds(args=args) if args:
            # Even, Odd and Prime hide quantifiers; over whole numbers these are decided there.
            return all(_is_whole(arg, parts) for arg in args)
        case Not(part=part):
            return _is_transferable(part, parts)
        case Joined(parts=pieces):
            return all(_is_transferable(piece, parts) for piece in pieces)
        case _:
            return _every_relation(
                formula,
                lambda c: not any(isinstance(n, Root) for s in (c.left, c.right) for n in walk(s)),
            )


def _is_whole(term: Expr, parts: StatementParts) -> bool:
    whole = {v.name for v in parts.variables if v.type in ("Nat", "Int")}
    return symbols(term) <= whole and not any(isinstance(node, Apply) for node in walk(term))
