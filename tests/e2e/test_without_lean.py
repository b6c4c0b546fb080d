"""The real embedded Lean with too little memory to start: no label, exit 3, and a way on."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from support.chat_endpoint import serving
from support.embedded_lean import LEAN_FOLDER, find_lean

pytestmark = [pytest.mark.lean, pytest.mark.network, pytest.mark.timeout(600)]

TOO_LITTLE = 8_000_000 * 1024
FALSE_PROOF = {
    "id": "a",
    "problem": "Let x be an integer with x > 3.",
    "steps": ["Since x > 3, we have x^2 > 16."],
    "first_error_step": 1,
}


def starve() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (TOO_LITTLE, TOO_LITTLE))


def evaluate(folder: Path, url: str, *, is_starved: bool) -> subprocess.CompletedProcess[str]:
    arguments = [
        *("eval", "rows.jsonl", "--method", "faithsieve", "--profile", "local"),
        *("--model", "m", "--base-url", url, "--out", "run"),
    ]
    return subprocess.run(
        [sys.executable, "-m", "faithsieve.cli.main", *arguments],
        cwd=folder,
        env=os.environ | {"FAITHSIEVE_HOME": str(LEAN_FOLDER.parent)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        preexec_fn=starve if is_starved else None,
    )


def test_a_lean_that_cannot_start_gives_no_label_and_the_next_run_asks_again(
    tmp_path: Path,
) -> None:
    find_lean()
    (tmp_path / "rows.jsonl").write_text(json.dumps(FALSE_PROOF) + "\n", encoding="utf-8")
    with serving() as endpoint:
        endpoint.answer = lambda question: (200, '{"statements":[],"equation":"","obstacle":"no"}')
        starved = evaluate(tmp_path, endpoint.url, is_starved=True)
        assert starved.returncode == 3, starved.stderr
        assert starved.stdout.startswith("Scores, not final: Lean could not be asked about 1 of 1")
        (line,) = (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
        assert (json.loads(line)["label"], json.loads(line)["kind"]) == (None, "undecided")
        assert "Run: faithsieve eval" in starved.stderr
        fed = evaluate(tmp_path, endpoint.url, is_starved=False)
    assert fed.returncode == 0, fed.stderr
    (line,) = (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == "a"
