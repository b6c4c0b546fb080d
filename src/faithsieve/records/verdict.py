"""The answer to one proof: no error found, a first error, a risky step or undecided (paper §2.1).

``correct`` is a benchmark's label for a proof in which no error was found. An undecided proof has
no label: too little of it was judged by anyone who can judge.
Its coverage says how much was looked at and machine-checked (§5.3).
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.cost import Cost
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import SET_ASIDE, EvidenceItem
from faithsieve.records.faithfulness import GateQualification
from faithsieve.records.proof import Label, StepIndex


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
    AGAINST = "against"
    """What was refuted there decides nothing."""
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


class VerdictKind(StrEnum):
    """What the label rests on."""

    NO_ERROR_FOUND = "no_error_found"
    """Every step was judged and none was found wrong; its label is ``correct``."""
    FIRST_ERROR = "first_error"
    """The step has evidence against it, or the method is a judge that names it."""
    RISKY_STEP = "risky_step"
    """The step itself was not refuted; the final synthesis names it as the most likely break."""
    UNDECIDED = "undecided"
    """No error was found, and too little was judged or false arithmetic may not be claimed; it has
    no label."""

    @classmethod
    def _missing_(cls, value: object) -> "VerdictKind | None":
        # Runs that were stored before `undecided` was known call it by the label's name.
        return cls.NO_ERROR_FOUND if value == "correct" else None

    @classmethod
    def of_label(cls, label: Label) -> "VerdictKind":
        """Return the kind of verdict for a bare label without evidence."""
        return cls.NO_ERROR_FOUND if label == "correct" else cls.FIRST_ERROR


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


class VerdictStandard(Record):
    """The settings that a reader needs to know what a verdict means."""

    convention: str
    """``material`` or ``first-false``."""
    rigour: str
    """``school``, ``contest`` or ``textbook``."""
    effort: str
    """``quick``, ``standard`` or ``thorough``."""


class Verdict(Record):
    """The answer to one proof."""

    label: Label | None
    """``correct`` or the first erroneous step; None when undecided."""
    kind: VerdictKind
    """What the label rests on."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """How sure the method is, where it says so."""
    may_be_earlier: bool = False
    """Whether the error is at or before the label: a number is false there, and unsettled steps
    come before it."""
    rationale: str
    """The reason in words."""
    steps: tuple[StepFinding, ...] = ()
    """Findings on single steps; empty for methods that only name a label."""
    without_lean: tuple[str, ...] = ()
    """Obligations that might have changed the label and failed for want of Lean: a new run asks."""
    other_error: StepIndex | None = None
    """The first refuted step under the other convention, where it is not the label: a false claim
    that the proof does not rest on, or the first one that it rests on."""
    standard: VerdictStandard | None = None
    """What counted as an error, and how hard it was looked for; None for methods without either."""
    gate: GateQualification | None = None
    """How the model did as a gate; None where its gate was not used, or is trusted unseen."""
    coverage: Coverage | None = None
    """What of the proof is machine-checked; None for methods that check no steps."""
    cost: Cost = Cost()
    """What the answer cost."""
    artifacts: tuple[Digest, ...] = ()
    """Keys of every stored artifact the verdict rests on."""

    @property
    def set_aside(self) -> tuple[StepIndex, ...]:
        """The steps with false arithmetic that the text, as quoted, does not claim."""
        return self.steps_with(lambda item: item.rule == SET_ASIDE)

    def steps_with(self, wanted: Callable[[EvidenceItem], bool]) -> tuple[StepIndex, ...]:
        """Return the steps that have such evidence."""
        return tuple(f.index for f in self.steps if any(map(wanted, f.evidence)))

    @model_validator(mode="after")
    def _kind_agrees_with_label(self) -> Self:
        fits = {
            VerdictKind.NO_ERROR_FOUND: self.label == "correct",
            VerdictKind.FIRST_ERROR: isinstance(self.label, int),
            VerdictKind.RISKY_STEP: isinstance(self.label, int),
            VerdictKind.UNDECIDED: self.label is None,
        }
        if not fits[self.kind]:
            raise ValueError(f"label {self.label!r} cannot have kind {self.kind.value!r}")
        return self
