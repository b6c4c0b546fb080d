"""Refuted links as Lean statements of the core dialect, with their negations built by code.

Only what core Lean can state without a library: sums, products, quotients and whole powers over
``Rat``, divisibility and residues over ``Int``. Never ``Nat``, where subtraction and division lie.
Each divisor with a letter becomes a hypothesis that it is not zero. A claim without letters is
*contradicted* by its plain negation; one with letters is *not entailed* because of a witness, which
counts over the reals too since the statement is free of quantifiers.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from faithsieve.records.lean import LeanSource
from faithsieve.records.symbolic import LeanForm
from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Relation,
    Sym,
    symbols,
    walk,
)

_SIGNS = {
    Relation.EQ: "=",
    Relation.NE: "≠",
    Relation.LT: "<",
    Relation.LE: "≤",
    Relation.GT: ">",
    Relation.GE: "≥",
}
_MAX_POWER = 60
_CASCADE = "first | decide | grind | omega | simp | decide +kernel"


Premise = tuple[Expr, Relation, Expr]
"""A relation the link was claimed to follow from."""


class OutsideCoreError(Exception):
    """The expression has no statement in core Lean."""


def rational_text(node: Expr, names: Mapping[str, str]) -> str:
    """The expression over ``Rat``.

    Raises:
        OutsideCoreError: For roots, functions and exponents that are not written whole numbers.
    """
    match node:
        case Num(value=value):
            return _number(value)
        case Sym(name=name) if name in names:
            return names[name]
        case Neg(arg=arg):
            return f"(-{rational_text(arg, names)})"
        case Add(terms=terms):
            return f"({' + '.join(rational_text(term, names) for term in terms)})"
        case Mul(factors=factors):
            return f"({' * '.join(rational_text(factor, names) for factor in factors)})"
        case Div(numerator=upper, denominator=lower):
            return f"({rational_text(upper, names)} / {rational_text(lower, names)})"
        case Pow(base=base, exponent=exponent):
            return _power(rational_text(base, names), exponent)
        case Call(name="bracket", args=(arg,)):
            return rational_text(arg, names)
        case _:
            raise OutsideCoreError(type(node).__name__)


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return f"({value.numerator} : Rat)"
    return f"({value.numerator} / {value.denominator} : Rat)"


def _power(base: str, exponent: Expr) -> str:
    match exponent:
        case Num(value=value) if value.denominator == 1 and value <= _MAX_POWER:
            return f"{base} ^ {value.numerator}"
        case Neg(arg=Num(value=value)) if value.denominator == 1 and value <= _MAX_POWER:
            return f"({base} ^ {value.numerator})⁻¹"
        case _:
            raise OutsideCoreError("exponent")


def _divisors(*sides: Expr) -> Iterator[Expr]:
    for side in sides:
        for part in walk(side):
            if isinstance(part, Div) and symbols(part.denominator):
                yield part.denominator


def _letter_names(*sides: Expr) -> dict[str, str]:
    """Lean identifiers for the letters; decorations become plain letters and digits."""
    found = sorted(frozenset().union(*(symbols(side) for side in sides)))
    names: dict[str, str] = {}
    for letter in found:
        plain = "".join(c for c in letter if c.isascii() and c.isalnum()) or "v"
        name = f"v{plain}" if plain[0].isdigit() or plain in _KEYWORDS else plain
        while name in names.values():
            name += "'"
        names[letter] = name
    return names


_KEYWORDS = frozenset({"by", "do", "fun", "if", "in", "let", "at", "end", "have", "show", "from"})


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
    if relation not in _SIGNS:
        return None
    sides = [left, right, *(side for a, _, b in premises for side in (a, b))]
    names = _letter_names(*sides)
    try:
        claim = f"{rational_text(left, names)} {_SIGNS[relation]} {rational_text(right, names)}"
        conditions = [f"{rational_text(d, names)} ≠ 0" for d in dict.fromkeys(_divisors(*sides))]
        conditions += [
            f"{rational_text(a, names)} {_SIGNS[sign]} {rational_text(b, names)}"
            for a, sign, b in premises
        ]
    except OutsideCoreError:
        return None
    return _form(name, names, conditions, claim, witness)


def _form(
    name: str,
    names: Mapping[str, str],
    conditions: list[str],
    claim: str,
    witness: Mapping[str, Fraction] | None,
) -> LeanForm | None:
    binders = f" ({' '.join(names.values())} : Rat)" if names else ""
    hypotheses = "".join(f" (h{i} : {c})" for i, c in enumerate(conditions, start=1))
    statement = f"theorem {name}{binders}{hypotheses} : {claim}"
    if not names:
        return LeanForm(
            name=name,
            statement=statement,
            negation=f"theorem {name}_refuted : ¬ ({claim})",
            proof=f"by {_CASCADE}",
            form="contradicted",
        )
    body = " ∧ ".join([*conditions, f"¬ ({claim})"])
    negation = f"theorem {name}_refuted : ∃ {' '.join(names.values())} : Rat, {body}"
    if witness is None or not names.keys() <= witness.keys():
        return None
    values = ", ".join(_number(witness[letter]) for letter in names)
    parts = ", ".join(f"by {_CASCADE}" for _ in range(len(conditions) + 1))
    return LeanForm(
        name=name,
        statement=statement,
        negation=negation,
        proof=f"⟨{values}, {parts}⟩",
        form="not_entailed",
    )


def integer_text(node: Expr) -> str:
    """A closed whole-number expression over ``Int``.

    Raises:
        OutsideCoreError: When it divides, or is not built from whole numbers.
    """
    match node:
        case Num(value=value) if value.denominator == 1:
            return f"({value.numerator} : Int)"
        case Neg(arg=arg):
            return f"(-{integer_text(arg)})"
        case Add(terms=terms):
            return f"({' + '.join(integer_text(term) for term in terms)})"
        case Mul(factors=factors):
            return f"({' * '.join(integer_text(factor) for factor in factors)})"
        case Pow(base=base, exponent=exponent):
            power = _power(integer_text(base), exponent)
            if "⁻¹" in power:
                raise OutsideCoreError("inverse")
            return power
        case _:
            raise OutsideCoreError(type(node).__name__)


def residue_form(
    name: str, left: Expr, right: Expr, modulus: Expr, *, negated: bool = False
) -> LeanForm | None:
    """State a congruence between numbers as equal remainders over ``Int``."""
    try:
        base = integer_text(modulus)
        claim = f"{integer_text(left)} % {base} = {integer_text(right)} % {base}"
    except OutsideCoreError:
        return None
    return _form(name, {}, [], f"¬ ({claim})" if negated else claim, None)


def divisibility_form(
    name: str, divisor: Expr, number: Expr, *, negated: bool = False
) -> LeanForm | None:
    """State ``a ∣ b`` between numbers over ``Int``."""
    try:
        claim = f"{integer_text(divisor)} ∣ {integer_text(number)}"
    except OutsideCoreError:
        return None
    return _form(name, {}, [], f"¬ ({claim})" if negated else claim, None)


def confirmation_source(form: LeanForm) -> LeanSource:
    """The negation with an attempt at its proof, ready for a Lean checker.

    Whether the answer counts is for the Lean layer to say; this module only writes the text.
    """
    return LeanSource(
        text=f"{form.negation} := {form.proof}", theorem=f"{form.name}_refuted", dialect="core"
    )
