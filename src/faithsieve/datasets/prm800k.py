"""PRM800K: nested step ratings; the first judged completion rated −1 is the first error.

In phase 2 a whole solution stands in ``question.pre_generated_steps`` and labelling stops at the
first error, so the proof is that solution. In phase 1 the labeller built the proof step by step,
so each step is the chosen completion, or the human one where none was good enough. A rating of 0 is
neutral, not an error. Quality-control and screening rows and rows given up on are left out by name.
Rows have no id; one is made from the content of the whole row. The shape is only read.
"""

from collections.abc import Mapping
from typing import NamedTuple

from faithsieve.datasets.shapes import (
    DatasetShape,
    JsonRow,
    ShapeName,
    content_id,
    field_of,
    labelled_proof,
    text_of,
)
from faithsieve.datasets.strict_json import ProblemKind, RowError, shown
from faithsieve.records.proof import Label, LabelledProof

_CONTROL_FLAGS = ("is_quality_control_question", "is_initial_screening_question")
_LEFT_OUT = ("bad_problem", "give_up")
_FINISHED = ("found_error", "solution")


class _JudgedStep(NamedTuple):
    text: str
    rating: int | None


class Prm800k(DatasetShape):
    name = ShapeName.PRM800K
    fields = ("question{problem, …}", "label{steps[{completions, …}], finish_reason}")

    def recognises(self, row: JsonRow) -> bool:
        """Return whether a row has a nested question and label."""
        return isinstance(row.get("question"), dict) and isinstance(row.get("label"), dict)

    def read(self, row: JsonRow, *, file_stem: str) -> LabelledProof:
        """Read one row, or say by name why the dataset's rules leave it out."""
        question = _object("question", field_of(row, "question"))
        label = _object("label", field_of(row, "label"))
        finish = _finish_reason(row, label)
        planned = _planned_steps(question)
        judged = _judged_steps(label, planned)
        proof_steps = planned or [step.text for step in judged]
        gold = _first_error(judged, finish=finish, total=len(proof_steps))
        return labelled_proof(
            shape=self.name,
            row_id=self.row_id(row) if "id" in row else content_id("prm800k", row),
            problem=("question.problem", question.get("problem")),
            steps=("question.pre_generated_steps" if planned else "label.steps", proof_steps),
            gold=gold,
            group=None,
        )


def _finish_reason(row: JsonRow, label: JsonRow) -> str:
    for flag in _CONTROL_FLAGS:
        if row.get(flag):
            raise RowError(flag, "left out: a control row", kind=ProblemKind.SKIPPED)
    reason = label.get("finish_reason")
    if reason in _LEFT_OUT:
        raise RowError("label.finish_reason", f"left out: {reason}", kind=ProblemKind.SKIPPED)
    if reason not in _FINISHED:
        raise RowError("label.finish_reason", f"{shown(reason)} is not one of {_FINISHED}")
    return str(reason)


def _planned_steps(question: JsonRow) -> list[str]:
    field = "question.pre_generated_steps"
    planned = question.get("pre_generated_steps")
    if planned is None:
        return []
    return [text_of(f"{field}[{i}]", text) for i, text in enumerate(_list(field, planned))]


def _judged_steps(label: JsonRow, planned: list[str]) -> list[_JudgedStep]:
    steps = _list("label.steps", label.get("steps"))
    if planned and len(steps) > len(planned):
        raise RowError("label.steps", f"{len(steps)} labels for {len(planned)} steps")
    return [
        _judged_step(f"label.steps[{i}]", step, planned[i] if planned else None)
        for i, step in enumerate(steps)
    ]


def _judged_step(field: str, step: object, planned: str | None) -> _JudgedStep:
    """Find the completion that is part of the proof: the pre-generated, chosen or human one.

    The other completions are rivals the proof did not follow; nothing is asked of them.
    """
    entry = _object(field, step)
    completions = _list(f"{field}.completions", entry.get("completions") or [])
    if planned is not None:
        return _pre_generated(f"{field}.completions", completions, planned)
    chosen, human = entry.get("chosen_completion"), entry.get("human_completion")
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        if not 0 <= chosen < len(completions):
            raise RowError(f"{field}.chosen_completion", f"{chosen} is no completion")
        return _completion(f"{field}.completions[{chosen}]", completions[chosen])
    if human is not None:
        return _completion(f"{field}.human_completion", human)
    if len(completions) == 1:
        return _completion(f"{field}.completions[0]", completions[0])
    raise RowError(f"{field}.chosen_completion", "none of several completions is chosen")


def _pre_generated(field: str, completions: list[object], planned: str) -> _JudgedStep:
    copies = [
        _completion(f"{field}[{i}]", completion)
        for i, completion in enumerate(completions)
        if isinstance(completion, dict) and str(completion.get("text")).strip() == planned.strip()
    ]
    if not copies:
        raise RowError(field, "no completion is the pre-generated step")
    if len({copy.rating for copy in copies}) > 1:
        raise RowError(field, "copies of the pre-generated step are rated differently")
    return copies[0]


def _completion(field: str, value: object) -> _JudgedStep:
    # Some human completions are bare texts; a human one has no rating and is taken as good.
    entry: Mapping[str, object] = (
        {"text": value} if isinstance(value, str) else _object(field, value)
    )
    rating = entry.get("rating")
    if rating not in (None, -1, 0, 1) or isinstance(rating, bool | float):
        raise RowError(f"{field}.rating", f"{shown(rating)} is not −1, 0, 1 or null")
    assert rating is None or isinstance(rating, int)
    return _JudgedStep(text_of(f"{field}.text", entry.get("text")), rating)


def _first_error(judged: list[_JudgedStep], *, finish: str, total: int) -> Label:
    for position, step in enumerate(judged, start=1):
        if step.rating == -1:
            return position
    if finish == "found_error":
        raise RowError("label.finish_reason", "found_error, but no judged step is rated −1")
    if len(judged) < total:
        raise RowError("label.steps", f"only {len(judged)} of {total} steps are labelled")
    return "correct"


def _object(field: str, value: object) -> JsonRow:
    if not isinstance(value, dict):
        raise RowError(field, f"{shown(value)} is not an object")
    return value


def _list(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise RowError(field, f"{shown(value)} is not a list")
    return value
