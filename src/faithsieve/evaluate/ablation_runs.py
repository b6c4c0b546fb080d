"""An ablation as a run of its own that proves what it took from the run it replays (app. F.5).

A variant reads its base run's answers and writes only to its own folder. For every proof it keeps
which stored answers it reused, by key and content hash, and which it had to ask for; the manifest
carries the counts and the hash of that list. In a replay without a model a missing answer leaves
its problem open: neither a failure nor a guess.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError, InputError, ReplayMissError
from faithsieve.evaluate.ablations import VARIANTS, adapted
from faithsieve.evaluate.checked_proofs import KIND as CHECKED
from faithsieve.evaluate.proof_trace import KIND as PROOF_TRACE
from faithsieve.evaluate.proof_trace import (
    StoredAnswers,
    Traces,
    proof_digest,
    replaying_judge,
)
from faithsieve.evaluate.record_files import record_lines
from faithsieve.evaluate.run_details import required_run
from faithsieve.evaluate.run_folder import (
    STORE,
    RunFolder,
    describe_settings,
    describe_versions,
    read_manifest,
    replace_file,
    setting_differences,
)
from faithsieve.evaluate.session import Session, open_or_resume, prompt_stamps
from faithsieve.evaluate.variants import VariantName, method_of
from faithsieve.lean.caching_judge import ANSWER, LeanAnswer
from faithsieve.llm.protocol import WatchedModel
from faithsieve.methods import Method, Tools
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.records.settings import Settings, StageModels
from faithsieve.store.recording import Recording
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore

BASE_METHOD = "faithsieve"
CALL, TRACE = "model_call", "ablation_trace"
USED = "artifacts.jsonl"
"""The file that lists every answer a variant rests on."""


class BaseRun(NamedTuple):
    folder: Path
    run_id: str
    manifest: RunManifest
    results: tuple[ProblemResult, ...]
    recording: Recording
    traces: Traces
    """Which answers each outcome rests on."""

    @property
    def address(self) -> str:
        """Its name and the digest of all it asked."""
        return f"{self.run_id}@{manifest_digest(self.manifest)}"

    def problems_of(self, dataset: Dataset) -> tuple[LabelledProof, ...]:
        """The proofs it has an outcome for, in dataset order.

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
    folder: Path, *, store: str | None = None, swaps: bool = False, method: str | None = BASE_METHOD
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
                f"`faithsieve eval --method {BASE_METHOD}`"
            )
        if not run.results:
            raise InputError(
                f"{folder} has no outcomes yet; finish it with `faithsieve eval` first"
            )
        # A key holds its model, so answers of stages with a model of their own do no harm.
        several = swaps or any(json.loads(manifest.settings).get("models", {}).values())
        identity = None if several else manifest.model
        recording = run.store.recording(identity=identity, kinds=[ANSWER, CHECKED])
        traces = Traces.read(run.store.artifacts_of(PROOF_TRACE))
        return BaseRun(folder, run.run_id, manifest, tuple(run.results), recording, traces)


def dataset_of(folder: Path) -> Path | None:
    """Where the dataset of a run lay, as its manifest file says."""
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


# ---- one variant as a run


class Ablation(NamedTuple):
    """One variant of one base run, ready to be run like any other method."""

    name: VariantName
    base: BaseRun
    settings: Settings

    @property
    def variant(self) -> Method:
        return VARIANTS[self.name]

    def describe(self) -> RunManifest:
        """Everything that decides what the variant asks."""
        base = self.base.manifest
        return RunManifest(
            method=method_of(self.name),
            model=base.model,
            dataset=base.dataset,
            dataset_digest=base.dataset_digest,
            problems=base.problems,
            settings=describe_settings(self.settings),
            prompts=prompt_stamps(self.variant.prompts),
            lean=base.lean if self.variant.asks_lean else "",
            replays=self.base.address,
            versions=describe_versions(),
        )

    def open_or_resume(self, folder: RunFolder, own: RunStore) -> Session:
        """Begin the variant's run, or go on with it.

        Raises:
            ConfigError: the folder holds a run that asks something else.
        """
        return open_or_resume(
            folder, own, self.describe(), is_shared=False, notes={"ablation": self._notes()}
        )

    def method(self, own: RunStore) -> Method:
        """The variant as a method that also keeps what each proof rests on."""

        async def check(proof: Proof, tools: Tools) -> CheckedProof:
            tracer = _Tracer(self.base.recording)
            met = self.base.traces.by_proof.get(proof_digest(proof))
            ledger = StoredAnswers(self.base.recording, met, own)
            watched = tools._replace(model=WatchedModel(tools.model, tracer.note_call))
            if tools.judge is not None:
                judge = replaying_judge(tools.judge, ledger, self.base.recording)
                watched = watched._replace(judge=judge.watched_by(tracer.note_answer))
            try:
                return await self.variant.check(proof, watched)
            except ReplayMissError as miss:
                tracer.note_missing(miss)
                raise
            finally:
                await own.keep_artifact(_trace_artifact(proof, tracer.trace()))

        return self.variant._replace(check=check)

    def finish(self, session: Session) -> "Reuse":
        """Write the list of answers the run rests on, and its hash into the manifest."""
        kept = session.store.artifacts_of(TRACE)
        reuse = Reuse.of(Trace.model_validate_json(artifact.result) for artifact in kept)
        lines = "".join(record_lines(reuse.used))
        replace_file(session.folder.path / USED, lines)
        notes = self._notes() | {
            "artifacts": {
                "file": USED,
                "sha256": hashlib.sha256(lines.encode()).hexdigest(),
                "counts": reuse.counts,
            }
        }
        session.folder.write_manifest(
            session.run_id, session.manifest, store=STORE, notes={"ablation": notes}
        )
        return reuse

    def _notes(self) -> dict[str, object]:
        now = describe_settings(self.settings)
        return {
            "variant": self.name.value,
            "removes": self.variant.summary,
            "base_run": self.base.run_id,
            "base_manifest": manifest_digest(self.base.manifest),
            "settings_changed": list(setting_differences(self.base.manifest.settings, now)),
        }


def ablate(
    base: BaseRun,
    name: VariantName,
    current: Settings,
    swaps: Mapping[str, str] = MappingProxyType({}),
) -> Ablation:
    """Set a variant up with its base run's settings, and some stages with another model.

    Raises:
        ConfigError: there is no such stage.
    """
    settings = adapted(name, base_settings(base.manifest, current))
    unknown = [stage for stage in swaps if stage not in StageModels.model_fields]
    if unknown:
        stages = ", ".join(StageModels.model_fields)
        raise ConfigError(f"--swap {unknown[0]!r}: there is no such stage; choose one of {stages}")
    return Ablation(name, base, settings.changed(models=settings.models.changed(**swaps)))


# ---- what a proof rests on


class Origin(StrEnum):
    """Where an answer came from."""

    REUSED = "reused"
    NEW = "new"
    MISSING = "missing"
    """Nobody had it and nobody was asked: the problem is open."""


class UsedAnswer(Record):
    """One answer that a variant used, or would have used."""

    kind: str
    """``model_call`` or ``lean_answer``."""
    key: Digest
    """The content address of the question."""
    stage: str = ""
    """The stage or prompt that asked."""
    origin: Origin
    """Whether the base run had it."""
    content: str = ""
    """The hash of the answer; empty for a missing one."""


class Trace(Record):
    """The answers one proof rests on."""

    used: tuple[UsedAnswer, ...]
    """Each once, in the order of first use."""


class Reuse(NamedTuple):
    """What a whole variant rests on."""

    used: tuple[UsedAnswer, ...]
    """Each answer once, by kind and key."""

    @classmethod
    def of(cls, traces: Iterable[Trace]) -> "Reuse":
        found = {(answer.kind, answer.key): answer for t in traces for answer in t.used}
        return cls(tuple(found[place] for place in sorted(found)))

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many answers of each kind were reused, new and missing."""
        counted = Counter((answer.kind, answer.origin) for answer in self.used)
        kinds = dict.fromkeys(answer.kind for answer in self.used)
        return {kind: {o.value: counted[kind, o] for o in Origin} for kind in kinds}

    def count(self, origin: Origin) -> int:
        return sum(answer.origin is origin for answer in self.used)

    def missing(self) -> Counter[str]:
        """Count the answers that neither run had, by the prompt that asked."""
        return Counter(a.stage for a in self.used if a.origin is Origin.MISSING)


class _Tracer:
    """Watches the model and the judge of one proof."""

    def __init__(self, base: Recording) -> None:
        self._base = base
        self._used: dict[tuple[str, Digest], UsedAnswer] = {}

    def trace(self) -> Trace:
        return Trace(used=tuple(self._used.values()))

    def note_call(self, request: ChatRequest, reply: ChatReply) -> None:
        key = reply.key or digest_of(request.model_dump(mode="json"))
        self._note(CALL, key, request.stage, reply.text, self._base.has_call(key))

    def note_answer(self, key: Digest, answer: LeanAnswer) -> None:
        is_reused = self._base.has_artifact(ANSWER, key)
        self._note(ANSWER, key, "", answer.model_dump_json(), is_reused)

    def note_missing(self, miss: ReplayMissError) -> None:
        key = Digest(miss.key)
        kind = ANSWER if miss.prompt_id.startswith("lean/") else CALL
        answer = UsedAnswer(kind=kind, key=key, stage=miss.prompt_id, origin=Origin.MISSING)
        self._used.setdefault((kind, key), answer)

    def _note(self, kind: str, key: Digest, stage: str, answer: str, is_reused: bool) -> None:
        if (kind, key) not in self._used:
            self._used[kind, key] = UsedAnswer(
                kind=kind,
                key=key,
                stage=stage,
                origin=Origin.REUSED if is_reused else Origin.NEW,
                content=hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest(),
            )


def _trace_artifact(proof: Proof, trace: Trace) -> StoredArtifact:
    about = proof.model_dump_json()
    return StoredArtifact(
        kind=TRACE,
        key=digest_of([TRACE, about]),
        request=about,
        result=trace.model_dump_json(exclude_defaults=True),
    )
