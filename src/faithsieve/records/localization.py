"""What stage one hands to stage two: substeps, tree, suspicion and the audit window (paper §3)."""

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit, UnitId
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import Substep


class ErrorType(StrEnum):
    """What kind of error a scan or review expects."""

    ARITHMETIC = "arithmetic"
    ALGEBRA = "algebra"
    LOGIC = "logic"
    QUANTIFIER = "quantifier"
    CASES = "cases"
    DOMAIN = "domain"
    """Division by zero, a sign, a root or a logarithm outside its domain."""
    WITNESS = "witness"
    THEOREM = "theorem"
    """A theorem without its hypotheses, or not a theorem."""
    UNJUSTIFIED = "unjustified"
    MISREADING = "misreading"
    """Not what the problem says."""
    OTHER = "other"


class Suspicion(Record):
    """How suspicious one unit looks; a ranking, never a verdict (paper §3.2, app. B.3)."""

    unit_id: UnitId
    """The unit."""
    risk: float = Field(ge=0, le=1)
    """Suspicion in [0, 1]."""
    should_formalise: bool
    """Whether a precise check looks useful."""
    error_types: tuple[ErrorType, ...] = ()
    """What kind of error it would be."""
    reason: str = ""
    """Why, in a few words."""
    is_default: bool = False
    """True when the unit has no score of its own: nobody could read it, or it makes no claim."""


WindowReason = Literal["suspicion", "sweep", "every_unit"]
"""How the units of a window were chosen."""


class AuditWindow(Record):
    """The units that stage two looks at (paper §3.2, app. F.1)."""

    focus: UnitId | None
    """The earliest suspicious unit, or None when the window is a sweep."""
    units: tuple[UnitId, ...]
    """The chosen units in the order of the proof, the focus among them."""
    reason: WindowReason
    """How they were chosen."""
    threshold: float = Field(default=0.6, ge=0, le=1)
    """Above this risk a unit was called suspicious, so that every view agrees with the choice."""

    @model_validator(mode="after")
    def _focus_is_inside(self) -> Self:
        if self.focus is not None and self.focus not in self.units:
            raise ValueError(f"the window leaves out its focus {self.focus!r}")
        return self


class LocalizeNote(Record):
    """Something stage one had to do without, or dropped."""

    part: Literal["decompose", "state_tree", "suspicion"]
    """Where it happened."""
    detail: str
    """What happened, with the value it happened to."""


class Localization(Record):
    """The result of stage one on one proof."""

    proof: Proof
    """The proof, as given."""
    substeps: tuple[Substep, ...] = Field(min_length=1)
    """The inferences, in order."""
    tree: StateTree
    """The tree of proof states with its edge units."""
    suspicions: tuple[Suspicion, ...]
    """One a unit, in the same order."""
    window: AuditWindow
    """What stage two looks at."""
    notes: tuple[LocalizeNote, ...] = ()
    """What went wrong on the way."""
    artifacts: tuple[Digest, ...] = ()
    """Keys of the model calls behind it."""

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        ids = [unit.unit_id for unit in self.tree.units]
        if [suspicion.unit_id for suspicion in self.suspicions] != ids:
            raise ValueError("there must be one suspicion a unit, in order")
        if not set(self.window.units) <= set(ids):
            raise ValueError("the window names units that the tree does not have")
        steps = {substep.step for substep in self.substeps}
        if steps != {step.index for step in self.proof.steps}:
            raise ValueError("every original step must keep at least one substep")
        return self

    @property
    def units(self) -> tuple[EdgeUnit, ...]:
        return self.tree.units

    def doubts_by_step(self, least: float = 0.3) -> dict[StepIndex, Suspicion]:
        """Return the most suspicious unit of every step that the scan doubts."""
        doubts: dict[StepIndex, Suspicion] = {}
        for unit, suspicion in zip(self.units, self.suspicions, strict=True):
            before = doubts.get(unit.original_step_idx)
            is_worse = before is None or suspicion.risk > before.risk
            if suspicion.risk >= least and not suspicion.is_default and is_worse:
                doubts[unit.original_step_idx] = suspicion
        return doubts

    def silent_steps(self) -> frozenset[StepIndex]:
        """Return the steps that say nothing which can be wrong."""
        saying = {unit.original_step_idx for unit in self.units if unit.can_be_wrong}
        return frozenset(unit.original_step_idx for unit in self.units) - saying

    def suspicion_of(self, unit_id: UnitId) -> Suspicion:
        return next(item for item in self.suspicions if item.unit_id == unit_id)
