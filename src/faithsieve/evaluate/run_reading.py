"""Reading a run back: from its plain files, and what only its store knows.

Reports need no store: ``predictions.jsonl`` and ``manifest.json`` are enough, so a folder can be
sent to someone else. They are read as untrusted text, like any dataset. Nothing that is missing is
made up: a line without label, kind and failure is a problem that is still open, which is no wrong
answer; a problem without a line was not asked for. Cost by stage, confidence, rationale and
evidence are in the store. Only the store *inside* the folder is opened, or one the user names: a
manifest is a file like any other, and no file may send the reader to another host.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError, ValidationInfo, field_validator

from faithsieve.errors import InputError
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.run_folder import MANIFEST, PREDICTIONS, STORE, read_manifest
from faithsieve.records.base import Record
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.faithfulness import GateQualification
from faithsieve.records.packed import Packed
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult, RunManifest
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore

Amount = Annotated[float, Field(strict=True, ge=0, lt=1e15)]


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
    in_dataset: int = Field(ge=0)
    """How many problems the dataset has; ``--limit`` and ``--ids`` ask for fewer."""
    forces_label: bool = False
    """Whether the method had to answer where it would have said undecided."""
    gate: str = ""
    """How the model did as a gate, in words; empty where the run used none."""
    results: tuple[ProblemResult, ...]
    """One entry for each problem that was asked for, open ones included."""

    @property
    def problems(self) -> int:
        """Count the problems that were asked for, the denominator of every score over all rows."""
        return len(self.results)

    @property
    def problems_words(self) -> str:
        """How many problems were asked for, and of how many where that is not all: ``6 of 8``."""
        of = f" of {self.in_dataset}" if self.in_dataset > self.problems else ""
        return f"{self.problems}{of}"

    @property
    def open(self) -> int:
        """Count the problems that were asked for and have no outcome yet."""
        return sum(row.is_open for row in self.results)

    @property
    def tokens(self) -> int:
        return sum(result.cost.usage.total for result in self.results)

    @property
    def seconds(self) -> float:
        """Seconds over all problems, as if they had run one after another."""
        return sum(result.seconds for result in self.results)

    @property
    def has_gold(self) -> bool:
        """Whether any problem has a label to compare with."""
        return any(result.gold is not None for result in self.results)


def read_run(folder: Path) -> FinishedRun:
    """Read a run folder.

    Raises:
        InputError: When it is not one, or a file in it cannot be read.
    """
    has_results = (folder / PREDICTIONS).exists()
    if not has_results and not (folder / MANIFEST).is_file():
        raise InputError(f"{folder} is not a run folder; give the --out folder of an eval run")
    if not has_results:
        raise InputError(
            f"the run in {folder} has not ended, so it has no results yet; the eval command that "
            "began it goes on from there"
        )
    results = read_predictions(folder / PREDICTIONS)
    manifest = read_manifest(folder)
    known = {
        name: value
        for name in ("method", "model", "dataset")
        if isinstance(value := manifest.get(name), str)
    }
    in_dataset = manifest.get("problems")
    if not isinstance(in_dataset, int) or in_dataset < len(results):
        in_dataset = len(results)
    settings = manifest.get("settings")
    fusion = settings.get("fusion") if isinstance(settings, dict) else None
    # The folder may be given as "." or with a trailing "..".
    name = folder.name or folder.resolve().name
    return FinishedRun(
        name=name,
        in_dataset=in_dataset,
        results=results,
        forces_label=isinstance(fusion, dict) and fusion.get("force_label") is True,
        gate=_gate_words(manifest.get("gate")),
        **known,
    )


def _gate_words(told: object) -> str:
    """Write how the run's model did as a gate; empty where the manifest does not tell."""
    if not isinstance(told, dict):
        return ""
    kept = {name: value for name, value in told.items() if name != "qualified"}
    try:
        gate = GateQualification.model_validate_json(json.dumps(kept))
    except ValidationError:
        return ""
    return f"{'qualified' if gate.is_qualified else 'not qualified'}: {gate.words}"


class PredictionRow(Record):
    id: str
    """The problem."""
    label: Label | None = None
    """The answer; None where there is none."""
    gold: Label | None = None
    """The expert label, where the dataset has one."""
    kind: VerdictKind | None = None
    """How the answer is meant; from the label where the line does not say."""
    tokens: Amount | None = None
    """Tokens of all calls; which part of them was input is in the store only."""
    seconds: Amount | None = None
    """Seconds of wall clock."""
    failure: FailureKind | None = None
    """Why there is no answer."""
    group: str | None = None
    """The group to report it in."""

    @field_validator("kind")
    @classmethod
    def _kind_fits_label(cls, kind: VerdictKind | None, info: ValidationInfo) -> VerdictKind | None:
        label = info.data.get("label")
        fits = kind is not VerdictKind.UNDECIDED and (
            (kind is VerdictKind.NO_ERROR_FOUND) == (label == "correct")
        )
        if kind and label and not fits:
            raise ValueError(f"it does not fit label {label!r}")
        return kind

    def as_result(self) -> ProblemResult:
        usage = TokenUsage(input_tokens=int(self.tokens or 0))
        cost = Cost(stages=(StageCost(stage="run", usage=usage),)) if usage.total else Cost()
        verdict = failure = None
        if self.label is not None:
            kind = self.kind or VerdictKind.of_label(self.label)
            verdict = Verdict(label=self.label, kind=kind, rationale="", cost=cost)
        elif self.kind is VerdictKind.UNDECIDED:
            verdict = Verdict(label=None, kind=self.kind, rationale="", cost=cost)
        elif self.failure is not None:
            failure = ProblemFailure(
                kind=self.failure, type=self.failure.value, message="", cost=cost
            )
        return ProblemResult(
            id=self.id,
            gold=self.gold,
            group=self.group,
            verdict=verdict,
            failure=failure,
            seconds=self.seconds or 0.0,
        )


def read_predictions(path: Path) -> tuple[ProblemResult, ...]:
    """Read ``predictions.jsonl``.

    Raises:
        InputError: Naming file, line and field of the first line that is not a prediction.
    """
    rows = read_records(path, PredictionRow, key=lambda row: row.id, may_be_empty=True)
    return tuple(row.as_result() for row in rows)


# ---- the store

CHECKED = "checked_proof"
"""The kind of artifact that holds everything a run found out about one problem."""


def evidence_key(kind: str, problem: str, manifest: Digest) -> Digest:
    """Return the address of a problem's evidence in every run with the same manifest."""
    return digest_of([kind, manifest, problem])


def checked_artifact(problem: str, checked: CheckedProof, manifest: Digest) -> StoredArtifact:
    return StoredArtifact(
        kind=CHECKED,
        key=evidence_key(CHECKED, problem, manifest),
        request=checked.proof.model_dump_json(),
        result=checked.model_dump_json(),
    )


async def find_checked(store: RunStore, problem: str, manifest: Digest) -> CheckedProof | None:
    """Return the checked proof a run stored for a problem, or None if nothing is readable."""
    found = await store.find_artifact(CHECKED, evidence_key(CHECKED, problem, manifest))
    if found is None:
        return None
    try:
        return CheckedProof.model_validate_json(found.result)
    except ValidationError:
        return None


class OpenedRun(NamedTuple):
    """A run in its open store."""

    store: RunStore
    run_id: str
    manifest: RunManifest
    results: Packed[ProblemResult]

    @property
    def digest(self) -> Digest:
        return manifest_digest(self.manifest)

    async def checked(self, problem: str) -> CheckedProof | None:
        """Return the checked proof of a problem, or None if the run stored nothing readable."""
        return await find_checked(self.store, problem, self.digest)


@contextmanager
def opened_run(folder: Path, *, store: str | None = None) -> Iterator[OpenedRun | None]:
    """Open a run's store; None where the folder has none of its own, or it holds no such run.

    Raises:
        StoreError: there is one, and it cannot be read.
        InputError: the store the user named does not hold the run.
    """
    place = folder / STORE
    if store is None and not place.is_file():
        yield None
        return
    with RunStore.open(store or place) as opened:
        run_id = _run_id(folder, opened)
        manifest = opened.manifest(run_id) if run_id else None
        if run_id is not None and manifest is not None:
            yield OpenedRun(opened, run_id, manifest, opened.results(run_id, manifest))
        elif store is None:
            yield None
        else:
            raise InputError(f"the store {store!r} does not hold the run of {folder}")


@contextmanager
def required_run(folder: Path, *, store: str | None = None) -> Iterator[OpenedRun]:
    """Open a run's store, or raise if it has none.

    Raises:
        StoreError: it cannot be read.
        InputError: there is none, or it does not hold the run.
    """
    with opened_run(folder, store=store) as run:
        if run is None:
            raise InputError(
                f"{folder} has no {STORE} with a run; give a run folder, or its store with --store"
            )
        yield run


def _run_id(folder: Path, store: RunStore) -> str | None:
    """Return the run the folder's manifest names; in a store of its own, the only one there is."""
    known = store.run_ids()
    try:
        named = read_manifest(folder).get("run_id")
    except InputError:
        named = None
    if named in known:
        return str(named)
    return known[0] if len(known) == 1 and store.name == str(folder / STORE) else None
