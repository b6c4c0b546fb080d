import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faithsieve.cli.data import data
from faithsieve.datasets import load_dataset
from support.fault_server import fault_server, ok


def run(*arguments: object) -> Result:
    return CliRunner().invoke(data, [str(a) for a in arguments])


def test_building_commands_stand_beside_the_others() -> None:
    listed = run("--help").output
    assert "validate" in listed
    assert "generate" in listed
    assert "Have a model write candidate proofs" in listed


def problems(path: Path) -> Path:
    path.write_text('{"id": "P1", "problem": "Add 1 and 1."}\n{"problem": "Add 1 and 2."}\n')
    return path


def test_generation_asks_every_problem_before_it_waits_for_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "candidates.jsonl"
    found = run("generate", problems(tmp_path / "p.jsonl"), "--model", "batch:m", "--out", out)
    assert type(found.exception).__name__ == "PendingReplyError"
    assert not out.exists()
    assert (tmp_path / "candidates.jsonl.calls").exists()


def test_two_problems_of_one_name_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text('{"id": "P1", "problem": "a"}\n{"id": "P1", "problem": "b"}\n')
    found = run("generate", file, "--model", "batch:m", "--out", tmp_path / "c.jsonl")
    assert "two problems are called 'P1'" in str(found.exception)


def candidates(path: Path) -> Path:
    rows = [{"id": f"P{n}", "problem": f"Add {n} and 1.", "steps": ["a", "b"]} for n in (1, 2, 3)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def labels(path: Path, *values: object) -> Path:
    rows = [{"id": f"P{n}", "label": value} for n, value in enumerate(values, start=1)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_labelled_candidates_are_a_valid_dataset_with_provenance(tmp_path: Path) -> None:
    out = tmp_path / "dataset.jsonl"
    found = run(
        "label",
        candidates(tmp_path / "c.jsonl"),
        labels(tmp_path / "ann.jsonl", 1, "correct", 2),
        labels(tmp_path / "ben.jsonl", 1, "correct", 1),
        "--out",
        out,
    )
    assert found.exit_code == 0, found.output
    assert "2 rows, 1 correct, 1 incorrect; 2 agreed, 0 adjudicated, 1 left out" in found.output
    assert [row.gold for row in load_dataset(out).proofs] == [1, "correct"]
    provenance = json.loads((tmp_path / "dataset.jsonl.provenance.json").read_text())
    assert provenance["open"] == ["P3"]
    assert set(provenance["sources"]) == {"candidates", "first", "second"}


def test_foreign_outputs_become_a_run(tmp_path: Path) -> None:
    results = tmp_path / "out.jsonl"
    results.write_text('{"id": "P1", "prediction": 0}\n')
    found = run(
        "import-run",
        candidates(tmp_path / "c.jsonl"),
        results,
        "--from",
        "processbench",
        "--out",
        tmp_path / "critic",
    )
    assert found.exit_code == 0, found.output
    assert "1 row, 0 of them failed, 2 open" in found.output
    assert (tmp_path / "critic" / "predictions.jsonl").exists()


@pytest.mark.network
async def test_candidates_come_with_provenance_and_the_same_command_asks_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "candidates.jsonl"
    script = [ok("Step 1: It is 2.\nStep 2: Done."), ok("It is obvious.")]
    async with fault_server(script) as server:
        arguments = ("generate", problems(tmp_path / "p.jsonl"), "--model", "m", "--out", out)
        place = ("--base-url", server.base_url)
        found = await asyncio.to_thread(run, *arguments, *place)
        again = await asyncio.to_thread(run, *arguments, *place, "--force")
        assert len(server.requests) == 2
    assert found.exit_code == again.exit_code == 0, found.output
    assert "1 candidates" in found.output
    (row,) = load_dataset(out).proofs
    assert row.gold is None
    assert [step.text for step in row.proof.steps] == ["It is 2.", "Done."]
    provenance = json.loads((tmp_path / "candidates.jsonl.provenance.json").read_text())
    assert provenance["prompt"].startswith("evaluate/generate_proof@1:")
    assert len(provenance["candidates"]) == len(provenance["failed"]) == 1
