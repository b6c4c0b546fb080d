"""The pages for annotators: blind tasks one by one, agreement of two, adjudication, labels.

A page shows what a task shows and nothing else: no id, no label, no prediction, and nobody else's
answer before both have answered everything.
"""

from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

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
from faithsieve.web.pages import form_of, show
from faithsieve.web.site import AnySite
from faithsieve.web.task_shelf import AGREED, TaskSet

router = APIRouter(include_in_schema=False, prefix="/annotate")
QUESTIONS = {
    TaskKind.PROOF: "Which is the first wrong step?",
    TaskKind.DECOMPOSITION: "Do the substeps keep what the steps say?",
    TaskKind.UNIT: "Is this transition right?",
    TaskKind.STATEMENT: "Does the Lean statement say what the obligation says?",
}

HINT = "For a drifted statement name the classes of drift in the note."


class LabelChoice(NamedTuple):
    """An answer and the key that gives it."""

    value: str
    key: str


def choices_of(task: Task) -> list[LabelChoice]:
    """List the answers of a task with a key each: its first letter, or the step's number."""
    if task.kind is not TaskKind.PROOF:
        return [LabelChoice(answer, answer[0]) for answer in ANSWERS[task.kind]]
    steps = range(1, len(task.shown["steps"]) + 1)
    keys = "123456789abdefghijklmopqrstuvwxyz"
    numbered = [LabelChoice(f"step {n}", keys[n - 1] if n <= len(keys) else "") for n in steps]
    return [LabelChoice("correct", "c"), *numbered]


# ---- pages


@router.get("")
def list_sets(site: AnySite) -> Response:
    shelf = site.tasks
    return show("annotate.html", section="annotate", sets=shelf.sets(), folder=shelf.root.name)


@router.get("/{name}/begin")
def begin(name: str, who: str, site: AnySite) -> Response:
    site.tasks.find(name).file_of(who)
    if who == AGREED:
        raise InputError(f"{AGREED!r} is the name of what was agreed; choose another")
    return RedirectResponse(f"/annotate/{name}/by/{who}", 303)


@router.get("/{name}/by/{who}")
def show_task(name: str, who: str, site: AnySite, task: str = "") -> Response:
    """Show the named task, or the first that is not answered yet."""
    tasks = site.tasks.find(name)
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
    tasks = site.tasks.find(name)
    tasks.keep(who, await _read_answer(request, tasks))
    return RedirectResponse(f"/annotate/{name}/by/{who}", 303)


@router.get("/{name}/agreement")
def show_agreement(name: str, first: str, second: str, site: AnySite) -> Response:
    tasks = site.tasks.find(name)
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
    """Take over what both said, and keep what was adjudicated before."""
    known = tasks.answers(AGREED)
    equal = {task: answer for task, answer in ours.items() if task in theirs and task not in apart}
    agreed = equal | {task: answer for task, answer in known.items() if task in apart}
    if agreed != known:
        tasks.keep_all(AGREED, agreed)
    return agreed


@router.get("/{name}/adjudicate")
def adjudicate(name: str, first: str, second: str, site: AnySite) -> Response:
    """Show the next task on which two annotators differ, with what each said."""
    tasks = site.tasks.find(name)
    ours, theirs = _both(tasks, first, second)
    settled = tasks.answers(AGREED)
    for task in tasks.tasks:
        one, other = ours[task.task], theirs[task.task]
        if one.answer != other.answer and task.task not in settled:
            return _task_page(tasks, AGREED, task, settled, ((first, one), (second, other)))
    return RedirectResponse(f"/annotate/{name}/agreement?first={first}&second={second}", 303)


@router.post("/{name}/adjudicate")
async def settle(name: str, first: str, second: str, request: Request, site: AnySite) -> Response:
    tasks = site.tasks.find(name)
    _both(tasks, first, second)
    tasks.keep(AGREED, await _read_answer(request, tasks))
    return RedirectResponse(f"/annotate/{name}/adjudicate?first={first}&second={second}", 303)


@router.get("/{name}/labels/{who}")
def download_labels(name: str, who: str, site: AnySite) -> Response:
    text = site.tasks.find(name).labels(who)
    headers = {"content-disposition": f'attachment; filename="{name}.{who}.labels.jsonl"'}
    return Response(text, media_type="application/jsonl", headers=headers)
