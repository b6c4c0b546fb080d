"""Blind annotation: sample rows, hide what must not be seen, collect answers, compare annotators.

A task shows an annotator only the fields its kind names; ids, gold labels, scores and predictions
go to a separate key file, and a task's name says nothing (ids of public benchmarks leak labels).
Two annotators answer the same tasks; where they differ, an adjudicator decides (paper app. C, D).
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from pydantic import Field

from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.evaluate.statistics import cohen_kappa
from faithsieve.evaluate.tables import Table, list_measures
from faithsieve.records.base import Record

JsonObject = Mapping[str, Any]


class TaskKind(StrEnum):
    """What an annotator judges."""

    PROOF = "proof"
    """A whole proof: its first erroneous step."""
    DECOMPOSITION = "decomposition"
    """Substeps against the steps they come from."""
    UNIT = "unit"
    """One transition of the state tree."""
    STATEMENT = "statement"
    """A formal statement against what it should say."""


SHOWN: dict[TaskKind, tuple[str, ...]] = {
    TaskKind.PROOF: ("problem", "steps"),
    TaskKind.DECOMPOSITION: ("problem", "steps", "substeps"),
    TaskKind.UNIT: ("problem", "steps", "before", "transition", "after"),
    TaskKind.STATEMENT: ("problem", "step", "context", "obligation", "lean"),
}
"""The fields of a row an annotator may see; every other field is hidden."""

ANSWERS: dict[TaskKind, tuple[str, ...]] = {
    TaskKind.PROOF: ("correct", "step N"),
    TaskKind.DECOMPOSITION: ("preserved", "lost"),
    TaskKind.UNIT: ("right", "wrong", "uncertain"),
    TaskKind.STATEMENT: ("faithful", "drifted"),
}
"""What can be answered."""


class Task(Record):
    """One thing to judge, without anything that gives an answer away."""

    task: str
    """A name that says nothing."""
    kind: TaskKind
    """What is judged."""
    shown: dict[str, Any]
    """The fields to read."""


class TaskKey(Record):
    """What a task hides."""

    task: str
    """The task's name."""
    kind: TaskKind
    """What is judged."""
    id: str
    """The row's id."""
    unit: str | None = None
    """The unit's id, for units."""
    hidden: dict[str, Any] = Field(default_factory=dict)
    """Every field that was not shown."""


class Annotation(Record):
    task: str
    """The task."""
    answer: str
    """The answer, as ``ANSWERS`` allows it."""
    note: str = ""
    """What the annotator adds, such as drift classes or the reason."""


class AnnotatorAgreement(Record):
    """Two annotators on the same tasks."""

    tasks: int = Field(ge=1)
    """Tasks both answered."""
    agreed: int = Field(ge=0)
    """Tasks with the same answer."""
    kappa: float | None
    """Cohen's kappa over all answers; None where both gave one answer throughout."""
    disagreements: tuple[str, ...]
    """Tasks for the adjudicator."""


def sample_tasks(
    rows: Sequence[JsonObject],
    kind: TaskKind,
    *,
    size: int,
    seed: int,
    balance: str | None = None,
) -> tuple[tuple[Task, ...], tuple[TaskKey, ...]]:
    """Draw rows without replacement, in random order, and split what is shown from what is hidden.

    Args:
        balance: A hidden field; as many rows are drawn of each of its values as there are, e.g.
            half of the proofs labelled ``correct`` and half not.

    Raises:
        InputError: a row lacks a field to show, or there are fewer rows than asked for.
    """
    if len(rows) < size:
        raise InputError(f"{size} rows were asked for, and there are {len(rows)}")
    chance = random.Random(seed)
    drawn = _balanced(rows, balance, size, chance) if balance else chance.sample(rows, size)
    chance.shuffle(drawn)
    width = len(str(size))
    made = [_split(row, kind, f"t{n:0{width}d}") for n, row in enumerate(drawn, start=1)]
    return tuple(task for task, _ in made), tuple(key for _, key in made)


def _balanced(
    rows: Sequence[JsonObject], field: str, size: int, chance: random.Random
) -> list[JsonObject]:
    strata: dict[object, list[JsonObject]] = {}
    for row in rows:
        value = row.get(field)
        # A step number is one kind of label: wrong.
        strata.setdefault("wrong" if isinstance(value, int) else str(value), []).append(row)
    share, rest = divmod(size, len(strata))
    drawn: list[JsonObject] = []
    for place, (name, members) in enumerate(sorted(strata.items(), key=lambda item: str(item[0]))):
        wanted = share + (place < rest)
        if len(members) < wanted:
            raise InputError(f"only {len(members)} rows have {field} {name!r}; {wanted} are needed")
        drawn += chance.sample(members, wanted)
    return drawn


def _split(row: JsonObject, kind: TaskKind, name: str) -> tuple[Task, TaskKey]:
    missing = [field for field in SHOWN[kind] if field not in row]
    if "id" not in row or missing:
        lacking = ", ".join(missing) or "id"
        raise InputError(
            f"a {kind.value} task needs {lacking}; a row has {shown(sorted(row), 120)}"
        )
    visible = {field: row[field] for field in SHOWN[kind]}
    hidden = {name: value for name, value in row.items() if name not in visible}
    unit = row.get("unit")
    key = TaskKey(
        task=name,
        kind=kind,
        id=str(row["id"]),
        unit=None if unit is None else str(unit),
        hidden=hidden,
    )
    return Task(task=name, kind=kind, shown=visible), key


def check_answer(task: Task, answer: str) -> str:
    """Check an answer and return its canonical spelling.

    Raises:
        InputError: it is none of those the task allows.
    """
    given = " ".join(answer.split()).lower()
    if task.kind is TaskKind.PROOF:
        steps = len(task.shown["steps"]) if isinstance(task.shown["steps"], list) else 0
        number = given.removeprefix("step").strip()
        if number.isascii() and number.isdigit() and 1 <= int(number) <= steps:
            return f"step {int(number)}"
        if given == "correct":
            return given
        raise InputError(f"{answer!r} is neither `correct` nor a step from 1 to {steps}")
    if given in ANSWERS[task.kind]:
        return given
    raise InputError(f"{answer!r} is none of {', '.join(ANSWERS[task.kind])}")


def agree(first: Mapping[str, Hashable], second: Mapping[str, Hashable]) -> AnnotatorAgreement:
    """Compare two annotators' answers on the tasks both answered.

    Raises:
        InputError: they share no task.
        MissingToolError: statsmodels is not installed.
    """
    tasks = [task for task in first if task in second]
    if not tasks:
        raise InputError("the two files answer no common task; are they from the same sample?")
    apart = tuple(task for task in tasks if first[task] != second[task])
    return AnnotatorAgreement(
        tasks=len(tasks),
        agreed=len(tasks) - len(apart),
        kappa=cohen_kappa([first[task] for task in tasks], [second[task] for task in tasks]),
        disagreements=apart,
    )


def label_rows(keys: Sequence[TaskKey], answers: Sequence[Annotation]) -> list[dict[str, Any]]:
    """Join answers with their key: rows in the shape the audits and datasets read.

    Raises:
        InputError: an answer belongs to no task of the key.
    """
    known = {key.task: key for key in keys}
    for answer in answers:
        if answer.task not in known:
            raise InputError(f"the key has no task {answer.task!r}; it belongs to another sample")
    return [_label_row(known[answer.task], answer) for answer in answers]


def _label_row(key: TaskKey, answer: Annotation) -> dict[str, Any]:
    match key.kind:
        case TaskKind.PROOF:
            step = answer.answer.removeprefix("step ")
            label = step if step == "correct" else int(step)
            return {"id": key.id, "label": label, "note": answer.note}
        case TaskKind.DECOMPOSITION:
            preserved = answer.answer == "preserved"
            return {"id": key.id, "preserved": preserved, "note": answer.note}
        case TaskKind.UNIT:
            return {"id": key.id, "unit": key.unit, "label": answer.answer, "note": answer.note}
        case TaskKind.STATEMENT:
            drift = [name for name in answer.note.replace(",", " ").split() if name]
            row = {"id": key.id, "label": answer.answer}
            return {**row, "drift": drift} if answer.answer == "drifted" else row


def agreement_table(agreement: AnnotatorAgreement) -> Table:
    return list_measures(
        "Agreement of two annotators",
        {
            "tasks": agreement.tasks,
            "same answer": agreement.agreed,
            "Cohen's kappa": show_kappa(agreement.kappa),
            "to adjudicate": list_ids(agreement.disagreements),
        },
    )


def show_kappa(kappa: float | None) -> str:
    """Write kappa, or say that one answer only leaves it undefined."""
    return "undefined: one answer throughout" if kappa is None else f"{kappa:.3f}"


def list_ids(ids: Sequence[str]) -> str:
    return f"{len(ids)}: {', '.join(ids)}" if ids else "0"
