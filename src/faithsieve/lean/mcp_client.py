"""Lean behind the Model Context Protocol: two servers with the same tool names and other replies.

``lean-lsp-mcp`` answers with structured results; ``lean-tools-mcp`` with one text, which can say
"compiles clean" about code that failed (an error with a name in brackets is not recognised by it),
keeps only the first line of a message and drops information lines. They are told apart by their
tools' input schemas, and neither is believed without the sentinel. ``lean_run_code`` checks (a tool
of paper app. C.3).
"""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, Tool
from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.external_backend import (
    BackendReply,
    ExternalLean,
    ExternalReply,
    Header,
    failed_reply,
    place_in_snippet,
    severity_of,
    timed_out_reply,
)
from faithsieve.lean.lemma_search import names_in
from faithsieve.records.lean import LeanMessage, LeanStatus

GRACE_S = 5.0
SEARCH_TOOLS = ("lean_leansearch", "lean_loogle", "lean_leanfinder")
SEARCH_TOOL_SECONDS = 30.0
HTTP_TIMEOUT_S = 600.0

_LSP_ARGUMENTS = frozenset({"interactive", "timeout_s", "format", "snippets", "scan_source"})
_TEXT_ARGUMENTS = frozenset({"declaration_name", "tactics", "max_completions", "num_results"})
_DIAGNOSTIC = re.compile(r"^\[(error|warning|info|information|hint)\] (\d+):(\d+) — (.*)$")
_COUNTS = re.compile(r"Diagnostics: (\d+) error")


class ServerKind(StrEnum):
    """Which of the two servers answers."""

    LSP = "lean-lsp-mcp"
    TEXT = "lean-tools-mcp"


class LspDiagnostic(ExternalReply):
    """A diagnostic of lean-lsp-mcp; lines and columns are 1-based."""

    severity: str
    message: str = ""
    line: int = 0
    column: int = 0


class LspRunResult(ExternalReply):
    """What lean-lsp-mcp says about ``lean_run_code``; ``success`` says nothing about sorry."""

    success: bool
    timed_out: bool = False
    diagnostics: tuple[LspDiagnostic, ...] = ()


class McpLean(ExternalLean):
    """A client of either server, over standard input and output or over HTTP."""

    def __init__(
        self,
        server: str | StdioServerParameters | MCPServer,
        *,
        header: Header,
        toolchain: str,
        api_key: str | None = None,
        may_search: bool = False,
    ) -> None:
        super().__init__(header=header, toolchain=toolchain)
        self.server_kind: ServerKind | None = None
        self._may_search = may_search
        self._search_tools: tuple[str, ...] = ()
        self._http: httpx2.AsyncClient | None = None
        if isinstance(server, str) and api_key:
            secret = {"Authorization": f"Bearer {api_key}"}
            self._http = httpx2.AsyncClient(headers=secret, timeout=HTTP_TIMEOUT_S, trust_env=False)
            self._client = Client(streamable_http_client(server, http_client=self._http))
        else:
            self._client = Client(server)

    async def __aenter__(self) -> Self:
        try:
            await self._client.__aenter__()
        except (OSError, MCPError, httpx2.HTTPError) as error:
            await self._close_http()
            raise LeanUnavailableError(f"the MCP server does not answer: {error}") from error
        try:
            tools = (await self._client.list_tools()).tools
            self.server_kind = detect_server(tools)
            listed = {tool.name for tool in tools}
            self._search_tools = tuple(name for name in SEARCH_TOOLS if name in listed)
        except (OSError, MCPError, httpx2.HTTPError) as error:
            await self.aclose()
            raise LeanUnavailableError(
                f"the MCP server does not list its tools: {error}"
            ) from error
        except BaseException:
            await self.aclose()
            raise
        return self

    async def aclose(self) -> None:
        await self._client.__aexit__(None, None, None)
        await self._close_http()

    async def _close_http(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    @property
    def backend(self) -> str:
        """The protocol and which of the two servers speaks it."""
        return f"mcp:{self.server_kind or 'unknown'}"

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        code = self.header.text + snippet
        result = await self._call("lean_run_code", {"code": code}, timeout_s)
        if isinstance(result, BackendReply):
            return result
        before = self.header.height
        if self.server_kind is ServerKind.TEXT:
            return read_text_reply(_text(result), lines_before=before)
        return read_structured_reply(result.structured_content, lines_before=before)

    async def lemma_names(self, statement: str) -> tuple[str, ...]:
        """Names that the server's search tools give; they ask web services, so only if allowed."""
        if not self._may_search:
            return ()
        for tool in self._search_tools:
            said = await self._call(tool, {"query": statement}, SEARCH_TOOL_SECONDS)
            names = () if isinstance(said, BackendReply) else names_in(_searched(said))
            if names:
                return names
        return ()

    async def _call(
        self, tool: str, arguments: Mapping[str, object], timeout_s: float
    ) -> CallToolResult | BackendReply:
        try:
            async with asyncio.timeout(timeout_s + GRACE_S):
                result = await self._client.call_tool(tool, dict(arguments))
        except TimeoutError:
            return timed_out_reply(timeout_s)
        except (OSError, MCPError) as error:
            return failed_reply(f"the MCP server failed: {error}")
        if result.is_error:
            return failed_reply(f"the tool failed: {_text(result)[:300]}")
        return result


def mcp_server(command: tuple[str, ...], project: Path | None) -> StdioServerParameters:
    """A server that is started and asked over standard input and output."""
    program, *arguments = command
    return StdioServerParameters(command=program, args=arguments, cwd=project)


def detect_server(tools: Iterable[Tool]) -> ServerKind:
    """Tell the servers apart by what their tools take, since the names are the same.

    Raises:
        LeanUnavailableError: it is neither.
    """
    known = {tool.name: tool for tool in tools}
    if "lean_run_code" not in known:
        raise LeanUnavailableError("the MCP server has no tool lean_run_code; is it a Lean server?")
    taken = {name for tool in known.values() for name in _properties(tool)}
    if taken & _LSP_ARGUMENTS:
        return ServerKind.LSP
    if taken & _TEXT_ARGUMENTS:
        return ServerKind.TEXT
    raise LeanUnavailableError(
        "the MCP server has Lean's tool names but the arguments of neither lean-lsp-mcp nor "
        f"lean-tools-mcp: {', '.join(sorted(taken))}"
    )


def _properties(tool: Tool) -> Iterable[str]:
    schema: Any = tool.input_schema
    found = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return found.keys() if isinstance(found, dict) else ()


def read_structured_reply(structured: object, *, lines_before: int) -> BackendReply:
    """Read what lean-lsp-mcp says about ``lean_run_code``."""
    try:
        ran = LspRunResult.model_validate(structured)
    except ValidationError as error:
        return failed_reply(f"the reply is not what lean-lsp-mcp sends: {str(error)[:200]}")
    messages = tuple(
        _message(d.severity, d.message, place_in_snippet(d.line, d.column - 1, lines_before))
        for d in ran.diagnostics
    )
    if ran.timed_out:
        return BackendReply(
            messages=messages, status=LeanStatus.TIMEOUT, detail="the server timed out"
        )
    return BackendReply(messages=messages)


def read_text_reply(text: str, *, lines_before: int) -> BackendReply:
    """Read a reply of lean-tools-mcp; "compiles clean" is read as no messages, never as success."""
    if "timeout" in text.lower() and "✗" in text:
        return BackendReply(status=LeanStatus.TIMEOUT, detail=text[:300])
    if text.startswith(("Error", "Unknown tool")) or "✗" in text:
        return failed_reply(text[:300])
    found = [match.groups() for match in map(_DIAGNOSTIC.match, text.splitlines()) if match]
    messages = tuple(
        _message(severity, said, place_in_snippet(int(line), int(column) - 1, lines_before))
        for severity, line, column, said in found
    )
    counted = _COUNTS.search(text)
    errors = sum(message.severity == "error" for message in messages)
    if counted and int(counted[1]) > errors:
        return failed_reply(f"the server counts {counted[1]} errors and shows {errors}")
    return BackendReply(messages=messages)


def _message(severity: str, text: str, place: dict[str, int]) -> LeanMessage:
    return LeanMessage(severity=severity_of(severity), text=text, **place)


def _searched(result: CallToolResult) -> str:
    """What a search tool found, structured or as text."""
    structured = result.structured_content
    return json.dumps(structured) if structured else _text(result)


def _text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))
