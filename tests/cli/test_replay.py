"""``faithsieve replay`` on a run made of rehearsed answers."""

import asyncio
import json
from pathlib import Path

import pytest

from faithsieve.datasets import load_dataset
from support.ablations import rehearse
from support.command_line import faithsieve
from support.judges import judging
from support.runs import dataset_rows, make_problem, sitting
from support.stores import query


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A finished run of three proofs."""
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem(f"p{n}") for n in range(3)]))
    asyncio.run(rehearse(tmp_path / "base", load_dataset(file)))
    return tmp_path / "base"


def test_every_row_comes_out_again_and_nothing_is_sent(base: Path) -> None:
    code, out, _ = faithsieve("replay", base)
    assert code == 0
    assert "3 rows replayed: 3 same, 0 differs, 0 missing, 0 unanswered; 0 calls sent" in out
    found = json.loads(faithsieve("replay", base, "--ids", "p1", "--json", "-").out)
    rows = [json.loads(line) for line in (base / "predictions.jsonl").read_text().splitlines()]
    label = rows[1]["label"]
    assert found == {"id": "p1", "status": "same", "before": label, "after": label, "where": ""}


def test_a_row_without_its_answers_ends_with_3_and_says_which(base: Path) -> None:
    query(base, "DELETE FROM model_calls WHERE prompt_id LIKE 'localize/%'")
    code, _, said = faithsieve("replay", base)
    assert code == 3
    assert "p0: missing" in said
    assert "localize/" in said
    assert "3 rows did not come out again" in said


def test_a_baseline_is_replayed_too_and_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem("p0")]))
    dataset = load_dataset(file)
    asyncio.run(sitting(tmp_path / "direct", dataset, judging(), method="direct"))
    assert "1 same" in faithsieve("replay", tmp_path / "direct", "--dataset", file).out
    assert faithsieve("replay", tmp_path / "nothing").code == 2


def test_a_dataset_that_moved_must_be_named(base: Path) -> None:
    (base.parent / "proofs.jsonl").rename(base.parent / "moved.jsonl")
    assert faithsieve("replay", base).code == 2
    assert faithsieve("replay", base, "--dataset", base.parent / "moved.jsonl").code == 0
