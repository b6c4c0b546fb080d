"""Which numbers a text names, so that a statement can be held against it.

Numbers written as words, as parts of a LaTeX fraction or as decimals count in every form a careful
translator might use; numbers that only label a case, a step or an equation do not count.
"""

import re
from fractions import Fraction

_LABELS = re.compile(
    r"\b(?:cases?|steps?|equations?|eqs?\.?|lemmas?|parts?|figures?|sections?|claims?|lines?)\s*"
    r"\(?\d+(?:\.\d+)*\)?|\bh\d+(?:\.\d+)?\b|\(\d\)(?=\s*(?:and|,|we|gives|yields|becomes|into|$))",
    re.IGNORECASE,
)
_WORDS = {
    "zero": (0,), "one": (1,), "two": (2,), "three": (3,), "four": (4,), "five": (5,), "six": (6,),
    "seven": (7,), "eight": (8,), "nine": (9,), "ten": (10,), "eleven": (11,), "twelve": (12,),
    "dozen": (12,), "twenty": (20,), "hundred": (100,), "thousand": (1000,), "half": (2,),
    "third": (3,), "quarter": (4,), "twice": (2,), "double": (2,), "triple": (3,), "thrice": (3,),
    "square": (2,), "squared": (2,), "squares": (2,), "cube": (3,), "cubed": (3,), "cubes": (3,),
    "quadratic": (2,), "cubic": (3,), "odd": (2, 1), "even": (2,), "parity": (2,),
    "consecutive": (1, 2, 3), "percent": (100,), "pair": (2,), "both": (2,), "first": (1,),
    "second": (2,), "fourth": (4,), "fifth": (5,), "average": (2,), "mean": (2,), "degree": (180,),
    "digit": (10, 9), "digits": (10, 9, 100), "decimal": (10,), "binary": (2,), "halves": (2,),
    "thirteen": (13,), "fourteen": (14,), "fifteen": (15,), "sixteen": (16,), "seventeen": (17,),
    "eighteen": (18,), "nineteen": (19,), "thirty": (30,), "forty": (40,), "fifty": (50,),
    "sixty": (60,), "seventy": (70,), "eighty": (80,), "ninety": (90,), "sixth": (6,),
    "seventh": (7,), "eighth": (8,), "ninth": (9,), "tenth": (10,), "quadruple": (4,),
    "quarters": (4,), "thirds": (3,), "triangle": (3, 180), "quadrilateral": (4, 360),
    "pentagon": (5,), "hexagon": (6,), "octagon": (8,), "angle": (90, 180, 360),
    "angles": (90, 180, 360), "degrees": (90, 180, 360), "perimeter": (2, 4),
}  # fmt: skip
_PACKED = re.compile(r"\\[dt]?(?:frac|binom)\s*(\d\d)")
_GROUPED = re.compile(r"\(\s*(\d{1,3}),(\d{3})\s*\)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def _plain(text: str) -> str:
    text = _LABELS.sub(" ", text)
    text = re.sub(r"(?<=\d)(?:,|\\,|\{,\}|\s)(?=\d{3}(?!\d))", "", text)
    return re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]+", lambda m: f" {m.group().translate(_SUPERSCRIPTS)} ", text)


def written_numerals(text: str) -> frozenset[int]:
    """Whole numbers written in digits, those of decimals and packed fractions included."""
    plain = _plain(text)
    found = {int(digit) for packed in _PACKED.findall(plain) for digit in packed}
    # In "gcd(216,720)" a comma is none of a numeral.
    found |= {int(digits) for pair in _GROUPED.findall(text) for digits in pair}
    for whole, part in re.findall(r"(\d+)(?:\.(\d+))?", _PACKED.sub(" ", plain)):
        if part:
            found |= _decimal(whole, part)
        elif len(whole) <= 40:
            found.add(int(whole))
    return frozenset(found)


def _decimal(whole: str, part: str) -> set[int]:
    """The ways to write a decimal as a quotient of whole numbers."""
    if len(whole) + len(part) > 30:
        return set()
    value = Fraction(f"{whole}.{part}")
    return {value.numerator, value.denominator, int(whole + part), 10 ** len(part), int(whole)}


def worded_numerals(text: str) -> frozenset[int]:
    lower = text.lower()
    words = re.findall(r"[a-z]+", lower)
    compound = re.findall(r"\b([a-z]+ty)-([a-z]+)\b", lower)
    sums = {t + u for tens, units in compound for t in _WORDS.get(tens, ()) for u in _ones(units)}
    return frozenset(n for word in words for n in _WORDS.get(word, ())) | sums


def _ones(word: str) -> tuple[int, ...]:
    return tuple(n for n in _WORDS.get(word, ()) if n < 10)


def numerals_of(text: str) -> frozenset[int]:
    return written_numerals(text) | worded_numerals(text)


def exact_numerals(text: str) -> frozenset[int]:
    """Numbers a translation must show: written whole numbers, without decimals and labels."""
    plain = re.sub(r"\d+\.\d+|\d+\s*\\?%", " ", _plain(text))
    packed = {int(digit) for pair in _PACKED.findall(plain) for digit in pair}
    digits = re.findall(r"(?<![A-Za-z_\d])\d{1,40}", _PACKED.sub(" ", plain))
    return frozenset(packed | {int(d) for d in digits})
