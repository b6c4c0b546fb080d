"""Kimina: recorded replies with their traps."""

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from faithsieve.errors import ConfigError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.kimina import KiminaLean
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from support.driven_lean import toolchain
from support.fake_repl import logged

TRUE = "theorem target : True := trivial"
Handler = Callable[[httpx2.Request], httpx2.Response]


def client(handler: Handler) -> KiminaLean:
    return KiminaLean(
        toolchain("kimina", "http://kimina.test"),
        transport=httpx2.MockTransport(handler),
        busy_pauses_s=(0.0, 0.0),
    )


async def report_of(handler: Handler, text: str = TRUE) -> LeanReport:
    source = LeanSource(text=text, theorem="target")
    async with client(handler) as lean:
        return await EmbeddedLean(lean).check(source, timeout_s=5)


def answering(part: dict[str, object], *, driven: bool = True) -> Handler:
    """A server whose one result has these parts, and what the driver logs."""

    def handle(request: httpx2.Request) -> httpx2.Response:
        snippet = json.loads(request.content)["snippets"][0]
        said = [{"severity": "warning", "data": logged(snippet["code"])}] if driven else []
        result = {"id": snippet["id"], "time": 0.1, **part}
        if isinstance(result.get("response"), dict):
            result["response"] = {"messages": said, **result["response"]}
        return httpx2.Response(200, json={"results": [result]})

    return handle


async def test_an_answer_is_ok() -> None:
    report = await report_of(answering({"response": {"env": 0, "sorries": []}}))
    assert report.status is LeanStatus.OK
    assert report.axioms == ("propext",)


def serving(status: int, **body: Any) -> Handler:
    """A server that answers the same whatever it is asked."""
    return lambda request: httpx2.Response(status, **body)


@pytest.mark.parametrize(
    ("handler", "status"),
    [
        (answering({"error": "Lean REPL command timed out in 30 seconds"}), LeanStatus.TIMEOUT),
        (answering({"error": "Failed to start REPL"}), LeanStatus.INFRASTRUCTURE),
        (answering({"response": {"message": "Unknown environment."}}), LeanStatus.INFRASTRUCTURE),
        (answering({"response": {"env": 0}}, driven=False), LeanStatus.INFRASTRUCTURE),
        (answering({}), LeanStatus.INFRASTRUCTURE),
        (serving(500, text="oops"), LeanStatus.INFRASTRUCTURE),
        (serving(200, text="<html>"), LeanStatus.INFRASTRUCTURE),
        (serving(200, json={"results": []}), LeanStatus.INFRASTRUCTURE),
        (serving(200, json={"results": [{"id": "another"}]}), LeanStatus.INFRASTRUCTURE),
    ],
)
async def test_an_error_silence_or_a_reply_to_another_is_never_a_verdict(
    handler: Handler, status: LeanStatus
) -> None:
    assert (await report_of(handler)).status is status


@pytest.mark.parametrize(("busy", "status"), [(1, "ok"), (9, "infrastructure")])
async def test_a_busy_server_is_asked_again_and_then_given_up(busy: int, status: str) -> None:
    asked: list[int] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        asked.append(1)
        is_busy = len(asked) <= busy
        return httpx2.Response(429) if is_busy else answering({"response": {}})(request)

    report = await report_of(handle)
    assert report.status == status
    assert len(asked) == min(busy + 1, 3)


async def test_imports_come_before_any_comment_of_the_snippet() -> None:
    sent: list[str] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content)["snippets"][0]["code"])
        return answering({"response": {}})(request)

    await report_of(handle, f"-- a remark\n{TRUE}")
    assert sent[0].startswith("import Mathlib\n")


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(ConfigError, match="http"):
        KiminaLean(toolchain("kimina", "localhost:8000"))
