"""A replay answers from the record and from nowhere else; a batch leaves questions open."""

import pytest

from faithsieve.errors import PendingReplyError, ReplayMissError
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.replay import OfflineBatchModel, ReplayModel
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.llm.wire import request_key
from support.batch_service import IDENTITY
from support.chat import MemoryLedger, make_request


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


async def test_every_question_is_pending_under_its_key() -> None:
    request = make_request()
    with pytest.raises(PendingReplyError) as caught:
        await OfflineBatchModel(IDENTITY).complete(request)
    assert caught.value.key == request_key(request, identity=IDENTITY)
