"""The documented list of decisive words: words whose loss or gain changes a claim (app. B.1).

Words with the same effect form a class, because "every" may honestly become "all" but may not
vanish. Longer phrases are read first and used up, so that "at least" is a bound, no extremum. The
list is English; in other scripts numbers and relations are still compared.
"""

import re
from collections import Counter
from functools import lru_cache

DECISIVE_WORDS: dict[str, tuple[str, ...]] = {
    "iff": (
        "if and only if", "iff", "equivalent", "equivalently", "equivalence", "⟺", "⇔", "↔",
        "\\iff",
    ),
    "unique": ("one and only one", "exactly one", "unique", "uniquely", "uniqueness"),
    "lower bound": (
        "at least", "no less than", "not less than", "no fewer than", "no smaller than",
        "greater than or equal to", "more than or equal to",
    ),
    "upper bound": (
        "at most", "no more than", "not more than", "not greater than", "no greater than",
        "no larger than", "less than or equal to", "not exceed", "not exceeding",
    ),
    "above": ("greater than", "more than", "larger than", "bigger than", "exceeds", "exceed"),
    "below": ("less than", "smaller than", "fewer than"),
    "strict": ("strictly", "strict"),
    "only": ("only", "solely", "exclusively", "no other", "nothing else", "just"),
    "all": (
        "all", "every", "any", "always", "arbitrary", "arbitrarily", "whenever", "everywhere",
        "everyone", "∀", "\\forall",
    ),
    "each": ("both", "each"),
    "exists": (
        "there exists", "there exist", "there is", "exists", "exist", "existence", "some", "∃",
        "\\exists",
    ),
    "least": ("least", "smallest", "minimum", "minimal", "minimizes", "lowest", "infimum"),
    "greatest": ("greatest", "largest", "maximum", "maximal", "maximizes", "highest", "supremum"),
    "must": (
        "must", "necessarily", "necessary", "has to", "have to", "forced", "forces", "required",
        "requires", "need to", "needs to",
    ),
    "sufficient": (
        "sufficient", "sufficiently", "suffices", "suffice", "enough", "so large", "so small",
    ),
    "valid": ("valid", "validity"),
    "invalid": ("invalid",),
    "impossible": (
        "impossible", "cannot", "can not", "can't", "not possible", "contradiction",
        "contradicts", "contradicting", "contradictory", "absurd",
    ),
    "possible": ("possible", "possibly", "may", "might", "could", "perhaps"),
    "not": (
        "not", "no", "never", "neither", "nor", "none", "without", "fails", "isn't", "doesn't",
        "don't", "aren't", "won't", "¬",
    ),
    "exactly": ("exactly", "precisely"),
    "approximately": ("approximately", "roughly", "nearly", "approx", "almost", "close to"),
    "condition": (
        "provided that", "provided", "as long as", "unless", "if", "when", "assuming", "suppose",
        "assume", "supposing",
    ),
    "otherwise": ("otherwise", "except", "excluding"),
    "converse": ("conversely", "converse"),
    "positive": ("positive", "positivity"),
    "negative": ("negative",),
    "non-negative": ("non-negative", "nonnegative", "non negative"),
    "nonzero": ("nonzero", "non-zero", "non zero"),
    "distinct": ("distinct", "different"),
    "integer": ("integer", "integers"),
    "rational": ("rational", "rationals"),
    "irrational": ("irrational", "irrationals"),
    "real": ("real", "reals"),
    "prime": ("prime", "primes"),
    "even": ("even",),
    "odd": ("odd",),
    "finite": ("finite", "finitely"),
    "infinite": ("infinite", "infinitely"),
    "increasing": ("increasing", "increases", "increase"),
    "decreasing": ("decreasing", "decreases", "decrease"),
    "open": ("open",),
    "closed": ("closed",),
    "one-to-one": ("injective", "injection", "one-to-one"),
    "onto": ("surjective", "surjection", "onto"),
    "bijective": ("bijective", "bijection", "invertible"),
    "continuous": ("continuous", "continuity", "continuously"),
    "differentiable": ("differentiable", "differentiability", "smooth"),
    "pointwise": ("pointwise",),
    "uniform": ("uniform", "uniformly"),
    "bounded": ("bounded", "boundedness"),
    "compact": ("compact", "compactness"),
    "connected": ("connected", "connectedness"),
    "convex": ("convex", "convexity"),
    "monotone": ("monotone", "monotonic", "monotonically"),
    "linear": ("linear", "linearly"),
    "commutative": ("abelian", "commutative", "commute"),
    "cyclic": ("cyclic",),
    "independent": ("independent", "independence", "independently"),
    "disjoint": ("disjoint",),
    "coprime": ("coprime", "relatively prime"),
    "consecutive": ("consecutive",),
    "case": ("case", "cases", "subcase"),
    "supposition": ("let", "given", "take", "consider", "hypothesis"),
    "idiom": (
        "different angle", "different way", "different approach", "different method",
        "exactly the statement", "exactly the claim", "exactly what", "no matter", "in any case",
        "in any event", "at all",
    ),
    "same": ("i e", "that is", "in other words", "namely"),
    "count": ("number of", "count of"),
    "≥": ("≥", "⩾", "\\ge", "\\geq", "\\geqslant"),
    "≤": ("≤", "⩽", "\\le", "\\leq", "\\leqslant"),
    ">": (">", "\\gt"),
    "<": ("<", "\\lt"),
    "≠": ("≠", "∤", "∉", "≢", "\\ne", "\\neq", "\\nmid", "\\notin", "\\not"),
    "≈": ("≈", "\\approx", "\\simeq"),
    "generality": ("without loss of generality", "wlog", "in general"),
}  # fmt: skip
"""Class → the words and phrases that carry it."""

STRENGTHENING = frozenset(
    {"only", "unique", "all", "must", "strict", "iff", "exactly", "impossible", "sufficient"}
    | {"positive", "non-negative", "nonzero", "distinct", "integer", "rational", "real", "prime"}
    | {"even", "odd", "finite", "increasing", "decreasing", "generality", "converse"}
    | {"one-to-one", "onto", "continuous", "differentiable", "uniform", "bounded", "compact"}
    | {"connected", "convex", "monotone", "commutative", "cyclic", "independent", "disjoint"}
)
"""Classes that a decomposition may not add: they claim more, or justify what was not justified."""

STANDS_FOR: dict[str, frozenset[str]] = {
    "not": frozenset({"impossible", "invalid", "≠"}),
    "impossible": frozenset({"not"}),
    "invalid": frozenset({"not"}),
    "only": frozenset({"unique"}),
    "unique": frozenset({"only"}),
    "exactly": frozenset({"unique"}),
    "exists": frozenset({"possible", "count"}),
    "lower bound": frozenset({"≥"}),
    "upper bound": frozenset({"≤"}),
    "above": frozenset({">"}),
    "below": frozenset({"<"}),
    "approximately": frozenset({"≈"}),
    "nonzero": frozenset({"≠"}),
    "≠": frozenset({"nonzero", "not", "distinct"}),
    "otherwise": frozenset({"case", "condition"}),
    "condition": frozenset({"all", "otherwise", "case", "supposition"}),
    "all": frozenset({"each", "supposition"}),
    "each": frozenset({"all"}),
    "iff": frozenset({"same"}),
    "same": frozenset({"iff"}),
    "coprime": frozenset({"prime"}),
    "must": frozenset({"impossible"}),
    "possible": frozenset({"exists"}),
}
"""Class → the classes whose words can honestly replace it."""

STAND_INS = frozenset(
    {"case", "count", "supposition", "same", "idiom", "≥", "≤", ">", "<", "≠", "≈"}
)
"""Classes that may go: they only stand in for others. Other checks watch over cases and signs."""


# "some" inside "something", "no" inside "non-zero" and "\\max" are other words.
_WORD = re.compile(r"\\?[\w'-]+|[∀∃⟺⇔↔¬≥⩾≤⩽<>≠∤∉≢≈]")


@lru_cache(maxsize=1)
def _phrases() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First word → the phrases that begin with it, longest first, with their classes."""
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, spellings in DECISIVE_WORDS.items():
        for spelling in spellings:
            words = tuple(spelling.split())
            phrases.setdefault(words[0], []).append((words, name))
    for found in phrases.values():
        found.sort(key=lambda phrase: -len(phrase[0]))
    return phrases


def decisive_words(text: str) -> Counter[str]:
    """Count the classes of decisive words in a text."""
    phrases = _phrases()
    words = [word.strip("-'") for word in _WORD.findall(text.lower().replace("’", "'"))]
    counts: Counter[str] = Counter()
    position = 0
    while position < len(words):
        length = 1
        for phrase, name in phrases.get(words[position], ()):
            if tuple(words[position : position + len(phrase)]) == phrase:
                counts[name] += 1
                length = len(phrase)
                break
        position += length
    return counts
