"""A replay answers from the record and from nowhere else."""

import pytest

from faithsieve.errors import ReplayMissError
from faithsieve.llm.cached import CachedModel, MemoryLedger
from faithsieve.llm.replay import ReplayModel
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.llm.wire import request_key
from support.chat import make_request


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
