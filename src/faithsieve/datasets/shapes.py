"""The published dataset conventions: which fields a row has, and how its labels count.

Every shape names its fields and translates labels to the one internal convention (``"correct"`` or
a 1-based step) and back, so a 0-based index is never read as anything else. PRM800K, whose rows are
nested, has a file of its own. Dataset text is untrusted: the checks that all shapes share are here,
with caps far above every public benchmark (the longest known proof has under 200 steps).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from pydantic import ValidationError

from faithsieve.datasets.escapes import repair_escapes
from faithsieve.datasets.raw_rows import RawRow
from faithsieve.datasets.strict_json import RowError, shown
from faithsieve.errors import InputError
from faithsieve.records.digest import digest_of
from faithsieve.records.proof import Label, LabelledProof, Proof

MAX_STEPS = 2_000
"""Steps of one proof."""
MAX_STEP_CHARS = 50_000
"""Characters of one step."""
MAX_PROOF_CHARS = 500_000
"""Characters of the problem and all steps together."""
MAX_ID_CHARS = 10_000
"""Characters of an id; file names made from ids are hashed, so long ids are legal."""

JsonRow = Mapping[str, object]
"""One row as parsed from the file."""


class ShapeName(StrEnum):
    """The dataset shapes, by the name ``--format`` and ``--to`` take."""

    PROOFLOC = "proofloc"
    PROCESSBENCH = "processbench"
    BIGBENCH_MISTAKE = "bigbench-mistake"
    PRM800K = "prm800k"
    HARD2VERIFY = "hard2verify"


class DatasetShape:
    """One published dataset convention."""

    name: str
    """What ``--format`` and ``--to`` call it."""
    fields: tuple[str, ...]
    """Every field of a row, in the order in which rows are written."""
    telling: frozenset[str] = frozenset()
    """The fields that tell this shape from the others."""
    id_field = "id"
    problem_field = "problem"
    steps_field = "steps"

    def recognises(self, row: JsonRow) -> bool:
        """Return whether the row's field names are those of this shape and of no other."""
        return self.telling <= row.keys()

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row; raises :class:`RowError` naming the field."""
        row_id = self.row_id(row)
        problem = field_of(row, self.problem_field)
        steps = field_of(row, self.steps_field)
        return labelled_proof(
            shape=self.name,
            row_id=row_id,
            problem=(self.problem_field, problem),
            steps=(self.steps_field, steps),
            gold=self.gold(row, steps),
            group=self.group(row, row_id, file_stem),
        )

    def row_id(self, row: JsonRow) -> str:
        return id_of(self.id_field, field_of(row, self.id_field))

    def gold(self, row: JsonRow, steps: object) -> Label | None:
        """Read the label of a row with the given steps, which are not checked yet."""
        return None

    def group(self, row: JsonRow, row_id: str, file_stem: str) -> str | None:
        return None

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write the row in this shape's fields; what is not known here becomes null.

        Raises:
            InputError: the row has no label, and the shape cannot say so.
        """
        steps = [step.text for step in proof.proof.steps]
        values: dict[str, object] = {
            self.id_field: proof.id,
            self.problem_field: proof.proof.problem,
            self.steps_field: steps,
            **self.labels(self.gold_of(proof), len(steps)),
        }
        return {field: values.get(field) for field in self.fields}

    def gold_of(self, proof: LabelledProof) -> Label:
        """Return the label of a proof that must have one.

        Raises:
            InputError: it has none.
        """
        if proof.gold is None:
            raise InputError(f"row {proof.id!r} has no label, and {self.name} cannot say so")
        return proof.gold

    def labels(self, gold: Label, count: int) -> dict[str, object]:
        """Write the label of a proof with so many steps.

        Raises:
            InputError: the shape is only read.
        """
        raise InputError(f"rows cannot be written in the shape {self.name}; it is only read")

    def read_all(self, rows: Iterable[RawRow], *, file_stem: str) -> Iterator[RawRow]:
        """Turn each object of a file into a proof or a row problem.

        A shape overrides it when rows must agree with each other.
        """
        for row in rows:
            if not isinstance(row.content, dict):
                yield row
                continue
            try:
                yield row._replace(content=self.read(row.content, file_stem=file_stem))
            except RowError as error:
                yield row._replace(content=error)


_PROCESSBENCH_ONLY = frozenset({"generator", "final_answer_correct"})
_ID_PREFIX = re.compile(r"([A-Za-z][A-Za-z ]*)[ _-]?\d")


class ProofLoc(DatasetShape):
    """The shape of the paper's two benchmarks (§2.1, app. A), and FaithSieve's own.

    ``first_error_step`` is ``"correct"`` or a 1-based integer, left out for an unlabelled row;
    ``group`` may name a group that the id does not tell. A bare ``label`` is taken when it is the
    word ``"correct"``; a number under that name could count from 0 or from 1 and is refused.
    """

    name = ShapeName.PROOFLOC
    fields = ("id", "problem", "steps", "first_error_step")
    telling = frozenset({"problem", "steps"})

    def recognises(self, row: JsonRow) -> bool:
        """Return whether a row has a problem and steps, and is not ProcessBench's."""
        foreign = "label" in row and bool(_PROCESSBENCH_ONLY & row.keys())
        return super().recognises(row) and ("first_error_step" in row or not foreign)

    def gold(self, row: JsonRow, steps: object) -> Label | None:
        if "first_error_step" not in row:
            return _bare_label(row["label"]) if "label" in row else None
        value = row["first_error_step"]
        if value == "correct":
            return "correct"
        count = len(steps) if isinstance(steps, list) else 0
        if not count:
            raise RowError("steps", f"{shown(steps)} has no step; expected a list of texts")
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value
        said = f'{shown(value)} is neither "correct" nor a step from 1 to {count}'
        raise RowError("first_error_step", said)

    def group(self, row: JsonRow, row_id: str, file_stem: str) -> str | None:
        written = row.get("group")
        return group_from_id(row_id) if written is None else text_of("group", written)

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write the label only where there is one, the group where the id does not tell it."""
        texts = [step.text for step in proof.proof.steps]
        row: dict[str, object] = {"id": proof.id, "problem": proof.proof.problem, "steps": texts}
        if proof.gold is not None:
            row["first_error_step"] = proof.gold
        if proof.group is not None and proof.group != group_from_id(proof.id):
            row["group"] = proof.group
        return row


def group_from_id(row_id: str) -> str | None:
    """Return the letters an id starts with, such as a University subject; for grouping only."""
    match = _ID_PREFIX.match(row_id)
    return match[1].strip() if match else None


def _bare_label(value: object) -> Label:
    if value == "correct":
        return "correct"
    raise RowError(
        "label",
        f"{shown(value)} does not say whether steps count from 0 or 1; write "
        'first_error_step: "correct" or a 1-based step, or use --format processbench',
    )


class ProcessBench(DatasetShape):
    """The shape of Qwen's ProcessBench files: ``label`` is 0-based and −1 means correct.

    A bare ``label`` could be in any base, so a row is taken for ProcessBench only when one of the
    two fields that only ProcessBench has stands beside it, or by force.
    """

    name = ShapeName.PROCESSBENCH
    fields = ("id", "generator", "problem", "steps", "final_answer_correct", "label")
    telling = frozenset({"problem", "steps", "label"})

    def recognises(self, row: JsonRow) -> bool:
        has_companion = bool(_PROCESSBENCH_ONLY & row.keys())
        return super().recognises(row) and has_companion and "first_error_step" not in row

    def gold(self, row: JsonRow, steps: object) -> Label:
        return _zero_based("label", field_of(row, "label"), steps, correct=-1)

    def group(self, row: JsonRow, row_id: str, file_stem: str) -> str | None:
        """Return the subset's name, which precedes the number in the id."""
        return row_id.rpartition("-")[0] or None

    def labels(self, gold: Label, count: int) -> dict[str, object]:
        return {"label": -1 if gold == "correct" else gold - 1}


class BigBenchMistake(DatasetShape):
    """BIG-Bench Mistake: ``mistake_index`` is 0-based, null means correct.

    The rows have no id. One is made from the content, so it stays the same when rows are reordered,
    split or filtered; files that FaithSieve wrote carry an ``id``, which is kept. The group is the
    task, that is, the file's name. The final answer and its target are not part of our task.
    """

    name = ShapeName.BIGBENCH_MISTAKE
    fields = ("id", "input", "target", "answer", "steps", "mistake_index")
    telling = frozenset({"input", "steps", "mistake_index"})
    problem_field = "input"

    def row_id(self, row: JsonRow) -> str:
        if "id" in row:
            return super().row_id(row)
        return content_id("bbm", field_of(row, "input"), field_of(row, "steps"))

    def gold(self, row: JsonRow, steps: object) -> Label:
        return _zero_based("mistake_index", field_of(row, "mistake_index"), steps, correct=None)

    def group(self, row: JsonRow, row_id: str, file_stem: str) -> str | None:
        return file_stem

    def labels(self, gold: Label, count: int) -> dict[str, object]:
        return {"mistake_index": None if gold == "correct" else gold - 1}


_STEP_LABELS = "human_labels"
_FIRST_ERROR = "human_labels_first_error_idx"


class Hard2Verify(DatasetShape):
    """Hard2Verify: one 0 or 1 for each step; the first 0 is the first error.

    Whether ``human_labels_first_error_idx`` counts from 0 or 1 is not documented, so it is not
    read. The published file is encrypted and its authors ask that no plain text be shared; read
    your own.
    """

    name = ShapeName.HARD2VERIFY
    fields = ("unique_id", "question", "model_response_by_step", _STEP_LABELS, _FIRST_ERROR)
    telling = frozenset({"model_response_by_step", _STEP_LABELS})
    id_field = "unique_id"
    problem_field = "question"
    steps_field = "model_response_by_step"

    def gold(self, row: JsonRow, steps: object) -> Label:
        value = field_of(row, _STEP_LABELS)
        if not isinstance(value, list) or not isinstance(steps, list) or len(value) != len(steps):
            raise RowError(_STEP_LABELS, f"{shown(value)} is not one 0 or 1 for each step")
        for position, label in enumerate(value):
            if whole_number(f"{_STEP_LABELS}[{position}]", label) not in (0, 1):
                raise RowError(f"{_STEP_LABELS}[{position}]", f"{label} is neither 0 nor 1")
        return value.index(0) + 1 if 0 in value else "correct"

    def labels(self, gold: Label, count: int) -> dict[str, object]:
        """Write 0 from the first error on: the dataset carries errors forward."""
        good = count if gold == "correct" else gold - 1
        first = None if gold == "correct" else good
        return {_STEP_LABELS: [1] * good + [0] * (count - good), _FIRST_ERROR: first}


# ---- checks that shapes share


def labelled_proof(
    *,
    shape: str,
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
            source=str(shape),
            notes=repaired.notes,
        )
    except ValidationError as error:
        raise RowError("row", str(error.errors()[0]["msg"])) from error


def field_of(row: JsonRow, name: str) -> object:
    """Return the value of a required field."""
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


def _zero_based(field: str, value: object, steps: object, *, correct: int | None) -> Label:
    """Turn a 0-based step index within the proof, or the value for correct, into a label."""
    if value is correct is None:
        return "correct"
    index = whole_number(field, value)
    if index == correct:
        return "correct"
    count = len(steps) if isinstance(steps, list) else 0
    if not 0 <= index < count:
        raise RowError(field, f"{index} is no 0-based step of a proof with {count} steps")
    return index + 1
