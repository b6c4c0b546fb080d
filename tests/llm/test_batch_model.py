"""A batch model leaves questions open, and the caching wrapper keeps them open."""

import pytest

from faithsieve.errors import PendingReplyError
from faithsieve.llm.batch_model import OfflineBatchModel
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply
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
