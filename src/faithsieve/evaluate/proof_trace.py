"""Which stored answers one proof of a run rests on, and what held for that run alone.

A reply of a model and a settled judgement of Lean are the same whoever asks. A time-out, a crash or
a judgement in quarantine belongs to the run that met it: a later run asks again and may be answered
otherwise. So a run keeps these with every outcome, and a replay gets what the run got.
"""

from collections.abc import Iterable

from pydantic import ValidationError

from faithsieve.evaluate.run_reading import evidence_key
from faithsieve.lean.caching_judge import CachingJudge, LeanAnswer
from faithsieve.llm.protocol import WatchedModel
from faithsieve.methods import Tools
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BudgetSettings

TRACE = "proof_trace"
"""The kind of artifact."""


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
    """Records the answers of the model and the judge for one proof."""

    def __init__(self) -> None:
        self._budget = BudgetSettings()
        self._calls: dict[Digest, None] = {}
        self._lean: dict[Digest, list[LeanAnswer]] = {}

    def watch(self, tools: Tools) -> Tools:
        """Wrap the tools of a proof so that this recorder sees every answer."""
        self._budget, judge = tools.settings.budget, tools.judge
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
        """Build the trace; a question with one settled answer is left to the store."""
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
        kind=TRACE,
        key=evidence_key(TRACE, problem, manifest),
        request=digest_of(proof.model_dump(mode="json")),
        result=trace.model_dump_json(exclude_defaults=True),
    )


def read_traces(kept: Iterable[StoredArtifact]) -> dict[Digest, ProofTrace]:
    """Read traces by their keys; one that cannot be read counts as absent."""
    traces = {}
    for artifact in kept:
        try:
            traces[artifact.key] = ProofTrace.model_validate_json(artifact.result)
        except ValidationError:
            continue
    return traces
