"""Lean over MCP: both shapes, their recorded replies and defects."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from mcp.server import MCPServer
from starlette.types import ASGIApp, Receive, Scope, Send

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.external_backend import BARE
from faithsieve.lean.mcp_client import (
    Diagnostic,
    McpLean,
    RunResult,
    read_structured_reply,
    read_text_reply,
)
from faithsieve.records.lean import LeanSource, LeanStatus
from support.driven_lean import toolchain
from support.fake_repl import logged

SOURCE = LeanSource(text="theorem target : True := trivial", theorem="target")


@pytest.mark.parametrize(
    ("read", "reply", "kind"),
    [
        (
            read_text_reply,
            "Result: ✗ Compilation timeout (exceeded 60s limit).",
            WorkerTimeoutError,
        ),
        (read_text_reply, "Result: ✗ Execution failed: no such file", LeanUnavailableError),
        (read_text_reply, "Error: 'NoneType' object has no attribute", LeanUnavailableError),
        (read_text_reply, "Unknown tool: lean_run_code", LeanUnavailableError),
        (read_structured_reply, {"success": False, "timed_out": True}, WorkerTimeoutError),
        (read_structured_reply, {"ok": True}, LeanUnavailableError),
        (read_structured_reply, None, LeanUnavailableError),
    ],
)
def test_no_failure_of_either_server_is_read_as_a_result(
    read: Callable[[Any], object], reply: object, kind: type[Exception]
) -> None:
    with pytest.raises(LeanUnavailableError) as raised:
        read(reply)
    assert type(raised.value) is kind


def test_diagnostics_of_both_servers_are_read() -> None:
    text = (
        "File: x\nDiagnostics: 1 error(s), 1 warning(s), 0 info(s), 2 total\n\n"
        "[error] 5:3 — unsolved goals\n[warning] 6:1 — declaration uses 'sorry'"
    )
    found = read_text_reply(text)
    assert (found.errors, found.others) == (("unsolved goals",), ("declaration uses 'sorry'",))
    diagnostic = {"severity": "error", "message": "error(lean.unknownIdentifier): x", "tags": []}
    reply = {"success": False, "diagnostics": [diagnostic]}
    assert read_structured_reply(reply).errors == ("error(lean.unknownIdentifier): x",)


def reaching(server: MCPServer) -> McpLean:
    return McpLean(toolchain("mcp", header=BARE), server=server)


async def test_compiles_clean_is_not_success() -> None:
    """lean-tools-mcp says so about code that failed with an error it does not recognise."""

    async def lean_run_code(code: str) -> str:
        return "File: snippet.lean\nResult: ✓ Code compiles clean (no diagnostics)."

    server = MCPServer("text")
    server.add_tool(lean_run_code, structured_output=False)
    async with reaching(server) as lean:
        report = await EmbeddedLean(lean).check(SOURCE, timeout_s=5)
    assert report.status is LeanStatus.INFRASTRUCTURE


async def test_a_server_that_is_none_of_lean_is_refused_with_the_reason() -> None:
    other = MCPServer("other")
    other.add_tool(lambda text: text, name="search")
    with pytest.raises(LeanUnavailableError, match="no tool lean_run_code"):
        async with reaching(other):
            pass


@pytest.mark.network
@pytest.mark.parametrize("key", [None, "secret"])
async def test_a_server_that_cannot_be_reached_or_ends_at_once_is_said_so(key: str | None) -> None:
    for reached in ("http://127.0.0.1:9/mcp", "true"):
        with pytest.raises(LeanUnavailableError, match=r"does not answer: .*onnection"):
            async with McpLean(toolchain("mcp", reached, header=BARE), api_key=key):
                pass


@asynccontextmanager
async def over_http(app: ASGIApp) -> AsyncIterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", ws="none")
    running = uvicorn.Server(config)
    task = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.should_exit = True
        await task


@pytest.mark.network
@pytest.mark.parametrize("key", [None, "secret"])
async def test_the_client_reaches_a_server_over_http(key: str | None) -> None:
    async def lean_run_code(code: str) -> RunResult:
        said = Diagnostic(severity="warning", message=logged(code))
        return RunResult(success=True, diagnostics=(said,))

    server = MCPServer("structured")
    server.add_tool(lean_run_code, structured_output=True)
    app: ASGIApp = server.streamable_http_app()

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        sent = dict(scope.get("headers", ())).get(b"authorization")
        assert scope["type"] != "http" or sent == (key and f"Bearer {key}".encode())
        await app(scope, receive, send)

    async with (
        over_http(guarded) as url,
        McpLean(toolchain("mcp", url, header=BARE), api_key=key) as lean,
    ):
        assert (await EmbeddedLean(lean).check(SOURCE, timeout_s=10)).status is LeanStatus.OK
