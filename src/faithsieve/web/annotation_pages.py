"""The pages for annotators: blind tasks one by one, agreement of two, adjudication.

A page shows what a task shows and nothing else: no id, no label, no prediction, and nobody else's
answer before both have answered everything. Tasks and answers lie in the files of ``faithsieve
audit``, so that work begun in a terminal goes on in the browser and the other way round. The key
file with ids, labels and predictions is never read here: ``faithsieve audit join`` does.
"""

import re
from itertools import combinations
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import (
    ANSWERS,
    Annotation,
    Task,
    TaskKind,
    agree,
    agreement_table,
    check_answer,
)
from faithsieve.evaluate.record_files import read_records, record_lines
from faithsieve.web.pages import form_of, show
from faithsieve.web.site import AnySite

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
    def annotators(self) -> list[str]:
        """The names of the annotators with an answer file."""
        begin, end = f"{self.name}.", ".answers.jsonl"
        found = self.path.parent.glob(f"{self.name}.*{end}")
        names = (path.name.removeprefix(begin).removesuffix(end) for path in found)
        return sorted(name for name in names if name != AGREED)

    @property
    def progress(self) -> list[tuple[str, int]]:
        return [(who, len(self.answers(who))) for who in self.annotators]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of annotators who have both answered every task."""
        done = [who for who, count in self.progress if count == len(self.tasks)]
        return list(combinations(done, 2))

    def file_of(self, who: str) -> Path:
        """Return the path of an annotator's answer file.

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
        """Save an annotator's answer at once; the file keeps the order of the tasks."""
        self.keep_all(who, self.answers(who) | {answer.task: answer})

    def keep_all(self, who: str, answers: dict[str, Annotation]) -> None:
        ordered = [answers[task.task] for task in self.tasks if task.task in answers]
        write_whole(self.file_of(who), record_lines(ordered), force=True)


def task_sets(folder: Path) -> list[TaskSet]:
    # Answers and other files of an audit lie here too.
    found = (path for path in sorted(folder.glob("*.jsonl")) if "." not in path.stem)
    return [TaskSet(path) for path in found if _holds_tasks(path)]


def find_tasks(folder: Path, name: str) -> TaskSet:
    """Open a task file by its name.

    Raises:
        InputError: there is none.
    """
    path = folder / f"{name}.jsonl"
    if not _NAME.fullmatch(name) or not path.is_file() or not _holds_tasks(path):
        raise InputError(f"there is no task file {name!r}")
    return TaskSet(path)


def _holds_tasks(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.readline(1 << 20)
    return '"task"' in head and '"shown"' in head


router = APIRouter(include_in_schema=False, prefix="/annotate")
QUESTIONS = {
    TaskKind.PROOF: "Which is the first wrong step?",
    TaskKind.DECOMPOSITION: "Do the substeps keep what the steps say?",
    TaskKind.UNIT: "Is this transition right?",
    TaskKind.STATEMENT: "Does the Lean statement say what the obligation says?",
}

HINT = "For a drifted statement name the classes of drift in the note."


def choices_of(task: Task) -> dict[str, str]:
    """Return the answers of a task with a key each: its first letter, or the step's number."""
    if task.kind is not TaskKind.PROOF:
        return {answer: answer[0] for answer in ANSWERS[task.kind]}
    steps = range(1, len(task.shown["steps"]) + 1)
    keys = "123456789abdefghijklmopqrstuvwxyz"
    return {"correct": "c"} | {f"step {n}": keys[n - 1 : n] for n in steps}


# ---- pages


@router.get("")
def list_sets(site: AnySite) -> Response:
    sets = task_sets(site.tasks)
    return show("annotate.html", section="annotate", sets=sets, folder=site.tasks.name)


@router.get("/{name}/begin")
def begin(name: str, who: str, site: AnySite) -> Response:
    find_tasks(site.tasks, name).file_of(who)
    if who == AGREED:
        raise InputError(f"{AGREED!r} is the name of what was agreed; choose another")
    return RedirectResponse(f"/annotate/{name}/by/{who}", 303)


@router.get("/{name}/by/{who}")
def show_task(name: str, who: str, site: AnySite, task: str = "") -> Response:
    """Show the named task, or the first that is not answered yet."""
    tasks = find_tasks(site.tasks, name)
    answers = tasks.answers(who)
    left = [item for item in tasks.tasks if item.task not in answers]
    if not task and not left:
        return RedirectResponse("/annotate", 303)
    chosen = tasks.find(task) if task else left[0]
    return _task_page(tasks, who, chosen, answers)


def _task_page(
    tasks: TaskSet,
    who: str,
    chosen: Task,
    answers: dict[str, Annotation],
    said: tuple[tuple[str, Annotation], ...] = (),
) -> Response:
    order = [item.task for item in tasks.tasks]
    before = [name for name in reversed(order[: order.index(chosen.task)]) if name in answers]
    return show(
        "task.html",
        section="annotate",
        set=tasks,
        who=who,
        task=chosen,
        question=QUESTIONS[chosen.kind],
        choices=choices_of(chosen),
        given=answers.get(chosen.task),
        done=len(answers),
        others=before if not said else [],
        said=said,
        hint=HINT if chosen.kind is TaskKind.STATEMENT else "",
    )


async def _read_answer(request: Request, tasks: TaskSet) -> Annotation:
    form = await form_of(request)
    task = tasks.find(form.get("task", ""))
    answer = check_answer(task, form.get("answer", ""))
    return Annotation(task=task.task, answer=answer, note=form.get("note", "")[:500])


@router.post("/{name}/by/{who}")
async def answer_task(name: str, who: str, request: Request, site: AnySite) -> Response:
    tasks = find_tasks(site.tasks, name)
    tasks.keep(who, await _read_answer(request, tasks))
    return RedirectResponse(f"/annotate/{name}/by/{who}", 303)


@router.get("/{name}/agreement")
def show_agreement(name: str, first: str, second: str, site: AnySite) -> Response:
    tasks = find_tasks(site.tasks, name)
    ours, theirs = _both(tasks, first, second)
    found = agree(
        *({task: answer.answer for task, answer in side.items()} for side in (ours, theirs))
    )
    settled = _settle_equal(tasks, ours, theirs, found.disagreements)
    return show(
        "agreement.html",
        section="annotate",
        set=tasks,
        first=first,
        second=second,
        table=agreement_table(found),
        apart=found.disagreements,
        left=sum(task not in settled for task in found.disagreements),
    )


def _both(
    tasks: TaskSet, first: str, second: str
) -> tuple[dict[str, Annotation], dict[str, Annotation]]:
    if (first, second) not in tasks.pairs:
        raise InputError("agreement is shown when both have answered every task")
    return tasks.answers(first), tasks.answers(second)


def _settle_equal(
    tasks: TaskSet,
    ours: dict[str, Annotation],
    theirs: dict[str, Annotation],
    apart: tuple[str, ...],
) -> dict[str, Annotation]:
    """Save the answers that both annotators agree on beside those adjudicated before."""
    known = tasks.answers(AGREED)
    equal = {task: answer for task, answer in ours.items() if task in theirs and task not in apart}
    agreed = equal | {task: answer for task, answer in known.items() if task in apart}
    if agreed != known:
        tasks.keep_all(AGREED, agreed)
    return agreed


@router.get("/{name}/adjudicate")
def adjudicate(name: str, first: str, second: str, site: AnySite) -> Response:
    """Show the next task on which two annotators differ, with what each said."""
    tasks = find_tasks(site.tasks, name)
    ours, theirs = _both(tasks, first, second)
    settled = tasks.answers(AGREED)
    for task in tasks.tasks:
        one, other = ours[task.task], theirs[task.task]
        if one.answer != other.answer and task.task not in settled:
            return _task_page(tasks, AGREED, task, settled, ((first, one), (second, other)))
    return RedirectResponse(f"/annotate/{name}/agreement?first={first}&second={second}", 303)


@router.post("/{name}/adjudicate")
async def settle(name: str, first: str, second: str, request: Request, site: AnySite) -> Response:
    tasks = find_tasks(site.tasks, name)
    _both(tasks, first, second)
    tasks.keep(AGREED, await _read_answer(request, tasks))
    return RedirectResponse(f"/annotate/{name}/adjudicate?first={first}&second={second}", 303)
