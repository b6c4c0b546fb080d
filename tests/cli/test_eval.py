"""``faithsieve eval`` as a user meets it: output, files, exit codes, and how to go on."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faithsieve.cli.eval import interrupts, read_ids, this_command
from faithsieve.cli.eval_progress import describe
from faithsieve.cli.main import run
from faithsieve.errors import InputError
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.runner import Progress, StopSwitch
from faithsieve.store.run_store import RunStore
from support.chat_endpoint import Endpoint
from support.runs import dataset_rows, make_problem


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six proofs, in an empty folder of their own that is also the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_MODEL__MAX_RETRIES", "0")
    file = tmp_path / "proofs.jsonl"
    file.write_text(dataset_rows([make_problem(f"p{n}") for n in range(6)]))
    return file


def evaluate(*arguments: str | Path) -> int:
    return run(["eval", *map(str, arguments)])


def arguments(dataset: Path, endpoint: Endpoint, *more: str) -> list[str]:
    return [
        *(str(dataset), "--method", "direct", "--out", "runs/first", "--model", "m"),
        *("--base-url", endpoint.url, *more),
    ]


def test_progress_says_that_it_waits_when_the_estimate_is_over() -> None:
    waiting = Progress(
        total=9, earlier=0, answered=8, failed=0, tokens=5, cost_usd=None, elapsed_s=200,
        idle_s=150, remaining_s=3,
    )  # fmt: skip
    assert "waiting for an answer for 2:30" in describe(waiting)
    assert "left" not in describe(waiting)


def rows(name: str = "predictions.jsonl") -> list[dict[str, object]]:
    text = (Path("runs/first") / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def summary() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("runs/first/metrics.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.network
def test_a_dataset_becomes_a_scored_run_and_the_same_command_asks_nothing_more(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(*arguments(dataset, endpoint)) == 0
    printed = capsys.readouterr()
    assert "exact, over all rows" in printed.out
    assert "files: runs/first" in printed.out
    assert "6/6 done · 0 failed" in printed.err
    assert [row["id"] for row in rows()] == [f"p{n}" for n in range(6)]
    assert evaluate(*arguments(dataset, endpoint)) == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_a_bad_key_stops_the_run_and_the_message_is_the_command_to_go_on(
    dataset: Path,
    endpoint: Endpoint,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = arguments(dataset, endpoint, "--concurrency", "1")
    monkeypatch.setattr(sys, "argv", ["faithsieve", "eval", *typed])
    endpoint.answer = lambda question: (401, "no such key")
    assert evaluate(*typed) == 3
    message = capsys.readouterr().err
    assert f"Run: faithsieve eval {dataset} --method direct --out runs/first" in message
    assert len(endpoint.asked) == 1
    assert rows() == []
    endpoint.answer = lambda question: (200, "step 2")
    assert evaluate(*typed) == 0
    assert [row["label"] for row in rows()] == [2] * 6


@pytest.mark.network
def test_an_unreadable_answer_is_counted_kept_raw_and_not_paid_again(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.answer = lambda question: (200, "perhaps" if "p3" in question else "correct")
    assert evaluate(*arguments(dataset, endpoint)) == 0
    assert rows()[3] | {"tokens": 0, "seconds": 0} == {
        "id": "p3", "label": None, "gold": "correct", "kind": None, "tokens": 0, "seconds": 0,
        "failure": "parse_failure",
    }  # fmt: skip
    tokens = rows()[3]["tokens"]
    assert isinstance(tokens, int)
    assert tokens > 0
    assert rows("failures.jsonl")[0]["raw_text"] == "perhaps"
    assert evaluate(*arguments(dataset, endpoint, "--retry-failed")) == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_a_provider_that_fails_is_asked_again_by_the_next_run(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.answer = lambda question: (500, "no") if "p1" in question else (200, "correct")
    assert evaluate(*arguments(dataset, endpoint)) == 3
    assert "1 problem will be tried again" in capsys.readouterr().err
    assert [row["failure"] for row in rows()].count("provider_error") == 1
    endpoint.answer = lambda question: (200, "correct")
    assert evaluate(*arguments(dataset, endpoint)) == 0
    assert len(endpoint.asked) == 7


@pytest.mark.network
def test_a_token_limit_is_the_runs_and_raising_it_goes_on(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(*arguments(dataset, endpoint, "--limit", "2")) == 0
    limit = str(sum(int(str(row["tokens"])) for row in rows()) + 1)
    assert evaluate(*arguments(dataset, endpoint, "--max-tokens", limit)) == 3
    assert "Raise the limit" in capsys.readouterr().err
    assert summary()["stopped"] is not None
    assert len(endpoint.asked) == 2
    assert evaluate(*arguments(dataset, endpoint, "--max-tokens", "1000000")) == 0
    assert len(endpoint.asked) == 6
    assert summary()["stopped"] is None


@pytest.mark.network
def test_a_limit_of_seconds_stops_cleanly_and_the_record_says_so(
    dataset: Path, endpoint: Endpoint
) -> None:
    limits = ("--max-seconds", "0.000001", "--concurrency", "1")
    assert evaluate(*arguments(dataset, endpoint, *limits)) == 3
    stopped = summary()["stopped"]
    assert stopped == {"kind": "budget", "message": stopped["message"]}
    assert "1e-06 seconds" in stopped["message"]
    assert len(endpoint.asked) < 6
    assert evaluate(*arguments(dataset, endpoint)) == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_limit_and_ids_grow_one_run(dataset: Path, endpoint: Endpoint) -> None:
    assert evaluate(*arguments(dataset, endpoint, "--ids", "p4")) == 0
    assert evaluate(*arguments(dataset, endpoint, "--limit", "2")) == 0
    assert [row["id"] for row in rows()] == ["p0", "p1", "p4"]
    metrics = json.loads(Path("runs/first/metrics.json").read_text())
    assert (metrics["answered"], metrics["open"]) == (3, 3)


@pytest.mark.network
def test_another_question_in_the_same_folder_is_refused_with_the_difference(
    dataset: Path,
    endpoint: Endpoint,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert evaluate(*arguments(dataset, endpoint)) == 0
    monkeypatch.setenv("FAITHSIEVE_DECODING__DIRECT__TEMPERATURE", "0.7")
    assert evaluate(*arguments(dataset, endpoint)) == 2
    message = capsys.readouterr().err
    assert "decoding.direct.temperature: was 0.0, is 0.7" in message
    assert "another --out" in message


@pytest.mark.network
def test_machine_output_is_json_alone_on_standard_output(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(*arguments(dataset, endpoint, "--json", "-")) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["problems"], summary["answered"], summary["open"]) == (6, 6, 0)


@pytest.mark.network
def test_a_shared_store_serves_a_second_folder_without_asking(
    dataset: Path, endpoint: Endpoint
) -> None:
    shared = ["--store", "shared.sqlite"]
    assert evaluate(*arguments(dataset, endpoint, *shared)) == 0
    second = [*arguments(dataset, endpoint, *shared), "--out", "runs/second"]
    assert evaluate(*second) == 0
    assert len(endpoint.asked) == 6
    assert not Path("runs/first/store.sqlite").exists()
    manifest = json.loads(Path("runs/first/manifest.json").read_text())
    assert manifest["store"] == str(Path("shared.sqlite").resolve())


def test_a_batch_model_leaves_every_question_open_and_goes_on_when_answered(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from faithsieve.records.chat import ChatReply

    typed = [str(dataset), "--method", "direct", "--out", "runs/first", "--model", "batch:m"]
    assert evaluate(*typed) == 3
    printed = capsys.readouterr().err
    assert "open: 6 problems without an answer yet" in printed
    assert "faithsieve batch" in printed
    assert "under way" not in printed
    with RunStore.open("runs/first/store.sqlite") as store:
        for call in store.pending_calls("batch:"):
            reply = ChatReply(text="step 1", model="m", finish_reason="stop")
            asyncio.run(store.finish(call.key, reply))
    assert evaluate(*typed) == 0
    assert [row["label"] for row in rows()] == [1] * 6


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
    ],
)
def test_what_cannot_be_used_is_named_and_nothing_starts(
    dataset: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], said: str
) -> None:
    typed = [str(dataset), "--method", "direct", "--out", "runs/first", "--model", "batch:m", *more]
    assert evaluate(*typed) == 2
    message = capsys.readouterr().err
    assert said in message
    assert "s3cret" not in message


def test_without_ray_the_command_that_installs_it_is_named(
    dataset: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    typed = [str(dataset), "--method", "direct", "--out", "runs/first", "--model", "batch:m"]
    assert evaluate(*typed, "--engine", "ray") == 2
    assert "pip install 'faithsieve[ray]'" in capsys.readouterr().err


def test_a_folder_in_use_is_refused_with_the_process_that_uses_it(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with RunFolder(Path("runs/first")):
        typed = [str(dataset), "--method", "direct", "--out", "runs/first", "--model", "batch:m"]
        assert evaluate(*typed) == 3
    assert f"process {os.getpid()}" in capsys.readouterr().err


def test_bad_rows_stop_the_run_unless_they_are_to_be_skipped(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dataset.write_text(dataset.read_text() + '{"id": "empty", "problem": "x", "steps": []}\n')
    typed = [str(dataset), "--method", "direct", "--out", "runs/first", "--model", "batch:m"]
    assert evaluate(*typed) == 2
    assert "line 7" in capsys.readouterr().err
    assert evaluate(*typed, "--skip-bad") == 3
    assert "left out 1 bad rows" in capsys.readouterr().err


def test_ids_come_from_a_list_or_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("a b\n\nc,d\n")
    assert read_ids("x, y,") == ("x", "y")
    assert read_ids(f"@{tmp_path / 'ids'}") == ("a b", "c,d")
    assert read_ids(None) == ()
    with pytest.raises(InputError):
        read_ids("@/nowhere")


def test_the_command_to_go_on_is_quoted_for_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/x/faithsieve", "eval", "my proofs.jsonl", "--out", "a;b"])
    assert this_command() == "faithsieve eval 'my proofs.jsonl' --out 'a;b'"


def test_progress_says_done_failed_cost_and_time_left() -> None:
    progress = Progress(
        total=9, earlier=1, answered=3, failed=1, tokens=1234, cost_usd=0.5, elapsed_s=1.0,
        remaining_s=3725.0,
    )  # fmt: skip
    assert describe(progress) == "4/9 done · 1 failed · 1,234 tokens · $0.5000 · 1:02:05 left"


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
    assert evaluate(*typed) == 0
    assert len(endpoint.asked) == 6


@pytest.mark.network
def test_a_killed_run_asks_again_only_what_had_no_answer(
    dataset: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    release = threading.Event()

    def answer(question: str) -> tuple[int, str]:
        if len(endpoint.asked) > 2:
            release.wait(30)
        return (200, "correct")

    endpoint.answer = answer
    typed = arguments(dataset, endpoint, "--concurrency", "2")
    process = start(typed)
    wait_until(lambda: len(endpoint.asked) == 4)
    process.kill()
    process.communicate()
    release.set()
    assert evaluate(*typed) == 0
    assert len(endpoint.asked) == 8
    assert [row["id"] for row in rows()] == [f"p{n}" for n in range(6)]
    # Two were under way; a third may have been written down as ready before the kill.
    told = r"\b[23] calls were under way or ready to be sent when a process ended"
    assert re.search(told, capsys.readouterr().err)


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


async def test_two_interrupts_stop_an_idle_loop_now_and_give_the_handlers_back() -> None:
    before, switch = signal.getsignal(signal.SIGINT), StopSwitch()
    with interrupts(switch):
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
        await asyncio.wait_for(switch.now.wait(), timeout=5)
    assert signal.getsignal(signal.SIGINT) is before
