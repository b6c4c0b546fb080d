"""What the driver writes, read strictly where it matters and turned into records at once."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Wire(BaseModel):
    """A value from the driver; fields this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class WireMessage(Wire):
    """One message of Lean."""

    severity: Literal["error", "warning", "info"]
    line: int
    column: int
    text: str


class WireGoal(Wire):
    """One open goal."""

    line: int
    column: int
    text: str


class WireConstant(Wire):
    """What became of a named declaration."""

    found: bool = False
    kind: str = ""
    type: str | None = None
    bad: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    new: int = 0


class Reply(Wire):
    """What every answer has."""

    nonce: str
    cancelled: bool = False
    ms: int = 0
    failure: str | None = None


class CheckReply(Reply):
    """The answer to ``check``."""

    messages: tuple[WireMessage, ...] = ()
    message_count: int = 0
    errors: int = 0
    goals: tuple[WireGoal, ...] = ()
    constant: WireConstant | None = None
    sorry: bool = False
    kinds: tuple[str, ...] = ()
    tainted: bool = False
    internal: str | None = None
