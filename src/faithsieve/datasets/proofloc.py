"""ProofLoc: ``id, problem, steps[], first_error_step`` with ``"correct"`` or a 1-based integer.

This is also FaithSieve's own shape: ``first_error_step`` may be left out for an unlabelled row, and
``group`` may name a group that the id does not tell. A bare ``label`` is taken when it is the word
``"correct"``; a number under that name could count from 0 or from 1 and is refused.
"""

import re

from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.shape import (
    DatasetShape,
    JsonRow,
    ShapeName,
    field_of,
    id_of,
    labelled_proof,
    text_of,
    texts,
)
from faithsieve.datasets.strict_json import shown
from faithsieve.records.proof import Label, LabelledProof

_LABEL = "first_error_step"
_ID_PREFIX = re.compile(r"([A-Za-z][A-Za-z ]*)[ _-]?\d")


class ProofLoc(DatasetShape):
    """The shape of the paper's two benchmarks (§2.1, app. A)."""

    name = ShapeName.PROOFLOC
    fields = f"id, problem, steps, {_LABEL}"

    def recognises(self, row: JsonRow) -> bool:
        """A problem with steps, unless the label and its companions are ProcessBench's."""
        foreign = "label" in row and bool({"generator", "final_answer_correct"} & row.keys())
        return {"problem", "steps"} <= row.keys() and (_LABEL in row or not foreign)

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row; a number under the bare name ``label`` is refused."""
        row_id = id_of("id", field_of(row, "id"))
        group = text_of("group", row["group"]) if row.get("group") is not None else None
        return labelled_proof(
            shape=self.name,
            row_id=row_id,
            problem=("problem", field_of(row, "problem")),
            steps=("steps", field_of(row, "steps")),
            gold=_gold(row),
            group=group or group_from_id(row_id),
        )

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write 1-based labels; the group only where the id does not tell it."""
        row: dict[str, object] = {
            "id": proof.id,
            "problem": proof.proof.problem,
            "steps": texts(proof),
        }
        if proof.gold is not None:
            row[_LABEL] = proof.gold
        if proof.group is not None and proof.group != group_from_id(proof.id):
            row["group"] = proof.group
        return row


def group_from_id(row_id: str) -> str | None:
    """Give the letters an id starts with, such as a University subject; bookkeeping only."""
    match = _ID_PREFIX.match(row_id)
    return match[1].strip() if match else None


def _gold(row: JsonRow) -> Label | None:
    if _LABEL not in row:
        return _bare_label(row) if "label" in row else None
    value = row[_LABEL]
    if value == "correct":
        return "correct"
    steps = row.get("steps")
    count = len(steps) if isinstance(steps, list) else 0
    if not count:
        raise RowError("steps", f"{shown(steps)} has no step; expected a list of texts")
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
        return value
    raise RowError(_LABEL, f'{shown(value)} is neither "correct" nor a step from 1 to {count}')


def _bare_label(row: JsonRow) -> Label:
    if row["label"] == "correct":
        return "correct"
    raise RowError(
        "label",
        f"{shown(row['label'])} does not say whether steps count from 0 or 1; write "
        f'{_LABEL}: "correct" or a 1-based step, or use --format processbench',
    )
