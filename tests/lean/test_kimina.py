"""Kimina: recorded replies with their traps, and the client against our server."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx2
import pytest

from faithsieve.errors import ConfigError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import BARE, MATHLIB
from faithsieve.lean.kimina import KiminaLean
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanSource, LeanStatus
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.kimina_server import kimina_app
from support.scripted_lean import knowing_lean, unanswering_lean
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


async def test_a_sorry_in_the_new_spelling_is_seen() -> None:
    def handle(request: httpx2.Request) -> httpx2.Response:
        first = answering({"response": {}})(request).json()
        warning = {"severity": "warning", "pos": None, "data": "declaration uses `sorry`"}
        first["results"][0]["response"]["messages"].append(warning)
        return httpx2.Response(200, json=first)

    async with client(handle) as lean:
        assert (await lean.check(source(), timeout_s=5)).has_sorry


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


@asynccontextmanager
async def served(lean: LeanChecker) -> AsyncIterator[KiminaLean]:
    transport = httpx2.ASGITransport(app=kimina_app(lean))
    async with KiminaLean(
        "http://served.test",
        header=BARE,
        toolchain="served",
        transport=transport,
    ) as kimina:
        yield kimina


async def test_client_and_server_agree() -> None:
    async with served(knowing_lean()) as lean:
        statuses = [
            (await lean.check(LeanSource(text=text, theorem="target"), timeout_s=5)).status
            for text in (TRUE, "theorem target : wrong", "theorem target : slow", "-- crash")
        ]
    assert statuses == [
        LeanStatus.OK,
        LeanStatus.ERROR,
        LeanStatus.TIMEOUT,
        LeanStatus.INFRASTRUCTURE,
    ]


@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
async def test_no_answer_is_served_as_an_error_although_lean_said_something(
    status: LeanStatus,
) -> None:
    async with served(unanswering_lean(status)) as lean:
        report = await lean.check(LeanSource(text=TRUE, theorem="target"), timeout_s=5)
    assert report.status is status
    assert "sign for this request" not in report.detail


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_kimina_client_reaches_a_real_lean(lean_pool: LeanPool) -> None:
    async with served(EmbeddedLean(lean_pool)) as lean:
        text = "theorem target (x y : Int) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2 := by grind"
        good = await lean.check(LeanSource(text=text, theorem="target"), timeout_s=60)
        assert good.status is LeanStatus.OK
        bad = await lean.check(
            LeanSource(text="\ntheorem target : 2 + 2 = 5 := by decide", theorem="target"),
            timeout_s=60,
        )
        assert bad.status is LeanStatus.ERROR
        assert bad.messages[0].line == 2


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_doctor_admits_a_real_lean_behind_kimina_and_refuses_one_that_hides_errors(
    lean_pool: LeanPool,
) -> None:
    async with served(EmbeddedLean(lean_pool)) as lean:
        await assert_admitted(lean)
    async with served(HidingErrors(EmbeddedLean(lean_pool))) as lean:
        await assert_refused(lean)
