"""The numbers a text states: in digits, in words, in lists and in matrices (app. B.1).

Nothing is evaluated: ``2 + 1`` and ``3`` are different content, because silently doing the author's
arithmetic is a repair.
"""

import re
from collections import Counter
from functools import lru_cache

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
    "zero": 0, "vanish": 0, "vanishes": 0, "vanishing": 0,
    "half": 2, "twice": 2, "thrice": 3, "hundred": 100, "thousand": 1000,
    **{word: value for value, word in enumerate(_ONES[1:], start=2)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{f"{tens}-{ones}": 10 * t + o for t, tens in enumerate(_TENS, start=2)
       for o, ones in enumerate(_ONES[:9], start=1)},
}  # fmt: skip
"""Without "one", which is more often a pronoun."""
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")
_COUNTED = re.compile(
    r"(?<![\w.^/*+=<>≤≥-])([0-9]+|[a-z]+(?:-[a-z]+)?)(?=[\s-]+([a-z]{4,}))", re.IGNORECASE
)
_MEASURED = re.compile(
    r"\b(order|degree|dimension|size|length|radius|index|rank|remainder|exponent|angle|area"
    r"|probability)\s+"
    r"(?:is\s+|of\s+|equal\s+to\s+)?([0-9]+(?:/[0-9]+)?)(?![\w^*/-]|\.[0-9])",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"\b(?:the|these|those|its|their)\s+(?:two|three|four)\b|\b(?:two|three|four)\s+(?:sub)?cases\b",
    re.IGNORECASE,
)
_NOT_COUNTED = frozenset(
    {"then", "when", "with", "from", "that", "this", "they", "have", "which"}
    | {"where", "while", "since", "because", "hence", "thus", "into", "such", "also", "gives"}
    | {"divides", "must", "does", "only", "times", "more", "less", "percent", "modulo", "over"}
)
_RATIO = re.compile(r"(?<![\w.^/)}])([0-9]+)/([0-9]+)(?![\w^(])")
_NUMERIC_FRACTION = re.compile(r"\\frac\{([0-9]+)\}\{([0-9]+)\}")
_MODULUS = re.compile(r"\bmod(?:ulo)?\s*\{?([0-9]+|[a-z]\b)")
_RANGE_END = re.compile(r"…\s*(?:[,+*<≤]\s*)?([0-9]+|[a-z](?:[+-][0-9]+)?)(?![\w^_(+-])")
_STEM = 5


def numbers_of(text: str) -> frozenset[str]:
    """The numbers of a text, in digits and in words, apart from the numbers of its cases."""
    return frozenset(occurrences_of(text))


def needed_numbers_of(text: str) -> frozenset[str]:
    """The numbers that must be kept: "the two tangents" speaks of the tangents."""
    return numbers_of(_DEFINITE.sub(" ", text))


@lru_cache(maxsize=64)
def occurrences_of(text: str) -> Counter[str]:
    """How often each number stands in a text; kept, so nobody may change what it returns."""
    words = (word.lower() for word in _WORD.findall(normalise(text)))
    in_words = (str(_NUMBER_WORDS[word]) for word in words if word in _NUMBER_WORDS)
    return Counter(_numerals(text)) + Counter(in_words)


def _numerals(text: str) -> list[str]:
    plain = _CASE_LABEL.sub(" ", normalise(text))
    return [_canonical_numeral(found) for found in _NUMERAL.findall(plain)]


def lists_of(text: str) -> frozenset[tuple[str, ...]]:
    """The lists of three numerals or more that a text gives."""
    plain = normalise(text).replace("$", "")
    return frozenset(tuple(_NUMERAL.findall(found)) for found in _LIST.findall(plain))


def counted_of(text: str) -> Counter[tuple[str, str]]:
    """What numbers count, as ("eleme", "7") for "seven elements"."""
    plain = _without_dollars(text)
    found = ((noun.lower(), number.lower()) for number, noun in _COUNTED.findall(plain))
    return Counter(
        (noun[:_STEM], str(_NUMBER_WORDS.get(number, number)))
        for noun, number in found
        if noun not in _NOT_COUNTED and (number.isdigit() or number in _NUMBER_WORDS)
    )


def measured_of(text: str) -> Counter[tuple[str, str]]:
    """What numbers measure, as ("as order", "7") for "of order 7"."""
    plain = _without_dollars(text)
    return Counter((f"as {noun.lower()}", number) for noun, number in _MEASURED.findall(plain))


def _without_dollars(text: str) -> str:
    plain = normalise(text).replace("$", "").replace("\\(", "").replace("\\)", "")
    return _NUMERIC_FRACTION.sub(r" \1/\2", plain)


def moduli_of(text: str) -> Counter[tuple[str, str]]:
    """What is computed modulo, as ("as modulus", "8")."""
    return Counter(("as modulus", number) for number in _MODULUS.findall(_without_dollars(text)))


def ratios_of(text: str) -> Counter[tuple[str, str]]:
    """Numerators by their denominators, as ("over 36", "4")."""
    pairs = _RATIO.findall(_without_dollars(text))
    return Counter((f"over {denominator}", numerator) for numerator, denominator in pairs)


def range_ends_of(text: str) -> Counter[tuple[str, str]]:
    """Where ranges end, as ("at the end of a range", "5") for "0, …, 5"."""
    plain = normalise(text).replace("⦄", "")
    return Counter(("at the end of a range", end) for end in _RANGE_END.findall(plain))


def matrices_of(text: str) -> frozenset[str]:
    """The matrices a text writes out, entry by entry."""
    return frozenset("".join(normalise(found[2]).split()) for found in _MATRIX.finditer(text))


def _canonical_numeral(digits: str) -> str:
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")
