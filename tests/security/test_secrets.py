"""Planted keys are in nothing that a run writes or prints: files, store, log, pages, messages."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from faithsieve.cli.main import run as cli_run
from support.chat_endpoint import Endpoint
from support.runs import dataset_rows, make_problem

KEY, HEADER, PASSWORD = "sk-planted-in-the-environment", "planted-in-a-header", "planted-in-a-url"


def run(*arguments: str | Path) -> int:
    return cli_run([str(argument) for argument in arguments])


def written(folder: Path, *, but: str) -> Iterator[tuple[str, bytes]]:
    for file in folder.rglob("*"):
        if file.is_file() and file.name != but:
            yield str(file), file.read_bytes()


@pytest.mark.network
def test_no_planted_key_is_in_anything_that_a_run_writes_or_prints(
    endpoint: Endpoint,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("FAITHSIEVE_MODEL__MAX_RETRIES", "0")
    Path("faithsieve.toml").write_text(
        f'[model]\nheaders = ["X-Team-Token: {HEADER}"]\n[observe]\nlog_file = "logs/run.jsonl"\n'
    )
    Path("proofs.jsonl").write_text(dataset_rows([make_problem(f"p{n}") for n in range(6)]))

    def answer(question: str) -> tuple[int, str]:
        # An endpoint that gives back what it was sent, in replies and in errors.
        refuses = len(endpoint.asked) % 2
        return (500 if refuses else 200, f"correct {KEY} Bearer {KEY} {HEADER}")

    endpoint.answer = answer
    command = ("eval", "proofs.jsonl", "--method", "direct", "--out", "runs/first")
    run(*command, "--model", "m", "--base-url", endpoint.url)
    run("report", "runs/first", "--html", "report.html")
    run("config", "show")
    run(*command, "--model", "m", "--base-url", f"http://me:{PASSWORD}@127.0.0.1/v1")
    run(*command, "--model", "m", "--store", f"postgresql://me:{PASSWORD}@127.0.0.1:1/none")
    printed = capsys.readouterr()
    assert len(endpoint.asked) == 6
    assert "runs/first" in printed.out
    lines = Path("logs/run.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["message"] for line in lines} >= {"run began", "problem ended"}
    places = [*written(tmp_path, but="faithsieve.toml")]
    assert len(places) >= 7
    places += [("standard output", printed.out.encode()), ("errors", printed.err.encode())]
    for secret in (KEY, HEADER, PASSWORD):
        assert [place for place, content in places if secret.encode() in content] == []
