"""LiteLLM's answers and faults become ours; the library is a fake of the shapes it really has."""

import asyncio
import sys
import traceback
from typing import Any

import pytest
from openai import OpenAIError

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.litellm_provider import LiteLLMProvider
from faithsieve.llm.protocol import request_key
from faithsieve.records.chat import Decoding, ReplySchema
from support.chat import make_request
from support.fault_server import completion

CANARY = "sk-canary-31337-key"


class FakeCompletion:
    """An answer as LiteLLM gives it."""

    def __init__(self, payload: dict[str, Any], cost: float | None = None) -> None:
        self.payload = payload
        self._hidden_params = {"response_cost": cost}

    def model_dump(self) -> dict[str, Any]:
        return self.payload


class FakeFaultError(OpenAIError):
    """A fault as LiteLLM raises it: a status, and the headers beside it."""

    def __init__(self, status_code: object, message: str, **headers: str) -> None:
        super().__init__(f"litellm.Error: {message}")
        self.status_code = status_code
        self.litellm_response_headers = {k.replace("_", "-"): v for k, v in headers.items()}
        self.request = f"Authorization: Bearer {CANARY}"


class FakeLiteLLM:
    """The part of the module that is used."""

    suppress_debug_info = False

    def __init__(self, outcome: FakeCompletion | Exception) -> None:
        self.outcome = outcome
        self.calls: list[dict[str, Any]] = []

    async def acompletion(self, **arguments: Any) -> FakeCompletion:
        self.calls.append(arguments)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def provider(module: FakeLiteLLM) -> LiteLLMProvider:
    endpoint = Endpoint(api_key=CANARY, timeouts=Timeouts(total_s=9))
    return LiteLLMProvider("anthropic/m", endpoint, module=module)


@pytest.mark.parametrize(("cost", "known"), [(0.25, 0.25), (0.0, None), (None, None)])
async def test_an_answer_comes_with_usage_and_with_its_price_if_there_is_one(
    cost: float | None, known: float | None
) -> None:
    module = FakeLiteLLM(FakeCompletion(completion("yes"), cost=cost))
    reply = await provider(module).complete(make_request())
    assert (reply.text, reply.cost_usd, reply.usage.total) == ("yes", known, 14)


async def test_the_call_has_our_body_and_none_of_its_retries() -> None:
    module = FakeLiteLLM(FakeCompletion(completion()))
    model = provider(module)
    schema = ReplySchema(name="R", json_schema='{"type":"object"}')
    request = make_request(decoding=Decoding(max_output_tokens=5), reply_schema=schema)
    await model.complete(request)
    (sent,) = module.calls
    assert (sent["model"], sent["max_tokens"]) == ("anthropic/m", 5)
    assert sent["response_format"]["json_schema"]["name"] == "R"
    assert (sent["num_retries"], sent["max_retries"], sent["timeout"]) == (0, 0, 9)
    key = request_key(request, identity=model.identity)
    assert sent["extra_headers"] == {"Idempotency-Key": key}


@pytest.mark.parametrize(
    ("status", "retryable"),
    [(400, False), (401, False), (404, False), (408, True), (429, True), (500, True), (None, True)],
)
async def test_faults_are_told_apart_by_their_status(status: int | None, retryable: bool) -> None:
    module = FakeLiteLLM(FakeFaultError(status, f"bad key {CANARY}", retry_after="7"))
    with pytest.raises(ProviderError) as caught:
        await provider(module).complete(make_request())
    fault = caught.value
    assert (fault.status, fault.retryable) == (status or 500, retryable)
    assert fault.retry_after_s == (7 if retryable else None)
    assert CANARY not in "".join(traceback.format_exception(fault))
    assert fault.__context__ is None


async def test_a_provider_that_hangs_is_cut_off() -> None:
    class Hanging(FakeLiteLLM):
        async def acompletion(self, **arguments: Any) -> FakeCompletion:
            await asyncio.Event().wait()
            raise AssertionError("unreachable")

    module = Hanging(ZeroDivisionError())
    model = LiteLLMProvider("m", Endpoint(timeouts=Timeouts(total_s=0.01)), module=module)
    with pytest.raises(ProviderError, match="no complete answer") as caught:
        await model.complete(make_request())
    assert caught.value.retryable
    assert caught.value.maybe_billed


async def test_an_error_that_is_no_fault_of_the_provider_is_not_dressed_up_as_one() -> None:
    with pytest.raises(ZeroDivisionError):
        await provider(FakeLiteLLM(ZeroDivisionError())).complete(make_request())


async def test_a_provider_that_echoes_the_key_cannot_plant_it() -> None:
    module = FakeLiteLLM(FakeCompletion(completion(f"your key is {CANARY}")))
    reply = await provider(module).complete(make_request())
    assert CANARY not in reply.model_dump_json()
    assert CANARY not in repr(provider(module))


async def test_without_the_library_the_way_to_get_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(MissingToolError, match=r"docs/models\.md"):
        await LiteLLMProvider("anthropic/m").complete(make_request())
