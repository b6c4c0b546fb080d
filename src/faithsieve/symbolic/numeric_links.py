"""Rule ``numeric-link``: links without letters, decided by computing.

A false numeric link proves that something is wrong, but not here: often it is where an earlier
slip comes to light. So these findings cap the first error instead of locating it.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, approximate
from faithsieve.symbolic.expressions import (
    Call,
    Div,
    Expr,
    Neg,
    Num,
    Relation,
    Sym,
    walk,
)
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.separation import TRUE_SIGNS, relation_holds
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided

RULE = "numeric-link"

_ROUNDING = Fraction(1, 50)
"""Relative error up to which a link with decimals counts as rounded, not as wrong."""

_GROSS = Fraction(1, 5)
"""Relative error from which an approximation is wrong."""

_NEGATIVE = cue("negative")
_NO_SOLUTION = re.compile(
    r"^\W*(?:(?:so|thus|hence|therefore|and|which|this|that|means|implies|gives|there|is|are|has|have|"
    r"we|it|the|equation|case|leads|to|yields)\W+)*(?:no|not|impossible|never|contradict\w*)\b"
)
_OTHER_ARITHMETIC = re.compile(
    r"\bmodulo\b|\bmod(?:ular)?\b|\bresidues?\b|\bcongruen\w+|\\mathbb\{[ZF]\}_|\b[ZF]_\{?[0-9p]|"
    r"\bbinary\b|\bxor\b|\bboolean\b|\bin base\b|\bclock\b",
    re.IGNORECASE,
)
"""Words of worlds where ``3 · 5 = 1`` may be true."""
_APPROXIMATELY = cue("approximately")


def _relative_error(left: Expr, right: Expr) -> Fraction | None:
    """How far apart two closed values are, relative to the larger."""
    try:
        first, second = approximate(left), approximate(right)
    except (NoValueError, OverflowError, ValueError):
        return None
    scale = max(abs(first), abs(second))
    return abs(first - second) / scale if scale else Fraction(0)


def _has_decimals(node: Expr, text: str) -> bool:
    return any(
        isinstance(part, Num) and "." in text[part.span.start : part.span.end]
        for part in walk(node)
    )


def _degree_mismatch(left: Expr, right: Expr) -> bool:
    """Whether a degree sign stands on one side only, outside any function."""

    def bare(node: Expr) -> bool:
        if isinstance(node, Call) and node.name == "degree":
            return True
        if isinstance(node, Call):
            return False
        return any(bare(part) for part in walk(node) if part is not node and isinstance(part, Call))

    return bare(left) != bare(right)


def check(claim: Claim, at: int, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    """Decide one closed link."""
    if _degree_mismatch(left, right):
        return Undecided(Abstain.UNITS)
    if relation is Relation.APPROX:
        return _check_approximation(claim, left, right)
    if relation not in TRUE_SIGNS or relation is Relation.DEFINES:
        return Undecided(Abstain.RELATION)
    try:
        holds = relation_holds(left, relation, right, NOWHERE)
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if holds is None:
        return Undecided(Abstain.UNDECIDED)
    if holds:
        return Supported(RULE)
    return _refute(claim, at, left, relation, right)


def _refute(claim: Claim, at: int, left: Expr, relation: Relation, right: Expr) -> LinkVerdict:
    if not _is_meant(claim, at, left, right):
        return Undecided(Abstain.MOOD)
    if relation is Relation.EQ and _may_be_rounded(claim, left, right):
        return Undecided(Abstain.ROUNDED)
    if relation is Relation.EQ and _OTHER_ARITHMETIC.search(claim.text):
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


def _check_approximation(claim: Claim, left: Expr, right: Expr) -> LinkVerdict:
    error = _relative_error(left, right)
    if error is None:
        return Undecided(Abstain.NO_VALUE)
    if error < _ROUNDING:
        return Supported(RULE)
    if error < _GROSS or claim.mood is not Mood.ASSERTED:
        return Undecided(Abstain.ROUNDED)
    return Slip(RULE, "is not even approximately true")


def _may_be_rounded(claim: Claim, left: Expr, right: Expr) -> bool:
    if _APPROXIMATELY.search(f"{claim.before[-60:]} {claim.after[:60]}"):
        return True
    if not (_has_decimals(left, claim.text) or _has_decimals(right, claim.text)):
        return False
    error = _relative_error(left, right)
    return error is None or error < _ROUNDING


def _is_meant(claim: Claim, at: int, left: Expr, right: Expr) -> bool:
    """Whether the text stands behind the link: evaluations count even while testing."""
    if claim.mood in (Mood.DENIED, Mood.ASKED, Mood.GIVEN, Mood.SUPPOSED):
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
