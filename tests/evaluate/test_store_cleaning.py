"""Cleaning a store removes what nobody needs, and never what a run rests on."""

import asyncio
from pathlib import Path

import pytest

from faithsieve.datasets import Dataset
from faithsieve.evaluate.replay import ReplayStatus, open_base, replay_run
from faithsieve.evaluate.store_cleaning import Cleaning, Request, clean
from faithsieve.methods import METHODS
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.store.upkeep import measure
from support.ablations import rehearse
from support.chat import make_request
from support.runs import make_dataset
from support.stores import answer, key_of, make_artifact, query


@pytest.fixture
def dataset() -> Dataset:
    return make_dataset(4)


@pytest.fixture
async def run(dataset: Dataset, tmp_path: Path) -> Path:
    """A finished run, whose store also holds a call and an artifact of nobody."""
    await rehearse(tmp_path / "run", dataset)
    with await asyncio.to_thread(RunStore.open, tmp_path / "run" / "store.sqlite") as store:
        await answer(store, "of nobody", "stray")
        await store.save_artifact(make_artifact(1))
    return tmp_path / "run"


def cleaned(run: Path, **request: object) -> Cleaning:
    wanted = Request.model_validate({"older_than_days": 0.0, "is_dry": False} | request)
    with RunStore.open(run / "store.sqlite") as store:
        return store.transact(lambda connection: clean(connection, wanted))


async def test_what_nobody_needs_goes_and_the_run_replays_as_before(
    run: Path, dataset: Dataset
) -> None:
    rehearsed = cleaned(run, is_dry=True)
    assert rehearsed.removed == {"model_calls": 1, "artifacts lean_answer": 1}
    assert cleaned(run).removed == rehearsed.removed
    assert cleaned(run).total == 0
    base = open_base(run)
    rows = replay_run(base, base.problems_of(dataset), METHODS["faithsieve"], Settings())
    assert {row.status async for row in rows} == {ReplayStatus.SAME}


def test_young_rows_stay(run: Path) -> None:
    assert cleaned(run, older_than_days=1).total == 0


def test_while_a_run_is_unfinished_or_untraced_every_answer_stays(run: Path) -> None:
    query(run, "DELETE FROM artifacts WHERE kind = 'proof_trace' AND rowid % 2 = 0")
    found = cleaned(run)
    assert (found.total, found.kept_for) == (0, ("run",))


def test_a_run_that_is_given_up_goes_with_all_that_only_it_needed(run: Path) -> None:
    cleaned(run, give_up=("run",))
    with RunStore.open(run / "store.sqlite") as store:
        rows = measure(store).rows
    assert {name: count for name, count in rows.items() if count} == {}


async def test_a_call_under_way_is_never_removed(run: Path) -> None:
    with await asyncio.to_thread(RunStore.open, run / "store.sqlite") as other:
        await other.begin(key_of("open"), make_request(), "m")
        assert cleaned(run).removed == {"model_calls": 1, "artifacts lean_answer": 1}
        assert measure(other).calls["pending"] == 1
