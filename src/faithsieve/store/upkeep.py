"""What a store holds, and whether every row of it is what was written.

Verification reads every row, unlike a run, which reads only what it needs: a store can be damaged
for months before anybody asks for the row.
"""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Table, func, select, text

from faithsieve.records.base import Record
from faithsieve.records.checked_proof import Event
from faithsieve.store.calls import ANSWERED, REPLY, REQUEST, spent
from faithsieve.store.jobs import JOB
from faithsieve.store.results import ARTIFACT, RESULT, RUN
from faithsieve.store.rows import DamagedRow, DamageError, Row, Sealed, damaged_row
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import (
    CURRENT,
    artifacts,
    job_events,
    jobs,
    metadata,
    model_calls,
    results,
    runs,
)

TABLES: tuple[Table, ...] = (runs, results, model_calls, artifacts, jobs, job_events)
"""Every table with rows of users."""

ROWS_AT_ONCE = 500
MOST_DEFECTS = 20


class RunSummary(Record):
    run_id: str
    """Its name in the store."""
    method: str
    """The method that judged; empty where the manifest is damaged."""
    model: str
    """The model that was asked."""
    problems: int
    """Problems with an outcome."""
    failed: int
    """Of these, failures."""
    calls: int
    """Model calls that the run paid for and that were answered."""


class StoreStats(Record):
    place: str
    """The store's path or URL, without a password."""
    schema_version: str
    """The revision of its tables."""
    bytes: int
    """Its size on disk."""
    rows: dict[str, int]
    """Rows by table."""
    calls: dict[str, int]
    """Model calls by state."""
    artifacts: dict[str, int]
    """Other artifacts by kind."""
    tokens: int
    """Tokens of all answered calls."""
    cost_usd: float
    """Money of all answered calls, as far as prices were known."""
    runs: tuple[RunSummary, ...]
    """Every run, by name."""


class Verification(Record):
    """What reading a whole store found."""

    rows: dict[str, int]
    """Rows read, by table."""
    damaged: tuple[DamagedRow, ...] = ()
    """Rows that are not what was written."""
    defects: tuple[str, ...] = ()
    """What the database itself says is broken."""

    @property
    def is_sound(self) -> bool:
        return not (self.damaged or self.defects)


_SEALED: dict[str, tuple[Sealed[Any], ...]] = {
    runs.name: (RUN,),
    results.name: (RESULT,),
    model_calls.name: (REQUEST, REPLY),
    artifacts.name: (ARTIFACT,),
    jobs.name: (JOB,),
    job_events.name: (),
}


def check_row(table: Table, row: Row) -> None:
    """Check a row against its seals.

    Raises:
        DamageError: it is not what was written.
    """
    for payload in _SEALED[table.name]:
        if payload is not REPLY or row["state"] == ANSWERED:
            payload.read(row)
    if table is job_events:
        try:
            Event.model_validate_json(row["event"])
        except ValidationError as error:
            raise DamageError("the payload is not an event") from error


def damage_of(table: Table, row: Row) -> DamagedRow | None:
    """Return what is wrong with a row, or None where its seals fit."""
    try:
        check_row(table, row)
    except DamageError as damage:
        return damaged_row(table, row, damage)
    return None


def read_rows(connection: Connection, table: Table) -> Iterator[Row]:
    """Read a table row by row, never as a whole."""
    chosen = select(table).order_by(*table.primary_key)
    streamed = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(chosen)
    yield from streamed.mappings()


def verify(store: RunStore) -> Verification:
    """Read every row, and ask SQLite whether its file is in order."""
    return store.transact(_verify, writes=False)


def _verify(connection: Connection) -> Verification:
    defects = _defects(connection)
    damaged: list[DamagedRow] = []
    read: dict[str, int] = {}
    for table in TABLES:
        read[table.name] = 0
        for row in read_rows(connection, table):
            read[table.name] += 1
            damage = damage_of(table, row)
            damaged += [damage] if damage else []
    return Verification(rows=read, damaged=tuple(damaged), defects=defects)


def _defects(connection: Connection) -> tuple[str, ...]:
    if connection.dialect.name != "sqlite":
        return ()
    said = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_DEFECTS})").scalars().all()
    return tuple(line for line in said if line != "ok")


def measure(store: RunStore) -> StoreStats:
    """Count what a store holds."""
    return store.transact(lambda connection: _measure(connection, store.name), writes=False)


def _measure(connection: Connection, place: str) -> StoreStats:
    paid = spent(connection)
    return StoreStats(
        place=place,
        schema_version=CURRENT,
        bytes=_size(connection),
        rows={
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in TABLES
        },
        calls=_counted(connection, model_calls, "state"),
        artifacts=_counted(connection, artifacts, "kind"),
        tokens=paid.tokens,
        cost_usd=paid.usd,
        runs=tuple(_summaries(connection)),
    )


def _counted(connection: Connection, table: Table, column: str) -> dict[str, int]:
    by = table.c[column]
    rows = connection.execute(select(by, func.count()).group_by(by).order_by(by))
    return {str(name): count for name, count in rows}


def _size(connection: Connection) -> int:
    if connection.dialect.name == "sqlite":
        pages, page = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "page_size")
        )
        return int(pages * page)
    names = [table.name for table in metadata.sorted_tables]
    each = text("SELECT pg_total_relation_size(CAST(:name AS regclass))")
    return sum(int(connection.execute(each, {"name": name}).scalar_one()) for name in names)


def _summaries(connection: Connection) -> Iterator[RunSummary]:
    outcomes = results.c
    counts = select(outcomes.run_id, outcomes.status, func.count())
    found = connection.execute(counts.group_by(outcomes.run_id, outcomes.status)).all()
    problems = {(run, status): count for run, status, count in found}
    paid = select(model_calls.c.run_id, func.count()).where(model_calls.c.state == ANSWERED)
    calls = {run: count for run, count in connection.execute(paid.group_by(model_calls.c.run_id))}
    for row in connection.execute(select(runs).order_by(runs.c.run_id)).mappings():
        run_id, manifest = row["run_id"], RUN.sound(connection, row)
        failed = problems.get((run_id, "failed"), 0)
        yield RunSummary(
            run_id=run_id,
            method=manifest.method if manifest else "",
            model=manifest.model if manifest else "",
            problems=failed + problems.get((run_id, "answered"), 0),
            failed=failed,
            calls=calls.get(run_id, 0),
        )
