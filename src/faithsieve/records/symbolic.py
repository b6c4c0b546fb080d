"""What zero-token checks report: arithmetic results and lint findings."""

import re
from enum import StrEnum

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
    """What a finding may do: decide or inform."""

    REFUTED = "refuted"
    """A relation between numbers that stands in the text is false, computed exactly."""
    NOTE = "note"
    """True of the formula, but no error by itself; it decides nothing and no model sees it."""


class LintFinding(Record):
    """What code computed about one formula of a proof."""

    step: StepIndex
    """The original proof step."""
    column: int = Field(ge=1)
    """Where the formula begins in the step's text, counted from 1."""
    length: int = Field(ge=1)
    """How many characters of the step's text it has."""
    rule: str
    """The check that found it: ``numeric-link``, ``congruence`` or ``identity``."""
    finding_class: FindingClass
    """Whether it decides or only informs."""
    claim: str
    """The formula as written."""
    left: str
    """The left side as written."""
    relation: str
    """The relation between the sides."""
    right: str
    """The right side as written."""
    left_value: str
    """The exact value of the left side, or its first digits; in a congruence its remainder."""
    right_value: str
    """The same for the right side."""
    counterexample: str | None = None
    """Values of the letters at which the two sides of a note have these values."""
    message: str
    """What was computed, with the values."""

    @property
    def id(self) -> str:
        """The finding's name among the local results of its proof."""
        return f"lint/{self.step}/{self.column}"

    @property
    def sentence(self) -> str:
        """The finding for people, with what is LaTeX between dollars."""
        said = f"{self.claim} {self.message}"
        formulas = {text for text in (self.claim, self.left, self.right) if "\\" in text}
        if not formulas or "$" in said:
            return said
        longest_first = sorted(map(re.escape, formulas), key=len, reverse=True)
        return re.sub("|".join(longest_first), lambda found: f"${found[0]}$", said)

    @property
    def fact(self) -> str:
        """The finding as one sentence for prompts."""
        return f"Step {self.step}: `{self.left} {self.relation} {self.right}` {self.message}."


class LintReport(Record):
    """Everything the zero-token checks know about one proof."""

    findings: tuple[LintFinding, ...] = ()
    """Findings of both classes in reading order."""
    decided: int = Field(default=0, ge=0)
    """How many relations between numbers were computed, true or false."""
    complete: bool = True
    """False when a time or size limit ended the reading early."""

    @property
    def refuted(self) -> tuple[LintFinding, ...]:
        """The findings that refute a claim."""
        return tuple(f for f in self.findings if f.finding_class is FindingClass.REFUTED)

    @property
    def facts(self) -> tuple[str, ...]:
        """The refuted findings as sentences for prompts."""
        return tuple(finding.fact for finding in self.refuted)
