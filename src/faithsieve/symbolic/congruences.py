"""Rules ``congruence`` and ``divisibility``: residues computed without computing the numbers.

``3^{2023} ≡ 7 (mod 10)`` never needs the power itself. Links with letters are left alone: whether
a congruence is meant for all values or for some is not in the formula.
"""

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import is_closed
from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, rational_at, whole
from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Expr,
    Mul,
    Neg,
    Pow,
    Refusal,
    Relation,
)
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.plain_text import plain_text
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided

RULE = "congruence"
DIVISIBILITY_RULE = "divisibility"


def residue(node: Expr, modulus: int) -> int:
    """The residue of a closed whole-number expression.

    Raises:
        NoValueError: When the expression is not a whole number or cannot be computed.
    """
    match node:
        case Neg(arg=arg):
            return -residue(arg, modulus) % modulus
        case Add(terms=terms):
            return sum(residue(term, modulus) for term in terms) % modulus
        case Mul(factors=factors):
            result = 1
            for factor in factors:
                result = result * residue(factor, modulus) % modulus
            return result
        case Pow(base=base, exponent=exponent):
            return _power_residue(base, exponent, modulus)
        case Call(name="bracket", args=(arg,)):
            return residue(arg, modulus)
        case _:
            return whole(rational_at(node, NOWHERE)) % modulus


def _power_residue(base: Expr, exponent: Expr, modulus: int) -> int:
    times = whole(rational_at(exponent, NOWHERE))
    if times < 0 or times.bit_length() > 2000:
        raise NoValueError("exponent of a residue")
    return pow(residue(base, modulus), times, modulus)


def _modulus(node: Expr) -> int:
    value = whole(rational_at(node, NOWHERE))
    if not 0 < value < 10**30:
        raise NoValueError("modulus")
    return value


def congruent(left: Expr, right: Expr, modulus: Expr) -> bool:
    """Whether two closed expressions leave the same remainder.

    Raises:
        NoValueError: One of them is no whole number that can be computed.
    """
    base = _modulus(modulus)
    return residue(left, base) == residue(right, base)


def divides(divisor: Expr, number: Expr) -> bool:
    """Whether one closed expression divides another.

    Raises:
        NoValueError: One of them is no whole number that can be computed.
    """
    return residue(number, _modulus(divisor)) == 0


def check(claim: Claim, at: int, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    """Decide a congruence between numbers."""
    modulus = claim.chain.modulus
    if modulus is None or isinstance(modulus, Refusal):
        return Undecided(Abstain.MODULUS)
    if not all(is_closed(part) for part in (left, right, modulus)):
        return Undecided(Abstain.MODULUS)
    if relation not in (Relation.EQ, Relation.CONGRUENT, Relation.NOT_CONGRUENT):
        return Undecided(Abstain.RELATION)
    try:
        same = congruent(left, right, modulus)
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if same != (relation is Relation.NOT_CONGRUENT):
        return Supported(RULE)
    negated = relation is Relation.NOT_CONGRUENT
    remainders = "equal" if negated else "different"
    return _refuted(
        claim,
        RULE,
        f"is false: the two sides leave {remainders} remainders modulo {plain_text(modulus)}",
        StatedLink(left, relation, right, modulus),
    )


def check_divisibility(claim: Claim, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    """Decide ``a ∣ b`` and ``a ∤ b`` between numbers."""
    try:
        is_divisor = divides(left, right)
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if is_divisor == (relation is Relation.DIVIDES):
        return Supported(DIVISIBILITY_RULE)
    words = "does divide" if is_divisor else "does not divide"
    return _refuted(
        claim,
        DIVISIBILITY_RULE,
        f"is false: the number on the left {words} the other",
        StatedLink(left, relation, right),
    )


def _refuted(claim: Claim, rule: str, message: str, stated: StatedLink) -> LinkVerdict:
    if claim.mood in (Mood.DENIED, Mood.ASKED, Mood.GIVEN, Mood.SUPPOSED):
        return Undecided(Abstain.MOOD)
    return Slip(rule, message, stated=stated)
