"""The tables that ``eval`` and ``report`` print, and their Markdown and CSV forms.

Run and group names and ids come from files, so every cell is cleaned for the place it goes to:
no terminal escapes, no Markdown images, no spreadsheet formulas.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from faithsieve.evaluate.intervals import Rate
from faithsieve.evaluate.metrics import GroupMetrics, Metrics, RunMetrics
from faithsieve.records.base import Record
from faithsieve.records.run import ProblemResult

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-_])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>!|~&])")
# What a spreadsheet takes for a formula (OWASP's list).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

NOTHING = "–"
LISTED_FAILURES = 10


class Table(Record):
    """A titled grid of cells, the first column being names."""

    title: str
    """What the table shows."""
    columns: tuple[str, ...]
    """The heading of each column."""
    rows: tuple[tuple[str, ...], ...]
    """The cells, row by row."""


def metrics_table(runs: Sequence[tuple[str, Metrics]], *, title: str = "Scores") -> Table:
    """Put the scores of runs side by side, one column a run."""
    described = [_described(metrics) for _, metrics in runs]
    names = list(described[0]) if described else []
    return Table(
        title=title,
        columns=("metric", *(clean(name) for name, _ in runs)),
        rows=tuple((name, *(cells[name] for cells in described)) for name in names),
    )


def groups_table(name: str, groups: Sequence[GroupMetrics]) -> Table:
    """Show the scores of a run's groups, one row a group."""
    return Table(
        title=f"Groups of {clean(name)}",
        columns=("group", "rows", "exact", "binary", "FPR", "FNR", "failed"),
        rows=tuple(
            (
                clean(entry.group),
                str(entry.metrics.rows),
                show_rate(entry.metrics.exact),
                show_rate(entry.metrics.binary),
                show_rate(entry.metrics.false_positive_rate),
                show_rate(entry.metrics.false_negative_rate),
                str(unanswered(entry.metrics)),
            )
            for entry in groups
        ),
    )


def failures_table(name: str, results: Iterable[ProblemResult]) -> Table:
    """List the first problems without an answer."""
    silent = [result for result in results if result.label is None]
    title = f"Without an answer in {clean(name)}"
    if len(silent) > LISTED_FAILURES:
        title += f" (the first {LISTED_FAILURES} of {len(silent)})"
    return Table(
        title=title,
        columns=("id", "why"),
        rows=tuple(
            (clean(row.id), row.failure.kind.value if row.failure else "missing")
            for row in silent[:LISTED_FAILURES]
        ),
    )


def unanswered(metrics: Metrics) -> int:
    """Count the rows without an answer."""
    return metrics.coverage.total - metrics.coverage.hits


def show_rate(rate: Rate) -> str:
    """Show a rate as percent with its interval and counts."""
    if rate.value is None or rate.low is None or rate.high is None:
        return NOTHING
    percent, low, high = (100 * part for part in (rate.value, rate.low, rate.high))
    return f"{percent:.1f}% [{low:.1f}, {high:.1f}] {rate.hits}/{rate.total}"


def clean(text: str, limit: int = 80) -> str:
    """Take terminal escapes and control characters out of a name, and cut it."""
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


def metrics_csv(runs: Sequence[tuple[str, RunMetrics]]) -> str:
    """Write one line a run, group and score, with values as fractions; safe in a spreadsheet."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(["run", "group", "metric", "value", "low", "high", "hits", "total"])
    for name, scored in runs:
        parts = [("(all)", scored.overall), *((g.group, g.metrics) for g in scored.groups)]
        for group, metrics in parts:
            for line in _csv_cells(metrics):
                sheet.writerow([escape_csv(name), escape_csv(group), *line])
    return out.getvalue()


def escape_csv(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    # Looked at before cleaning too: a leading tab or carriage return is one of the tricks.
    cleaned = clean(text, limit=200)
    return f"'{cleaned}" if text.startswith(_FORMULA) or cleaned.startswith(_FORMULA) else cleaned


def _described(metrics: Metrics) -> dict[str, str]:
    """Name and show every score, failures apart from wrong answers."""
    cells, errors, place = metrics.confusion, metrics.errors, metrics.localization
    return {
        "rows": f"{metrics.rows}" + _aside(metrics.unlabelled, "unlabelled"),
        "answered": show_rate(metrics.coverage),
        "failed": _failures(metrics),
        "exact, over all rows": show_rate(metrics.exact),
        "binary, over all rows": show_rate(metrics.binary),
        "exact, over answered rows": show_rate(metrics.exact_answered),
        "binary, over answered rows": show_rate(metrics.binary_answered),
        "TP / TN / FP / FN": f"{cells.tp} / {cells.tn} / {cells.fp} / {cells.fn}",
        "false positive rate": show_rate(metrics.false_positive_rate),
        "false negative rate": show_rate(metrics.false_negative_rate),
        "exact errors": (
            f"{errors.total}: {errors.false_positives} FP, {errors.false_negatives} FN, "
            f"{errors.wrong_place} wrong place"
        ),
        "exact on incorrect proofs": show_rate(metrics.exact_on_incorrect),
        "exact on correct proofs": show_rate(metrics.exact_on_correct),
        "ProcessBench F1": _percent(metrics.processbench_f1),
        "balanced accuracy": _percent(metrics.balanced_accuracy),
        "balanced F1": _percent(metrics.balanced_f1),
        "too early": show_rate(place.early),
        "too late": show_rate(place.late),
        "mean distance in steps": NOTHING
        if place.mean_absolute is None
        else f"{place.mean_absolute:.2f}",
        "signed distances": _distances(metrics),
        "exact on risky steps": show_rate(metrics.risky),
    }


def _failures(metrics: Metrics) -> str:
    counts = [(entry.kind.value, entry.count) for entry in metrics.failures]
    missing = unanswered(metrics) - sum(count for _, count in counts)
    if missing:
        counts.append(("missing", missing))
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts)
    return f"{unanswered(metrics)}" + (f" ({kinds})" if kinds else "")


def _distances(metrics: Metrics) -> str:
    counts = metrics.localization.distances
    listed = ", ".join(f"{entry.distance:+d}: {entry.count}" for entry in counts)
    return clean(listed.replace("+0:", "0:")) or NOTHING


def _aside(count: int, word: str) -> str:
    return f" ({count} {word})" if count else ""


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f}%"


def _csv_cells(metrics: Metrics) -> Iterable[list[object]]:
    for name, value in metrics:
        match value:
            case Rate():
                yield [name, value.value, value.low, value.high, value.hits, value.total]
            case int() | float() | None:
                yield [name, value, None, None, None, None]
            case _:
                continue
    for name, count in metrics.confusion:
        yield [name, count, None, None, None, None]
    for name, count in metrics.errors:
        yield [f"errors.{name}", count, None, None, None, None]
    for name, rate in (("early", metrics.localization.early), ("late", metrics.localization.late)):
        yield [name, rate.value, rate.low, rate.high, rate.hits, rate.total]
    for failure in metrics.failures:
        yield [f"failed.{failure.kind.value}", failure.count, None, None, None, None]
