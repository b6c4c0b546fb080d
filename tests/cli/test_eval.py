"""``faithsieve eval`` as a user meets it: output, files, exit codes, and how to go on."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faithsieve.cli.eval import interrupts, this_command
from faithsieve.cli.eval_progress import describe
from faithsieve.evaluate.runner import Progress, StopSwitch
from support.chat_endpoint import Endpoint
from support.command_line import Ended, faithsieve
from support.runs import dataset_rows, make_problem


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six proofs, in an empty folder of their own that is also the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_MODEL__MAX_RETRIES", "0")
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem(f"p{n}") for n in range(6)]))
    return file


def arguments(dataset: Path, endpoint: Endpoint | None, *more: str) -> list[str]:
    """The words of ``eval`` with the direct method; without an endpoint the model is a batch."""
    model = ["m", "--base-url", endpoint.url] if endpoint else ["batch:m"]
    return [str(dataset), "--method", "direct", "--out", "runs/first", "--model", *model, *more]


def evaluate(dataset: Path, endpoint: Endpoint | None, *more: str) -> Ended:
    return faithsieve("eval", *arguments(dataset, endpoint, *more))


def rows(name: str = "predictions.jsonl") -> list[dict[str, object]]:
    text = (Path("runs/first") / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def summary() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("runs/first/metrics.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.network
def test_a_dataset_becomes_a_scored_run_and_the_same_command_asks_nothing_more(
    dataset: Path, endpoint: Endpoint
) -> None:
    code, out, err = evaluate(dataset, endpoint)
    assert code == 0
    assert "exact, over all rows" in out
    assert "files: runs/first" in out
    assert "6/6 done · 0 failed" in err
    assert [row["id"] for row in rows()] == [f"p{n}" for n in range(6)]
    assert evaluate(dataset, endpoint).code == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_a_bad_key_stops_the_run_and_the_message_is_the_command_to_go_on(
    dataset: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = arguments(dataset, endpoint, "--concurrency", "1")
    monkeypatch.setattr(sys, "argv", ["faithsieve", "eval", *typed])
    endpoint.answer = lambda question: (401, "no such key")
    code, _, message = faithsieve("eval", *typed)
    assert code == 3
    assert f"Run: faithsieve eval {dataset} --method direct --out runs/first" in message
    assert len(endpoint.asked) == 1
    assert all(row["label"] is row["failure"] is None for row in rows())
    assert summary()["open"] == summary()["overall"]["open"] == 6
    endpoint.answer = lambda question: (200, "step 2")
    assert faithsieve("eval", *typed).code == 0
    assert [row["label"] for row in rows()] == [2] * 6


@pytest.mark.network
def test_an_unreadable_answer_is_counted_kept_raw_and_not_paid_again(
    dataset: Path, endpoint: Endpoint
) -> None:
    endpoint.answer = lambda question: (200, "perhaps" if "p3" in question else "correct")
    assert evaluate(dataset, endpoint).code == 0
    assert rows()[3] | {"tokens": 0, "seconds": 0} == {
        "id": "p3", "label": None, "gold": "correct", "kind": None, "tokens": 0, "seconds": 0,
        "failure": "parse_failure",
    }  # fmt: skip
    tokens = rows()[3]["tokens"]
    assert isinstance(tokens, int)
    assert tokens > 0
    assert rows("failures.jsonl")[0]["raw_text"] == "perhaps"
    assert evaluate(dataset, endpoint, "--retry-failed").code == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_a_run_whose_every_reply_failed_to_parse_does_not_end_well(
    dataset: Path, endpoint: Endpoint
) -> None:
    endpoint.answer = lambda question: (200, "well, perhaps")
    code, _, err = evaluate(dataset, endpoint)
    assert code == 3
    assert "no answer at all: 6 of 6 problems by parse_failure" in err
    assert "well, perhaps" in err
    assert "--retry-failed" in err


@pytest.mark.network
def test_a_run_without_gold_labels_prints_the_labels_it_found(
    dataset: Path, endpoint: Endpoint
) -> None:
    kept = [json.loads(line) for line in dataset.read_text().splitlines()]
    for row in kept:
        del row["first_error_step"]
    dataset.write_text("".join(json.dumps(row) + "\n" for row in kept))
    endpoint.answer = lambda question: (200, "step 2" if "p1" in question else "correct")
    code, out, _ = evaluate(dataset, endpoint)
    assert code == 0
    assert "Labels of first: 5 correct, 1 with an error" in out
    assert ["p1", "step", "2"] in [line.split()[:3] for line in out.splitlines()]
    assert "exact" not in out
    assert "Labels of first" in faithsieve("report", "runs/first").out


@pytest.mark.network
def test_a_token_limit_is_the_runs_and_the_named_higher_one_finishes_it(
    dataset: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evaluate(dataset, endpoint, "--limit", "2").code == 0
    limit = str(sum(int(str(row["tokens"])) for row in rows()) + 1)
    typed = arguments(dataset, endpoint, "--max-tokens", limit)
    monkeypatch.setattr(sys, "argv", ["faithsieve", "eval", *typed])
    code, _, err = faithsieve("eval", *typed)
    assert code == 3
    last = err.splitlines()[-1].split()
    assert last.count("--max-tokens") == 2, "once in the sentence, once in the command"
    higher = last[-1]
    assert int(higher) > int(limit)
    assert summary()["overall"]["rows"] == 6
    assert summary()["overall"]["exact"]["total"] == 6
    assert summary()["stopped"] is not None
    assert len(endpoint.asked) == 2
    assert evaluate(dataset, endpoint, "--max-tokens", higher).code == 0
    assert len(endpoint.asked) == 6
    assert summary()["stopped"] is None


@pytest.mark.network
def test_limits_and_ids_grow_one_run_and_machine_output_is_json_alone(
    dataset: Path, endpoint: Endpoint
) -> None:
    assert evaluate(dataset, endpoint, "--ids", "p4").code == 0
    Path("ids").write_text("p1\n\np4\n")
    assert evaluate(dataset, endpoint, "--ids", "@ids").code == 0
    found = json.loads(evaluate(dataset, endpoint, "--limit", "1", "--json", "-").out)
    assert [row["id"] for row in rows()] == ["p0", "p1", "p4"]
    assert (found["problems"], found["answered"], found["open"]) == (3, 3, 0)
    assert found["in_dataset"] == 6
    assert evaluate(dataset, endpoint, "--max-seconds", "0.000001").code == 3
    assert "1e-06 seconds" in summary()["stopped"]["message"]
    assert summary()["stopped"]["kind"] == "budget"
    assert len(endpoint.asked) < 6


@pytest.mark.network
def test_a_shared_store_serves_a_second_folder_without_asking(
    dataset: Path, endpoint: Endpoint
) -> None:
    shared = ("--store", "shared.sqlite")
    assert evaluate(dataset, endpoint, *shared).code == 0
    assert evaluate(dataset, endpoint, *shared, "--out", "runs/second").code == 0
    assert len(endpoint.asked) == 6
    assert not Path("runs/first/store.sqlite").exists()
    manifest = json.loads(Path("runs/first/manifest.json").read_text())
    assert manifest["store"] == str(Path("shared.sqlite").resolve())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--engine", "cloud"), "'cloud' is not one of 'local', 'ray'"),
        (("--out", ".git"), "run name '.git'"),
        (("--out", "a/../../b"), "'a/../../b' goes down and up again"),
        (("--ids", "nobody"), "no problem of the dataset is called nobody"),
        (("--ids", "@missing.txt"), "the file cannot be read"),
        (("--store", "mysql://u:s3cret@h/d"), "store URL with 'mysql'"),
        (("--concurrency", "0"), "model.concurrency = 0"),
        (("--model", "gpt-5.4"), "OPENAI_API_KEY"),
        (("--engine", "ray"), "pip install 'faithsieve[ray]'"),
    ],
)
def test_what_cannot_be_used_is_named_and_nothing_starts(
    dataset: Path, more: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, message = evaluate(dataset, None, *more)
    assert code == 2
    assert said in message
    assert "s3cret" not in message


def test_bad_rows_stop_the_run_unless_they_are_to_be_skipped(dataset: Path) -> None:
    dataset.write_text(dataset.read_text() + '{"id": "empty", "problem": "x", "steps": []}\n')
    code, _, err = evaluate(dataset, None)
    assert code == 2
    assert "line 7" in err
    assert "left out 1 bad row;" in evaluate(dataset, None, "--skip-bad").err


def test_the_command_to_go_on_is_quoted_for_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/x/faithsieve", "eval", "my proofs.jsonl", "--out", "a;b"])
    assert this_command() == "faithsieve eval 'my proofs.jsonl' --out 'a;b'"


@pytest.mark.parametrize(
    ("idle_s", "said"),
    [
        (0, "0:03 left"),
        (150, "waiting for an answer, nothing ended for 2:30"),
    ],
)
def test_progress_says_done_failed_cost_and_time_left_or_that_it_waits(
    idle_s: float, said: str
) -> None:
    progress = Progress(
        total=9, done=4, failed=1, tokens=1234, cost_usd=0.5, idle_s=idle_s, remaining_s=3.0
    )
    before = "4/9 done · 1 failed · 1,234 tokens · $0.5000 · in all about 2,800 tokens, $1.12"
    assert describe(progress) == f"{before} · {said}"


def test_progress_shows_no_price_before_one_is_known() -> None:
    assert "$" not in describe(Progress(total=9))
    assert "$" not in describe(Progress(total=9, done=4, tokens=9, cost_usd=None))


def start(typed: list[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "faithsieve.cli.main", "eval", *typed],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_until(claim: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not claim():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.network
def test_ctrl_c_keeps_the_answers_under_way_and_says_how_to_go_on(
    dataset: Path, endpoint: Endpoint
) -> None:
    endpoint.delay_s = 1.0
    typed = arguments(dataset, endpoint, "--concurrency", "2")
    process = start(typed)
    wait_until(lambda: len(endpoint.asked) == 2)
    process.send_signal(signal.SIGINT)
    _, printed = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "stopping: waiting for the calls under way" in printed
    assert "Run: faithsieve eval" in printed
    assert "may have billed" not in printed
    endpoint.delay_s = 0.0
    assert faithsieve("eval", *typed).code == 0
    assert len(endpoint.asked) == 6


def test_a_second_interrupt_ends_a_run_whose_loop_is_kept_busy() -> None:
    async def busy() -> None:
        with interrupts(StopSwitch()):
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)
            ends = time.monotonic() + 30
            while time.monotonic() < ends:
                pass

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(busy())
    assert time.monotonic() - began < 20
