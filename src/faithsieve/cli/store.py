"""``faithsieve store``: what a store holds, whether it is sound, and what nobody needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from faithsieve.cli.options import shared_options
from faithsieve.cli.output import deliver, write_json
from faithsieve.cli.report import print_tables
from faithsieve.errors import InputError, StoreError
from faithsieve.evaluate.run_folder import STORE
from faithsieve.evaluate.store_cleaning import Cleaning, Request, clean
from faithsieve.evaluate.tables import list_rows
from faithsieve.records.wording import counted
from faithsieve.store.engine import RECOVERY, is_in_memory, store_url
from faithsieve.store.run_store import RunStore
from faithsieve.store.upkeep import RunSummary, StoreStats, measure, verify

MOST_SHOWN = 20

place_argument = click.argument("place", metavar="STORE")
json_option = shared_options("json_to")


@click.group()
def store() -> None:
    """Measure, verify and clean stores.

    STORE is a run folder, the path of an SQLite file, or postgresql://…
    """


@store.command("stats")
@place_argument
@json_option
def stats_command(place: str, json_to: str | None) -> None:
    """Say what a store holds: runs, model calls, other artifacts, tokens and money.

    \b
    Example:
      faithsieve store stats runs/first
    """
    with _opened(place) as opened:
        stats = measure(opened)
    deliver(json_to, stats, lambda: _print_stats(stats))


def _print_stats(stats: StoreStats) -> None:
    click.echo(f"{stats.place}: schema {stats.schema_version}, {stats.bytes / 1e6:,.1f} MB")
    for name, count in stats.rows.items():
        inner = {"model_calls": stats.calls, "artifacts": stats.artifacts}.get(name, {})
        details = ", ".join(f"{kind} {number:,}" for kind, number in inner.items())
        click.echo(f"{name:>12}  {count:,}" + (f" ({details})" if details else ""))
    click.echo(f"paid: {stats.tokens:,} tokens, ${stats.cost_usd:,.2f} as far as prices were known")
    if stats.runs:
        columns = {
            name: lambda run, name=name: getattr(run, name) for name in RunSummary.model_fields
        }
        print_tables([list_rows("Runs", list(stats.runs), columns)])


@store.command("verify")
@place_argument
@json_option
def verify_command(place: str, json_to: str | None) -> None:
    """Read every row of a store and check it against the hash it was written with.

    Damaged rows are named and end with exit code 3. A run treats such a row as absent and makes it
    again; what SQLite cannot read, `sqlite3 FILE .recover` saves in part.

    \b
    Example:
      faithsieve store verify runs/first
    """
    with _opened(place) as opened:
        found = verify(opened)
    if json_to:
        write_json(json_to, found)
    for line in [*found.defects, *map(str, found.damaged)][:MOST_SHOWN]:
        click.echo(f"damaged: {line}", err=True)
    read = sum(found.rows.values())
    if not found.is_sound:
        bad = counted(len(found.damaged) + len(found.defects), "defect")
        raise StoreError(
            f"{bad} in {counted(read, 'row')}. Runs make damaged rows again; {RECOVERY}"
        )
    click.echo(f"{counted(read, 'row')} read, all as they were written", err=json_to == "-")


@store.command("gc")
@place_argument
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
@click.option("--run", "give_up", multiple=True, metavar="ID",
              help="A run that is not needed any more; repeatable.")  # fmt: skip
@click.option("--older-than", "days", type=click.FloatRange(min=0), default=30.0,
              show_default=True, metavar="DAYS", help="Keep what is younger.")  # fmt: skip
@json_option
def gc_command(
    place: str, dry_run: bool, give_up: tuple[str, ...], days: float, json_to: str | None
) -> None:
    """Remove what no run, no job and no verdict of a store needs.

    Everything that a run rests on stays, so that it can be resumed, reported, replayed and
    rechecked; runs themselves go only where --run names them (`store stats` lists them). While a
    run is unfinished, or is older than traces of what runs rest on, its store keeps all answers.

    \b
    Example:
      faithsieve store gc shared.sqlite --dry-run
      faithsieve store gc shared.sqlite --run first-1a2b3c4d --older-than 0
    """
    with _opened(place) as opened:
        unknown = [run for run in give_up if run not in opened.run_ids()]
        if unknown:
            raise InputError(f"there is no run {unknown[0]!r} in {place}; see `store stats`")
        request = Request(give_up=give_up, older_than_days=days, is_dry=dry_run)
        done = opened.transact(lambda connection: clean(connection, request))
        if done.total and not dry_run:
            opened.shrink()
    deliver(json_to, done, lambda: _print_cleaning(done))


def _print_cleaning(done: Cleaning) -> None:
    for line in done.examples:
        click.echo(f"{'would remove' if done.is_dry else 'removed'}: {line}")
    if done.total > len(done.examples):
        click.echo(f"and {done.total - len(done.examples):,} more")
    for name in done.kept_for:
        click.echo(f"run {name} is unfinished or has no traces: every answer is kept", err=True)
    said = "would be removed" if done.is_dry else "removed"
    click.echo(f"{counted(done.total, 'row')} {said}: {_told(done.removed)}", err=True)


def _told(rows: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in rows.items() if count) or "none"


def _place(place: str) -> str:
    folder = Path(place)
    return str(folder / STORE) if "://" not in place and folder.is_dir() else place


def _file_of(place: str) -> Path | None:
    """Return the SQLite file of a place, or None for a server.

    Raises:
        InputError: there is no such file.
    """
    url = store_url(_place(place))
    if url.get_backend_name() != "sqlite":
        return None
    path = Path(url.database or "")
    if is_in_memory(url) or not path.is_file():
        raise InputError(f"there is no store {place!r}; give a run folder, a file or a URL")
    return path


@contextmanager
def _opened(place: str) -> Iterator[RunStore]:
    """Open a store that exists; a mistyped path must not make a new one."""
    _file_of(place)
    with RunStore.open(_place(place)) as opened:
        yield opened
