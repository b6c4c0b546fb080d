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
    polarity: Polarity, frozen: FrozenStatement, parts: StatementParts, *, source: str = ""
) -> RefutationForm | None:
    """The form of a proved refutation, or None when it refutes nothing.

    Args:
        polarity: Which goal was proved.
        frozen: The statement.
        parts: The same statement, taken apart.
        source: Problem and step; where they do not say *rational*, ``ℚ`` stands for the reals.
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
                if counterexample_transfers_to_reals(parts, source)
                else None
            )


def counterexample_transfers_to_reals(parts: StatementParts, source: str = "") -> bool:
    """Whether a counterexample found over ``Rat`` is one for the numbers the text means."""
    if not _stands_for_reals(parts, source):
        return True
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
    return max((sum(e for _, e in m) for m in quotient.numerator), default=0)


# Structures that stand for no system of numbers, and how a text about them names them: "group the
# terms" and "in order to" name none. Rings and fields are left out: a text that means the reals may
# be stated over any field.
_GROUP = re.compile(r"\b(?:an?|the|any|every|each|of|finite|abelian|cyclic)\s+(?:sub)?groups?\b")
_MONOID = re.compile(r"\b(?:monoid|semigroup)s?\b")
_TOPOLOGY = re.compile(r"\btopolog(?:y|ical)\b|\bhausdorff\b")
_ORDER = re.compile(r"\b(?:partial|pre)[ -]?order(?:ed|s)?\b|\bpartially ordered\b|\bposets?\b")
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
}


def _stands_for_reals(parts: StatementParts, source: str) -> bool:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    if parts.fields or _uses_rationals(parts, source):
        return True
    return "Type" in text and not _is_about_structures(parts, source.lower())


def _is_about_structures(parts: StatementParts, source: str) -> bool:
    """Whether every type is a structure that the text names, so that any one may refute."""
    heads = [b.type.split()[0] for b in parts.signature.binders if b.kind == "instance"]
    named = [_STRUCTURES.get(head.rpartition(".")[2]) for head in heads]
    return bool(named) and all(name is not None and name.search(source) for name in named)


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
