"""``faithsieve check … --out``: many proofs in, an index page out, nothing asked twice."""

from pathlib import Path

import pytest

from faithsieve.cli.main import run
from support.chat_endpoint import Endpoint

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


def check(*arguments: str | Path) -> int:
    return run(["check", *map(str, arguments)])


def arguments(endpoint: Endpoint, *sources: str | Path) -> list[str]:
    return [
        *map(str, sources),
        *("--method", "direct", "--model", "m", "--base-url", endpoint.url, "--out", "out/hw"),
    ]


def test_a_folder_gives_an_index_page_and_a_page_a_proof(
    homework: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(*arguments(endpoint, homework)) == 0
    page = Path("out/hw/index.html").read_text(encoding="utf-8")
    assert page.count('<th scope="row"') == 6
    assert "only a problem was found" in page
    assert len(list(Path("out/hw/evidence").iterdir())) == 5
    assert 'href="./evidence/hw0.html"' in page
    said = capsys.readouterr()
    assert "pages: out/hw/index.html" in said.out
    assert "hw0: 2 steps (paragraphs)" in said.err


def test_the_same_command_asks_nothing_twice(homework: Path, endpoint: Endpoint) -> None:
    check(*arguments(endpoint, homework))
    asked = len(endpoint.asked)
    assert asked == 5
    check(*arguments(endpoint, homework))
    assert len(endpoint.asked) == asked


def test_several_files_need_a_folder_for_their_pages(
    homework: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(homework / "hw0.md", homework / "hw1.md") == 2
    assert "add --out DIR" in capsys.readouterr().err
    assert check(homework) == 2
    assert "a folder can hold many proofs" in capsys.readouterr().err


def test_options_for_one_proof_are_refused(
    homework: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(homework, "--out", "out/hw", "--html", "x.html") == 2
    assert "--html is about one proof" in capsys.readouterr().err


def test_nothing_to_read_is_a_user_error(
    homework: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(*arguments(endpoint, homework / "unreadable.txt")) == 2
    assert "no proof could be read" in capsys.readouterr().err
