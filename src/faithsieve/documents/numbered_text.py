r"""A problem and its numbered steps out of Markdown, plain text or LaTeX.

The author's own numbers are the steps: ``Step 3:``, ``3.`` or ``\item``; nothing is split or merged
beyond them, because a verdict names a step by that number. Numbers must run 1, 2, 3, …; a gap is an
error with its line, never a guess. Text between the proof's heading and its first step, or behind
its last, stays with that step and is noted.
"""

import re
from typing import NamedTuple

from faithsieve.documents.latex_source import latex_body
from faithsieve.errors import InputError

# What may stand around a heading: Markdown marks, or LaTeX such as \textbf{ and \paragraph{.
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
    rf"{_BEFORE}(?:proof|solution|steps){_AFTER}|\\begin\{{(?:proof|solution)\}}(?:\[[^\]]*\])?",
    re.IGNORECASE | re.MULTILINE,
)
_PROBLEM_HEADING = re.compile(
    rf"{_BEFORE}(?:problem|statement|question|exercise)(?:[ \t]*\d+)?{_AFTER}",
    re.IGNORECASE | re.MULTILINE,
)
_ENVIRONMENTS = re.compile(
    r"\\(?:begin|end)\{(?:problem|theorem|lemma|proposition|exercise|claim|question|statement"
    r"|proof|solution|document)\*?\}(?:\[[^\]]*\])?"
)
_ENUMERATE = re.compile(r"\\(?P<edge>begin|end)\{(?:enumerate|itemize|steps)\}(?:\[[^\]]*\])?")
_ITEM = re.compile(r"\\item\b(?:[ \t]*\[[^\]]*\])?[ \t]*")
_FENCE = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1", re.DOTALL | re.MULTILINE)


class NoStepsError(InputError):
    """A text has no numbered steps; it may still have paragraphs."""


class NumberedText(NamedTuple):
    problem: str
    steps: tuple[str, ...]
    notes: tuple[str, ...]


class _Mark(NamedTuple):
    """Where a step begins: its number, its marker's place and the place of its text."""

    number: int
    start: int
    text_start: int


def read_numbered_text(text: str, *, name: str, latex: bool) -> NumberedText:
    """Find the problem and the numbered steps.

    Raises:
        InputError: Naming the line and what was expected there.
    """
    if latex:
        text = re.sub(r"[ \t]+\n", "\n", latex_body(text))
    heading = _PROOF_HEADING.search(text)
    begin = heading.end() if heading else 0
    marks = _find_marks(text, begin, latex=latex)
    if not marks:
        raise NoStepsError(
            f"{name}: no numbered steps found; expected lines such as 'Step 1: …', '1. …' or "
            r"'\item …' after the problem"
        )
    _check_numbers(text, marks, name)
    problem = _problem_text(text[: heading.start() if heading else marks[0].start])
    if not problem:
        line = _line_of(text, marks[0].start)
        raise InputError(f"{name}, line {line}: no problem stands before step 1; write it there")
    before = _tidy(text[begin : marks[0].start]) if heading else ""
    steps = _step_texts(text, marks, name)
    if not before:
        return NumberedText(problem, tuple(steps), ())
    note = "the text between the proof's heading and step 1 was taken into step 1"
    return NumberedText(problem, (f"{before}\n{steps[0]}", *steps[1:]), (note,))


def _find_marks(text: str, begin: int, *, latex: bool) -> list[_Mark]:
    """Find the step markers of the strongest kind there is."""
    fenced = [match.span() for match in _FENCE.finditer(text)]

    def is_open(place: int) -> bool:
        return place >= begin and not any(start <= place < end for start, end in fenced)

    named = [m for m in _STEP_LINE.finditer(text) if is_open(m.start("number"))]
    if named:
        return [_Mark(int(m["number"]), m.start(), m.end()) for m in named]
    if latex and (items := _top_level_items(text, begin)):
        return items
    numbered = [m for m in _NUMBER_LINE.finditer(text) if is_open(m.start("number"))]
    # A list inside a step is indented further than the steps themselves.
    steps = [m for m in numbered if m["indent"] == numbered[0]["indent"]]
    return [_Mark(int(m["number"]), m.start(), m.end()) for m in steps]


def _top_level_items(text: str, begin: int) -> list[_Mark]:
    edges = [(m.start(), m.end(), m["edge"]) for m in _ENUMERATE.finditer(text, begin)]
    items = [(m.start(), m.end(), "item") for m in _ITEM.finditer(text, begin)]
    depth, marks, closed = 0, list[_Mark](), False
    for start, end, kind in sorted([*edges, *items]):
        match kind:
            case "begin":
                depth += 1
            case "end":
                depth -= 1
                closed = closed or depth == 0
            case _:
                # Only the first list is the proof; a later one belongs to its last step.
                if depth <= 1 and not closed:
                    marks.append(_Mark(len(marks) + 1, start, end))
    return marks


def _check_numbers(text: str, marks: list[_Mark], name: str) -> None:
    for expected, mark in enumerate(marks, start=1):
        if mark.number != expected:
            line = _line_of(text, mark.text_start)
            raise InputError(
                f"{name}, line {line}: expected step {expected}, found {mark.number}; "
                "steps must be numbered 1, 2, 3, …"
            )


def _step_texts(text: str, marks: list[_Mark], name: str) -> list[str]:
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    steps = [_tidy(text[mark.text_start : stop]) for mark, stop in zip(marks, ends, strict=True)]
    for mark, step in zip(marks, steps, strict=True):
        if not step:
            line = _line_of(text, mark.text_start)
            raise InputError(f"{name}, line {line}: step {mark.number} is empty")
    return steps


def _problem_text(text: str) -> str:
    text = _tidy(text)
    heading = _PROBLEM_HEADING.match(text)
    return _tidy(text[heading.end() :]) if heading else text


def _tidy(text: str) -> str:
    """Drop the list and theorem environments around a piece, and white space at its ends."""
    text = _ENVIRONMENTS.sub("", text)
    opened: list[re.Match[str]] = []
    stray: list[re.Match[str]] = []
    for match in _ENUMERATE.finditer(text):
        if match["edge"] == "begin":
            opened.append(match)
        elif opened:
            opened.pop()
        else:
            stray.append(match)
    # An unbalanced edge belongs to the list that holds the steps, not to the step.
    for match in sorted([*opened, *stray], key=lambda m: m.start(), reverse=True):
        text = text[: match.start()] + text[match.end() :]
    return text.strip()


def _line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
