"""Insert or replace one row, in the dialect of the database at hand."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def put(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Write a row; one with the same primary key gives way, in a single statement."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table).values(**values)
    keys = [column.name for column in table.primary_key]
    replaced = {name: statement.excluded[name] for name in values if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=replaced))
