"""What a dataset shape promises: recognise a row, read it, write it back in its own convention.

Each shape is one file beside this one. Labels are translated to the one internal convention
(``"correct"`` or a 1-based step) in exactly that file, so a 0-based index is never read as
anything else. Field checks that all shapes share are here.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from pydantic import ValidationError

from faithsieve.datasets.escapes import repair_escapes
from faithsieve.datasets.limits import (
    MAX_ID_CHARS,
    MAX_PROOF_CHARS,
    MAX_STEP_CHARS,
    MAX_STEPS,
)
from faithsieve.datasets.raw_rows import RawRow
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.records.digest import digest_of
from faithsieve.records.proof import Label, LabelledProof, Proof

JsonRow = Mapping[str, object]
"""One row as parsed from the file."""


class ShapeName(StrEnum):
    """The dataset shapes, by the name ``--format`` and ``--to`` take."""

    PROOFLOC = "proofloc"
    PROCESSBENCH = "processbench"
    BIGBENCH_MISTAKE = "bigbench-mistake"
    PRM800K = "prm800k"
    HARD2VERIFY = "hard2verify"


class DatasetShape(ABC):
    """One published dataset convention."""

    name: ShapeName
    fields: str
    """The fields that tell the shape, in words, for error messages."""

    @abstractmethod
    def recognises(self, row: JsonRow) -> bool:
        """Say whether the row's field names are those of this shape and of no other."""

    @abstractmethod
    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row; raises :class:`RowError` naming the field."""

    @abstractmethod
    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Give the row in this shape's own fields and label base."""

    def read_all(self, rows: Iterable[RawRow], *, file_stem: str) -> Iterator[RawRow]:
        """Put proofs, or what is wrong, in the place of one file's parsed objects.

        A shape overrides it when rows must agree with each other.
        """
        for row in rows:
            assert isinstance(row.content, dict)
            try:
                yield row._replace(content=self.read(row.content, file_stem=file_stem))
            except RowError as error:
                yield row._replace(content=error)


def labelled_proof(
    *,
    shape: ShapeName,
    row_id: str,
    problem: tuple[str, object],
    steps: tuple[str, object],
    gold: Label | None,
    group: str | None,
) -> LabelledProof:
    """Check and repair the texts of a row and build the record.

    ``problem`` and ``steps`` come with the name of their field, for messages.
    """
    problem_text = text_of(*problem)
    step_texts = texts_of(*steps)
    if len(problem_text) + sum(map(len, step_texts)) > MAX_PROOF_CHARS:
        raise RowError("row", f"problem and steps have more than {MAX_PROOF_CHARS:,} characters")
    repaired = repair_escapes((problem_text, *step_texts))
    try:
        return LabelledProof(
            id=row_id,
            proof=Proof.from_texts(repaired.texts[0], repaired.texts[1:]),
            gold=gold,
            group=group,
            source=shape.value,
            notes=repaired.notes,
        )
    except ValidationError as error:
        raise RowError("row", str(error.errors()[0]["msg"])) from error


def field_of(row: JsonRow, name: str) -> object:
    """Give the value of a field that must be there."""
    if name not in row:
        raise RowError(name, f"the field is missing; the row has {shown(sorted(row), 120)}")
    return row[name]


def text_of(field: str, value: object) -> str:
    """Check that a value is text a model and a database can take."""
    if not isinstance(value, str):
        raise RowError(field, f"{shown(value)} is not text")
    if not value.strip():
        raise RowError(field, "the text is empty")
    if "\0" in value:
        raise RowError(field, f"the text has a NUL character at {value.index(chr(0))}")
    if len(value) > MAX_PROOF_CHARS:
        raise RowError(field, f"the text has more than {MAX_PROOF_CHARS:,} characters")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RowError(field, f"half a surrogate pair at character {error.start}") from error
    return value


def texts_of(field: str, value: object) -> tuple[str, ...]:
    """Check that a value is a list of step texts within the caps."""
    if not isinstance(value, list):
        raise RowError(field, f"{shown(value)} is not a list of step texts")
    if not value:
        raise RowError(field, "the proof has no steps")
    if len(value) > MAX_STEPS:
        raise RowError(field, f"{len(value):,} steps; at most {MAX_STEPS:,} are read")
    for position, text in enumerate(value):
        name = f"{field}[{position}]"
        if len(text_of(name, text)) > MAX_STEP_CHARS:
            raise RowError(name, f"the step has more than {MAX_STEP_CHARS:,} characters")
    return tuple(value)


def id_of(field: str, value: object) -> str:
    """Check that a value can be an id; integers are taken as their digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    row_id = text_of(field, value)
    if len(row_id) > MAX_ID_CHARS:
        raise RowError(field, f"the id has more than {MAX_ID_CHARS:,} characters")
    return row_id


def content_id(prefix: str, *parts: object) -> str:
    """Make the id of a row that has none: a prefix and 16 digits of the content's hash."""
    return f"{prefix}-{digest_of(list(parts))[:16]}"


def whole_number(field: str, value: object) -> int:
    """Check that a value is an integer; ``true`` and ``1.0`` are not."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RowError(field, f"{shown(value)} is not an integer")
    return value


def from_zero_based(field: str, index: int, steps: object) -> int:
    """Turn a 0-based step index into a 1-based one, within the proof."""
    count = len(steps) if isinstance(steps, list) else 0
    if not 0 <= index < count:
        raise RowError(field, f"{index} is no 0-based step of a proof with {count} steps")
    return index + 1


def gold_of(proof: LabelledProof, shape: ShapeName) -> Label:
    """Give the gold label that a shape without unlabelled rows needs.

    Raises:
        InputError: When the row has none.
    """
    if proof.gold is None:
        raise InputError(f"row {proof.id!r} has no label, and {shape.value} cannot say so")
    return proof.gold


def texts(proof: LabelledProof) -> list[str]:
    return [step.text for step in proof.proof.steps]
