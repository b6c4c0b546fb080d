"""What the driver writes, read strictly where it matters and turned into records at once."""

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.terms import Declaration
from faithsieve.records.lean import (
    ConclusionPart,
    FrozenBinder,
    LeanGoal,
    LeanMessage,
    StatementFinding,
)


class Wire(BaseModel):
    """A value from the driver; fields this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class WireConstant(Wire):
    """What became of a named declaration."""

    found: bool = False
    kind: str = ""
    type: str | None = None
    bad: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    new: int = 0


class ReadyReply(Wire):
    """The driver's first word: what became of the library. No part of it may be missing."""

    messages: tuple[LeanMessage, ...]
    message_count: int
    errors: int
    axioms: int
    internal: str | None
    ended: bool


class Reply(Wire):
    nonce: str
    cancelled: bool = False
    failure: str | None = None


class CheckReply(Reply):
    messages: tuple[LeanMessage, ...] = ()
    message_count: int = 0
    errors: int = 0
    goals: tuple[LeanGoal, ...] = ()
    constant: WireConstant | None = None
    sorry: bool = False
    kinds: tuple[str, ...] = ()
    tainted: bool = False
    internal: str | None = None


class WireBinder(Wire):
    """A binder as Lean prints it, and the bytes of the text in which its type was written."""

    name: str
    kind: Literal["explicit", "implicit", "instance"]
    type: str
    at: tuple[int, int] | None = None
    is_prop: bool
    tree: str

    def read(self, text: str) -> FrozenBinder:
        kept = self.model_dump(exclude={"at"})
        return FrozenBinder(**kept | {"type": _cut(text, self.at) or self.type})


class WirePart(Wire):
    """A part of a conclusion, likewise."""

    letter: Literal["b", "i", "c"]
    text: str
    at: tuple[int, int] | None = None

    def read(self, text: str) -> ConclusionPart:
        return ConclusionPart(letter=self.letter, text=_cut(text, self.at) or self.text)


def _cut(text: str, at: tuple[int, int] | None) -> str:
    return text.encode()[slice(*at)].decode(errors="ignore").strip() if at else ""


class WireStatement(Wire):
    """What became of a statement; without ``type_text`` it was not frozen."""

    parse_error: str | None = None
    refused: str | None = None
    thrown: str | None = None
    messages: tuple[LeanMessage, ...] = ()
    errors: int = 0
    type_text: str | None = None
    type: str = ""
    bad: tuple[str, ...] = ()
    findings: tuple[StatementFinding, ...] = ()
    concludes_false: bool = False
    binders: tuple[WireBinder, ...] = ()
    conclusion: tuple[WirePart, ...] = ()
    conclusion_tree: str = ""


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
    thrown_line: int = 0
    messages: tuple[LeanMessage, ...] = ()
    errors: int = 0
    heartbeats: int = 0
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
    proved: tuple[StatementFinding, ...] = ()
    conditions: tuple[StatementFinding, ...] = ()
    ms: int = 0


class TermsReply(Reply):
    constants: dict[str, Declaration] = {}


R = TypeVar("R", bound=Reply)


def parse_reply(kind: type[R], raw: dict[str, object]) -> R:
    """Read an answer; one that has the nonce but not the shape is as good as none.

    Raises:
        LeanUnavailableError: it has another shape.
    """
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        raise LeanUnavailableError(
            f"Lean's reply is garbled at {error.errors()[0]['loc']}"
        ) from error
