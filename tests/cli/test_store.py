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


def test_stats_say_what_a_run_folder_holds(folder: Path) -> None:
    code, shown, _ = faithsieve("store", "stats", folder)
    assert code == 0
    assert "answered 30, pending 1" in shown
    assert "540 tokens, $7.50" in shown
    found = json.loads(faithsieve("store", "stats", folder, "--json", "-").out)
    assert found["artifacts"] == {"lean_answer": 30}
    code, _, err = faithsieve("store", "stats", folder / "nothing.sqlite")
    assert code == 2
    assert "there is no store" in err
    assert not (folder / "nothing.sqlite").exists()


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


def test_gc_says_what_it_would_remove_and_then_removes_it(folder: Path) -> None:
    words = ("store", "gc", folder, "--older-than", "0")
    kept = "run r is unfinished or has no traces: every answer is kept"
    assert kept in faithsieve(*words, "--dry-run").err
    code, out, err = faithsieve(*words, "--run", "r", "--dry-run")
    assert code == 0
    assert "would remove: results r p0" in out
    assert "92 rows would be removed" in err
    before = (folder / "store.sqlite").stat().st_size
    assert json.loads(faithsieve(*words, "--run", "r", "--json", "-").out)["runs"] == ["r"]
    assert (folder / "store.sqlite").stat().st_size < before
    assert faithsieve(*words, "--run", "nobody").code == 2
