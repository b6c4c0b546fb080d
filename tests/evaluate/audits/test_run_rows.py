"""Rows for annotators out of a run: every kind, with what is hidden beside what is shown."""

import asyncio
from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import TaskKind
from faithsieve.evaluate.audits.run_rows import rows_of_run
from faithsieve.records.checked_proof import CheckedProof
from support.checked_proofs import rich_checked_proof
from support.results import write_run as write_lines
from support.runs_on_disk import write_run


async def test_units_say_what_was_selected_and_statements_what_was_accepted(tmp_path: Path) -> None:
    folder = await _written(tmp_path / "run")
    units = await rows_of_run(folder, TaskKind.UNIT)
    assert {row["selected"] for row in units} == {True, False}
    assert all(0 <= row["risk"] <= 1 for row in units)
    statements = await rows_of_run(folder, TaskKind.STATEMENT)
    assert {row["accepted"] for row in statements} == {True}


async def test_a_run_without_evidence_says_so(tmp_path: Path) -> None:
    lines = write_lines(tmp_path / "lines", [{"id": "a", "label": 1}])
    with pytest.raises(InputError, match="no store"):
        await rows_of_run(lines, TaskKind.UNIT)
    bare = await _written(tmp_path / "bare", bare=True)
    with pytest.raises(InputError, match="no evidence for unit"):
        await rows_of_run(bare, TaskKind.UNIT)


async def _written(folder: Path, *, bare: bool = False) -> Path:
    """Write a run; the builder has an event loop of its own."""
    rich = rich_checked_proof()
    checked = CheckedProof(proof=rich.proof, verdict=rich.verdict) if bare else rich
    return await asyncio.to_thread(write_run, folder, problems=3, checked=checked)
