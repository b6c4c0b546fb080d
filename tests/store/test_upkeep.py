"""A store finds every row that is not what was written."""

import pytest
from sqlalchemy import Table

from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts, model_calls, results, runs
from faithsieve.store.upkeep import verify
from support.stores import fill_store, spoil


@pytest.mark.parametrize(
    ("table", "column", "count"),
    [
        (runs, "manifest", 1),
        (results, "manifest_digest", 3),
        (model_calls, "request", 4),
        (model_calls, "reply", 3),
        (artifacts, "kind", 3),
        (artifacts, "request", 3),
    ],
)
def test_every_changed_column_that_counts_is_found(
    place: str, table: Table, column: str, count: int
) -> None:
    fill_store(place, calls=3)
    spoil(place, table, column, "changed")
    with RunStore.open(place) as store:
        found = verify(store)
    assert [row.table for row in found.damaged] == [table.name] * count
