"""Whether a model's words are the author's: assumptions, facts, goals must be (app. B.2).

Mathematics is first written in one spelling, because LaTeX, Unicode and typed signs mean the same.
Another spelling is the same words; another sign or number is not. Every function is linear in the
text: a proof may be long and hostile.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from faithsieve.localize.segments import find_formulas
from faithsieve.symbolic.tokens import by_word, data_file


def _spellings() -> dict[str, str]:
    """Return every LaTeX command and sign with the one spelling that it has here."""
    tables = {**by_word("relations"), **by_word("tokens")}
    found = {word: meaning.rpartition(" ")[2] for word, meaning in tables.items()}
    found = {word: sign for word, sign in found.items() if sign not in ("other", "own", "unknown")}
    notation = data_file("notation.toml")
    signs = notation["letters"]["signs"].split()
    found |= dict(zip(signs[1::2], signs[::2], strict=True))
    for line in notation["quotes"]["signs"].split(";"):
        sign, *words = line.split()
        found |= dict.fromkeys([sign, *words], sign)
    words = notation["words"]
    unseen = f"{words['invisible']} {words['text']} {notation['quotes']['unseen']}"
    return found | dict.fromkeys(unseen.split(), " ")


_SPELLED = _spellings()
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SPACE_COMMAND = re.compile(r"\\[,;:! ]")
_SIGN = re.compile(
    "|".join(
        re.escape(sign)
        for sign in sorted(_SPELLED, key=len, reverse=True)
        if not (sign.isascii() and sign.isalpha())
    )
)
_RAISED = "".join(
    sign
    for sign in map(chr, range(0xAA, 0x2100))
    if unicodedata.decomposition(sign).startswith("<super>")
)
_RAISED_RUN = re.compile(f"[{_RAISED}]+")


@lru_cache(maxsize=256)
def normalise(text: str) -> str:
    """Spell mathematics one way, keeping spaces between words."""
    text = _COMMAND.sub(lambda found: _SPELLED.get(found[1], found[0]), text)
    text = _SPACE_COMMAND.sub(" ", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _RAISED_RUN.sub(r"^\g<0>", text))
    return _SIGN.sub(lambda found: _SPELLED[found[0]], text).replace("^°", "°")


_NUMERAL_OR_RELATION = re.compile(r"[0-9]+(?:\.[0-9]+)?|[=≠<>≤≥≈≡≢∤∈∉⊆⊊⊴≅∼∥⊥→]")


def signs_of(text: str) -> Counter[str]:
    """Count the numerals and relation signs of a text, in one spelling."""
    return Counter(_NUMERAL_OR_RELATION.findall(normalise(text)))


# ---- quotes

_LONGEST_QUOTE = 1000
_IGNORED = re.compile(r"[\s.,;:?\"'`“”‘’$&{}\[\]_]+|\\[()\[\]{}]")
_BETWEEN_NUMBERS = re.compile(r"(?<=[0-9])(?:[\s,;:?${}\[\]]|\\[()\[\]])+(?=[0-9])")
_ATOM = re.compile(r"[\w^{}\\]+(?:\.[0-9][\w^{}\\]*)*")
"""A word, a number or a typed power: what a quote may not cut."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*")


def find_quote(quote: str, text: str) -> str | None:
    """Return the author's characters for a quote, widened to whole words and formulas, or None.

    White space may differ, and which of two equivalent characters stands for a sign or an accent
    (models write ``〈`` as U+3008 for U+2329), and nothing else: what is only spelled alike is for
    ``Source``. In ``<|x|`` a prompt has a space (``prompts.library.disarm``), so a quote may too.
    Of several places the one counts that needs the least widening; a part of a number is none.
    """
    words = quote.strip(" \t\n.,;:").split()
    if not words:
        return None
    pattern = r"\s+".join(map(re.escape, words)).replace(r"<\s+\|", r"<\s*\|")
    forms = (pattern, *(unicodedata.normalize(form, pattern) for form in ("NFC", "NFD")))
    texts = [text]
    composed = unicodedata.normalize("NFC", text)
    if len(composed) == len(text):
        # Each character for itself, so a place in one is the same place in the other.
        texts.append(composed)
    either = re.compile("|".join(dict.fromkeys(forms)))
    found = [match.span() for each in texts for match in either.finditer(each)]
    if not found:
        return None
    formulas = [(first, last) for first, last, _ in find_formulas(text)]
    atoms, numbers = ([each.span() for each in form.finditer(text)] for form in (_ATOM, _NUMBER))
    whole = []
    for start, end in found:
        if all(_around(edge, numbers) == (edge, edge) for edge in (start, end)):
            start, end = _around(start, formulas)[0], _around(end, formulas)[1]
            whole.append((_around(start, atoms)[0], _around(end, atoms)[1]))
    start, end = min(whole, key=lambda place: place[1] - place[0], default=(0, 0))
    return text[start:end] or None


def _around(edge: int, pieces: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the piece that a place stands inside, or the empty piece at that place."""
    n = bisect_left(pieces, (edge,)) - 1
    return pieces[n] if n >= 0 and pieces[n][1] > edge else (edge, edge)


def same_words(text: str) -> str:
    """Return a key that two texts share when they say the same in any spelling."""
    # Where a comma or a dollar sign parts two numbers, they stay two numbers.
    apart = _BETWEEN_NUMBERS.sub("|", normalise(text))
    return _IGNORED.sub("", apart).lower()


class Source:
    """A text, normalised once to look quotes up in it."""

    def __init__(self, text: str) -> None:
        self._written = same_words(text)

    def has(self, quote: str) -> bool:
        """Return whether the text has the quote in any spelling; numbers are found only whole."""
        wanted = same_words(quote[:_LONGEST_QUOTE])
        if not any(character.isalnum() for character in wanted):
            return False
        position = self._written.find(wanted)
        while position >= 0:
            if not self._cuts_a_number(position, position + len(wanted)):
                return True
            position = self._written.find(wanted, position + 1)
        return False

    def _cuts_a_number(self, start: int, end: int) -> bool:
        return any(
            self._written[edge - 1 : edge + 1].isdigit()
            for edge in (start, end)
            if 0 < edge < len(self._written)
        )
