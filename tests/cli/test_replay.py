"""``faithsieve replay`` on a run made of rehearsed answers."""

import asyncio
import json
from pathlib import Path

import pytest

from faithsieve.cli.main import run
from faithsieve.datasets import load_dataset
from support.ablations import rehearse
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


def test_every_row_comes_out_again_and_nothing_is_sent(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(base)]) == 0
    assert "3 rows replayed: 3 same, 0 differs, 0 missing, 0 unanswered; 0 calls sent" in (
        capsys.readouterr().out
    )
    assert run(["replay", str(base), "--ids", "p1", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "id": "p1", "status": "same", "before": None, "after": None, "where": ""
    } | {"before": label_of(base, "p1"), "after": label_of(base, "p1")}  # fmt: skip


def label_of(base: Path, id: str) -> object:
    rows = [json.loads(line) for line in (base / "predictions.jsonl").read_text().splitlines()]
    return next(row["label"] for row in rows if row["id"] == id)


def test_a_row_without_its_answers_ends_with_3_and_says_which(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query(base, "DELETE FROM model_calls WHERE prompt_id LIKE 'localize/%'")
    assert run(["replay", str(base)]) == 3
    said = capsys.readouterr().err
    assert "p0: missing" in said
    assert "localize/" in said
    assert "3 rows did not come out again" in said


def test_a_baseline_is_replayed_too_and_a_method_without_a_model_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem("p0")]))
    dataset = load_dataset(file)
    asyncio.run(sitting(tmp_path / "direct", dataset, judging(), method="direct"))
    arguments = ["--dataset", str(file)]
    assert run(["replay", str(tmp_path / "direct"), *arguments]) == 0
    assert "1 same" in capsys.readouterr().out
    assert run(["replay", str(tmp_path / "nothing")]) == 2


def test_a_dataset_that_moved_must_be_named(base: Path) -> None:
    (base.parent / "proofs.jsonl").rename(base.parent / "moved.jsonl")
    assert run(["replay", str(base)]) == 2
    assert run(["replay", str(base), "--dataset", str(base.parent / "moved.jsonl")]) == 0
