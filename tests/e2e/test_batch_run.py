"""The commands of a batch run as a user types them: eval, import, the same eval again."""

import json
import random
from pathlib import Path

import pytest

from support.batch_service import PretendedService
from support.command_line import Ended, faithsieve
from support.dataset_files import good, write_lines

PROOFS = (
    ("Solve x + 2 = 5.", ["Subtract 2.", "So x = 3."], "correct"),
    ("Solve 2x = 8.", ["Divide by 2.", "So x = 3."], 2),
    ("Is 9 prime?", ["9 is odd.", "Odd numbers are prime, so yes."], 2),
)


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = (
        good(f"own-{n}", problem=problem, steps=steps, first_error_step=label)
        for n, (problem, steps, label) in enumerate(PROOFS)
    )
    write_lines(tmp_path / "proofs.jsonl", *rows)
    return tmp_path


def evaluate(out: str, *extra: str) -> Ended:
    words = ("--method", "direct", "--model", "batch:toy", "--out", out)
    return faithsieve("eval", "proofs.jsonl", *words, *extra)


def keys_in(folder: str) -> list[str]:
    lines = [line for path in Path(folder).iterdir() for line in path.read_text().splitlines()]
    return sorted(json.loads(line)["custom_id"] for line in lines)


def answer_all(service: PretendedService, folder: str) -> list[str]:
    return [
        str(service.process(path, Path(f"output-{number}.jsonl")))
        for number, path in enumerate(sorted(Path(folder).iterdir()))
    ]


def judge(prompt: str) -> str:
    return "correct" if "x + 2" in prompt else "step 2"


def test_one_stage_takes_one_round_and_the_same_command_finishes(workplace: Path) -> None:
    code, _, err = evaluate("run")
    assert code == 3
    assert "batch file: run/batch/pending-toy-" in err
    assert len(keys_in("run/batch")) == len(PROOFS)

    service = PretendedService(judge, rng=random.Random(1))
    answers = answer_all(service, "run/batch")
    assert faithsieve("batch", "import", "run", *answers).code == 0

    scores = json.loads(evaluate("run", "--json", "-").out)
    assert (scores["answered"], scores["open"]) == (3, 0)
    assert list(Path("run/batch").iterdir()) == []
    lines = Path("run/predictions.jsonl").read_text().splitlines()
    labels = [json.loads(line)["label"] for line in lines]
    assert labels == ["correct", 2, 2]


def test_running_again_before_the_answers_are_there_gives_the_same_file(workplace: Path) -> None:
    evaluate("run")
    before = {path.name: path.read_bytes() for path in Path("run/batch").iterdir()}
    evaluate("run")
    faithsieve("batch", "export", "run")
    assert {path.name: path.read_bytes() for path in Path("run/batch").iterdir()} == before


def test_a_shared_store_does_not_put_one_runs_questions_into_another_runs_file(
    workplace: Path,
) -> None:
    evaluate("one", "--store", "all.sqlite", "--ids", "own-0")
    evaluate("two", "--store", "all.sqlite", "--ids", "own-1,own-2")
    assert len(keys_in("one/batch")) == 1
    assert len(keys_in("two/batch")) == 2
    assert not set(keys_in("one/batch")) & set(keys_in("two/batch"))
