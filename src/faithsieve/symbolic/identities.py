"""Rule ``symbolic-link``: an equality that can only be meant as an identity, and is none.

Most equations of a proof are conditions. A link is an identity when it is *interior* to a chain
(both neighbours are compound and use the same letters) or when its sides are a *near miss* of each
other: most monomials agree, as after an expansion that dropped or changed a term. It is refuted
only if it does not follow from earlier facts, fails in every sampling regime, and fails by exact
arithmetic at a named point: a true identity with a hidden condition (positive numbers, whole
numbers, an order of the letters) holds in the regime of that condition.

Rule ``restated-expression``: proofs also rewrite without a relation sign. When words announce a
rewriting, the next displayed expression must equal the one before.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from faithsieve.symbolic.claims import NOT_CLAIMED, Claim, Mood
from faithsieve.symbolic.context import (
    CONSTANTS,
    ProofContext,
    has_unknown_function,
    unknown_functions,
)
from faithsieve.symbolic.evaluate import Definition, NoValueError, Point
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    BigOp,
    Call,
    Div,
    Expr,
    Mul,
    Num,
    Pow,
    Refusal,
    Relation,
    Root,
    Sym,
    put,
    symbols,
    walk,
)
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import (
    Expander,
    Polynomial,
    TooLargeError,
    best_likeness,
    likeness,
    multiply,
    text_of,
)
from faithsieve.symbolic.separation import certainly_different
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Supported, Undecided

RULE = "symbolic-link"
RESTATED_RULE = "restated-expression"

_SHARE = 0.4
_TWO = Num(Fraction(2))
_IDENTITY_CUE = cue("identity_cue")
_RESTATES = cue("restates")
_OTHER_PART = cue("other_part")
_TWO_FORMS = re.compile(r"\b(?:expand\w*|factor(?:s|ed|ing|iz\w+|is\w+)?|multiply(?:ing)? out)\b")
_LAW_CUE = re.compile(
    r"(?:\b(?:simplif\w+|expand\w*|factor\w*|since|because|note|recall|know|always|identity)\b"
    r"[\w\s,]*|\bfor (?:all|any|every)\b[\w\s,#]*):?\s*$"
)
_CITED = re.compile(r"\b(?:identity|identities)\b[\w\s,]*:?\s*$")


def check(context: ProofContext, claim: Claim, at: int, left: Expr, right: Expr) -> LinkVerdict:
    """Decide one equality link with letters.

    Args:
        context: What was stated before.
        claim: The claim the link belongs to.
        at: Which link of its chain.
        left: The left side, definitions put in.
        right: The right side, definitions put in.
    """
    if _has_marks(left) or _has_marks(right):
        return Undecided(Abstain.CONSTRAINT)
    if unknown_functions(left) != unknown_functions(right):
        # The link says something about a function: a condition on it, not an identity.
        return Undecided(Abstain.CONSTRAINT)
    equation = context.equation(claim, at, left, right)
    if equation is None:
        return Undecided(Abstain.LIMIT)
    if not equation.polynomial:
        return Supported(RULE)
    if claim.mood in NOT_CLAIMED:
        return Undecided(Abstain.MOOD)
    must_hold = _is_closed_form(left, right)
    must_hold = must_hold or _must_be_identity(context, claim, at, left, right)
    drops = not must_hold and _drops_mixed_terms(context, left, right)
    if not must_hold and not drops and not _may_be_identity(context, claim, left, right):
        return Undecided(Abstain.CONSTRAINT)
    if _follows(context, left, right, equation.polynomial):
        return Undecided(Abstain.CONTEXT)
    letters = sorted((symbols(left) | symbols(right)) - CONSTANTS)
    found = fails_everywhere(left, right, letters, context.definitions)
    if found is None:
        return Undecided(Abstain.CONSTRAINT if drops else Abstain.HOLDS_SOMEWHERE)
    return Slip(
        RULE,
        "is no identity: the two sides differ",
        found,
        only_if_accounted=not (must_hold or drops),
        stated=StatedLink(left, Relation.EQ, right, witness=found),
    )


def _must_be_identity(
    context: ProofContext, claim: Claim, at: int, left: Expr, right: Expr
) -> bool:
    if is_interior(claim, at, left, right) or _is_cited(claim, left, right):
        return True
    if _is_announced(claim, left, right) and is_near_miss(context, left, right, strictly=False):
        return True
    return _meant_as_identity(claim, left, right) and is_near_miss(context, left, right)


def _may_be_identity(context: ProofContext, claim: Claim, left: Expr, right: Expr) -> bool:
    """Whether an equation in free letters reads like a law: worth a look at its account."""
    if len(claim.chain.relations) > 1 or claim.mood is not Mood.ASSERTED:
        return False
    if isinstance(left, Sym | Apply) or isinstance(right, Sym) or not _same_letters(left, right):
        return False
    if not _is_polynomial(left, right):
        return bool(_LAW_CUE.search(claim.before[-60:]))
    two_forms = _is_factored(left) != _is_factored(right)
    return two_forms and is_near_miss(context, left, right, strictly=False)


def _drops_mixed_terms(context: ProofContext, left: Expr, right: Expr) -> bool:
    """``√(x² + 9) = x + 3``: the square of one side has all terms under the root, and more."""
    for root, other in ((left, right), (right, left)):
        if isinstance(root, Root) and root.degree == _TWO:
            try:
                under = context.expander.quotient(root.arg)
                square = context.expander.quotient(Pow(other, _TWO))
            except TooLargeError:
                return False
            terms = square.numerator.items()
            return len(under.numerator) > 1 and under.numerator.items() <= terms
    return False


def _is_polynomial(*sides: Expr) -> bool:
    parts = (part for side in sides for part in walk(side))
    return not any(
        isinstance(part, Root | Call | Apply)
        or (isinstance(part, Pow) and symbols(part.exponent))
        or (isinstance(part, Div) and symbols(part.denominator))
        for part in parts
    )


def _has_marks(node: Expr) -> bool:
    return any(
        isinstance(part, Call) and part.name in ("plusminus", "minusplus", "tuple", "degree")
        for part in walk(node)
    )


def _follows(context: ProofContext, left: Expr, right: Expr, polynomial: Polynomial) -> bool:
    """Whether earlier facts make the link true.

    A value given to a letter excuses a link only if the letter was replaced, that is, if it stands
    on one side alone; ``x³ − 4x² + 3 = (x − 1)(x² − 3x + 3)`` is not excused by ``x = 1``.
    """
    if (symbols(left) - CONSTANTS) == (symbols(right) - CONSTANTS):
        return context.relations.implies(polynomial)
    return context.facts.implies(polynomial)


def is_near_miss(context: ProofContext, left: Expr, right: Expr, *, strictly: bool = True) -> bool:
    """Whether the expanded sides share enough monomials to be two forms of one thing.

    Args:
        context: Expands the sides.
        left: One side.
        right: The other side.
        strictly: Whether the monomials alone must show it; otherwise one with a letter is enough.
    """
    try:
        first, second = context.expander.quotient(left), context.expander.quotient(right)
        upper, lower = first.numerator, second.numerator
        if first.denominator != second.denominator:
            upper = multiply(upper, second.denominator)
            lower = multiply(lower, first.denominator)
    except TooLargeError:
        return False
    found = likeness(upper, lower)
    if not strictly:
        return found.agreeing_nonconstant >= 1
    return found.share >= _SHARE and found.agreeing_nonconstant >= 2


def is_interior(claim: Claim, at: int, left: Expr, right: Expr) -> bool:
    """Whether the link joins two compound expressions in the same letters inside a chain."""
    if len(claim.chain.sides) < 3:
        return False
    if isinstance(left, Sym | Apply) or isinstance(right, Sym | Apply):
        return False
    # a²b + c = b²c + a = c²a + b is a condition in cyclic form, not a rewriting.
    return _same_letters(left, right) and not _is_renamed(left, right)


def _is_renamed(left: Expr, right: Expr) -> bool:
    """Whether one side becomes the other when letters trade places."""
    letters = sorted(symbols(left) - CONSTANTS)
    if not 2 <= len(letters) <= 4:
        return False
    expander = Expander()
    wanted = expander.name(right)
    return any(
        expander.name(put(left, {a: Sym(b) for a, b in zip(letters, order, strict=True)})) == wanted
        for order in permutations(letters)
        if list(order) != letters
    )


def _same_letters(left: Expr, right: Expr) -> bool:
    letters = symbols(left) - CONSTANTS
    return bool(letters) and letters == symbols(right) - CONSTANTS


def _is_closed_form(left: Expr, right: Expr) -> bool:
    """Whether a sum or product over a range is given a formula in the same letters."""
    ranged = [any(isinstance(part, BigOp) for part in walk(side)) for side in (left, right)]
    return ranged[0] != ranged[1] and _same_letters(left, right)


def _is_cited(claim: Claim, left: Expr, right: Expr) -> bool:
    """``We use the identity: …``: a law that must hold for all values of its letters."""
    if not _CITED.search(claim.before) or has_unknown_function(left) or has_unknown_function(right):
        return False
    return _same_letters(left, right)


def _is_announced(claim: Claim, left: Expr, right: Expr) -> bool:
    """``Expanding, (x + 1)² = …``: words announce two forms, and the sides are of two forms."""
    clause = claim.before[-80:].rsplit("#", 1)[-1]
    return (
        bool(_TWO_FORMS.search(clause))
        and _is_factored(left) != _is_factored(right)
        and _same_letters(left, right)
    )


def _meant_as_identity(claim: Claim, left: Expr, right: Expr) -> bool:
    if claim.mood is Mood.TESTED:
        return False
    if _IDENTITY_CUE.search(claim.before[-80:]):
        return True
    if not _same_letters(left, right):
        return False
    return len(claim.chain.sides) > 2 or _is_factorisation(left, right)


def _is_factorisation(left: Expr, right: Expr) -> bool:
    """Whether one side is a product as a whole and the other a sum of plain terms."""
    for product, total in ((left, right), (right, left)):
        if isinstance(product, Mul | Pow) and _is_factored(product):
            return isinstance(total, Add) and not _is_factored(total)
    return False


def _is_factored(node: Expr) -> bool:
    """Whether a product or power of a sum occurs: one side of an expansion."""
    return any(
        (isinstance(part, Mul) and any(isinstance(f, Add) for f in part.factors))
        or (isinstance(part, Pow) and isinstance(part.base, Add))
        for part in walk(node)
    )


# ---- sampling: one regime in which an equation holds is reason to abstain

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)

Regime = Callable[[int, int], Fraction]
"""The value of the letter at an index in the n-th point of the regime."""

_REGIMES: Mapping[str, Regime] = {
    "small positive": lambda i, n: Fraction(_PRIMES[(i + n) % 12], _PRIMES[(i + n + 5) % 12] + 2),
    "large positive": lambda i, n: Fraction(_PRIMES[(i * 3 + n + 4) % 12] * 7 + i + n, 2),
    "negative": lambda i, n: -Fraction(_PRIMES[(i * 5 + n) % 12] + i, 3),
    "mixed signs": lambda i, n: Fraction((-1) ** (i + n) * (_PRIMES[(i + n) % 12] + n), 2 + 3 * i),
    "even": lambda i, n: Fraction(2 * (3 * i + n + 1)),
    "odd": lambda i, n: Fraction(2 * (2 * i + 3 * n) + 1),
    "ascending": lambda i, n: Fraction(3 + 4 * i + n),
    "descending": lambda i, n: Fraction(41 - 5 * i - n),
    "angles": lambda i, n: Fraction(_PRIMES[i % 12] + n, 23 + i),
}


def points(letters: Sequence[str]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Named regimes with their points."""
    for regime, value in _REGIMES.items():
        for n in range(2):
            yield regime, {letter: value(i, n) for i, letter in enumerate(letters)}


def fails_everywhere(
    left: Expr,
    right: Expr,
    letters: Sequence[str],
    definitions: Mapping[str, Definition],
    known: Mapping[str, Fraction] | None = None,
) -> dict[str, Fraction] | None:
    """A counterexample when the equation fails in every regime that has values.

    Args:
        left: One side.
        right: The other side.
        letters: The free letters, in a fixed order.
        definitions: Functions the proof defines.
        known: Letters whose value is fixed by the proof.
    """
    failing: dict[str, bool] = {}
    witness: dict[str, Fraction] | None = None
    for regime, values in points(letters):
        try:
            point = Point({**values, **(known or {})}, definitions)
            different = certainly_different(left, right, point)
        except NoValueError:
            continue
        failing[regime] = failing.get(regime, False) or different is True
        if different and (witness is None or _cost(point.values) < _cost(witness)):
            witness = dict(point.values)
    if witness is None or len(failing) < 2 or not all(failing.values()):
        return None
    return witness


def _cost(values: Mapping[str, Fraction]) -> int:
    return sum(abs(v.numerator) + 5 * v.denominator for v in values.values())


# ---- displayed expressions


def is_displayed(claim: Claim) -> bool:
    """Whether the claim is a displayed expression without a relation."""
    return (
        claim.display
        and not claim.chain.relations
        and claim.step > 0
        and not isinstance(claim.chain.sides[0], Refusal)
    )


def check_restated(context: ProofContext, earlier: Claim, later: Claim) -> LinkVerdict:
    """Compare a displayed expression with the first side of the next display."""
    first, second = earlier.chain.sides[0], later.chain.sides[0]
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        return Undecided(Abstain.UNREAD)
    clause = later.before[-100:].rsplit("#", 1)[-1]
    if not later.display or later.order - earlier.order != 1 or later.mood is Mood.DENIED:
        return Undecided(Abstain.CONSTRAINT)
    if not _RESTATES.search(clause) or _OTHER_PART.search(clause):
        return Undecided(Abstain.CONSTRAINT)
    letters = symbols(first) - CONSTANTS
    if (
        not letters
        or letters != symbols(second) - CONSTANTS
        or not _is_without_functions(first, second)
    ):
        return Undecided(Abstain.CONSTRAINT)
    if not _is_near_form(context, first, second):
        return Undecided(Abstain.CONSTRAINT)
    found = fails_everywhere(first, second, sorted(letters), context.definitions)
    if found is None:
        return Undecided(Abstain.HOLDS_SOMEWHERE)
    message = f"is not equal to {earlier.side_text(0)}"
    return Slip(
        RESTATED_RULE,
        message,
        found,
        stated=StatedLink(first, Relation.EQ, second, witness=found),
    )


def _is_without_functions(*sides: Expr) -> bool:
    return not any(
        has_unknown_function(side)
        or any(isinstance(p, Call) and p.name in ("plusminus", "tuple") for p in walk(side))
        for side in sides
    )


def _is_near_form(context: ProofContext, first: Expr, second: Expr) -> bool:
    try:
        one, two = context.expander.quotient(first), context.expander.quotient(second)
        upper = multiply(one.numerator, two.denominator)
        lower = multiply(two.numerator, one.denominator)
        if upper == lower:
            return False
        found, _ = best_likeness(upper, lower)
        return (found.share >= 0.5 and found.total > 1) or _terms_agree(context, first, second)
    except TooLargeError:
        return False


def _terms_agree(context: ProofContext, first: Expr, second: Expr) -> bool:
    one, two = _term_forms(context, first), _term_forms(context, second)
    shared = sum((one & two).values())
    return shared >= 3 and 2 * shared >= max(one.total(), two.total())


def _term_forms(context: ProofContext, node: Expr) -> Counter[str]:
    terms = node.terms if isinstance(node, Add) else (node,)
    found = []
    for term in terms:
        quotient = context.expander.quotient(term)
        found.append(f"{text_of(quotient.numerator)}/{text_of(quotient.denominator)}")
    return Counter(found)
