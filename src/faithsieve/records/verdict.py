"""The answer to one proof: ``correct`` or the first erroneous step, with evidence (paper §2.1)."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.cost import Cost
from faithsieve.records.coverage import Coverage
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import EvidenceItem
from faithsieve.records.proof import Label, StepIndex


class VerdictKind(StrEnum):
    """What the label rests on."""

    CORRECT = "correct"
    """No step was found wrong."""
    FIRST_ERROR = "first_error"
    """The step has evidence against it, or the method is a judge that names it."""
    RISKY_STEP = "risky_step"
    """The step itself was not refuted; the final synthesis names it as the most likely break."""


class StepStatus(StrEnum):
    """What is known about one step."""

    SUPPORTED = "supported"
    UNCHECKED = "unchecked"
    UNCERTAIN = "uncertain"
    INCORRECT = "incorrect"


class StepFinding(Record):
    """The status of one original step and the evidence for it."""

    index: StepIndex
    """The step."""
    status: StepStatus
    """What is known about it."""
    evidence: tuple[EvidenceItem, ...] = ()
    """What the status rests on."""


class Verdict(Record):
    """The answer to one proof."""

    label: Label
    """``correct`` or the first erroneous step."""
    kind: VerdictKind
    """What the label rests on."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """How sure the method is, where it says so."""
    rationale: str
    """The reason in words."""
    steps: tuple[StepFinding, ...] = ()
    """Findings on single steps; empty for methods that only name a label."""
    without_lean: tuple[str, ...] = ()
    """Obligations that might have changed the label and failed for want of Lean: a new run asks."""
    coverage: Coverage | None = None
    """What of the proof is machine-checked; None for methods that check no steps."""
    cost: Cost = Cost()
    """What the answer cost."""
    artifacts: tuple[Digest, ...] = ()
    """Keys of every stored artifact the verdict rests on."""

    @model_validator(mode="after")
    def _kind_agrees_with_label(self) -> Self:
        if (self.label == "correct") != (self.kind is VerdictKind.CORRECT):
            raise ValueError(f"label {self.label!r} cannot have kind {self.kind.value!r}")
        return self
