"""JSON as a careful reader takes it: no repeated keys, no NaN, no bottomless nesting.

Python's parser keeps the last of two equal keys and accepts ``NaN``; both would change a label
without a word. Flaws are collected while parsing instead of raised, so that a reader of a JSON
array still knows where the flawed element ends. What is wrong with a row is named by file, line
and field.
"""

import json
import math
from enum import StrEnum
from typing import NamedTuple

from pydantic import Field

from faithsieve.records.base import Record

MAX_NESTING = 100
"""Levels of arrays and objects in one row; far below what Python can write back."""


class ProblemKind(StrEnum):
    """Whether a row that did not load is broken or left out on purpose."""

    BAD = "bad"
    """The row cannot be read as what it claims to be; loading stops unless told to skip it."""
    SKIPPED = "skipped"
    """The dataset's own rules leave the row out, such as a quality-control row of PRM800K."""


class RowProblem(Record):
    """One row that did not load, and why."""

    file: str
    """The file as the user named it."""
    line: int = Field(ge=1)
    """The 1-based line the row starts on."""
    field: str
    """The field at fault, such as ``steps[3]``; ``row`` when it is the row as a whole."""
    message: str
    """What is wrong with which value, and what was expected."""
    kind: ProblemKind = ProblemKind.BAD
    """Broken, or left out on purpose."""

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, field {self.field}: {self.message}"


class RowError(Exception):
    """A refusal of one row; the loader adds file and line."""

    def __init__(self, field: str, message: str, *, kind: ProblemKind = ProblemKind.BAD) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.kind = kind

    def at(self, file: str, line: int) -> RowProblem:
        return RowProblem(
            file=file, line=line, field=self.field, message=self.message, kind=self.kind
        )


class Parsed(NamedTuple):
    value: object
    """The value, with nulls in place of NaN and infinities."""
    end: int
    """The offset just behind it."""
    flaw: RowError | None
    """The first repeated key or non-number, or None."""


class _FlawCollector:
    """The hooks of one JSON parse, which collect what strict JSON forbids."""

    def __init__(self) -> None:
        self.first: RowError | None = None

    def pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        """Build an object and notice repeated keys."""
        built: dict[str, object] = {}
        for key, value in pairs:
            if key in built:
                self.note(RowError(shown(key), "the key is given twice; keep one"))
            built[key] = value
        return built

    def constant(self, name: str) -> None:
        """Notice ``NaN`` and the infinities, which JSON does not have."""
        self.note(RowError("row", f"{name} is not JSON; write null or a number"))

    def number(self, text: str) -> float:
        """Notice a number such as 1e999, which Python reads as infinity."""
        value = float(text)
        if math.isinf(value):
            self.note(RowError("row", f"the number {shown(text)} is too large"))
        return value

    def note(self, flaw: RowError) -> None:
        self.first = self.first or flaw


def parse_at(text: str, start: int = 0) -> Parsed:
    """Parse the one JSON value that begins at an offset.

    Raises:
        RowError: When there is no JSON value, or it nests too deep or has too long a number.
    """
    flaws = _FlawCollector()
    decoder = json.JSONDecoder(
        object_pairs_hook=flaws.pairs, parse_constant=flaws.constant, parse_float=flaws.number
    )
    try:
        value, end = decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        line = "" if error.lineno == 1 else f"line {error.lineno}, "
        where = f"{line}column {error.colno}"
        hint = r"; in JSON a backslash is written \\" if "escape" in error.msg else ""
        raise RowError("row", f"not JSON: {error.msg} at {where}{hint}") from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:  # an integer of more than 4,300 digits
        raise RowError("row", f"a number is too long to read: {error}") from error
    if _is_deeper(value, MAX_NESTING):
        flaws.note(_too_deep())
    return Parsed(value, end, flaws.first)


def _too_deep() -> RowError:
    return RowError("row", f"JSON nested too deep; at most {MAX_NESTING} levels are read")


def _is_deeper(value: object, limit: int) -> bool:
    """Return whether a value is nested too deeply, without recursion."""
    level = [value]
    for _ in range(limit):
        level = [inner for outer in level for inner in _children(outer)]
        if not level:
            return False
    return True


def _children(value: object) -> "list[object]":
    match value:
        case dict():
            return list(value.values())
        case list():
            return value
        case _:
            return []


def parse_line(text: str) -> object:
    """Parse a line that holds exactly one JSON value.

    Raises:
        RowError: When the line is anything else.
    """
    start = len(text) - len(text.lstrip(" \t\r\n"))
    parsed = parse_at(text, start)
    if parsed.flaw:
        raise parsed.flaw
    if text[parsed.end :].strip():
        raise RowError("row", f"not JSON: more text after the value at column {parsed.end + 1}")
    return parsed.value


def shown(value: object, limit: int = 60) -> str:
    """Format an untrusted value for a message: escaped, on one line, cut."""
    text = ascii(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
