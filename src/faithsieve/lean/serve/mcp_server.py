"""An MCP server over the embedded Lean, in the shape of either public Lean server.

The default speaks as lean-lsp-mcp does: structured results with explicit time-outs. The text shape
of lean-tools-mcp is there for tests, its defects included: an error that carries a name is not
seen, a message is its first line, information is dropped, and silence is "compiles clean".
"""

import re
from itertools import count
from pathlib import Path
from typing import Literal

from mcp.server import MCPServer
from pydantic import BaseModel

from faithsieve.errors import InputError
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.serve.texts import Served, serve_text
from faithsieve.records.lean import LeanMessage

FILE_LIMIT_BYTES = 1 << 20
SNIPPETS_KEPT = 200


class Diagnostic(BaseModel):
    """One message, 1-based."""

    severity: str
    message: str
    line: int
    column: int


class RunResult(BaseModel):
    """The reply of ``lean_run_code``."""

    success: bool
    timed_out: bool
    diagnostics: list[Diagnostic]


class FileResult(BaseModel):
    """The reply of ``lean_diagnostic_messages``."""

    success: bool
    timed_out: bool
    partial: bool
    items: list[Diagnostic]


class GoalResult(BaseModel):
    """The reply of ``lean_goal``."""

    status: Literal["goals", "complete", "no_goal_at_position", "still_elaborating"]
    goals: list[str]


class ProjectFiles:
    """The one folder whose files clients may name."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._snippets: dict[str, str] = {}
        self._numbers = count(1)

    def keep(self, code: str) -> str:
        """Remember a snippet under a name, for questions about it; the folder is not touched."""
        while len(self._snippets) >= SNIPPETS_KEPT:
            self._snippets.pop(next(iter(self._snippets)))
        name = f"snippet {next(self._numbers)}.lean"
        self._snippets[name] = code
        return name

    def read(self, name: str) -> str:
        """The text of a file inside the folder.

        Raises:
            InputError: it is outside, missing, too large or not text.
        """
        if name in self._snippets:
            return self._snippets[name]
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise InputError(f"{name!r} is outside the served folder")
        try:
            if path.stat().st_size > FILE_LIMIT_BYTES:
                raise InputError(f"{name!r} is larger than {FILE_LIMIT_BYTES} bytes")
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {name!r}: {error}") from error


def lsp_server(lean: LeanChecker, files: ProjectFiles, *, limit_s: float = 60.0) -> MCPServer:
    """A server whose tools take and give what lean-lsp-mcp's do."""
    server: MCPServer = MCPServer("faithsieve-lean")

    async def lean_run_code(code: str) -> RunResult:
        """Check a self-contained Lean snippet and return its diagnostics."""
        served = await serve_text(code, lean=lean, timeout_s=limit_s)
        _refuse_failure(served)
        return RunResult(
            success=not served.has_errors and not served.timed_out,
            timed_out=served.timed_out,
            diagnostics=[_diagnostic(message) for message in served.messages],
        )

    async def lean_diagnostic_messages(
        file_path: str,
        severity: str | None = None,
        interactive: bool = False,
        timeout_s: float | None = None,
    ) -> FileResult:
        """Diagnostics of a file of the served folder."""
        served = await serve_text(files.read(file_path), lean=lean, timeout_s=timeout_s or limit_s)
        _refuse_failure(served)
        shown = [m for m in served.messages if severity in (None, m.severity)]
        return FileResult(
            success=not served.has_errors and not served.timed_out,
            timed_out=served.timed_out,
            partial=served.timed_out,
            items=[_diagnostic(message) for message in shown],
        )

    async def lean_goal(
        file_path: str,
        line: int,
        column: int | None = None,
        format: Literal["text", "structured"] = "structured",
    ) -> GoalResult:
        """The goals in front of a line of a proof."""
        goals = await goals_before(files.read(file_path), line, lean=lean, timeout_s=limit_s)
        if goals is None:
            return GoalResult(status="still_elaborating", goals=[])
        return GoalResult(status="goals" if goals else "no_goal_at_position", goals=list(goals))

    for tool in (lean_run_code, lean_diagnostic_messages, lean_goal):
        server.add_tool(tool, structured_output=True)
    return server


def text_server(
    lean: LeanChecker, files: ProjectFiles, *, timeout_s: float = 60.0, defects: bool = True
) -> MCPServer:
    """A server that answers in lean-tools-mcp's text, with its defects unless told otherwise."""
    server: MCPServer = MCPServer("faithsieve-lean-text")

    async def lean_run_code(code: str) -> str:
        """Check a Lean snippet; the reply is text."""
        served = await serve_text(code, lean=lean, timeout_s=timeout_s)
        file = f"File: {files.keep(code)}"
        if served.failure:
            return f"{file}\n{_failure_text(served, timeout_s)}"
        return f"{file}\n{_run_text(served.messages, defects=defects)}"

    async def lean_diagnostic_messages(
        file_path: str,
        start_line: int | None = None,
        end_line: int | None = None,
        severity: str | None = None,
        declaration_name: str | None = None,
    ) -> str:
        """Diagnostics of a file; the reply is text."""
        served = await serve_text(files.read(file_path), lean=lean, timeout_s=timeout_s)
        # The defect: on a time-out it reports what is cached, as if that were all.
        if served.failure and not (defects and served.timed_out):
            return _failure_text(served, timeout_s)
        shown = _text_lines(served.messages, defects=defects)
        if not shown:
            return "No diagnostics found (file compiles clean for the specified range)."
        return "\n".join([*shown, f"Summary: {len(shown)} diagnostics"])

    async def lean_goal(file_path: str, line: int, column: int | None = None) -> str:
        """The goals around a line; the reply is text."""
        text = files.read(file_path)
        before = await goals_before(text, line, lean=lean, timeout_s=timeout_s)
        after = await goals_after(text, line, lean=lean, timeout_s=timeout_s)
        if before is None or after is None:
            return f"Error: the goals at line {line} were not reached within {timeout_s:g}s"
        return (
            f"Goals BEFORE (line {line} start):\n{_shown(before)}\n\n"
            f"Goals AFTER (line {line} end):\n{_shown(after)}"
        )

    for tool in (lean_run_code, lean_diagnostic_messages, lean_goal):
        server.add_tool(tool, structured_output=False)
    return server


async def goals_before(
    text: str, line: int, *, lean: LeanChecker, timeout_s: float
) -> tuple[str, ...] | None:
    """Put ``sorry`` in place of everything from a tactic line on, and read its goal.

    None means that Lean did not get there in time.

    Raises:
        InputError: Lean gave no answer at all.
    """
    return await _goals_at_cut(text, line, kept=line - 1, lean=lean, timeout_s=timeout_s)


async def goals_after(
    text: str, line: int, *, lean: LeanChecker, timeout_s: float
) -> tuple[str, ...] | None:
    """Put ``sorry`` in place of everything behind a tactic line, and read its goal.

    None means that Lean did not get there in time.

    Raises:
        InputError: Lean gave no answer at all.
    """
    return await _goals_at_cut(text, line, kept=line, lean=lean, timeout_s=timeout_s)


async def _goals_at_cut(
    text: str, line: int, *, kept: int, lean: LeanChecker, timeout_s: float
) -> tuple[str, ...] | None:
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ()
    here = lines[line - 1]
    indent = here[: len(here) - len(here.lstrip())]
    cut = "\n".join([*lines[:kept], f"{indent}sorry", ""])
    served = await serve_text(cut, lean=lean, timeout_s=timeout_s)
    _refuse_failure(served)
    if served.timed_out:
        return None
    return tuple(goal.text for goal in served.sorries if goal.line == kept + 1)


def _shown(goals: tuple[str, ...]) -> str:
    return "\n".join(goals) or "no goals"


def _failure_text(served: Served, timeout_s: float) -> str:
    if served.timed_out:
        return f"Result: ✗ Compilation timeout (exceeded {timeout_s:g}s limit)."
    return f"Result: ✗ Execution failed: {served.failure}"


def _refuse_failure(served: Served) -> None:
    if served.failure and not served.timed_out:
        raise InputError(served.failure)


def _diagnostic(message: LeanMessage) -> Diagnostic:
    return Diagnostic(
        severity=message.severity,
        message=message.text,
        line=message.line,
        column=message.column + 1,
    )


_NAMED_ERROR = re.compile(r"^(Unknown (identifier|constant)|failed to synthesize)")
"""Errors that Lean prints as ``error(lean.…)``, which the other server's pattern misses."""


def _text_lines(messages: tuple[LeanMessage, ...], *, defects: bool) -> list[str]:
    shown = []
    for message in messages:
        if defects and (message.severity == "info" or _NAMED_ERROR.match(message.text)):
            continue
        text = message.text.split("\n")[0] if defects else message.text
        shown.append(f"[{message.severity}] {message.line}:{message.column + 1} — {text}")
    return shown


def _run_text(messages: tuple[LeanMessage, ...], *, defects: bool) -> str:
    shown = _text_lines(messages, defects=defects)
    if not shown:
        return "Result: ✓ Code compiles clean (no diagnostics)."
    counts = [sum(line.startswith(f"[{kind}]") for line in shown) for kind in ("error", "warning")]
    infos = len(shown) - sum(counts)
    head = f"Diagnostics: {counts[0]} error(s), {counts[1]} warning(s), {infos} info(s)"
    return "\n".join([f"{head}, {len(shown)} total", "", *shown])
