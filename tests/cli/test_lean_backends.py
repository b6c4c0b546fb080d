"""Lean on the command line: choosing a backend, the doctor's table, benchmarking."""

import json
import sys
from pathlib import Path

import pytest

from faithsieve.cli.lean_backends import read_rows
from faithsieve.cli.lean_elaborate import StatementRow
from faithsieve.errors import InputError
from faithsieve.lean.doctor import DoctorReport
from support.command_line import faithsieve

FAKE = Path(__file__).parent.parent / "support" / "fake_repl.py"
BELIEVES_EVERYTHING = ("--backend", "repl", "--command", f"{sys.executable} {FAKE}")


@pytest.mark.network
def test_a_backend_that_believes_everything_fails_the_doctor(tmp_path: Path) -> None:
    out = tmp_path / "doctor.json"
    code, said, _ = faithsieve("lean", "doctor", *BELIEVES_EVERYTHING, "--json", out)
    assert code == 2
    report = DoctorReport.model_validate(json.loads(out.read_text(encoding="utf-8")))
    assert "rejects a false claim" in report.failed
    assert "accepts a true theorem" not in report.failed
    assert "WRONG" in said


@pytest.mark.network
def test_the_benchmark_prints_a_ratio() -> None:
    code, said, _ = faithsieve("lean", "bench", *BELIEVES_EVERYTHING, "--checks", "4")
    assert code == 0
    assert "times faster" in said


def test_a_file_of_rows_is_read_line_by_line_and_other_fields_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    rows = [{"id": "a", "statement": ": True", "topic": "x"}, {"id": "b", "statement": ": False"}]
    file.write_text("\n\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    assert [row.id for row in read_rows(StatementRow, file)] == ["a", "b"]


@pytest.mark.parametrize("line", ["{}", "no json", "[]", '{"id": 1}'])
def test_a_line_that_is_no_row_is_named_by_its_number(line: str, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(f"\n{line}", encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_rows(StatementRow, file)
