"""What counts as an answer of a Lean that is not ours: its own sign, and nothing else."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import MailboxWorker, WorkerTimeoutError
from faithsieve.lean.external_backend import (
    BARE,
    NAMESPACE,
    BackendReply,
    ExternalLean,
    Header,
    driver_header,
    string_literal,
)
from faithsieve.lean.kimina import read_kimina_reply
from faithsieve.lean.mcp_client import read_structured_reply, read_text_reply
from faithsieve.lean.repl import ReplReply, read_repl_reply
from faithsieve.lean.soundness import ProofJudge
from support.driven_lean import toolchain

HEARTBEATS = (
    "(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached"
)


def test_imports_come_first_and_auto_bound_names_are_off() -> None:
    text = Header(module="Lean", commands="-- own").text
    assert text.startswith("import Lean\n")
    assert "set_option autoImplicit false" in text


def test_an_unknown_severity_is_taken_as_an_error() -> None:
    words = ("error", "Information", "hint", "warning", "?")
    reply = BackendReply.of((word, word) for word in words)
    assert (reply.errors, reply.others) == (("error", "?"), ("Information", "hint", "warning"))


_CALL = re.compile(r'answerText "(FSJ_[0-9a-f]+)" \S+ (".*")\n')
_LITERAL = re.compile(r'"(?:[^"\\]|\\[\\"nr])*"')
REPLY = '{tag} {{"nonce": "{nonce}", "goal": "∀ x — [y]: {{z}}"}}'


def through_repl(text: str) -> BackendReply:
    said = {"env": 1, "messages": [{"severity": "warning", "pos": {"line": 1}, "data": text}]}
    return read_repl_reply(ReplReply.model_validate(said))


def through_kimina(text: str) -> BackendReply:
    response = {"env": 1, "messages": [{"severity": "warning", "data": text}]}
    reply = {"results": [{"id": "a", "response": response}]}
    return read_kimina_reply(json.dumps(reply).encode(), "a")


def through_text(text: str) -> BackendReply:
    shown = f"Diagnostics: 0 error(s), 1 warning(s), 0 info(s), 1 total\n\n[warning] 1:1 — {text}"
    return read_text_reply(shown)


def through_lsp(text: str) -> BackendReply:
    found = [{"severity": "warning", "message": text, "line": 1, "column": 1}]
    return read_structured_reply({"success": True, "diagnostics": found})


class DriverLean(ExternalLean):
    """Answers every request with lines that may name its tag and its nonce."""

    def __init__(self, *lines: str, protocol: object = through_repl) -> None:
        super().__init__(toolchain(header=BARE))
        self.lines = lines
        self.protocol = protocol
        self.calls: list[str] = []

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        self.calls.append(snippet)
        ((tag, _),) = _CALL.findall(snippet)
        said = [line.format(tag=tag, nonce=tag.removeprefix("FSJ_")) for line in self.lines]
        assert callable(self.protocol)
        carried = [self.protocol(line).others for line in said]
        return BackendReply(others=tuple(text for texts in carried for text in texts))


@pytest.mark.parametrize("protocol", [through_repl, through_kimina, through_text, through_lsp])
async def test_a_reply_bound_to_its_request_survives_every_protocol(protocol: object) -> None:
    reply = await DriverLean(REPLY, protocol=protocol).ask({"op": "judge"}, timeout_s=5)
    assert reply["goal"] == "∀ x — [y]: {z}"


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ('FSJ_00 {{"nonce": "{nonce}"}}',),
        ('{tag} {{"nonce": "another"}}',),
        ('{tag} {{"nonce": "{nonce}"',),
        ("{tag} []",),
        ('{tag} {{"nonce": "{nonce}"}}', '{tag} {{"nonce": "{nonce}"}}'),
        ('a line before {tag} {{"nonce": "{nonce}"}}',),
    ],
)
async def test_no_reply_a_foreign_one_a_cut_one_and_two_are_no_answer(
    lines: tuple[str, ...],
) -> None:
    with pytest.raises(LeanUnavailableError):
        await DriverLean(*lines).ask({"op": "judge"}, timeout_s=5)


@pytest.mark.parametrize(
    ("text", "kind"), [(HEARTBEATS, WorkerTimeoutError), ("unknown name", LeanUnavailableError)]
)
async def test_an_error_beside_a_reply_is_no_answer(text: str, kind: type[Exception]) -> None:
    class Broken(DriverLean):
        async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
            said = await super().answer(snippet, timeout_s)
            return said.changed(errors=(text,))

    with pytest.raises(LeanUnavailableError) as raised:
        await Broken(REPLY).ask({"op": "judge"}, timeout_s=5)
    assert type(raised.value) is kind


@given(st.text())
def test_every_text_is_one_literal_that_reads_back(text: str) -> None:
    literal = string_literal(text)
    assert _LITERAL.fullmatch(literal)
    escapes = {"\\n": "\n", "\\r": "\r", '\\"': '"', "\\\\": "\\"}
    read = re.sub(r"\\.", lambda found: escapes[found.group()], literal[1:-1])
    assert read == text


async def test_a_statement_travels_as_a_literal_and_never_as_code() -> None:
    lean = DriverLean()
    hostile = ': True\n-/ end X "\naxiom cheat : False'
    with pytest.raises(LeanUnavailableError):
        await ProofJudge(lean, environment="core").freeze(hostile)
    lines = lean.calls[0].split("\n")
    assert not any(line.startswith(("axiom", "-/", "end")) for line in lines)
    (found,) = _CALL.findall(lean.calls[0])
    sent = found[1][1:-1].replace('\\"', '"').replace("\\\\", "\\")
    assert json.loads(sent)["statement"] == hostile


def test_the_driver_keeps_its_names_out_of_the_statements() -> None:
    text = driver_header(toolchain(header=BARE)).text
    assert text.startswith("import Lean\n")
    assert text.count("import ") == 1
    inside = text.split(f"namespace {NAMESPACE}\n")[1].split(f"end {NAMESPACE}\n")[0]
    assert "def answerText" in inside
    assert "def walk" in inside


async def test_a_native_lean_runs_the_driver_in_the_project_with_bounded_memory(
    tmp_path: Path,
) -> None:
    async with toolchain("native", "lake", "env", "lean").prepared(tmp_path) as (command, config):
        *program, limit, run, driver, mailbox = command.words
    assert (program, run, mailbox) == (["lake", "env", "lean"], "--run", str(tmp_path))
    assert limit.startswith("--memory=")
    assert "unsafe def main" in Path(driver).read_text(encoding="utf-8")
    assert config["library"] == ["Mathlib"]
    assert config["libraries"] == ["Mathlib", "Aesop", "Batteries"]
    assert config["follows_libraries"] == "yes"
    words = config["words"]
    assert isinstance(words, dict)
    assert "norm_num" in words
    assert "polyrith" not in words


@pytest.mark.network
async def test_a_program_that_is_not_there_is_said_so() -> None:
    with pytest.raises(LeanUnavailableError, match="native Lean did not start: cannot start"):
        await MailboxWorker(toolchain("native", "/no/lean")).start()
