"""Reading a run folder back: ``predictions.jsonl`` and ``manifest.json`` to scored results.

Reports need no store: the two files are enough, so a folder can be sent to someone else. They are
read as untrusted text, like any dataset. Nothing that is missing is made up: a problem without a
line is open, a line without label and failure is missing, and neither is a wrong answer.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, TypeAdapter, ValidationError

from faithsieve.datasets.proofloc import group_from_id
from faithsieve.datasets.raw_rows import raw_rows
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.evaluate.run_folder import PREDICTIONS, read_manifest
from faithsieve.records.base import Record
from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.verdict import Verdict, VerdictKind

_LETTERS_AND_NUMBER = re.compile(r"[A-Za-z][A-Za-z ]*[ _-]?[0-9]+")
_LABEL: TypeAdapter[Label | None] = TypeAdapter(Label | None)


class FinishedRun(Record):
    """What a run folder says about its run."""

    name: str
    """The folder's name."""
    method: str = "unknown"
    """The method that ran."""
    model: str = "unknown"
    """The model it asked."""
    dataset: str = "unknown"
    """The dataset file's name."""
    problems: int = Field(ge=0)
    """How many problems the run covers."""
    results: tuple[ProblemResult, ...]
    """One entry for each problem that was answered or failed."""

    @property
    def open(self) -> int:
        """Problems the run has not come to yet."""
        return max(0, self.problems - len(self.results))

    @property
    def tokens(self) -> int:
        return sum(result.cost.usage.total for result in self.results)

    @property
    def seconds(self) -> float:
        """Seconds over all problems, as if they had run one after another."""
        return sum(result.seconds for result in self.results)


def read_run(folder: Path) -> FinishedRun:
    """Read a run folder.

    Raises:
        InputError: When it is not one, or a file in it cannot be read.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a run folder; give the --out folder of an eval run")
    results = read_predictions(folder / PREDICTIONS)
    manifest = read_manifest(folder)
    known = {
        name: value
        for name in ("method", "model", "dataset")
        if isinstance(value := manifest.get(name), str)
    }
    problems = manifest.get("problems")
    if not isinstance(problems, int) or problems < len(results):
        problems = len(results)
    # The folder may be given as "." or with a trailing "..".
    name = folder.name or folder.resolve().name
    return FinishedRun(name=name, problems=problems, results=results, **known)


def read_predictions(path: Path) -> tuple[ProblemResult, ...]:
    """Read ``predictions.jsonl``.

    Raises:
        InputError: Naming file, line and field of the first line that is not a prediction.
    """
    results: dict[str, ProblemResult] = {}
    for row in raw_rows(path):
        try:
            if isinstance(row.content, RowError):
                raise row.content
            result = _result(row.content)
            if result.id in results:
                raise RowError("id", f"{shown(result.id)} is there twice")
        except RowError as error:
            raise InputError(str(error.at(str(path), row.line))) from error
        results[result.id] = result
    return _with_groups(tuple(results.values()))


def _with_groups(results: tuple[ProblemResult, ...]) -> tuple[ProblemResult, ...]:
    """Group rows by the letters of their ids, where every id is letters and a number.

    The lines need not say the group. Other ids, such as hashes, tell nothing about it.
    """
    if any(row.group or not _LETTERS_AND_NUMBER.fullmatch(row.id) for row in results):
        return results
    return tuple(row.model_copy(update={"group": group_from_id(row.id)}) for row in results)


def _result(row: object) -> ProblemResult:
    if not isinstance(row, dict):
        raise RowError("row", f"{shown(row)} is not an object")
    row_id, group = row.get("id"), row.get("group")
    if not isinstance(row_id, str):
        raise RowError("id", f"{shown(row_id)} is not text")
    cost = _cost(row)
    verdict = _verdict(row, cost)
    return ProblemResult(
        id=row_id,
        gold=_label(row, "gold"),
        group=group if isinstance(group, str) else None,
        verdict=verdict,
        failure=None if verdict else _failure(row, cost),
        seconds=_amount(row, "seconds"),
    )


def _label(row: Mapping[str, object], field: str) -> Label | None:
    try:
        return _LABEL.validate_python(row.get(field))
    except ValidationError as error:
        message = f'{shown(row.get(field))} is not "correct", a 1-based step or null'
        raise RowError(field, message) from error


def _verdict(row: Mapping[str, object], cost: Cost) -> Verdict | None:
    label = _label(row, "label")
    if label is None:
        return None
    plain = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    try:
        kind = VerdictKind(str(row.get("kind") or plain.value))
        return Verdict(label=label, kind=kind, rationale="", cost=cost)
    except ValueError as error:
        raise RowError("kind", f"{shown(row.get('kind'))} does not fit label {label!r}") from error


def _failure(row: Mapping[str, object], cost: Cost) -> ProblemFailure | None:
    stated = row.get("failure")
    if stated is None:
        return None
    try:
        kind = FailureKind(str(stated))
    except ValueError as error:
        raise RowError("failure", f"{shown(stated)} is no kind of failure") from error
    return ProblemFailure(kind=kind, type=kind.value, message="", cost=cost)


def _cost(row: Mapping[str, object]) -> Cost:
    # The line has one sum; which part of it was input is in the store only.
    usage = TokenUsage(input_tokens=int(_amount(row, "tokens")))
    return Cost(stages=(StageCost(stage="run", usage=usage),)) if usage.total else Cost()


def _amount(row: Mapping[str, object], field: str) -> float:
    value = row.get(field) or 0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        raise RowError(field, f"{shown(value)} is not an amount")
    return value
