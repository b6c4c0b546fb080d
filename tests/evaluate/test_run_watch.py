"""A watcher reads how far a run is, while it runs and afterwards, and writes nothing."""

from pathlib import Path

import pytest

from faithsieve.errors import InputError, StoreError
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.run_watch import look_at_run
from faithsieve.llm.scripted import ScriptedModel
from support.runs import make_dataset, sitting


async def test_a_run_is_seen_while_it_runs_and_afterwards(tmp_path: Path) -> None:
    out = tmp_path / "run"
    seen = []

    def answer(request: object) -> str:
        seen.append(look_at_run(out))
        return "correct"

    await sitting(out, make_dataset(3), ScriptedModel(answer), concurrency=1)
    assert [view.done for view in seen] == [0, 1, 2]
    assert all(view.pending == 1 and view.owner.startswith("process ") for view in seen)
    after = look_at_run(out)
    assert (after.done, after.answered, after.failed, after.calls) == (3, 3, 0, 3)
    assert after.owner == ""
    assert "3/3 done" in after.describe()
    assert "nobody works on it" in after.describe()


async def test_looking_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    await sitting(out, make_dataset(2), ScriptedModel(lambda request: "correct"))
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    look_at_run(out)
    kept = {file.name: file.read_bytes() for file in out.iterdir() if file.name in before}
    assert kept == before


async def test_a_process_that_was_killed_does_not_count_as_working(tmp_path: Path) -> None:
    out = tmp_path / "run"
    await sitting(out, make_dataset(1), ScriptedModel(lambda request: "correct"))
    with RunFolder(out):
        lock = (out / "run.lock").read_text()
        assert look_at_run(out).owner == lock.strip()
    number = lock.split()[1]
    (out / "run.lock").write_text(lock.replace(number, str(2**22 + 1)))
    assert look_at_run(out).owner == ""
    (out / "run.lock").write_text("process 1 on another-machine\n")
    assert look_at_run(out).owner == "process 1 on another-machine"


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        look_at_run(tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match="names no run"):
        look_at_run(tmp_path)
    manifest = '{"run_id": "r", "store": "store.sqlite", "problems": 1}'
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(StoreError):
        look_at_run(tmp_path)
