"""Lean over MCP: both shapes, their recorded replies and defects, and our server end to end."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from mcp import StdioServerParameters
from mcp_types import Tool
from starlette.types import ASGIApp

from faithsieve.errors import ConfigError, LeanUnavailableError
from faithsieve.lean.doctor import admit, diagnose_backend
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import BARE, MATHLIB
from faithsieve.lean.mcp_client import (
    McpLean,
    ServerKind,
    detect_server,
    read_structured_reply,
    read_text_reply,
)
from faithsieve.lean.mcp_server import RequireKey, lsp_server
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanSource, LeanStatus
from support.doctor_patients import QUICK
from support.embedded_lean import in_lean
from support.scripted_lean import knowing_lean
from support.signing_lean import SigningLean
from support.text_mcp_server import text_server

TRUE = "theorem target : True := trivial"


def source(text: str = TRUE) -> LeanSource:
    return LeanSource(text=text, theorem="target")


def tool(name: str, *arguments: str) -> Tool:
    schema = {"type": "object", "properties": {argument: {} for argument in arguments}}
    return Tool(name=name, input_schema=schema)


class TestShape:
    def test_the_servers_are_told_apart_by_what_their_tools_take(self) -> None:
        run = tool("lean_run_code", "code")
        lsp = tool("lean_multi_attempt", "file_path", "line", "snippets")
        text = tool("lean_multi_attempt", "file_path", "line", "tactics")
        assert detect_server([run, lsp]) is ServerKind.LSP
        assert detect_server([run, text]) is ServerKind.TEXT

    @pytest.mark.parametrize("tools", [[], [tool("lean_run_code", "code")], [tool("search", "q")]])
    def test_a_server_that_is_neither_is_refused(self, tools: list[Tool]) -> None:
        with pytest.raises(LeanUnavailableError):
            detect_server(tools)


class TestRecordedText:
    """Replies written down from lean-tools-mcp's documented grammar."""

    @pytest.mark.parametrize(
        ("text", "status"),
        [
            ("File: x\nResult: ✓ Code compiles clean (no diagnostics).", None),
            ("File: x\nResult: ✗ Compilation timeout (exceeded 60s limit).", LeanStatus.TIMEOUT),
            ("File: x\nResult: ✗ Execution failed: no such file", LeanStatus.INFRASTRUCTURE),
            ("Error: 'NoneType' object has no attribute 'get'", LeanStatus.INFRASTRUCTURE),
            ("Unknown tool: lean_run_code", LeanStatus.INFRASTRUCTURE),
            (
                "Diagnostics: 2 error(s), 0 warning(s), 0 info(s), 2 total\n\n[error] 3:1 — a",
                LeanStatus.INFRASTRUCTURE,
            ),
        ],
    )
    def test_no_failure_is_read_as_a_result_and_silence_as_none(
        self, text: str, status: LeanStatus | None
    ) -> None:
        assert read_text_reply(text, lines_before=0).status is status

    def test_diagnostics_are_read_with_their_places(self) -> None:
        text = (
            "File: x\nDiagnostics: 1 error(s), 1 warning(s), 0 info(s), 2 total\n\n"
            "[error] 5:3 — unsolved goals\n[warning] 6:1 — declaration uses 'sorry'"
        )
        answer = read_text_reply(text, lines_before=3)
        assert [(m.severity, m.line, m.column) for m in answer.messages] == [
            ("error", 2, 2),
            ("warning", 3, 0),
        ]


class TestRecordedStructures:
    """Replies written down from lean-lsp-mcp's documented fields."""

    @pytest.mark.parametrize(
        ("reply", "status"),
        [
            ({"success": True, "timed_out": False, "diagnostics": []}, None),
            ({"success": False, "timed_out": True}, LeanStatus.TIMEOUT),
            ({"ok": True}, LeanStatus.INFRASTRUCTURE),
            (None, LeanStatus.INFRASTRUCTURE),
        ],
    )
    def test_timed_out_and_unknown_replies_are_not_results_and_success_is_no_sign(
        self, reply: object, status: LeanStatus | None
    ) -> None:
        assert read_structured_reply(reply, lines_before=0).status is status

    def test_a_named_error_is_an_error(self) -> None:
        diagnostic = {
            "severity": "error",
            "message": "error(lean.unknownIdentifier): x",
            "line": 3,
            "column": 2,
            "lean_tags": [],
        }
        reply = {"success": False, "timed_out": False, "diagnostics": [diagnostic]}
        answer = read_structured_reply(reply, lines_before=1)
        assert (answer.messages[0].severity, answer.messages[0].line) == ("error", 2)


async def test_compiles_clean_about_failed_code_is_not_success(tmp_path: Path) -> None:
    """The text server drops the error and says "compiles clean"; only the sentinel tells."""
    made = text_server(knowing_lean(), tmp_path)
    async with McpLean(made, header=BARE, toolchain="x") as lean:
        report = await lean.check(source("theorem other : unknown"), timeout_s=5)
    assert report.status is not LeanStatus.OK


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
async def test_the_client_reaches_a_server_over_http(key: str | None, tmp_path: Path) -> None:
    app: ASGIApp = lsp_server(SigningLean(knowing_lean()), tmp_path).streamable_http_app()
    guarded = RequireKey(app, key) if key else app
    async with (
        over_http(guarded) as url,
        McpLean(url, header=BARE, toolchain="http", api_key=key) as lean,
    ):
        assert (await lean.check(source(), timeout_s=10)).status is LeanStatus.OK


@pytest.mark.network
async def test_the_served_command_answers_over_standard_input() -> None:
    """Lean itself is not started: the module is refused before anything reaches it."""
    command = ["-m", "faithsieve.cli.main", "lean", "serve", "--protocol", "mcp"]
    parameters = StdioServerParameters(command=sys.executable, args=command)
    async with McpLean(parameters, header=MATHLIB, toolchain="stdio") as lean:
        assert lean.server_kind is ServerKind.LSP
        asked = LeanSource(text=TRUE, theorem="target", dialect="mathlib")
        report = await lean.check(asked, timeout_s=60)
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert "Mathlib" in report.detail


@in_lean
async def test_the_doctor_refuses_a_server_that_does_not_see_errors_with_a_name(
    lean_pool: LeanPool, tmp_path: Path
) -> None:
    """lean-tools-mcp's defect: the sentinel sees the hole, but not what the error was."""
    made = text_server(EmbeddedLean(lean_pool), tmp_path)
    async with McpLean(made, header=BARE, toolchain="served") as lean:
        report = await diagnose_backend(lean, QUICK)
    assert report.failed == ("refuses a misspelt type", "shows goals left open")
    assert "a hole that no message explains" in "".join(row.fault for row in report.rows)
    with pytest.raises(ConfigError, match="2 of"):
        admit(report, insist=False)
