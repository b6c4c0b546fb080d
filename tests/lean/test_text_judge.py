"""The driver inside a text: no text ends the template, no output but Lean's own counts."""

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.external_backend import (
    BARE,
    BackendReply,
    ExternalLean,
    ExternalToolchain,
    timed_out_reply,
)
from faithsieve.lean.kimina import KiminaResult, read_kimina_result
from faithsieve.lean.mcp_client import read_structured_reply, read_text_reply
from faithsieve.lean.repl import ReplReply, read_repl_reply
from faithsieve.lean.soundness import ProofJudge
from faithsieve.lean.text_judge import NAMESPACE, TextDriver, judging_header, string_literal
from support.scripted_lean import lean_message
from support.signing_lean import split_sentinel

TOOLCHAIN = ExternalToolchain(backend="repl", header=BARE, reached=("repl",))
_CALL = re.compile(r'answerText "(FSJ_[0-9a-f]+)" \S+ (".*")\n')
_LITERAL = re.compile(r'"(?:[^"\\]|\\[\\"nr])*"')
Replies = list[str]


class SayingLean(ExternalLean):
    """Answers every request with lines that may name its tag and its nonce."""

    backend = "saying"

    def __init__(self, *lines: str, is_slow: bool = False) -> None:
        super().__init__(header=judging_header(TOOLCHAIN), toolchain="t")
        self.lines = lines
        self.is_slow = is_slow
        self.calls: list[str] = []

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        self.calls.append(snippet)
        if self.is_slow:
            return timed_out_reply(timeout_s)
        (found,) = _CALL.findall(snippet)
        _, sentinel = split_sentinel(snippet)
        assert sentinel is not None
        tag = found[0]
        said = [line.format(tag=tag, nonce=tag.removeprefix("FSJ_")) for line in self.lines]
        lines = [*said, f"{sentinel.tag} end"]
        return BackendReply(messages=tuple(lean_message("warning", 1, line) for line in lines))


async def ask(lean: SayingLean) -> dict[str, object]:
    return await TextDriver(lean, TOOLCHAIN).ask({"op": "judge"}, timeout_s=5)


async def test_a_reply_bound_to_its_request_is_the_answer() -> None:
    reply = await ask(SayingLean('{tag} {{"nonce": "{nonce}", "ms": 3}}'))
    assert reply["ms"] == 3


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
async def test_no_reply_a_foreign_one_a_cut_one_and_two_are_no_answer(lines: Replies) -> None:
    with pytest.raises(LeanUnavailableError):
        await ask(SayingLean(*lines))


async def test_a_lean_that_was_stopped_is_a_timeout() -> None:
    with pytest.raises(WorkerTimeoutError):
        await ask(SayingLean(is_slow=True))


@given(st.text())
def test_every_text_is_one_literal_that_reads_back(text: str) -> None:
    literal = string_literal(text)
    assert _LITERAL.fullmatch(literal)
    escapes = {"\\n": "\n", "\\r": "\r", '\\"': '"', "\\\\": "\\"}
    read = re.sub(r"\\.", lambda found: escapes[found.group()], literal[1:-1])
    assert read == text


async def test_a_statement_travels_as_a_literal_and_never_as_code() -> None:
    lean = SayingLean()
    hostile = ': True\n-/ end X "\naxiom cheat : False'
    judge = ProofJudge(TextDriver(lean, TOOLCHAIN), environment="core")
    with pytest.raises(LeanUnavailableError):
        await judge.freeze(hostile)
    lines = lean.calls[0].split("\n")
    assert not any(line.startswith(("axiom", "-/", "end")) for line in lines)
    (found,) = _CALL.findall(lean.calls[0])
    sent = found[1][1:-1].replace('\\"', '"').replace("\\\\", "\\")
    assert json.loads(sent)["statement"] == hostile


def test_the_driver_keeps_its_names_out_of_the_statements() -> None:
    text = judging_header(TOOLCHAIN).text
    assert text.startswith("import Lean\n")
    assert text.count("import ") == 1
    inside = text.split(f"namespace {NAMESPACE}\n")[1].split(f"end {NAMESPACE}\n")[0]
    assert "def answerText" in inside
    assert "def walk" in inside


def through_repl(text: str) -> BackendReply:
    said = {"env": 1, "messages": [{"severity": "warning", "pos": {"line": 1}, "data": text}]}
    return read_repl_reply(ReplReply.model_validate(said), lines_before=0)


def through_kimina(text: str) -> BackendReply:
    response = {"env": 1, "messages": [{"severity": "warning", "data": text}]}
    result = KiminaResult.model_validate({"id": "a", "response": response})
    return read_kimina_result(result, lines_before=900)


def through_text(text: str) -> BackendReply:
    shown = f"Diagnostics: 0 error(s), 1 warning(s), 0 info(s), 1 total\n\n[warning] 1:1 — {text}"
    return read_text_reply(shown, lines_before=900)


def through_lsp(text: str) -> BackendReply:
    found = [{"severity": "warning", "message": text, "line": 1, "column": 1}]
    return read_structured_reply({"success": True, "diagnostics": found}, lines_before=900)


@pytest.mark.parametrize("protocol", [through_repl, through_kimina, through_text, through_lsp])
async def test_a_reply_survives_every_protocol(
    protocol: Callable[[str], BackendReply],
) -> None:
    class ProtocolLean(SayingLean):
        async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
            said = await super().answer(snippet, timeout_s)
            carried = [protocol(m.text).messages for m in said.messages]
            return BackendReply(messages=tuple(m for messages in carried for m in messages))

    reply = await ask(ProtocolLean('{tag} {{"nonce": "{nonce}", "goal": "∀ x — [y]: {{z}}"}}'))
    assert reply["goal"] == "∀ x — [y]: {z}"
