"""A pipeline of three stages finishes in three rounds, and no answer is paid for twice."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.evaluate.runner import (
    Judged,
    Plan,
    RunOutcome,
    StopKind,
    run_problems,
)
from faithsieve.llm.batch_files import import_answers, read_answers, write_pending
from faithsieve.llm.cached import CachedModel, OfflineBatchModel
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.run import ProblemResult
from faithsieve.records.verdict import Verdict, VerdictKind
from support.batch_service import IDENTITY, PretendedService
from support.chat import MemoryLedger, make_request
from support.runs import judge_here

STAGES = 3


def make_problems(widths: list[int]) -> tuple[LabelledProof, ...]:
    return tuple(
        LabelledProof(
            id=f"p{number}",
            proof=Proof.from_texts(f"problem {number}", [f"step {width}"]),
            gold=None,
        )
        for number, width in enumerate(widths)
    )


async def three_stages(proof: Proof, model: ChatModel) -> CheckedProof:
    """Split; review each piece side by side; conclude from the reviews."""
    width = int(proof.steps[0].text.split()[1])
    split = await model.complete(make_request(f"split {proof.problem}", stage="one"))
    questions = [make_request(f"review {n} of {split.text}", stage="two") for n in range(width)]
    asked = await asyncio.gather(*map(model.complete, questions), return_exceptions=True)
    for open_question in (outcome for outcome in asked if isinstance(outcome, Exception)):
        raise open_question
    reviews = [reply for reply in asked if isinstance(reply, ChatReply)]
    gist = " ".join(review.text for review in reviews)
    end = await model.complete(make_request(f"conclude {split.text} {gist}", stage="three"))
    verdict = Verdict(
        label="correct", kind=VerdictKind.NO_ERROR_FOUND, confidence=0.5, rationale=end.text
    )
    return CheckedProof(proof=proof, verdict=verdict)


class Rounds:
    """The user's side: run, send the files, import the answers, run again."""

    def __init__(self, problems: tuple[LabelledProof, ...], folder: Path) -> None:
        self.problems = problems
        self.folder = folder
        self.ledger = MemoryLedger()
        self.results: dict[str, ProblemResult] = {}
        self.count = 0

    async def run_once(self) -> RunOutcome:
        async def save(problem: LabelledProof, judged: Judged) -> None:
            self.results[judged.result.id] = judged.result

        # A new wrapper each time, as in a new process: only the ledger remembers.
        model = CachedModel(OfflineBatchModel(IDENTITY), self.ledger, IDENTITY)
        return await run_problems(
            Plan(self.problems),
            judge_here(three_stages, model),
            save=save,
            earlier=tuple(self.results.values()),
        )

    async def run_until_done(self, service: PretendedService, at_most: int) -> None:
        while not (outcome := await self.run_once()).is_finished:
            assert outcome.stop is not None
            assert outcome.stop.kind is StopKind.BATCH
            assert self.count < at_most
            self.count += 1
            pending = write_pending(self.ledger, IDENTITY, self.folder / "batch", max_lines=5)
            outputs = [
                service.process(path, self.folder / f"out-{number}.jsonl")
                for number, path in enumerate(pending)
            ]
            await import_answers(read_answers(outputs), self.ledger)


widths = st.lists(st.integers(1, 4), min_size=1, max_size=5)
seeds = st.integers(0, 2**32)
shares = st.just(0.0) | st.floats(0, 0.4)


@settings(max_examples=30, deadline=None)
@given(widths=widths, seed=seeds, failing=shares, losing=shares)
async def test_each_stage_is_a_round_and_only_failed_and_lost_lines_are_asked_again(
    tmp_path_factory: pytest.TempPathFactory,
    widths: list[int],
    seed: int,
    failing: float,
    losing: float,
) -> None:
    rounds = Rounds(make_problems(widths), tmp_path_factory.mktemp("run"))
    service = PretendedService(
        lambda text: f"<{text}>", rng=random.Random(seed), failing=failing, losing=losing
    )
    await rounds.run_until_done(service, at_most=500)
    assert rounds.count == STAGES or (rounds.count > STAGES and failing + losing)
    assert set(Counter(service.answered).values()) == {1}
    assert len(service.answered) == sum(2 + width for width in widths)
    assert {result.id: result.failure for result in rounds.results.values()} == {
        problem.id: None for problem in rounds.problems
    }
