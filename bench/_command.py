"""The real command line, as a user would start it, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def eval_command(dataset: Path, out: Path, base_url: str, *, concurrency: int) -> list[str]:
    """``faithsieve eval`` with the direct judge against a local endpoint."""
    return [
        *(sys.executable, "-m", "faithsieve.cli.main", "eval", str(dataset)),
        *("--method", "direct", "--out", str(out), "--model", "bench", "--base-url", base_url),
        *("--concurrency", str(concurrency)),
    ]


def clean_environment() -> dict[str, str]:
    """An environment without the settings of whoever runs the benchmark."""
    own = {name for name in os.environ if name.startswith("FAITHSIEVE_")} - {"FAITHSIEVE_HOME"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return kept | {"OPENAI_API_KEY": "not-a-key"}


def start(
    command: list[str], environment: Mapping[str, str] | None = None
) -> "subprocess.Popen[str]":
    """Start a command, with these variables on top of a clean environment."""
    return subprocess.Popen(
        command,
        env=clean_environment() | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> str:
    """Wait for a command that must succeed and give what it printed."""
    output, _ = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"exit code {process.returncode}:\n{output}")
    return output
