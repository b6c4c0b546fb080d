"""Read and write single rows, with statements that are built once and used again.

Building a statement costs more than SQLite needs to run it, and so does SQLAlchemy's way of running
one: for SQLite the driver is called directly, inside SQLAlchemy's transaction.
"""

import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import Insert, Update
from sqlalchemy.sql.expression import ClauseElement

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
