"""What zero-token checks report: arithmetic results and lint findings."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.evidence import Outcome
from faithsieve.records.proof import StepIndex


class ArithmeticReport(Record):
    """The cheap checker's answer on one claim (paper app. C.1)."""

    claim: str
    """The claim as given."""
    status: Outcome
    """Passed only if every link holds, refuted if one is false, inconclusive otherwise."""
    reason: str
    """Why, in words; for inconclusive the named obstacle comes first."""
    failing_link: str | None = None
    """The first false link, such as ``3 = 4``; only for a refuted claim."""


class FindingClass(StrEnum):
    """What a finding may do: decide, raise suspicion, or inform."""

    REFUTED = "refuted"
    """Computed exactly, with a complete account of what was read."""
    SUSPICIOUS = "suspicious"
    """Looks like a slip, but something about it was not accounted for; it never decides."""
    NOTE = "note"
    """False as computed, but the text does not assert it."""


class Account(Record):
    """Why code may decide a claim: what was read, where, and under which conditions."""

    reading: str
    """The claim as code reads it, every operator written out."""
    sentence: str
    """The sentence that the claim stands in."""
    premises: tuple[str, ...] = ()
    """Every relation stated for the claim's letters; all hold at the counterexample."""


class LeanForm(Record):
    """A refuted claim stated for Lean: a frozen statement and the negation code built from it."""

    name: str
    """The theorem's name."""
    statement: str
    """The signature of the claim, without a proof."""
    negation: str
    """The signature of its refutation, without a proof."""
    proof: str
    """A proof attempt for the negation: a witness where one is needed, then automation."""
    form: Literal["contradicted", "not_entailed"]
    """Whether the negation says the claim is false in its context, or only not implied by it."""


class LintFinding(Record):
    """One claim of a proof that is, or may be, false."""

    step: StepIndex
    """The original proof step."""
    column: int = Field(ge=1)
    """Where the claim begins in the step's text, counted from 1."""
    end_column: int = Field(ge=1)
    """One past its last character."""
    rule: str
    """The check that found it, such as ``symbolic-link``."""
    finding_class: FindingClass
    """Whether it decides, raises suspicion or only informs."""
    locates: bool
    """Whether it is the slip itself; otherwise it may be a symptom of an earlier one."""
    claim: str
    """The claim as written."""
    left: str
    """The left side as written."""
    relation: str
    """The relation between the sides."""
    right: str
    """The right side as written."""
    counterexample: str | None = None
    """Values at which the two sides differ, for claims with variables."""
    message: str
    """What is wrong, in words."""
    account: Account | None = None
    """What was read and considered; only refuted findings have a complete one."""
    doubt: str | None = None
    """What kept a finding from being refuted."""
    lean: LeanForm | None = None
    """The claim as a Lean statement, where it lies in the core fragment."""

    @property
    def id(self) -> str:
        """The finding's name among the local results of its proof."""
        return f"lint/{self.step}/{self.column}"

    @property
    def fact(self) -> str:
        """The finding as a sentence for prompts, worded as what it is: computed or suspected."""
        said = f"Step {self.step}: {self.claim!r} {self.message}"
        if self.account is not None:
            return f"{said}. Computed exactly, read as {self.account.reading}."
        return f"{said}. A suspicion of code, not a result: {self.doubt}."


class Abstention(Record):
    """How many claims were left undecided for one reason."""

    reason: str
    """The named reason."""
    count: int = Field(ge=1)
    """How often it occurred."""


class SupportedLink(Record):
    """A claim that was checked and holds, which spares an obligation."""

    step: StepIndex
    """The original proof step."""
    column: int = Field(ge=1)
    """Where the claim begins, counted from 1."""
    rule: str
    """The check that confirmed it."""
    claim: str
    """The claim as written."""


class LintReport(Record):
    """Everything the zero-token checks know about one proof."""

    findings: tuple[LintFinding, ...] = ()
    """Findings of all classes in reading order."""
    supported: tuple[SupportedLink, ...] = ()
    """Confirmed claims in reading order."""
    abstentions: tuple[Abstention, ...] = ()
    """Reasons for which claims were left undecided, most frequent first."""
    sides_read: int = Field(default=0, ge=0)
    """Relation sides the parser understood."""
    sides_seen: int = Field(default=0, ge=0)
    """Relation sides it met."""
    complete: bool = True
    """False when a time or size limit ended the reading early."""

    @property
    def refuted(self) -> tuple[LintFinding, ...]:
        """The findings that refute a claim."""
        return tuple(f for f in self.findings if f.finding_class is FindingClass.REFUTED)

    @property
    def facts(self) -> tuple[str, ...]:
        """The refuted and suspicious findings as sentences, without notes."""
        return tuple(f.fact for f in self.findings if f.finding_class is not FindingClass.NOTE)
