"""What the model is asked to say in stage one: short field names, numbers instead of text.

Every field costs output tokens on every proof, so texts are referred to by number, and what is
usual is left out: only special units and doubtful units are described. Fields
are listed in the order in which constrained decoders write them; lists inside a line are bounded,
because a small model may otherwise count for ever.
"""

from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.localization import ErrorType
from faithsieve.records.substep import ScopeKind

UnitWord = Literal[
    "claim", "assume", "define", "obtain", "specialise", "split", "reduce",
    "announced", "repeated", "recalled", "remark", "question",
    "provisional", "withdrawn", "abandoned",
]  # fmt: skip
"""The model's word for what a unit does; a plain claim needs none."""


class UnitLine(Record):
    """A unit: where it starts and what it needs."""

    s: int
    """Segment where it starts."""
    on: tuple[int, ...] = Field(max_length=32)
    """Segments of what its inference needs; 0 is the problem."""


class SpecialLine(Record):
    """A unit that is not one plain claim."""

    s: int
    """Segment where it starts."""
    k: UnitWord
    """What it does."""
    f: tuple[str, ...] = Field(default=(), max_length=8)
    """The facts it claims, as written; empty when the whole unit is its claim."""
    g: str = ""
    """The new goal, as written, or empty."""


class ScopeLine(Record):
    """A stretch that opens and closes."""

    k: ScopeKind
    """Kind."""
    a: int
    """First segment inside."""
    b: int
    """Last segment inside."""
    t: str
    """What it assumes or fixes, or the lemma, as written."""
    g: str = ""
    """What is to be shown in it, as written, or empty."""


class DoubtLine(Record):
    """A unit that looks doubtful."""

    s: int
    """Segment of the unit."""
    y: str
    """Reason, at most 12 words; before the score, so that the score follows from it."""
    t: tuple[ErrorType, ...] = Field(default=(), max_length=6)
    """Error types."""
    r: float = Field(ge=0, le=1)
    """0 sound, 1 surely wrong."""


class ReadingReply(Record):
    """Units, scopes and doubts."""

    goal: str
    """What the problem asks, as written."""
    scopes: tuple[ScopeLine, ...]
    """Every scope, the outer before the inner."""
    u: tuple[UnitLine, ...]
    """Every unit, in order."""
    x: tuple[SpecialLine, ...]
    """Only units that are not one plain claim."""
    d: tuple[DoubtLine, ...] = ()
    """Only units that are not plainly sound; last, for then every unit was read."""


class RewriteLine(Record):
    """One substep in the model's words."""

    i: int
    """Original step."""
    t: str
    """The substep."""


class RewriteReply(Record):
    """The steps written out as substeps, the paper's form."""

    substeps: tuple[RewriteLine, ...]
    """In order."""


class MeaningLine(Record):
    """How a rewritten step compares with the original."""

    i: int
    """Original step."""
    k: Literal["faithful", "strengthened", "weakened", "repaired"]
    """The verdict on the wording."""
    y: str
    """The change in a few words."""


class MeaningReply(Record):
    """Whether rewritten steps keep their meaning."""

    steps: tuple[MeaningLine, ...]
    """One a step that was asked about."""
