"""What goes to Lean and what comes back: four-valued, so that silence is never success."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest


class LeanStatus(StrEnum):
    """The four results of a check (law 1): only ``ok`` is a positive sign from Lean."""

    OK = "ok"
    """Lean answered, without errors, and knows the named theorem."""
    ERROR = "error"
    """Lean answered and rejected the source."""
    TIMEOUT = "timeout"
    """Lean was stopped by a clock or a heartbeat limit; nothing is known."""
    INFRASTRUCTURE = "infrastructure"
    """No usable answer came: not set up, crashed, garbled, unreachable."""


class LeanSource(Record):
    """One snippet to check."""

    text: str
    """The commands, without imports; the backend adds its header."""
    theorem: str | None = None
    """The declaration whose type and axioms are wanted."""
    dialect: Literal["core", "mathlib"] = "core"
    """Which library the text is written for."""


class LeanMessage(Record):
    """One message of Lean, with 1-based lines and 0-based columns."""

    severity: Literal["error", "warning", "info"]
    """How serious it is."""
    line: int = Field(ge=0)
    """Start line; 0 when the backend gives no position."""
    column: int = Field(ge=0)
    """Start column."""
    text: str
    """The message."""


class LeanGoal(Record):
    """An open goal at an error or a ``sorry``."""

    line: int = Field(ge=0)
    """Where, as a 1-based line; 0 when unknown."""
    column: int = Field(ge=0)
    """Where, as a 0-based column."""
    text: str
    """The goal as Lean prints it."""


class LeanReport(Record):
    """What one backend said about one snippet."""

    status: LeanStatus
    """The result."""
    messages: tuple[LeanMessage, ...] = ()
    """Lean's messages in order."""
    goals: tuple[LeanGoal, ...] = ()
    """Open goals at errors and sorries."""
    theorem_type: str | None = None
    """The elaborated type of the named theorem."""
    axioms: tuple[str, ...] = ()
    """Axioms, or leaves outside the pinned base, that the named theorem depends on."""
    has_sorry: bool = False
    """Whether a sorry was seen in any form."""
    elapsed_s: float = Field(default=0.0, ge=0)
    """Seconds the check took."""
    backend: str
    """Which adapter answered."""
    toolchain: str
    """The fingerprint of the Lean behind it."""
    digest: Digest
    """The key of source, toolchain and options."""
    detail: str = ""
    """For a timeout or an infrastructure failure: what happened."""
