"""What the driver writes, read strictly where it matters and turned into records at once."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from faithsieve.lean.terms import Declaration


class Wire(BaseModel):
    """A value from the driver; fields this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class WireMessage(Wire):
    severity: Literal["error", "warning", "info"]
    line: int
    column: int
    text: str


class WireGoal(Wire):
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


class ReadyReply(Wire):
    """The driver's first word: what became of the prelude. No part of it may be missing."""

    messages: tuple[WireMessage, ...]
    message_count: int
    errors: int
    axioms: int
    internal: str | None
    ended: bool


class Reply(Wire):
    nonce: str
    cancelled: bool = False
    failure: str | None = None
    elapsed_s: float | None = None
    """How long Lean worked, where whoever passed the reply on knows it."""


class CheckReply(Reply):
    messages: tuple[WireMessage, ...] = ()
    message_count: int = 0
    errors: int = 0
    goals: tuple[WireGoal, ...] = ()
    constant: WireConstant | None = None
    sorry: bool = False
    kinds: tuple[str, ...] = ()
    tainted: bool = False
    internal: str | None = None


class WireFinding(Wire):
    code: str
    detail: str = ""


class WireStatement(Wire):
    """What became of a statement; without ``type_text`` it was not frozen."""

    parse_error: str | None = None
    refused: str | None = None
    thrown: str | None = None
    messages: tuple[WireMessage, ...] = ()
    errors: int = 0
    type_text: str | None = None
    type: str = ""
    bad: tuple[str, ...] = ()
    findings: tuple[WireFinding, ...] = ()
    concludes_false: bool = False


class WireTarget(Wire):
    """The facts about the constant that should be the proof; nothing is assumed where absent."""

    found: bool = False
    theorem: bool = False
    type_equal: bool = False
    bad: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    new: int = 0
    unreplayed: tuple[str, ...] = ()
    replayed_type_equal: bool = False


class WireBody(Wire):
    """The facts about one body, layer by layer."""

    parse_error: str | None = None
    refused: str | None = None
    thrown: str | None = None
    messages: tuple[WireMessage, ...] = ()
    errors: int = 0
    endless: bool = False
    target: WireTarget | None = None


class JudgeReply(Reply):
    statement: WireStatement | None = None
    goal: str = ""
    goal_text: str | None = None
    goal_error: str | None = None
    bodies: tuple[WireBody, ...] = ()


class ProbeReply(Reply):
    statement: WireStatement | None = None
    conditions: tuple[WireFinding, ...] = ()
    vacuous: bool | None = None


class TermsReply(Reply):
    constants: dict[str, Declaration] = {}
