"""``faithsieve store``: the commands as a user types them."""

import json
from pathlib import Path

import pytest

from faithsieve.cli.main import run
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts
from support.stores import fill_store, spoil


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run folder with a filled store."""
    (tmp_path / "run").mkdir()
    fill_store(str(tmp_path / "run" / "store.sqlite"), calls=30)
    return tmp_path / "run"


def test_stats_say_what_a_run_folder_holds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", "stats", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "answered 30, pending 1" in shown
    assert "540 tokens, $7.50" in shown
    assert run(["store", "stats", str(folder), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["artifacts"] == {"lean_answer": 30}


def test_verify_names_what_is_damaged_and_ends_with_3(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", "verify", str(folder)]) == 0
    assert "92 rows read, all as they were written" in capsys.readouterr().out
    spoil(str(folder / "store.sqlite"), artifacts, "result", "{}")
    assert run(["store", "verify", str(folder), "--json", str(folder / "found.json")]) == 3
    said = capsys.readouterr().err
    assert "damaged: artifacts lean_answer" in said
    assert "30 defects in 92 rows" in said
    assert len(json.loads((folder / "found.json").read_text())["damaged"]) == 30


def test_export_and_import_move_a_store_and_a_damaged_one_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = str(tmp_path / "out.jsonl.gz"), str(tmp_path / "other.sqlite")
    assert run(["store", "export", str(folder), file]) == 0
    assert run(["store", "import", other, file, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["added"] == 92
    spoil(other, artifacts, "result", "{}")
    assert run(["store", "export", other, str(tmp_path / "none.jsonl")]) == 3
    assert "30 rows" in capsys.readouterr().err
    assert not (tmp_path / "none.jsonl").exists()


def test_a_store_cut_short_is_refused_with_a_command_that_saves_what_is_left(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, saved = folder / "store.sqlite", str(tmp_path / "saved.jsonl")
    path.write_bytes(path.read_bytes()[:-40_000])
    assert run(["store", "verify", str(folder)]) == 3
    said = capsys.readouterr().err
    assert f"faithsieve store export {path} saved.jsonl --salvage" in said
    assert run(["store", "export", str(path), saved, "--salvage"]) == 0
    new = str(tmp_path / "new.sqlite")
    assert run(["store", "import", new, saved]) == 0
    with RunStore.open(new) as store:
        found = store.verify()
    assert found.is_sound
    assert 20 < sum(found.rows.values()) < 92


@pytest.mark.parametrize("command", ["stats", "verify"])
def test_a_mistyped_place_makes_no_store(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", command, str(tmp_path / "nothing.sqlite")]) == 2
    assert "there is no store" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_gc_says_what_it_would_remove_and_then_removes_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["store", "gc", str(folder), "--older-than", "0"]
    assert run([*words, "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "run r is unfinished or has no traces: every answer is kept" in said.err
    assert run([*words, "--run", "r", "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "would remove: results r p0" in said.out
    assert "92 rows would be removed" in said.err
    before = (folder / "store.sqlite").stat().st_size
    assert run([*words, "--run", "r", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == ["r"]
    assert (folder / "store.sqlite").stat().st_size < before
    assert run([*words, "--run", "nobody"]) == 2
