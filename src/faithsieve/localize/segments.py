"""Cut proof text into numbered segments that lose no character (paper app. B.1).

The model never retypes the proof: it groups these segments into substeps by number, so that a
substep's text is the author's text by construction and a reply stays short. Segments end at
sentence ends, between displayed formulas, and before a clause that draws a conclusion (", so",
", hence", …). A premise and the clause that depends on it grammatically ("Since A, B") stay
together, because cutting there would make B look better justified than it was.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from faithsieve.records.proof import Proof, StepIndex
from faithsieve.symbolic.tokens import cue


class Segment(NamedTuple):
    """A piece of one step; the pieces of a step, joined, are the step."""

    number: int
    """Position in the whole proof, counted from 1."""
    step: StepIndex
    """The step it stands in."""
    start: int | None
    """Where it begins in the step's text; None for a text in other words."""
    text: str
    """The characters, white space at its end included."""

    @property
    def line(self) -> str:
        """The text on one line, so that no line of a proof can pose as another segment."""
        return " ".join(self.text.split())


_CLOSERS = {r"\[": r"\]", r"\(": r"\)", "$$": "$$", "$": "$"}
_DISPLAYS = (r"\[", "$$")
_OPENER = re.compile(r"\\\[|\\\(|\$\$|(?<!\\)\$|\\begin\{([A-Za-z]+\*?)\}")
_ENVIRONMENT_END = re.compile(r"\\end\{[A-Za-z]+\*?\}")
_INLINE_ENVIRONMENTS = frozenset(
    {"pmatrix", "bmatrix", "matrix", "vmatrix", "cases", "aligned", "array", "split"}
)
# A full stop ends a sentence when white space follows and what stands before is neither a known
# abbreviation nor the number of a list item at the beginning of a line.
_SENTENCE_END = re.compile(
    r"""[.!?][)"'\]”’]*(?=\s)|[。！？।۔]+|\n\s*\n|;(?=\s)|\n\s*(?=[-*•]\s)"""
)
_LONGEST_ABBREVIATION = 12
_FACTORIAL = re.compile(r"(?:[0-9)\]]|(?<![^\W\d_])[^\W\d_])$")
_LETTER = re.compile(r"\w")


def find_formulas(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, displayed) of every closed formula; an unclosed opener is plain text.

    Linear in the text: a closer is searched only where one is left, and what it closes is skipped.
    """
    last = {closer: text.rfind(closer) for closer in _CLOSERS.values()}
    last |= {found[0]: found.start() for found in _ENVIRONMENT_END.finditer(text)}
    position = 0
    while opener := _OPENER.search(text, position):
        mark, environment = opener[0], opener[1]
        position = opener.end()
        closer = _CLOSERS[mark] if environment is None else f"\\end{{{environment}}}"
        if last.get(closer, -1) < position:
            continue
        displayed = (
            mark in _DISPLAYS if environment is None else environment not in _INLINE_ENVIRONMENTS
        )
        end = text.find(closer, position) + len(closer)
        yield opener.start(), end, displayed
        position = end


def _masked(text: str, formulas: list[tuple[int, int, bool]]) -> str:
    """Blank out formulas letter by letter, so that punctuation inside them cuts nothing."""
    pieces, position = [], 0
    for start, end, _ in formulas:
        pieces += [text[position:start], "x" * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def _goes_on(mark: str, before: str, after: str) -> bool:
    """Return whether a mark ends no sentence: an abbreviation, a factorial or an ellipsis."""
    if mark == "!":
        return _FACTORIAL.search(before) is not None
    if mark == ".":
        is_ellipsis = before.endswith("..") and not after[:1].isupper()
        return is_ellipsis or cue("abbreviates").search(before) is not None
    return False


def _prose_cuts(masked: str) -> Iterator[int]:
    for mark in _SENTENCE_END.finditer(masked):
        before = masked[max(0, mark.start() - _LONGEST_ABBREVIATION) : mark.start()]
        if mark.start() > _LONGEST_ABBREVIATION:
            before = f"|{before}"  # so that "^" means the beginning of the text, not of the window
        if not _goes_on(mark[0][0], before, masked[mark.end() : mark.end() + 2].lstrip()):
            yield mark.end()
    for mark in cue("concludes").finditer(masked):
        yield mark.end()


def _display_cuts(text: str, formulas: list[tuple[int, int, bool]]) -> Iterator[int]:
    """Cut after a displayed formula, unless the sentence goes on after it in small letters."""
    for _, end, displayed in formulas:
        rest = text[end : end + 40].lstrip()
        if displayed and rest and not rest[0].islower() and rest[0] not in ".,;:)":
            yield end


def _cut_points(text: str) -> list[int]:
    formulas = list(find_formulas(text))
    cuts = {*_prose_cuts(_masked(text, formulas)), *_display_cuts(text, formulas)}
    return sorted(cut for cut in cuts if 0 < cut < len(text))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield spans that cover the text; pieces without a letter or digit join their neighbour.

    Linear in the text: no stretch without letters is searched twice.
    """
    start, letter = 0, _next_letter(text, 0)
    last = next((at for at in reversed(range(len(text))) if _LETTER.match(text, at)), -1)
    for cut in _cut_points(text):
        while cut < len(text) and text[cut].isspace():
            cut += 1
        if cut > last:
            break
        if letter < cut:
            yield start, cut
            start, letter = cut, _next_letter(text, cut)
    yield start, len(text)


def _next_letter(text: str, start: int) -> int:
    found = _LETTER.search(text, start)
    return len(text) if found is None else found.start()


def default_goal(problem: str) -> str:
    """Return the problem's question, as a rule its last sentence."""
    return split_text(problem)[-1].strip()


def split_text(text: str) -> tuple[str, ...]:
    """Cut one text into pieces whose concatenation is the text."""
    return tuple(text[start:end] for start, end in _pieces(text))


MAX_SEGMENTS = 1000
"""A proof is cut into at most about this many segments; longer ones are cut more coarsely."""


def _coarser(spans: list[tuple[int, int]], most: int) -> Iterator[tuple[int, int]]:
    """Join neighbours until at most ``most`` spans are left."""
    width = -(-len(spans) // most)
    for position in range(0, len(spans), width):
        run = spans[position : position + width]
        yield run[0][0], run[-1][1]


def split_proof(proof: Proof) -> tuple[Segment, ...]:
    """Cut every step and number the segments through the whole proof."""
    most = max(1, MAX_SEGMENTS // len(proof.steps))
    spans = [
        (step.index, start, step.text[start:end])
        for step in proof.steps
        for start, end in _coarser(list(_pieces(step.text)), most)
    ]
    return tuple(Segment(number, *span) for number, span in enumerate(spans, start=1))
