"""Annotators see tasks and nothing else, and what they answer is what ``audit`` reads."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from faithsieve.evaluate.annotation import Task, TaskKind
from faithsieve.web.annotation_pages import choices_of
from support.command_line import faithsieve
from support.runs_on_disk import write_run
from support.website import client_of, website

KINDS = {"proof": "correct", "decomposition": "preserved", "unit": "right", "statement": "faithful"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tasks of every kind, sampled from a run by the command."""
    source = write_run(tmp_path / "runs" / "first", problems=6)
    (tmp_path / "audits").mkdir()
    for kind in KINDS:
        out = tmp_path / "audits" / f"{kind}.jsonl"
        words = ("--kind", kind, "--size", 3, "--out", out, "--rows", tmp_path / f"{kind}.rows")
        assert faithsieve("audit", "sample", source, *words).code == 0
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with website(folder) as site, client_of(site) as opened:
        yield opened


def answer_all(client: TestClient, kind: str, who: str, answers: list[str]) -> None:
    for answer in answers:
        page = client.get(f"/annotate/{kind}/by/{who}").text
        (task,) = re.findall(r'name="task" value="([^"]*)"', page)
        body = {"task": task, "answer": answer, "note": "wrong_objects"}
        assert client.post(f"/annotate/{kind}/by/{who}", data=body).status_code == 303
    assert client.get(f"/annotate/{kind}/by/{who}").headers["location"] == "/annotate"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_gives_an_answer_away_is_shown(
    client: TestClient, folder: Path, kind: str
) -> None:
    pages = [client.get("/annotate").text]
    for task in ("t1", "t2", "t3"):
        pages.append(client.get(f"/annotate/{kind}/by/ann?task={task}").text)
    shown = "".join(pages)
    for line in (folder / "audits" / f"{kind}.jsonl.key").read_text().splitlines():
        assert json.loads(line)["id"] not in shown
    assert "prediction" not in shown
    assert "0.86" not in shown


@pytest.mark.parametrize(("kind", "answer"), KINDS.items())
def test_two_annotators_agree_differ_and_are_adjudicated(
    client: TestClient, folder: Path, kind: str, answer: str
) -> None:
    other = {"proof": "step 2", "decomposition": "lost", "unit": "wrong", "statement": "drifted"}
    answer_all(client, kind, "ann", [answer] * 3)
    early = client.get(f"/annotate/{kind}/agreement?first=ann&second=ben")
    assert early.status_code == 422
    answer_all(client, kind, "ben", [answer, answer, other[kind]])
    page = client.get(f"/annotate/{kind}/agreement?first=ann&second=ben").text
    assert "Adjudicate 1 of 1" in page
    query = "first=ann&second=ben"
    task = client.get(f"/annotate/{kind}/adjudicate?{query}").text
    assert answer in task
    assert other[kind] in task
    (name,) = re.findall(r'name="task" value="([^"]*)"', task)
    body = {"task": name, "answer": other[kind], "note": "wrong_objects"}
    settled = client.post(f"/annotate/{kind}/adjudicate?{query}", data=body)
    assert settled.status_code == 303
    assert "are settled" in client.get(f"/annotate/{kind}/agreement?{query}").text
    for who in ("ann", "ben", "agreed"):
        answers = folder / "audits" / f"{kind}.{who}.answers.jsonl"
        labels = folder / f"{kind}.{who}.labels"
        key = folder / "audits" / f"{kind}.jsonl.key"
        assert faithsieve("audit", "join", key, answers, "--out", labels).code == 0
        assert len(labels.read_text().splitlines()) == 3
    ours, theirs = (folder / f"{kind}.{who}.labels" for who in ("ann", "ben"))
    rows = folder / f"{kind}.rows"
    commands = {
        "decomposition": ["decomposition", ours, theirs],
        "unit": ["search", rows, theirs],
        "statement": ["gate", theirs, "--decisions", rows],
    }
    if kind in commands:
        assert faithsieve("audit", *commands[kind]).code == 0


def test_answers_can_be_changed_and_survive_a_restart(folder: Path) -> None:
    for answer in ("right", "wrong"):
        with website(folder) as site, client_of(site) as client:
            body = {"task": "t1", "answer": answer, "note": "n"}
            assert client.post("/annotate/unit/by/ann", data=body).status_code == 303
    lines = (folder / "audits" / "unit.ann.answers.jsonl").read_text().splitlines()
    assert [json.loads(line)["answer"] for line in lines] == ["wrong"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/annotate/nothing/by/ann", 404),
        ("/annotate/unit/by/..", 404),
        ("/annotate/unit/by/a%2Fb", 404),
        ("/annotate/unit/by/a b", 422),
        ("/annotate/unit/begin?who=agreed", 422),
        ("/annotate/unit.jsonl/by/ann", 404),
        ("/annotate/unit/by/ann?task=t9", 404),
    ],
)
def test_names_and_answers_that_do_not_exist_are_refused(
    client: TestClient, path: str, status: int
) -> None:
    assert client.get(path).status_code == status
    body = {"task": "t1", "answer": "maybe", "note": ""}
    assert client.post("/annotate/unit/by/ann", data=body).status_code == 422


def test_every_answer_has_a_key_of_its_own() -> None:
    task = Task(task="t", kind=TaskKind.PROOF, shown={"problem": "p", "steps": ["s"] * 30})
    keys = list(choices_of(task).values())
    assert len(set(keys)) == len(keys) == 31
