"""``faithsieve store``: the commands as a user types them."""

import json
from pathlib import Path

import pytest

from faithsieve.store.schema import artifacts
from support.command_line import faithsieve
from support.stores import fill_store, spoil


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run folder with a filled store."""
    (tmp_path / "run").mkdir()
    fill_store(str(tmp_path / "run" / "store.sqlite"), calls=30)
    return tmp_path / "run"


def test_verify_names_what_is_damaged_and_ends_with_3(folder: Path) -> None:
    code, out, _ = faithsieve("store", "verify", folder)
    assert code == 0
    assert "92 rows read, all as they were written" in out
    spoil(str(folder / "store.sqlite"), artifacts, "result", "{}")
    code, _, said = faithsieve("store", "verify", folder, "--json", folder / "found.json")
    assert code == 3
    assert "damaged: artifacts lean_answer" in said
    assert "30 defects in 92 rows" in said
    assert len(json.loads((folder / "found.json").read_text())["damaged"]) == 30


def test_a_store_cut_short_is_refused_with_the_way_to_recover_it(folder: Path) -> None:
    path = folder / "store.sqlite"
    path.write_bytes(path.read_bytes()[:-40_000])
    code, _, said = faithsieve("store", "verify", folder)
    assert code == 3
    assert ".recover" in said
