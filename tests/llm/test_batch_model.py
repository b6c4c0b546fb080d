"""A batch model leaves questions open, and the caching wrapper keeps them open."""

import pytest

from faithsieve.errors import PendingReplyError, ProviderError
from faithsieve.llm.batch_model import OfflineBatchModel, ask_all
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest
from support.batch_service import IDENTITY, OpenLedger, make_request

REPLY = ChatReply(text="yes", model="toy", finish_reason="stop")


async def test_every_question_is_pending_under_its_key() -> None:
    request = make_request()
    with pytest.raises(PendingReplyError) as caught:
        await OfflineBatchModel(IDENTITY).complete(request)
    assert caught.value.key == request_key(request, identity=IDENTITY)


async def test_a_pending_question_stays_open_in_the_ledger() -> None:
    ledger = OpenLedger()
    model = CachedModel(OfflineBatchModel(IDENTITY), ledger, IDENTITY)
    with pytest.raises(PendingReplyError) as caught:
        await model.complete(make_request())
    assert [call.key for call in ledger.pending_calls("batch:")] == [caught.value.key]
    assert ledger.abandoned == []


async def test_an_answer_stored_under_the_key_is_found_again() -> None:
    ledger = OpenLedger()
    model = CachedModel(OfflineBatchModel(IDENTITY), ledger, IDENTITY)
    with pytest.raises(PendingReplyError):
        await model.complete(make_request())
    (call,) = ledger.pending_calls(IDENTITY)
    await ledger.finish(call.key, REPLY)
    assert (await model.complete(make_request())).text == "yes"


async def test_asking_all_leaves_every_question_open_not_only_the_first() -> None:
    ledger = OpenLedger()
    model = CachedModel(OfflineBatchModel(IDENTITY), ledger, IDENTITY)
    with pytest.raises(PendingReplyError):
        await ask_all(model, [make_request(text) for text in "abc"])
    assert len(list(ledger.pending_calls(IDENTITY))) == 3


class Half:
    """Answers some, leaves others open, fails at one."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        match request.messages[0].content:
            case "open":
                raise PendingReplyError("k")
            case "fail":
                raise ProviderError("no")
            case text:
                return ChatReply(text=text, model="toy", finish_reason="stop")


async def test_asking_all_answers_in_the_order_of_the_questions() -> None:
    replies = await ask_all(Half(), [make_request("b"), make_request("a")])
    assert [reply.text for reply in replies] == ["b", "a"]


async def test_a_real_failure_is_told_before_a_pending_one() -> None:
    with pytest.raises(ProviderError):
        await ask_all(Half(), [make_request("open"), make_request("fail"), make_request("a")])
