"""An MCP server that answers in lean-tools-mcp's text, with that server's defects.

An error that carries a name is not seen, a message is its first line, information is dropped, and
silence is "compiles clean".
"""

import re

from mcp.server import MCPServer

from faithsieve.lean.mcp_server import Served, serve_text
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanMessage

_NAMED_ERROR = re.compile(r"^(Unknown (identifier|constant)|failed to synthesize)")
"""Errors that Lean prints as ``error(lean.…)``, which the other server's pattern misses."""


def text_server(lean: LeanChecker, *, timeout_s: float = 60.0) -> MCPServer:
    """A server over a Lean that signs."""
    server: MCPServer = MCPServer("faithsieve-lean-text")

    async def lean_run_code(code: str) -> str:
        """Check a Lean snippet; the reply is text."""
        served = await serve_text(code, lean=lean, timeout_s=timeout_s)
        said = _failure(served, timeout_s) if served.failure else _diagnostics(served.messages)
        return f"File: snippet.lean\n{said}"

    server.add_tool(lean_run_code, structured_output=False)
    return server


def _failure(served: Served, timeout_s: float) -> str:
    if served.timed_out:
        return f"Result: ✗ Compilation timeout (exceeded {timeout_s:g}s limit)."
    return f"Result: ✗ Execution failed: {served.failure}"


def _diagnostics(messages: tuple[LeanMessage, ...]) -> str:
    shown = [
        f"[{m.severity}] {m.line}:{m.column + 1} — {m.text.splitlines()[0]}"
        for m in messages
        if m.severity != "info" and not _NAMED_ERROR.match(m.text)
    ]
    if not shown:
        return "Result: ✓ Code compiles clean (no diagnostics)."
    errors = sum(line.startswith("[error]") for line in shown)
    head = f"Diagnostics: {errors} error(s), {len(shown) - errors} warning(s), 0 info(s)"
    return "\n".join([f"{head}, {len(shown)} total", "", *shown])
