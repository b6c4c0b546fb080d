"""The GitHub Action's own script, run as a runner would: exit codes and the findings file."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SCRIPT = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"][-1]["run"]
WRONG = "Compute $2 + 2$.\n\n1. We have $2 + 2 = 5$.\n"
RIGHT = "Compute $2 + 2$.\n\n1. We have $2 + 2 = 4$.\n"


def test_the_hooks_and_the_action_run_commands_that_exist() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert {hook["id"] for hook in hooks} == {"faithsieve-lint", "faithsieve-check"}
    # Inputs reach the script as variables only: a file name must not become a command.
    assert "${{" not in SCRIPT


def act(folder: Path, **inputs: str) -> int:
    program = folder / "bin" / "faithsieve"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m faithsieve.cli.main "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    values = {"COMMAND": "lint", "MODEL": "", "FAIL_ON": "refuted", "SARIF": "f.sarif", **inputs}
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **values, "PATH": path, "FAITHSIEVE_HOME": str(folder)}
    command = ["bash", "-e", "-o", "pipefail", "-c", SCRIPT]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


@pytest.mark.network
@pytest.mark.parametrize(
    ("text", "inputs", "code"),
    [
        (WRONG, {}, 1),
        (WRONG, {"FAIL_ON": "never"}, 0),
        (RIGHT, {}, 0),
        (RIGHT, {"COMMAND": "rm -rf ."}, 2),
    ],
)
def test_the_action_ends_as_its_inputs_say(
    tmp_path: Path, text: str, inputs: dict[str, str], code: int
) -> None:
    (tmp_path / "a.md").write_text(text)
    assert act(tmp_path, FILES="*.md", **inputs) == code
    if code in (0, 1):
        log = json.loads((tmp_path / "f.sarif").read_text())
        assert len(log["runs"][0]["results"]) == (text == WRONG)


@pytest.mark.network
def test_a_file_name_is_no_command(tmp_path: Path) -> None:
    (tmp_path / "$(touch hit).md").write_text(RIGHT)
    act(tmp_path, FILES="*.md")
    act(tmp_path, FILES="`touch hit`; touch hit")
    assert not (tmp_path / "hit").exists()
