"""BIG-Bench Mistake: ``input, target, answer, steps[], mistake_index``; 0-based, null = correct.

The rows have no id. One is made from the content, ``bbm-`` and 16 digits of the hash of input and
steps, so it stays the same when rows are reordered, split or filtered. Files that FaithSieve wrote
carry an ``id`` of their own, which is kept. The group is the task, that is, the file's name.
"""

from faithsieve.datasets.shape import (
    DatasetShape,
    JsonRow,
    ShapeName,
    content_id,
    field_of,
    from_zero_based,
    gold_of,
    id_of,
    labelled_proof,
    texts,
    whole_number,
)
from faithsieve.records.proof import Label, LabelledProof

_LABEL = "mistake_index"


class BigBenchMistake(DatasetShape):
    name = ShapeName.BIGBENCH_MISTAKE
    fields = f"input, target, answer, steps, {_LABEL}"

    def recognises(self, row: JsonRow) -> bool:
        """``mistake_index`` is a name no other shape has."""
        return {"input", "steps", _LABEL} <= row.keys()

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row; the final answer and its target are not part of the task."""
        steps = field_of(row, "steps")
        problem = field_of(row, "input")
        return labelled_proof(
            shape=self.name,
            row_id=id_of("id", row["id"]) if "id" in row else content_id("bbm", problem, steps),
            problem=("input", problem),
            steps=("steps", steps),
            gold=_gold(field_of(row, _LABEL), steps),
            group=file_stem,
        )

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write 0-based labels with null for correct; the answers are not known here."""
        gold = gold_of(proof, self.name)
        return {
            "id": proof.id,
            "input": proof.proof.problem,
            "target": None,
            "answer": None,
            "steps": texts(proof),
            _LABEL: None if gold == "correct" else gold - 1,
        }


def _gold(value: object, steps: object) -> Label:
    if value is None:
        return "correct"
    return from_zero_based(_LABEL, whole_number(_LABEL, value), steps)
