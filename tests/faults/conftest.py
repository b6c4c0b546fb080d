"""Faults that happen to long runs, and what must hold all the same.

Every problem ends once, as a prediction or a failure record. Predictions are those of a run without
faults. No answer that arrived is asked for again. No fault of a machine changes a label. Nothing
is left behind: no process, no socket, no temporary folder.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench._endpoint import running_endpoint
from bench._proofs import write_proofs

from support.commands import ROWS, Workplace


@pytest.fixture
def workplace(tmp_path: Path) -> Iterator[Workplace]:
    """A folder with a dataset; a test that leaves something behind fails."""
    place = Workplace(tmp_path)
    write_proofs(tmp_path / "proofs.jsonl", ROWS)
    yield place
    left = place.left_behind()
    for process in place.processes():
        process.kill()
    assert left == []


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[str]:
    """A real endpoint whose answers depend on the question alone."""
    with running_endpoint(tmp_path / "endpoint.log", delay_s=0.02) as url:
        yield url
