import asyncio
import json
from pathlib import Path

import pytest

from faithsieve.datasets import load_dataset
from faithsieve.records.settings import BaselineSettings, Settings
from support.command_line import Ended, faithsieve
from support.dataset_files import good, write_lines
from support.judges import judging
from support.runs import dataset_rows, make_problem, sitting


def run(*words: object) -> Ended:
    return faithsieve("audit", *words)


def proofs(path: Path) -> Path:
    rows = (
        good(
            f"Leaky{n}",
            problem=f"Add {n} and 1. \x1b[2J",
            steps=[f"The sum is {n + 1}.", "Done."],
            first_error_step="correct" if n % 2 else 1,
        )
        for n in range(8)
    )
    return write_lines(path, *rows)


def test_from_a_blind_sample_to_labels(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    made = run(
        "sample", proofs(tmp_path / "p.jsonl"), "--kind", "proof", "--size", 2, "--out", tasks
    )
    assert made.code == 0, made.err
    assert "Leaky" not in tasks.read_text()
    again = ("sample", tmp_path / "p.jsonl", "--kind", "proof", "--size", 2, "--out", tasks)
    assert run(*again).code == 2, "a key is never overwritten by accident"
    first, second = (json.loads(line)["task"] for line in tasks.read_text().splitlines())
    answers = write_lines(
        tmp_path / "tasks.ann.answers.jsonl",
        {"task": first, "answer": "step 1", "note": "sum is off"},
        {"task": second, "answer": "correct"},
    )
    joined = run("join", tmp_path / "tasks.jsonl.key", answers, "--out", "-")
    rows = [json.loads(line) for line in joined.out.splitlines()]
    assert sorted(str(row["label"]) for row in rows) == ["1", "correct"]
    assert all(row["id"].startswith("Leaky") for row in rows)


FILES = {
    "kept": '{"id": "p", "preserved": true}\n{"id": "q", "preserved": false}\n',
    "units": '{"id": "p", "unit": "u", "risk": 0.9, "selected": true, "gold": 1}\n',
    "blind": '{"id": "p", "unit": "u", "label": "wrong"}\n',
    "pairs": '{"id": "a", "label": "drifted", "drift": "vacuous", "accepted": true}\n',
    "rows": '{"id": "Own1", "problem": "p", "steps": ["So $2 + 2 = 5$."], '
    '"first_error_step": "correct"}\n',
    "seven": "7\n",
}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("labels", "rows"), "refuted-before-gold"),
        (("labels", "rows", "--json", "-"), '"suggested": 1'),
        (("decomposition", "kept", "kept"), "preserved, consolidated"),
        (("search", "units", "blind"), "unit precision"),
        (("gate", "pairs"), "100.0%"),
        (("votes", ".", "--dataset", "rows"), "has no store.sqlite with a run"),
        (
            ("sample", "seven", "--kind", "proof", "--size", "1", "--out", "t"),
            "line 1, field row: 7 is not an object",
        ),
    ],
)
def test_audits_print_their_tables_or_name_what_is_missing(
    tmp_path: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(f"{name}.jsonl").write_text(text)
    found = run(*(f"{word}.jsonl" if word in FILES else word for word in words))
    assert said in found.out + found.err


async def test_votes_are_scored_from_the_store_without_asking(tmp_path: Path) -> None:
    problems = [make_problem(f"p{n}") for n in range(3)]
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows(problems))
    settings = Settings(baselines=BaselineSettings(votes=5))
    dataset = load_dataset(file)
    await sitting(tmp_path / "run", dataset, judging(), settings=settings, method="majority")
    # Asyncio runs one loop a thread; the command starts its own.
    found = await asyncio.to_thread(run, "votes", tmp_path / "run", "--dataset", file)
    assert found.code == 0, found.err
    assert "Direct Majority@5" in found.out
    assert "Direct Majority@9" not in found.out
