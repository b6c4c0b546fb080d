"""The tasks and answers of annotators in one folder, in the files of ``faithsieve audit``.

Work begun in a terminal goes on in the browser and the other way round. The key file with ids,
labels and predictions is read only for the labels, when every task is answered.
"""

import json
import re
from itertools import combinations
from pathlib import Path

from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import Annotation, Task, TaskKey, label_rows
from faithsieve.evaluate.record_files import read_records, record_lines

AGREED = "agreed"
"""Stands in file names where the annotator's name does."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class TaskSet:
    """One file of tasks with the answers beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self.tasks = read_records(path, Task)
        self.kind = self.tasks[0].kind

    @property
    def has_key(self) -> bool:
        return self._key.is_file()

    @property
    def _key(self) -> Path:
        return self.path.with_name(f"{self.path.name}.key")

    @property
    def annotators(self) -> list[str]:
        """Who has begun, by name."""
        begin, end = f"{self.name}.", ".answers.jsonl"
        found = self.path.parent.glob(f"{self.name}.*{end}")
        names = (path.name.removeprefix(begin).removesuffix(end) for path in found)
        return sorted(name for name in names if name != AGREED)

    @property
    def progress(self) -> list[tuple[str, int]]:
        return [(who, len(self.answers(who))) for who in self.annotators]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Two annotators who have answered everything, so that neither can look at the other."""
        done = [who for who, count in self.progress if count == len(self.tasks)]
        return list(combinations(done, 2))

    def file_of(self, who: str) -> Path:
        """Return the file with somebody's answers.

        Raises:
            InputError: the name is not one.
        """
        if not _NAME.fullmatch(who):
            raise InputError(f"{who!r} is not a name; use letters, digits, _ and -")
        return self.path.with_name(f"{self.name}.{who}.answers.jsonl")

    def answers(self, who: str) -> dict[str, Annotation]:
        path = self.file_of(who)
        given = read_records(path, Annotation, may_be_empty=True) if path.is_file() else ()
        return {answer.task: answer for answer in given}

    def find(self, name: str) -> Task:
        for task in self.tasks:
            if task.task == name:
                return task
        raise InputError(f"there is no task {name!r}")

    def keep(self, who: str, answer: Annotation) -> None:
        """Write an answer down at once, in the order of the tasks."""
        self.keep_all(who, self.answers(who) | {answer.task: answer})

    def keep_all(self, who: str, answers: dict[str, Annotation]) -> None:
        ordered = [answers[task.task] for task in self.tasks if task.task in answers]
        write_whole(self.file_of(who), record_lines(ordered), force=True)

    def labels(self, who: str) -> str:
        """Join all answers with the key, in the form that ``faithsieve audit`` reads.

        Raises:
            InputError: there is no key, or a task is not answered.
        """
        if not self.has_key:
            raise InputError(f"there is no key {self._key.name!r} beside the tasks")
        answers = self.answers(who)
        if len(answers) < len(self.tasks):
            raise InputError(f"{who} has answered {len(answers)} of {len(self.tasks)} tasks")
        rows = label_rows(read_records(self._key, TaskKey), list(answers.values()))
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


class TaskShelf:
    def __init__(self, root: Path) -> None:
        self.root = root

    def sets(self) -> list[TaskSet]:
        found = []
        for path in sorted(self.root.glob("*.jsonl")) if self.root.is_dir() else ():
            # Answers and other files of an audit lie here too.
            if "." not in path.stem and _holds_tasks(path):
                found.append(TaskSet(path))
        return found

    def find(self, name: str) -> TaskSet:
        """Open a task file by its name.

        Raises:
            InputError: there is none.
        """
        path = self.root / f"{name}.jsonl"
        if not _NAME.fullmatch(name) or not path.is_file() or not _holds_tasks(path):
            raise InputError(f"there is no task file {name!r}")
        return TaskSet(path)


def _holds_tasks(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.readline(1 << 20)
    return '"task"' in head and '"shown"' in head
