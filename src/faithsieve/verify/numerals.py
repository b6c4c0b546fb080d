"""Which numbers a text names, so that a statement can be held against it.

Numbers written as words, as parts of a LaTeX fraction or as decimals count in every form a careful
translator might use; numbers that only label a case, a step or an equation do not count.
"""

import re
from fractions import Fraction

from faithsieve.symbolic.lexicon import cue, data_file

_WORDS = {
    int(number): re.compile(rf"(?<![a-z])(?:{words.replace(' ', '|')})(?![a-z])")
    for number, words in data_file("notation.toml")["number_words"].items()
}
_PACKED = re.compile(r"\\[dt]?(?:frac|binom)\s*(\d\d)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def _plain(text: str) -> str:
    text = cue("labels").sub(" ", text)
    return re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]+", lambda m: f" {m.group().translate(_SUPERSCRIPTS)} ", text)


def _joined(text: str) -> str:
    """Remove the marks between thousands."""
    return re.sub(r"(?<=\d)(?:,|\\,|\{,\}|\s)(?=\d{3}(?!\d))", "", text)


def _packed(text: str) -> frozenset[int]:
    return frozenset(int(digit) for pair in _PACKED.findall(text) for digit in pair)


def numerals_of(text: str) -> frozenset[int]:
    """Find the whole numbers of a text, in words or digits, also inside decimals and fractions."""
    plain = _plain(text)
    # In "12,000 people" the comma belongs to a numeral, in "gcd(216,720)" it does not.
    digits = re.findall(r"\d{1,40}", f"{plain} {_joined(plain)}")
    decimals = [Fraction(number) for number in re.findall(r"\d{1,15}\.\d{1,15}", plain)]
    quotients = {part for number in decimals for part in number.as_integer_ratio()}
    lower = text.lower()
    compound = re.findall(r"\b([a-z]+ty)-([a-z]+)\b", lower)
    sums = {
        t + u for tens, units in compound for t in _named(tens) for u in _named(units) if u < 10
    }
    written = _packed(plain) | {int(number) for number in digits} | quotients
    return written | _named(lower) | sums


def _named(text: str) -> frozenset[int]:
    return frozenset(number for number, words in _WORDS.items() if words.search(text))


def exact_numerals(text: str) -> frozenset[int]:
    """Find the numbers a translation must show: whole numbers, without decimals and labels."""
    plain = re.sub(r"\d+\.\d+|\d+\s*\\?%", " ", _joined(_plain(text)))
    digits = re.findall(r"(?<![A-Za-z_\d])\d{1,40}", _PACKED.sub(" ", plain))
    return _packed(plain) | {int(number) for number in digits}
