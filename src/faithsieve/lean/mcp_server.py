"""Checking an agent's Lean code: an MCP server with lean-lsp-mcp's tool ``lean_run_code``.

Imports are answered here: the environment is fixed (``Init`` and our library), so a
leading import of a module that belongs to it is dropped and any other is refused in Lean's words.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from faithsieve.errors import FaithSieveError, InputError
from faithsieve.lean.mcp_client import Diagnostic, RunResult
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanMessage, LeanSource, LeanStatus
from faithsieve.records.wording import plain_faults

P = ParamSpec("P")
T = TypeVar("T")
PRESENT = frozenset({"Init", "Lean", "Std", "Mathlib"})
"""Modules a client may ask for; of ``Lean`` and ``Std`` only what ``Init`` re-exports is there."""
_IMPORT = re.compile(r"^(?:public\s+|meta\s+)*import\s+(?:all\s+)?([\w.«»]+)\s*$")


def lean_server(lean: LeanChecker, *, limit_s: float = 60.0) -> MCPServer:
    server: MCPServer = MCPServer("faithsieve-lean")

    async def lean_run_code(code: str) -> RunResult:
        """Check a self-contained Lean snippet and return its diagnostics."""
        return await run_code(code, lean=lean, timeout_s=limit_s)

    server.add_tool(telling(lean_run_code), structured_output=True)
    return server


def telling(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Tell the agent what went wrong; the SDK hides the words of every other exception."""

    @wraps(tool)
    async def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except ValidationError as error:
            raise ToolError(plain_faults(error)) from error
        except FaithSieveError as error:
            raise ToolError(str(error)) from error

    return told


async def run_code(code: str, *, lean: LeanChecker, timeout_s: float) -> RunResult:
    """Check a client's snippet, which may begin with imports.

    Raises:
        InputError: Lean gave no answer at all.
    """
    body, refused = strip_imports(code)
    if refused is not None:
        return _result([refused])
    report = await lean.check(LeanSource(text=body), timeout_s=timeout_s)
    if report.status is LeanStatus.INFRASTRUCTURE:
        raise InputError(report.detail or "Lean gave no answer")
    messages = list(report.messages)
    if report.status is LeanStatus.ERROR and not any(m.severity == "error" for m in messages):
        # A rejection without an error message is put into words: clients count errors only.
        why = report.detail or "Lean rejects the text and does not say why"
        messages.append(_error(body.count("\n") + 1, why))
    return _result(messages, timed_out=report.status is LeanStatus.TIMEOUT)


def _result(messages: Sequence[LeanMessage], *, timed_out: bool = False) -> RunResult:
    return RunResult(
        success=not timed_out and not any(m.severity == "error" for m in messages),
        timed_out=timed_out,
        diagnostics=tuple(
            Diagnostic(severity=m.severity, message=m.text, line=m.line, column=m.column + 1)
            for m in messages
        ),
    )


def strip_imports(text: str) -> tuple[str, LeanMessage | None]:
    """Blank out leading imports, so that lines keep their numbers, or name the one refused."""
    lines = text.split("\n")
    at_top = True
    for number, line in enumerate(lines, start=1):
        found = _IMPORT.match(line)
        if found is None:
            at_top = at_top and (not line.strip() or line.startswith("--"))
            continue
        if not at_top:
            return text, _error(
                number, "invalid 'import' command, it must be used in the beginning of the file"
            )
        if found[1].split(".")[0] not in PRESENT:
            root = found[1].split(".")[0]
            return text, _error(1, f"unknown module prefix {root!r}: the embedded Lean has none")
        lines[number - 1] = ""
    return "\n".join(lines), None


def _error(line: int, text: str) -> LeanMessage:
    return LeanMessage(severity="error", line=line, column=0, text=text)
