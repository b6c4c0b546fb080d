"""Mathematics in plain text: which words are symbols, and which words stand for signs (app. B.1).

Formulas between delimiters stand here as one word in angle brackets. What a sign in words relates
on its left may be any phrase ("its determinant is 5"), so that side can stay open.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from faithsieve.localize.links import FUNCTIONS

RELATION = re.compile(r"[=<>≤≥≠≡≢≈∈∉⊆⊂⊇⊃∣∤⋮→∥⊥≅∼⊴⊊]")
OPENING, CLOSING = "([{⦃", ")]}⦄"

_POINTING = (
    r"(?:this|that|it|which|these)(?:\s+(?:ratio|expression|sum|product|quantity|value|integral))?"
    r"|the (?:left|right)(?:[ -]hand)? side"
)
# A formula, a bracket, a symbol or number, or a word that points at the last formula.
_SUBJECT = rf"(⟩|[)\]}}|!°'](?=\s)|(?<![\w’-])(?:[A-Za-z]{{1,3}}(?:_\w+)?|[0-9]+|{_POINTING}))"
_EQUALS_IN_WORDS = re.compile(rf"{_SUBJECT}\s+(?:equals?|(?:is|are) equal to)\b", re.IGNORECASE)
_PART_OF_A_PHRASE = re.compile(
    r"\b(?:of|in|at|on|from|between|under)\s+(?:⟨[^⟩]*|\S*)$", re.IGNORECASE
)
_BACK_REFERENCE = re.compile(rf"(?:^|(?<=\s))(?:{_POINTING})\s+(?==)", re.IGNORECASE)
_LAST = "⟪last⟫"
_ADVERB = r"(?:then |now |thus |also |therefore |hence |simply |just |again |always )?"
_SIGNS_IN_WORDS = {
    r"(?:is|are|equals?|equal to) zero": "= 0",
    r"(?:of|has|have|with|having) (?:order|size|length|degree|dimension|cardinality|index|radius"
    r"|area|volume|value|rank)(?=\s+[⟨0-9A-Za-z]{1,3}\b|\s+⟨)": "=",
    r"(?:is|are) (?:nonzero|non-zero|not zero)": "≠ 0",
    r"does not equal|do not equal|(?:is|are) not equal to|differs? from": "≠",
    r"(?:is|are) (?:at least|no less than|not less than|greater than or equal to)": "≥",
    r"(?:is|are) (?:at most|no more than|not more than|less than or equal to|bounded by)": "≤",
    r"exceeds?|(?:is|are) (?:strictly )?(?:greater|larger|more|bigger) than": ">",
    r"(?:is|are) (?:strictly )?(?:less|smaller|fewer) than": "<",
    r"must (?:be|equal)": "=",
    r"does not divide|do not divide": "∤",
    r"does not (?:lie (?:in|on)|belong to)|(?:is|are) not (?:in|on|an element of)"
    r"|not in(?=\s+(?:⟨|[A-Z]\b))": "∉",
    r"(?:is|are) divisible by|is a multiple of": "⋮",
    r"divides?|dividing|(?:is a|are) divisors? of": "∣",
    r"in(?=\s*[(\[])|in(?=\s+[A-Zℕℤℚℝℂ]\b)|in(?=\s+⟨)": "∈",
    r"belongs? to|lies? (?:in|on)|(?:is|are) in|(?:is an|are) elements? of": "∈",
    r"(?:is|are) not congruent to": "≢",
    r"(?:is|are) congruent to": "≡",
    r"tends? to|converges? to|approach(?:es)?|goes to|go to": "→",
    r"is a normal subgroup of|is normal in": "⊴",
    r"is a subgroup of": "≤",
    r"is a subset of|is contained in|lies inside": "⊆",
    r"is (?:perpendicular|orthogonal) to": "⊥",
    r"is parallel to": "∥",
    r"is isomorphic to": "≅",
    r"is similar to": "∼",
    rf"{_ADVERB}(?:equals?|(?:is|are) (?:one of|either|equal to|among|given by|just)|is|are|be"
    r"|(?:gives?|yields?)(?=\s[^=<>≤≥≠≡≢∈→]{1,80}(?:[.,;]|$))|becomes?|comes? to"
    r"|(?:adds?|sums?) up to|amounts? to|totals?|has value"
    r"|(?:simplifies|simplify|reduces?|telescopes?|evaluates?|works? out|sums?|factors?|expands?"
    r"|collapses|rewrites?) (?:to|as|into))": "=",
}
"""What stands before a formula in words → the sign that says the same; the first fit counts."""
_FIRST_WORDS = (
    r"is|are|be|equals?|equal|of|has|have|having|with|does|do|differs?|exceeds?|must|not|in|belongs?"
    r"|lies?|divides?|dividing|tends?|converges?|approach(?:es)?|goes|go|then|now|thus|also|therefore"
    r"|hence|simply|just|again|always|gives?|yields?|becomes?|comes?|adds?|sums?|amounts?|totals?"
    r"|simplifies|simplify|reduces?|telescopes?|evaluates?|works?|factors?|expands?|collapses"
    r"|rewrites?"
)
"""How the phrases begin. Most words begin none, and are passed by before every phrase is tried."""
_RELATION_IN_WORDS = re.compile(
    rf"\b(?=(?:{_FIRST_WORDS})\b)(?<!there )"
    rf"(?:{'|'.join(f'({words})' for words in _SIGNS_IN_WORDS)})(?!\w)",
    re.IGNORECASE,
)
_SIGNS = tuple(_SIGNS_IN_WORDS.values())
_ORDER_IN_WORDS = re.compile(
    r"\b(?:divid\w+|divisib\w+|multiple|divisor|at (?:least|most)|(?:less|more|greater|larger"
    r"|smaller|fewer|bigger) than|bounded by|exceeds?|subset|contained|subgroup|inside|normal in"
    r"|belongs)",
    re.IGNORECASE,
)
_TRIMMED = " .,;:!?()\"'“”"
_WORD = re.compile(r"[(\"“]*([^\W\d_]{2,}(?:['’-][^\W\d_]+)*)[.,;:!?)\"”]*")
_SYMBOLS = re.compile(r"[A-Za-zα-ωΑ-Ω]+")
_LATIN = re.compile(r"[A-Za-z]")
_SHORTEST_WORD = 4
_SHORT_WORDS = frozenset({
    "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my",
    "no", "of", "on", "or", "so", "to", "up", "us", "we", "act", "add", "ago", "all", "and",
    "any", "arc", "are", "ask", "bit", "but", "can", "cut", "did", "due", "end", "far", "few",
    "fix", "for", "get", "got", "had", "has", "her", "him", "his", "how", "its", "key", "law",
    "lay", "led", "let", "lie", "lot", "low", "may", "met", "new", "nor", "not", "now", "odd",
    "off", "old", "one", "our", "out", "own", "per", "put", "ray", "rid", "row", "run", "saw",
    "say", "see", "set", "she", "sit", "six", "son", "sum", "ten", "the", "tie", "too", "top",
    "try", "two", "use", "via", "was", "way", "who", "why", "won", "yes", "yet", "you", "iff",
    "qed", "wlog", "nd", "rd", "th",
})  # fmt: skip
"""Words too short to be told from products of letters by their length."""
_MATHEMATICAL_WORDS = FUNCTIONS | {"mod", "tr", "im"}
"""Words that belong to the mathematics around them."""
_LONGEST_SUBJECT = 80
_LIST_JOINTS = frozenset({"or", "and"})


def with_equals_signs(prose: str) -> str:
    """Put the sign where "equals" stands between symbols: nobody doubts what that says."""
    return _EQUALS_IN_WORDS.sub(_as_equals, prose)


def _as_equals(found: re.Match[str]) -> str:
    """In "the trace of A equals" it is not A that equals."""
    return found[0] if _ends_a_phrase(found.string, found.end(1)) else f"{found[1]} ="


def has_order_in_words(text: str) -> bool:
    """Whether words state a relation that could be turned round."""
    return _ORDER_IN_WORDS.search(text) is not None


def with_signs(prose: str) -> str:
    """Put signs where words say the same."""
    return _RELATION_IN_WORDS.sub(_as_sign, prose)


def _as_sign(found: re.Match[str]) -> str:
    end = " . " if _ends_a_phrase(found.string, found.start()) else " "
    return f"{end}{_SIGNS[(found.lastindex or 1) - 1]} "


def _ends_a_phrase(prose: str, end: int) -> bool:
    """Whether the symbol that ends there belongs to a phrase, as A to "the trace of A"."""
    before = prose[max(0, end - _LONGEST_SUBJECT) : end].rstrip()
    return _PART_OF_A_PHRASE.search(before) is not None


@lru_cache(maxsize=64)
def statements_of(prose: str) -> tuple[str, ...]:
    """Runs of words that look like mathematics; a list after an equation goes on with its sign."""
    return tuple(_statements(prose))


def _statements(prose: str) -> Iterator[str]:
    spaced = RELATION.sub(lambda sign: f" {sign[0]} ", _BACK_REFERENCE.sub(f" {_LAST} ", prose))
    words = [*spaced.split(), "."]
    run: list[str] = []
    depth, last, is_list = 0, "", False
    for word, following in zip(words, [*words[1:], "."], strict=True):
        is_prose = _is_prose(word) or (not run and _is_article(word, following))
        if not is_prose:
            run.append(last if word == _LAST else word)
            depth += bracket_depth(word)
        if run and (is_prose or (word[-1] in ".,;:" and depth <= 0)):
            statement = _unwrapped(" ".join(run))
            yield f"= {statement}" if is_list and not RELATION.search(statement) else statement
            is_list = is_list or "=" in statement
            run, depth, last = [], 0, RELATION.split(statement)[-1]
        if is_prose and word.strip(_TRIMMED) not in _LIST_JOINTS:
            is_list = False


def _is_prose(word: str) -> bool:
    if word in (".", ","):
        return True
    found = _WORD.fullmatch(word)
    if found is None or found[1] in _MATHEMATICAL_WORDS:
        return False
    return found[1].lower() in _SHORT_WORDS or not _may_be_symbols(found[1])


def _may_be_symbols(word: str) -> bool:
    """Whether letters may be a product or a figure: ``ab``, ``dx``, ``ABC``."""
    if not word.isalpha() or not _SYMBOLS.fullmatch(word):
        return False
    is_mixed = not word.isascii() and _LATIN.search(word) is not None
    return len(word) < _SHORTEST_WORD or word.isupper() or is_mixed


def _is_article(word: str, following: str) -> bool:
    return word in ("a", "A") and (following[0].isalnum() or following[0] == "⟨")


def _unwrapped(statement: str) -> str:
    bare = statement.strip(" .,;:")
    return bare[1:-1] if is_wrapped(bare) and RELATION.search(bare) else statement


def is_wrapped(text: str) -> bool:
    """Whether the first character is a parenthesis that the last one closes."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(text) - 1 and position > 0
    return False


def bracket_depth(text: str) -> int:
    """How many brackets are open at the end of a text."""
    return sum((character in OPENING) - (character in CLOSING) for character in text)
