"""The recipe pages: every command runs as written, with an endpoint that answers for the model."""

import csv
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from support.chat_endpoint import Endpoint
from support.command_line import Ended, faithsieve
from support.runs import dataset_rows, make_problem

pytestmark = pytest.mark.network
DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture
def workplace(tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FAITHSIEVE_MODEL__BASE_URL", endpoint.url)
    return tmp_path


def commands_of(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [
        line
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]


def give(command: str, change: Callable[[list[str]], list[str]] = lambda words: words) -> Ended:
    """Give a command of a page as a shell would, with one judge that needs no Lean."""
    name, *words = shlex.split(command)
    assert name == "faithsieve"
    expanded = [
        found
        for word in words
        for found in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
    ]
    return faithsieve(*change(expanded))


def direct_judge(words: list[str]) -> list[str]:
    if words[0] == "check":
        return [*words, "--method", "direct"]
    return ["direct" if word == "faithsieve" else word for word in words]


def test_the_night_can_be_run_and_reported_as_the_page_says(
    workplace: Path, endpoint: Endpoint
) -> None:
    proofs = [make_problem(f"p{n}") for n in range(12)]
    (workplace / "proofs.jsonl").write_text(dataset_rows(proofs), encoding="utf-8")
    commands = commands_of("overnight.md")
    assert len(commands) == 5
    for command in commands:
        ended = give(command, direct_judge)
        assert ended.code == 0, (command, ended.err)
    assert len(endpoint.asked) == 12, "the five of the trial are not asked again"
    assert (workplace / "night.log").stat().st_size
    assert (workplace / "night.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with (workplace / "night.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 12


def test_a_class_is_graded_as_the_page_says(workplace: Path, endpoint: Endpoint) -> None:
    folder = workplace / "homework"
    folder.mkdir()
    (workplace / "exercise.md").write_text("Show that $1 + 1 = 2$.\n", encoding="utf-8")
    for name in ("ann", "bob", "cleo"):
        text = f"1. {name} adds one and one.\n2. So $1 + 1 = 2$.\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "=cmd.txt").write_text("", encoding="utf-8")
    endpoint.answer = lambda question: (200, "step 1" if "bob adds" in question else "correct")
    for command in commands_of("grade-a-class.md"):
        ended = give(command, direct_judge)
        left = 3 if "check" in command else 0
        assert ended.code == left, (command, ended.err)
    run = workplace / "runs" / "class"
    assert (run / "index.html").is_file()
    assert len(list((run / "evidence").glob("*.html"))) == 3
    with (run / "results.csv").open(encoding="utf-8") as file:
        rows = {row["proof"]: row for row in csv.DictReader(file)}
    page = (DOCS / "grade-a-class.md").read_text(encoding="utf-8")
    assert all(f"`{column}`" in page for column in rows["bob"])
    assert len(rows) == 4, "a file that cannot be read has a row too"
    assert "1" in rows["bob"]["verdict"]
    assert rows["bob"]["step"] == "bob adds one and one."
    assert (run / rows["bob"]["page"]).is_file()
    assert rows["ann"]["step"] == ""
    assert not any(row["proof"].startswith("=") for row in rows.values()), "no spreadsheet formula"
