import asyncio
import json
from pathlib import Path

import pytest

from faithsieve.datasets import load_dataset
from support.command_line import Ended, faithsieve
from support.dataset_files import write_lines
from support.fault_server import fault_server, ok


def run(*words: object) -> Ended:
    return faithsieve("data", *words)


def problems(path: Path) -> Path:
    return write_lines(path, {"id": "P1", "problem": "Add 1 and 1."}, {"problem": "Add 1 and 2."})


def test_generation_asks_every_problem_before_it_waits_for_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "candidates.jsonl"
    found = run("generate", problems(tmp_path / "p.jsonl"), "--model", "batch:m", "--out", out)
    assert found.code == 3
    assert found.err.startswith("stopped: ")
    assert not out.exists()
    assert (tmp_path / "candidates.jsonl.calls").exists()
    twice = write_lines(tmp_path / "p.jsonl", *({"id": "P1", "problem": text} for text in "ab"))
    found = run("generate", twice, "--model", "batch:m", "--out", out)
    assert "two problems are called 'P1'" in found.err


def candidates(path: Path) -> Path:
    steps = ["a", "b"]
    rows = ({"id": f"P{n}", "problem": f"Add {n} and 1.", "steps": steps} for n in (1, 2, 3))
    return write_lines(path, *rows)


def labels(path: Path, *values: object) -> Path:
    rows = ({"id": f"P{n}", "label": value} for n, value in enumerate(values, start=1))
    return write_lines(path, *rows)


def test_labelled_candidates_are_a_valid_dataset_with_provenance(tmp_path: Path) -> None:
    out = tmp_path / "dataset.jsonl"
    first = labels(tmp_path / "ann.jsonl", 1, "correct", 2)
    second = labels(tmp_path / "ben.jsonl", 1, "correct", 1)
    found = run("label", candidates(tmp_path / "c.jsonl"), first, second, "--out", out)
    assert found.code == 0, found.err
    told = "2 rows, 1 correct, 1 incorrect; 2 agreed, 0 adjudicated, 1 left out"
    assert told in found.out + found.err
    assert [row.gold for row in load_dataset(out).proofs] == [1, "correct"]
    provenance = json.loads((tmp_path / "dataset.jsonl.provenance.json").read_text())
    assert provenance["open"] == ["P3"]
    assert set(provenance["sources"]) == {"candidates", "first", "second"}


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
    assert found.code == again.code == 0, found.err
    assert "1 candidates" in found.out + found.err
    (row,) = load_dataset(out).proofs
    assert row.gold is None
    assert [step.text for step in row.proof.steps] == ["It is 2.", "Done."]
    provenance = json.loads((tmp_path / "candidates.jsonl.provenance.json").read_text())
    assert provenance["prompt"].startswith("evaluate/generate_proof@1:")
    assert len(provenance["candidates"]) == len(provenance["failed"]) == 1
