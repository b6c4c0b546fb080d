"""Bring a store's tables up to the schema this code knows, once, however many processes ask.

A store that is current is recognised by one small query; only an old or empty one pays for
importing Alembic. The whole migration is one transaction under a lock, so a process killed in the
middle leaves the store as it was.
"""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from faithsieve.errors import StoreError
from faithsieve.store.schema import CURRENT, REVISIONS, VERSION_TABLE

# Any fixed number: it only has to be the same in every process that migrates.
_POSTGRES_LOCK = 704_011_922_358


def bring_up_to_date(engine: Engine, *, name: str) -> None:
    """Create or migrate the tables unless they are current.

    Args:
        name: How messages call the store; no password in it.

    Raises:
        StoreError: the store was written by a newer FaithSieve, or is not a store.
    """
    with engine.connect() as connection:
        if revision_of(connection, name=name) == CURRENT:
            return
    # On SQLite the transaction begins with the write lock (see ``engine``), so a second process
    # waits here and then finds nothing left to do.
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})"))
        if revision_of(connection, name=name) != CURRENT:
            _migrate(connection)


def revision_of(connection: Connection, *, name: str) -> str | None:
    """Return the revision of the tables, or None where there are none yet.

    Raises:
        StoreError: the revision is not one of ``REVISIONS``.
    """
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    row = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).first()
    revision = None if row is None else str(row[0])
    if revision is not None and revision not in REVISIONS:
        raise StoreError(
            f"the store {name} has schema {revision!r}, and this FaithSieve knows schemas up to "
            f"{CURRENT!r}: a newer version wrote it. Upgrade FaithSieve, or choose another store."
        )
    return revision


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
