"""``faithsieve compare``: paired tests between two runs of the same rows."""

from pathlib import Path

import click

from faithsieve.cli.options import PATH, ROWS, ReadingOptions, shared_options
from faithsieve.cli.output import deliver, write_text
from faithsieve.cli.report import print_tables
from faithsieve.datasets.validation import problem_key
from faithsieve.evaluate.comparison import compare_runs
from faithsieve.evaluate.paper_tables import comparison_tables
from faithsieve.evaluate.run_reading import read_run
from faithsieve.evaluate.tables import markdown


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
