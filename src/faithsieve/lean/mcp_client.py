"""Lean behind the Model Context Protocol: two servers with the same tool names and other replies.

``lean-lsp-mcp`` answers with structured results; ``lean-tools-mcp`` with one text, which can say
"compiles clean" about code that failed (an error with a name in brackets is not recognised by it),
keeps only the first line of a message and drops information lines. Neither is believed without the
driver's reply. ``lean_run_code`` is a tool of paper app. C.3.
"""

import asyncio
import re
from contextlib import AsyncExitStack
from typing import Self

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.external_backend import (
    BackendReply,
    ExternalLean,
    ExternalToolchain,
    timed_out,
    told_failure,
)

GRACE_S = 5.0
HTTP_TIMEOUT_S = 600.0

_DIAGNOSTIC = re.compile(
    r"^\[(error|warning|info|information|hint)\] \d+:\d+ — (.*)$", re.MULTILINE
)


class Diagnostic(BaseModel):
    """One message; lines and columns are 1-based. Other servers may leave fields out."""

    severity: str
    message: str = ""
    line: int = 0
    column: int = 0


class RunResult(BaseModel):
    """The reply of ``lean_run_code``, ours or lean-lsp-mcp's; success says nothing about sorry."""

    success: bool
    timed_out: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


class McpLean(ExternalLean):
    """A client of either server, over standard input and output or over HTTP."""

    def __init__(
        self,
        toolchain: ExternalToolchain,
        *,
        api_key: str | None = None,
        server: MCPServer | None = None,
    ) -> None:
        """Take the toolchain's command or address, or a server in this process."""
        super().__init__(toolchain)
        self._http: httpx2.AsyncClient | None = None
        self._open = AsyncExitStack()
        address, *arguments = toolchain.reached
        if server is not None:
            self._client = Client(server)
        elif "://" not in address:
            self._client = Client(
                StdioServerParameters(command=address, args=arguments, cwd=toolchain.project)
            )
        else:
            secret = {"Authorization": f"Bearer {api_key}"} if api_key else {}
            self._http = httpx2.AsyncClient(headers=secret, timeout=HTTP_TIMEOUT_S, trust_env=False)
            self._client = Client(streamable_http_client(address, http_client=self._http))

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            if self._http is not None:
                stack.push_async_callback(self._http.aclose)
            try:
                await self._client.__aenter__()
                # Not as a context of the stack: the client would wrap what we raise in a group.
                stack.push_async_callback(self._client.__aexit__, None, None, None)
                listed = await self._client.list_tools()
            except (OSError, MCPError, httpx2.HTTPError, ExceptionGroup) as error:
                why = _cause(error)
                raise LeanUnavailableError(f"the MCP server does not answer: {why}") from error
            if "lean_run_code" not in [tool.name for tool in listed.tools]:
                raise LeanUnavailableError(
                    "the MCP server has no tool lean_run_code; is it Lean's?"
                )
            self._open = stack.pop_all()
        return self

    async def aclose(self) -> None:
        await self._open.aclose()

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        code = {"code": self.header.text + snippet}
        try:
            async with asyncio.timeout(timeout_s + GRACE_S):
                result = await self._client.call_tool("lean_run_code", code)
        except TimeoutError as error:
            raise timed_out(timeout_s) from error
        except (OSError, MCPError) as error:
            raise LeanUnavailableError(f"the MCP server failed: {error}") from error
        if result.is_error:
            raise LeanUnavailableError(f"the tool failed: {_text(result)[:300]}")
        structured = result.structured_content
        if structured and "success" in structured:
            return read_structured_reply(structured)
        return read_text_reply(_text(result))


def _cause(error: Exception) -> Exception:
    """Return the first error in a group that the client's tasks ended with."""
    return _cause(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def read_structured_reply(structured: object) -> BackendReply:
    """Read what lean-lsp-mcp says about ``lean_run_code``.

    Raises:
        LeanUnavailableError: it says that the time is over, or something else.
    """
    try:
        ran = RunResult.model_validate(structured)
    except ValidationError as error:
        why = f"the reply is not what lean-lsp-mcp sends: {str(error)[:200]}"
        raise LeanUnavailableError(why) from error
    if ran.timed_out:
        raise WorkerTimeoutError("the server timed out")
    return BackendReply.of((found.severity, found.message) for found in ran.diagnostics)


def read_text_reply(text: str) -> BackendReply:
    """Read a reply of lean-tools-mcp; "compiles clean" is read as no messages, never as success.

    Raises:
        LeanUnavailableError: it reports a failure.
    """
    if text.startswith(("Error", "Unknown tool")) or "✗" in text:
        raise told_failure(text)
    return BackendReply.of((match[1], match[2]) for match in _DIAGNOSTIC.finditer(text))


def _text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))
