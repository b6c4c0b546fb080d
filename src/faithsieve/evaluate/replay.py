"""Check a finished run once more from what it stored, and say row by row whether it agrees.

Nothing is asked: no model, no Lean, no clock. Every outcome must come out again, field by field but
for times; where one does not, the row says where the two part, in the order of the stages.
Ablations (``ablation_runs``) replay a run in the same way, with one part of the method removed.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.proof_trace import TRACE, ProofTrace, read_traces
from faithsieve.evaluate.run_folder import read_manifest
from faithsieve.evaluate.run_reading import CHECKED, evidence_key, required_run
from faithsieve.evaluate.runner import Judged, StaysOpen, judge_problem
from faithsieve.lean.caching_judge import ANSWER, CachingJudge, LeanQuestion
from faithsieve.lean.judges import ReplayedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.methods import Method, Tools
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest, StoredArtifact
from faithsieve.records.proof import Label, LabelledProof
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.records.settings import Settings
from faithsieve.store.results import Recording, manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import replay_model

# ---- the run


class BaseRun(NamedTuple):
    """A finished run, read for replaying."""

    folder: Path
    run_id: str
    manifest: RunManifest
    results: tuple[ProblemResult, ...]
    recording: Recording
    traces: Mapping[Digest, ProofTrace]
    """Which answers each outcome rests on."""

    @property
    def digest(self) -> Digest:
        return manifest_digest(self.manifest)

    def trace_of(self, problem: str) -> ProofTrace | None:
        return self.traces.get(evidence_key(TRACE, problem, self.digest))

    def problems_of(self, dataset: Dataset) -> tuple[LabelledProof, ...]:
        """Return the proofs that the run has an outcome for, in dataset order.

        Raises:
            ConfigError: this is not the dataset the run is about.
        """
        if dataset.digest != self.manifest.dataset_digest:
            raise ConfigError(
                f"{dataset.file} is not what {self.run_id!r} judged: its proofs or labels differ; "
                "give the same file with --dataset"
            )
        known = {result.id for result in self.results}
        return tuple(proof for proof in dataset.proofs if proof.id in known)


def open_base(
    folder: Path, *, store: str | None = None, swaps: bool = False, method: str | None = None
) -> BaseRun:
    """Read a finished run for replaying.

    Args:
        store: Its store, where that is not inside the folder.
        swaps: Whether a stage gets another model, whose answers the store may hold.
        method: The method that it must be a run of; None takes any.

    Raises:
        InputError: there is no run, no store, or no outcome in it.
        ConfigError: the run is of another method.
    """
    with required_run(folder, store=store) as run:
        manifest = run.manifest
        if manifest.method != (method or manifest.method):
            raise ConfigError(
                f"{folder} holds a run of {manifest.method!r}; ablations replay a run of "
                f"`faithsieve eval --method {method}`"
            )
        if not run.results:
            raise InputError(
                f"{folder} has no outcomes yet; finish it with `faithsieve eval` first"
            )
        # A key holds its model, so answers of stages with a model of their own do no harm.
        several = swaps or any(json.loads(manifest.settings).get("models", {}).values())
        identity = None if several else manifest.model
        recording = run.store.recording(identity=identity, kinds=[ANSWER, CHECKED])
        traces = read_traces(run.store.artifacts_of(TRACE))
        return BaseRun(folder, run.run_id, manifest, tuple(run.results), recording, traces)


def dataset_of(folder: Path) -> Path | None:
    """Return the dataset path that the manifest file of a run names."""
    named = read_manifest(folder).get("dataset_file")
    return Path(named) if isinstance(named, str) else None


def base_settings(base: RunManifest, current: Settings) -> Settings:
    """Return the settings a run asked with, but pace and budget as they are set now."""
    return Settings.model_validate(
        _merged(current.model_dump(mode="json"), json.loads(base.settings))
    )


def _merged(under: object, over: object) -> object:
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return under | {name: _merged(under.get(name), value) for name, value in over.items()}


# ---- its answers


class StoredAnswers:
    """A ledger that reads the answers of a run, and reads and writes new ones in another store.

    Without one it takes nothing new: to ask would be a fault of this code.
    """

    def __init__(
        self, recording: Recording, trace: ProofTrace | None = None, own: RunStore | None = None
    ) -> None:
        """Look answers up in the recording and the trace first, then in the own store."""
        self._recording = recording
        found = trace.moments if trace else ()
        self._moments = {moments.key: list(moments.answers) for moments in found}
        self._store = own

    @property
    def _own(self) -> RunStore:
        assert self._store is not None, "a replay asks nothing and keeps nothing"
        return self._store

    async def find(self, key: Digest) -> ChatReply | None:
        kept = self._recording.find_call(key)
        return kept or (await self._store.find(key) if self._store else None)

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        return self._recording.find_call(key) or await self._own.begin(key, request, identity)

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        return await self._own.finish(key, reply)

    async def abandon(self, key: Digest, reason: str) -> None:
        await self._own.abandon(key, reason)

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        """Find a stored answer; time-outs and crashes come in the order the run met them."""
        held = self._moments.get(key) if kind == ANSWER else None
        if held is not None:
            answer = held.pop(0) if len(held) > 1 else held[0]
            return StoredArtifact(kind=kind, key=key, request="", result=answer.model_dump_json())
        kept = self._recording.find_artifact(kind, key)
        return kept or (await self._store.find_artifact(kind, key) if self._store else None)

    async def save_artifact(self, artifact: StoredArtifact) -> None:
        await self._own.save_artifact(artifact)

    async def delete_artifact(self, kind: str, key: Digest) -> None:
        """Delete a new answer; the run's own answers are never deleted."""
        await self._own.delete_artifact(kind, key)


def replaying_judge(
    inner: StatementJudge, base: BaseRun, problem: str, own: RunStore | None = None
) -> CachingJudge:
    """Build a judge that replays a run's answers, time-outs too, under the run's own limits."""
    ledger = StoredAnswers(base.recording, base.trace_of(problem), own)
    judge = CachingJudge(inner, ledger, retries_open=False)
    for artifact in base.recording.artifacts_of(ANSWER):
        question = LeanQuestion.model_validate_json(artifact.request)
        # All statements of a run are frozen in one environment.
        if question.ask == "freeze":
            judge.environment, judge.heartbeats = question.environment, question.heartbeats
            break
    return judge


# ---- row by row

AT_ONCE = 8
STAGES = ("findings", "localization", "verified", "confirmations", "judgements", "verdict")
"""What is compared, in the order in which it comes to be."""
NOT_COMPARED = frozenset({"seconds", "lean_seconds", "elapsed_s", "cost"})
"""Times, and what was paid, differ by their nature; tokens are compared on their own."""
_LONGEST_VALUE = 80


class ReplayStatus(StrEnum):
    """Whether a row came out again."""

    SAME = "same"
    DIFFERS = "differs"
    MISSING = "missing"
    """The replay needed an answer that the run never stored."""
    UNANSWERED = "unanswered"
    """The run has no verdict here: the provider or Lean failed, which no replay can repeat."""


class ReplayedRow(Record):
    """One problem of the run, and what became of it in the replay."""

    id: str
    """The problem."""
    status: ReplayStatus
    """Whether the outcome is the same."""
    before: Label | None
    """The run's label."""
    after: Label | None
    """The replay's label."""
    where: str = ""
    """Where the two part, or what is missing."""


async def replay_run(
    base: BaseRun, problems: Sequence[LabelledProof], method: Method, current: Settings
) -> AsyncIterator[ReplayedRow]:
    """Check the problems of a run again from its store, in dataset order.

    Args:
        problems: Those of its dataset that have an outcome.
        current: Settings of today, for what is no part of the run's question.
    """
    settings = base_settings(base.manifest, current)
    known = {result.id: result for result in base.results}
    room = asyncio.Semaphore(AT_ONCE)

    async def row(problem: LabelledProof) -> ReplayedRow:
        async with room:
            return await _row(base, problem, known[problem.id], method, settings)

    tasks = [asyncio.create_task(row(problem)) for problem in problems]
    try:
        for task in tasks:
            yield await task
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _row(
    base: BaseRun,
    problem: LabelledProof,
    before: ProblemResult,
    method: Method,
    settings: Settings,
) -> ReplayedRow:
    async def tools(problem: LabelledProof) -> Tools:
        trace = base.trace_of(problem.id)
        same = settings.changed(budget=trace.budget) if trace else settings
        judge = None
        if method.asks_lean:
            judge = replaying_judge(ReplayedJudge(base.manifest.lean), base, problem.id)
        ledger = StoredAnswers(base.recording)
        return Tools(replay_model(ledger, base.manifest.model, same), same, judge=judge)

    judged = await judge_problem(problem, method=method, tools=tools)
    key = evidence_key(CHECKED, problem.id, base.digest)
    stored = base.recording.find_artifact(CHECKED, key)
    checked = CheckedProof.model_validate_json(stored.result) if stored else None
    return compare_row(before, judged, checked)


def compare_row(
    before: ProblemResult, after: Judged | StaysOpen, checked: CheckedProof | None
) -> ReplayedRow:
    row = {"id": before.id, "before": before.label, "after": None}
    if isinstance(after, StaysOpen) or (after.result.failure and before.failure is None):
        failed = before.failure is not None and before.failure.is_temporary
        if failed:
            return ReplayedRow(**row, status=ReplayStatus.UNANSWERED, where=_failure(before))
        if isinstance(after, StaysOpen):
            words = after.stop.message if after.stop else "it was stopped"
            return ReplayedRow(**row, status=ReplayStatus.MISSING, where=words)
        return ReplayedRow(**row, status=ReplayStatus.DIFFERS, where=_failure(after.result))
    row["after"] = after.result.label
    where = _where(before, after, checked)
    status = ReplayStatus.DIFFERS if where else ReplayStatus.SAME
    return ReplayedRow(**row, status=status, where=where)


def _failure(result: ProblemResult) -> str:
    failure = result.failure
    return f"{failure.kind.value}: {failure.message}" if failure else "answered"


def _where(before: ProblemResult, after: Judged, checked: CheckedProof | None) -> str:
    failures = [result.failure for result in (before, after.result) if result.failure]
    if failures:
        is_same = len(failures) == 2 and failures[0].kind is failures[1].kind
        return "" if is_same else f"was {_failure(before)}, is {_failure(after.result)}"
    assert before.verdict is not None
    assert after.checked is not None
    one = (checked or after.checked).changed(verdict=before.verdict).model_dump(mode="json")
    other = after.checked.model_dump(mode="json")
    for stage in STAGES if checked else ("verdict",):
        found = next(diff_json(one[stage], other[stage], stage), None)
        if found is not None:
            return found
    tokens = before.cost.usage.total, after.result.cost.usage.total
    return "" if tokens[0] == tokens[1] else f"tokens: was {tokens[0]}, is {tokens[1]}"


def diff_json(one: object, other: object, place: str) -> Iterator[str]:
    """Yield one line for each place where two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            if name not in NOT_COMPARED:
                yield from diff_json(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from diff_json(left, right, f"{place}[{index}]")
    elif one != other:
        yield f"{place}: was {_shown(one)}, is {_shown(other)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"{len(value)} entries"
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
