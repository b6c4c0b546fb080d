"""An ablation as a run of its own that proves what it took from the run it replays (app. F.5).

A variant reads its base run's answers and writes only to its own folder. For every proof it keeps
which stored answers it reused, by key and content hash, and which it had to ask for; the manifest
carries the counts and the hash of that list. In a replay without a model a missing answer leaves
its problem open: neither a failure nor a guess.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from faithsieve.errors import ReplayMissError
from faithsieve.evaluate.ablations import VARIANTS, VariantName, variant_settings
from faithsieve.evaluate.proof_trace import TRACE, ProofTrace, read_traces
from faithsieve.evaluate.record_files import record_lines
from faithsieve.evaluate.replay import BaseRun, base_settings, replaying_judge
from faithsieve.evaluate.run_folder import (
    STORE,
    RunFolder,
    describe_settings,
    describe_versions,
    replace_file,
    setting_differences,
)
from faithsieve.evaluate.runner import ToolsFor, leaf_errors
from faithsieve.evaluate.session import Session, open_or_resume, prompt_stamps
from faithsieve.lean.caching_judge import ANSWER
from faithsieve.methods import Method, Tools
from faithsieve.records.base import Record
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.run import RunManifest
from faithsieve.records.settings import Settings
from faithsieve.store.results import Recording
from faithsieve.store.run_store import RunStore

CALL = "model_call"
USED = "artifacts.jsonl"
"""The file that lists every answer a variant rests on."""


class Ablation:
    """One variant of one base run, ready to be run like any other method."""

    def __init__(self, name: VariantName, base: BaseRun, settings: Settings) -> None:
        self.name = name
        self.base = base
        self.settings = settings
        self._variant = VARIANTS[name]
        self._missed: list[ReplayMissError] = []

    def describe(self) -> RunManifest:
        """Build the manifest of the variant."""
        base = self.base.manifest
        return RunManifest(
            method=self.name.method,
            model=base.model,
            dataset=base.dataset,
            dataset_digest=base.dataset_digest,
            problems=base.problems,
            settings=describe_settings(self.settings),
            prompts=prompt_stamps(self._variant.prompts),
            lean=base.lean if self._variant.asks_lean else "",
            replays=f"{self.base.run_id}@{self.base.digest}",
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

    @property
    def method(self) -> Method:
        """The variant as a method that also records which answers are missing."""

        async def check(proof: Proof, tools: Tools) -> CheckedProof:
            try:
                return await self._variant.check(proof, tools)
            except Exception as error:
                missed = [leaf for leaf in leaf_errors(error) if isinstance(leaf, ReplayMissError)]
                self._missed += missed
                raise

        return self._variant._replace(check=check)

    def tools_for(self, tools: Tools, own: RunStore) -> ToolsFor:
        """Return a function that gives each problem the base run's Lean answers and limits."""

        async def laid_over(problem: LabelledProof) -> Tools:
            trace, settings, judge = self.base.trace_of(problem.id), tools.settings, tools.judge
            if trace is not None:
                settings = settings.changed(budget=trace.budget)
            if judge is not None:
                judge = replaying_judge(judge, self.base, trace, own)
            return tools._replace(settings=settings, judge=judge)

        return laid_over

    def finish(self, session: Session) -> "Reuse":
        """Write the list of answers the run rests on, and its hash into the manifest."""
        reuse = Reuse.of([*self._used(session.store), *self._missing()])
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

    def _used(self, store: RunStore) -> Iterator["UsedAnswer"]:
        """Yield the answers that the variant's traces name, from the base run or from here."""
        base = self.base
        places = (
            (base.recording, Origin.REUSED),
            (store.recording(identity=None, kinds=[ANSWER]), Origin.NEW),
        )
        # Answers of the moment are in no store; the base run's traces hold them.
        held = {moments.key for trace in base.traces.values() for moments in trace.moments}
        for trace in read_traces(store.artifacts_of(TRACE)).values():
            for key in trace.calls:
                yield from _stored_answer(key, None, places)
            for key in trace.lean:
                if key in held:
                    yield _momentary_answer(key, trace)
                else:
                    yield from _stored_answer(key, ANSWER, places)

    def _missing(self) -> Iterator["UsedAnswer"]:
        for miss in self._missed:
            kind = ANSWER if miss.prompt_id.startswith("lean/") else CALL
            yield UsedAnswer(
                kind=kind, key=Digest(miss.key), stage=miss.prompt_id, origin=Origin.MISSING
            )

    def _notes(self) -> dict[str, object]:
        now = describe_settings(self.settings)
        return {
            "variant": self.name.value,
            "removes": self._variant.summary,
            "base_run": self.base.run_id,
            "base_manifest": self.base.digest,
            "settings_changed": list(setting_differences(self.base.manifest.settings, now)),
        }


def ablate(base: BaseRun, name: VariantName, current: Settings) -> Ablation:
    """Set a variant up with its base run's settings."""
    settings = variant_settings(name, base_settings(base.manifest, current))
    return Ablation(name, base, settings)


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


def _stored_answer(
    key: Digest, kind: str | None, places: Iterable[tuple[Recording, Origin]]
) -> Iterator[UsedAnswer]:
    for recording, origin in places:
        if (mark := recording.mark(key, kind)) is not None:
            stage, seal = mark
            yield UsedAnswer(kind=kind or CALL, key=key, stage=stage, origin=origin, content=seal)
            return


def _momentary_answer(key: Digest, trace: ProofTrace) -> UsedAnswer:
    said = [moments.model_dump(mode="json") for moments in trace.moments if moments.key == key]
    return UsedAnswer(kind=ANSWER, key=key, origin=Origin.REUSED, content=digest_of(said))


class Reuse(NamedTuple):
    """All answers that a variant used."""

    used: tuple[UsedAnswer, ...]
    """Each answer once, by kind and key."""

    @classmethod
    def of(cls, used: Iterable[UsedAnswer]) -> "Reuse":
        found = {(answer.kind, answer.key): answer for answer in used}
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
