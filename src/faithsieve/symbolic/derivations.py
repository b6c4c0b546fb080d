"""Rules ``derived-equation`` and ``solved-value``: an equation against the one it was got from.

A proof rewrites one equation line by line. A line that does not follow from anything stated before,
is no factor or multiple of its predecessor, and yet is a *near miss* of it (most coefficients agree
after rescaling) was meant to be equivalent and is not. A value given to a letter right after an
equation in that letter alone must satisfy it.
"""

import re
from fractions import Fraction

from faithsieve.records.symbolic import FindingClass, LeanForm
from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import (
    Equation,
    ProofContext,
    has_undecided_sign,
    has_unknown_function,
    is_letter_value,
    is_term_value,
)
from faithsieve.symbolic.enclosures import certainly_different
from faithsieve.symbolic.expressions import Call, Div, Expr, Num, Relation, Sym, walk
from faithsieve.symbolic.lean_text import link_form
from faithsieve.symbolic.polynomials import (
    Facts,
    Polynomial,
    TooLargeError,
    best_likeness,
    divides,
    is_constant,
    names,
    scale,
    substitute,
    without_content,
)
from faithsieve.symbolic.rewriting import put
from faithsieve.symbolic.values import NoValue, Point, rational_at
from faithsieve.symbolic.verdicts import Abstain, Left, LinkVerdict, Refuted, Supported

RULE = "derived-equation"
VALUE_RULE = "solved-value"

_LOOK_BACK = 6
_SHARE = 0.5
_REDUCED_SHARE = 0.6
_OTHER_CASE = re.compile(
    r"\b(?:if|case|when|similarly|other|another|second|third|likewise|also|or|for|assume|"
    r"suppose|instead|alternatively|respectively|given|system|new|different|swap\w*|replac\w*|"
    r"inverse|interchang\w*|let(?!['’])|consider|add(?:ing)?)\b|^\s*(?:and|but)\W*$"
)
_REWRITES = re.compile(
    r"\b(?:simplif\w+|expand\w*|factor\w*|rearrang\w+|substitut\w+|rewrit\w+|combin\w+|"
    r"divid\w+|multipl\w+|subtract\w*|equivalent\w*|distribut\w+|collect\w*|cancel\w*|"
    r"clear\w*|mov\w+|isolat\w+|solv\w+|reduc\w+|squar\w+|cross)\b"
)
_DERIVES = re.compile(
    r"\b(?:thus|so|hence|therefore|then|implies|implying|gives?|giving|yields?|get|obtain|have|"
    r"becomes?|means|which|find|now|this|results?)\b"
)
_NEW_SOURCE = re.compile(
    r"\b(?:vieta\w*|theorem|condition\w*|problem|hypothes\w*|definition|statement|recall|know|"
    r"known|fact|formula\w*|law|rule|symmetr\w+|property|original|lines?|circles?|planes?|curves?|"
    r"tangents?|parallel|perpendicular|ellipses?|parabolas?|hyperbolas?|graphs?|points?|sides?|"
    r"triangles?|angles?)\b"
)
_LISTING = re.compile(
    r"\b(?:equations|system|following|conditions|constraints|satisf\w+|both|two|three|four|"
    r"relations|each|respectively|inequalities|identities|formulas|values|solutions|cases?|"
    r"possibilit\w+|options|either|terms|list\w*|pairs|roots)\b"
)
_DERIVES_BY_FACTS = re.compile(r"\b(?:using|substitut\w+|rewrit\w+|simplif\w+)\b")
_ROOT_CUE = re.compile(
    r"^\W*(?:is|are|as|works|satisf\w+|gives)\b[^.]*\b(?:roots?|solutions?|zeros?)\b"
)


def check(context: ProofContext, equation: Equation) -> LinkVerdict:
    """Decide an equation that the proof derives."""
    claim = equation.claim
    if claim.mood in (Mood.DENIED, Mood.ASKED, Mood.GIVEN, Mood.SUPPOSED, Mood.TESTED):
        return Left(Abstain.MOOD)
    if is_letter_value(equation.left, equation.right):
        return check_value(context, equation)
    if (
        is_constant(equation.polynomial)
        or _has_marks(equation)
        or is_term_value(equation.left, equation.right)
    ):
        return Left(Abstain.CONSTRAINT)
    if _is_known(context, equation):
        return Left(Abstain.CONTEXT)
    if _OTHER_CASE.search(_last_clause(claim.before)):
        return Left(Abstain.MOOD)
    if not says_it_derives(claim):
        return Left(Abstain.CONSTRAINT)
    nearest = context.equations[-1] if context.equations else None
    if (
        nearest is not None
        and claim.step - nearest.claim.step <= 1
        and not _is_bare(claim)
        and _contradicts(nearest, equation)
        and not _may_be_rounded(nearest, equation)
    ):
        return _refute(nearest, equation)
    for earlier in reversed(context.equations[-_LOOK_BACK:]):
        if _is_slip(context, earlier, equation):
            return _refute(earlier, equation)
    return Left(Abstain.CONSTRAINT)


def _is_known(context: ProofContext, equation: Equation) -> bool:
    polynomial = equation.polynomial
    return (
        context.relations.implies(polynomial)
        or context.has_factor(polynomial)
        or context.is_instance(polynomial)
    )


def _last_clause(before: str) -> str:
    """The prose directly before a formula, since the last formula."""
    return before[-80:].rsplit("#", 1)[-1]


def says_it_derives(claim: Claim) -> bool:
    """Whether the words around an equation present it as got from the lines before."""
    clause = _last_clause(claim.before)
    if _is_bare(claim):
        # Bare lines: a rewriting or a list of conditions, as the words before the first line say.
        return not _LISTING.search(claim.before)
    if _REWRITES.search(clause) or "quadratic formula" in clause or "by the formula" in clause:
        return True
    return bool(_DERIVES.search(clause)) and not _NEW_SOURCE.search(clause)


def _is_bare(claim: Claim) -> bool:
    """Whether no word stands between a formula and the one before."""
    return not re.search(r"\w", _last_clause(claim.before))


def _begins_later_run(earlier: Equation, later: Equation) -> bool:
    """``which simplifies to: (line) (line)``: every line rewrites something said before the run."""
    run = re.search(r"([^#]*)((?:#\W*)+)$", later.claim.before)
    if run is None or not _REWRITES.search(run.group(1)):
        return False
    return earlier.claim.order < later.claim.order - run.group(2).count("#")


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
    if (
        _is_bare(later.claim)
        and not _shares_a_side(earlier, later)
        and not _begins_later_run(earlier, later)
    ):
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


def _is_wrong_factoring(later: Equation, first: Polynomial, second: Polynomial) -> bool:
    """Factoring keeps a polynomial in one letter; another one of the same degree is not it."""
    if len(names(first)) != 1 or "factor" not in _last_clause(later.claim.before):
        return False
    return len(_coefficients(first)) == len(_coefficients(second)) > 2


def _may_be_rounded(earlier: Equation, later: Equation) -> bool:
    """Whether decimals stand in one of the lines and all coefficients agree to two per cent."""
    if not (_is_rounded(earlier, earlier.left, earlier.right)) and not (
        _is_rounded(later, later.left, later.right)
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
    if names(later.polynomial) != letters or len(_coefficients(later.polynomial)) != 2:
        return False
    low, high = _coefficients(later.polynomial)
    try:
        point = Point({letter: -low / high})
        return certainly_different(earlier.left, earlier.right, point) is True
    except NoValue:
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
    return bool(_DERIVES.search(_last_clause(later.claim.before)))


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
    witness = find_witness(earlier, later)
    premises = ((earlier.left, Relation.EQ, earlier.right),)
    return Refuted(
        RULE,
        FindingClass.LOCATES,
        f"does not follow from {earlier.text} (they differ in {difference})",
        ", ".join(f"{n} = {v}" for n, v in sorted(witness.items())) if witness else None,
        lean=lambda name: link_form(
            name, later.left, Relation.EQ, later.right, premises=premises, witness=witness
        ),
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
    coefficients = _coefficients(reduced)
    if len(coefficients) != 2:
        return None
    return {**values, letter: -coefficients[0] / coefficients[1]}


def _holds_only(earlier: Equation, later: Equation, values: dict[str, Fraction]) -> bool:
    point = Point(values)
    try:
        if rational_at(earlier.left, point) != rational_at(earlier.right, point):
            return False
        return certainly_different(later.left, later.right, point) is True
    except NoValue:
        return False


def _difference(first: Polynomial, second: Polynomial) -> str:
    changed = [m for m in first.keys() | second.keys() if first.get(m) != second.get(m)]
    words = ["·".join(f"{n}^{e}" if e > 1 else n for n, e in m) or "the constant" for m in changed]
    return ", ".join(sorted(words)[:3])


# ---- solved values


def check_value(context: ProofContext, equation: Equation) -> LinkVerdict:
    """A letter got a number: does it satisfy the equation it was solved from?"""
    letter, value = _letter_and_value(equation)
    sources = _sources(context, equation, letter)
    if not sources:
        return Left(Abstain.CONSTRAINT)
    try:
        number = rational_at(value, Point({}))
        point = Point({letter: number}, context.definitions)
        differences = [certainly_different(e.left, e.right, point) for e in sources]
    except NoValue:
        return Left(Abstain.NO_VALUE)
    if False in differences:
        return Supported(VALUE_RULE)
    if None in differences:
        return Left(Abstain.UNDECIDED)
    if _is_rounded(equation, value) or any(_is_rounded(e, e.left, e.right) for e in sources):
        return Left(Abstain.ROUNDED)
    return Refuted(
        VALUE_RULE,
        FindingClass.LOCATES,
        f"does not satisfy {sources[0].text}",
        f"{letter} = {number}",
        lean=lambda name: _closed_form(name, sources[0], letter, number),
    )


def _closed_form(name: str, source: Equation, letter: str, number: Fraction) -> LeanForm | None:
    """The equation with the value put in: a false statement without letters."""
    value = {letter: Num(number)}
    return link_form(name, put(source.left, value), Relation.EQ, put(source.right, value))


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
    if not context.equations or _OTHER_CASE.search(_last_clause(claim.before)):
        return []
    nearest = context.equations[-1]
    is_root = bool(_ROOT_CUE.search(claim.after))
    if nearest.claim.step != claim.step and not is_root:
        return []
    if nearest.claim.order < claim.order - 1 and not is_root:
        return []
    found = [e for e in reversed(context.equations[-_LOOK_BACK:]) if _is_about(e, letter)]
    return found if found and found[0] is nearest else []


def _is_about(equation: Equation, letter: str) -> bool:
    return (
        equation.letters == {letter}
        and not is_letter_value(equation.left, equation.right)
        and not has_unknown_function(equation.left)
        and not has_unknown_function(equation.right)
    )


def _is_rounded(equation: Equation, *sides: Expr) -> bool:
    text = equation.claim.text
    return any(
        (isinstance(part, Num) and "." in text[part.span.start : part.span.end])
        or (isinstance(part, Div) and part.obelus)
        for side in sides
        for part in walk(side)
    )
