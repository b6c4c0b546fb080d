"""The tables of a store, and how older ones are brought up to them.

A row's payload is JSON beside a seal over it (see ``rows``); the other columns repeat
what people want to query and are never read back as truth.

A store that is current is recognised by one small query; only an old or empty one pays for
importing Alembic. The whole migration is one transaction under a lock, so a process killed in the
middle leaves the store as it was.
"""

from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    inspect,
    text,
)
from sqlalchemy import Text as LongText

from faithsieve.errors import StoreError

VERSION_TABLE = "faithsieve_schema"
"""Where the schema's revision is kept; its own name, so that a shared database stays usable."""

REVISIONS = ("0001", "0002", "0003", "0004")
"""Every migration below ``migrations/versions``, oldest first; the last one is current."""

CURRENT = REVISIONS[-1]

metadata = MetaData()

model_calls = Table(
    "model_calls",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("identity", LongText, nullable=False),
    Column("stage", LongText, nullable=False),
    Column("prompt_id", LongText, nullable=False),
    Column("prompt_version", Integer, nullable=False),
    Column("prompt_digest", String(64), nullable=False),
    Column("sample_index", Integer, nullable=False),
    Column("request", LongText, nullable=False),
    Column("request_seal", String(64), nullable=False),
    Column("reply", LongText),
    Column("reply_seal", String(64)),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("cost_usd", Float),
    Column("seconds", Float),
    Column("run_id", LongText),
    Column("attempts", Integer, nullable=False),
    Column("interruptions", Integer, nullable=False),
    Column("reason", LongText),
    Column("begun_at", String(40), nullable=False),
    Column("ended_at", String(40)),
    Column("owner", String(200)),
    Column("leased_until", Float),
    Index("model_calls_by_run_and_state", "run_id", "state"),
)

artifacts = Table(
    "artifacts",
    metadata,
    Column("key", String(64), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("request", LongText, nullable=False),
    Column("result", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
    PrimaryKeyConstraint("kind", "key"),
)

runs = Table(
    "runs",
    metadata,
    Column("run_id", LongText, primary_key=True),
    Column("manifest", LongText, nullable=False),
    Column("manifest_digest", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("run_id", LongText, nullable=False),
    Column("problem_id", LongText, nullable=False),
    Column("manifest_digest", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("failure_kind", String(32)),
    Column("result", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("written_at", String(40), nullable=False),
    PrimaryKeyConstraint("run_id", "problem_id"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("job_id", String(64), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("idempotency_key", String(200), unique=True),
    Column("job", LongText, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("submitted_at", String(40), nullable=False),
    Column("owner", String(200)),
    Column("leased_until", Float),
    Index("jobs_by_time", "submitted_at"),
)

job_events = Table(
    "job_events",
    metadata,
    Column("job_id", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    # Without a seal: events are shown to watchers and nothing is concluded from them.
    Column("event", LongText, nullable=False),
    PrimaryKeyConstraint("job_id", "number"),
)


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
