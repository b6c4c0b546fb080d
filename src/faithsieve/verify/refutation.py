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
from faithsieve.symbolic.lean_formula import Compare, Formula, Holds, Joined, Not, Quantified
from faithsieve.verify.counterexamples import find_models
from faithsieve.verify.statement_parts import StatementParts

_RATIONAL_WORDS = re.compile(r"rational|ℚ|\\mathbb\s*\{?\s*Q|\bfractions?\b", re.IGNORECASE)

_CLOSED = frozenset({Relation.EQ, Relation.LE, Relation.GE})
_ORDERS = _CLOSED | {Relation.NE, Relation.LT, Relation.GT}

_WHOLE_CUES = re.compile(
    r"\w\s\|\s[\w(]|integer|natural|whole|digit|prime|divisib|divid|remainder|modul|\bmod\b|\\pmod|≡|∣|\\mid|odd|"
    r"even|parity|factorial|!|gcd|lcm|number of|how many|count|ways|people|sequence|term|index|"
    r"\\mathbb\s*\{?\s*[ZN]|ℤ|ℕ|multiple|consecutive|induction|coprime|days?|years?|coins?|cards?|"
    r"persons?|students?|pupils?|child|guests?|players?|teams?|handshake|subset|permut|arrang|"
    r"vertex|vertices|\\[lc]?dots|…|\.\.\.|\\binom|choose|"
    # So many things of a kind, unless the kind is a measure or a word of algebra.
    r"\b\d+\s+(?!units|dollars|euros|met(?:er|re)s|hours|minutes|seconds|degrees|kilomet|miles|"
    r"lit(?:er|re)s|grams|roots|terms|sides|solutions|equations|times|cases|steps|variables|is|as|"
    r"has|was|does|gives|yields|equals|divides|follows|plus|minus)[a-z]+s\b",
    re.IGNORECASE,
)


def says_rational(text: str) -> bool:
    """Whether a text speaks of rational numbers, so that ``ℚ`` is meant and not a stand-in."""
    return bool(_RATIONAL_WORDS.search(text))


def says_whole(text: str) -> bool:
    """Whether a text speaks of whole numbers or of things that are counted."""
    return bool(_WHOLE_CUES.search(text))


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
    match formula:
        case Compare(relation=Relation.EQ, left=left, right=right):
            return _degree(Add((left, Neg(right)))) is not None
        case Joined(connective="and" | "or", parts=pieces):
            return all(_is_equational(piece) for piece in pieces)
        case _:
            return False


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
