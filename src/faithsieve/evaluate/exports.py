"""One row a problem and run, for spreadsheets and data frames: CSV, or Parquet with pyarrow."""

import csv
import io
from pathlib import Path

from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError, MissingToolError
from faithsieve.evaluate.outcomes import outcome_of
from faithsieve.evaluate.report import Report
from faithsieve.evaluate.tables import escape_csv

Cell = str | int | float | None
COLUMNS: tuple[str, ...] = (
    "run", "method", "model", "dataset", "id", "group", "gold", "label", "outcome", "kind",
    "confidence", "failure", "input_tokens", "output_tokens", "cached_tokens", "cost_usd",
    "lean_seconds", "seconds",
)  # fmt: skip


def export_rows(report: Report) -> list[dict[str, Cell]]:
    """Every problem of every run as a flat row."""
    rows: list[dict[str, Cell]] = []
    for entry in report.runs:
        for row in entry.run.results:
            usage, verdict = row.cost.usage, row.verdict
            values: tuple[Cell, ...] = (
                entry.name,
                entry.run.method,
                entry.run.model,
                entry.run.dataset,
                row.id,
                row.group,
                None if row.gold is None else str(row.gold),
                None if row.label is None else str(row.label),
                outcome_of(row).value,
                verdict.kind.value if verdict else None,
                verdict.confidence if verdict else None,
                row.failure.kind.value if row.failure else None,
                usage.input_tokens,
                usage.output_tokens,
                usage.cached_tokens,
                row.cost.cost_usd if row.cost.stages else None,
                row.cost.lean_seconds,
                row.seconds,
            )
            rows.append(dict(zip(COLUMNS, values, strict=True)))
    return rows


def write_rows(report: Report, path: Path) -> None:
    """Write the rows as the file's ending says.

    Raises:
        InputError: the ending is neither ``.csv`` nor ``.parquet``, or the file cannot be written.
        MissingToolError: Parquet was asked for and pyarrow is not installed.
    """
    rows = export_rows(report)
    match path.suffix.lower():
        case ".csv":
            write_whole(path, [rows_csv(rows)], force=True)
        case ".parquet":
            _write_parquet(rows, path)
        case other:
            raise InputError(f"--rows {path.name!r} ends in {other!r}; use .csv or .parquet")


def rows_csv(rows: list[dict[str, Cell]]) -> str:
    """The rows as CSV in which no cell is a formula."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for row in rows:
        sheet.writerow([escape_csv(v) if isinstance(v, str) else v for v in row.values()])
    return out.getvalue()


def _write_parquet(rows: list[dict[str, Cell]], path: Path) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise MissingToolError(
            "the package pyarrow", needed_for="Parquet files", fix="pip install pyarrow"
        ) from error
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    try:
        parquet.write_table(pyarrow.table(columns), str(path))
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error}") from error
