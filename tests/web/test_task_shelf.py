"""Task files of a folder, and the answers beside them."""

from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import Annotation, Task, TaskKey, TaskKind
from faithsieve.web.task_shelf import AGREED, TaskShelf

SHOWN = {"problem": "p", "steps": ["s"], "before": [], "transition": "t", "after": []}


@pytest.fixture
def shelf(tmp_path: Path) -> TaskShelf:
    tasks = [Task(task=f"t{n}", kind=TaskKind.UNIT, shown=SHOWN) for n in (1, 2)]
    keys = [TaskKey(task=f"t{n}", kind=TaskKind.UNIT, id=f"row{n}", unit="edge_1") for n in (1, 2)]
    (tmp_path / "units.jsonl").write_text("".join(t.model_dump_json() + "\n" for t in tasks))
    (tmp_path / "units.jsonl.key").write_text("".join(k.model_dump_json() + "\n" for k in keys))
    (tmp_path / "other.jsonl").write_text('{"id": "a"}\n')
    return TaskShelf(tmp_path)


def test_only_files_of_tasks_are_sets(shelf: TaskShelf) -> None:
    assert [tasks.name for tasks in shelf.sets()] == ["units"]
    assert TaskShelf(shelf.root / "nowhere").sets() == []
    for name in ("other", "..", "units.jsonl", "missing"):
        with pytest.raises(InputError, match="there is no task file"):
            shelf.find(name)


def test_a_pair_is_there_when_both_have_answered_everything(shelf: TaskShelf) -> None:
    tasks = shelf.find("units")
    for who, names in (("ann", ("t2", "t1")), ("ben", ("t1",)), (AGREED, ("t1", "t2"))):
        for name in names:
            tasks.keep(who, Annotation(task=name, answer="right"))
    assert tasks.progress == [("ann", 2), ("ben", 1)]
    assert tasks.pairs == []
    tasks.keep("ben", Annotation(task="t2", answer="wrong"))
    assert tasks.pairs == [("ann", "ben")]
    assert list(tasks.answers("ann")) == ["t1", "t2"]


def test_labels_need_the_key_and_every_answer(shelf: TaskShelf) -> None:
    tasks = shelf.find("units")
    tasks.keep("ann", Annotation(task="t1", answer="right"))
    with pytest.raises(InputError, match="1 of 2"):
        tasks.labels("ann")
    tasks.keep("ann", Annotation(task="t2", answer="wrong"))
    assert '"id": "row2"' in tasks.labels("ann")
    (shelf.root / "units.jsonl.key").unlink()
    with pytest.raises(InputError, match="no key"):
        tasks.labels("ann")


@pytest.mark.parametrize("who", ["", "../x", "a/b", ".a", "a" * 41, "a b"])
def test_a_name_that_is_a_path_is_refused(shelf: TaskShelf, who: str) -> None:
    with pytest.raises(InputError, match="not a name"):
        shelf.find("units").file_of(who)
