"""Rules ``derived-equation`` and ``contradicted-line``: a line against the line it was made from.

A proof rewrites one equation line by line. A line that does not follow from anything stated before,
is no factor or multiple of its predecessor, and yet is a *near miss* of it (most coefficients agree
after rescaling) was meant to be equivalent and is not. Two lines without a common solution need no
likeness; a number given to a letter, or a linear equation that fixes it, must satisfy the equation
right before.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.claims import NOT_CLAIMED, Claim, Mood, last_clause
from faithsieve.symbolic.context import (
    Abstain,
    Link,
    LinkVerdict,
    ProofContext,
    Slip,
    has_undecided_sign,
)
from faithsieve.symbolic.expressions import Sym, applied, calls
from faithsieve.symbolic.ideals import contradict, divides
from faithsieve.symbolic.lean_formula import is_counterexample
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import (
    Polynomial,
    atoms_of,
    best_likeness,
    coefficients,
    is_constant,
    lift,
    names,
    rational_roots,
    substitute,
)

RULE = "derived-equation"
CONTRADICTED_RULE = "contradicted-line"

_LOOK_BACK = 6
_SHARE = 0.5
_OTHER_CASE = cue("other_case")
_DERIVES = cue("derives")
_REWRITES = cue("rewrites")
_NEW_SOURCE = cue("new_source")
_LISTING = cue("listing")
_HYPOTHESIS = cue("hypothesis")


def check(context: ProofContext, equation: Link) -> LinkVerdict:
    claim = equation.claim
    if claim.mood in NOT_CLAIMED or claim.mood is Mood.TESTED:
        return Abstain.MOOD
    is_value = isinstance(equation.value_of, Sym)
    is_condition = (
        is_constant(equation.polynomial)
        or calls(equation.left, equation.right) & {"degree"}
        or (equation.value_of is not None and not is_value)
    )
    if is_condition:
        return Abstain.CONSTRAINT
    if is_value:
        is_derived = not _OTHER_CASE.search(last_clause(claim.before))
    else:
        is_derived = not _HYPOTHESIS.search(claim.before) and _says_it_derives(claim)
    if not is_derived:
        return Abstain.MOOD
    if context.knows(equation.polynomial):
        return Abstain.CONTEXT
    for earlier in reversed(context.equations[-_LOOK_BACK:]):
        if _is_slip(earlier, equation) and not (_is_rounded(earlier) or _is_rounded(equation)):
            return _refute(earlier, equation)
    return Abstain.CONSTRAINT


def _is_rounded(link: Link) -> bool:
    return link.has_decimals or link.has_division_sign


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


def _is_slip(earlier: Link, later: Link) -> bool:
    if earlier.claim is later.claim or isinstance(earlier.value_of, Sym):
        return False
    if later.claim.step - earlier.claim.step > 1:
        return False
    follows = later.claim.order - earlier.claim.order == 1
    if follows and _solution_fails(earlier, later):
        return True
    if earlier.value_of is not None:
        return False
    first, second = earlier.polynomial, later.polynomial
    if names(first) != names(second) or divides(first, second) or divides(second, first):
        return False
    if follows and _same_letter_and_step(earlier, later) and contradict((first, second)):
        return True
    found, _ = best_likeness(first, second)
    return found.total > 2 and found.share >= _SHARE and found.agreeing_nonconstant >= 1


def _same_letter_and_step(earlier: Link, later: Link) -> bool:
    return len(names(earlier.polynomial)) == 1 and later.claim.step == earlier.claim.step


def _solution_fails(earlier: Link, later: Link) -> bool:
    """Whether a linear equation in one letter has a solution that fails the line before."""
    letters = later.letters
    if len(letters) != 1 or names(later.polynomial) != letters or earlier.letters != letters:
        return False
    parts = coefficients(later.polynomial)
    sides = (earlier.left, earlier.right)
    if len(parts) != 2 or applied(*sides) or any(map(has_undecided_sign, sides)):
        return False
    return is_counterexample(dict.fromkeys(letters, -parts[0] / parts[1]), (), earlier.stated)


def _refute(earlier: Link, later: Link) -> Slip:
    _, factor = best_likeness(earlier.polynomial, later.polynomial)
    difference = _difference(earlier.polynomial * factor, later.polynomial)
    contradicts = contradict((earlier.polynomial, later.polynomial))
    words = "contradicts" if contradicts else "could not be derived from"
    return Slip(
        CONTRADICTED_RULE if contradicts else RULE,
        f"{words} {earlier.text} (they differ in {difference})",
        later.stated,
        premises=(earlier.stated,),
        witness=find_witness(earlier, later),
        source=earlier.claim,
    )


def find_witness(earlier: Link, later: Link) -> dict[str, Fraction] | None:
    """A rational point where the earlier equation holds and the later one fails."""
    letters = sorted(earlier.letters | later.letters)
    for letter in letters if len(letters) <= 6 else ():
        others = [name for name in letters if name != letter]
        for n in range(4):
            values = {name: Fraction(2 + 3 * i + n) for i, name in enumerate(others)}
            # The others fixed, the equation may have a solution.
            for root in rational_roots(substitute(earlier.polynomial, values)):
                point = {**values, letter: root}
                if is_counterexample(point, (earlier.stated,), later.stated):
                    return point
    return None


def _difference(first: Polynomial, second: Polynomial) -> str:
    one, two = lift(first, second)
    changed = [zip(atoms_of(one), monomial, strict=True) for monomial in (one - two).monoms()]
    words = ["·".join(f"{n}^{e}" if e > 1 else n for n, e in m if e) for m in changed]
    return ", ".join(sorted(word or "the constant" for word in words)[:3])
