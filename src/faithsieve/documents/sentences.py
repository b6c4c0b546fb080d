r"""Cut a paragraph into sentences; formulas and abbreviations end none."""

import re
from collections.abc import Iterator

_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "cf", "resp", "w.r.t", "wlog", "w.l.o.g", "vs", "dr", "mr", "mrs", "prof"}
    | {"approx", "viz", "incl", "a.e", "i.i.d", "s.t", "al"}
)
# "No. 5" and "Eq. (2)" go on; "No. We check" does not.
_BEFORE_NUMBERS = frozenset(
    {"thm", "prop", "lem", "cor", "eq", "eqs", "fig", "no", "sec", "ch", "def", "ex", "p", "pp"}
)
_NUMBER = re.compile(r"\s*[\d($]")
# A formula, code or a bracket is passed over whole; what is left are words and their ends.
_UNIT = re.compile(
    r"\\\[.{0,4000}?\\\]|\\\(.{0,4000}?\\\)|(?<!\\)\$\$.{0,4000}?\$\$"
    r"|(?<!\\)\$(?:[^$\\]|\\.){0,4000}\$|`[^`]{0,4000}`"
    r"|(?P<end>[.?!]+[)\]”’\"']*)(?=\s|$)",
    re.DOTALL,
)
_LAST_WORD = re.compile(r"[\w.]+$")
_CLOSING = re.compile(r"[.?!]\s*(?:\\\]|\$\$)$")
_STARTS = re.compile(r"\s*(?:[A-Z0-9(“‘\"]|\\\(|\\\[|\$|[^\W\d_a-z])")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Give the start and end of every sentence, without white space at its edges."""
    start = 0
    for unit in _UNIT.finditer(text):
        if unit["end"] is not None:
            is_end = not _is_abbreviation(text, start, unit.start()) and unit["end"][0] != "…"
        else:
            is_end = _CLOSING.search(unit.group()) is not None
        if is_end and _STARTS.match(text, unit.end()):
            yield from _trimmed(text, start, unit.end())
            start = unit.end()
    yield from _trimmed(text, start, len(text))


def _is_abbreviation(text: str, start: int, at: int) -> bool:
    word = _LAST_WORD.search(text[max(start, at - 12) : at])
    if word is None:
        return False
    found = word.group().lower()
    is_numbered = found in _BEFORE_NUMBERS and _NUMBER.match(text, at + 1) is not None
    return found in _ABBREVIATIONS or is_numbered


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
