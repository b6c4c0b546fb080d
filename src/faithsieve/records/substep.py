"""Substeps: one inference of one original step each, with status and flags (app. B.1)."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import StepIndex


class ClaimStatus(StrEnum):
    """What the text itself makes of a claim; gold labels mean the first *material* break."""

    ASSERTED = "asserted"
    """Stated as true."""
    ASSUMED = "assumed"
    """Supposed for a case, a contradiction or an induction."""
    PROVISIONAL = "provisional"
    """A trial or a guess that the text does not rely on yet."""
    WITHDRAWN = "withdrawn"
    """Taken back or corrected later in the text."""
    ABANDONED = "abandoned"
    """Part of an attempt that the text gives up."""
    ANNOUNCED = "announced"
    """No claim: it says what will be done."""
    REPEATED = "repeated"
    """No claim of its own: it says again what the problem or the proof has said before."""
    RECALLED = "recalled"
    """No claim: it recalls a definition."""
    REMARK = "remark"
    """No claim: it comments on the proof."""
    QUESTION = "question"
    """No claim: it asks."""


TAKEN_BACK = frozenset({ClaimStatus.WITHDRAWN, ClaimStatus.ABANDONED})
"""What the text itself does not stand by."""

NO_CLAIM = frozenset(
    {
        ClaimStatus.ANNOUNCED,
        ClaimStatus.REPEATED,
        ClaimStatus.RECALLED,
        ClaimStatus.REMARK,
        ClaimStatus.QUESTION,
    }
)
"""What claims nothing new; no obligation is made of it."""

CLAIMS_IF_USED = frozenset({ClaimStatus.ANNOUNCED, ClaimStatus.REMARK})
"""Of these, what a later unit rests on is a claim all the same: a mark cannot hide one."""


class ScopeKind(StrEnum):
    """Why a stretch of a proof stands apart; the rules of natural deduction say how it closes."""

    CASE = "case"
    DIRECTION = "direction"
    """One direction of an equivalence."""
    CONTRADICTION = "contradiction"
    BASE = "base"
    """The base of an induction."""
    STEP = "step"
    """The step of an induction."""
    WITNESS = "witness"
    """An object is produced for an existence claim."""
    ARBITRARY = "arbitrary"
    """An arbitrary object is fixed, or something is assumed without loss of generality."""
    TRIAL = "trial"
    """A candidate is tried."""
    LEMMA = "lemma"
    PART = "part"
    """A part of the problem that is answered by itself."""


class Scope(Record):
    """A stretch of the proof that stands under an extra assumption or serves a local goal."""

    kind: ScopeKind
    """What opened it."""
    label: str
    """What it assumes, fixes or is to show, in the author's words."""


class FlagKind(StrEnum):
    """What a unit should be inspected for; a flag is never a verdict."""

    DECOMPOSITION_FALLBACK = "decomposition_fallback"
    """The step stays whole, in the author's words, because its decomposition cannot be used."""
    NO_CLAIM_REFUSED = "no_claim_refused"
    """Called a repetition, but it names nothing that it repeats, or says something new."""
    REPEATS = "repeats"
    """Code found its claim among the lines of its context; it is no claim of its own."""
    EQUAL_WORDS = "equal_words"
    """An earlier claim has the same words, and it does not build on it; its context lacks that."""
    SCOPE_INVALID = "scope_invalid"
    """A scope of the reply that has no such segments is left out; it may have held here."""
    SCOPE_CROSSED = "scope_crossed"
    """A scope of the reply that crosses another one would have held here, and was ended before."""
    SCOPE_UNSAID = "scope_unsaid"
    """It stands in a scope that assumes something, and the reply does not say what."""
    SCOPE_MISSING = "scope_missing"
    """It supposes something, and the reply names no scope that it opens."""
    SCOPE_EMPTY = "scope_empty"
    """Nothing is claimed in the scope that it opens, so that nothing is known when it closes."""
    CLAIM_UNSAID = "claim_unsaid"
    """It opens a scope and claims something, and the reply does not say which words claim."""
    USE_BEFORE_INTRODUCTION = "use_before_introduction"
    """It uses a claim that stands later, or nowhere."""
    USE_AFTER_SCOPE = "use_after_scope"
    """It uses a claim of a scope that it does not stand in and that leaves nothing behind."""
    TEXT_NOT_IN_SOURCE = "text_not_in_source"
    """An assumption, claim or goal is not worded as in the proof or the problem."""
    USES_WITHDRAWN_CLAIM = "uses_withdrawn_claim"
    """It rests on a claim that the text takes back or gives up."""
    STRUCTURE_RETRIED = "structure_retried"
    """The first reading had a structural fault here, and the guided retry was used."""
    UNSCORED = "unscored"
    """No readable reply is about it; it has the default suspicion."""


_FLAG_WORDS = {
    FlagKind.USE_BEFORE_INTRODUCTION: "needs a claim that stands later, or nowhere",
    FlagKind.USE_AFTER_SCOPE: "needs a claim of a scope it does not stand in",
    FlagKind.USES_WITHDRAWN_CLAIM: "rests on a claim that the text takes back",
    FlagKind.SCOPE_EMPTY: "nothing is claimed in the scope that it opens",
}


class RiskFlag(Record):
    """One reason to look at a unit with care."""

    kind: FlagKind
    """What was seen."""
    detail: str = ""
    """The value that was seen, in words."""

    @property
    def in_words(self) -> str:
        """The flag in words for a reader of the proof; empty if it is about our own reading."""
        words = _FLAG_WORDS.get(self.kind, "")
        return f"{words} ({self.detail})" if words and self.detail else words


class Substep(Record):
    """One inference, with a pointer to the original step it came from (paper app. B.1)."""

    number: int = Field(ge=1)
    """Position among all substeps of the proof."""
    step: StepIndex
    """The original step."""
    part: int = Field(ge=1)
    """Position among the substeps of that step: this is substep ``step.part``."""
    text: str
    """What it says, as a rule in the author's own characters."""
    start: int | None = None
    """Where the text begins in the step, or None for a text in other words."""
    status: ClaimStatus = ClaimStatus.ASSERTED
    """What the text makes of its claim."""
    flags: tuple[RiskFlag, ...] = ()
    """What the decomposition check saw."""

    @property
    def label(self) -> str:
        """The paper's name of the substep, such as ``3.2``."""
        return f"{self.step}.{self.part}"
