"""An offline batch needs one round for each stage of a method, whatever its size."""

from collections.abc import Awaitable, Callable

import pytest

from faithsieve.errors import PendingReplyError
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import METHODS, Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict
from support.judges import judging

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


class BatchService:
    """Answers nothing at once, and everything asked so far between two rounds."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, int], ChatReply] = {}
        self._open: dict[tuple[object, int], ChatRequest] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        key = (request.messages, request.sample_index)
        if key in self._answers:
            return self._answers[key]
        self._open[key] = request
        raise PendingReplyError("later")

    async def answer(self) -> None:
        model = judging("step 2")
        for key, request in self._open.items():
            self._answers[key] = await model.complete(request)
        self._open.clear()


async def rounds(judge: Callable[[ChatModel], Awaitable[Verdict]]) -> int:
    service, count = BatchService(), 0
    while True:
        try:
            await judge(service)
        except PendingReplyError:
            count += 1
            await service.answer()
        else:
            return count


@pytest.mark.parametrize(
    ("method", "expected"),
    [("direct", 1), ("majority", 1), ("critics", 2), ("panel", 6), ("challenge", 9)],
)
async def test_a_method_needs_one_round_for_each_of_its_stages(method: str, expected: int) -> None:
    async def judge(model: ChatModel) -> Verdict:
        return (await METHODS[method].check(PROOF, Tools(model, Settings()))).verdict

    assert await rounds(judge) == expected
