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
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Relation,
    Root,
    Sym,
    walk,
)
from faithsieve.verify.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.verify.statement_parts import StatementParts

_RATIONAL_WORDS = re.compile(r"rational|ℚ|\\mathbb\s*\{?\s*Q|\bfractions?\b", re.IGNORECASE)

_CLOSED = frozenset({Relation.EQ, Relation.LE, Relation.GE})
_ORDERS = _CLOSED | {Relation.NE, Relation.LT, Relation.GT}


def says_rational(text: str) -> bool:
    """Whether a text speaks of rational numbers, so that ``ℚ`` is meant and not a stand-in."""
    return bool(_RATIONAL_WORDS.search(text))


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
            counts = not frozen.concludes_false and holds_for_reals(parts, source, denied=True)
            return RefutationForm.CONTRADICTED if counts else None
        case Polarity.COUNTEREXAMPLE | Polarity.NEGATION:
            return RefutationForm.NOT_ENTAILED if carries_over(parts, source) else None


def carries_over(parts: StatementParts, source: str = "") -> bool:
    """Whether a counterexample found over ``Rat`` is one for the numbers the text means."""
    if not _stands_for_reals(parts, source):
        return True
    formulas = (*parts.hypothesis_formulas, parts.claim_formula)
    return all(
        formula is not None and _is_transferable(formula, parts) for formula in formulas
    ) and not _has_field_quantifier(parts)


def holds_for_reals(parts: StatementParts, source: str, *, denied: bool = False) -> bool:
    """Whether a proof of the claim, or of its denial, is one for the numbers the text means.

    Over a generic field it always is. Over ``ℚ`` in place of the reals it is where hypotheses are
    linear, so that rational points are dense among the real ones, and the claim is linear too or
    survives a limit (``=`` and ``≤`` between polynomials).
    """
    if not _uses_rationals(parts, source):
        return True
    if not all(f is not None and _is_linear(f) for f in parts.hypothesis_formulas):
        return False
    claim = parts.claim_formula
    return claim is not None and (_is_linear(claim) or (not denied and _is_closed(claim)))


def _uses_rationals(parts: StatementParts, source: str) -> bool:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    return bool(re.search(r"\bRat\b|ℚ", text)) and not says_rational(source)


def _is_linear(formula: Formula) -> bool:
    match formula:
        case Compare(relation=relation, left=left, right=right):
            degree = _degree(Add((left, Neg(right))))
            return relation in _ORDERS and degree is not None and degree <= 1
        case Not(part=part):
            return _is_linear(part)
        case Joined(parts=pieces):
            return all(_is_linear(piece) for piece in pieces)
        case Holds(name=name):
            return name in ("True", "False")
        case Quantified():
            return False


def _is_closed(formula: Formula) -> bool:
    match formula:
        case Compare(relation=relation, left=left, right=right):
            return relation in _CLOSED and _degree(Add((left, Neg(right)))) is not None
        case Joined(connective="and" | "or", parts=pieces):
            return all(_is_closed(piece) for piece in pieces)
        case _:
            return False


def _degree(term: Expr) -> int | None:
    """The degree of a term that is written as a polynomial, or None."""
    match term:
        case Num():
            return 0
        case Sym():
            return 1
        case Neg(arg=arg):
            return _degree(arg)
        case Add(terms=parts):
            return _largest(max, parts)
        case Mul(factors=parts):
            return _largest(sum, parts)
        case Div(numerator=upper, denominator=Num()):
            return _degree(upper)
        case Pow(base=base, exponent=Num(value=value)) if value.denominator == 1 and value >= 0:
            degree = _degree(base)
            return None if degree is None else degree * int(value)
        case _:
            return None


def _largest(join: Callable[[list[int]], int], parts: tuple[Expr, ...]) -> int | None:
    degrees = [_degree(part) for part in parts]
    known = [degree for degree in degrees if degree is not None]
    return join(known) if len(known) == len(degrees) else None


def _stands_for_reals(parts: StatementParts, source: str) -> bool:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    return bool(parts.fields) or _uses_rationals(parts, source) or "Type" in text


def _has_field_quantifier(parts: StatementParts) -> bool:
    """A function on a field is a quantifier in disguise unless it is only ever evaluated."""
    kinds = {v.name: v.type for v in parts.variables}
    odd = [kind for kind in kinds.values() if kind.count("→") > 1]
    return bool(odd)


def _is_transferable(formula: Formula, parts: StatementParts) -> bool:
    match formula:
        case Quantified():
            return False
        case Not(part=part):
            return _is_transferable(part, parts)
        case Joined(parts=pieces):
            return all(_is_transferable(piece, parts) for piece in pieces)
        case Compare(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case Holds(name=name, args=args):
            # Even, Odd and Prime hide quantifiers; over whole numbers these are decided there.
            return name in ("True", "False") or all(_is_whole(arg, parts) for arg in args)


def _is_plain(term: Expr) -> bool:
    return not any(isinstance(node, Root) for node in walk(term))


def _is_whole(term: Expr, parts: StatementParts) -> bool:
    whole = {v.name for v in parts.variables if v.type in ("Nat", "Int")}
    names = {str(getattr(node, "name", "")) for node in walk(term) if hasattr(node, "name")}
    return names <= whole and not any(isinstance(node, Apply) for node in walk(term))
