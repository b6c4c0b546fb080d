"""A problem and its numbered steps out of Markdown or plain text.

The author's own numbers are the steps: ``Step 3:`` or ``3.``; nothing is split or merged beyond
them, because a verdict names a step by that number. Numbers must run 1, 2, 3, …; a gap is an error
with its line, never a guess. Text between the proof's heading and its first step, or behind its
last, stays with that step and is noted.
"""

import re
from typing import NamedTuple

from faithsieve.errors import InputError

# What may stand around a heading: Markdown marks, or pasted LaTeX such as \textbf{ and \paragraph{.
_BEFORE = (
    r"^(?:[#*_> \t]|\\noindent\b"
    r"|\\(?:textbf|textit|emph|(?:sub)?paragraph|(?:sub){0,2}section)\*?\{){0,20}"
)
# A heading ends with punctuation or with its line, so that "Step 2 shows …" is no heading.
_AFTER = r"(?:[ \t*_]*[:.)}–—-][:.)}*_–—-]*|[*_]+|[ \t]*$)[ \t]*"
_STEP_LINE = re.compile(
    rf"{_BEFORE}step[ \t~]*(?P<number>\d{{1,4}}){_AFTER}", re.IGNORECASE | re.MULTILINE
)
_NUMBER_LINE = re.compile(r"^(?P<indent>[ \t]*)(?P<number>\d{1,4})[.)](?=\s)[ \t]*", re.MULTILINE)
_PROOF_HEADING = re.compile(
    rf"{_BEFORE}(?:proof|solution|steps){_AFTER}", re.IGNORECASE | re.MULTILINE
)
_PROBLEM_HEADING = re.compile(
    rf"{_BEFORE}(?:problem|statement|question|exercise)(?:[ \t]*\d+)?{_AFTER}",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1", re.DOTALL | re.MULTILINE)


class NoStepsError(InputError):
    """A text has no numbered steps; it may still have paragraphs."""


class NumberedText(NamedTuple):
    """What was read."""

    problem: str
    steps: tuple[str, ...]
    notes: tuple[str, ...]


class _Mark(NamedTuple):
    """Where a step begins: its number, its marker's place and the place of its text."""

    number: int
    start: int
    text_start: int


def read_numbered_text(text: str, *, name: str) -> NumberedText:
    """Find the problem and the numbered steps.

    Raises:
        InputError: Naming the line and what was expected there.
    """
    heading = _PROOF_HEADING.search(text)
    begin = heading.end() if heading else 0
    marks = _find_marks(text, begin)
    if not marks:
        raise NoStepsError(
            f"{name}: no numbered steps found; expected lines such as 'Step 1: …' or '1. …' after "
            "the problem"
        )
    _check_numbers(text, marks, name)
    problem = _problem_text(text[: heading.start() if heading else marks[0].start])
    if not problem:
        line = _line_of(text, marks[0].start)
        raise InputError(f"{name}, line {line}: no problem stands before step 1; write it there")
    before = text[begin : marks[0].start] if heading else ""
    return _assemble(text, marks, problem=problem, before=before.strip(), name=name)


def _find_marks(text: str, begin: int) -> list[_Mark]:
    """Find the step markers of the strongest kind there is."""
    fenced = [match.span() for match in _FENCE.finditer(text)]

    def is_open(place: int) -> bool:
        return place >= begin and not any(start <= place < end for start, end in fenced)

    named = [m for m in _STEP_LINE.finditer(text) if is_open(m.start("number"))]
    if named:
        return [_Mark(int(m["number"]), m.start(), m.end()) for m in named]
    numbered = [m for m in _NUMBER_LINE.finditer(text) if is_open(m.start("number"))]
    # A list inside a step is indented further than the steps themselves.
    steps = [m for m in numbered if m["indent"] == numbered[0]["indent"]]
    return [_Mark(int(m["number"]), m.start(), m.end()) for m in steps]


def _check_numbers(text: str, marks: list[_Mark], name: str) -> None:
    for expected, mark in enumerate(marks, start=1):
        if mark.number != expected:
            line = _line_of(text, mark.text_start)
            raise InputError(
                f"{name}, line {line}: expected step {expected}, found {mark.number}; "
                "steps must be numbered 1, 2, 3, …"
            )


def _assemble(
    text: str, marks: list[_Mark], *, problem: str, before: str, name: str
) -> NumberedText:
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    steps = [text[m.text_start : stop].strip() for m, stop in zip(marks, ends, strict=True)]
    for mark, step in zip(marks, steps, strict=True):
        if not step:
            line = _line_of(text, mark.text_start)
            raise InputError(f"{name}, line {line}: step {mark.number} is empty")
    notes: tuple[str, ...] = ()
    if before:
        steps[0] = f"{before}\n{steps[0]}"
        notes = ("the text between the proof's heading and step 1 was taken into step 1",)
    return NumberedText(problem, tuple(steps), notes)


def _problem_text(text: str) -> str:
    text = text.strip()
    heading = _PROBLEM_HEADING.match(text)
    return text[heading.end() :].strip() if heading else text


def _line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
