"""Rule ``restated-expression``: a displayed expression and the form the text turns it into.

Proofs also rewrite without a relation sign: ``(-3d)(-d) + …``, *calculating each term:*
``9d² + …``. When words announce a rewriting, the next displayed expression must equal the one
before. It is refuted like a link: a near miss (most terms agree, or all agree up to a common
factor) that fails in every sampling regime.
"""

from collections import Counter

from faithsieve.symbolic.claims import Claim, Mood
from faithsieve.symbolic.context import CONSTANTS, ProofContext, has_unknown_function
from faithsieve.symbolic.expressions import Add, Call, Expr, Refusal, Relation, symbols, walk
from faithsieve.symbolic.lean_terms import StatedLink
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import TooLargeError, best_likeness, multiply, text_of
from faithsieve.symbolic.sampling import fails_everywhere
from faithsieve.symbolic.verdicts import Abstain, LinkVerdict, Slip, Undecided

RULE = "restated-expression"

_REWRITES = cue("restates")
_OTHER = cue("other_part")


def is_bare(claim: Claim) -> bool:
    """Whether the claim is a displayed expression without a relation."""
    return (
        claim.display
        and not claim.chain.relations
        and claim.step > 0
        and not isinstance(claim.chain.sides[0], Refusal)
    )


def check(context: ProofContext, earlier: Claim, later: Claim) -> LinkVerdict:
    """Compare a displayed expression with the first side of the next display."""
    first, second = earlier.chain.sides[0], later.chain.sides[0]
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        return Undecided(Abstain.UNREAD)
    clause = later.before[-100:].rsplit("#", 1)[-1]
    if not later.display or later.order - earlier.order != 1 or later.mood is Mood.DENIED:
        return Undecided(Abstain.CONSTRAINT)
    if not _REWRITES.search(clause) or _OTHER.search(clause):
        return Undecided(Abstain.CONSTRAINT)
    letters = symbols(first) - CONSTANTS
    if not letters or letters != symbols(second) - CONSTANTS or not _is_plain(first, second):
        return Undecided(Abstain.CONSTRAINT)
    if not _is_near(context, first, second):
        return Undecided(Abstain.CONSTRAINT)
    found = fails_everywhere(first, second, sorted(letters), context.definitions)
    if found is None:
        return Undecided(Abstain.HOLDS_SOMEWHERE)
    message = f"is not equal to {earlier.side_text(0)}"
    return Slip(
        RULE,
        message,
        found,
        stated=StatedLink(first, Relation.EQ, second, witness=found),
    )


def _is_plain(*sides: Expr) -> bool:
    return not any(
        has_unknown_function(side)
        or any(isinstance(p, Call) and p.name in ("plusminus", "tuple") for p in walk(side))
        for side in sides
    )


def _is_near(context: ProofContext, first: Expr, second: Expr) -> bool:
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
    one, two = _terms(context, first), _terms(context, second)
    shared = sum((one & two).values())
    return shared >= 3 and 2 * shared >= max(one.total(), two.total())


def _terms(context: ProofContext, node: Expr) -> Counter[str]:
    terms = node.terms if isinstance(node, Add) else (node,)
    found = []
    for term in terms:
        quotient = context.expander.quotient(term)
        found.append(f"{text_of(quotient.numerator)}/{text_of(quotient.denominator)}")
    return Counter(found)
