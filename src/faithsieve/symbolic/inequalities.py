"""Rule ``derived-inequality``: an inequality against the line it was got from.

Multiplying by a negative number without turning the sign is seen from the coefficients alone. A
near miss (most coefficients agree) is put to Z3: is there a point of the stated domain where the
earlier line holds and the later one fails? Z3 works on exact arithmetic with a time limit; when it
does not answer, neither does this rule. Weaker lines follow and are never refuted.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import CONSTANTS, ProofContext
from faithsieve.symbolic.evaluate import NoValueError, Point
from faithsieve.symbolic.expressions import Expr, Relation, symbols
from faithsieve.symbolic.lean_text import link_form
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
TIMEOUT_MS = 150

_DOWNWARD = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}
_MAX_LETTERS = 4
_MAX_DEGREE = 4
_OTHER_SOURCE = re.compile(r"\b(?:if|case|when|similarly|also|or|for|assume|suppose|since|must)\b")


@dataclass(frozen=True, slots=True)
class Domain:
    """What the problem says its letters are."""

    positive: bool
    whole: bool

    @classmethod
    def from_text(cls, text: str) -> "Domain":
        """Read the usual words; what is not said is not assumed."""
        return cls(
            positive=bool(re.search(r"\b(?:positive|natural)\b", text, re.IGNORECASE)),
            whole=bool(re.search(r"\b(?:integers?|natural|whole|primes?)\b", text, re.IGNORECASE)),
        )


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

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
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
        point = find_counterexample(before, now, self._domain)
        if point is None:
            return Undecided(Abstain.UNDECIDED)
        shown = ", ".join(f"{name} = {value}" for name, value in sorted(point.items()))
        return Slip(
            RULE,
            f"could not be derived from {before.text}",
            shown,
            lean=lambda name: link_form(
                name,
                now.left,
                now.relation,
                now.right,
                premises=((before.left, before.relation, before.right),),
                witness=point,
            ),
        )


def find_counterexample(
    before: Inequality, now: Inequality, domain: Domain
) -> dict[str, Fraction] | None:
    """A point of the domain where the first holds and the second fails, checked exactly.

    Z3 is imported here because most proofs never need it and loading it costs more than a lint;
    without the extra ``smt`` it is not there, and no point is found.
    """
    try:
        import z3
    except ModuleNotFoundError:
        return None

    letters = sorted(names(before.polynomial) | names(now.polynomial))
    make = z3.Int if domain.whole else z3.Real
    unknowns = {letter: make(f"v{at}") for at, letter in enumerate(letters)}
    solver = z3.Solver()
    solver.set("timeout", TIMEOUT_MS)
    solver.set("rlimit", 400_000)
    if domain.positive:
        solver.add(*(unknown > 0 for unknown in unknowns.values()))
    first, second = (_term(i.polynomial, unknowns) for i in (before, now))
    solver.add(first < 0 if before.strict else first <= 0)
    solver.add(second >= 0 if now.strict else second > 0)
    if solver.check() != z3.sat:
        return None
    return _exact_point(solver.model(), unknowns, before, now)


def _term(polynomial: Polynomial, unknowns: dict[str, Any]) -> Any:
    """The polynomial times its common denominator, as a Z3 term."""
    common = 1
    for coefficient in polynomial.values():
        common = common * coefficient.denominator
    total: Any = 0
    for monomial, coefficient in polynomial.items():
        term: Any = int(coefficient * common)
        for name, exponent in monomial:
            for _ in range(exponent):
                term = term * unknowns[name]
        total = total + term
    return total


def _exact_point(
    model: Any,
    unknowns: dict[str, Any],
    before: Inequality,
    now: Inequality,
) -> dict[str, Fraction] | None:
    """The model as fractions, if it is rational and our own arithmetic agrees."""
    values = {}
    for letter, unknown in unknowns.items():
        value = model.eval(unknown, model_completion=True)
        try:
            values[letter] = Fraction(str(value))
        except ValueError:
            return None
    point = Point(values)
    try:
        holds = _holds(before, point) and not _holds(now, point)
    except NoValueError:
        return None
    return values if holds else None


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
