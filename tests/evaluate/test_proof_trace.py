"""A trace keeps which answers a proof rests on, and those that held for its run alone."""

from faithsieve.evaluate.proof_trace import (
    Moments,
    ProofTrace,
    TraceRecorder,
    Traces,
    trace_artifact,
)
from faithsieve.lean.caching_judge import CachingJudge, LeanAnswer, LeanFailure
from faithsieve.methods import Tools
from faithsieve.records.digest import digest_of
from faithsieve.records.settings import BudgetSettings, Settings
from support.chat import make_reply, make_request
from support.memory_artifacts import MemoryArtifacts
from support.runs import make_problem
from support.statement_judge import ScriptedJudge, claims

KEY = digest_of("question")
FAILED = LeanAnswer(failed=LeanFailure(is_crash=True, message="gone"))


class Answering:
    """A model with one answer, which has a key."""

    async def complete(self, request: object) -> object:
        return make_reply("yes").model_copy(update={"key": KEY})


async def test_settled_answers_are_named_and_not_repeated() -> None:
    recorder = TraceRecorder(BudgetSettings(proof_tokens=7))
    judge = CachingJudge(ScriptedJudge(claims), MemoryArtifacts())
    tools = recorder.watch(Tools(Answering(), Settings(), judge=judge))  # type: ignore[arg-type]
    await tools.model.complete(make_request())
    assert tools.judge is not None
    await tools.judge.freeze("(n : Nat) : n = n")
    trace = recorder.trace()
    assert trace.calls == (KEY,)
    assert (len(trace.lean), trace.moments) == (1, ())
    assert trace.budget.proof_tokens == 7


def test_answers_of_the_moment_come_back_in_their_order_and_the_last_one_stays() -> None:
    recorder = TraceRecorder(BudgetSettings())
    settled = LeanAnswer(refused=None, model=None, frozen=None, judgements=())
    for answer in (FAILED, FAILED, settled):
        recorder.note_answer(KEY, answer)
    moments = Moments(recorder.trace())
    assert [moments.take(KEY) for _ in range(3)] == [FAILED, settled, settled]
    assert moments.take(digest_of("another")) is None


def test_a_trace_is_found_by_problem_and_by_proof_and_a_broken_one_is_absent() -> None:
    problem = make_problem("p")
    trace = ProofTrace(calls=(KEY,))
    kept = trace_artifact("p", problem.proof, trace, digest_of("run"))
    broken = kept.model_copy(update={"key": KEY, "result": "{"})
    traces = Traces.read([kept, broken])
    assert traces.of_problem("p", digest_of("run")) == trace
    assert traces.of_problem("p", digest_of("another run")) is None
    assert list(traces.by_proof.values()) == [trace]
