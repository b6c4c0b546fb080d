"""Broken and hostile files at the command line get a clear status."""

import json
from pathlib import Path

import pytest

from faithsieve.cli.main import main
from faithsieve.records.lean import LeanStatus
from support.embedded_lean import LEAN_FOLDER, find_lean

pytestmark = [pytest.mark.lean, pytest.mark.xdist_group("lean")]

DEEP = "theorem t : True := " + "(" * 10_000 + "trivial" + ")" * 10_000
LARGE = "-- " + "x" * 10_000_000 + "\ntheorem t : True := trivial"
NEVER_SENT = {
    "ten megabytes": (LARGE, "at most 1048576 are checked"),
    "ten thousand brackets": (DEEP, "nested 10000 deep"),
    "a NUL": ("theorem t : True :=\x00 trivial", "NUL character at 19"),
}


@pytest.fixture
def lean_at_home(monkeypatch: pytest.MonkeyPatch, sealed: None) -> None:
    """Let the command find the Lean that the tests use."""
    find_lean()
    monkeypatch.setenv("FAITHSIEVE_HOME", str(LEAN_FOLDER.parent))


@pytest.mark.usefixtures("lean_at_home")
@pytest.mark.parametrize("about", NEVER_SENT)
def test_what_is_never_sent_to_lean_is_explained_at_once(
    about: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, words = NEVER_SENT[about]
    file = tmp_path / "bad.lean"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["lean", "check", str(file), "--theorem", "t", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == LeanStatus.INFRASTRUCTURE
    assert words in report["detail"]
    assert report["elapsed_s"] < 5


@pytest.mark.usefixtures("lean_at_home")
def test_a_file_that_is_not_utf8_is_refused_with_its_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.lean"
    file.write_bytes(b"theorem t : True := \xff trivial")
    with pytest.raises(SystemExit) as end:
        main(["lean", "check", str(file)])
    assert end.value.code == 2
    assert "byte 20 is 0xff" in capsys.readouterr().err
