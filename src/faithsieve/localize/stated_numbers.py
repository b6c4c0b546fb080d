"""The numbers a text states: in digits, in words, in lists and in matrices (app. B.1).

Nothing is evaluated: ``2 + 1`` and ``3`` are different content, because silently doing the author's
arithmetic is a repair.
"""

import re

from faithsieve.localize.spelling import normalise

_CASE_LABEL = re.compile(r"\b(?:sub)?cases?\s+\(?[0-9]+\)?", re.IGNORECASE)
_NUMERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LIST = re.compile(
    r"(?<![\w.^_{(])-?[0-9]+(?:\s*,\s*-?[0-9]+)+(?:\s*,?\s*(?:and|or)\s+-?[0-9]+|\s*,\s*-?[0-9]+)"
)
_MATRIX = re.compile(r"\\begin\{([pbvBV]?matrix)\}((?:(?!\\begin\{).)*?)\\end\{\1\}", re.DOTALL)
_ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS = {
    "zero": 0, "half": 2, "twice": 2, "thrice": 3, "hundred": 100, "thousand": 1000,
    **{word: value for value, word in enumerate(_ONES[1:], start=2)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{f"{tens}-{ones}": 10 * t + o for t, tens in enumerate(_TENS, start=2)
       for o, ones in enumerate(_ONES[:9], start=1)},
}  # fmt: skip
"""Without "one", which is more often a pronoun."""
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")


def numbers_of(text: str) -> frozenset[str]:
    """The numbers of a text, in digits and in words, apart from the numbers of its cases."""
    words = (word.lower() for word in _WORD.findall(normalise(text)))
    return numerals_of(text) | {str(_NUMBER_WORDS[word]) for word in words if word in _NUMBER_WORDS}


def numerals_of(text: str) -> frozenset[str]:
    """The numbers in digits, leading zeros and trailing ones removed."""
    plain = _CASE_LABEL.sub(" ", normalise(text))
    return frozenset(_canonical_numeral(found) for found in _NUMERAL.findall(plain))


def lists_of(text: str) -> frozenset[tuple[str, ...]]:
    """The lists of three numerals or more that a text gives."""
    plain = normalise(text).replace("$", "")
    return frozenset(tuple(_NUMERAL.findall(found)) for found in _LIST.findall(plain))


def matrices_of(text: str) -> frozenset[str]:
    """The matrices a text writes out, entry by entry."""
    return frozenset("".join(normalise(found[2]).split()) for found in _MATRIX.finditer(text))


def _canonical_numeral(digits: str) -> str:
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")
