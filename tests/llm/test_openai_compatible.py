"""The OpenAI-compatible adapter: what it sends where, and what refusals change."""

import asyncio
from typing import Any

import pytest

from faithsieve.errors import ConfigError, ProviderError
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import Decoding, ReplySchema
from support.chat import make_request
from support.fault_server import asking, doubled, error, fault_server, hang_before_headers, ok

pytestmark = pytest.mark.network

CANARY = "sk-canary-5f0c1d7e"
SCHEMA = ReplySchema(name="Sum", json_schema='{"type":"object"}')


async def test_the_request_carries_key_headers_body_and_idempotency_key() -> None:
    request = make_request(decoding=Decoding(temperature=0.1, max_output_tokens=64))
    own: dict[str, Any] = {"api_key": CANARY, "headers": {"X-Tenant": "blue"}}
    async with fault_server([ok()]) as server, asking(server.base_url, **own) as model:
        await model.complete(request)
        (got,) = server.requests
    assert got.path == "/v1/chat/completions"
    assert got.headers["authorization"] == f"Bearer {CANARY}"
    assert got.headers["x-tenant"] == "blue"
    key = request_key(request, identity=model.identity)
    assert got.headers["idempotency-key"].startswith(f"{key}-")
    assert "openai-organization" not in got.headers
    assert got.json == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "You check sums."},
            {"role": "user", "content": "Is 2 + 2 = 4?"},
        ],
        "temperature": 0.1,
        "max_tokens": 64,
    }


async def test_without_a_key_no_authorization_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-canary")
    async with fault_server([ok()]) as server, asking(server.base_url) as model:
        await model.complete(make_request())
        (got,) = server.requests
    assert "authorization" not in got.headers
    assert CANARY not in str(got.headers)
    assert "org-canary" not in str(got.headers)


async def test_an_ordinary_header_is_not_taken_out_of_the_reply() -> None:
    said, header = ok("a lemma in English"), {"X-Lang": "English"}
    async with fault_server([said]) as server, asking(server.base_url, headers=header) as model:
        reply = await model.complete(make_request())
    assert reply.text == "a lemma in English"


def test_the_key_is_not_in_the_representation() -> None:
    model = OpenAICompatible("m", Endpoint(base_url="https://example.org/v1", api_key=CANARY))
    assert CANARY not in repr(model)
    assert CANARY not in repr(vars(model)["_scrub"])


async def test_an_endpoint_without_schemas_is_asked_in_words_from_then_on() -> None:
    refuses = error(400, "Unknown parameter: 'response_format'")
    async with (
        fault_server([refuses, ok("a"), ok("b")]) as server,
        asking(server.base_url) as model,
    ):
        first = await model.complete(make_request("1", reply_schema=SCHEMA))
        second = await model.complete(make_request("2", reply_schema=SCHEMA))
        sent = ["response_format" in got.json for got in server.requests]
        keys = {got.headers["idempotency-key"] for got in server.requests}
    assert (first.text, second.text) == ("a", "b")
    assert sent == [True, False, False]
    assert len(keys) == 3, "one key with two bodies would be refused by a strict endpoint"


async def test_an_endpoint_that_refuses_everything_is_asked_a_bounded_number_of_times() -> None:
    refuses = error(400, "unsupported: response_format, max_tokens, max_completion_tokens")
    request = make_request(decoding=Decoding(max_output_tokens=9), reply_schema=SCHEMA)
    async with fault_server([], afterwards=refuses) as server, asking(server.base_url) as model:
        with pytest.raises(ProviderError):
            await model.complete(request)
        assert len(server.requests) == 4


async def test_cancelling_a_call_leaves_the_client_usable() -> None:
    async with (
        fault_server([hang_before_headers, ok("after")]) as server,
        asking(server.base_url) as model,
    ):
        call = asyncio.create_task(model.complete(make_request()))
        while not server.requests:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await model.complete(make_request())).text == "after"


@pytest.mark.parametrize(
    "address",
    ["file:///etc/passwd", "ftp://example.org", "example.org/v1", "", "http://", "http://[::1"],
)
def test_only_http_addresses_are_accepted(address: str) -> None:
    with pytest.raises(ConfigError, match="https://HOST"):
        OpenAICompatible("m", Endpoint(base_url=address))


@pytest.mark.parametrize(
    "address",
    [
        "https://user:hunter2@example.org",
        "https://example.org/v1?key=hunter2",
        "https://e.org/#hunter2",
    ],
)
def test_an_address_with_a_secret_in_it_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        OpenAICompatible("m", Endpoint(base_url=address))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("host", ["10.0.0.1", "example.org", "localhost.example.org", "[fe80::1]"])
def test_plain_http_with_a_key_leaves_this_machine_never(host: str) -> None:
    with pytest.raises(ConfigError, match="unencrypted"):
        OpenAICompatible("m", Endpoint(base_url=f"http://{host}/v1", api_key=CANARY))
    OpenAICompatible("m", Endpoint(base_url=f"http://{host}/v1"))


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8080", "[::1]:9"])
def test_plain_http_with_a_key_to_this_machine_is_allowed(host: str) -> None:
    assert OpenAICompatible(
        "m", Endpoint(base_url=f"http://{host}/v1/", api_key=CANARY)
    ).base_url == (f"http://{host}/v1")


@pytest.mark.parametrize("after_s", [0.0, 0.05], ids=["in one go", "while the connection rests"])
async def test_an_answer_that_comes_twice_is_not_taken_for_that_of_the_next_question(
    after_s: float,
) -> None:
    said = []
    async with (
        fault_server([doubled("first", after_s), ok("second"), ok("third")]) as server,
        asking(server.base_url) as model,
    ):
        for number in range(3):
            said.append((await model.complete(make_request(f"question {number}"))).text)
            await asyncio.sleep(2 * after_s)
    assert said == ["first", "second", "third"]
