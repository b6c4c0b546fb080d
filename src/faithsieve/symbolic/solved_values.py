"""Rule ``solved-value``: a number given to a letter must satisfy the equation right before."""

import re
from fractions import Fraction

from faithsieve.symbolic.context import (
    Equation,
    ProofContext,
    has_unknown_function,
    is_letter_value,
    is_rounded,
)
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at
from faithsieve.symbolic.expressions import Expr, Num, Relation, Sym, put
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.separation import certainly_different
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided
from faithsieve.symbolic.wording import OTHER_CASE, last_clause

RULE = "solved-value"

_LOOK_BACK = 6
_ROOT_CUE = re.compile(
    r"^\W*(?:is|are|as|works|satisf\w+|gives)\b[^.]*\b(?:roots?|solutions?|zeros?)\b"
)


def check(context: ProofContext, equation: Equation) -> LinkVerdict:
    """A letter got a number: does it satisfy the equation it was solved from?"""
    letter, value = _letter_and_value(equation)
    sources = _sources(context, equation, letter)
    if not sources:
        return Undecided(Abstain.CONSTRAINT)
    try:
        number = rational_at(value, Point({}))
        point = Point({letter: number}, context.definitions)
        differences = [certainly_different(e.left, e.right, point) for e in sources]
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if False in differences:
        return Supported(RULE)
    if None in differences:
        return Undecided(Abstain.UNDECIDED)
    if is_rounded(equation, value) or any(is_rounded(e, e.left, e.right) for e in sources):
        return Undecided(Abstain.ROUNDED)
    return Slip(
        RULE,
        f"does not satisfy {sources[0].text}",
        {letter: number},
        stated=_with_value(sources[0], letter, number),
        source=sources[0].claim,
    )


def _with_value(source: Equation, letter: str, number: Fraction) -> StatedLink:
    """The equation with the value put in: a false statement without letters."""
    value = {letter: Num(number)}
    return StatedLink(put(source.left, value), Relation.EQ, put(source.right, value))


def _letter_and_value(equation: Equation) -> tuple[str, Expr]:
    if isinstance(equation.left, Sym):
        return equation.left.name, equation.right
    assert isinstance(equation.right, Sym)
    return equation.right.name, equation.left


def _sources(context: ProofContext, equation: Equation, letter: str) -> list[Equation]:
    """The equation directly before, if it has this letter only, and others like it before that.

    ``x − 3 = 0 or x + 1 = 0, so x = 3``: the value may answer any of them.
    """
    claim = equation.claim
    clause = last_clause(claim.before)
    if clause.strip(" ,.") == "or":
        return _sources_of_alternative(context, equation, letter)
    if not context.equations or OTHER_CASE.search(clause):
        return []
    nearest = context.equations[-1]
    is_root = bool(_ROOT_CUE.search(claim.after))
    if nearest.claim.step != claim.step and not is_root:
        return []
    if nearest.claim.order < claim.order - 1 and not is_root:
        return []
    found = [e for e in reversed(context.equations[-_LOOK_BACK:]) if _is_about(e, letter)]
    return found if found and found[0] is nearest else []


def _sources_of_alternative(
    context: ProofContext, equation: Equation, letter: str
) -> list[Equation]:
    """``x = 3 or x = -2``: both values come from the equations before the first of them."""
    recent = context.equations[-_LOOK_BACK:]
    while (
        recent
        and recent[-1].letters == {letter}
        and (is_letter_value(recent[-1].left, recent[-1].right))
    ):
        recent.pop()
    if not recent or not _is_about(recent[-1], letter):
        return []
    if recent[-1].claim.step != equation.claim.step:
        return []
    return [e for e in reversed(recent) if _is_about(e, letter)]


def _is_about(equation: Equation, letter: str) -> bool:
    return (
        equation.letters == {letter}
        and not is_letter_value(equation.left, equation.right)
        and not has_unknown_function(equation.left)
        and not has_unknown_function(equation.right)
    )
