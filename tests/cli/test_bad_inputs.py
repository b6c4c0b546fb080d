"""Things people get wrong: each ends with a sentence and the next step, never a traceback."""

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command_line import faithsieve

PROOF = {"problem": "Add 2 and 2.", "steps": ["We have 2 + 2 = 5."]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))
    (tmp_path / "proof.json").write_text(json.dumps(PROOF), encoding="utf-8")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7 ...")
    (tmp_path / "blank.md").write_text(" \n", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "letter.docx").write_text("no archive", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken.toml").write_text("[model", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "next_step"),
    [
        ("checks proof.json", 2, "did you mean 'check'?"),
        ("no-such-command", 2, "'no-such-command'"),
        ("check scan.pdf", 2, "give its LaTeX, Word or Markdown source"),
        ("check blank.md", 2, "expected a problem and its proof"),
        ("check proof.json --store .", 2, "name a file"),
        ("check proof.json --store file/below.sqlite", 2, "--store FILE"),
        ("check proof.json --max-cost=-1", 2, "(from --max-cost): Input should be greater than 0"),
        ("check proof.json --base-url http://localhost:9/v1", 2, "add --model NAME"),
        ("check proof.json --method direct", 2, "add --model NAME"),
        ("check proof.json --profile local", 2, "choose one of"),
        ("check prof.json --model m", 2, "prof.json: no such file; did you mean proof.json?"),
        ("check away/proof.json --model m", 2, "there is no folder away"),
        ("check proof.json --html /proc/x/y.html", 2, "choose another place"),
        ("check proof.json --out /proc/xx", 2, "choose another folder"),
        ("check proof.json --model batch:m", 2, "add --out DIR"),
        ("check proof.json scan.pdf", 2, "add --out DIR"),
        ("check folder", 2, "a folder can hold many proofs"),
        ("check folder --out out --html x.html", 2, "--html is about one proof"),
        ("check blank.md --out out", 2, "no proof could be read"),
        ("store verify nothing.sqlite", 2, "there is no store"),
        ("recheck proof.json", 2, "proof.json is no run; give the --out folder"),
        ("recheck nosuch", 2, "nosuch does not exist; give the --out folder of eval or check"),
        ("demo --base-url http://127.0.0.1:1/v1", 2, "--model"),
        ("lean doctor --mathlib", 2, "--backend native"),
        ("serve --host 0.0.0.0", 2, "FAITHSIEVE_SERVE_KEY"),
        ("mcp --http --host 0.0.0.0", 2, "FAITHSIEVE_SERVE_KEY"),
        pytest.param("check letter.docx", 2, "paste the proof as text", marks=pytest.mark.network),
        ("check proof.json --html folder", 2, "'folder' is a directory"),
        ("data validate file", 2, "expected a JSON object a line"),
        ("eval", 2, "Missing argument"),
        ("--nope", 2, "error: "),
    ],
)
def test_a_mistake_is_told_with_its_next_step(line: str, code: int, next_step: str) -> None:
    ended = faithsieve(*line.split())
    assert ended.code == code, ended.err
    assert next_step in ended.err
    assert "Traceback" not in ended.err


def test_a_misspelt_setting_is_told_with_the_one_that_is_meant(folder: Path) -> None:
    text = "[budget]\nmax_tokns = 5\n[model]\ncolour = 1\n"
    (folder / "faithsieve.toml").write_text(text, encoding="utf-8")
    ended = faithsieve("check", "proof.json")
    assert ended.code == 2
    assert (
        "'budget.max_tokns' (from faithsieve.toml; did you mean 'budget.max_tokens'?)" in ended.err
    )
    assert "'model.colour' (from faithsieve.toml)" in ended.err


def test_a_money_limit_without_a_price_names_the_other_limit() -> None:
    line = (
        "check proof.json --method direct --model m --base-url http://127.0.0.1:9/v1 --max-cost 1"
    )
    ended = faithsieve(*line.split())
    assert ended.code == 2
    assert "--max-tokens N" in ended.err


@pytest.mark.parametrize("line", ["check proof.json", "lean setup", "check proof.json --model m"])
def test_a_home_that_cannot_be_written_is_named(
    line: str, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(folder / "file"))
    ended = faithsieve(*line.split())
    assert ended.code in (2, 3)
    assert str(folder / "file") in ended.err
    assert "FAITHSIEVE_HOME" in ended.err


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


@pytest.mark.network
@pytest.mark.parametrize("words", [("serve",), ("mcp", "--http")])
def test_a_busy_port_is_told_before_anything_is_served(
    words: tuple[str, ...], busy_port: int
) -> None:
    code, _, err = faithsieve(*words, "--port", busy_port, "--store", "s.sqlite")
    assert code == 2
    assert "choose another --port" in err


@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_a_missing_extra_is_told_with_the_line_that_installs_it(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, _, err = faithsieve(command, "--store", "s.sqlite")
    assert code == 2
    assert "pip install 'faithsieve[web]'" in err
