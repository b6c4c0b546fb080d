"""What a running check tells whoever watches: the terminal, a page, a test."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.localization import Localization


class EventKind(StrEnum):
    """What happened."""

    STAGE_BEGAN = "stage_began"
    TREE = "tree"
    WINDOW = "window"
    OBLIGATION = "obligation"
    MODEL_CALL = "model_call"
    LEAN_CHECK = "lean_check"
    VERDICT = "verdict"


class Event(Record):
    """One thing that happened while a proof was checked."""

    kind: EventKind
    """What happened."""
    stage: str
    """``lint``, ``localize``, ``verify`` or ``synthesize``."""
    subject: str = ""
    """The unit, obligation or steps it is about."""
    detail: str = ""
    """What came of it, in words."""
    tokens: int = Field(default=0, ge=0)
    """Tokens it took, for a model call."""
    localization: Localization | None = None
    """The proof as stage one read it, for the event that the tree is there."""
