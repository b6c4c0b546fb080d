"""Schemathesis sends what the schema allows and what it forbids: no 500, no surprise."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.runs_on_disk import write_run
from support.website import serving, website

UNTRUE = "positive_data_acceptance"
"""It expects that every text has steps and every step number is one of the proof."""


# A body above the limit is refused before its schema is looked at.
SETTINGS = """
[checks]
negative_data_rejection.expected-statuses = ["4xx"]
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    write_run(tmp_path / "runs" / "first")
    with website(tmp_path) as site:
        patient = site._replace(access=site.access._replace(changes_a_minute=1_000_000))
        with serving(patient) as found:
            yield found


@pytest.mark.network
@pytest.mark.timeout(600)
def test_no_request_makes_the_server_fail_or_break_its_schema(address: str, tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(SETTINGS)
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "run", f"{address}/openapi.json"),
        *("--phases", "coverage,fuzzing", "--max-examples", "15", "--seed", "20"),
        *("--exclude-checks", UNTRUE, "--no-color", "--suppress-health-check", "all"),
    ]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-6000:]
