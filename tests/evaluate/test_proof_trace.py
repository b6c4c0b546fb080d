"""A trace keeps which answers a proof rests on, and those that held for its run alone."""

import asyncio
from pathlib import Path

from faithsieve.evaluate.proof_trace import (
    TRACE,
    ProofTrace,
    TraceRecorder,
    read_traces,
    trace_artifact,
)
from faithsieve.evaluate.replay import StoredAnswers
from faithsieve.evaluate.run_reading import evidence_key
from faithsieve.lean.caching_judge import ANSWER, LeanAnswer, LeanFailure
from faithsieve.records.digest import digest_of
from faithsieve.store.results import Recording
from faithsieve.store.run_store import RunStore
from support.runs import make_problem

KEY = digest_of("question")
FAILED = LeanAnswer(failed=LeanFailure(is_crash=True, message="gone"))


async def test_answers_of_the_moment_come_back_in_their_order_and_the_last_one_stays(
    tmp_path: Path,
) -> None:
    recorder = TraceRecorder()
    settled = LeanAnswer(refused=None, model=None, frozen=None, judgements=())
    for answer in (FAILED, FAILED, settled):
        recorder.note_answer(KEY, answer)
    with await asyncio.to_thread(RunStore.open, tmp_path / "own.sqlite") as own:
        ledger = StoredAnswers(Recording((), ()), own, recorder.trace())
        found = [await ledger.find_artifact(ANSWER, KEY) for _ in range(3)]
        said = [LeanAnswer.model_validate_json(kept.result) for kept in found if kept]
        assert said == [FAILED, settled, settled]
        assert await ledger.find_artifact(ANSWER, digest_of("another")) is None


def test_a_trace_is_found_by_its_problem_and_a_broken_one_is_absent() -> None:
    problem, trace = make_problem("p"), ProofTrace(calls=(KEY,))
    kept = trace_artifact("p", problem.proof, trace, digest_of("run"))
    broken = kept.model_copy(update={"key": KEY, "result": "{"})
    assert read_traces([kept, broken]) == {evidence_key(TRACE, "p", digest_of("run")): trace}
