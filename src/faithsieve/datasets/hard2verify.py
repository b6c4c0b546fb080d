"""Hard2Verify: ``unique_id, question, model_response_by_step[]`` and one 0 or 1 for each step.

The label is derived from ``human_labels`` (the first 0). Whether ``human_labels_first_error_idx``
counts from 0 or 1 is not documented, so it is never used as a label: it is asserted against the
derived one, in the base that fits most rows of the file, and a row that disagrees is a bad row.
The published file is encrypted and its authors ask that no plain text be shared; read your own.
"""

from collections.abc import Iterable, Iterator

from faithsieve.datasets.raw_rows import RawRow
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.shape import (
    DatasetShape,
    JsonRow,
    ShapeName,
    field_of,
    gold_of,
    id_of,
    labelled_proof,
    texts,
    whole_number,
)
from faithsieve.datasets.strict_json import shown
from faithsieve.records.proof import Label, LabelledProof

_LABELS = "human_labels"
_FIRST = "human_labels_first_error_idx"
_STEPS = "model_response_by_step"
_UNSAID = object()
"""Stands where a row states no index; null would state that there is no error."""


class Hard2Verify(DatasetShape):
    name = ShapeName.HARD2VERIFY
    fields = f"unique_id, question, {_STEPS}, {_LABELS}, {_FIRST}"

    def recognises(self, row: JsonRow) -> bool:
        """Steps and step labels under names no other shape has."""
        return {_STEPS, _LABELS} <= row.keys()

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row, labelled by the first step the experts marked 0."""
        steps = field_of(row, _STEPS)
        return labelled_proof(
            shape=self.name,
            row_id=id_of("unique_id", field_of(row, "unique_id")),
            problem=("question", field_of(row, "question")),
            steps=(_STEPS, steps),
            gold=_gold(field_of(row, _LABELS), steps),
            group=None,
        )

    def read_all(self, rows: Iterable[RawRow], *, file_stem: str) -> Iterator[RawRow]:
        """Read the rows and hold the stated first-error index against the derived one."""
        held = list(rows)
        read = list(super().read_all(held, file_stem=file_stem))
        stated = [row.content.get(_FIRST, _UNSAID) for row in held if isinstance(row.content, dict)]
        golds = [r.content.gold if isinstance(r.content, LabelledProof) else None for r in read]
        base = _index_base(stated, golds)
        for row, said, gold in zip(read, stated, golds, strict=True):
            complaint = _disagreement(said, gold, base) if gold is not None else None
            yield row._replace(content=complaint) if complaint else row

    def write(self, proof: LabelledProof) -> dict[str, object]:
        """Write 0 from the first error on: the dataset carries errors forward."""
        gold = gold_of(proof, self.name)
        steps = texts(proof)
        good = len(steps) if gold == "correct" else gold - 1
        return {
            "unique_id": proof.id,
            "question": proof.proof.problem,
            _STEPS: steps,
            _LABELS: [1] * good + [0] * (len(steps) - good),
            _FIRST: None if gold == "correct" else good,
        }


def _gold(value: object, steps: object) -> Label:
    if not isinstance(value, list) or not isinstance(steps, list) or len(value) != len(steps):
        raise RowError(_LABELS, f"{shown(value)} is not one 0 or 1 for each step")
    for position, label in enumerate(value):
        if whole_number(f"{_LABELS}[{position}]", label) not in (0, 1):
            raise RowError(f"{_LABELS}[{position}]", f"{label} is neither 0 nor 1")
    return value.index(0) + 1 if 0 in value else "correct"


def _index_base(stated: list[object], golds: list[Label | None]) -> int:
    """Give the base, 0 or 1, in which most stated indices agree with the labels."""
    votes = {0: 0, 1: 0}
    for said, gold in zip(stated, golds, strict=True):
        if isinstance(gold, int) and isinstance(said, int) and 0 <= gold - said <= 1:
            votes[1 - (gold - said)] += 1
    return 1 if votes[1] > votes[0] else 0


def _disagreement(stated: object, gold: Label, base: int) -> RowError | None:
    if stated is _UNSAID:
        return None
    # −1 is no index in either base, so it can only mean what null means.
    expected = (None, -1) if not isinstance(gold, int) else (gold - 1 + base,)
    if stated in expected and not isinstance(stated, bool):
        return None
    return RowError(
        _FIRST,
        f"{shown(stated)} contradicts {_LABELS}, where the first error is {gold!r} counted from 1 "
        f"(the file's indices count from {base})",
    )
