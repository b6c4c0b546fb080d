"""Damaged SQLite files give back every row that can be trusted, and nothing else."""

import asyncio
import random
import shutil
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from faithsieve.errors import StoreError
from faithsieve.store.engine import store_url
from faithsieve.store.run_store import RunStore
from faithsieve.store.salvage import salvage
from faithsieve.store.transfer import TableRow
from faithsieve.store.upkeep import TABLES, read_rows
from support.stores import answer, change, fill_store, make_artifact

PAGE = 4096


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A filled store; its writer closed it, so everything is in the one file."""
    path = tmp_path / "store.sqlite"
    fill_store(str(path), calls=120)
    return path


def rows_of(path: Path) -> set[tuple[str, str]]:
    engine = create_engine(store_url(path))
    with engine.connect() as connection:
        found = {
            shown(TableRow(table, row)) for table in TABLES for row in read_rows(connection, table)
        }
    engine.dispose()
    return found


def shown(row: TableRow) -> tuple[str, str]:
    """A row with every value, so that a changed one is another row."""
    return row.table.name, repr(sorted(dict(row.row).items()))


def saved(path: Path) -> set[tuple[str, str]]:
    return {shown(row) for row in salvage(path)}


def test_a_sound_file_gives_every_row_exactly_as_sqlite_does(damaged: Path) -> None:
    assert saved(damaged) == rows_of(damaged)


def test_a_file_cut_in_half_is_refused_and_gives_what_its_half_holds(damaged: Path) -> None:
    before = rows_of(damaged)
    content = damaged.read_bytes()
    damaged.write_bytes(content[: len(content) // 2])
    with pytest.raises(StoreError, match=r"the end of the store .* --salvage"):
        RunStore.open(damaged)
    found = saved(damaged)
    assert found < before
    assert len(found) > len(before) // 4


def test_a_file_whose_head_is_gone_gives_nearly_everything(damaged: Path) -> None:
    before = rows_of(damaged)
    content = damaged.read_bytes()
    damaged.write_bytes(b"\0" * PAGE + content[PAGE:])
    with pytest.raises(StoreError, match="--salvage"):
        RunStore.open(damaged)
    assert saved(damaged) == before


@pytest.mark.parametrize("seed", range(8))
def test_flipped_bytes_cost_the_rows_they_hit_and_never_change_one(
    damaged: Path, seed: int
) -> None:
    before = rows_of(damaged)
    dice = random.Random(seed)
    content = bytearray(damaged.read_bytes())
    for _ in range(30):
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    damaged.write_bytes(content)
    found = salvage(damaged)
    sealed = {"reply", "request", "result", "manifest", "job", "key", "kind", "run_id"}

    def payload(table: str, text: str) -> tuple[str, object]:
        return table, tuple(item for item in eval(text) if item[0] in sealed)

    assert {payload(*shown(row)) for row in found} <= {payload(*row) for row in before}
    assert len(found) > len(before) * 0.6


def test_rows_still_in_the_log_are_saved_in_their_newest_version(tmp_path: Path) -> None:
    path, copy = tmp_path / "store.sqlite", tmp_path / "copy.sqlite"
    fill_store(str(path), calls=3)
    with RunStore.open(path) as store:
        asyncio.run(answer(store, "answered late", "open"))
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    states = [row.row["state"] for row in salvage(copy) if row.table.name == "model_calls"]
    assert states == ["answered"] * 4


def test_what_was_taken_back_does_not_come_to_light_again(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    fill_store(str(path), calls=60)
    with RunStore.open(path) as store:
        for number in range(0, 60, 2):
            asyncio.run(store.delete_artifact("lean_answer", make_artifact(number).key))
    kept = [row for row in salvage(path) if row.table.name == "artifacts"]
    assert len(kept) == 30


def test_rows_from_before_the_leases_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    fill_store(str(path), calls=2)
    for column in ("leased_until", "owner"):
        change(str(path), f"ALTER TABLE model_calls DROP COLUMN {column}")
    calls = [row for row in salvage(path) if row.table.name == "model_calls"]
    assert [row.row["owner"] for row in calls] == [None] * 3


def test_a_file_that_never_was_a_store_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(random.Random(1).randbytes(50_000))
    assert salvage(path) == ()
    with pytest.raises(StoreError, match="cannot be read"):
        salvage(tmp_path / "nothing")
