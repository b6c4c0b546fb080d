from pathlib import Path

import pytest

from faithsieve.cli.lean import describe_report, prepare
from faithsieve.errors import LeanUnavailableError
from faithsieve.records.lean import LeanGoal, LeanStatus
from support.command_line import faithsieve
from support.lean_workers import installed_toolchain, write_image
from support.scripted_lean import lean_message, lean_report


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sealed: None) -> None:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))


def test_setting_up_from_a_wrong_file_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.tgz"
    wrong.write_bytes(b"not lean")
    code, _, err = faithsieve("lean", "setup", "--from", wrong)
    assert code == 2
    assert "nothing of it was used" in err


@pytest.mark.network
async def test_setting_up_again_drops_an_image_that_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The folder of the package is empty, so that nothing starts from any image.
    toolchain = installed_toolchain(tmp_path)
    image = write_image(toolchain, b"damaged when it was written")
    with pytest.raises(LeanUnavailableError, match="Driver of the embedded Lean did not compile"):
        await prepare(toolchain)
    assert "does not start, so it is compiled again" in capsys.readouterr().out
    assert not image.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"theorem t : True := trivial", "Run: faithsieve lean setup"),
        (b"\xff\xfe", "a.lean"),
        (b"\xff\xfe", "not UTF-8"),
        (None, "a.lean"),
        (None, "cannot read"),
    ],
)
def test_a_missing_lean_and_a_file_that_cannot_be_read_are_named(
    content: bytes | None, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.lean"
    if content is not None:
        file.write_bytes(content)
    code, _, err = faithsieve("lean", "check", file)
    assert code == 2
    assert said in err


def test_a_report_is_described_with_status_messages_and_goals() -> None:
    goal = LeanGoal(line=1, column=0, text="⊢ False")
    error = lean_message("error", 1, "unknown thing")
    text = describe_report(lean_report(LeanStatus.ERROR, error, goals=(goal,)))
    assert text.startswith("error")
    assert "1:0: error: unknown thing" in text
    assert "⊢ False" in text
    assert "the text itself uses: no axiom; what it takes" in describe_report(lean_report())
    assert "time limit" in describe_report(lean_report(LeanStatus.TIMEOUT, detail="the time limit"))
