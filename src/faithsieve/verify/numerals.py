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
_NAMES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {
    **{word: (number,) for number, word in enumerate(_NAMES.split())},
    **{word: (number,) for number, word in zip(range(20, 100, 10), _TENS.split(), strict=True)},
    "dozen": (12,), "hundred": (100,), "thousand": (1000,), "half": (2,), "halves": (2,),
    "third": (3,), "thirds": (3,), "quarter": (4,), "quarters": (4,), "twice": (2,),
    "double": (2,), "triple": (3,), "thrice": (3,), "quadruple": (4,), "square": (2,),
    "squared": (2,), "squares": (2,), "cube": (3,), "cubed": (3,), "cubes": (3,),
    "quadratic": (2,), "cubic": (3,), "odd": (2, 1), "even": (2,), "parity": (2,),
    "consecutive": (1, 2, 3), "percent": (100,), "pair": (2,), "both": (2,), "first": (1,),
    "second": (2,), "fourth": (4,), "fifth": (5,), "sixth": (6,), "seventh": (7,), "eighth": (8,),
    "ninth": (9,), "tenth": (10,), "average": (2,), "mean": (2,), "degree": (180,),
    "degrees": (90, 180, 360), "digit": (10, 9), "digits": (10, 9, 100), "decimal": (10,),
    "binary": (2,), "triangle": (3, 180), "quadrilateral": (4, 360), "pentagon": (5,),
    "hexagon": (6,), "octagon": (8,), "angle": (90, 180, 360), "angles": (90, 180, 360),
    "perimeter": (2, 4),
}  # fmt: skip
_PACKED = re.compile(r"\\[dt]?(?:frac|binom)\s*(\d\d)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def _plain(text: str) -> str:
    text = _LABELS.sub(" ", text)
    return re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]+", lambda m: f" {m.group().translate(_SUPERSCRIPTS)} ", text)


def _joined(text: str) -> str:
    """The text without marks between thousands."""
    return re.sub(r"(?<=\d)(?:,|\\,|\{,\}|\s)(?=\d{3}(?!\d))", "", text)


def _packed(text: str) -> frozenset[int]:
    return frozenset(int(digit) for pair in _PACKED.findall(text) for digit in pair)


def written_numerals(text: str) -> frozenset[int]:
    """Whole numbers written in digits, those of decimals and packed fractions included."""
    plain = _plain(text)
    # In "12,000 people" the comma belongs to a numeral, in "gcd(216,720)" it does not.
    digits = re.findall(r"\d{1,40}", f"{plain} {_joined(plain)}")
    decimals = [Fraction(number) for number in re.findall(r"\d{1,15}\.\d{1,15}", plain)]
    quotients = {part for number in decimals for part in number.as_integer_ratio()}
    return _packed(plain) | {int(number) for number in digits} | quotients


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
    plain = re.sub(r"\d+\.\d+|\d+\s*\\?%", " ", _joined(_plain(text)))
    digits = re.findall(r"(?<![A-Za-z_\d])\d{1,40}", _PACKED.sub(" ", plain))
    return _packed(plain) | {int(number) for number in digits}
