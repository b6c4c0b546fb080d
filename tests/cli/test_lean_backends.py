"""Lean on the command line: choosing a backend, the doctor's table, serving, benchmarking."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from faithsieve.cli.lean import setup
from faithsieve.cli.lean_bench import bench
from faithsieve.cli.lean_doctor import doctor, doctor_table
from faithsieve.cli.lean_serve import serve
from faithsieve.errors import ConfigError
from faithsieve.lean.doctor import DoctorReport, DoctorRow
from faithsieve.records.lean import LeanStatus

FAKE = Path(__file__).parent.parent / "support" / "fake_repl.py"
FAKE_COMMAND = f"{sys.executable} {FAKE}"


def test_the_network_is_not_served_without_a_key() -> None:
    result = CliRunner().invoke(serve, ["--transport", "http", "--host", "0.0.0.0"])
    assert isinstance(result.exception, ConfigError)
    assert "FAITHSIEVE_SERVE_KEY" in str(result.exception)


@pytest.mark.network
def test_a_backend_that_believes_everything_fails_the_doctor(tmp_path: Path) -> None:
    out = tmp_path / "doctor.json"
    arguments = ["--backend", "repl", "--command", FAKE_COMMAND, "--json", str(out)]
    result = CliRunner().invoke(doctor, arguments)
    assert isinstance(result.exception, ConfigError)
    report = DoctorReport.model_validate(json.loads(out.read_text(encoding="utf-8")))
    assert "rejects a false claim" in report.failed
    assert "accepts a true theorem" not in report.failed
    assert "WRONG" in result.output


@pytest.mark.network
def test_the_benchmark_prints_a_ratio() -> None:
    arguments = ["--backend", "repl", "--command", FAKE_COMMAND, "--checks", "4"]
    result = CliRunner().invoke(bench, arguments)
    assert result.exit_code == 0
    assert "times faster" in result.output


def test_the_table_shows_every_row() -> None:
    row = DoctorRow(name="sees a sorry", status=LeanStatus.OK, fault="did not", seconds=0.5)
    table = doctor_table(DoctorReport(backend="b", toolchain="t", rows=(row,)))
    assert table.row_count == 1


def test_the_forty_cases_need_a_lean_with_mathlib() -> None:
    result = CliRunner().invoke(doctor, ["--mathlib"])
    assert isinstance(result.exception, ConfigError)
    assert "--backend native" in str(result.exception)


def test_a_native_lean_is_looked_for_and_never_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = CliRunner().invoke(setup, ["--native", str(tmp_path)])
    assert result.exit_code == 0
    assert "- elan: missing" in result.output
    assert "lake exe cache get" in result.output
    assert "[lean]" not in result.output
