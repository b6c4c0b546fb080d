"""Which stored answers one proof of a run rests on, and what held for that run alone.

A reply of a model and a settled judgement of Lean are the same whoever asks. A time-out, a crash or
a judgement in quarantine belongs to the run that met it: a later run asks again and may be answered
otherwise. So a run keeps these with every outcome, and a replay gets what the run got.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from faithsieve.lean.caching_judge import ANSWER, CachingJudge, LeanAnswer, LeanQuestion
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import WatchedModel
from faithsieve.methods import Tools
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BudgetSettings
from faithsieve.store.recording import Recording
from faithsieve.store.run_store import RunStore

KIND = "proof_trace"


class LeanMoments(Record):
    """What Lean answered to one question while one proof was checked, in order."""

    key: Digest
    """The question."""
    answers: tuple[LeanAnswer, ...]
    """The answers; the last one holds for every further asking."""


class ProofTrace(Record):
    """The answers that the outcome of one proof rests on."""

    calls: tuple[Digest, ...] = ()
    """Model calls, each once."""
    lean: tuple[Digest, ...] = ()
    """Questions to Lean, each once."""
    moments: tuple[LeanMoments, ...] = ()
    """Answers that hold for this run alone."""
    budget: BudgetSettings = BudgetSettings()
    """The limits of the proof, which are no part of a run's question."""


class TraceRecorder:
    """Watches the model and the judge of one proof."""

    def __init__(self, budget: BudgetSettings) -> None:
        self._budget = budget
        self._calls: dict[Digest, None] = {}
        self._lean: dict[Digest, list[LeanAnswer]] = {}

    def watch(self, tools: Tools) -> Tools:
        """Return the same tools, which also tell this recorder what they are answered."""
        judge = tools.judge
        if isinstance(judge, CachingJudge):
            judge = judge.watched_by(self.note_answer)
        return tools._replace(model=WatchedModel(tools.model, self._note_call), judge=judge)

    def _note_call(self, request: ChatRequest, reply: ChatReply) -> None:
        if reply.key is not None:
            self._calls[reply.key] = None

    def note_answer(self, key: Digest, answer: LeanAnswer) -> None:
        said = self._lean.setdefault(key, [])
        if not said or said[-1] != answer:
            said.append(answer)

    def trace(self) -> ProofTrace:
        """Return what was noted; one settled answer is found in the store and not repeated."""
        moments = tuple(
            LeanMoments(key=key, answers=tuple(said))
            for key, said in self._lean.items()
            if len(said) > 1 or not said[0].is_settled
        )
        return ProofTrace(
            calls=tuple(self._calls),
            lean=tuple(self._lean),
            moments=moments,
            budget=self._budget,
        )


def trace_artifact(
    problem: str, proof: Proof, trace: ProofTrace, manifest: Digest
) -> StoredArtifact:
    return StoredArtifact(
        kind=KIND,
        key=digest_of([KIND, manifest, problem]),
        request=proof_digest(proof),
        result=trace.model_dump_json(exclude_defaults=True),
    )


def proof_digest(proof: Proof) -> Digest:
    return digest_of(proof.model_dump(mode="json"))


class Traces(NamedTuple):
    """The traces of a run, found by its problems or by their proofs."""

    by_key: Mapping[Digest, ProofTrace]
    by_proof: Mapping[str, ProofTrace]

    @classmethod
    def read(cls, kept: Sequence[StoredArtifact]) -> "Traces":
        """Read traces; one that cannot be read counts as absent."""
        by_key, by_proof = {}, {}
        for artifact in kept:
            try:
                trace = ProofTrace.model_validate_json(artifact.result)
            except ValidationError:
                continue
            by_key[artifact.key] = by_proof[artifact.request] = trace
        return cls(by_key, by_proof)

    def of_problem(self, problem: str, manifest: Digest) -> ProofTrace | None:
        return self.by_key.get(digest_of([KIND, manifest, problem]))


class Moments:
    """Gives the answers of a trace in the order in which the run got them."""

    def __init__(self, trace: ProofTrace | None) -> None:
        found = trace.moments if trace else ()
        self._left = {moments.key: list(moments.answers) for moments in found}

    def take(self, key: Digest) -> LeanAnswer | None:
        """Return the next answer to a question, or None where the store has the only one."""
        left = self._left.get(key)
        if left is None:
            return None
        return left.pop(0) if len(left) > 1 else left[0]


class StoredAnswers:
    """A run's answers as a ledger; whatever is new is found and kept in another store.

    Without one it takes nothing new: to ask would be a fault of this code.
    """

    def __init__(
        self, recording: Recording, trace: ProofTrace | None = None, own: RunStore | None = None
    ) -> None:
        """Lay the run over a store, with what Lean answered to the trace's proof in that run."""
        self._recording = recording
        self._moments = Moments(trace)
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
        held = self._moments.take(key) if kind == ANSWER else None
        if held is not None:
            return StoredArtifact(kind=kind, key=key, request="", result=held.model_dump_json())
        kept = self._recording.find_artifact(kind, key)
        return kept or (await self._store.find_artifact(kind, key) if self._store else None)

    async def keep_artifact(self, artifact: StoredArtifact) -> None:
        await self._own.keep_artifact(artifact)

    async def forget_artifact(self, kind: str, key: Digest) -> None:
        """Forget a new answer; those of the run stay."""
        await self._own.forget_artifact(kind, key)


def replaying_judge(
    inner: StatementJudge, ledger: StoredAnswers, recording: Recording
) -> CachingJudge:
    """Judge from a run's answers, its time-outs too, under the limits that the run asked with."""
    judge = CachingJudge(inner, ledger, retries_open=False)
    for artifact in recording.artifacts_of(ANSWER):
        question = LeanQuestion.model_validate_json(artifact.request)
        # All statements of a run are frozen in one environment.
        if question.ask == "freeze":
            judge.environment, judge.heartbeats = question.environment, question.heartbeats
            break
    return judge
