"""Other people's outputs as runs: an existing critic run is a baseline without paying again.

Two forms are read: ProcessBench's result lines (``id`` and a 0-based ``prediction``, −1 for
correct, null where its own reading failed) and OpenAI Batch output files whose ``custom_id`` is the
row's id. A row without a line stays open; it is never a wrong answer.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from faithsieve.baselines.opinions import NotALabelError, read_label, verdict_of_label
from faithsieve.datasets import Dataset
from faithsieve.datasets.strict_json import shown
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.run_folder import PREDICTIONS, ResultLines, RunFolder, describe_versions
from faithsieve.llm.batch_files import read_answers
from faithsieve.llm.structured import UnreadableReplyError, strip_reasoning
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply
from faithsieve.records.cost import Cost, StageCost
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult, RunManifest

_BOXED = re.compile(r"\\boxed\{\s*(-?\d{1,6})\s*\}")


class ReplyForm(StrEnum):
    """How a reply's text says its label."""

    LABEL = "label"
    """``correct`` or ``step N``, 1-based, as FaithSieve asks."""
    BOXED = "boxed"
    r"""The last ``\boxed{n}``, 0-based with −1 for correct, as ProcessBench's critics are asked."""


class ResultLine(Record):
    id: str | int
    """The row."""
    prediction: Any
    """A 0-based step, -1 for correct, null where the critic's answer could not be read."""


class ImportedRun(Record):
    results: tuple[ProblemResult, ...]
    """Rows with a line, in dataset order."""
    open: tuple[str, ...]
    """Rows without one."""
    foreign: int
    """Lines about rows the dataset does not have."""
    damaged: tuple[str, ...] = ()
    """Lines that cannot be read."""


def import_processbench(dataset: Dataset, files: Iterable[Path]) -> ImportedRun:
    """Read ProcessBench result files, such as its ``*_error.jsonl`` and ``*_correct.jsonl``.

    Raises:
        InputError: a line has no id or a prediction that is no 0-based step.
    """
    found: dict[str, object] = {}
    for file in files:
        for line in read_records(file, ResultLine, may_be_empty=True):
            if str(line.id) in found:
                raise InputError(f"{file}: {shown(line.id)} has two lines")
            found[str(line.id)] = line.prediction

    def result(row: LabelledProof, prediction: object) -> ProblemResult:
        return _from_number(row, prediction, Cost())

    return _collect(dataset, found, result)


def import_batch(dataset: Dataset, files: Iterable[Path], reading: ReplyForm) -> ImportedRun:
    """Read OpenAI Batch output files whose ``custom_id`` is the id of a row.

    Raises:
        InputError: a file is no batch output file.
    """
    answers = read_answers(files)
    found: dict[str, object] = {**answers.replies, **answers.errors}

    def result(row: LabelledProof, outcome: object) -> ProblemResult:
        if isinstance(outcome, ChatReply):
            return _from_reply(row, outcome, reading)
        return _failed(row, FailureKind.PROVIDER, str(outcome), Cost())

    imported = _collect(dataset, found, result)
    damaged = (*answers.damaged, *answers.conflicts)
    return imported.model_copy(update={"damaged": damaged})


def _collect(
    dataset: Dataset,
    found: Mapping[str, object],
    result: Callable[[LabelledProof, object], ProblemResult],
) -> ImportedRun:
    known = {row.id for row in dataset.proofs}
    return ImportedRun(
        results=tuple(result(row, found[row.id]) for row in dataset.proofs if row.id in found),
        open=tuple(row.id for row in dataset.proofs if row.id not in found),
        foreign=len(found.keys() - known),
    )


def _from_reply(row: LabelledProof, reply: ChatReply, reading: ReplyForm) -> ProblemResult:
    stage = StageCost(stage="imported", calls=1, usage=reply.usage, cost_usd=reply.cost_usd)
    cost = Cost(stages=(stage,))
    if reply.finish_reason not in ("stop", "other"):
        return _failed(
            row, FailureKind.PARSE, f"the reply ended early: {reply.finish_reason}", cost
        )
    try:
        text = strip_reasoning(reply.text)
    except UnreadableReplyError as refusal:
        return _failed(row, FailureKind.PARSE, str(refusal), cost)
    if reading is ReplyForm.BOXED:
        numbers = _BOXED.findall(text)
        return _from_number(row, int(numbers[-1]) if numbers else None, cost)
    return _from_text(row, text, cost)


def _from_text(row: LabelledProof, text: str, cost: Cost) -> ProblemResult:
    try:
        label = read_label(text, row.proof)
    except NotALabelError as refusal:
        return _failed(row, FailureKind.PARSE, str(refusal), cost)
    verdict = verdict_of_label(label, rationale=f"imported answer {text!r}", artifacts=())
    # A copy of checked values: both were validated when they were built.
    verdict = verdict.model_copy(update={"cost": cost})
    return ProblemResult(id=row.id, gold=row.gold, group=row.group, verdict=verdict)


def _from_number(row: LabelledProof, number: object, cost: Cost) -> ProblemResult:
    """Read a 0-based prediction as a label; a number that is no step is a parse failure."""
    known = range(-1, len(row.proof.steps))
    if isinstance(number, bool) or not isinstance(number, int) or number not in known:
        message = f"{shown(number)} is no 0-based step of the proof"
        return _failed(row, FailureKind.PARSE, message, cost)
    return _from_text(row, "correct" if number == -1 else f"step {number + 1}", cost)


def _failed(row: LabelledProof, kind: FailureKind, message: str, cost: Cost) -> ProblemResult:
    failure = ProblemFailure(kind=kind, type="Imported", message=message, cost=cost)
    return ProblemResult(id=row.id, gold=row.gold, group=row.group, failure=failure)


def write_imported(
    imported: ImportedRun, dataset: Dataset, out: Path, *, method: str, model: str
) -> None:
    """Write an import as a run folder, which reports and comparisons read like any other.

    Raises:
        ConfigError: the folder already holds a run.
        StoreError: it cannot be written.
    """
    if (out / PREDICTIONS).exists():
        raise ConfigError(f"{str(out)!r} already holds a run; choose another --out")
    manifest = RunManifest(
        method=method,
        model=model,
        dataset=Path(dataset.file).name,
        dataset_digest=dataset.digest,
        problems=len(dataset.proofs),
        settings="{}",
        versions=describe_versions(),
    )
    with RunFolder(out) as folder:
        folder.write_manifest(out.name, manifest, store="none")
        folder.write_results(
            [proof.id for proof in dataset.proofs],
            ResultLines(imported.results),
            interrupted=0,
            damaged=len(imported.damaged),
        )
