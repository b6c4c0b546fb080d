"""Rule ``derived-inequality``: an inequality against the line it was got from.

Multiplying by a negative number without turning the sign is seen from the coefficients alone. A
near miss (most coefficients agree) is tried on a grid: is there a point of the stated domain where
the earlier line holds and the later one fails? Weaker lines follow and are never suspected.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import CONSTANTS, ProofContext
from faithsieve.symbolic.evaluate import NoValueError, Point
from faithsieve.symbolic.expressions import Expr, Relation, symbols
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import (
    Polynomial,
    TooLargeError,
    best_likeness,
    is_constant,
    names,
    scale,
)
from faithsieve.symbolic.separation import compare_at
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided
from faithsieve.symbolic.wording import says_it_derives

RULE = "derived-inequality"

_WHOLE = (1, 2, 3, -1, -2, 5, 0, -3, 10, 4, -5, 20, -10, 7, -20)
_BROKEN = ((1, 2), (-1, 2), (3, 2), (1, 10))
_GRID = (*map(Fraction, _WHOLE), *(Fraction(*pair) for pair in _BROKEN))
_MAX_POINTS = 4000
_DOWNWARD = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}
_MAX_LETTERS = 4
_MAX_DEGREE = 4
_OTHER_SOURCE = cue("other_source")


@dataclass(frozen=True, slots=True)
class LetterKinds:
    """What the problem says its letters are."""

    positive: bool
    whole: bool

    @classmethod
    def from_text(cls, text: str) -> "LetterKinds":
        """Read the usual words; what is not said is not assumed."""
        return cls(
            positive=bool(re.search(r"\b(?:positive|natural)\b", text, re.IGNORECASE)),
            whole=bool(re.search(r"\b(?:integers?|natural|whole|primes?)\b", text, re.IGNORECASE)),
        )

    def allows(self, value: Fraction) -> bool:
        """Whether a letter may have this value."""
        return (value > 0 or not self.positive) and (value.denominator == 1 or not self.whole)


@dataclass(frozen=True, slots=True)
class Inequality:
    """``polynomial < 0`` or ``polynomial ≤ 0``, with the link it came from."""

    claim: Claim
    at: int
    left: Expr
    relation: Relation
    right: Expr
    polynomial: Polynomial
    strict: bool

    @property
    def text(self) -> str:
        """The link as written."""
        sign = self.relation.value
        return f"{self.claim.side_text(self.at)} {sign} {self.claim.side_text(self.at + 1)}"


def read_inequality(
    context: ProofContext, claim: Claim, at: int, left: Expr, relation: Relation, right: Expr
) -> Inequality | None:
    """The link as a polynomial that is said to be negative, where it is one."""
    lower, upper = (right, left) if relation in _DOWNWARD else (left, right)
    try:
        first, second = context.expander.quotient(lower), context.expander.quotient(upper)
        if not (is_constant(first.denominator) and is_constant(second.denominator)):
            return None
        polynomial = context.expander.equation(lower, upper)
    except TooLargeError:
        return None
    letters = (symbols(left) | symbols(right)) - CONSTANTS
    if not polynomial or names(polynomial) != letters or len(letters) > _MAX_LETTERS:
        return None
    if any(sum(e for _, e in monomial) > _MAX_DEGREE for monomial in polynomial):
        return None
    strict = relation in (Relation.LT, Relation.GT)
    return Inequality(claim, at, left, relation, right, polynomial, strict)


class InequalityLines:
    """Remembers the last inequality, since each line is checked against its predecessor."""

    def __init__(self, kinds: LetterKinds) -> None:
        self._kinds = kinds
        self._last: Inequality | None = None

    def check(
        self,
        context: ProofContext,
        claim: Claim,
        at: int,
        left: Expr,
        relation: Relation,
        right: Expr,
    ) -> LinkVerdict:
        """Decide an inequality with letters."""
        now = read_inequality(context, claim, at, left, relation, right)
        before, self._last = self._last, now
        if now is None or before is None:
            return Undecided(Abstain.RELATION)
        if claim.mood not in (Mood.ASSERTED, Mood.DEFINED) or len(claim.chain.relations) > 1:
            return Undecided(Abstain.MOOD)
        if now.claim.order - before.claim.order != 1 or before.claim.step != claim.step:
            return Undecided(Abstain.CONSTRAINT)
        clause = claim.before.rsplit("#", 1)[-1]
        if not says_it_derives(claim) or _OTHER_SOURCE.search(clause):
            return Undecided(Abstain.CONSTRAINT)
        return self._compare(before, now)

    def _compare(self, before: Inequality, now: Inequality) -> LinkVerdict:
        first, second = before.polynomial, now.polynomial
        if names(first) != names(second):
            return Undecided(Abstain.CONSTRAINT)
        found, factor = best_likeness(first, second)
        if scale(first, factor) == second:
            return Supported(RULE) if factor > 0 else self._refute(before, now)
        if found.total < 3 or found.share < 0.5 or not found.agreeing_nonconstant or factor < 0:
            return Undecided(Abstain.CONSTRAINT)
        return self._refute(before, now)

    def _refute(self, before: Inequality, now: Inequality) -> LinkVerdict:
        point = find_counterexample(before, now, self._kinds)
        if point is None:
            return Undecided(Abstain.UNDECIDED)
        return Slip(
            RULE,
            f"could not be derived from {before.text}",
            point,
            stated=StatedLink(
                now.left,
                now.relation,
                now.right,
                premises=((before.left, before.relation, before.right),),
                witness=point,
            ),
        )


def find_counterexample(
    before: Inequality, now: Inequality, kinds: LetterKinds
) -> dict[str, Fraction] | None:
    """A point of a small grid where the first holds and the second fails, checked exactly."""
    letters = sorted(names(before.polynomial) | names(now.polynomial))
    choices = [value for value in _GRID if kinds.allows(value)]
    for values in islice(product(choices, repeat=len(letters)), _MAX_POINTS):
        point = Point(dict(zip(letters, values, strict=True)))
        try:
            if _holds(before, point) and not _holds(now, point):
                return dict(point.values)
        except NoValueError:
            continue
    return None


def _holds(inequality: Inequality, point: Point) -> bool:
    sign = compare_at(inequality.left, inequality.right, point)
    match inequality.relation:
        case Relation.LT:
            return sign == -1
        case Relation.LE:
            return sign in (-1, 0)
        case Relation.GT:
            return sign == 1
        case _:
            return sign in (0, 1)
