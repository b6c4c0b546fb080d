"""The connection to an endpoint, against a real server that breaks every promise it can."""

import asyncio
import json
import logging
import ssl
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.endpoint import Timeouts
from faithsieve.llm.http_session import _trusted_certificates
from faithsieve.records.chat import ChatReply, ChatRequest
from support.chat import make_request
from support.fault_server import (
    Act,
    asking,
    completion,
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
QUICK = Timeouts(connect_s=1, read_s=0.3, idle_s=0.3, total_s=1.0)


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


async def test_an_ordinary_answer_arrives_with_its_usage() -> None:
    reply = await ask_once(ok("step 3"))
    assert (reply.text, reply.model, reply.finish_reason) == ("step 3", "test-model", "stop")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (11, 3)
    assert reply.usage.cached_tokens == 5
    assert reply.seconds > 0


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


REFUSALS = {
    400: "faithsieve doctor --model",
    401: "check the API key",
    402: "top it up",
    403: "access",
    404: "base_url",
    413: "refused",
    422: "faithsieve doctor --model",
}


@pytest.mark.parametrize(("status", "next_step"), REFUSALS.items())
async def test_a_refusal_is_final_and_names_the_next_step(status: int, next_step: str) -> None:
    fault = await fault_of(error(status))
    assert not fault.retryable
    assert fault.status == status
    assert next_step in str(fault)


async def test_a_used_up_account_is_not_waited_for() -> None:
    fault = await fault_of(error(429, "You exceeded your quota", code="insufficient_quota"))
    assert not fault.retryable
    assert "billing" in str(fault)


async def test_a_prompt_beyond_the_context_says_so() -> None:
    fault = await fault_of(error(400, "This model's maximum context length is 4096 tokens"))
    assert not fault.retryable
    assert "too long" in str(fault)


async def test_the_wait_that_an_endpoint_asks_for_reaches_whoever_retries() -> None:
    assert (await fault_of(error(429, retry_after="2"))).retry_after_s == 2.0


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (hang_before_headers, "silent"),
        (hang_mid_body, "stopped in the middle"),
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
        with pytest.raises(ProviderError, match="could not be asked") as caught:
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


async def test_a_hundred_requests_at_once_share_pools_and_keep_their_connections() -> None:
    slow = fault_server([], afterwards=ok("yes", after_s=0.05))
    async with slow as server, asking(server.base_url) as model:
        model.is_settled = True
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
