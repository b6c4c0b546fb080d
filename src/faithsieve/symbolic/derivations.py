"""Rules ``derived-equation`` and ``solved-value``: an equation against the one it was got from.

A proof rewrites one equation line by line. A line that does not follow from anything stated before,
is no factor or multiple of its predecessor, and yet is a *near miss* of it (most coefficients agree
after rescaling) was meant to be equivalent and is not. A value given to a letter right after an
equation in that letter alone must satisfy it.
"""

import re
from fractions import Fraction

from faithsieve.records.symbolic import FindingClass
from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import (
    CONSTANTS,
    Equation,
    ProofContext,
    has_unknown_function,
    is_closed,
    is_letter_value,
)
from faithsieve.symbolic.expressions import Call, Div, Expr, Num, Sym, symbols, walk
from faithsieve.symbolic.polynomials import (
    ONE,
    Polynomial,
    best_likeness,
    divides,
    is_constant,
    names,
    scale,
    without_content,
)
from faithsieve.symbolic.values import NoValue, Point, certainly_different, rational_at
from faithsieve.symbolic.verdicts import Abstain, Left, LinkVerdict, Refuted, Supported

RULE = "derived-equation"
VALUE_RULE = "solved-value"

_LOOK_BACK = 6
_SHARE = 0.5
_OTHER_CASE = re.compile(
    r"\b(?:if|case|when|similarly|other|another|second|third|likewise|also|or|for|assume|"
    r"suppose|instead|alternatively|respectively|given|system|new|different|swap\w*|replac\w*|"
    r"inverse|interchang\w*)\b"
)
_ROOT_CUE = re.compile(r"^\W*(?:is|are|as|works|satisf\w+|gives)\b[^.]*\b(?:roots?|solutions?|zeros?)\b")


def check(context: ProofContext, equation: Equation) -> LinkVerdict:
    """Decide an equation that the proof derives."""
    claim = equation.claim
    if claim.mood in (Mood.DENIED, Mood.ASKED, Mood.GIVEN, Mood.SUPPOSED, Mood.TESTED):
        return Left(Abstain.MOOD)
    if is_letter_value(equation.left, equation.right):
        return check_value(context, equation)
    if is_constant(equation.polynomial) or _has_marks(equation):
        return Left(Abstain.CONSTRAINT)
    if context.relations.implies(equation.polynomial):
        return Left(Abstain.CONTEXT)
    if _OTHER_CASE.search(_last_clause(claim.before)):
        return Left(Abstain.MOOD)
    for earlier in reversed(context.equations[-_LOOK_BACK:]):
        if _is_slip(earlier, equation):
            return _refute(earlier, equation)
    return Left(Abstain.CONSTRAINT)


def _last_clause(before: str) -> str:
    return before[-60:].rsplit("#", 1)[-1] if "#" in before[-60:] else before[-60:]


def _has_marks(equation: Equation) -> bool:
    return any(
        isinstance(part, Call) and part.name in ("plusminus", "minusplus", "tuple", "degree")
        for side in (equation.left, equation.right)
        for part in walk(side)
    )


def _is_slip(earlier: Equation, later: Equation) -> bool:
    if earlier.claim is later.claim or is_letter_value(earlier.left, earlier.right):
        return False
    if later.claim.step - earlier.claim.step > 1:
        return False
    first, second = earlier.polynomial, later.polynomial
    if names(first) != names(second) or divides(first, second) or divides(second, first):
        return False
    found, _ = best_likeness(first, second)
    if found.total < 3:
        return _is_adjacent(earlier, later) and _no_common_root(first, second)
    return found.share >= _SHARE and found.agreeing_nonconstant >= 1


def _is_adjacent(earlier: Equation, later: Equation) -> bool:
    """Consecutive displayed lines that keep a side: the usual shape of a rewriting."""
    if not (earlier.claim.display and later.claim.display):
        return False
    if later.claim.order - earlier.claim.order != 1 or earlier.claim.step != later.claim.step:
        return False
    return earlier.left == later.left or earlier.right == later.right


def _no_common_root(first: Polynomial, second: Polynomial) -> bool:
    """Whether two equations in one letter contradict each other."""
    letters = names(first)
    if len(letters) != 1:
        return False
    one, two = _coefficients(without_content(first)), _coefficients(without_content(second))
    return len(one) > 1 and len(two) > 1 and len(_gcd(one, two)) == 1


def _coefficients(polynomial: Polynomial) -> list[Fraction]:
    """Coefficients of a polynomial in one letter, the constant first."""
    by_degree = {sum(e for _, e in monomial): c for monomial, c in polynomial.items()}
    return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree) + 1)]


def _gcd(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    while second:
        first, second = second, _remainder(first, second)
    return first


def _remainder(dividend: list[Fraction], divisor: list[Fraction]) -> list[Fraction]:
    rest = list(dividend)
    while len(rest) >= len(divisor):
        factor = rest[-1] / divisor[-1]
        shift = len(rest) - len(divisor)
        for at, coefficient in enumerate(divisor):
            rest[at + shift] -= factor * coefficient
        while rest and not rest[-1]:
            rest.pop()
        if not rest:
            break
    return rest


def _refute(earlier: Equation, later: Equation) -> Refuted:
    _, factor = best_likeness(earlier.polynomial, later.polynomial)
    difference = _difference(scale(earlier.polynomial, factor), later.polynomial)
    return Refuted(
        RULE,
        FindingClass.LOCATES,
        f"does not follow from {earlier.text} (they differ in {difference})",
    )


def _difference(first: Polynomial, second: Polynomial) -> str:
    changed = [m for m in first.keys() | second.keys() if first.get(m) != second.get(m)]
    words = ["·".join(f"{n}^{e}" if e > 1 else n for n, e in m) or "the constant" for m in changed]
    return ", ".join(sorted(words)[:3])


# ---- solved values


def check_value(context: ProofContext, equation: Equation) -> LinkVerdict:
    """A letter got a number: does it satisfy the equation it was solved from?"""
    letter, value = _letter_and_value(equation)
    source = _source(context, equation, letter)
    if source is None:
        return Left(Abstain.CONSTRAINT)
    try:
        number = rational_at(value, Point({}))
    except NoValue:
        return Left(Abstain.NO_VALUE)
    point = Point({letter: number}, context.definitions)
    try:
        different = certainly_different(source.left, source.right, point)
    except NoValue:
        return Left(Abstain.NO_VALUE)
    if different is False:
        return Supported(VALUE_RULE)
    if different is None:
        return Left(Abstain.UNDECIDED)
    if _is_rounded(equation, value) or _is_rounded(source, source.left, source.right):
        return Left(Abstain.ROUNDED)
    return Refuted(
        VALUE_RULE,
        FindingClass.LOCATES,
        f"does not satisfy {source.text}",
        f"{letter} = {number}",
    )


def _letter_and_value(equation: Equation) -> tuple[str, Expr]:
    if isinstance(equation.left, Sym):
        return equation.left.name, equation.right
    assert isinstance(equation.right, Sym)
    return equation.right.name, equation.left


def _source(context: ProofContext, equation: Equation, letter: str) -> Equation | None:
    """The equation directly before, if it has this letter only."""
    if not context.equations:
        return None
    earlier = context.equations[-1]
    if earlier.claim.step != equation.claim.step:
        if not _ROOT_CUE.search(equation.claim.after):
            return None
    elif earlier.claim.order != equation.claim.order - 1 and earlier.claim is not equation.claim:
        return None
    if is_letter_value(earlier.left, earlier.right) or earlier.letters != {letter}:
        return None
    if any(has_unknown_function(side) for side in (earlier.left, earlier.right)):
        return None
    if _OTHER_CASE.search(_last_clause(equation.claim.before)):
        return None
    return earlier


def _is_rounded(equation: Equation, *sides: Expr) -> bool:
    text = equation.claim.text
    return any(
        (isinstance(part, Num) and "." in text[part.span.start : part.span.end])
        or (isinstance(part, Div) and part.obelus)
        for side in sides
        for part in walk(side)
    )


def constant_of(polynomial: Polynomial) -> Fraction:
    """The constant term."""
    return polynomial.get(ONE, Fraction(0))


def free_letters(expression: Expr) -> frozenset[str]:
    """Letters that are not constants."""
    return symbols(expression) - CONSTANTS


def closed_side(equation: Equation) -> Expr | None:
    """The side without letters, if there is exactly one."""
    closed = [side for side in (equation.left, equation.right) if is_closed(side)]
    return closed[0] if len(closed) == 1 else None
