"""Rules ``derived-equation``, ``contradicted-line``, ``solved-value``: a line against its source.

A proof rewrites one equation line by line. A line that does not follow from anything stated before,
is no factor or multiple of its predecessor, and yet is a *near miss* of it (most coefficients agree
after rescaling) was meant to be equivalent and is not. Two lines without a common solution need no
likeness; a number given to a letter, or a linear equation that fixes it, must satisfy the equation
right before.

Rules ``answer-fails`` and ``solution-fails``: a result must satisfy the problem's own equations.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.claims import NOT_CLAIMED, Claim, Mood, last_clause
from faithsieve.symbolic.context import (
    Abstain,
    Equation,
    LinkVerdict,
    ProofContext,
    Slip,
    Supported,
    Undecided,
    has_undecided_sign,
    is_letter_value,
    is_rounded,
    is_term_value,
)
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at
from faithsieve.symbolic.expressions import Call, Expr, Num, Relation, Sym, applied, calls, put
from faithsieve.symbolic.ideals import contradict, divides
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import (
    Polynomial,
    best_likeness,
    is_constant,
    names,
    scale,
    substitute,
    without_content,
)
from faithsieve.symbolic.separation import certainly_different

RULE = "derived-equation"
CONTRADICTED_RULE = "contradicted-line"
VALUE_RULE = "solved-value"
ANSWER_RULE = "answer-fails"
SOLUTION_RULE = "solution-fails"

_LOOK_BACK = 6
_SHARE = 0.5
_OTHER_CASE = cue("other_case")
_DERIVES = cue("derives")
_REWRITES = cue("rewrites")
_NEW_SOURCE = cue("new_source")
_LISTING = cue("listing")
_HYPOTHESIS = cue("hypothesis")
_UNSURE = cue("unsure")
_RESULT = cue("result")
_ROOT_CUE = re.compile(
    r"^\W*(?:is|are|as|works|satisf\w+|gives)\b[^.]*\b(?:roots?|solutions?|zeros?)\b"
)


def check(context: ProofContext, equation: Equation) -> LinkVerdict:
    """Decide an equation that the proof derives."""
    claim = equation.claim
    if claim.mood in NOT_CLAIMED or claim.mood is Mood.TESTED:
        return Undecided(Abstain.MOOD)
    if is_letter_value(equation.left, equation.right):
        return _check_value(context, equation)
    is_condition = (
        is_constant(equation.polynomial)
        or calls(equation.left, equation.right) & {"tuple", "degree"}
        or is_term_value(equation.left, equation.right)
    )
    if is_condition:
        return Undecided(Abstain.CONSTRAINT)
    if _HYPOTHESIS.search(claim.before) or not _says_it_derives(claim):
        return Undecided(Abstain.MOOD)
    if context.relations.implies(equation.polynomial) or context.has_factor(equation.polynomial):
        return Undecided(Abstain.CONTEXT)
    for earlier in reversed(context.equations[-_LOOK_BACK:]):
        if _is_slip(earlier, equation):
            return _refute(earlier, equation)
    return Undecided(Abstain.CONSTRAINT)


def _says_it_derives(claim: Claim) -> bool:
    """Whether the words before an equation present it as got from the lines before."""
    clause = last_clause(claim.before)
    if not re.search(r"\w", clause):
        # Bare lines: a rewriting or a list of conditions, as the words before the first line say.
        return not _LISTING.search(claim.before)
    if _OTHER_CASE.search(clause):
        return False
    if _REWRITES.search(clause) or "the formula" in clause:
        return True
    return bool(_DERIVES.search(clause)) and not _NEW_SOURCE.search(clause)


def _is_slip(earlier: Equation, later: Equation) -> bool:
    if earlier.claim is later.claim or is_letter_value(earlier.left, earlier.right):
        return False
    if later.claim.step - earlier.claim.step > 1 or _may_be_rounded(earlier, later):
        return False
    follows = later.claim.order - earlier.claim.order == 1
    if follows and _solution_fails(earlier, later):
        return True
    if is_term_value(earlier.left, earlier.right):
        return False
    first, second = earlier.polynomial, later.polynomial
    if names(first) != names(second) or divides(first, second) or divides(second, first):
        return False
    if follows and _is_made_from(earlier, later) and _no_common_root(first, second):
        return True
    found, _ = best_likeness(first, second)
    return found.total > 2 and found.share >= _SHARE and found.agreeing_nonconstant >= 1


def _no_common_root(first: Polynomial, second: Polynomial) -> bool:
    """Whether two equations in one letter contradict each other, the root 0 left aside."""
    one, two = without_content(first), without_content(second)
    return len(names(first)) == 1 and bool(names(one) and names(two)) and contradict((one, two))


def _is_made_from(earlier: Equation, later: Equation) -> bool:
    """Whether a kept side or words say that one line was made from the line before."""
    if earlier.claim.step != later.claim.step:
        return False
    if earlier.left == later.left or earlier.right == later.right:
        return earlier.claim.display and later.claim.display
    return bool(_DERIVES.search(last_clause(later.claim.before)))


def _may_be_rounded(earlier: Equation, later: Equation) -> bool:
    """Whether decimals stand in one of the lines and all coefficients agree to two per cent."""
    if not any(is_rounded(line, line.left, line.right) for line in (earlier, later)):
        return False
    _, factor = best_likeness(earlier.polynomial, later.polynomial)
    first, second = scale(earlier.polynomial, factor), later.polynomial
    pairs = [(first.get(m, Fraction(0)), second.get(m, Fraction(0))) for m in first | second]
    return all(abs(a - b) <= max(abs(a), abs(b)) / 50 for a, b in pairs)


def coefficients(polynomial: Polynomial) -> list[Fraction]:
    """Coefficients of a polynomial in one letter, the constant first."""
    by_degree = {sum(e for _, e in monomial): c for monomial, c in polynomial.items()}
    return [by_degree.get(degree, Fraction(0)) for degree in range(max(by_degree) + 1)]


def _solution_fails(earlier: Equation, later: Equation) -> bool:
    """Whether a linear equation in one letter has a solution that fails the line before."""
    letters = later.letters
    if len(letters) != 1 or names(later.polynomial) != letters or earlier.letters != letters:
        return False
    parts = coefficients(later.polynomial)
    sides = (earlier.left, earlier.right)
    if len(parts) != 2 or applied(*sides) or any(map(has_undecided_sign, sides)):
        return False
    try:
        point = Point(dict.fromkeys(letters, -parts[0] / parts[1]))
        return certainly_different(earlier.left, earlier.right, point) is True
    except NoValueError:
        return False


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
    for letter in letters if len(letters) <= 6 else ():
        others = [name for name in letters if name != letter]
        for n in range(4):
            values = {name: Fraction(2 + 3 * i + n) for i, name in enumerate(others)}
            # The others fixed, the equation may be linear in this letter.
            reduced = substitute(earlier.polynomial, values)
            parts = coefficients(reduced) if names(reduced) == {letter} else []
            if len(parts) == 2:
                values[letter] = -parts[0] / parts[1]
                if _holds_only(earlier, later, values):
                    return values
    return None


def _holds_only(earlier: Equation, later: Equation, values: dict[str, Fraction]) -> bool:
    point = Point(values)
    try:
        if rational_at(earlier.left, point) != rational_at(earlier.right, point):
            return False
        return certainly_different(later.left, later.right, point) is True
    except NoValueError:
        return False


def _difference(first: Polynomial, second: Polynomial) -> str:
    changed = [m for m in first | second if first.get(m) != second.get(m)]
    words = ["·".join(f"{n}^{e}" if e > 1 else n for n, e in m) or "the constant" for m in changed]
    return ", ".join(sorted(words)[:3])


# ---- values of letters


def _check_value(context: ProofContext, equation: Equation) -> LinkVerdict:
    """A letter got a number: does it satisfy the equation it was solved from?"""
    is_left = isinstance(equation.left, Sym)
    letter, value = equation.left, equation.right
    if not is_left:
        letter, value = value, letter
    assert isinstance(letter, Sym)
    sources = _sources(context, equation, letter.name)
    if not sources:
        return Undecided(Abstain.CONSTRAINT)
    try:
        number = rational_at(value, Point({}))
        point = Point({letter.name: number}, context.definitions)
        differences = [certainly_different(e.left, e.right, point) for e in sources]
    except NoValueError:
        return Undecided(Abstain.NO_VALUE)
    if False in differences:
        return Supported(VALUE_RULE)
    if None in differences:
        return Undecided(Abstain.UNDECIDED)
    if is_rounded(equation, value) or any(is_rounded(e, e.left, e.right) for e in sources):
        return Undecided(Abstain.ROUNDED)
    # The equation with the value put in: a false statement without letters.
    left, right = (put(s, {letter.name: Num(number)}) for s in (sources[0].left, sources[0].right))
    return Slip(
        VALUE_RULE,
        f"does not satisfy {sources[0].text}",
        {letter.name: number},
        stated=StatedLink(left, Relation.EQ, right),
        source=sources[0].claim,
    )


def _sources(context: ProofContext, equation: Equation, letter: str) -> list[Equation]:
    """The equation directly before, if it has this letter only, and others like it before that.

    ``x − 3 = 0 or x + 1 = 0, so x = 3``: the value may answer any of them.
    """
    claim = equation.claim
    if not context.equations or _OTHER_CASE.search(last_clause(claim.before)):
        return []
    nearest = context.equations[-1].claim
    is_next = nearest.step == claim.step and nearest.order >= claim.order - 1
    if not is_next and not _ROOT_CUE.search(claim.after):
        return []
    found = [
        e
        for e in reversed(context.equations[-_LOOK_BACK:])
        if e.letters == {letter}
        and not is_letter_value(e.left, e.right)
        and not applied(e.left, e.right)
    ]
    return found if found and found[0] is context.equations[-1] else []


# ---- results put back into the problem


def check_result(context: ProofContext, equation: Equation, *, last: bool) -> LinkVerdict:
    """Put a stated result back into the problem's own equations.

    Only what the text presents as a result: correct proofs also write down candidates and
    extraneous roots and discard them later. ``last`` says that the claim stands in the last step.
    """
    claim = equation.claim
    values = _values(equation.left, equation.right)
    is_sure = not _UNSURE.search(f"{claim.before} {claim.after[:80]}")
    is_result = claim.mood is Mood.ASSERTED and is_sure and _RESULT.search(claim.before)
    if not values or not is_result or (len(values) == 1 and not last):
        return Undecided(Abstain.CONSTRAINT)
    given = [e for e in context.equations if e.claim.step == 0]
    known: dict[str, Fraction] = {}
    for e in given:
        known |= _values(e.left, e.right) or {}
    failing = None
    for e in given:
        if not e.letters & values.keys() or not e.letters <= known.keys() | values.keys():
            continue
        if is_term_value(e.left, e.right) or applied(e.left, e.right):
            continue
        try:
            differ = certainly_different(e.left, e.right, Point(known | values))
        except NoValueError:
            continue
        if not differ and len(values) == 1:
            # The value may answer another part of the problem.
            return Undecided(Abstain.UNDECIDED)
        failing = failing or (e if differ else None)
    if failing is None:
        return Undecided(Abstain.UNDECIDED)
    rule = ANSWER_RULE if len(values) == 1 else SOLUTION_RULE
    return Slip(rule, f"does not satisfy the problem's {failing.text}", values)


def _values(left: Expr, right: Expr) -> dict[str, Fraction] | None:
    """``x = 3`` and ``(x, y) = (1, 2)``: the letters with their numbers."""
    pairs = [(left, right)]
    match left, right:
        case Call(name="tuple", args=letters), Call(name="tuple", args=numbers):
            pairs = list(zip(letters, numbers, strict=False))
            if len(letters) != len(numbers):
                return None
    try:
        found = {a.name: rational_at(b, Point({})) for a, b in pairs if isinstance(a, Sym)}
    except NoValueError:
        return None
    return found if len(found) == len(pairs) else None
