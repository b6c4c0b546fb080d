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
from support.tiny_prm import QWEN_HEADS, need_torch, save_model


def run(*words: object, typed: str = "") -> Ended:
    return faithsieve("audit", *words, typed=typed)


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


def test_from_a_blind_sample_to_agreed_labels(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    made = run(
        "sample", proofs(tmp_path / "p.jsonl"), "--kind", "proof", "--size", 2, "--out", tasks
    )
    assert made.code == 0, made.err
    assert "Leaky" not in tasks.read_text()
    ann, ben, agreed = (tmp_path / f"{name}.jsonl" for name in ("ann", "ben", "agreed"))
    first = run("annotate", tasks, "--out", ann, typed="9\nstep 1\nsum is off\ncorrect\n\n")
    assert "neither `correct` nor a step" in first.out + first.err
    assert "\x1b" not in first.out + first.err
    run("annotate", tasks, "--out", ben, typed="correct\n\ncorrect\n\n")
    done = run("agree", ann, ben, "--tasks", tasks, "--out", agreed, typed="1\nreally off\n")
    assert done.code == 0, done.err
    assert "sum is off" in done.out
    joined = run("join", tmp_path / "tasks.jsonl.key", agreed, "--out", "-")
    rows = [json.loads(line) for line in joined.out.splitlines()]
    assert sorted(str(row["label"]) for row in rows) == ["1", "correct"]
    assert all(row["id"].startswith("Leaky") for row in rows)


def test_annotation_goes_on_where_it_stopped(tmp_path: Path) -> None:
    tasks, out = tmp_path / "tasks.jsonl", tmp_path / "ann.jsonl"
    run("sample", proofs(tmp_path / "p.jsonl"), "--kind", "proof", "--size", 3, "--out", tasks)
    stopped = run("annotate", tasks, "--out", out, typed="correct\n\n")
    assert stopped.code != 0
    assert len(out.read_text().splitlines()) == 1
    again = run("annotate", tasks, "--out", out, typed="1\n\n2\n\n")
    assert "all 3 tasks answered" in again.out + again.err


def test_a_key_is_never_overwritten_by_accident(tmp_path: Path) -> None:
    arguments = ("sample", proofs(tmp_path / "p.jsonl"), "--kind", "proof", "--size", 2)
    assert run(*arguments, "--out", tmp_path / "t.jsonl").code == 0
    assert run(*arguments, "--out", tmp_path / "t.jsonl").code == 2


def test_the_label_audit_prints_what_it_found(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "p.jsonl", good("Own1", steps=["So $2 + 2 = 5$."]))
    assert "refuted-before-gold" in run("labels", file).out
    as_json = json.loads(run("labels", file, "--json", "-").out)
    assert as_json["findings"][0]["suggested"] == 1


def test_the_gate_is_calibrated_from_one_file(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"id": "a", "label": "drifted", "drift": "vacuous", "accepted": true}\n')
    found = run("gate", file)
    assert "false positive rate" in found.out
    assert "100.0%" in found.out


async def test_votes_are_scored_from_the_store_without_asking(tmp_path: Path) -> None:
    problems = [make_problem(f"p{n}") for n in range(3)]
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows(problems))
    settings = Settings(baselines=BaselineSettings(votes=5))
    dataset = load_dataset(file)
    await sitting(tmp_path / "run", dataset, judging(), settings=settings, method="majority")
    pool = tmp_path / "pool.jsonl"
    # Asyncio runs one loop a thread; the command starts its own.
    found = await asyncio.to_thread(
        run, "votes", tmp_path / "run", "--dataset", file, "--pool", pool
    )
    assert found.code == 0, found.err
    assert "Direct Majority@5" in found.out
    assert "Direct Majority@9" not in found.out
    assert json.loads(pool.read_text().splitlines()[0])["votes"] == [2] * 5


def test_a_reward_model_s_threshold_is_chosen_on_a_labelled_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_torch()
    monkeypatch.setenv("FAITHSIEVE_PRM__WEIGHTS", str(save_model(tmp_path / "m", heads=QWEN_HEADS)))
    found = run("prm", proofs(tmp_path / "p.jsonl"), "--json", "-")
    choice = json.loads(found.out)
    assert 0 <= choice["threshold"] <= 1
    assert choice["exact_on_correct"]["total"] == 4


def test_decomposition_and_search_audits_print_their_tables(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text('{"id": "p", "preserved": true}\n{"id": "q", "preserved": false}\n')
    assert "preserved, consolidated" in run("decomposition", kept, kept).out
    units, labels = tmp_path / "units.jsonl", tmp_path / "labels.jsonl"
    units.write_text('{"id": "p", "unit": "u", "risk": 0.9, "selected": true, "gold": 1}\n')
    labels.write_text('{"id": "p", "unit": "u", "label": "wrong"}\n')
    assert "unit precision" in run("search", units, labels).out


def test_votes_need_a_store_a_majority_run_and_whole_sizes(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    found = run("votes", bare, "--dataset", proofs(tmp_path / "p.jsonl"))
    assert "has no store.sqlite with a run" in found.err


async def test_a_run_of_another_method_has_no_votes(tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem("p")]))
    await sitting(tmp_path / "run", load_dataset(file), judging())
    found = await asyncio.to_thread(run, "votes", tmp_path / "run", "--dataset", file)
    assert "has no votes" in found.err


def test_a_sample_of_rows_that_are_no_objects_is_refused(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "rows.jsonl", 7)
    found = run("sample", file, "--kind", "proof", "--size", 1, "--out", tmp_path / "t.jsonl")
    assert "line 1, field row: 7 is not an object" in found.err
