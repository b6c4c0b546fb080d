"""Baselines with the smallest local model: every reply is kept and none is guessed at."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.xdist_group("local_model"),
    pytest.mark.timeout(900),
]

PROOF = {
    "id": "own-1",
    "problem": "Solve 3x + 5 = 20.",
    "steps": ["Subtract 5: 3x = 15.", "Divide by 3: x = 6."],
    "first_error_step": 2,
}


def test_a_critic_and_an_adjudicator_run_with_the_local_model(
    smollm: Path, faithsieve_home: Path, tmp_path: Path
) -> None:
    (tmp_path / "proofs.jsonl").write_text(json.dumps(PROOF) + "\n")
    arguments = ["eval", "proofs.jsonl", "--method", "critics", "--model", "local:smollm2-135m"]
    done = subprocess.run(
        [sys.executable, "-m", "faithsieve.cli.main", *arguments, "--out", "run"],
        cwd=tmp_path,
        env={
            **os.environ,
            "FAITHSIEVE_HOME": str(faithsieve_home),
            "FAITHSIEVE_LOCAL__THREADS": "1",
            "FAITHSIEVE_BASELINES__CRITICS": "1",
            # A model this small may talk without end; a cut reply is a parse failure.
            "FAITHSIEVE_DECODING__CRITIC__MAX_OUTPUT_TOKENS": "200",
            "FAITHSIEVE_DECODING__ADJUDICATOR__MAX_OUTPUT_TOKENS": "200",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    (row,) = map(json.loads, (tmp_path / "run" / "predictions.jsonl").read_text().splitlines())
    assert (row["label"] is None) == (row["failure"] == "parse_failure")
    assert row["tokens"] > 0
