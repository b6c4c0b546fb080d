"""Open a database by path or URL, set up so that what was committed survives a killed process."""

import os
import sqlite3
import struct
import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from faithsieve.errors import ConfigError, MissingToolError, StoreError

BUSY_TIMEOUT_S = 30.0
"""How long SQLite waits for another process's short transaction."""

EMPTY_GRACE_S = 1.0
"""How long a new file may stay empty before it counts as damaged."""

READS_ONLY = "faithsieve_reads_only"
"""Execution option: begin without the write lock."""


def store_url(place: str | Path) -> URL:
    """Turn a path, ``sqlite:///path`` or ``postgresql://…`` into the URL of a known driver.

    Raises:
        ConfigError: the place names a database FaithSieve does not speak to.
        MissingToolError: the PostgreSQL driver is not installed.
    """
    text = str(place)
    if "\x00" in text:
        raise ConfigError(f"store {text!r} contains a NUL character; give a path or a URL")
    if "://" not in text:
        return URL.create("sqlite+pysqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        scheme = text.split("://", 1)[0]
        raise ConfigError(f"store URL beginning {scheme + '://'!r} cannot be read") from error
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+pysqlite")
        case "postgresql" | "postgres":
            if find_spec("psycopg") is None:
                raise MissingToolError(
                    "psycopg",
                    needed_for="a PostgreSQL store",
                    fix="pip install faithsieve[postgres]",
                )
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise ConfigError(
                f"store URL with {other!r}: use a file path, sqlite:///PATH or postgresql://…"
            )


def is_in_memory(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}


def open_engine(url: URL) -> Engine:
    """Create an engine for a URL of ``store_url``; SQLite gets its file's folder and pragmas."""
    if url.get_backend_name() != "sqlite":
        engine = create_engine(url, connect_args={"connect_timeout": 10})
        event.listen(engine, "begin", _begin_postgres)
        return engine
    settings: dict[str, object] = {"timeout": BUSY_TIMEOUT_S}
    if is_in_memory(url):
        # Every connection of its own would be a database of its own.
        engine = create_engine(
            url, poolclass=StaticPool, connect_args=settings | {"check_same_thread": False}
        )
    else:
        path = Path(url.database or "")
        _refuse_unusable(path)
        _begin_file(path)
        _refuse_emptied(path)
        _refuse_truncated(path)
        engine = create_engine(url, connect_args=settings)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _refuse_unusable(path: Path) -> None:
    """Make the folder of a store, and say so if no store can be there.

    Raises:
        ConfigError: the place is a folder, or cannot be written.
    """
    advice = "name a file with --store FILE, or set FAITHSIEVE_HOME to a folder you may write"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"the store {path} cannot be made: {path.parent}: {error.strerror}; {advice}"
        ) from error
    if path.is_dir():
        raise ConfigError(f"the store {path} is a folder; name a file, such as {path}/store.sqlite")
    # SQLite also writes beside the file, so the folder counts whether the file is there or not.
    missing = [place for place in (path.parent, path) if place.exists() and not _may_write(place)]
    if missing:
        raise ConfigError(f"the store {path} is read-only ({missing[0]}); {advice}")


def _may_write(place: Path) -> bool:
    return os.access(place, os.W_OK)


def _begin_file(path: Path) -> None:
    """Create the file of a new store with its first page.

    SQLite makes an empty file first. A process that is killed then would leave one behind, and
    nobody could tell it from a store that was lost.
    """
    if path.exists():
        return
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute("PRAGMA user_version=1")
        first_page = memory.serialize()
    try:
        # The ending is that of drafts which a run folder removes.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", suffix=".unfinished"
        ) as draft:
            draft.write(first_page)
            draft.flush()
            os.fsync(draft.fileno())
            Path(draft.name).chmod(0o644)
            # Fails where another process was faster, which is as good.
            os.link(draft.name, path)
    except OSError:
        return  # SQLite makes the file, or says why it cannot


def _refuse_emptied(path: Path) -> None:
    """Refuse a file without content: answers that were paid for may be missing from it.

    A store that another process is just making is empty for a moment.

    Raises:
        StoreError: the file stays empty.
    """
    deadline = time.monotonic() + EMPTY_GRACE_S
    while path.is_file() and path.stat().st_size == 0:
        if time.monotonic() > deadline:
            raise StoreError(
                f"the store {path} is an empty file, so whatever was stored there is lost. Put "
                "back a copy and run the same command; or, if nothing was ever stored there, "
                "delete the file to begin with an empty store"
            )
        time.sleep(0.05)


def _refuse_truncated(path: Path) -> None:
    """Refuse a file shorter than its header says: SQLite notices only where it reads.

    With a log beside it the rest may still be there, and SQLite puts it back.

    Raises:
        StoreError: the end of the file is missing.
    """
    log = path.with_name(path.name + "-wal")
    if not path.is_file() or (log.is_file() and log.stat().st_size > 0):
        return
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        return  # SQLite says so itself
    size, changes, pages, valid_for = struct.unpack(">16xH6xII60xI4x", head)
    is_current = changes == valid_for
    if is_current and path.stat().st_size < pages * (65536 if size == 1 else size):
        raise StoreError(f"the end of the store {path} is missing. {damage_advice()}")


RECOVERY = "`sqlite3 OLD .recover | sqlite3 NEW` saves what can be read of a broken file"


def damage_advice() -> str:
    """Write the advice for a store whose file is damaged."""
    return (
        "The file is damaged: put back a copy; or move it away and fill a new one in its place: "
        f"{RECOVERY}. Then run the same command."
    )


def _prepare_sqlite(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: ``_begin_sqlite`` says how they begin.
    connection.isolation_level = None
    _use_write_ahead_log(connection)
    # FULL syncs the log at every commit, so a paid reply survives a power cut as well as a kill;
    # the lane groups commits, which makes that cheap.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA temp_store=MEMORY")
    # What was taken back must not come to light again when a damaged file is recovered.
    connection.execute("PRAGMA secure_delete=ON")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch to WAL; SQLite does not wait for others here, whatever the busy timeout says."""
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


# Any fixed number: it only has to be the same in every process that writes.
_POSTGRES_WRITE_LOCK = 704_011_922_359


def _begin_postgres(connection: Connection) -> None:
    # One writer at a time, as in SQLite: a lease is read and then written, and processes that take
    # the rows of one transaction in different orders would otherwise deadlock.
    if not connection.get_execution_options().get(READS_ONLY, False):
        lock = f"SELECT pg_advisory_xact_lock({_POSTGRES_WRITE_LOCK})"
        connection.exec_driver_sql(lock)


def _begin_sqlite(connection: Connection) -> None:
    # A deferred transaction that reads first and writes later fails at once when another process
    # wrote in between; taking the write lock first lets the busy timeout do its work.
    reads_only = connection.get_execution_options().get(READS_ONLY, False)
    connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")
