r"""Where the words of a read text stand in its file: exact, or unknown.

Pandoc keeps no places for LaTeX, HTML or Word. Both texts are cut into words, numbers, commands and
the edges of formulas, and matched in order, the longest stretches first. A word has a place only if
its neighbour was matched beside it too, so that a chance meeting of two "the" gives none.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from faithsieve.documents.latex_source import MATH_ENVIRONMENTS
from faithsieve.records.proof import SourcePlace

_FORMULA_EDGE = "$"
_TOKEN = re.compile(
    r"\\(?:begin|end)\s*\{(?P<environment>[A-Za-z]+)\*?\}|\\[()\[\]]|\$\$?|\\[A-Za-z]+|\\."
    r"|[^\W\d_]+|\d+",
    re.DOTALL,
)
_DISPLAYS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign", "displaymath"}
)
_MOST_WORDS = 60_000
"""Longer files have no places: aligning them would take too long."""
# What may stand between the word before a step and the step's own first character.
_STRUCTURE = re.compile(
    r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}(?:\s*\[[^\[\]]*\])?|\\(?:item|label|noindent|qed|qedhere"
    r"|par|medskip|bigskip|smallskip)(?![A-Za-z])(?:\s*[\[{][^\]}]*[\]}])?"
    r"|</?[A-Za-z][^<>]*>|[\s.,;:!?)\]}>*_#`|-]+"
)
_REACH = 8
"""A step whose first words were not found is looked for by one of the next ones."""
_NEAR = 6


class PlacedWord(NamedTuple):
    text: str
    start: int


def tokens_of(text: str) -> list[PlacedWord]:
    """Cut a text into words, numbers, commands and edges of formulas."""
    return [PlacedWord(_normal(match), match.start()) for match in _TOKEN.finditer(text)]


def _normal(match: re.Match[str]) -> str:
    found = match.group()
    environment = match["environment"]
    if environment is not None:
        inner = environment in MATH_ENVIRONMENTS and environment not in _DISPLAYS
        return found if inner else _FORMULA_EDGE if environment in _DISPLAYS else "\\structure"
    return _FORMULA_EDGE if found in (r"\(", r"\)", r"\[", r"\]", "$", "$$") else found


class SourceMap:
    """The places of a read text in the file it was read from."""

    def __init__(self, text: str, source: str) -> None:
        """Align what was read with its file, whose comments and preamble are blanked out."""
        self._source = source
        self._tokens = tokens_of(text)
        self._starts = [token.start for token in self._tokens]
        self._source_tokens = tokens_of(source)
        ours, theirs = self._tokens, self._source_tokens
        is_short = max(len(ours), len(theirs)) <= _MOST_WORDS
        self._pairs = _align([t.text for t in ours], [t.text for t in theirs]) if is_short else {}
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]

    def place_of(self, start: int, end: int) -> SourcePlace | None:
        """Find where the text between two offsets begins in the file, or None."""
        first = bisect_right(self._starts, start - 1)
        last = min(bisect_right(self._starts, end - 1), first + _REACH)
        for at in range(first, last):
            if self._is_sure(at):
                found = self._source_tokens[self._pairs[at]].start
                return self._named(found if at == first else self._begin_before(first, found))
        return None

    def _is_sure(self, at: int) -> bool:
        """Return whether a word was matched beside a neighbour of it."""
        if at not in self._pairs:
            return False
        here = self._pairs[at]
        after, before = self._pairs.get(at + 1), self._pairs.get(at - 1)
        alone = len(self._tokens) == 1 or len(self._source_tokens) == 1
        is_next = after is not None and 0 < after - here <= _NEAR
        is_last = before is not None and 0 < here - before <= _NEAR
        return is_next or is_last or alone

    def _begin_before(self, first: int, found: int) -> int:
        """Return the offset of a step's first character, from the last known word before it."""
        near = range(first - 1, max(first - _NEAR, 0) - 1, -1)
        before = next((at for at in near if at in self._pairs), None)
        if before is None:
            return found
        token = self._source_tokens[self._pairs[before]]
        at = token.start + len(token.text)
        while at < found and (skipped := _STRUCTURE.match(self._source, at)):
            at = skipped.end()
        return min(at, found)

    def _named(self, offset: int) -> SourcePlace:
        line = bisect_right(self._lines, offset)
        return SourcePlace(line=line, column=offset - self._lines[line - 1] + 1)


def place_within(
    source: str, claim: str, begin: SourcePlace, end: SourcePlace | None
) -> SourcePlace | None:
    """Find a claim's own words inside one step of a file, or None where they are not as written."""
    lines = source.splitlines(keepends=True)
    start = sum(map(len, lines[: begin.line - 1])) + begin.column - 1
    stop = sum(map(len, lines[: end.line - 1])) + end.column - 1 if end else len(source)
    wanted = [token.text for token in tokens_of(claim)]
    found = tokens_of(source[start:stop])
    for at in range(len(found) - len(wanted) + 1):
        if wanted and [token.text for token in found[at : at + len(wanted)]] == wanted:
            offset = start + found[at].start
            line = source.count("\n", 0, offset) + 1
            return SourcePlace(line=line, column=offset - source.rfind("\n", 0, offset))
    return None


def _align(ours: Sequence[str], theirs: Sequence[str]) -> dict[int, int]:
    """Match words in order; both indexes only grow."""
    # Words that are everywhere only prolong a match of rarer ones, which keeps the time bounded.
    blocks = SequenceMatcher(None, ours, theirs).get_matching_blocks()
    return {a + step: b + step for a, b, size in blocks for step in range(size)}
