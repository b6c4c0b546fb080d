"""The scripted model says its lines and complains when there are too few or too many."""

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.scripted import ScriptedModel, ScriptExhaustedError, ScriptUnusedError
from faithsieve.records.chat import ChatRequest
from faithsieve.records.prompt import ChatMessage
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


async def test_lines_may_be_filed_by_prompt() -> None:
    model = ScriptedModel({"p/one": ["1"], "p/two": ["2"]})
    assert (await model.complete(make_request(prompt_id="p/two"))).text == "2"
    assert (await model.complete(make_request(prompt_id="p/one"))).text == "1"
    with pytest.raises(ScriptExhaustedError):
        await model.complete(make_request(prompt_id="p/three"))


async def test_a_script_may_be_a_function() -> None:
    model = ScriptedModel(lambda request: request.messages[-1].content.upper())
    assert (await model.complete(make_request("echo"))).text == "ECHO"


async def test_a_script_may_be_a_coroutine_function() -> None:
    async def answer(request: ChatRequest) -> str:
        return request.stage

    assert (await ScriptedModel(answer).complete(make_request(stage="s"))).text == "s"


async def test_an_error_in_the_script_is_raised() -> None:
    with pytest.raises(ProviderError, match="down"):
        await ScriptedModel([ProviderError("down")]).complete(make_request())


async def test_unused_lines_are_noticed() -> None:
    with pytest.raises(ScriptUnusedError):
        ScriptedModel(["never"]).assert_finished()
