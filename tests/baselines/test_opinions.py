"""Laws of every method that asks several judges, and of the deliberation they share."""

import asyncio

import pytest

from faithsieve.baselines.opinions import Deliberation, Opinion
from faithsieve.errors import PendingReplyError, ProviderError, ReplyFormatError
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.methods import METHODS, Tools
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from support.judges import judging, playing

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


@pytest.mark.parametrize(
    ("method", "expected"),
    [("direct", 1), ("majority", 1), ("critics", 2), ("panel", 6), ("challenge", 9)],
)
async def test_an_offline_batch_needs_one_round_for_each_stage(method: str, expected: int) -> None:
    service = BatchService()
    for _ in range(expected):
        with pytest.raises(PendingReplyError):
            await METHODS[method].check(PROOF, Tools(service, Settings()))
        await service.answer()
    assert (await METHODS[method].check(PROOF, Tools(service, Settings()))).verdict.label == 2


@pytest.mark.parametrize(
    ("method", "part"),
    [
        ("direct", "direct"),
        ("majority", "direct"),
        ("critics", "critic"),
        ("critics", "adjudicator"),
        *(("panel", f"panel_{p}") for p in ("review", "adjudication", "synthesis", "consistency")),
        *(("challenge", f"challenge_{p}") for p in ("candidates", "judge", "consistency")),
        *(("challenge", f"challenge_{p}") for p in ("critique", "revision", "final")),
    ],
)
@pytest.mark.parametrize("reply", ["hm", ChatReply(text="x", model="m", finish_reason="length")])
async def test_a_decision_that_cannot_be_read_is_a_parse_failure(
    method: str, part: str, reply: Line
) -> None:
    model = playing("baselines/", **{part: reply})
    with pytest.raises(ReplyFormatError):
        await METHODS[method].check(PROOF, Tools(model, Settings()))


@pytest.mark.parametrize("method", ["majority", "critics", "panel"])
async def test_a_broken_endpoint_is_named_before_a_pending_reply(method: str) -> None:
    errors = iter([PendingReplyError("k1"), ProviderError("down")])

    async def play(request: ChatRequest) -> Line:
        error = next(errors, None)
        return error or await judging().complete(request)

    with pytest.raises(ProviderError):
        await METHODS[method].check(PROOF, Tools(ScriptedModel(play), Settings()))


async def test_calls_are_cited_in_the_order_of_asking_without_unreadable_ones() -> None:
    waits = {"a": 3, "b": 2, "c": 1}

    async def play(request: ChatRequest) -> Line:
        name = "abc"[request.sample_index]
        for _ in range(waits[name]):
            await asyncio.sleep(0)
        return Opinion(reason=name, label="step 9" if name == "b" else "step 1")

    model = ScriptedModel(play)
    court = Deliberation(PROOF, model)
    asked = [
        court.opinion(
            "baselines/critic", ("critics", Decoding()), steps=PROOF.steps, sample_index=n
        )
        for n in range(3)
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[1], ReplyFormatError)
    assert "step 9 of a proof with 2 steps" in str(found[1])
    alone = Deliberation(PROOF, model)
    for n in (0, 2):
        await alone.opinion(
            "baselines/critic", ("critics", Decoding()), steps=PROOF.steps, sample_index=n
        )
    assert court.artifacts == alone.artifacts
