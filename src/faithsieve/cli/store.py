"""``faithsieve store``: whether a store is what was written."""

from pathlib import Path

import click

from faithsieve.cli.options import shared_options
from faithsieve.cli.output import write_json
from faithsieve.errors import InputError, StoreError
from faithsieve.evaluate.run_folder import STORE
from faithsieve.records.wording import counted
from faithsieve.store.engine import RECOVERY, is_in_memory, store_url
from faithsieve.store.run_store import RunStore
from faithsieve.store.upkeep import verify

MOST_SHOWN = 20


@click.group()
def store() -> None:
    """Check stores."""


@store.command("verify")
@click.argument("place", metavar="STORE")
@shared_options("json_to")
def verify_command(place: str, json_to: str | None) -> None:
    """Read every row of a store and check it against the hash it was written with.

    STORE is a run folder, the path of an SQLite file, or postgresql://… Damaged rows are named and
    end with exit code 3. A run treats such a row as absent and makes it again; what SQLite cannot
    read, `sqlite3 FILE .recover` saves in part.

    \b
    Example:
      faithsieve store verify runs/first
    """
    with RunStore.open(_existing(place)) as opened:
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


def _existing(place: str) -> str:
    """Return the path or URL of a store that exists; a mistyped path must not make a new one.

    Raises:
        InputError: there is no such file.
    """
    folder = Path(place)
    named = str(folder / STORE) if "://" not in place and folder.is_dir() else place
    url = store_url(named)
    is_file = url.get_backend_name() == "sqlite"
    if is_file and (is_in_memory(url) or not Path(url.database or "").is_file()):
        raise InputError(f"there is no store {place!r}; give a run folder, a file or a URL")
    return named
