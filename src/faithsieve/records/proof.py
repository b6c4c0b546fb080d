"""A problem, its numbered proof and the label a benchmark gives it (paper §2.1).

A *step* is always an original, 1-based proof step; finer pieces are substeps and edge units.
A ``Proof`` has no id on purpose: ids of public datasets leak labels, so no id can reach a prompt.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from faithsieve.records.base import Record

StepIndex = Annotated[int, Field(ge=1, strict=True)]
"""The 1-based number of an original proof step."""

Label = Literal["correct"] | StepIndex
"""What every method answers: ``"correct"`` or the index of the first erroneous step."""

NonEmptyText = Annotated[str, StringConstraints(pattern=r"\S")]
"""Text with at least one character that is not white space."""


class ProofStep(Record):
    """One original step of a proof."""

    index: StepIndex
    """Position in the proof, counted from 1."""
    text: NonEmptyText
    """The step as written, without its number."""


class Proof(Record):
    """A problem and the numbered steps of one proposed proof."""

    problem: NonEmptyText
    """The problem statement."""
    steps: tuple[ProofStep, ...] = Field(min_length=1)
    """The steps in order, numbered 1, 2, 3, …"""

    @model_validator(mode="after")
    def _steps_are_numbered_from_one(self) -> Self:
        if any(step.index != position for position, step in enumerate(self.steps, start=1)):
            numbers = [step.index for step in self.steps]
            raise ValueError(f"steps must be numbered 1..{len(numbers)} in order, got {numbers}")
        return self

    @classmethod
    def from_texts(cls, problem: str, steps: "list[str] | tuple[str, ...]") -> Self:
        """Number the given step texts from 1."""
        numbered = tuple(ProofStep(index=i, text=text) for i, text in enumerate(steps, start=1))
        return cls(problem=problem, steps=numbered)

    @property
    def whole_text(self) -> str:
        """The problem and all steps, for asking whether something is said anywhere."""
        return "\n".join([self.problem, *(step.text for step in self.steps)])

    def has_label(self, label: Label) -> bool:
        """Return whether the label can be about this proof: ``correct`` or one of its steps."""
        return label == "correct" or label <= len(self.steps)


class SourcePlace(Record):
    """A place in a file."""

    line: int = Field(ge=1)
    """The line, counted from 1."""
    column: int = Field(ge=1)
    """The column, counted from 1 in characters."""

    def on_line(self, line: int) -> "SourcePlace":
        """Return the same column on another line."""
        return SourcePlace(line=line, column=self.column)


class ProofSource(Record):
    """The file a proof was read from, and how its text was cut into steps."""

    file: str
    """The file as the user named it."""
    split: str
    """How steps were told apart: ``numbered``, ``paragraphs`` or ``sentences``."""
    places: tuple[SourcePlace | None, ...] = ()
    """Where each step begins; None where the file does not show it."""

    def place_of(self, step: StepIndex) -> SourcePlace | None:
        """Return the place where a step begins, or None if it is unknown."""
        return self.places[step - 1] if step <= len(self.places) else None


class LabelledProof(Record):
    """One row of a benchmark: a proof, its gold label, and where it came from."""

    id: NonEmptyText
    """The row's own id; used for bookkeeping only, never shown to a model."""
    proof: Proof
    """The proof to judge."""
    gold: Label | None = None
    """The expert label, or None where the row has none."""
    group: str | None = None
    """A subject or task to report separately, such as a University domain."""
    source: str = "unknown"
    """The dataset shape the row was read from."""
    notes: tuple[str, ...] = ()
    """What the loader had to repair, in words."""
    origin: ProofSource | None = None
    """Where a document's steps stand in its file; None for rows of a dataset."""

    @model_validator(mode="after")
    def _gold_is_a_step_of_the_proof(self) -> Self:
        if self.gold is not None and not self.proof.has_label(self.gold):
            raise ValueError(
                f"label {self.gold!r} is not a step of a proof with {len(self.proof.steps)} steps"
            )
        return self
