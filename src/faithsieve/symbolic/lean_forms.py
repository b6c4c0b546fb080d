"""Findings as Lean statements of the core dialect, with their negations built by code.

Only what core Lean can state without a library: sums, products, quotients and whole powers over
``Rat``, divisibility and residues over ``Int``. Never ``Nat``, where subtraction and division lie.
Each divisor with a letter becomes a hypothesis that it is not zero. A claim without letters is
*contradicted* by its plain negation; one with letters is *not entailed* because of a witness, which
counts over the reals too since the statement is free of quantifiers.
"""

from collections.abc import Mapping
from fractions import Fraction

from faithsieve.records.symbolic import LeanForm
from faithsieve.symbolic.expressions import Apply, BigOp, Call, Expr, Relation, Root, symbols, walk
from faithsieve.symbolic.lean_terms import (
    OutsideDialectError,
    TermWriter,
    divisors,
    lean_name,
    relation_sign,
)

_CASCADE = "first | decide | grind | omega | simp | decide +kernel"
_RATIONALS = TermWriter("R")
_INTEGERS = TermWriter("Int")

Premise = tuple[Expr, Relation, Expr]
"""A relation the link was claimed to follow from."""


def link_form(
    name: str,
    left: Expr,
    relation: Relation,
    right: Expr,
    *,
    premises: tuple[Premise, ...] = (),
    witness: Mapping[str, Fraction] | None = None,
) -> LeanForm | None:
    """State a refuted link, or None when it lies outside the core fragment.

    Args:
        name: The theorem's name.
        left: The left side.
        relation: An equality or comparison.
        right: The right side.
        premises: Relations the link was claimed to follow from.
        witness: A point at which premises hold and the link fails.
    """
    sides = [left, right, *(side for a, _, b in premises for side in (a, b))]
    letters = sorted(frozenset().union(*map(symbols, sides)))
    try:
        claim = _relation(left, relation, right)
        conditions = [f"{_rational(d, 51)} ≠ 0" for d in dict.fromkeys(divisors(*sides))]
        conditions += [_relation(*premise) for premise in premises]
        names = [lean_name(letter) for letter in letters]
    except OutsideDialectError:
        return None
    if not letters:
        return _closed(name, claim)
    if witness is None or not set(letters) <= witness.keys() or len(set(names)) < len(names):
        return None
    return _open(name, names, conditions, claim, [witness[letter] for letter in letters])


def _relation(left: Expr, relation: Relation, right: Expr) -> str:
    if relation in (Relation.DIVIDES, Relation.DEFINES):
        raise OutsideDialectError(relation.value)
    return f"({_rational(left)} : Rat) {relation_sign(relation)} {_rational(right, 51)}"


def _rational(node: Expr, level: int = 0) -> str:
    for part in walk(node):
        if isinstance(part, Root | Apply | BigOp) or (
            isinstance(part, Call) and part.name != "bracket"
        ):
            raise OutsideDialectError(type(part).__name__)
    return _RATIONALS.term(node, level)


def _closed(name: str, claim: str) -> LeanForm:
    return LeanForm(
        name=name,
        statement=f"theorem {name} : {claim}",
        negation=f"theorem {name}_refuted : ¬ ({claim})",
        proof=f"by {_CASCADE}",
        form="contradicted",
    )


def _open(
    name: str, names: list[str], conditions: list[str], claim: str, values: list[Fraction]
) -> LeanForm:
    hypotheses = "".join(f" (h{i} : {c})" for i, c in enumerate(conditions, start=1))
    body = " ∧ ".join([*conditions, f"¬ ({claim})"])
    shown = [f"({value.numerator} / {value.denominator} : Rat)" for value in values]
    parts = [f"by {_CASCADE}"] * (len(conditions) + 1)
    return LeanForm(
        name=name,
        statement=f"theorem {name} ({' '.join(names)} : Rat){hypotheses} : {claim}",
        negation=f"theorem {name}_refuted : ∃ {' '.join(names)} : Rat, {body}",
        proof=f"⟨{', '.join([*shown, *parts])}⟩",
        form="not_entailed",
    )


def residue_form(
    name: str, left: Expr, right: Expr, modulus: Expr, *, negated: bool = False
) -> LeanForm | None:
    """State a congruence between numbers as equal remainders over ``Int``."""
    try:
        base = _INTEGERS.term(modulus, 71)
        first, second = (f"({_INTEGERS.term(side)} : Int) % {base}" for side in (left, right))
    except OutsideDialectError:
        return None
    claim = f"{first} = {second}"
    return _closed(name, f"¬ ({claim})" if negated else claim)


def divisibility_form(
    name: str, divisor: Expr, number: Expr, *, negated: bool = False
) -> LeanForm | None:
    """State ``a ∣ b`` between numbers over ``Int``."""
    try:
        claim = f"({_INTEGERS.term(divisor)} : Int) ∣ {_INTEGERS.term(number, 51)}"
    except OutsideDialectError:
        return None
    return _closed(name, f"¬ ({claim})" if negated else claim)
