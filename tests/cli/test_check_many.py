"""``faithsieve check … --out``: many proofs in, an index page out, nothing asked twice."""

import csv
from pathlib import Path

import pytest

from support.chat_endpoint import Endpoint
from support.command_line import Ended, faithsieve

pytestmark = pytest.mark.network


@pytest.fixture
def homework(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FAITHSIEVE_MODEL__MAX_RETRIES", "0")
    folder = tmp_path / "homework"
    folder.mkdir()
    for number in range(5):
        text = f"**Problem.** Show {number}.\n\n**Proof.** It is {number}.\n\nSo it is.\n"
        (folder / f"hw{number}.md").write_text(text)
    (folder / "unreadable.txt").write_text("Only words")
    return folder


def check(endpoint: Endpoint, source: Path) -> Ended:
    words = ("--method", "direct", "--model", "m", "--base-url", endpoint.url, "--out", "out/hw")
    return faithsieve("check", source, *words)


def test_a_folder_gives_an_index_page_and_a_page_a_proof_and_nothing_is_asked_twice(
    homework: Path, endpoint: Endpoint
) -> None:
    code, out, err = check(endpoint, homework)
    assert code == 3, "one submission could not be read"
    page = Path("out/hw/index.html").read_text(encoding="utf-8")
    assert page.count('<th scope="row"') == 6
    assert "only a problem was found" in page
    assert len(list(Path("out/hw/evidence").iterdir())) == 5
    assert 'href="./evidence/hw0.html"' in page
    assert "pages: out/hw/index.html" in out
    assert "hw0: 2 steps (paragraphs)" in err
    check(endpoint, homework)
    assert len(endpoint.asked) == 5


def test_submissions_without_a_verdict_say_why_end_in_3_and_are_tried_again(
    homework: Path, endpoint: Endpoint
) -> None:
    (homework / "unreadable.txt").unlink()
    replies = {"Show 1": (200, "well, perhaps"), "Show 2": (503, "no room today")}
    endpoint.answer = lambda question: next(
        (reply for words, reply in replies.items() if words in question), (200, "correct")
    )
    code, out, _ = check(endpoint, homework)
    assert code == 3
    assert "hw1: failed: " in out
    assert "'well, perhaps'; try another model" in out
    assert "no room today" in out
    assert "the same command tries it again" in out
    with Path("out/hw/results.csv").open(encoding="utf-8") as file:
        table = {row["proof"]: row for row in csv.DictReader(file)}
    assert "well, perhaps" in table["hw1"]["reason"]
    assert table["hw1"]["page"] == "./evidence/hw1.html"
    assert 'href="./evidence/hw2.html"' in Path("out/hw/index.html").read_text(encoding="utf-8")

    asked = len(endpoint.asked)
    replies.clear()
    code, out, _ = check(endpoint, homework)
    assert code == 3, "the unreadable reply is kept"
    assert "hw2: no error found" in out
    assert len(endpoint.asked) == asked + 1, "only the question without an answer is asked again"
