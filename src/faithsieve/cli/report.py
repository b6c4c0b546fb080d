"""``faithsieve report``: the scores of finished runs, from their folders alone."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from faithsieve.cli.data import write_text
from faithsieve.evaluate.metrics import RunMetrics, measure_run
from faithsieve.evaluate.predictions import FinishedRun, read_run
from faithsieve.evaluate.tables import (
    Table,
    clean,
    failures_table,
    groups_table,
    markdown,
    metrics_csv,
    metrics_table,
    plain_text,
)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "json_to", metavar="FILE", help="Write the scores as JSON; - for stdout.")
@click.option("--markdown", "markdown_to", metavar="FILE", help="Write the tables as Markdown.")
@click.option("--csv", "csv_to", metavar="FILE", help="Write one line a run, group and score.")
def report(
    runs: tuple[Path, ...], json_to: str | None, markdown_to: str | None, csv_to: str | None
) -> None:
    """Print the scores of runs side by side, with 95 % Wilson intervals.

    Failed and missing problems are shown apart from wrong answers and stay in the denominator of
    every score over all rows.

    \b
    Example:
      faithsieve report runs/direct runs/faithsieve --markdown scores.md
    """
    finished = [read_run(folder) for folder in runs]
    scored = [measure_run(run.results) for run in finished]
    names = _distinct_names(finished, runs)
    tables = report_tables(names, finished, scored)
    if json_to:
        write_text(json_to, _as_json(names, finished, scored))
    if markdown_to:
        write_text(markdown_to, "\n".join(map(markdown, tables)))
    if csv_to:
        write_text(csv_to, metrics_csv(list(zip(names, scored, strict=True))))
    if "-" not in (json_to, markdown_to, csv_to):
        print_tables(tables)


def report_tables(
    names: list[str], runs: list[FinishedRun], scored: list[RunMetrics]
) -> list[Table]:
    """Make every table of a report: runs, scores, groups, problems without an answer."""
    columns = [(name, run.overall) for name, run in zip(names, scored, strict=True)]
    open_problems = sum(run.open for run in runs)
    title = f"Scores (unfinished: {open_problems} open problems not counted)"
    tables = [
        runs_table(names, runs),
        metrics_table(columns, title=title if open_problems else "Scores"),
    ]
    for name, run, scores in zip(names, runs, scored, strict=True):
        if scores.groups:
            tables.append(groups_table(name, scores.groups))
        if any(result.label is None for result in run.results):
            tables.append(failures_table(name, run.results))
    return tables


def runs_table(names: list[str], runs: list[FinishedRun]) -> Table:
    """Say what each run was and how far it came."""
    return Table(
        title="Runs",
        columns=("run", "method", "model", "dataset", "problems", "open", "tokens", "seconds"),
        rows=tuple(
            (
                clean(name),
                clean(run.method),
                clean(run.model),
                clean(run.dataset),
                str(run.problems),
                str(run.open),
                f"{run.tokens:,}",
                f"{run.seconds:,.1f}",
            )
            for name, run in zip(names, runs, strict=True)
        ),
    )


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


def _distinct_names(finished: list[FinishedRun], folders: Iterable[Path]) -> list[str]:
    """Name runs by their folder's name, or by the path where two names are equal."""
    names = [run.name for run in finished]
    return [
        name if names.count(name) == 1 else str(folder)
        for name, folder in zip(names, folders, strict=True)
    ]


def _as_json(names: list[str], runs: list[FinishedRun], scored: list[RunMetrics]) -> str:
    entries = [
        {
            "run": name,
            "method": run.method,
            "model": run.model,
            "dataset": run.dataset,
            "problems": run.problems,
            "open": run.open,
            "tokens": run.tokens,
            "seconds": run.seconds,
            "metrics": scores.model_dump(mode="json"),
        }
        for name, run, scores in zip(names, runs, scored, strict=True)
    ]
    return json.dumps({"runs": entries}, indent=2, allow_nan=False) + "\n"
