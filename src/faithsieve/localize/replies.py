"""What the model is asked to say in stage one: short field names, numbers instead of text.

Every field costs output tokens on every proof, so texts are referred to by number, and what is
usual is left out: only special substeps, special edges and doubtful units are described. Fields
are listed in the order in which constrained decoders write them; lists inside a line are bounded,
because a small model may otherwise count for ever.
"""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from faithsieve.records.base import Record
from faithsieve.records.localization import ErrorType
from faithsieve.records.substep import ClaimStatus, ScopeKind


class MarkLine(Record):
    """A substep that is not plainly asserted."""

    at: int
    """Segment where the substep starts."""
    k: ClaimStatus
    """What it is."""


class ScopeLine(Record):
    """A stretch under an assumption."""

    a: int
    """First segment."""
    b: int
    """Last segment."""
    k: ScopeKind
    """Kind."""
    t: str
    """The assumption, as written."""


class GroupingReply(Record):
    """Task A: segments grouped into substeps."""

    marks: tuple[MarkLine, ...]
    """Only substeps that are not plainly asserted."""
    scopes: tuple[ScopeLine, ...]
    """Cases, contradictions, inductions, witnesses."""
    starts: tuple[int, ...]
    """Segments where a substep starts, ascending."""


class RewriteLine(Record):
    """One substep in the model's words."""

    i: int
    """Original step."""
    k: ClaimStatus
    """Status of the claim."""
    sc: str
    """Scope as written, or empty."""
    t: str
    """The substep."""


class RewriteReply(Record):
    """Task A in the paper's form: substeps written out."""

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


PatternWord = Literal[
    "implication", "cases", "lemma", "induction", "witness", "obtain", "specialise", "iff",
    "contradiction", "arbitrary", "define", "try",
]  # fmt: skip
"""The model's word for a pattern; code tells two-way from many-way splits by counting."""


class EdgeLine(Record):
    """The usual part of a delta."""

    n: int
    """Unit."""
    on: tuple[int, ...] = Field(max_length=32)
    """Units its inference needs; 0 is the problem."""
    p: PatternWord
    """Pattern."""


def _as_list(value: object) -> object:
    """Accept one number for a list, and 0 for none: models that answer so mean it."""
    if isinstance(value, int):
        return (value,) if value else ()
    return tuple(value) if isinstance(value, list) else value


class SpecialLine(Record):
    """The unusual part of a delta."""

    at: str
    """State it starts from, or empty."""
    end: Annotated[tuple[int, ...], BeforeValidator(_as_list)] = Field(max_length=16)
    """Units whose branches it concludes."""
    fa: tuple[str, ...] = Field(default=(), max_length=8)
    """The facts it claims, as written; empty when the whole unit is its claim."""
    goal: str
    """New goal, or empty."""
    n: int
    """Unit."""
    tx: tuple[str, ...] = Field(max_length=16)
    """Branch assumptions, lemma, witness, as written."""


class RetriedDeltas(Record):
    """Task B, asked again: deltas of the units that had faults."""

    e: tuple[EdgeLine, ...]
    """Every unit, in order."""
    x: tuple[SpecialLine, ...]
    """Only units that need more."""


class DeltaReply(RetriedDeltas):
    """Task B: one delta a unit."""

    goal: str
    """What the problem asks to prove or find."""


class DoubtLine(Record):
    """A unit that looks doubtful."""

    n: int
    """Unit."""
    y: str
    """Reason, at most 12 words."""
    t: tuple[ErrorType, ...] = Field(max_length=6)
    """Error types."""


class ScoreLine(Record):
    """The suspicion of a unit."""

    n: int
    """Unit."""
    r: float = Field(ge=0, le=1)
    """0 sound, 1 surely wrong."""


class ScanReply(Record):
    """Task C: suspicion of the units that are not plainly sound."""

    d: tuple[DoubtLine, ...]
    """Units with r of 0.3 or more."""
    s: tuple[ScoreLine, ...]
    """Units with r of 0.1 or more."""
