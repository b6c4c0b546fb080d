"""Rules ``answer-fails`` and ``solution-fails``: results put back into the problem.

A final answer that does not satisfy the problem's own equation proves that the proof is wrong,
though not where: these findings cap. Only what the text presents as a result is put back, since
correct proofs also write down candidates and extraneous roots and discard them later.
"""

from collections.abc import Iterator
from fractions import Fraction

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import (
    Equation,
    ProofContext,
    has_unknown_function,
    is_closed,
)
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at
from faithsieve.symbolic.expressions import Call, Expr, Sym
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.separation import certainly_different
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Undecided

ANSWER_RULE = "answer-fails"
SOLUTION_RULE = "solution-fails"

_UNSURE = cue("unsure")
_RESULT = cue("result")


def _is_result(claim: Claim) -> bool:
    return (
        claim.mood is Mood.ASSERTED
        and not _UNSURE.search(claim.before)
        and not _UNSURE.search(claim.after[:80])
        and bool(_RESULT.search(claim.before))
    )


def given_equations(context: ProofContext) -> Iterator[Equation]:
    """The problem's own equations, without the values it gives to letters."""
    for equation in context.equations:
        if equation.claim.step == 0 and not is_closed_value(equation):
            yield equation


def is_closed_value(equation: Equation) -> bool:
    """Whether the equation is ``T = 20``."""
    return isinstance(equation.left, Sym) and is_closed(equation.right)


def _given_values(context: ProofContext) -> dict[str, Fraction]:
    values = {}
    for equation in context.equations:
        if equation.claim.step == 0 and is_closed_value(equation):
            assert isinstance(equation.left, Sym)
            try:
                values[equation.left.name] = rational_at(equation.right, Point({}))
            except NoValueError:
                continue
    return values


def check(
    context: ProofContext, claim: Claim, left: Expr, right: Expr, *, last: bool
) -> LinkVerdict:
    """Put a stated result back into the problem.

    Args:
        context: What was stated before.
        claim: The claim that states the result.
        left: Its left side.
        right: Its right side.
        last: Whether the claim stands in the last step.
    """
    values = _tuple_values(left, right)
    if values is not None:
        return _check_values(context, claim, values, SOLUTION_RULE)
    if isinstance(left, Sym) and is_closed(right) and last:
        try:
            return _check_values(
                context, claim, {left.name: rational_at(right, Point({}))}, ANSWER_RULE
            )
        except NoValueError:
            return Undecided(Abstain.NO_VALUE)
    return Undecided(Abstain.CONSTRAINT)


def _tuple_values(left: Expr, right: Expr) -> dict[str, Fraction] | None:
    if not (isinstance(left, Call) and left.name == "tuple"):
        return None
    if not (isinstance(right, Call) and right.name == "tuple"):
        return None
    names = [arg.name for arg in left.args if isinstance(arg, Sym)]
    if len(names) != len(left.args) or len(left.args) != len(right.args):
        return None
    try:
        numbers = [rational_at(arg, Point({})) for arg in right.args]
    except NoValueError:
        return None
    return dict(zip(names, numbers, strict=True))


def _check_values(
    context: ProofContext, claim: Claim, values: dict[str, Fraction], rule: str
) -> LinkVerdict:
    if not _is_result(claim):
        return Undecided(Abstain.MOOD)
    known = {**_given_values(context), **values}
    failing = None
    for equation in given_equations(context):
        letters = equation.letters
        if not letters <= known.keys() or not letters & values.keys():
            continue
        if has_unknown_function(equation.left) or has_unknown_function(equation.right):
            continue
        try:
            differ = certainly_different(equation.left, equation.right, Point(known))
        except NoValueError:
            continue
        if not differ and len(values) == 1:
            # The value may answer another part of the problem.
            return Undecided(Abstain.UNDECIDED)
        failing = failing or (equation if differ else None)
    if failing is None:
        return Undecided(Abstain.UNDECIDED)
    message = f"does not satisfy the problem's {failing.text}"
    return Slip(rule, message, values)


class ValueGroup:
    """Letters that get values side by side: ``A = 1, R = 4`` or ``x = 2 and y = 3``."""

    def __init__(self) -> None:
        self._first: Claim | None = None
        self._order = -1
        self._values: dict[str, Fraction] = {}

    def add(self, claim: Claim, left: Expr, right: Expr) -> None:
        """Continue the group or begin a new one."""
        if not isinstance(left, Sym) or not is_closed(right):
            self._first = None
            return
        clause = claim.before.rsplit("#", 1)[-1].strip(" ,:") if "#" in claim.before else None
        goes_on = self._first is not None and claim.order == self._order + 1
        if not goes_on or left.name in self._values or clause not in ("", "and"):
            self._first, self._values = claim, {}
        self._order = claim.order
        try:
            self._values[left.name] = rational_at(right, Point({}))
        except NoValueError:
            self._first = None

    def check(self, context: ProofContext) -> LinkVerdict:
        """Put a group of two or more values back into the problem."""
        if self._first is None or len(self._values) < 2:
            return Undecided(Abstain.CONSTRAINT)
        return _check_values(context, self._first, dict(self._values), SOLUTION_RULE)
