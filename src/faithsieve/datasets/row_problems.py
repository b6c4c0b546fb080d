"""What can be wrong with one row, named by file, line and field."""

from enum import StrEnum

from pydantic import Field

from faithsieve.records.base import Record


class ProblemKind(StrEnum):
    """Whether a row that did not load is broken or left out on purpose."""

    BAD = "bad"
    """The row cannot be read as what it claims to be; loading stops unless told to skip it."""
    SKIPPED = "skipped"
    """The dataset's own rules leave the row out, such as a quality-control row of PRM800K."""


class RowProblem(Record):
    """One row that did not load, and why."""

    file: str
    """The file as the user named it."""
    line: int = Field(ge=1)
    """The 1-based line the row starts on."""
    field: str
    """The field at fault, such as ``steps[3]``; ``row`` when it is the row as a whole."""
    message: str
    """What is wrong with which value, and what was expected."""
    kind: ProblemKind = ProblemKind.BAD
    """Broken, or left out on purpose."""

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, field {self.field}: {self.message}"


class RowError(Exception):
    """A shape's refusal of one row; the loader adds file and line."""

    def __init__(self, field: str, message: str, *, kind: ProblemKind = ProblemKind.BAD) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.kind = kind

    def at(self, file: str, line: int) -> RowProblem:
        return RowProblem(
            file=file, line=line, field=self.field, message=self.message, kind=self.kind
        )
