"""Insert or replace one row, in the dialect of the database at hand.

Statements are built once and used again with other values: building one costs more than SQLite
needs to run it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert


def put(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Write a row; one with the same primary key gives way, in a single statement."""
    statement = _put_statement(table, tuple(values), connection.dialect.name)
    connection.execute(statement, values)


@lru_cache(maxsize=64)
def _put_statement(table: Table, columns: tuple[str, ...], dialect: str) -> Insert:
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    replaced = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=replaced)
