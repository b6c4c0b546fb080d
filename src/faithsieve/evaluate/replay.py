"""A finished run as the source of answers: what it asked, what it was told, and its proofs.

Ablations (``ablation_runs``) judge the same proofs once more, from these answers first. What held
for the run alone, such as a time-out of Lean, is answered again as it was.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.proof_trace import TRACE, ProofTrace, read_traces
from faithsieve.evaluate.run_folder import read_manifest
from faithsieve.evaluate.run_reading import evidence_key, required_run
from faithsieve.lean.caching_judge import ANSWER, CachingJudge, LeanQuestion
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest, StoredArtifact
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.records.settings import Settings
from faithsieve.store.results import Recording, manifest_digest
from faithsieve.store.run_store import RunStore

WHOLE = "faithsieve"
"""The method whose runs have parts to go without."""


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


def open_base(folder: Path, *, store: str | None = None) -> BaseRun:
    """Read a finished run of the whole method for replaying.

    Args:
        store: Its store, where that is not inside the folder.

    Raises:
        InputError: there is no run, no store, or no outcome in it.
        ConfigError: the run is of another method.
    """
    with required_run(folder, store=store) as run:
        manifest = run.manifest
        if manifest.method != WHOLE:
            raise ConfigError(
                f"{folder} holds a run of {manifest.method!r}; ablations replay a run of "
                f"`faithsieve eval --method {WHOLE}`"
            )
        if not run.results:
            raise InputError(
                f"{folder} has no outcomes yet; finish it with `faithsieve eval` first"
            )
        # A key holds its model, so answers of stages with a model of their own do no harm.
        several = any(json.loads(manifest.settings).get("models", {}).values())
        identity = None if several else manifest.model
        recording = run.store.recording(identity=identity, kinds=[ANSWER])
        traces = read_traces(run.store.artifacts_of(TRACE))
        return BaseRun(folder, run.run_id, manifest, tuple(run.results), recording, traces)


def dataset_of(folder: Path, named: Path | None = None) -> Path:
    """Return the dataset that was named, or the one that the manifest file of a run names.

    Raises:
        ConfigError: neither is there.
    """
    told = named or read_manifest(folder).get("dataset_file")
    if not isinstance(told, str | Path):
        raise ConfigError(f"{folder} does not say where its dataset lies; give it with --dataset")
    return Path(told)


def base_settings(base: RunManifest, current: Settings) -> Settings:
    """Return the settings a run asked with, but pace and the run's budget as they are set now."""
    return Settings.model_validate(
        _merged(current.model_dump(mode="json"), json.loads(base.settings))
    )


def _merged(under: object, over: object) -> object:
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return under | {name: _merged(under.get(name), value) for name, value in over.items()}


# ---- its answers


class StoredAnswers:
    """A ledger that reads the answers of a run, and reads and writes new ones in another store."""

    def __init__(
        self, recording: Recording, own: RunStore, trace: ProofTrace | None = None
    ) -> None:
        """Look answers up in the recording and the trace first, then in the own store."""
        self._recording = recording
        found = trace.moments if trace else ()
        self._moments = {moments.key: list(moments.answers) for moments in found}
        self._own = own

    async def find(self, key: Digest) -> ChatReply | None:
        return self._recording.find_call(key) or await self._own.find(key)

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
        return kept or await self._own.find_artifact(kind, key)

    async def save_artifact(self, artifact: StoredArtifact) -> None:
        await self._own.save_artifact(artifact)

    async def delete_artifact(self, kind: str, key: Digest) -> None:
        """Delete a new answer; the run's own answers are never deleted."""
        await self._own.delete_artifact(kind, key)


def replaying_judge(
    inner: StatementJudge, base: BaseRun, trace: ProofTrace | None, own: RunStore
) -> CachingJudge:
    """Build a judge that replays a run's answers, time-outs too, under the run's own limits."""
    ledger = StoredAnswers(base.recording, own, trace)
    judge = CachingJudge(inner, ledger, retries_open=False)
    for artifact in base.recording.artifacts_of(ANSWER):
        question = LeanQuestion.model_validate_json(artifact.request)
        # All statements of a run are frozen in one environment.
        if question.ask == "freeze":
            judge.environment, judge.heartbeats = question.environment, question.heartbeats
            break
    return judge
