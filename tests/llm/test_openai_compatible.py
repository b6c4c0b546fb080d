"""The OpenAI-compatible adapter against a real server that breaks every promise it can."""

import asyncio
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from faithsieve.errors import ConfigError, ProviderError
from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, ReplySchema
from support.chat import make_request
from support.fault_server import (
    Act,
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

CANARY = "sk-canary-5f0c1d7e"
HEADER_CANARY = "tenant-canary-88aa"
QUICK = Timeouts(connect_s=1, read_s=0.3, idle_s=0.3, total_s=1.0)
SCHEMA = ReplySchema(name="Sum", json_schema='{"type":"object"}')


async def ask_once(
    act: Act, request: ChatRequest | None = None, *, timeouts: Timeouts = QUICK
) -> ChatReply:
    async with fault_server([act]) as server:
        endpoint = Endpoint(
            server.base_url,
            CANARY,
            {"X-Auth-Token": f"Bearer {HEADER_CANARY}"},
            timeouts,
            max_reply_bytes=1_000_000,
        )
        model = OpenAICompatible("test-model", endpoint)
        try:
            return await model.complete(request or make_request())
        finally:
            await model.aclose()


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


@pytest.mark.network
async def test_an_ordinary_answer_arrives_with_its_usage() -> None:
    reply = await ask_once(ok("step 3"))
    assert (reply.text, reply.model, reply.finish_reason) == ("step 3", "test-model", "stop")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (11, 3)
    assert reply.usage.cached_tokens == 5
    assert reply.seconds > 0


@pytest.mark.network
async def test_the_request_carries_key_headers_body_and_idempotency_key() -> None:
    request = make_request(decoding=Decoding(temperature=0.1, max_output_tokens=64))
    async with fault_server([ok()]) as server:
        model = OpenAICompatible(
            "m", Endpoint(base_url=server.base_url, api_key=CANARY, headers={"X-Tenant": "blue"})
        )
        await model.complete(request)
        await model.aclose()
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


@pytest.mark.network
async def test_without_a_key_no_authorization_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-canary")
    async with fault_server([ok()]) as server:
        model = OpenAICompatible("m", Endpoint(base_url=server.base_url))
        await model.complete(make_request())
        await model.aclose()
        (got,) = server.requests
    assert "authorization" not in got.headers
    assert CANARY not in str(got.headers)
    assert "org-canary" not in str(got.headers)


TRANSIENT = {
    "429": error(429),
    "500": error(500),
    "502": html(502),
    "503": error(503),
    "529": error(529),
    "408": error(408),
    "reset": reset(),
    "truncated body": truncated(),
    "not http": garbage_headers(),
    "wrong content type": raw(b'{"choices": []}', content_type="text/plain"),
    "no content type": raw(b"{}", content_type=None),
    "html page with status 200": html(200),
    "not json": raw(b'{"choices": [', content_type="application/json"),
    "not utf-8": raw(b'{"model": "\xff\xfe"}'),
    "nested too deeply": raw(b'{"a":' * 100_000),
    "json list": raw(b"[1, 2]"),
    "compressed": raw(b"\x1f\x8b", headers={"Content-Encoding": "gzip"}),
    "event stream": raw(b"data: {}\n\n", content_type="text/event-stream"),
    "no choices": payload({"model": "m", "choices": []}),
    "no choices field": payload({"error": "quietly"}),
    "null content": payload({"choices": [{"message": {"content": None}}]}),
    "content of another type": payload({"choices": [{"message": {"content": 7}}]}),
}


@pytest.mark.network
@pytest.mark.parametrize("act", TRANSIENT.values(), ids=TRANSIENT)
async def test_a_fault_that_may_pass_is_retryable_and_never_an_answer(act: Act) -> None:
    assert (await fault_of(act)).retryable


REFUSALS = {
    400: "faithsieve doctor --model",
    401: "check the API key",
    402: "top it up",
    403: "access",
    404: "base_url",
    413: "refused",
    422: "faithsieve doctor --model",
}


@pytest.mark.network
@pytest.mark.parametrize(("status", "next_step"), REFUSALS.items())
async def test_a_refusal_is_final_and_names_the_next_step(status: int, next_step: str) -> None:
    fault = await fault_of(error(status))
    assert not fault.retryable
    assert fault.status == status
    assert next_step in str(fault)


@pytest.mark.network
async def test_a_used_up_account_is_not_waited_for() -> None:
    fault = await fault_of(error(429, "You exceeded your quota", code="insufficient_quota"))
    assert not fault.retryable
    assert "billing" in str(fault)


@pytest.mark.network
async def test_a_prompt_beyond_the_context_says_so() -> None:
    fault = await fault_of(error(400, "This model's maximum context length is 4096 tokens"))
    assert not fault.retryable
    assert "too long" in str(fault)


@pytest.mark.network
@pytest.mark.parametrize(
    ("header", "expected"),
    [("2", 2.0), ("0.5", 0.5), ("99999", 99999.0), ("-1", None), ("soon", None), ("nan", None)],
)
async def test_retry_after_is_read_or_ignored(header: str, expected: float | None) -> None:
    assert (await fault_of(error(429, retry_after=header))).retry_after_s == expected


@pytest.mark.network
async def test_retry_after_may_be_a_date() -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    after = (await fault_of(error(503, retry_after=moment))).retry_after_s
    assert after is not None
    assert 80 < after <= 90


@pytest.mark.network
@pytest.mark.parametrize(
    ("act", "said"),
    [
        (hang_before_headers(), "silent"),
        (hang_mid_body(), "stopped in the middle"),
        (slow_drip(0.05), "no complete answer"),
    ],
    ids=["hang before headers", "hang in the body", "slow drip"],
)
async def test_every_way_to_keep_us_waiting_has_its_own_clock(act: Act, said: str) -> None:
    async with asyncio.timeout(5):
        fault = await fault_of(act)
    assert fault.retryable
    assert said in str(fault)


@pytest.mark.network
async def test_an_endpoint_that_is_not_there_is_a_retryable_fault() -> None:
    async with fault_server([]) as server:
        address = server.base_url
    model = OpenAICompatible("m", Endpoint(base_url=address, api_key=CANARY, timeouts=QUICK))
    with pytest.raises(ProviderError, match="could not be asked") as caught:
        await model.complete(make_request())
    await model.aclose()
    assert caught.value.retryable


@pytest.mark.network
async def test_a_host_that_does_not_exist_is_a_retryable_fault_that_cost_nothing() -> None:
    model = OpenAICompatible("m", Endpoint(base_url="http://nowhere.invalid/v1", timeouts=QUICK))
    with pytest.raises(ProviderError) as caught:
        await model.complete(make_request())
    await model.aclose()
    assert caught.value.retryable
    assert not caught.value.maybe_billed


@pytest.mark.network
async def test_plain_http_where_https_was_expected_is_a_retryable_fault() -> None:
    async with fault_server([ok()]) as server:
        address = server.base_url.replace("http:", "https:")
        model = OpenAICompatible("m", Endpoint(base_url=address, api_key=CANARY, timeouts=QUICK))
        with pytest.raises(ProviderError) as caught:
            await model.complete(make_request())
        await model.aclose()
        assert server.requests == []
    assert caught.value.retryable


@pytest.mark.network
async def test_an_ordinary_header_is_not_taken_out_of_the_reply() -> None:
    async with fault_server([ok("a lemma in English")]) as server:
        model = OpenAICompatible(
            "m", Endpoint(base_url=server.base_url, headers={"X-Lang": "English"})
        )
        reply = await model.complete(make_request())
        await model.aclose()
    assert reply.text == "a lemma in English"


@pytest.mark.network
async def test_an_endless_body_is_cut_off() -> None:
    fault = await fault_of(oversize(8_000_000), timeouts=Timeouts())
    assert not fault.retryable
    assert "1000000 bytes" in str(fault)


@pytest.mark.network
@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed_with_the_key(status: int) -> None:
    async with fault_server([ok("stolen")]) as thief:
        fault = await fault_of(redirect(f"{thief.base_url}/chat/completions", status))
        assert thief.requests == []
    assert fault.status == status
    assert not fault.retryable


@pytest.mark.network
async def test_another_model_than_the_asked_one_is_recorded() -> None:
    assert (await ask_once(ok(model="cheap-model"))).model == "cheap-model"


@pytest.mark.network
@pytest.mark.parametrize("status", [400, 401, 500])
async def test_an_endpoint_that_echoes_the_key_cannot_plant_it_in_an_error(status: int) -> None:
    assert "[secret]" in str(await fault_of(echo_headers(status)))


@pytest.mark.network
async def test_an_endpoint_that_echoes_the_key_cannot_plant_it_in_a_reply() -> None:
    reply = await ask_once(echo_headers(200))
    assert "[secret]" in reply.text
    assert CANARY not in reply.model_dump_json()
    assert HEADER_CANARY not in reply.model_dump_json()


@pytest.mark.network
async def test_the_key_is_in_no_log_however_loud(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await ask_once(ok())
    await fault_of(error(401))
    await fault_of(reset())
    assert CANARY not in caplog.text
    assert HEADER_CANARY not in caplog.text


def test_the_key_is_not_in_the_representation() -> None:
    model = OpenAICompatible("m", Endpoint(base_url="https://example.org/v1", api_key=CANARY))
    assert CANARY not in repr(model)
    assert CANARY not in repr(vars(model)["_scrub"])


@pytest.mark.network
async def test_an_endpoint_without_schemas_is_asked_in_words_from_then_on() -> None:
    refuses = error(400, "Unknown parameter: 'response_format'")
    async with fault_server([refuses, ok("a"), ok("b")]) as server:
        model = OpenAICompatible("m", Endpoint(base_url=server.base_url))
        first = await model.complete(make_request("1", reply_schema=SCHEMA))
        second = await model.complete(make_request("2", reply_schema=SCHEMA))
        await model.aclose()
        sent = ["response_format" in got.json for got in server.requests]
        keys = {got.headers["idempotency-key"] for got in server.requests}
    assert (first.text, second.text) == ("a", "b")
    assert sent == [True, False, False]
    assert len(keys) == 3, "one key with two bodies would be refused by a strict endpoint"


@pytest.mark.network
async def test_the_output_limit_is_renamed_for_an_endpoint_that_wants_it() -> None:
    refuses = error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.")
    request = make_request(decoding=Decoding(max_output_tokens=9))
    async with fault_server([refuses, ok()]) as server:
        model = OpenAICompatible("m", Endpoint(base_url=server.base_url))
        await model.complete(request)
        await model.aclose()
        first, second = (got.json for got in server.requests)
    assert first["max_tokens"] == 9
    assert second["max_completion_tokens"] == 9
    assert "max_tokens" not in second


@pytest.mark.network
async def test_an_endpoint_that_refuses_everything_is_asked_a_bounded_number_of_times() -> None:
    refuses = error(400, "unsupported: response_format, max_tokens, max_completion_tokens")
    request = make_request(decoding=Decoding(max_output_tokens=9), reply_schema=SCHEMA)
    async with fault_server([], afterwards=refuses) as server:
        model = OpenAICompatible("m", Endpoint(base_url=server.base_url))
        with pytest.raises(ProviderError):
            await model.complete(request)
        await model.aclose()
        assert len(server.requests) == 4


@pytest.mark.network
async def test_cancelling_a_call_leaves_the_client_usable() -> None:
    async with fault_server([hang_before_headers(), ok("after")]) as server:
        model = OpenAICompatible("m", Endpoint(base_url=server.base_url))
        call = asyncio.create_task(model.complete(make_request()))
        while not server.requests:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await model.complete(make_request())).text == "after"
        await model.aclose()


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
