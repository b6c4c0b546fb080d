"""Rules ``numeric-link``, ``congruence`` and ``divisibility``: links without letters, computed.

A false numeric link proves that something is wrong, but not here: often it is where an earlier
slip comes to light. So these findings cap the first error instead of locating it.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.claims import NOT_CLAIMED, Claim, Mood
from faithsieve.symbolic.context import (
    Abstain,
    LinkVerdict,
    Slip,
    Supported,
    Undecided,
    is_closed,
)
from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, Obstacle
from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Refusal,
    Relation,
    Sym,
    walk,
)
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.numeric import OutsideError, link_holds
from faithsieve.symbolic.plain_text import plain_text
from faithsieve.symbolic.separation import relation_holds

RULE = "numeric-link"
RESIDUE_RULE = "congruence"
DIVISIBILITY_RULE = "divisibility"

_ROUNDING = Num(Fraction(50))
"""Sides with decimals that differ by less than this part may be rounded instead of wrong."""

_NEGATIVE = cue("negative")
_NO_SOLUTION = re.compile(
    r"^\W*(?:(?:so|thus|hence|therefore|and|which|this|that|means|implies|gives|there|is|are|has|have|"
    r"we|it|the|equation|case|leads|to|yields)\W+)*(?:no|not|impossible|never|contradict\w*)\b"
)
_OTHER_NUMBERS = cue("other_numbers")
# A congruence beside an equation does not make the equation one.
_RESIDUE_SIGNS = re.compile(r"\\[pb]?mod\b|\\equiv|≡")
_APPROXIMATELY = cue("approximately")


def _has_decimals(node: Expr, text: str) -> bool:
    return any(
        isinstance(part, Num) and "." in text[part.span.start : part.span.end]
        for part in walk(node)
    )


def check(claim: Claim, at: int, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    """Decide one link without letters."""
    modulus = claim.chain.modulus
    parts = (left, right) if modulus is None else (left, right, modulus)
    if any(isinstance(part, Refusal) or not is_closed(part) for part in parts):
        return Undecided(Abstain.MODULUS)
    try:
        holds = link_holds(left, relation, right, modulus, claim.text)
    except NoValueError as error:
        known = error.obstacle is not Obstacle.RELATION
        return Undecided(Abstain.NO_VALUE if known else Abstain.RELATION)
    except OutsideError:
        return Undecided(Abstain.UNITS)
    if holds is None:
        return Undecided(Abstain.UNDECIDED)
    if modulus is None and relation not in (Relation.DIVIDES, Relation.NOT_DIVIDES):
        return Supported(RULE) if holds else _refute(claim, at, left, relation, right)
    rule = DIVISIBILITY_RULE if modulus is None else RESIDUE_RULE
    if holds:
        return Supported(rule)
    if claim.mood in NOT_CLAIMED:
        return Undecided(Abstain.MOOD)
    assert not isinstance(modulus, Refusal)
    message = _residue_words(relation, modulus)
    return Slip(rule, message, stated=StatedLink(left, relation, right, modulus))


def _residue_words(relation: Relation, modulus: Expr | None) -> str:
    if modulus is None:
        words = "does not divide" if relation is Relation.DIVIDES else "does divide"
        return f"is false: the number on the left {words} the other"
    remainders = "equal" if relation is Relation.NOT_CONGRUENT else "different"
    return f"is false: the two sides leave {remainders} remainders modulo {plain_text(modulus)}"


def _refute(claim: Claim, at: int, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    if not _is_meant(claim, at, left, right):
        return Undecided(Abstain.MOOD)
    if relation is Relation.EQ and _may_be_rounded(claim, left, right):
        return Undecided(Abstain.ROUNDED)
    if relation is Relation.EQ and _OTHER_NUMBERS.search(_RESIDUE_SIGNS.sub("", claim.text)):
        return Undecided(Abstain.MODULUS)
    if any(isinstance(part, Div) and part.obelus for side in (left, right) for part in walk(side)):
        return Undecided(Abstain.QUOTIENT)
    if _has_loose_units(left) or _has_loose_units(right):
        return Undecided(Abstain.UNITS)
    shown = f"{claim.side_text(at)} {relation.value} {claim.side_text(at + 1)}"
    return Slip(
        RULE,
        f"is false in numbers: {shown}",
        stated=StatedLink(left, relation, right),
    )


def _may_be_rounded(claim: Claim, left: Expr, right: Expr) -> bool:
    if _APPROXIMATELY.search(f"{claim.before[-60:]} {claim.after[:60]}"):
        return True
    if not (_has_decimals(left, claim.text) or _has_decimals(right, claim.text)):
        return False
    gap = Mul((_ROUNDING, Call("abs", (Add((left, Neg(right))),))))
    return relation_holds(gap, Relation.GT, Call("abs", (left,)), NOWHERE) is not True


def _is_meant(claim: Claim, at: int, left: Expr, right: Expr) -> bool:
    """Whether the text stands behind the link: evaluations count even while testing."""
    if claim.mood in NOT_CLAIMED:
        return False
    if _is_absurd(left, right) and _NEGATIVE.search(f"{claim.before[-60:]} {claim.after[:120]}"):
        return False
    if _NO_SOLUTION.search(claim.after[:60]):
        return False
    if claim.mood is Mood.TESTED:
        return len(claim.chain.relations) > 1 and not isinstance(left, Num)
    return True


def _is_absurd(left: Expr, right: Expr) -> bool:
    """``0 = 4`` or ``19 = 5 · 4``: nothing is computed, so it may be a reduction ad absurdum."""
    return isinstance(left.arg if isinstance(left, Neg) else left, Num) or isinstance(
        left, Num
    ) == isinstance(right, Num)


def _has_loose_units(node: Expr) -> bool:
    """Percent signs, ``sin 30`` without a degree sign, ``[2.7]`` for a whole part."""
    if isinstance(node, Call) and node.name == "bracket":
        return True
    return any(
        isinstance(part, Call) and (part.name == "percent" or _is_angle_in_doubt(part))
        for part in walk(node)
    )


def _is_angle_in_doubt(call: Call) -> bool:
    if call.name not in ("sin", "cos", "tan", "cot", "sec", "csc"):
        return False
    marked = any(
        (isinstance(part, Call) and part.name == "degree")
        or (isinstance(part, Sym) and part.name == "\\pi")
        for part in walk(call)
    )
    return not marked
