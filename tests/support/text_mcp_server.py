"""An MCP server that answers in lean-tools-mcp's text, with that server's defects.

An error that carries a name is not seen, a message is its first line, information is dropped, and
silence is "compiles clean".
"""

import re
from pathlib import Path

from mcp.server import MCPServer

from faithsieve.lean.mcp_server import Served, goals_before, serve_text
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanMessage

_NAMED_ERROR = re.compile(r"^(Unknown (identifier|constant)|failed to synthesize)")
"""Errors that Lean prints as ``error(lean.…)``, which the other server's pattern misses."""


def text_server(lean: LeanChecker, root: Path, *, timeout_s: float = 60.0) -> MCPServer:
    """A server over a scripted or a real Lean; ``root`` holds the files clients may name."""
    server: MCPServer = MCPServer("faithsieve-lean-text")
    snippets: dict[str, str] = {}

    async def lean_run_code(code: str) -> str:
        """Check a Lean snippet; the reply is text."""
        served = await serve_text(code, lean=lean, timeout_s=timeout_s)
        name = f"snippet {len(snippets)}.lean"
        snippets[name] = code
        said = _failure(served, timeout_s) if served.failure else _diagnostics(served.messages)
        return f"File: {name}\n{said}"

    async def lean_goal(file_path: str, line: int, tactics: list[str] | None = None) -> str:
        """The goals around a line; the reply is text."""
        text = snippets[file_path] if file_path in snippets else (root / file_path).read_text()
        before = await goals_before(text, line, lean=lean, timeout_s=timeout_s)
        after = await goals_before(_with_line_after(text, line), line + 1, lean=lean, timeout_s=5)
        if before is None or after is None:
            return f"Error: the goals at line {line} were not reached within {timeout_s:g}s"
        return (
            f"Goals BEFORE (line {line} start):\n{_shown(before)}\n\n"
            f"Goals AFTER (line {line} end):\n{_shown(after)}"
        )

    for tool in (lean_run_code, lean_goal):
        server.add_tool(tool, structured_output=False)
    return server


def _with_line_after(text: str, line: int) -> str:
    """Cut the text behind a line and add one with the same indentation."""
    kept = text.split("\n")[:line]
    indent = kept[-1][: len(kept[-1]) - len(kept[-1].lstrip())]
    return "\n".join([*kept, f"{indent}done"])


def _shown(goals: tuple[str, ...]) -> str:
    return "\n".join(goals) or "no goals"


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
