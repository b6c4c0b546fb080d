"""A native Lean: what of it is there, and how a worker starts it."""

import json
import sys
from pathlib import Path

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import WorkerLimits
from faithsieve.lean.external_backend import MATHLIB, ExternalToolchain
from faithsieve.lean.native import NativeWorker, look_for_native

ECHO = """\
import json, pathlib, sys, time
box = pathlib.Path(sys.argv[-1])
config = json.loads((box / "config.json").read_text())
driver = pathlib.Path(sys.argv[-2]).read_text()
ready = {"nonce": config["nonce"], "messages": [], "message_count": 0, "errors": 0, "axioms": 0}
ready |= {"internal": None, "ended": True, "config": config, "arguments": sys.argv[1:]}
ready |= {"has_main": "unsafe def main" in driver}
(box / "tmp").write_text(json.dumps(ready))
(box / "tmp").rename(box / "ready.reply")
time.sleep(60)
"""


def found(project: Path) -> dict[str, str]:
    return {finding.part: finding.found for finding in look_for_native(project)}


def test_an_empty_folder_has_nothing_and_every_gap_has_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ELAN_HOME", str(tmp_path / "elan"))
    findings = look_for_native(tmp_path)
    assert not any(finding.found for finding in findings)
    assert all(finding.advice for finding in findings)


def test_a_project_with_everything_is_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "elan"
    (home / "toolchains" / "leanprover--lean4---v4.28.0").mkdir(parents=True)
    monkeypatch.setenv("ELAN_HOME", str(home))
    (tmp_path / "lean-toolchain").write_text("leanprover/lean4:v4.28.0\n", encoding="utf-8")
    packages = {"packages": [{"name": "mathlib", "rev": "a" * 40}]}
    (tmp_path / "lake-manifest.json").write_text(json.dumps(packages), encoding="utf-8")
    built = tmp_path / ".lake" / "packages" / "mathlib" / ".lake" / "build" / "lib" / "lean"
    built.mkdir(parents=True)
    (built / "Mathlib.olean").touch()
    said = found(tmp_path)
    assert said["lean-toolchain"] == "leanprover/lean4:v4.28.0"
    assert said["toolchain installed"]
    assert said["Mathlib in the manifest"] == "a" * 40
    assert said["Mathlib compiled"]


@pytest.mark.network
async def test_a_worker_runs_the_driver_in_the_project_with_bounded_memory(tmp_path: Path) -> None:
    program = tmp_path / "lean.py"
    program.write_text(ECHO, encoding="utf-8")
    toolchain = ExternalToolchain(
        backend="native", header=MATHLIB, reached=(sys.executable, str(program)), project=tmp_path
    )
    worker = NativeWorker(toolchain)
    await worker.start()
    try:
        said = worker.ready
    finally:
        await worker.stop()
    config, arguments = said["config"], said["arguments"]
    assert isinstance(config, dict)
    assert isinstance(arguments, list)
    assert config["library"] == ["Mathlib"]
    assert config["libraries"] == ["Mathlib", "Aesop", "Batteries"]
    assert config["follows_libraries"] == "yes"
    assert "norm_num" in config["words"]
    assert "polyrith" not in config["words"]
    assert arguments[0].startswith("--memory=")
    assert arguments[1] == "--run"
    assert said["has_main"]


@pytest.mark.network
async def test_a_program_that_is_not_there_is_said_so() -> None:
    toolchain = ExternalToolchain(backend="native", header=MATHLIB, reached=("/no/lean",))
    with pytest.raises(LeanUnavailableError, match="native Lean did not start: cannot start"):
        await NativeWorker(toolchain).start()


@pytest.mark.network
async def test_a_lean_that_another_program_started_is_not_taken_for_stalled(tmp_path: Path) -> None:
    program = tmp_path / "lean.py"
    busy = "import time\nbegan = time.process_time()\nwhile time.process_time() < began + 4: pass\n"
    program.write_text(busy + ECHO, encoding="utf-8")
    # Like `lake env`, the shell waits for the program and computes nothing itself.
    starter = ("sh", "-c", '"$@"; true', "sh", sys.executable, str(program))
    toolchain = ExternalToolchain(backend="native", header=MATHLIB, reached=starter)
    worker = NativeWorker(toolchain, WorkerLimits(stalled_s=3.0))
    try:
        await worker.start()
        assert worker.ready["has_main"]
    finally:
        await worker.stop()
