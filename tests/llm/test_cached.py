"""The cache asks each question once, keeps the answer before it is seen, and shares calls."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import PendingReplyError, ProviderError, ReplayMissError
from faithsieve.llm.cached import CachedModel, OfflineBatchModel, ReplayModel
from faithsieve.llm.protocol import request_key
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest
from support.chat import MemoryLedger, make_request


class LoggedLedger(MemoryLedger):
    """A ledger that gives way at every step, and remembers the order of events."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        await asyncio.sleep(0)
        assert key not in self.open, "the same call is open twice"
        self.events.append("begin")
        return await super().begin(key, request, identity)

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        await asyncio.sleep(0)
        assert key in self.open, "an answer to a call nobody wrote down"
        self.events.append("finish")
        return await super().finish(key, reply)

    async def abandon(self, key: Digest, reason: str) -> None:
        await asyncio.sleep(0)
        self.events.append("abandon")
        await super().abandon(key, reason)


async def test_the_intent_is_written_before_and_the_answer_before_it_is_seen() -> None:
    ledger = LoggedLedger()

    def answer(request: ChatRequest) -> str:
        ledger.events.append("ask")
        return "yes"

    await CachedModel(ScriptedModel(answer), ledger, "m").complete(make_request())
    assert ledger.events == ["begin", "ask", "finish"]


async def test_a_known_answer_costs_nothing_and_says_so() -> None:
    model = CachedModel(ScriptedModel(["yes"]), MemoryLedger(), "m")
    first = await model.complete(make_request())
    again = await model.complete(make_request(stage="another stage"))
    assert (first.replayed, again.replayed) == (False, True)
    assert first.key == again.key == request_key(make_request(), identity="m")
    assert again.text == "yes"


async def test_a_failed_call_is_closed_and_may_be_asked_again() -> None:
    ledger = LoggedLedger()
    model = CachedModel(ScriptedModel([ProviderError("down"), "yes"]), ledger, "m")
    with pytest.raises(ProviderError):
        await model.complete(make_request())
    assert ledger.open == {}
    assert ledger.abandoned[0][1] == "ProviderError: down"
    assert (await model.complete(make_request())).text == "yes"


class Gate:
    """An answer that comes when the test says so."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.started = asyncio.Event()
        self.cancelled = False

    async def __call__(self, request: ChatRequest) -> Line:
        self.started.set()
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return "yes"


async def test_a_waiter_that_leaves_does_not_take_the_answer_along() -> None:
    gate = Gate()
    model = CachedModel(ScriptedModel(gate), LoggedLedger(), "m")
    first, second = (asyncio.create_task(model.complete(make_request())) for _ in range(2))
    await gate.started.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    gate.open.set()
    assert (await second).text == "yes"


async def test_when_the_last_waiter_leaves_the_call_ends_and_is_closed() -> None:
    gate, ledger = Gate(), LoggedLedger()
    model = CachedModel(ScriptedModel(gate), ledger, "m")
    call = asyncio.create_task(model.complete(make_request()))
    await gate.started.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert gate.cancelled
    assert ledger.open == {}
    assert ledger.events[-1] == "abandon"


async def test_a_question_asked_while_its_last_call_dies_is_asked_afresh() -> None:
    gate, ledger = Gate(), LoggedLedger()
    model = CachedModel(ScriptedModel(gate), ledger, "m")
    dying = asyncio.create_task(model.complete(make_request()))
    await gate.started.wait()
    dying.cancel()
    await asyncio.sleep(0)
    fresh = asyncio.create_task(model.complete(make_request()))
    gate.open.set()
    assert (await fresh).text == "yes"
    assert ledger.events == ["begin", "abandon", "begin", "finish"]


async def test_one_failure_reaches_everyone_who_waits() -> None:
    model = CachedModel(ScriptedModel([ProviderError("down")]), LoggedLedger(), "m")
    calls = [model.complete(make_request()) for _ in range(3)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(result) for result in results] == [ProviderError] * 3


@given(
    questions=st.lists(st.integers(0, 3), min_size=1, max_size=12),
    delays=st.lists(st.integers(0, 4), min_size=12, max_size=12),
    latencies=st.lists(st.integers(0, 5), min_size=4, max_size=4),
)
def test_each_question_is_paid_once_in_any_order_of_events(
    questions: list[int], delays: list[int], latencies: list[int]
) -> None:
    async def answer(request: ChatRequest) -> Line:
        question = int(request.messages[-1].content)
        for _ in range(latencies[question]):
            await asyncio.sleep(0)
        return f"answer {question}"

    async def late(model: CachedModel, question: int, delay: int) -> ChatReply:
        for _ in range(delay):
            await asyncio.sleep(0)
        return await model.complete(make_request(str(question)))

    async def scenario() -> tuple[ScriptedModel, list[ChatReply], LoggedLedger]:
        inner, ledger = ScriptedModel(answer), LoggedLedger()
        model = CachedModel(inner, ledger, "m")
        calls = (late(model, q, d) for q, d in zip(questions, delays, strict=False))
        return inner, await asyncio.gather(*calls), ledger

    inner, replies, ledger = asyncio.run(scenario())
    assert len(inner.requests) == len(set(questions))
    assert [reply.text for reply in replies] == [f"answer {q}" for q in questions]
    assert [reply.replayed for reply in replies].count(False) == len(set(questions))
    assert ledger.open == {}


async def test_a_recorded_answer_is_replayed_with_its_key() -> None:
    ledger = MemoryLedger()
    paid = await CachedModel(ScriptedModel(["yes"]), ledger, "m").complete(make_request())
    replayed = await ReplayModel(ledger, "m").complete(make_request())
    assert replayed.replayed
    assert (replayed.text, replayed.key) == (paid.text, paid.key)


async def test_a_question_that_was_never_asked_is_named() -> None:
    with pytest.raises(ReplayMissError, match="tests/question") as caught:
        await ReplayModel(MemoryLedger(), "m").complete(make_request())
    assert caught.value.key == request_key(make_request(), identity="m")
    assert caught.value.prompt_id == "tests/question"


async def test_every_question_of_a_batch_is_pending_under_its_key_and_stays_open() -> None:
    ledger, key = LoggedLedger(), request_key(make_request(), identity="m")
    with pytest.raises(PendingReplyError) as caught:
        await CachedModel(OfflineBatchModel("m"), ledger, "m").complete(make_request())
    assert caught.value.key == key
    assert list(ledger.open) == [key], "the batch file is written from the open calls"
