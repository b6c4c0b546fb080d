"""Substeps: one inference of one original step each, with status, scopes and flags (app. B.1)."""

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
    """No claim of its own: it says again what the proof has said before."""


TAKEN_BACK = frozenset({ClaimStatus.WITHDRAWN, ClaimStatus.ABANDONED})
"""What the text itself does not stand by."""

NO_CLAIM = frozenset({ClaimStatus.ANNOUNCED, ClaimStatus.REPEATED})
"""What claims nothing new; it is neither scored nor reviewed unless something rests on it."""


class ScopeKind(StrEnum):
    """Where a substep stands."""

    CASE = "case"
    CONTRADICTION = "contradiction"
    INDUCTION = "induction"
    WITNESS = "witness"
    LEMMA = "lemma"
    DIRECTION = "direction"
    """One direction of an equivalence."""
    TRIAL = "trial"
    """A candidate that is tried."""


class Scope(Record):
    """A stretch of the proof that stands under an extra assumption or serves a local goal."""

    kind: ScopeKind
    """What opened it."""
    label: str
    """The assumption or the name, in the author's words."""


class FlagKind(StrEnum):
    """What a unit should be inspected for; a flag is never a verdict."""

    DECOMPOSITION_FALLBACK = "decomposition_fallback"
    """The step stays whole, in the author's words, because its decomposition cannot be used."""
    DECOMPOSITION_RETRIED = "decomposition_retried"
    """The first decomposition forgot the step, the second did not."""
    NO_CLAIM_REFUSED = "no_claim_refused"
    """Called an announcement or a repetition, but its words conclude or say something new."""
    SCOPE_FROM_TEXT = "scope_from_text"
    """The reply named no scope; code read it from the author's words."""
    WITHDRAWAL_CUE = "withdrawal_cue"
    """The words take something back, but no claim is marked as withdrawn or abandoned."""
    WITHDRAWAL_REFUSED = "withdrawal_refused"
    """Marked as taken back, but from there on no words of the proof take anything back."""
    DELTA_MISSING = "delta_missing"
    """The reply has no edge for this substep; a simple implication stands in."""
    DELTA_DUPLICATE = "delta_duplicate"
    """The reply has several edges for this substep; the first counts."""
    PARENT_UNKNOWN = "parent_unknown"
    """The named parent state does not exist or does not precede; the previous state stands in."""
    PARENT_FROM_TEXT = "parent_from_text"
    """The reply names no state, but the words name a branch of an open split; code went there."""
    PARENT_CLOSED = "parent_closed"
    """The named parent state lies in a scope that was closed before."""
    USE_BEFORE_INTRODUCTION = "use_before_introduction"
    """It uses a claim that stands later, or nowhere."""
    USE_AFTER_SCOPE = "use_after_scope"
    """It uses a claim of a branch or scope it does not stand in."""
    SCOPE_LEFT = "scope_left"
    """It stands after a contradiction that the reply did not conclude; code closed the scope."""
    SCOPE_NOT_OPEN = "scope_not_open"
    """It closes a scope that is not open here."""
    BRANCH_COUNT = "branch_count"
    """The pattern needs more branches or texts than the reply gave."""
    GOAL_MISSING = "goal_missing"
    """The pattern changes the goal, but the reply does not say to what."""
    TEXT_NOT_IN_SOURCE = "text_not_in_source"
    """A branch, lemma or goal is not worded as in the proof or the problem."""
    SCOPE_NEVER_CLOSED = "scope_never_closed"
    """A lemma or induction is opened and its result never drawn."""
    BRANCH_UNVISITED = "branch_unvisited"
    """A branch of the split has no substep in it."""
    USES_WITHDRAWN_CLAIM = "uses_withdrawn_claim"
    """It rests on a claim that the text takes back or gives up."""
    STRUCTURE_RETRIED = "structure_retried"
    """The first edge had a structural fault, which the guided retry changed."""
    READ_IN_PART = "read_in_part"
    """It is too long for one prompt; the model saw only its beginning."""
    UNSCORED = "unscored"
    """The suspicion scan left it out; it has the default suspicion."""


_FLAG_WORDS = {
    FlagKind.USE_BEFORE_INTRODUCTION: "needs a claim that stands later, or nowhere",
    FlagKind.USE_AFTER_SCOPE: "needs a claim of a branch it does not stand in",
    FlagKind.USES_WITHDRAWN_CLAIM: "rests on a claim that the text takes back",
    FlagKind.BRANCH_UNVISITED: "a branch has no unit",
    FlagKind.SCOPE_NEVER_CLOSED: "its result is never drawn",
    FlagKind.READ_IN_PART: "shown in part",
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
    scopes: tuple[Scope, ...] = ()
    """The scopes it stands in, the outermost first."""
    status: ClaimStatus = ClaimStatus.ASSERTED
    """What the text makes of its claim."""
    flags: tuple[RiskFlag, ...] = ()
    """What the decomposition check saw."""

    @property
    def label(self) -> str:
        """The paper's name of the substep, such as ``3.2``."""
        return f"{self.step}.{self.part}"
