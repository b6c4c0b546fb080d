"""``faithsieve report``: the scores of finished runs, from their folders alone."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import click

from faithsieve.cli.data import write_text
from faithsieve.cli.run_evidence import write_run_evidence
from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.exports import rows_csv, scores_csv
from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import Plot, draw_plots
from faithsieve.evaluate.report import Report, read_report
from faithsieve.evaluate.report_page import render_page
from faithsieve.evaluate.tables import Table, markdown, plain_text

PATH = click.Path(path_type=Path)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--html", "html_to", type=PATH, help="Write one self-contained page.")
@click.option("--markdown", "markdown_to", metavar="FILE", help="Write the tables as Markdown.")
@click.option("--plots", "plots_to", type=PATH, help="Write the plots as SVG and PNG to a folder.")
@click.option("--rows", "rows_to", metavar="FILE", help="Write one row a problem as CSV.")
@click.option("--csv", "csv_to", metavar="FILE", help="Write one line a run, group and score.")
@click.option("--json", "json_to", metavar="FILE", help="Write the scores as JSON; - for stdout.")
@click.option("--store", metavar="URL", help="The shared store of the runs, if they have one.")
@click.option(
    "--evidence/--no-evidence",
    default=True,
    help="With --html: an evidence page a problem (0.8 MB each) in RUN/evidence, linked.",
)
@click.option("--tests/--no-tests", default=True, help="Paired tests against the first direct run.")
def report(
    runs: tuple[Path, ...],
    html_to: Path | None,
    markdown_to: str | None,
    plots_to: Path | None,
    rows_to: str | None,
    csv_to: str | None,
    json_to: str | None,
    store: str | None,
    tests: bool,
    evidence: bool,
) -> None:
    """Print the scores of runs side by side, with 95 % Wilson intervals.

    Failed and missing problems are shown apart from wrong answers and stay in the denominator of
    every score over all rows. Cost by stage and confidence come from the store in a run's folder,
    where there is one.

    \b
    Example:
      faithsieve report runs/direct runs/faithsieve --html report.html --markdown report.md
    """
    found = read_report(runs, with_tests=tests, store=store)
    tables = report_tables(found)
    # Drawing takes a second and an extra package; scores in a terminal need neither.
    plots = draw_plots(found) if html_to or plots_to else ()
    names = [entry.name for entry in found.runs]
    if html_to:
        folders = dict(zip(names, runs, strict=True))
        for folder in runs if evidence else ():
            write_run_evidence(folder, store=store)
        page = render_page(found, tables, plots, folders=folders, page=html_to)
        write_whole(html_to, [page], force=True)
    if plots_to:
        _write_plots(plots, plots_to)
    if markdown_to:
        write_text(markdown_to, _as_markdown(tables, plots, plots_to, Path(markdown_to)))
    if rows_to:
        write_text(rows_to, rows_csv(found))
    if csv_to:
        write_text(csv_to, scores_csv(found))
    if json_to:
        write_text(json_to, _as_json(found))
    if "-" not in (json_to, markdown_to, csv_to, rows_to):
        print_tables(tables)


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
    """The tables, and the plots where they lie in files of their own."""
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


def _as_json(found: Report) -> str:
    entries = [
        {
            "run": entry.name,
            "method": entry.run.method,
            "model": entry.run.model,
            "dataset": entry.run.dataset,
            "problems": entry.run.problems,
            "open": entry.run.open,
            "tokens": entry.run.tokens,
            "seconds": entry.run.seconds,
            "metrics": entry.scores.model_dump(mode="json"),
            "cost": entry.cost.model_dump(mode="json"),
            "calibration": entry.calibration and entry.calibration.model_dump(mode="json"),
        }
        for entry in found.runs
    ]
    compared = [comparison.model_dump(mode="json") for comparison in found.comparisons]
    content = {"runs": entries, "comparisons": compared}
    return json.dumps(content, indent=2, allow_nan=False) + "\n"
