"""Read and write single rows, with statements that are built once and used again.

Building a statement costs more than SQLite needs to run it, and so does SQLAlchemy's way of running
one: for SQLite the driver is called directly, inside SQLAlchemy's transaction.

Payloads carry their own hash: what a disk or a stray editor changed is seen, and not trusted. A
damaged row counts as absent. It is noted with the store that met it and never stops a run.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, RowMapping, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import Insert, Update
from sqlalchemy.sql.expression import ClauseElement

from faithsieve.records.base import Record
from faithsieve.records.digest import canonical_json

Row = Mapping[str, Any] | RowMapping
"""A row by the names of its columns, from either way of reading it."""


def upsert(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert a row or replace the one with its primary key, in a single statement."""
    write(connection, _upsert_statement(table, tuple(values), connection.dialect.name), values)


def write(connection: Connection, statement: Insert | Update, values: Mapping[str, Any]) -> int:
    """Run a writing statement and return how many rows changed."""
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, values).rowcount
    return _in_sqlite(connection, statement, values).rowcount


def first(connection: Connection, query: Select[Any], values: Mapping[str, Any]) -> Row | None:
    if connection.dialect.name != "sqlite":
        return connection.execute(query, values).mappings().first()
    cursor = _in_sqlite(connection, query, values)
    row = cursor.fetchone()
    return row and dict(zip((column[0] for column in cursor.description), row, strict=True))


def _in_sqlite(
    connection: Connection, statement: ClauseElement, values: Mapping[str, Any]
) -> sqlite3.Cursor:
    text, names, constants = _sqlite_text(statement, tuple(values))
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    try:
        return driver.execute(text, [values.get(name, constants[name]) for name in names])
    except sqlite3.Error as error:
        raise DBAPIError(text, None, error) from error


@lru_cache(maxsize=64)
def _sqlite_text(
    statement: ClauseElement, given: tuple[str, ...]
) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """Write a statement for SQLite, with its parameters in order and those that have a value."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(given))
    assert isinstance(compiled, SQLCompiler)
    constants = dict(compiled.construct_params(dict.fromkeys(given)))
    return str(compiled), tuple(compiled.positiontup or ()), constants


@lru_cache(maxsize=64)
def _upsert_statement(table: Table, columns: tuple[str, ...], dialect: str) -> Insert:
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    replaced = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=replaced)


SomeRecord = TypeVar("SomeRecord", bound=Record)

DAMAGED = "faithsieve_damaged"
"""Execution option: the dictionary in which a store notes damaged rows, by table and key."""


class DamagedRow(Record):
    """A row whose payload is not what was written; it counts as absent."""

    table: str
    """The table it stands in."""
    key: str
    """Its key."""
    why: str
    """What does not fit."""

    def __str__(self) -> str:
        return f"{self.table} {self.key[:40]}: {self.why}"


class DamageError(Exception):
    """A payload failed its hash check; raised inside the store only."""


def seal(*parts: str) -> str:
    """Hash texts together with their boundaries; the first parts say which row they belong to."""
    return hashlib.sha256(canonical_json(parts).encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Sealed(Generic[SomeRecord]):
    """How a table stores a record: as JSON with a hash over the record and its key columns."""

    record: type[SomeRecord]
    table: Table
    word: str
    """What the seal calls the record."""
    owner: tuple[str, ...]
    """The columns that say which row the record belongs to."""
    column: str
    """The column of the JSON."""
    seal_column: str = "seal"

    def values(self, record: SomeRecord, **owner: str) -> dict[str, Any]:
        """Return the columns of a record: its owner's, the JSON and the seal."""
        # Pure ASCII, so every database takes it unchanged.
        row = {**owner, self.column: record.model_dump_json(ensure_ascii=True)}
        return {**row, self.seal_column: self._seal(row)}

    def read(self, row: Row) -> SomeRecord:
        """Read the record back after checking its seal.

        Raises:
            DamageError: the seal does not fit, or the payload is not such a record.
        """
        if row[self.column] is None or row[self.seal_column] != self._seal(row):
            raise DamageError("the payload does not fit its seal")
        try:
            return self.parse(row)
        except ValidationError as error:
            raise DamageError(f"the payload is not a {self.record.__name__}") from error

    def sound(self, connection: Connection, row: Row | None) -> SomeRecord | None:
        """Read an optional row; a damaged one is recorded and counts as missing."""
        if row is None:
            return None
        try:
            return self.read(row)
        except DamageError as damage:
            found = damaged_row(self.table, row, damage)
            connection.get_execution_options()[DAMAGED][found.table, found.key] = found
            return None

    def all_sound(self, connection: Connection, rows: Iterable[Row]) -> tuple[SomeRecord, ...]:
        """Read rows, leaving damaged ones out."""
        found = (self.sound(connection, row) for row in rows)
        return tuple(record for record in found if record is not None)

    def parse(self, row: Row) -> SomeRecord:
        """Parse the record of a row without checking its seal."""
        return self.record.model_validate_json(row[self.column])

    def _seal(self, row: Row) -> str:
        return seal(self.word, *(str(row[name]) for name in (*self.owner, self.column)))


def damaged_row(table: Table, row: Row, damage: DamageError) -> DamagedRow:
    """Build the record of a damaged row from its primary key."""
    key = " ".join(str(row[column.name]) for column in table.primary_key)
    return DamagedRow(table=table.name, key=key, why=str(damage))
