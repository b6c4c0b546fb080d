"""``faithsieve report`` and ``compare``: scores of finished runs, and paired tests between two."""

import asyncio
import csv
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from faithsieve.cli.options import PATH, ROWS, ReadingOptions, shared_options
from faithsieve.cli.output import deliver, write_text
from faithsieve.datasets.validation import problem_key
from faithsieve.errors import InputError
from faithsieve.evaluate.comparison import compare_runs
from faithsieve.evaluate.metrics import outcome_of
from faithsieve.evaluate.paper_tables import comparison_tables, report_tables
from faithsieve.evaluate.plots import Plot, draw_plots
from faithsieve.evaluate.report import Report, ReportedRun, read_report
from faithsieve.evaluate.run_folder import replace_file
from faithsieve.evaluate.run_reading import OpenedRun, opened_run, read_run
from faithsieve.evaluate.tables import Table, clean, markdown, plain_text
from faithsieve.records.run import ProblemResult
from faithsieve.web.report_page import EVIDENCE, evidence_name, render_page, render_problem


@click.command()
@click.argument("runs", nargs=-1, required=True, type=PATH)
@click.option("--html", type=PATH, help="Write one self-contained page.")
@click.option("--markdown", metavar="FILE", help="Write the tables as Markdown.")
@click.option("--plots", type=PATH, help="Write the plots as SVG and PNG to a folder.")
@click.option("--rows", metavar="FILE", help="Write one row a problem as CSV.")
@shared_options("json_to", "store", store="The shared store of the runs, if they have one.")
@click.option(
    "--evidence/--no-evidence",
    default=True,
    help="With --html: an evidence page a problem (0.8 MB each) in RUN/evidence, linked.",
)
@click.option("--tests/--no-tests", default=True, help="Paired tests against the first direct run.")
def report(
    runs: tuple[Path, ...], store: str | None, tests: bool, evidence: bool, **to: Any
) -> None:
    """Print the scores of runs side by side, with 95 % Wilson intervals.

    Failed, missing and undecided problems are shown apart from wrong answers and stay in the
    denominator of every score over all rows. Cost by stage and confidence come from the store in
    a run's folder, where there is one.

    \b
    Example:
      faithsieve report runs/direct runs/faithsieve --html report.html --markdown report.md
    """
    found = read_report(runs, with_tests=tests, store=store)
    tables = report_tables(found)
    # Drawing takes a second and an extra package; scores in a terminal need neither.
    plots = draw_plots(found) if to["html"] or to["plots"] else ()
    if to["html"]:
        for folder in runs if evidence else ():
            write_run_evidence(folder, store=store)
        folders = {run.name: folder for run, folder in zip(found.runs, runs, strict=True)}
        write_text(to["html"], render_page(found, tables, plots, folders=folders, page=to["html"]))
    if to["plots"]:
        _write_plots(plots, to["plots"])
    if to["markdown"]:
        write_text(to["markdown"], _as_markdown(tables, plots, to["plots"], Path(to["markdown"])))
    if to["rows"]:
        write_text(to["rows"], rows_csv(found))
    shown = () if "-" in (to["markdown"], to["rows"]) else tables
    deliver(to["json_to"], _as_json(found), lambda: print_tables(shown))


@click.command()
@click.argument("run_a", type=PATH)
@click.argument("run_b", type=PATH)
@click.option("--markdown", "markdown_to", metavar="FILE", help="Write the tables as Markdown.")
@shared_options(
    *("dataset_file", "json_to", *ROWS),
    dataset_file="The dataset of the runs, so that rows of one problem are resampled together.",
)
def compare(
    run_a: Path,
    run_b: Path,
    dataset_file: Path | None,
    json_to: str | None,
    markdown_to: str | None,
    reading: ReadingOptions,
) -> None:
    """Say whether RUN_A is really better than RUN_B.

    Exact McNemar test and a bootstrap clustered by problem, on the rows both runs have. A failed
    or undecided problem counts as not right. Positive differences favour RUN_A.

    \b
    Example:
      faithsieve compare runs/faithsieve runs/direct --dataset proofs.jsonl
    """
    problems = None
    if dataset_file is not None:
        dataset = reading.load(dataset_file)
        problems = {proof.id: problem_key(proof) for proof in dataset.proofs}
    comparison = compare_runs(read_run(run_a), read_run(run_b), problems=problems)
    tables = comparison_tables(comparison)
    if markdown_to:
        write_text(markdown_to, "\n".join(map(markdown, tables)))
    deliver(json_to, comparison, lambda: None if markdown_to == "-" else print_tables(tables))


def write_run_evidence(folder: Path, *, store: str | None = None) -> None:
    """Write a page for every problem of a run that has evidence or failed.

    Raises:
        StoreError: the store cannot be read, or a page cannot be written.
    """
    with opened_run(folder, store=store) as run:
        if run is not None:
            asyncio.run(_write_pages(folder, run))


async def _write_pages(folder: Path, run: OpenedRun) -> None:
    for result in run.results:
        page = await render_problem(run, result)
        if page is not None:
            (folder / EVIDENCE).mkdir(exist_ok=True)
            replace_file(folder / EVIDENCE / evidence_name(result.id), page)


def _write_plots(plots: Iterable[Plot], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for plot in plots:
            (folder / f"{plot.name}.svg").write_text(plot.svg, encoding="utf-8")
            (folder / f"{plot.name}.png").write_bytes(plot.png)
    except OSError as error:
        raise InputError(f"--plots {folder}: {error.strerror or error}") from error


def _as_markdown(
    tables: Iterable[Table], plots: Iterable[Plot], plots_to: Path | None, file: Path
) -> str:
    """Write the tables as Markdown, with links to the plot files."""
    parts = list(map(markdown, tables))
    if plots_to is not None and file.name != "-":
        folder = os.path.relpath(plots_to.resolve(), file.resolve().parent)
        place = quote(Path(folder).as_posix())
        parts += [f"![{plot.title}](./{place}/{plot.name}.svg)\n" for plot in plots]
    return "\n".join(parts)


def print_tables(tables: Iterable[Table]) -> None:
    """Print tables with Rich on a terminal, and as plain aligned text anywhere else."""
    if not sys.stdout.isatty():
        click.echo("\n".join(map(plain_text, tables)), nl=False)
        return
    # Rich takes a tenth of a second to import; a pipe never needs it.
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console()
    for table in tables:
        grid = RichTable(title=Text(table.title), title_justify="left")
        for column in table.columns:
            grid.add_column(Text(column), overflow="fold")
        for row in table.rows:
            # Text, not str: a name such as "[red]" is no markup.
            grid.add_row(*map(Text, row))
        console.print(grid)


def _as_json(found: Report) -> dict[str, object]:
    entries = [
        {
            "run": entry.name,
            "method": entry.run.method,
            "model": entry.run.model,
            "dataset": entry.run.dataset,
            "problems": entry.run.problems,
            "in_dataset": entry.run.in_dataset,
            "open": entry.run.open,
            "tokens": entry.run.tokens,
            "seconds": entry.run.seconds,
            "metrics": entry.scores.model_dump(mode="json"),
            "cost": entry.cost.model_dump(mode="json"),
            "gate": entry.run.gate,
            "labels": "forced" if entry.run.forces_label else "not forced",
            "calibration": entry.calibration and entry.calibration.model_dump(mode="json"),
        }
        for entry in found.runs
    ]
    compared = [comparison.model_dump(mode="json") for comparison in found.comparisons]
    return {"runs": entries, "comparisons": compared}


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
    cells = (
        [read(run, row) for read in _PROBLEM_COLUMNS.values()]
        for run in report.runs
        for row in run.run.results
    )
    return sheet_of(_PROBLEM_COLUMNS, cells)


def sheet_of(columns: Iterable[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Write rows as CSV for a spreadsheet."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(columns)
    for row in rows:
        sheet.writerow([escape_csv(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def escape_csv(text: str) -> str:
    """Escape a cell so that no spreadsheet reads it as a formula."""
    # Looked at before cleaning too: a leading tab or carriage return is one of the tricks.
    cleaned = clean(text, limit=200)
    return f"'{cleaned}" if text.startswith(_FORMULA) or cleaned.startswith(_FORMULA) else cleaned
