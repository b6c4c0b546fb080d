"""A report as CSV: one row a problem; no cell is a spreadsheet formula."""

import csv
import io
from collections.abc import Callable

from faithsieve.evaluate.metrics import outcome_of
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
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(_PROBLEM_COLUMNS)
    for run, row in pairs:
        cells = (read(run, row) for read in _PROBLEM_COLUMNS.values())
        sheet.writerow([escape_csv(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


def escape_csv(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    # Looked at before cleaning too: a leading tab or carriage return is one of the tricks.
    cleaned = clean(text, limit=200)
    return f"'{cleaned}" if text.startswith(_FORMULA) or cleaned.startswith(_FORMULA) else cleaned
