"""The scripted model says its lines and complains when there are too few or too many."""

import pytest

from faithsieve.llm.scripted import ScriptedModel, ScriptExhaustedError, ScriptUnusedError
from faithsieve.records.chat import ChatMessage
from support.chat import make_reply, make_request


async def test_lines_are_said_in_order_and_requests_are_recorded() -> None:
    model = ScriptedModel(["a", make_reply("b"), ChatMessage(role="user", content="c")])
    said = [(await model.complete(make_request(str(i)))).text for i in range(3)]
    assert said == ["a", "b", '{"role":"user","content":"c"}']
    assert [r.messages[-1].content for r in model.requests] == ["0", "1", "2"]
    model.assert_finished()


async def test_a_script_that_runs_out_fails_loudly() -> None:
    model = ScriptedModel(["only"])
    await model.complete(make_request())
    with pytest.raises(ScriptExhaustedError, match=r"request 2 .prompt 'tests/question'"):
        await model.complete(make_request())


async def test_unused_lines_are_noticed() -> None:
    with pytest.raises(ScriptUnusedError):
        ScriptedModel(["never"]).assert_finished()
