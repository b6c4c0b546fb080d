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
        "if and only if", "exactly when", "precisely when", "exactly if", "iff",
        "equivalent", "equivalently", "equivalence", "⟺", "⇔", "↔",
        "\\iff", "\\leftrightarrow", "\\longleftrightarrow",
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
        "all", "every", "any", "always", "arbitrary", "arbitrarily", "everywhere",
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
        "must", "necessarily", "necessary", "has to", "have to", "required", "requires", "need to",
        "needs to",
    ),
    "forces": ("forces", "forced", "force"),
    "implies": ("implies", "imply", "implying"),
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
        "don't", "aren't", "won't", "fail", "¬",
    ),
    "exactly": ("exactly", "precisely"),
    "approximately": ("approximately", "roughly", "nearly", "approx", "almost", "close to"),
    "condition": (
        "provided that", "provided", "as long as", "unless", "if", "when", "whenever", "assuming",
        "suppose", "assume", "supposing",
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
    "prime": ("prime", "primes", "primality"),
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
    "coprime": ("coprime", "relatively prime", "mutually prime", "prime to"),
    "consecutive": ("consecutive", "successive"),
    "acute": ("acute",),
    "obtuse": ("obtuse",),
    "isosceles": ("isosceles",),
    "equilateral": ("equilateral",),
    "normal": ("normal",),
    "symmetric": ("symmetric",),
    "nonempty": ("nonempty", "non-empty"),
    "proper": ("proper",),
    "separable": ("separable",),
    "irreducible": ("irreducible", "irreducibility"),
    "absolutely": ("absolutely",),
    "case": ("case", "cases", "subcase"),
    "supposition": ("let", "given", "take", "consider", "hypothesis", "fix"),
    "idiom": (
        "different angle", "different way", "different ways", "different approach",
        "different method", "is all of", "be given", "we may", "both sides", "as required",
        "as desired", "in all", "after all",
        "exactly the statement", "exactly the claim", "exactly what", "no matter", "in any case",
        "in any event", "at all",
    ),
    "instance": ("write", "choose", "pick", "can be written"),
    "same": ("i e", "that is", "in other words", "namely"),
    "count": ("number of", "count of"),
    "over": ("above", "over", "beyond"),
    "under": ("below", "under"),
    "≥": ("≥", "⩾", "\\ge", "\\geq", "\\geqslant"),
    "≤": ("≤", "⩽", "\\le", "\\leq", "\\leqslant"),
    ">": (">", "\\gt"),
    "<": ("<", "\\lt"),
    "≠": ("≠", "∤", "∉", "≢", "\\ne", "\\neq", "\\nmid", "\\notin", "\\not"),
    "≈": ("≈", "\\approx", "\\simeq"),
    "generality": (
        "without loss of generality assume", "without loss of generality suppose", "wlog assume",
        "wlog suppose", "we may assume", "without loss of generality", "wlog", "in general",
    ),
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
    "exactly": frozenset({"unique", "iff"}),
    "exists": frozenset({"count", "instance", "supposition"}),
    "lower bound": frozenset({"≥"}),
    "upper bound": frozenset({"≤"}),
    "above": frozenset({">", "over"}),
    "below": frozenset({"<", "under"}),
    "approximately": frozenset({"≈"}),
    "nonzero": frozenset({"≠"}),
    "≠": frozenset({"nonzero", "not", "distinct"}),
    "otherwise": frozenset({"case", "condition", "impossible", "not"}),
    "condition": frozenset({"all", "otherwise", "case", "supposition", "implies"}),
    "all": frozenset({"each", "supposition"}),
    "each": frozenset({"all"}),
    "iff": frozenset({"same"}),
    "same": frozenset({"iff"}),
    "must": frozenset({"forces"}),
    "forces": frozenset({"must", "impossible", "condition", "implies"}),
    "possible": frozenset({"exists"}),
}
"""Class → the classes whose words can honestly replace it."""

OPPOSITES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("add", "adding", "adds"), ("subtract", "subtracting", "subtracts")),
    (("multiply", "multiplying", "multiplies"), ("divide", "dividing", "divided")),
    (("twice", "double", "doubled"), ("half", "halved"), ("thrice", "triple"), ("once",)),
    (("union",), ("intersection",)),
    (("row", "rows"), ("column", "columns")),
    (("parallel",), ("perpendicular", "orthogonal")),
    (("first",), ("second",), ("third",), ("fourth",), ("fifth",), ("sixth",), ("last",)),
    (("numerator", "numerators"), ("denominator", "denominators")),
    (("inside",), ("outside",)),
    (("left",), ("right",)),
    (("even",), ("odd",)),
    (("convergent", "converges", "converge"), ("divergent", "diverges", "diverge")),
    (("maximum", "maximal", "largest", "greatest"), ("minimum", "minimal", "smallest", "least")),
)
"""Groups of words that exclude each other: one may not go where another comes."""

STAND_INS = frozenset(
    {"case", "count", "supposition", "instance", "implies", "same", "idiom", "over", "under"}
    | {"≥", "≤", ">", "<", "≠", "≈"}
)
"""Classes that may go: they only stand in for others. Other checks watch over cases and signs."""


# "some" inside "something", "no" inside "non-zero" and "\\max" are other words.
_WORD = re.compile(r"\\[a-z]+|[\w'-]+|[∀∃⟺⇔↔¬≥⩾≤⩽<>≠∤∉≢≈]")


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


@lru_cache(maxsize=64)
def decisive_words(text: str) -> Counter[str]:
    """Count the classes of decisive words in a text; kept, so nobody may change what it returns."""
    phrases = _phrases()
    words = [word.strip("-'") for word in _WORD.findall(text.lower().replace("’", "'"))]
    counts: Counter[str] = Counter()
    position = 0
    while position < len(words):
        length = 1
        for phrase, name in phrases.get(words[position], ()):
            if tuple(words[position : position + len(phrase)]) == phrase:
                if not _points_at_a_place(words, position, phrase):
                    counts[name] += 1
                length = len(phrase)
                break
        position += length
    return counts


_BEFORE_A_CLAUSE = frozenset(
    {"that", "then", "so", "hence", "thus", "therefore", "since", "because", "and", "or", "but"}
    | {"as", "if", "iff", "where", "when", "whenever", "which", "suppose", "assume", "implies"}
    | {"means", "shows", "conclude", "know", "claim", "whether", "now", "also", "case", "while"}
    | {"clearly", "consequently", "moreover", "furthermore", "otherwise", "such", "however"}
)


_AFTER_EXISTENCE = frozenset(
    {"a", "an", "some", "no", "one", "exactly", "only", "at", "another", "always", "such"}
)


def _points_at_a_place(words: list[str], position: int, phrase: tuple[str, ...]) -> bool:
    """In "the residue there is" nothing is said to exist."""
    if phrase != ("there", "is") or not position:
        return False
    before, after = words[position - 1], words[position + 2 : position + 3]
    is_clause = len(before) == 1 or not before.isalpha() or before in _BEFORE_A_CLAUSE
    return not is_clause and not _AFTER_EXISTENCE.intersection(after)
