"""What the words before a formula say about where it comes from.

A rewriting, a consequence, a fact from elsewhere, another case, one line of a list: the checks that
compare a line with the line before need to know which, and the formula alone does not tell.
"""

import re

from faithsieve.symbolic.claims import Claim
from faithsieve.symbolic.lexicon import cue

OTHER_CASE = re.compile(
    r"\b(?:if|case|when|similarly|other|another|second|third|likewise|also|or|for|assume|"
    r"suppose|instead|alternatively|respectively|given|system|new|different|swap\w*|replac\w*|"
    r"inverse|interchang\w*|let(?!['’])|consider|add(?:ing)?|shift\w*|translat\w*|reflect\w*|"
    r"rotation|rotated|rotating|transform\w*|images?|dilat\w*|chang\w+|increase\w*|increasing|"
    r"decrease\w*|decreasing)\b|^\s*(?:and|but)\W*$"
)
REWRITES = cue("rewrites")
DERIVES = cue("derives")
_NEW_SOURCE = cue("new_source")
_LISTING = cue("listing")
_WEAK_LISTING = cue("weak_listing")


def last_clause(before: str) -> str:
    """The prose directly before a formula, since the last formula."""
    return before[-80:].rsplit("#", 1)[-1]


def says_it_derives(claim: Claim) -> bool:
    """Whether the words around an equation present it as got from the lines before."""
    clause = last_clause(claim.before)
    if is_bare(claim):
        # Bare lines: a rewriting or a list of conditions, as the words before the first line say.
        if _LISTING.search(claim.before):
            return False
        return continues_rewriting(claim) or not _WEAK_LISTING.search(claim.before)
    if clause.strip(" ,.") == "or":
        return True
    if REWRITES.search(clause) or "quadratic formula" in clause or "by the formula" in clause:
        return True
    return bool(DERIVES.search(clause)) and not _NEW_SOURCE.search(clause)


def is_bare(claim: Claim) -> bool:
    """Whether no word stands between a formula and the one before."""
    return not re.search(r"\w", last_clause(claim.before))


def continues_rewriting(claim: Claim) -> bool:
    """``We simplify: (line) (line) (line)``: one line after the other, each made from the last."""
    run = re.search(r"([^#]*)(?:#\W*)+$", claim.before)
    return run is not None and bool(REWRITES.search(run.group(1)))


def opens_run_of(claim: Claim, earlier: Claim) -> bool:
    """``which simplifies to: (line) (line)``: every line rewrites something said before the run."""
    run = re.search(r"([^#]*)((?:#\W*)+)$", claim.before)
    if run is None or not REWRITES.search(run.group(1)):
        return False
    return earlier.order < claim.order - run.group(2).count("#")


_HYPOTHESIS = cue("hypothesis")


def crosses_hypothesis(earlier: Claim, later: Claim) -> bool:
    """``(line). If z = 1, then (line)``: the later line stands under an assumption of its own."""
    hypotheses = list(_HYPOTHESIS.finditer(later.before))
    if not hypotheses or earlier.step != later.step:
        return False
    formulas_since = later.before.count("#", hypotheses[-1].start())
    return earlier.order < later.order - formulas_since
