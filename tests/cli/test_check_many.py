"""``faithsieve check … --out``: many proofs in, an index page out, nothing asked twice."""

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
    assert code == 0
    page = Path("out/hw/index.html").read_text(encoding="utf-8")
    assert page.count('<th scope="row"') == 6
    assert "only a problem was found" in page
    assert len(list(Path("out/hw/evidence").iterdir())) == 5
    assert 'href="./evidence/hw0.html"' in page
    assert "pages: out/hw/index.html" in out
    assert "hw0: 2 steps (paragraphs)" in err
    check(endpoint, homework)
    assert len(endpoint.asked) == 5
