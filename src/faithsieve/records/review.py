"""The local natural-language review of one edge unit (paper app. B.3)."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record


class ReviewVerdict(StrEnum):
    """What the reviewer says about one transition."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNCERTAIN = "uncertain"


class TranslationDifficulty(StrEnum):
    """How hard the claim is to state in Lean."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class DisputedInference(Record):
    """The inference that a reviewer objects to: what the author uses, and what he concludes."""

    premises: tuple[str, ...]
    """What the author infers from, quoted from the proof or the problem, or a name of the tree."""
    conclusion: str
    """What he infers, quoted from the unit."""


class LocalReview(Record):
    """A reviewer's opinion of one unit; an opinion alone never makes a step incorrect."""

    unit_id: str
    """The unit."""
    verdict: ReviewVerdict
    """The opinion."""
    suspicion: float = Field(ge=0, le=1)
    """How likely the unit is wrong."""
    error_type: str = ""
    """What kind of error, in a few words."""
    difficulty: TranslationDifficulty = TranslationDifficulty.MEDIUM
    """How hard the claim is to state in Lean."""
    reason: str = ""
    """Why."""
    disputed: str = ""
    """The words of the unit that are wrong, as the reviewer quotes them."""
    inference: DisputedInference | None = None
    """Where the claim may be true and only its derivation is wrong: what is inferred from what."""
    counterexample: str = ""
    """Values that the reviewer names against the unit; tried, never believed."""
    taken_back: str = ""
    """Words of a later step that take the claim back, as the reviewer quotes them."""
    is_default: bool = False
    """True where no reviewer spoke: not asked, or no readable answer about this unit."""
    has_failed: bool = False
    """Whether the reviewer was asked and gave no readable opinion; the others are defaults."""
