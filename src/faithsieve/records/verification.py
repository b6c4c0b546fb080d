"""What stage two hands to stage three: reviews (app. B.3), obligations, local results (§4)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import Inconclusive, InconclusiveReason, LocalResult, Outcome
from faithsieve.records.obligation import Obligation
from faithsieve.records.proof import StepIndex


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
    NOTHING = "nothing"
    """There is nothing to state: the unit claims nothing that could be false."""


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


# What Lean was asked about and answered, however it ended.
_LEAN_ANSWERED = frozenset(
    {
        InconclusiveReason.GATE_FAILED,
        InconclusiveReason.GATE_UNQUALIFIED,
        InconclusiveReason.PROOF_TIMEOUT,
        InconclusiveReason.PROOF_EXHAUSTED,
        InconclusiveReason.QUARANTINED,
        InconclusiveReason.CONDITIONAL,
    }
)


class VerifiedUnit(Record):
    """Everything known about one edge unit, or about the claim of one lint finding."""

    unit_id: UnitId
    """The unit, or the finding's id."""
    step: StepIndex
    """The original step it belongs to."""
    is_material: bool = True
    """False when the text withdraws, abandons or never uses the unit's claim."""
    has_whole_context: bool = True
    """False when the unit rests on premises that its context does not show."""
    has_all_assumptions: bool = True
    """False when something may be supposed where it stands that its context does not show."""
    review: LocalReview | None = None
    """The local review."""
    second_review: LocalReview | None = None
    """Another, independent review, where one was asked for."""
    obligations: tuple[Obligation, ...] = ()
    """What the unit has to answer for; a lint finding has no obligation."""
    results: tuple[LocalResult, ...] = ()
    """One local result an obligation, in the same order, or the refutation of a finding."""

    @model_validator(mode="after")
    def _one_result_an_obligation(self) -> Self:
        ids = [obligation.id for obligation in self.obligations]
        if ids and [result.obligation_id for result in self.results] != ids:
            raise ValueError(f"unit {self.unit_id!r} needs one result an obligation, in order")
        return self

    def hides_premises_of(self, result: LocalResult) -> bool:
        """Return whether the claim of a result has premises that no prompt about it showed."""
        return any(o.hides_premises for o in self.obligations if o.id == result.obligation_id)

    @property
    def is_settled(self) -> bool:
        """Whether some claim was refuted or all of them were confirmed."""
        outcomes = {
            result.outcome
            for result in self.results
            if not isinstance(result, Inconclusive)
            or result.reason is not InconclusiveReason.NO_CLAIM
        }
        return Outcome.REFUTED in outcomes or outcomes == {Outcome.PASSED}

    @property
    def reviews(self) -> tuple[LocalReview, ...]:
        """The reviews of the unit, in the order of the calls."""
        said = (self.review, self.second_review)
        return tuple(review for review in said if review is not None)

    @property
    def was_dropped(self) -> bool:
        """Whether some claim was left out because an earlier one is refuted or surely wrong."""
        return any(
            isinstance(result, Inconclusive) and result.reason is InconclusiveReason.DROPPED
            for result in self.results
        )

    @property
    def has_lean_answer(self) -> bool:
        """Whether Lean answered about any claim of the unit."""
        return any(
            result.reason in _LEAN_ANSWERED
            if isinstance(result, Inconclusive)
            else result.lean is not None
            for result in self.results
        )


class VerifiedWindow(Record):
    """The result of stage two on one audit window."""

    units: tuple[VerifiedUnit, ...]
    """The scheduled units, in the order of the proof."""
    notes: tuple[str, ...] = ()
    """What went wrong on the way, in words."""
    artifacts: tuple[Digest, ...] = ()
    """Calls that belong to no single obligation."""

    @property
    def results(self) -> tuple[LocalResult, ...]:
        return tuple(result for unit in self.units for result in unit.results)

    def joined_with(self, other: Self, order: Sequence[UnitId]) -> "VerifiedWindow":
        """Return this window merged with a later one, its units in the given order."""
        place = {unit_id: number for number, unit_id in enumerate(order)}
        units = sorted((*self.units, *other.units), key=lambda unit: place[unit.unit_id])
        return VerifiedWindow(
            units=tuple(units),
            notes=(*self.notes, *other.notes),
            artifacts=(*self.artifacts, *other.artifacts),
        )
