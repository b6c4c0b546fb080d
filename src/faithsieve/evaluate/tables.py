"""Tables for the terminal, Markdown and HTML, and how a cell of them is written.

Run and group names and ids come from files, so every cell is cleaned for the place it goes to:
no terminal escapes, no Markdown images.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from faithsieve.evaluate.intervals import Rate
from faithsieve.records.base import Record

T = TypeVar("T")

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-_])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>!|~&])")

NOTHING = "–"


class Table(Record):
    """A titled grid of cells, the first column being names."""

    title: str
    """What the table shows."""
    columns: tuple[str, ...]
    """The heading of each column."""
    rows: tuple[tuple[str, ...], ...]
    """The cells, row by row."""


def list_rows(
    title: str, things: Iterable[T], columns: Mapping[str, Callable[[T], object]]
) -> Table:
    """Make a table with one row for each thing and one column for each question about it."""
    return Table(
        title=title,
        columns=tuple(columns),
        rows=tuple(tuple(show(read(thing)) for read in columns.values()) for thing in things),
    )


def side_by_side(
    title: str,
    corner: str,
    things: Sequence[tuple[str, T]],
    rows: Mapping[str, Callable[[T], object]],
) -> Table:
    """Make a table with one column for each named thing and one row for each question about it."""
    return Table(
        title=title,
        columns=(corner, *(clean(name) for name, _ in things)),
        rows=tuple(
            (name, *(show(read(thing)) for _, thing in things)) for name, read in rows.items()
        ),
    )


def list_measures(title: str, results: Mapping[str, object]) -> Table:
    """Make a table of two columns: a measure and its result."""
    rows = tuple((name, show(result)) for name, result in results.items())
    return Table(title=title, columns=("measure", "result"), rows=rows)


def show(value: object) -> str:
    """Write a value as the text of one cell."""
    if value is None:
        return NOTHING
    return show_rate(value) if isinstance(value, Rate) else clean(str(value))


def show_percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f}%"


def show_number(value: float | None, form: str) -> str:
    return NOTHING if value is None else format(value, form)


def show_rate(rate: Rate) -> str:
    """Show a rate as percent with its interval and counts."""
    if rate.value is None or rate.low is None or rate.high is None:
        return NOTHING
    percent, low, high = (100 * part for part in (rate.value, rate.low, rate.high))
    return f"{percent:.1f}% [{low:.1f}, {high:.1f}] {rate.hits}/{rate.total}"


def clean(text: str, limit: int = 80) -> str:
    """Remove terminal escapes and control characters from a name, and cut it."""
    text = _CONTROL.sub(" ", _ESCAPE_SEQUENCE.sub("", text))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def plain_text(table: Table) -> str:
    """Show a table with aligned columns, for a log or a pipe."""
    grid = [table.columns, *table.rows]
    widths = [max(len(row[i]) for row in grid) for i in range(len(table.columns))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in grid]
    return "\n".join([table.title, *(line.rstrip() for line in lines)]) + "\n"


def markdown(table: Table) -> str:
    """Show a table as Markdown in which no cell can be a link, an image or markup."""
    rows = [table.columns, ("---",) * len(table.columns), *table.rows]
    rule = rows[1]
    lines = [
        "| " + " | ".join(row if row is rule else map(escape_markdown, row)) + " |" for row in rows
    ]
    return "\n".join([f"### {escape_markdown(table.title)}", "", *lines]) + "\n"


def escape_markdown(text: str) -> str:
    """Make text stand for itself in Markdown; bare addresses do not become links either."""
    escaped = _MARKDOWN.sub(r"\\\1", clean(text, limit=200))
    return escaped.replace("://", "&#58;//").replace("www.", "www&#46;")
