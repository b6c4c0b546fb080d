"""``faithsieve batch``: the open questions of a run as batch files, and their answers back."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from faithsieve.cli.options import PATH, shared_options
from faithsieve.cli.output import deliver
from faithsieve.configuration import resolve
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.run_folder import MANIFEST, RunFolder, read_manifest
from faithsieve.llm.batch_files import (
    FOLDER,
    ImportReport,
    import_answers,
    open_identities,
    read_answers,
    write_pending,
)
from faithsieve.llm.prices import PriceTable
from faithsieve.records.wording import counted
from faithsieve.store.run_store import RunStore

MEGABYTE = 1_000_000
MOST_REASONS_SHOWN = 5


@click.group()
def batch() -> None:
    """Offline batches in the OpenAI Batch file format."""


@batch.command("export")
@click.argument("run", type=PATH)
@click.option(
    "--max-mb",
    type=click.IntRange(1, 200),
    default=100,
    show_default=True,
    help="Split files at this size; current services take up to 200.",
)
@shared_options("store")
def export_command(run: Path, max_mb: int, store: str | None) -> None:
    """Write every question of a run that has no answer yet as batch input files.

    `faithsieve eval --model batch:NAME` does this by itself whenever it stops.

    \b
    Example:
      faithsieve batch export runs/first
    """
    with _opened(run, store) as opened:
        paths = [
            path
            for identity in open_identities(opened)
            for path in write_pending(
                opened,
                identity,
                run / FOLDER,
                overrides=resolve({}).settings.model.capabilities,
                max_bytes=max_mb * MEGABYTE,
            )
        ]
    if not paths:
        click.echo("every question has its answer; there is nothing to export", err=True)
    for path in paths:
        click.echo(str(path))


@batch.command("import")
@click.argument("run", type=PATH)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@shared_options("json_to", "store")
def import_command(
    run: Path, files: tuple[Path, ...], json_to: str | None, store: str | None
) -> None:
    """Take answers from the output and error files of a batch service.

    Lines may come in any order and from any number of files. Failed and missing questions stay
    open; the same `faithsieve eval` command goes on with what is there and asks them again.

    \b
    Example:
      faithsieve batch import runs/first output.jsonl errors.jsonl
    """
    answers = read_answers(files)
    with _opened(run, store) as opened:
        model = resolve({}).settings.model
        prices = PriceTable.load(Path(model.prices) if model.prices else None)
        report = asyncio.run(
            import_answers(answers, opened, prices=prices, discount=model.batch_discount)
        )
    deliver(json_to, report, lambda: _print_report(report))
    if report.conflicts:
        raise InputError(
            f"{counted(len(report.conflicts), 'question')} with contradicting answers left open, "
            f"such as {report.conflicts[0]}. Import the one you trust alone: the first answer stays"
        )


@contextmanager
def _opened(run: Path, store_place: str | None) -> Iterator[RunStore]:
    """Open a run's store while no other process works on the run.

    Raises:
        InputError: the folder holds no run.
        ConfigError: its store lies elsewhere and was not named.
    """
    if not (run / MANIFEST).is_file():
        raise InputError(f"{str(run)!r} holds no run; give the folder that eval --out made")
    with RunFolder(run) as folder, RunStore.open(store_place or _place(folder)) as store:
        yield store


def _place(folder: RunFolder) -> Path:
    if not folder.store_path.is_file():
        written = read_manifest(folder.path).get("store")
        raise ConfigError(
            f"the store of {str(folder.path)!r} lies outside its folder ({written}); name it with"
            " --store URL"
        )
    return folder.store_path


def _print_report(report: ImportReport) -> None:
    for label, count in (
        ("accepted", report.accepted),
        ("already known", report.known),
        ("errors", report.errors),
        ("foreign", report.foreign),
        ("unreadable", len(report.damaged)),
        ("contradicting", len(report.conflicts)),
        ("still missing", report.missing),
    ):
        click.echo(f"{label:>14}  {count}")
    for reason, count in report.reasons[:MOST_REASONS_SHOWN]:
        click.echo(f"  {count} failed with: {reason}", err=True)
    for place in report.damaged[:MOST_REASONS_SHOWN]:
        click.echo(f"  unreadable: {place}", err=True)
    click.echo("run the same eval command to go on", err=True)
