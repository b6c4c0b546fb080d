"""What stage two hands to stage three: reviews, obligations and local results (paper §4)."""

from typing import Self

from pydantic import model_validator

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import LocalResult
from faithsieve.records.obligation import Obligation
from faithsieve.records.proof import StepIndex
from faithsieve.records.review import LocalReview


class VerifiedUnit(Record):
    """Everything stage two found out about one edge unit."""

    unit_id: UnitId
    """The unit."""
    step: StepIndex
    """The original step it belongs to."""
    is_material: bool = True
    """False when the text withdraws, abandons or never uses the unit's claim."""
    has_whole_context: bool = True
    """False when the unit rests on premises that its context does not show."""
    review: LocalReview | None = None
    """The local review."""
    obligations: tuple[Obligation, ...] = ()
    """What the unit has to answer for."""
    results: tuple[LocalResult, ...] = ()
    """One local result an obligation, in the same order."""

    @model_validator(mode="after")
    def _one_result_an_obligation(self) -> Self:
        ids = [obligation.id for obligation in self.obligations]
        if [result.obligation_id for result in self.results] != ids:
            raise ValueError(f"unit {self.unit_id!r} needs one result an obligation, in order")
        return self


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
        """All local results, in order."""
        return tuple(result for unit in self.units for result in unit.results)
