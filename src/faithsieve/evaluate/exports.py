"""A report as CSV: one row a problem, or one line a score; no cell is a spreadsheet formula."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator

from faithsieve.evaluate.intervals import Rate
from faithsieve.evaluate.metrics import Metrics, outcome_of
from faithsieve.evaluate.report import Report, ReportedRun
from faithsieve.evaluate.tables import clean
from faithsieve.records.run import ProblemResult

Cell = str | int | float | None
# What a spreadsheet takes for a formula (OWASP's list).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


_PROBLEM_COLUMNS: dict[str, Callable[[ReportedRun, ProblemResult], Cell]] = {
    "run": lambda run, row: run.name,
    "method": lambda run, row: run.run.method,
    "model": lambda run, row: run.run.model,
    "dataset": lambda run, row: run.run.dataset,
    "id": lambda run, row: row.id,
    "group": lambda run, row: row.group,
    "gold": lambda run, row: None if row.gold is None else str(row.gold),
    "label": lambda run, row: None if row.label is None else str(row.label),
    "outcome": lambda run, row: outcome_of(row).value,
    "kind": lambda run, row: row.verdict.kind.value if row.verdict else None,
    "confidence": lambda run, row: row.verdict.confidence if row.verdict else None,
    "failure": lambda run, row: row.failure.kind.value if row.failure else None,
    "input_tokens": lambda run, row: row.cost.usage.input_tokens,
    "output_tokens": lambda run, row: row.cost.usage.output_tokens,
    "cached_tokens": lambda run, row: row.cost.usage.cached_tokens,
    "cost_usd": lambda run, row: row.cost.cost_usd if row.cost.stages else None,
    "lean_seconds": lambda run, row: row.cost.lean_seconds,
    "seconds": lambda run, row: row.seconds,
}


def rows_csv(report: Report) -> str:
    """Write one row for each problem of each run."""
    pairs = [(run, row) for run in report.runs for row in run.run.results]
    cells = ((read(run, row) for read in _PROBLEM_COLUMNS.values()) for run, row in pairs)
    return _csv(_PROBLEM_COLUMNS, cells)


def scores_csv(report: Report) -> str:
    """Write one line for each run, group and score, with values as fractions."""
    columns = ("run", "group", "metric", "value", "low", "high", "hits", "total")
    parts = [
        (run.name, group, metrics)
        for run in report.runs
        for group, metrics in (
            ("(all)", run.scores.overall),
            *((entry.group, entry.metrics) for entry in run.scores.groups),
        )
    ]
    lines = ([name, group, *line] for name, group, metrics in parts for line in _scores(metrics))
    return _csv(columns, lines)


def _scores(metrics: Metrics) -> Iterator[list[Cell]]:
    named: list[tuple[str, object]] = [
        *metrics,
        *metrics.confusion,
        *((f"errors.{name}", count) for name, count in metrics.errors),
        ("early", metrics.localization.early),
        ("late", metrics.localization.late),
        *((f"failed.{failure.kind.value}", failure.count) for failure in metrics.failures),
    ]
    for name, value in named:
        if isinstance(value, Rate):
            yield [name, value.value, value.low, value.high, value.hits, value.total]
        elif value is None or isinstance(value, int | float):
            yield [name, value, None, None, None, None]


def _csv(columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(columns)
    for row in rows:
        sheet.writerow([escape_csv(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def escape_csv(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    # Looked at before cleaning too: a leading tab or carriage return is one of the tricks.
    cleaned = clean(text, limit=200)
    return f"'{cleaned}" if text.startswith(_FORMULA) or cleaned.startswith(_FORMULA) else cleaned
