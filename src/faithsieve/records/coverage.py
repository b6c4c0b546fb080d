"""How much of a proof was looked at and machine-checked, and why the rest was not (paper §5.3)."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import StepIndex


class CoverageGap(StrEnum):
    """Why a step has no formal support, in one word."""

    NOT_STATED = "not_stated"
    """No statement in Lean says what the step says."""
    GATE = "gate"
    """No statement was found to mean what the step says."""
    PROOF = "proof"
    """A faithful statement was neither proved nor refuted."""
    BUDGET = "budget"
    """The effort or a budget left it out."""
    BEHIND_ERROR = "behind_error"
    """An earlier step is refuted, or a reviewer is sure that it is wrong."""
    LEAN = "lean"
    """Lean could not be asked."""
    NO_CLAIM = "no_claim"
    """Nothing to check: an announcement or a repetition."""


class StepGap(Record):
    """A step without any formal support."""

    index: StepIndex
    """The step."""
    reason: CoverageGap
    """Why."""


class Coverage(Record):
    """What of a proof is machine-checked."""

    supported: tuple[StepIndex, ...] = ()
    """Steps of which every claim was proved."""
    partly: tuple[StepIndex, ...] = ()
    """Steps of which some claim was proved, but not every one."""
    gaps: tuple[StepGap, ...] = ()
    """Steps of which no claim was proved or refuted, with the reason."""
    not_audited: tuple[StepIndex, ...] = ()
    """Steps with a claim that nobody looked at."""
    cut_by: str = Field(default="", pattern="^(|tokens|seconds|money|Lean seconds)$")
    """The budget that ended the audit, if one did."""
