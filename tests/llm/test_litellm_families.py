"""Provider interfaces through LiteLLM, end to end against local servers with their real shapes."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.litellm_provider import LiteLLMProvider
from faithsieve.llm.structured import ask
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from support.chat import make_prompt, make_request

pytest.importorskip("litellm", reason="no LiteLLM: pip install -e '.[litellm]'")
pytestmark = [pytest.mark.network, pytest.mark.filterwarnings("default")]

Json = dict[str, Any]
SHORT = Decoding(temperature=0, max_output_tokens=64)


class Sum(Record):
    total: int
    """The sum."""


class Seen:
    """What a local provider was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.paths: list[str] = []
        self.bodies: list[Json] = []
        self.headers: list[dict[str, str]] = []


Reply = Callable[[Json], tuple[int, Json]]


@contextmanager
def provider(reply: Reply) -> Iterator[Seen]:
    seen = Seen()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.paths.append(self.path)
            seen.bodies.append(body)
            seen.headers.append({k.lower(): v for k, v in self.headers.items()})
            status, payload = reply(body)
            text = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    seen.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def anthropic_message(text: str, **changes: Any) -> Json:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-4-7",
        "content": [
            {"type": "thinking", "thinking": "Let me count {slowly}.", "signature": "s"},
            {"type": "text", "text": text},
        ],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 40,
            "cache_read_input_tokens": 1000,
            "cache_creation_input_tokens": 0,
            "output_tokens": 30,
        },
    } | changes


def strict_anthropic(text: str) -> Reply:
    def reply(body: Json) -> tuple[int, Json]:
        for name in ("temperature", "top_p", "top_k", "seed"):
            if name in body:
                message = f"`{name}` is deprecated for this model."
                error = {"type": "invalid_request_error", "message": message}
                return 400, {"type": "error", "error": error, "request_id": "req_9"}
        if "max_tokens" not in body:
            error = {"type": "invalid_request_error", "message": "max_tokens: Field required"}
            return 400, {"type": "error", "error": error}
        return 200, anthropic_message(text)

    return reply


async def test_anthropic_messages_with_thinking_blocks_and_a_read_cache() -> None:
    with provider(strict_anthropic("step 2")) as seen:
        endpoint = Endpoint(seen.url, "sk-ant-test-key")
        model = LiteLLMProvider("anthropic/claude-opus-4-7", endpoint)
        reply = await model.complete(make_request(decoding=SHORT))
    assert (reply.text, reply.finish_reason) == ("step 2", "stop")
    assert "slowly" in reply.reasoning
    assert reply.usage.cached_tokens == 1000
    assert reply.usage.input_tokens == 1040, "cached ones included"
    assert seen.paths == ["/v1/messages"]
    assert seen.headers[0]["x-api-key"] == "sk-ant-test-key"
    assert "temperature" not in seen.bodies[0]


async def test_an_unknown_claude_teaches_what_it_refuses() -> None:
    with provider(strict_anthropic("step 2")) as seen:
        model = LiteLLMProvider("anthropic/claude-sonnet-4-6", Endpoint(seen.url, "sk-ant-key-1"))
        for question in ("one", "two"):
            reply = await model.complete(make_request(question, decoding=SHORT))
            assert reply.text == "step 2"
    assert len(seen.bodies) == 3, "one extra request, once"
    assert not model.capabilities.temperature


async def test_a_long_shared_beginning_is_marked_for_the_providers_cache() -> None:
    rules = "Every even number is twice another. " * 300
    with provider(strict_anthropic("yes")) as seen:
        model = LiteLLMProvider("anthropic/claude-opus-4-7", Endpoint(seen.url, "sk-ant-key-1"))
        for n in range(3):
            reply = await model.complete(make_request(f"{rules} Question {n}?"))
    first, *later = [json.dumps(body) for body in seen.bodies]
    assert "cache_control" not in first
    assert all("cache_control" in body for body in later)
    assert reply.usage.cacheable_tokens > 0


async def test_a_refusal_by_the_model_is_no_answer() -> None:
    refusal = anthropic_message("", content=[], stop_reason="refusal")
    with provider(lambda body: (200, refusal)) as seen:
        model = LiteLLMProvider("anthropic/claude-opus-4-7", Endpoint(seen.url, "sk-ant-key-1"))
        try:
            reply = await model.complete(make_request(decoding=SHORT))
        except ProviderError:
            return
    assert reply.finish_reason in ("refusal", "content_filter", "other")


def gemini_answer(text: str, finish: str = "STOP") -> Json:
    parts = [{"text": "I think about {it}.", "thought": True}, {"text": text}]
    return {
        "candidates": [
            {
                "content": {"role": "model", "parts": parts if text else []},
                "finishReason": finish,
                "index": 0,
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 20,
            "candidatesTokenCount": 4,
            "thoughtsTokenCount": 300,
            "totalTokenCount": 324,
        },
        "modelVersion": "gemini-3.8-flash",
    }


async def test_gemini_generate_content_with_thoughts_counted_apart() -> None:
    with provider(lambda body: (200, gemini_answer('{"total": 5}'))) as seen:
        model = LiteLLMProvider("gemini/gemini-3.8-flash", Endpoint(seen.url, "test-gemini-key"))
        answer = await ask(model, make_prompt("2+3"), Sum, stage="s", decoding=SHORT)
    assert answer.record == Sum(total=5)
    assert answer.reply.usage.reasoning_tokens == 300
    assert answer.reply.usage.output_tokens == 304
    assert "generateContent" in seen.paths[0]
    assert seen.bodies[0]["generationConfig"]["max_output_tokens"] > 64, "head-room for thought"


async def test_azure_takes_its_own_path_version_and_key_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from support.fault_server import completion

    monkeypatch.setenv("AZURE_API_VERSION", "2025-04-01-preview")
    with provider(lambda body: (200, completion("step 1"))) as seen:
        endpoint = Endpoint(seen.url, "azure-test-key")
        model = LiteLLMProvider("azure/my-deployment", endpoint)
        reply = await model.complete(make_request(decoding=SHORT))
    assert reply.text == "step 1"
    assert seen.paths[0].startswith("/openai/deployments/my-deployment/chat/completions")
    assert "api-version=2025-04-01-preview" in seen.paths[0]
    assert seen.headers[0]["api-key"] == "azure-test-key"


async def test_the_providers_own_sentence_is_kept() -> None:
    said = {"type": "error", "error": {"type": "x", "message": "Your credit balance is too low"}}
    with provider(lambda body: (400, said)) as seen:
        model = LiteLLMProvider("anthropic/claude-opus-4-7", Endpoint(seen.url, "sk-ant-key-1"))
        with pytest.raises(ProviderError, match="credit balance is too low") as caught:
            await model.complete(make_request(decoding=SHORT))
    assert not caught.value.retryable
