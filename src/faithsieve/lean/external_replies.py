"""The wire formats of external Lean backends, read leniently and turned into records at once.

Unknown fields are ignored and missing ones have the documented defaults (the REPL leaves out empty
lists); a reply that still does not fit is the adapter's infrastructure failure, never a verdict.
"""

from pydantic import BaseModel, ConfigDict

from faithsieve.lean.external_backend import severity_of
from faithsieve.records.lean import LeanGoal, LeanMessage


class ExternalReply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReplyPosition(ExternalReply):
    """A place in the text: 1-based line, 0-based column."""

    line: int = 0
    column: int = 0


class ReplMessage(ExternalReply):
    """A message of the community REPL, of ``lean --json`` and of Kimina, which passes it on."""

    severity: str
    pos: ReplyPosition | None = None
    data: str = ""

    def to_message(self, *, lines_before: int) -> LeanMessage:
        line, column = (self.pos.line, self.pos.column) if self.pos else (0, 0)
        return LeanMessage(
            severity=severity_of(self.severity),
            line=max(line - lines_before, 0),
            column=max(column, 0),
            text=self.data,
        )


class ReplSorry(ExternalReply):
    goal: str = ""
    pos: ReplyPosition | None = None

    def to_goal(self, *, lines_before: int) -> LeanGoal:
        line, column = (self.pos.line, self.pos.column) if self.pos else (0, 0)
        return LeanGoal(line=max(line - lines_before, 0), column=max(column, 0), text=self.goal)


class ReplReply(ExternalReply):
    """A reply in command mode: messages and sorries, or one error text."""

    env: int | None = None
    messages: tuple[ReplMessage, ...] = ()
    sorries: tuple[ReplSorry, ...] = ()
    message: str | None = None


class KiminaResult(ExternalReply):
    """One snippet's result; exactly one of ``error`` and ``response`` should be set."""

    id: str = ""
    error: str | None = None
    response: ReplReply | None = None


class KiminaReply(ExternalReply):
    results: tuple[KiminaResult, ...]


class LspDiagnostic(ExternalReply):
    """A diagnostic of lean-lsp-mcp; lines and columns are 1-based."""

    severity: str
    message: str = ""
    line: int = 0
    column: int = 0

    def to_message(self, *, lines_before: int) -> LeanMessage:
        """The message with 0-based column, counted from the snippet's first line."""
        return LeanMessage(
            severity=severity_of(self.severity),
            line=max(self.line - lines_before, 0),
            column=max(self.column - 1, 0),
            text=self.message,
        )


class LspRunResult(ExternalReply):
    """What lean-lsp-mcp says about ``lean_run_code``; ``success`` says nothing about sorry."""

    success: bool
    timed_out: bool = False
    diagnostics: tuple[LspDiagnostic, ...] = ()
