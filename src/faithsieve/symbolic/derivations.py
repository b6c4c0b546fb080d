"""Rules ``derived-equation``, ``contradicted-line``, ``solved-value``: a line against its source.

A proof rewrites one equation line by line. A line that does not follow from anything stated before,
is no factor or multiple of its predecessor, and yet is a *near miss* of it (most coefficients agree
after rescaling) was meant to be equivalent and is not. Two lines in one letter without a common
solution need no likeness; a number given to a letter must satisfy the equation right before.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.claims import NOT_CLAIMED, Mood
from faithsieve.symbolic.context import (
    Equation,
    ProofContext,
    has_undecided_sign,
    has_unknown_function,
    is_letter_value,
    is_rounded,
    is_term_value,
)
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at
from faithsieve.symbolic.expressions import Call, Expr, Num, Relation, Sym, put, walk
from faithsieve.symbolic.ideals import Facts, contradict, divides
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.polynomials import (
    Polynomial,
    TooLargeError,
    best_likeness,
    is_constant,
    names,
    scale,
    substitute,
    without_content,
)
from faithsieve.symbolic.separation import certainly_different
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided
from faithsieve.symbolic.wording import (
    DERIVES,
    OTHER_CASE,
    continues_rewriting,
    crosses_hypothesis,
    is_bare,
    last_clause,
    opens_run_of,
    says_it_derives,
)

RULE = "derived-equation"
CONTRADICTED_RULE = "contradicted-line"
VALUE_RULE = "solved-value"

_LOOK_BACK = 6
_SHARE = 0.5
_REDUCED_SHARE = 0.6
_DERIVES_BY_FACTS = re.compile(r"\b(?:using|substitut\w+|rewrit\w+|simplif\w+)\b")


def check(context: ProofContext, equation: Equation) -> LinkVerdict:
    """Decide an equation that the proof derives."""
    claim = equation.claim
    if claim.mood in NOT_CLAIMED or claim.mood is Mood.TESTED:
        return Undecided(Abstain.MOOD)
    if context.complex_numbers and _multiplies_imaginary_units(equation.polynomial):
        return Undecided(Abstain.COMPLEX)
    if is_letter_value(equation.left, equation.right):
        return _check_value(context, equation)
    if is_constant(equation.polynomial) or _has_marks(equation):
        return Undecided(Abstain.CONSTRAINT)
    if is_term_value(equation.left, equation.right) or not says_it_derives(claim):
        return Undecided(Abstain.CONSTRAINT)
    if OTHER_CASE.search(last_clause(claim.before)):
        return Undecided(Abstain.MOOD)
    if _is_known(context, equation):
        return Undecided(Abstain.CONTEXT)
    source = _source_of_slip(context, equation)
    return Undecided(Abstain.CONSTRAINT) if source is None else _refute(source, equation)


def _source_of_slip(context: ProofContext, equation: Equation) -> Equation | None:
    """The line that this one was made from, wrongly."""
    if not context.equations:
        return None
    nearest = context.equations[-1]
    close = equation.claim.step - nearest.claim.step <= 1 and not is_bare(equation.claim)
    close = close and not crosses_hypothesis(nearest.claim, equation.claim)
    if close and _contradicts(nearest, equation) and not _may_be_rounded(nearest, equation):
        return nearest
    recent = reversed(context.equations[-_LOOK_BACK:])
    return next((earlier for earlier in recent if _is_slip(context, earlier, equation)), None)


def _is_known(context: ProofContext, equation: Equation) -> bool:
    polynomial = equation.polynomial
    return (
        context.relations.implies(polynomial)
        or context.has_factor(polynomial)
        or context.is_instance(polynomial)
    )


def _multiplies_imaginary_units(polynomial: Polynomial) -> bool:
    return any(name == "i" and exponent > 1 for m in polynomial for name, exponent in m)


def _has_marks(equation: Equation) -> bool:
    return any(
        isinstance(part, Call) and part.name in ("tuple", "degree")
        for side in (equation.left, equation.right)
        for part in walk(side)
    )


def _is_slip(context: ProofContext, earlier: Equation, later: Equation) -> bool:
    if earlier.claim is later.claim or is_term_value(earlier.left, earlier.right):
        return False
    if later.claim.step - earlier.claim.step > 1:
        return False
    if crosses_hypothesis(earlier.claim, later.claim):
        return False
    if is_bare(later.claim) and not _bare_lines_belong(earlier, later):
        return False
    first, second = earlier.polynomial, later.polynomial
    if names(first) != names(second):
        return _is_reduced_slip(context, earlier, later)
    if divides(first, second) or divides(second, first) or _is_conjugate(first, second):
        return False
    if _may_be_rounded(earlier, later):
        return False
    if _is_next(earlier, later) and (
        _no_common_root(first, second) or _is_wrong_factoring(later, first, second)
    ):
        return True
    found, _ = best_likeness(first, second)
    return found.total > 2 and found.share >= _SHARE and found.agreeing_nonconstant >= 1


def _no_common_root(first: Polynomial, second: Polynomial) -> bool:
    """Whether two equations in one letter contradict each other, the root 0 left aside."""
    one, two = without_content(first), without_content(second)
    return len(names(first)) == 1 and bool(names(one) and names(two)) and contradict((one, two))


def coefficients(polynomial: Polynomial) -> list[Fraction]:
    """Coefficients of a polynomial in one letter, the constant first."""
    by_degree = {sum(e for _, e in monomial): c for monomial, c in polynomial.items()}
    return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree) + 1)]


def _bare_lines_belong(earlier: Equation, later: Equation) -> bool:
    """Whether two lines without words between them are two forms of one equation."""
    if _shares_a_side(earlier, later) or opens_run_of(later.claim, earlier.claim):
        return True
    follows = later.claim.order - earlier.claim.order == 1
    return follows and earlier.letters == later.letters and continues_rewriting(later.claim)


def _is_wrong_factoring(later: Equation, first: Polynomial, second: Polynomial) -> bool:
    """Factoring keeps a polynomial in one letter; another one of the same degree is not it."""
    if len(names(first)) != 1 or "factor" not in last_clause(later.claim.before):
        return False
    return len(coefficients(first)) == len(coefficients(second)) > 2


def _may_be_rounded(earlier: Equation, later: Equation) -> bool:
    """Whether decimals stand in one of the lines and all coefficients agree to two per cent."""
    if not (is_rounded(earlier, earlier.left, earlier.right)) and not (
        is_rounded(later, later.left, later.right)
    ):
        return False
    _, factor = best_likeness(earlier.polynomial, later.polynomial)
    first, second = scale(earlier.polynomial, factor), later.polynomial
    return all(
        abs(first.get(m, Fraction(0)) - second.get(m, Fraction(0)))
        <= Fraction(1, 50) * max(abs(first.get(m, Fraction(0))), abs(second.get(m, Fraction(0))))
        for m in first.keys() | second.keys()
    )


def _contradicts(earlier: Equation, later: Equation) -> bool:
    """A linear equation in one letter whose solution fails the line it was got from."""
    letters = later.letters
    if len(letters) != 1 or earlier.letters != letters:
        return False
    if is_letter_value(earlier.left, earlier.right):
        return False
    if any(has_unknown_function(s) or has_undecided_sign(s) for s in (earlier.left, earlier.right)):
        return False
    (letter,) = letters
    if names(later.polynomial) != letters or len(coefficients(later.polynomial)) != 2:
        return False
    low, high = coefficients(later.polynomial)
    try:
        point = Point({letter: -low / high})
        return certainly_different(earlier.left, earlier.right, point) is True
    except NoValueError:
        return False


def _is_reduced_slip(context: ProofContext, earlier: Equation, later: Equation) -> bool:
    """Compare what the two equations become when the other facts are put in."""
    if not _shares_a_side(earlier, later) and not _DERIVES_BY_FACTS.search(later.claim.before):
        return False
    others = Facts()
    for equation in context.equations[-30:]:
        # The step's own lines are other forms of the same equation, not facts to put in.
        own = equation.claim.step == earlier.claim.step and not isinstance(equation.left, Sym)
        if not own and not _shares_a_side(equation, later):
            others.add(equation.polynomial)
    try:
        first, second = others.reduce(earlier.polynomial), others.reduce(later.polynomial)
    except TooLargeError:
        return False
    if not first or not second or names(first) != names(second):
        return False
    if divides(first, second) or divides(second, first):
        return False
    found, _ = best_likeness(first, second)
    return found.total > 3 and found.share >= _REDUCED_SHARE and found.agreeing_nonconstant >= 2


def _shares_a_side(earlier: Equation, later: Equation) -> bool:
    return earlier.left == later.left or earlier.right == later.right


def _is_conjugate(first: Polynomial, second: Polynomial) -> bool:
    """Whether only the sign of a root differs: the other solution of a quadratic."""
    for name in names(first):
        if name.startswith("root("):
            flipped = {m: -c if dict(m).get(name, 0) % 2 else c for m, c in first.items()}
            if divides(flipped, second):
                return True
    return False


def _is_next(earlier: Equation, later: Equation) -> bool:
    """Whether one line was made from the other: the next line, kept side or words that say so."""
    if later.claim.order - earlier.claim.order != 1 or earlier.claim.step != later.claim.step:
        return False
    if earlier.left == later.left or earlier.right == later.right:
        return earlier.claim.display and later.claim.display
    return bool(DERIVES.search(last_clause(later.claim.before)))


def _refute(earlier: Equation, later: Equation) -> Slip:
    _, factor = best_likeness(earlier.polynomial, later.polynomial)
    difference = _difference(scale(earlier.polynomial, factor), later.polynomial)
    witness = find_witness(earlier, later)
    premises = ((earlier.left, Relation.EQ, earlier.right),)
    contradicts = contradict((earlier.polynomial, later.polynomial))
    words = "contradicts" if contradicts else "could not be derived from"
    return Slip(
        CONTRADICTED_RULE if contradicts else RULE,
        f"{words} {earlier.text} (they differ in {difference})",
        witness,
        stated=StatedLink(later.left, Relation.EQ, later.right, premises=premises, witness=witness),
        source=earlier.claim,
    )


def find_witness(earlier: Equation, later: Equation) -> dict[str, Fraction] | None:
    """A rational point where the earlier equation holds and the later one fails."""
    letters = sorted(earlier.letters | later.letters)
    if not letters or len(letters) > 6:
        return None
    for letter in letters:
        others = [name for name in letters if name != letter]
        for n in range(4):
            values = {name: Fraction(2 + 3 * i + n) for i, name in enumerate(others)}
            point = _solve_for(earlier, letter, values)
            if point is not None and _holds_only(earlier, later, point):
                return point
    return None


def _solve_for(
    equation: Equation, letter: str, values: dict[str, Fraction]
) -> dict[str, Fraction] | None:
    """Fix the other letters and solve for one that occurs linearly."""
    reduced = substitute(equation.polynomial, values)
    if names(reduced) != {letter}:
        return None
    parts = coefficients(reduced)
    if len(parts) != 2:
        return None
    return {**values, letter: -parts[0] / parts[1]}


def _holds_only(earlier: Equation, later: Equation, values: dict[str, Fraction]) -> bool:
    point = Point(values)
    try:
        if rational_at(earlier.left, point) != rational_at(earlier.right, point):
            return False
        return certainly_different(later.left, later.right, point) is True
    except NoValueError:
        return False


def _difference(first: Polynomial, second: Polynomial) -> str:
    changed = [m for m in first.keys() | second.keys() if first.get(m) != second.get(m)]
    words = ["·".join(f"{n}^{e}" if e > 1 else n for n, e in m) or "the constant" for m in changed]
    return ", ".join(sorted(words)[:3])


# ---- values of letters

_ROOT_CUE = re.compile(
    r"^\W*(?:is|are|as|works|satisf\w+|gives)\b[^.]*\b(?:roots?|solutions?|zeros?)\b"
)


def _check_value(context: ProofContext, equation: Equation) -> LinkVerdict:
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
        return Supported(VALUE_RULE)
    if None in differences:
        return Undecided(Abstain.UNDECIDED)
    if is_rounded(equation, value) or any(is_rounded(e, e.left, e.right) for e in sources):
        return Undecided(Abstain.ROUNDED)
    return Slip(
        VALUE_RULE,
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
