"""The OpenAI-compatible adapter against a real server that breaks every promise it can."""

import asyncio
import json
import logging
import ssl
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faithsieve.errors import ConfigError, ProviderError
from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.openai_compatible import OpenAICompatible, _trusted_certificates
from faithsieve.llm.protocol import request_key
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, ReplySchema
from support.chat import make_request
from support.fault_server import (
    Act,
    asking,
    completion,
    doubled,
    echo_headers,
    error,
    fault_server,
    garbage_headers,
    hang_before_headers,
    hang_mid_body,
    html,
    ok,
    oversize,
    payload,
    raw,
    redirect,
    reset,
    slow_drip,
    truncated,
)

pytestmark = pytest.mark.network

CANARY = "sk-canary-5f0c1d7e"
HEADER_CANARY = "tenant-canary-88aa"
QUICK = Timeouts(connect_s=1, silence_s=0.3, total_s=1.0)
SCHEMA = ReplySchema(name="Sum", json_schema='{"type":"object"}')


async def ask_once(
    act: Act, request: ChatRequest | None = None, *, timeouts: Timeouts = QUICK
) -> ChatReply:
    own: dict[str, Any] = {
        "api_key": CANARY,
        "headers": {"X-Auth-Token": f"Bearer {HEADER_CANARY}"},
    }
    own |= {"timeouts": timeouts, "max_reply_bytes": 1_000_000}
    async with fault_server([act]) as server, asking(server.base_url, **own) as model:
        return await model.complete(request or make_request())


async def fault_of(act: Act, *, timeouts: Timeouts = QUICK) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await ask_once(act, timeouts=timeouts)
    told = "".join(traceback.format_exception(caught.value))
    assert CANARY not in told
    assert HEADER_CANARY not in told
    for link in chain(caught.value):
        assert not hasattr(link, "request"), "the SDK's errors hold the request with its key"
    return caught.value


def chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


TRANSIENT = {
    "429": error(429),
    "500": error(500),
    "502": html(502),
    "503": error(503),
    "529": error(529),
    "408": error(408),
    "reset": reset,
    "truncated body": truncated,
    "not http": garbage_headers,
    "wrong content type": raw(b'{"choices": []}', content_type="text/plain"),
    "no content type": raw(b"{}", content_type=None),
    "html page with status 200": html(200),
    "not json": raw(b'{"choices": [', content_type="application/json"),
    "not utf-8": raw(b'{"model": "\xff\xfe"}'),
    "nested too deeply": raw(b'{"a":' * 100_000),
    "json list": raw(b"[1, 2]"),
    "compressed": raw(b"\x1f\x8b", headers={"Content-Encoding": "gzip"}),
    "event stream": raw(b"data: {}\n\n", content_type="text/event-stream"),
    "no answer in it": payload({"model": "m", "choices": []}),
}


@pytest.mark.parametrize("act", TRANSIENT.values(), ids=TRANSIENT)
async def test_a_fault_that_may_pass_is_retryable_and_never_an_answer(act: Act) -> None:
    assert (await fault_of(act)).retryable


@pytest.mark.parametrize("name", ["html page with status 200", "not json", "no answer in it"])
async def test_what_is_no_chat_endpoint_leads_to_its_address(name: str) -> None:
    assert "check --base-url: does it end in /v1?" in str(await fault_of(TRANSIENT[name]))


REFUSALS = {
    "400": (error(400), "faithsieve doctor --model"),
    "401": (error(401), "check the API key"),
    "402": (error(402), "top it up"),
    "403": (error(403), "access"),
    "404": (error(404), "base_url"),
    "another interface": (error(404, "only supported in v1/responses"), "litellm:openai/m"),
    "413": (error(413), "refused"),
    "422": (error(422), "faithsieve doctor --model"),
    "quota": (error(429, "You exceeded your quota", code="insufficient_quota"), "billing"),
    "filter": (error(400, "triggering Azure's content management policy"), "content filter"),
    "context": (error(400, "This model's maximum context length is 4096 tokens"), "too long"),
}


@pytest.mark.parametrize(("act", "next_step"), REFUSALS.values(), ids=REFUSALS)
async def test_a_refusal_is_final_and_names_the_next_step(act: Act, next_step: str) -> None:
    fault = await fault_of(act)
    assert not fault.retryable
    assert next_step in str(fault)


async def test_the_wait_that_an_endpoint_asks_for_reaches_whoever_retries() -> None:
    assert (await fault_of(error(429, retry_after="2"))).retry_after_s == 2.0


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (hang_before_headers, "silent"),
        (hang_mid_body, "silent"),
        (slow_drip(0.05), "no complete answer"),
    ],
    ids=["hang before headers", "hang in the body", "slow drip"],
)
async def test_every_way_to_keep_us_waiting_has_its_own_clock(act: Act, said: str) -> None:
    async with asyncio.timeout(5):
        fault = await fault_of(act)
    assert fault.retryable
    assert said in str(fault)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/v1", "http://nowhere.invalid/v1", "https instead of http"]
)
async def test_an_endpoint_that_cannot_be_reached_is_a_retryable_fault_that_cost_nothing(
    address: str,
) -> None:
    async with fault_server([ok()]) as server:
        if address.startswith("https"):
            address = server.base_url.replace("http:", "https:")
        with pytest.raises(ProviderError, match=r"could not be asked|refused the conn") as caught:
            async with asking(address, timeouts=QUICK) as model:
                await model.complete(make_request())
        assert server.requests == []
    assert caught.value.retryable
    assert not caught.value.maybe_billed


async def test_an_endless_body_is_cut_off() -> None:
    fault = await fault_of(oversize(8_000_000), timeouts=Timeouts())
    assert not fault.retryable
    assert "1000000 bytes" in str(fault)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed_with_the_key(status: int) -> None:
    async with fault_server([ok("stolen")]) as thief:
        fault = await fault_of(redirect(f"{thief.base_url}/chat/completions", status))
        assert thief.requests == []
    assert fault.status == status
    assert not fault.retryable


@pytest.mark.parametrize("status", [400, 401, 500])
async def test_an_endpoint_that_echoes_the_key_cannot_plant_it_in_an_error(status: int) -> None:
    assert "[secret]" in str(await fault_of(echo_headers(status)))


async def test_an_endpoint_that_echoes_the_key_cannot_plant_it_in_a_reply() -> None:
    reply = await ask_once(echo_headers(200))
    assert "[secret]" in reply.text
    assert CANARY not in reply.model_dump_json()
    assert HEADER_CANARY not in reply.model_dump_json()


async def test_the_key_is_in_no_log_however_loud(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await ask_once(ok())
    await fault_of(error(401))
    await fault_of(reset)
    assert CANARY not in caplog.text
    assert HEADER_CANARY not in caplog.text


async def test_a_hundred_requests_go_out_at_once() -> None:
    slow = fault_server([], afterwards=ok("yes", after_s=0.05))
    async with slow as server, asking(server.base_url) as model:
        for _ in range(2):
            asked = (model.complete(make_request(f"{n}")) for n in range(100))
            assert {reply.text for reply in await asyncio.gather(*asked)} == {"yes"}
    assert len(server.requests) == 200
    assert server.busiest > 50, "no pool is a bottleneck"


async def test_the_environments_proxy_is_used_for_others_and_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with fault_server([], afterwards=ok("by proxy")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with asking("http://model.invalid/v1", timeouts=QUICK) as far:
            assert (await far.complete(make_request())).text == "by proxy"
        (asked,) = proxy.requests
        assert asked.path == "http://model.invalid/v1/chat/completions"
        assert (await ask_once(ok("directly"))).text == "directly"
        assert len(proxy.requests) == 1


async def test_no_password_of_a_netrc_file_and_no_cookie_is_sent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password hunter2")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    tracked = raw(json.dumps(completion("yes")).encode(), headers={"Set-Cookie": "seen=1"})
    async with fault_server([], afterwards=tracked) as server, asking(server.base_url) as model:
        await model.complete(make_request("one"))
        await model.complete(make_request("two"))
    assert not [got for got in server.requests if {"authorization", "cookie"} & set(got.headers)]


def test_some_certificates_are_trusted() -> None:
    assert _trusted_certificates().verify_mode is ssl.CERT_REQUIRED


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


ADDRESSES = {
    **dict.fromkeys(("file:///etc/passwd", "ftp://example.org", "example.org/v1"), "https://HOST"),
    **dict.fromkeys(("", "http://", "http://[::1"), "https://HOST"),
    **dict.fromkeys(("https://user:hunter2@e.org", "https://e.org/v1?key=hunter2"), "separately"),
    "https://e.org/#hunter2": "separately",
    **dict.fromkeys(("http://10.0.0.1/v1", "http://example.org/v1"), "unencrypted"),
    **dict.fromkeys(("http://localhost.example.org", "http://[fe80::1]/v1"), "unencrypted"),
}


@pytest.mark.parametrize(("address", "why"), ADDRESSES.items())
def test_an_address_that_is_none_or_would_spill_the_key_is_refused(address: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as caught:
        OpenAICompatible("m", Endpoint(base_url=address, api_key=CANARY))
    assert "hunter2" not in str(caught.value)
    if why == "unencrypted":
        OpenAICompatible("m", Endpoint(base_url=address))


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8080", "[::1]:9"])
def test_plain_http_with_a_key_to_this_machine_is_allowed(host: str) -> None:
    model = OpenAICompatible("m", Endpoint(base_url=f"http://{host}/v1/", api_key=CANARY))
    assert model.base_url == f"http://{host}/v1"


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
