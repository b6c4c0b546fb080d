"""A store knows what it holds, and finds every row that is not what was written."""

import pytest
from sqlalchemy import Table

from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts, model_calls, results, runs
from faithsieve.store.upkeep import measure, verify
from support.stores import fill_store, spoil


def test_the_figures_of_a_store_are_counted(place: str) -> None:
    fill_store(place, calls=5)
    with RunStore.open(place) as store:
        stats = measure(store)
    assert stats.rows["model_calls"] == 6
    assert stats.calls == {"answered": 5, "pending": 1}
    assert stats.artifacts == {"lean_answer": 5}
    assert (stats.tokens, stats.cost_usd) == (90, 1.25)
    assert stats.bytes > 4096
    run = stats.runs[0]
    assert (run.run_id, run.method, run.problems, run.failed, run.calls) == ("r", "direct", 5, 0, 5)


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


def test_a_run_with_a_damaged_manifest_is_listed_all_the_same(place: str) -> None:
    fill_store(place, calls=1)
    spoil(place, runs, "manifest", "{}")
    with RunStore.open(place) as store:
        assert [(run.run_id, run.method) for run in measure(store).runs] == [("r", "")]
