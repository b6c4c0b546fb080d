"""Kimina: recorded replies with their traps."""

import json
from collections.abc import Callable

import httpx2
import pytest

from faithsieve.errors import ConfigError
from faithsieve.lean.external_backend import MATHLIB
from faithsieve.lean.kimina import KiminaLean
from faithsieve.records.lean import LeanSource, LeanStatus
from support.signing_lean import split_sentinel

TRUE = "theorem target : True := trivial"
Handler = Callable[[httpx2.Request], httpx2.Response]


def client(handler: Handler, **options: object) -> KiminaLean:
    return KiminaLean(
        "http://kimina.test",
        header=MATHLIB,
        toolchain="recorded",
        transport=httpx2.MockTransport(handler),
        busy_pauses_s=(0.0, 0.0),
        **options,  # type: ignore[arg-type]
    )


def source(text: str = TRUE) -> LeanSource:
    return LeanSource(text=text, theorem="target", dialect="mathlib")


def answering(part: dict[str, object], *, signed: bool = True) -> Handler:
    """A server whose one result has these parts, signed as Lean would sign it."""

    def handle(request: httpx2.Request) -> httpx2.Response:
        snippet = json.loads(request.content)["snippets"][0]
        _, sentinel = split_sentinel(snippet["code"])
        assert sentinel is not None
        lines = ("axioms [propext]", "kind theorem", "type True") if signed else ()
        signs = [
            {
                "severity": "warning",
                "pos": {"line": 9, "column": 0},
                "data": f"{sentinel.tag} {line}",
            }
            for line in lines
        ]
        result = {"id": snippet["id"], "time": 0.1, **part}
        if isinstance(result.get("response"), dict):
            result["response"] = {"messages": signs, **result["response"]}
        return httpx2.Response(200, json={"results": [result]})

    return handle


async def test_a_signed_response_is_ok() -> None:
    async with client(answering({"response": {"env": 0, "sorries": []}})) as lean:
        report = await lean.check(source(), timeout_s=5)
    assert report.status is LeanStatus.OK
    assert report.axioms == ("propext",)


async def test_a_response_without_messages_is_not_success() -> None:
    async with client(answering({"response": {"env": 0}}, signed=False)) as lean:
        assert (await lean.check(source(), timeout_s=5)).status is LeanStatus.INFRASTRUCTURE


@pytest.mark.parametrize(
    ("part", "status"),
    [
        ({"error": "Lean REPL command timed out in 30 seconds"}, LeanStatus.TIMEOUT),
        ({"error": "Failed to start REPL"}, LeanStatus.INFRASTRUCTURE),
        ({"response": {"message": "Unknown environment."}}, LeanStatus.INFRASTRUCTURE),
        ({}, LeanStatus.INFRASTRUCTURE),
    ],
)
async def test_an_error_of_one_snippet_is_never_a_verdict(
    part: dict[str, object], status: LeanStatus
) -> None:
    async with client(answering(part)) as lean:
        assert (await lean.check(source(), timeout_s=5)).status is status


async def test_a_busy_server_is_asked_again_and_then_given_up() -> None:
    asked: list[int] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        asked.append(1)
        return httpx2.Response(429, text="No available REPLs")

    async with client(handle) as lean:
        report = await lean.check(source(), timeout_s=5)
    assert len(asked) == 3
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert "429" in report.detail


async def test_a_busy_server_that_frees_up_answers() -> None:
    replies = iter([httpx2.Response(429), None])

    def handle(request: httpx2.Request) -> httpx2.Response:
        return next(replies) or answering({"response": {}})(request)

    async with client(handle) as lean:
        assert (await lean.check(source(), timeout_s=5)).status is LeanStatus.OK


@pytest.mark.parametrize(
    "response",
    [
        httpx2.Response(500, text="oops"),
        httpx2.Response(200, text="<html>"),
        httpx2.Response(200, json={"results": []}),
        httpx2.Response(200, json={"results": [{"id": "another", "response": {"env": 0}}]}),
    ],
)
async def test_a_reply_that_is_not_mine_is_infrastructure(response: httpx2.Response) -> None:
    async with client(lambda request: response) as lean:
        assert (await lean.check(source(), timeout_s=5)).status is LeanStatus.INFRASTRUCTURE


async def test_imports_come_before_any_comment_of_the_snippet() -> None:
    sent: list[str] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content)["snippets"][0]["code"])
        return answering({"response": {}})(request)

    async with client(handle) as lean:
        await lean.check(source(f"-- a remark\n{TRUE}"), timeout_s=5)
    assert sent[0].startswith("import Mathlib\n")


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(ConfigError, match="http"):
        KiminaLean("localhost:8000", header=MATHLIB, toolchain="none")
