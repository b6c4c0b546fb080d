"""Rules about equalities with letters: identities, restated expressions and lines made from lines.

Rule ``symbolic-link``: an equality that can only be meant as an identity, and is none. Most
equations of a proof are conditions. A link is an identity when it is *interior* to a chain (both
neighbours are compound and use the same letters) or when its sides are a *near miss* of each other:
most monomials agree, as after an expansion that dropped or changed a term. It is refuted only if it
does not follow from earlier facts, fails in every sampling regime, and fails by exact arithmetic at
a named point: a true identity with a hidden condition (positive numbers, whole numbers, an order of
the letters) holds in the regime of that condition.

Rule ``restated-expression``: proofs also rewrite without a relation sign. When words announce a
rewriting, the next displayed expression must equal the one before.

Rules ``derived-equation`` and ``contradicted-line``: a proof rewrites one equation line by line. A
line that does not follow from anything stated before, is no factor or multiple of its predecessor,
and yet is a near miss of it after rescaling was meant to be equivalent and is not. Two lines
without a common solution need no likeness; a number given to a letter, or a linear equation that
fixes it, must satisfy the equation right before. An asserted equation must have a solution together
with those of the problem and of its step.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from flint import fmpq

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import polynomials as poly
from faithsieve.symbolic.claims import NOT_CLAIMED, Claim, Mood, single_letters, strange_word
from faithsieve.symbolic.context import (
    CONSTANTS,
    Abstain,
    Link,
    LinkVerdict,
    ProofContext,
    Slip,
    Supported,
)
from faithsieve.symbolic.evaluate import NoValueError, compare_at
from faithsieve.symbolic.lean_formula import is_counterexample
from faithsieve.symbolic.lexicon import cue

IDENTITY_RULE = "symbolic-link"
DERIVED_RULE = "derived-equation"
CONTRADICTED_RULE = "contradicted-line"
RESTATED_RULE = "restated-expression"
NEED_ACCOUNTS = frozenset({IDENTITY_RULE, RESTATED_RULE})
"""Rules whose slips rest on more premises than they name."""

_SHARE = 0.3
_LOOK_BACK = 6
_LINE_SHARE = 0.5


def check(context: ProofContext, link: Link) -> LinkVerdict:
    """Decide an equality with letters whose definitions were put in.

    Raises:
        TooLargeError: It cannot be expanded.
    """
    if link.relation is not ex.Relation.EQ:
        return Abstain.RELATION
    if "degree" in ex.calls(link.left, link.right):
        return Abstain.CONSTRAINT
    verdict = _check_identity(context, link)
    is_last = link.at + 1 == len(link.claim.chain.relations)
    if verdict is Abstain.CONSTRAINT and is_last:
        verdict = _check_line(context, link)
    if isinstance(verdict, Slip | Supported) or verdict is Abstain.CONTEXT:
        return verdict
    return _check_consistency(context, link) or verdict


def _check_identity(context: ProofContext, link: Link) -> LinkVerdict:
    claim, left, right = link.claim, link.left, link.right
    if ex.applied(left) != ex.applied(right):
        return Abstain.CONSTRAINT
    if not link.polynomial:
        return Supported(IDENTITY_RULE)
    if claim.mood in NOT_CLAIMED:
        return Abstain.MOOD
    if not same_letters(left, right) or not _is_meant(claim, left, right):
        return Abstain.CONSTRAINT
    if context.knows(link.polynomial):
        return Abstain.CONTEXT
    found = fails_everywhere(left, right)
    if found is None:
        return Abstain.HOLDS_SOMEWHERE
    return Slip(IDENTITY_RULE, "is no identity: the two sides differ", link.stated, witness=found)


def _is_meant(claim: Claim, left: ex.Expr, right: ex.Expr) -> bool:
    """Whether an equation can only be an identity, or reads like a law: worth its account."""
    is_chain, is_applied = len(claim.chain.sides) > 2, bool(ex.applied(left, right))
    if is_chain and not any(isinstance(side, ex.Sym | ex.Apply) for side in (left, right)):
        return True
    if says_for_all(claim, ex.symbols(left, right)) and not is_applied:
        return True
    two_forms = _is_factored(left) != _is_factored(right) and is_near_miss(left, right, share=0)
    if cue("two_forms").search(claim.clause):
        # "Expanding, (x + 1)² = …": words announce two forms, and the sides are of two forms.
        is_rewritten = two_forms
    else:
        is_form = is_chain or is_factorisation(left, right)
        is_rewritten = is_form and claim.mood is not Mood.TESTED and is_near_miss(left, right)
    is_named = isinstance(left, ex.Sym) or isinstance(right, ex.Sym)
    if is_rewritten or is_chain or is_named or is_applied or claim.mood is not Mood.ASSERTED:
        return is_rewritten
    if not _is_polynomial(left, right):
        return bool(cue("law").search(claim.before[-60:]))
    return two_forms and not strange_word(claim.before)


_QUANTIFIED = re.compile(r"\bfor (?:all|any|every)\b[^$\\]*(\$[^$]*\$|\\\(.*?\\\))", re.IGNORECASE)


def says_for_all(claim: Claim, letters: frozenset[str]) -> bool:
    """Whether words say that an equation holds for all values of its letters.

    "ax + b = bx + a for all x" is an equation for a and b.
    """
    if cue("for_all").search(f"{claim.before[-60:]} {claim.after[:40]}"):
        found = _QUANTIFIED.search(claim.sentence)
        return found is not None and letters - CONSTANTS <= single_letters([found[1]])
    clause = claim.clause
    return "identity" in clause and not cue("uses_facts").search(clause)


def _is_polynomial(*sides: ex.Expr) -> bool:
    """Whether nothing but letters is left when the sides are expanded."""
    uppers, lowers = zip(*map(poly.Expander().quotient, sides), strict=True)
    are_letters = all(poly.names(upper) <= ex.symbols(*sides) for upper in uppers)
    return are_letters and all(map(poly.is_constant, lowers))


def is_near_miss(left: ex.Expr, right: ex.Expr, *, share: float = _SHARE) -> bool:
    """Whether the expanded sides share enough monomials to be two forms of one thing.

    Where words say that they are, one monomial with a letter is enough: a share of 0.
    """
    found = poly.likeness(*_numerators(left, right), fmpq(1))
    return found.share >= share and found.agreeing_nonconstant >= (2 if share else 1)


def _numerators(*sides: ex.Expr) -> tuple[poly.Polynomial, poly.Polynomial]:
    """The numerators of two sides over a common denominator."""
    return poly.common_numerators(*map(poly.Expander().quotient, sides))[:2]


def same_letters(left: ex.Expr, right: ex.Expr) -> bool:
    letters = ex.symbols(left) - CONSTANTS
    return bool(letters) and letters == ex.symbols(right) - CONSTANTS


def is_factorisation(left: ex.Expr, right: ex.Expr) -> bool:
    """Whether one side is a product as a whole and the other a sum of plain terms."""
    for product, total in ((left, right), (right, left)):
        if isinstance(product, ex.Mul | ex.Pow) and _is_factored(product):
            return isinstance(total, ex.Add) and not _is_factored(total)
    return False


def _is_factored(node: ex.Expr) -> bool:
    """Whether a product or power of a sum occurs: one side of an expansion."""
    return any(
        (isinstance(part, ex.Mul) and any(isinstance(f, ex.Add) for f in part.factors))
        or (isinstance(part, ex.Pow) and isinstance(part.base, ex.Add))
        for part in ex.walk(node)
    )


# ---- sampling: one regime in which an equation holds is reason to abstain

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_REGIMES: Mapping[str, Callable[[int, int], Fraction]] = {
    "small positive": lambda i, n: Fraction(_PRIMES[(i + n) % 12], _PRIMES[(i + n + 5) % 12] + 2),
    "large positive": lambda i, n: Fraction(_PRIMES[(i * 3 + n + 4) % 12] * 7 + i + n, 2),
    "negative": lambda i, n: -Fraction(_PRIMES[(i * 5 + n) % 12] + i, 3),
    "mixed signs": lambda i, n: (
        (-1) ** (i + n) * Fraction(_PRIMES[(i + n + 1) % 12] + n, 2 + 3 * i)
    ),
    "even": lambda i, n: Fraction(2 * (3 * i + n + 1)),
    "odd": lambda i, n: Fraction(2 * (2 * i + 3 * n) + 1),
    "ascending": lambda i, n: Fraction(3 + 4 * i + n),
    "descending": lambda i, n: Fraction(41 - 5 * i - n),
    "angles": lambda i, n: Fraction(_PRIMES[i % 12] + n, 23 + i),
}
"""Values of the letter at index i in the n-th point of each regime."""


def fails_everywhere(left: ex.Expr, right: ex.Expr) -> dict[str, Fraction] | None:
    """A counterexample when the equation fails in every regime that has values."""
    letters = sorted(ex.symbols(left, right) - CONSTANTS)
    regimes = 0
    witnesses: list[dict[str, Fraction]] = []
    for value in _REGIMES.values():
        compared: list[tuple[dict[str, Fraction], int | None]] = []
        for n in range(2):
            point = {letter: value(i, n) for i, letter in enumerate(letters)}
            # A side may have no value there.
            with suppress(NoValueError):
                compared.append((point, compare_at(left, right, point)))
        failing = [point for point, order in compared if order]
        if compared and not failing:
            return None
        regimes += bool(failing)
        witnesses += failing
    # The simplest numbers.
    costs = [sum(abs(v.numerator) + 5 * v.denominator for v in p.values()) for p in witnesses]
    return witnesses[costs.index(min(costs))] if regimes > 1 else None


# ---- displayed expressions


def check_restated(earlier: Claim, later: Claim) -> tuple[Link, Slip] | None:
    """Compare a displayed expression with the one displayed before, if words say they are equal."""
    first, second = earlier.chain.sides[0], later.chain.sides[0]
    if isinstance(first, ex.Refusal) or isinstance(second, ex.Refusal):
        return None
    is_bare = earlier.display and later.display and not earlier.chain.relations
    clause = later.clause
    is_announced = cue("restates").search(clause) and not cue("other_part").search(clause)
    is_claimed = earlier.step > 0 and later.mood is not Mood.DENIED
    if not (is_bare and is_announced and is_claimed) or ex.applied(first, second):
        return None
    is_meant = same_letters(first, second) and _is_near_form(first, second)
    witness = fails_everywhere(first, second) if is_meant else None
    if witness is None:
        return None
    # The other side stands further up, perhaps in another step: its place here is empty.
    place = ex.Span(later.chain.side_spans[0].start, later.chain.side_spans[0].start)
    chain = replace(
        later.chain,
        sides=(first, *later.chain.sides),
        side_spans=(place, *later.chain.side_spans),
        relations=(ex.Relation.EQ, *later.chain.relations),
    )
    link = Link(replace(later, chain=chain), 0, first, ex.Relation.EQ, second)
    message = f"is not equal to {earlier.side_text(0)}"
    return link, Slip(RESTATED_RULE, message, link.stated, witness=witness)


def _is_near_form(first: ex.Expr, second: ex.Expr) -> bool:
    """Whether two expressions agree up to a factor in half of their monomials or written terms."""
    try:
        found = poly.likeness(*_numerators(first, second))
    except poly.TooLargeError:
        return False
    sums = [side.terms if isinstance(side, ex.Add) else (side,) for side in (first, second)]
    one, two = (Counter(map(poly.Expander().name, terms)) for terms in sums)
    shared = (one & two).total()
    has_terms = shared >= 3 and 2 * shared >= max(one.total(), two.total())
    return has_terms or (found.share >= 0.5 and found.total > 1)


# ---- lines made from lines before


def _check_line(context: ProofContext, link: Link) -> LinkVerdict:
    """Find that a line does not follow from the line it was made from, nor from anything else."""
    claim, is_value = link.claim, isinstance(link.value_of, ex.Sym)
    if poly.is_constant(link.polynomial) or (link.value_of is not None and not is_value):
        return Abstain.CONSTRAINT
    if is_value:
        is_derived = not cue("other_case").search(claim.clause)
    else:
        is_derived = not cue("hypothesis").search(claim.before) and _says_it_derives(claim)
    if not is_derived or claim.mood not in (Mood.ASSERTED, Mood.DEFINED):
        return Abstain.MOOD
    if context.knows(link.polynomial):
        return Abstain.CONTEXT
    for earlier in reversed(context.equations[-_LOOK_BACK:]):
        if _is_slip(earlier, link) and not (_is_rounded(earlier) or _is_rounded(link)):
            known, witness = (earlier.stated,), find_witness(earlier, link)
            if poly.contradict((earlier.polynomial, link.polynomial)):
                rule, words = CONTRADICTED_RULE, "contradicts"
            else:
                rule, words = DERIVED_RULE, "could not be derived from"
            told = f"{words} {earlier.text}"
            return Slip(rule, told, link.stated, known, witness, earlier.claim)
    return Abstain.CONSTRAINT


def _check_consistency(context: ProofContext, link: Link) -> Slip | None:
    """Find that an asserted equation has no solution together with what was said before."""
    claim = link.claim
    clause = claim.clause
    source = cue("new_source").search(clause)
    # "so the parallel line has the equation" is new, "the equation of the circle becomes" is not.
    is_new = source and not cue("derives").search(clause, source.end())
    is_elsewhere = is_new or cue("other_case").search(clause)
    is_open = _is_rounded(link) or is_elsewhere or cue("hypothesis").search(claim.before)
    facts = None if is_open or claim.mood is not Mood.ASSERTED else context.contradicted(link)
    if facts is None:
        return None
    texts = " and ".join(fact.text for fact in facts)
    words = f"contradicts {texts}" if facts else "holds for no values of its letters"
    premises = tuple(fact.stated for fact in facts)
    return Slip(CONTRADICTED_RULE, words, link.stated, premises)


def _is_rounded(link: Link) -> bool:
    return link.has_decimals or link.has_division_sign


def _says_it_derives(claim: Claim) -> bool:
    """Whether the words before an equation present it as got from the lines before."""
    clause = claim.clause
    if not re.search(r"\w", clause):
        # Bare lines: a rewriting or a list of conditions, as the words before the first line say.
        # In running text formulas with nothing but a comma between them are a list.
        return claim.display and not cue("listing").search(claim.before)
    if cue("other_case").search(clause):
        return False
    if cue("rewrites").search(clause) or "the formula" in clause:
        return True
    return bool(cue("derives").search(clause)) and not cue("new_source").search(clause)


def _is_slip(earlier: Link, later: Link) -> bool:
    """Whether a line was made from another one, as its place or its terms show, and says more."""
    is_far = later.claim.step - earlier.claim.step > 1
    if is_far or earlier.claim is later.claim or earlier.value_of is not None:
        return False
    first, second = earlier.polynomial, later.polynomial
    if poly.names(first) != poly.names(second):
        return False
    if poly.divides(first, second) or poly.divides(second, first):
        return False
    has_one_letter = len(poly.names(first)) == 1 and later.claim.step == earlier.claim.step
    follows = later.claim.order - earlier.claim.order == 1
    if follows and has_one_letter and poly.contradict((first, second)):
        return True
    found = poly.likeness(first, second)
    return found.total > 2 and found.share >= _LINE_SHARE and found.agreeing_nonconstant >= 1


def find_witness(earlier: Link, later: Link) -> dict[str, Fraction] | None:
    """A rational point where the earlier equation holds and the later one fails."""
    letters = sorted(earlier.letters | later.letters)
    for letter in letters if len(letters) <= 6 else ():
        others = [name for name in letters if name != letter]
        for n in range(4):
            values = {name: Fraction(2 + 3 * i + n) for i, name in enumerate(others)}
            # The others fixed, the equation may have a solution.
            for root in poly.rational_roots(poly.substitute(earlier.polynomial, values)):
                point = {**values, letter: root}
                if is_counterexample(point, (earlier.stated,), later.stated):
                    return point
    return None
