"""ProcessBench: ``id, generator, problem, steps[], final_answer_correct, label``.

``label`` is 0-based and −1 means correct. A bare ``label`` could be in any base, so a row is taken
for ProcessBench only when ``generator`` or ``final_answer_correct`` stands beside it, or by force.
"""

from faithsieve.datasets.shape import (
    DatasetShape,
    JsonRow,
    ShapeName,
    field_of,
    from_zero_based,
    gold_of,
    id_of,
    labelled_proof,
    texts,
    whole_number,
)
from faithsieve.records.proof import LabelledProof

_CORRECT = -1


class ProcessBench(DatasetShape):
    """The shape of Qwen's ProcessBench files."""

    name = ShapeName.PROCESSBENCH
    fields = "id, generator, problem, steps, final_answer_correct, label"

    def recognises(self, row: JsonRow) -> bool:
        """A label with at least one of the two fields only ProcessBench has."""
        companions = {"generator", "final_answer_correct"} & row.keys()
        known = {"problem", "steps", "label"} <= row.keys() and bool(companions)
        return known and "first_error_step" not in row

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row; the group is the subset name in front of the id's number."""
        row_id = id_of("id", field_of(row, "id"))
        steps = field_of(row, "steps")
        index = whole_number("label", field_of(row, "label"))
        return labelled_proof(
            shape=self.name,
            row_id=row_id,
            problem=("problem", field_of(row, "problem")),
            steps=("steps", steps),
            gold="correct" if index == _CORRECT else from_zero_based("label", index, steps),
            group=row_id.rpartition("-")[0] or None,
        )

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write 0-based labels; generator and answer are not known here and become null."""
        gold = gold_of(proof, self.name)
        return {
            "id": proof.id,
            "generator": None,
            "problem": proof.proof.problem,
            "steps": texts(proof),
            "final_answer_correct": None,
            "label": _CORRECT if gold == "correct" else gold - 1,
        }
