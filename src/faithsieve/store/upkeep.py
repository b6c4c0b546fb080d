"""Whether every row of a store is what was written.

Verification reads every row, unlike a run, which reads only what it needs: a store can be damaged
for months before anybody asks for the row.
"""

from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Table, select

from faithsieve.records.base import Record
from faithsieve.records.checked_proof import Event
from faithsieve.store.calls import ANSWERED, REPLY, REQUEST
from faithsieve.store.jobs import JOB
from faithsieve.store.results import ARTIFACT, RESULT, RUN
from faithsieve.store.rows import DamagedRow, DamageError, Row, Sealed, damaged_row
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts, job_events, jobs, model_calls, results, runs

TABLES: tuple[tuple[Table, tuple[Sealed[Any], ...]], ...] = (
    (runs, (RUN,)),
    (results, (RESULT,)),
    (model_calls, (REQUEST, REPLY)),
    (artifacts, (ARTIFACT,)),
    (jobs, (JOB,)),
    (job_events, ()),
)
"""Every table with rows of users, and what carries a seal in it."""

ROWS_AT_ONCE = 500
MOST_DEFECTS = 20


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


def verify(store: RunStore) -> Verification:
    """Read every row, and ask SQLite whether its file is in order."""
    return store.read(_verify)


def _verify(connection: Connection) -> Verification:
    defects = _defects(connection)
    damaged: list[DamagedRow] = []
    read: dict[str, int] = {}
    for table, payloads in TABLES:
        read[table.name] = 0
        # Row by row, never a table as a whole.
        streamed = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for row in streamed.mappings():
            read[table.name] += 1
            try:
                _check_row(table, payloads, row)
            except DamageError as damage:
                damaged.append(damaged_row(table, row, damage))
    return Verification(rows=read, damaged=tuple(damaged), defects=defects)


def _check_row(table: Table, payloads: tuple[Sealed[Any], ...], row: Row) -> None:
    for payload in payloads:
        if payload is not REPLY or row["state"] == ANSWERED:
            payload.read(row)
    if table is job_events:
        try:
            Event.model_validate_json(row["event"])
        except ValidationError as error:
            raise DamageError("the payload is not an event") from error


def _defects(connection: Connection) -> tuple[str, ...]:
    if connection.dialect.name != "sqlite":
        return ()
    said = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_DEFECTS})").scalars().all()
    return tuple(line for line in said if line != "ok")
