"""A check that a server was asked for: what to check, how far it is, and what became of it."""

from datetime import UTC, datetime
from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import NonEmptyText, Proof, StepIndex
from faithsieve.records.settings import AuditEffort

LONGEST_TEXT = 200_000
MOST_STEPS = 500


class Submission(Record):
    """One proof to check, and how."""

    problem: NonEmptyText = Field(max_length=LONGEST_TEXT)
    """The problem, as text with or without LaTeX."""
    steps: tuple[NonEmptyText, ...] = Field(min_length=1, max_length=MOST_STEPS)
    """The steps of the proof, in order."""
    model: str = Field(default="configured", max_length=200)
    """One of the models the server lists; a name that is not listed is refused."""
    method: str = Field(default="faithsieve", max_length=40)
    """``faithsieve``, or a baseline such as ``direct`` that asks no Lean."""
    effort: AuditEffort = "standard"
    """How hard to audit."""

    @property
    def proof(self) -> Proof:
        return Proof.from_texts(self.problem, self.steps)


class JobState(StrEnum):
    """How far a check is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    """There is a result."""
    FAILED = "failed"
    """It could not be finished, and ``message`` says why; this says nothing about the proof."""
    CANCELLED = "cancelled"


ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})


class JobProgress(Record):
    """How far one check of a server is."""

    id: str
    """Its name in addresses; it cannot be guessed."""
    state: JobState = JobState.QUEUED
    """How far it is."""
    message: str = ""
    """Why it failed, in words."""
    submitted_at: datetime
    """When it was asked for."""
    ended_at: datetime | None = None
    """When it ended."""
    step: StepIndex | None = None
    """The one step that is looked at again with more effort, on top of an earlier check."""
    earlier: str | None = None
    """That earlier check."""


class CheckJob(JobProgress):
    """One check of a server."""

    submission: Submission
    """What is checked."""

    @property
    def is_over(self) -> bool:
        return self.state in ENDED

    def in_state(self, state: JobState, message: str = "") -> "CheckJob":
        """Return the job in another state; an ended job gets its end time."""
        ended = datetime.now(UTC) if state in ENDED else None
        return self.changed(state=state, message=message, ended_at=ended)
