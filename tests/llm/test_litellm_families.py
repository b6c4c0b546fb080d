"""Provider interfaces through LiteLLM, end to end against local servers with their real shapes.

Azure's answers are those of learn.microsoft.com (content filtering, reasoning models), read on
2026-11-16; where the others are from stands in ``support.provider_shapes``.
"""

import importlib.util
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from faithsieve.errors import ProviderError, ReplyFormatError
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.litellm_provider import LiteLLMProvider
from faithsieve.llm.structured import ask, ask_text
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, Decoding
from faithsieve.records.model import Reasoning
from support.chat import make_prompt, make_request
from support.fault_server import completion
from support.json_server import Json
from support.provider_shapes import (
    GEMINI_USAGE,
    THOUGHT,
    Reply,
    Seen,
    anthropic,
    anthropic_events,
    anthropic_message,
    camel,
    gemini,
    gemini_answer,
    gemini_events,
    provider,
)

if importlib.util.find_spec("litellm") is None:
    # CI installs it (Makefile, target install); there its absence is an error.
    assert not os.environ.get("CI"), "no LiteLLM: run make install"
    pytest.skip("no LiteLLM: see docs/models.md", allow_module_level=True)
pytestmark = [pytest.mark.network, pytest.mark.filterwarnings("ignore")]

SHORT = Decoding(temperature=0, max_output_tokens=64)
CLAUDE, GEMINI, AZURE = (
    "anthropic/claude-opus-4-7",
    "gemini/gemini-3.8-flash",
    "azure/my-deployment",
)


class Sum(Record):
    total: int
    """The sum."""


@asynccontextmanager
async def asking(
    name: str, reply: Reply, *, reasoning: Reasoning = "provider", stream: bool = False
) -> AsyncIterator[tuple[LiteLLMProvider, Seen]]:
    with provider(reply) as seen:
        model = LiteLLMProvider(name, Endpoint(seen.url, "test-key-123"), reasoning=reasoning)
        if stream:
            model.capabilities = model.capabilities.changed(stream=True)
        try:
            yield model, seen
        finally:
            await model.aclose()


@pytest.fixture(autouse=True)
def azure_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_API_VERSION", "2025-04-01-preview")


# ---- Anthropic messages


def in_one_or_many_pieces(message: Json, stream: bool) -> Json | str:
    return anthropic_events(message) if stream else message


@pytest.mark.parametrize("stream", [False, True])
async def test_anthropic_messages_with_thinking_blocks_and_both_sides_of_the_cache(
    stream: bool,
) -> None:
    answered = in_one_or_many_pieces(anthropic_message("step 2"), stream)
    async with asking(CLAUDE, anthropic(answered), stream=stream) as (model, seen):
        reply = await model.complete(make_request(decoding=SHORT))
    assert (reply.text, reply.finish_reason) == ("step 2", "stop")
    assert "slowly" in reply.reasoning
    usage = reply.usage
    assert usage.input_tokens == 1540, "read, written and neither"
    assert (usage.cached_tokens, usage.cache_write_tokens) == (1000, 500)
    assert seen.paths == ["/v1/messages"]
    assert seen.headers[0]["x-api-key"] == "test-key-123"
    assert seen.headers[0]["anthropic-version"] == "2023-06-01"
    (body,) = seen.bodies
    assert body.pop("stream", False) == stream
    assert body == {
        "model": "claude-opus-4-7",
        "max_tokens": 64,
        "system": [{"type": "text", "text": "You check sums."}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Is 2 + 2 = 4?"}]}],
    }


async def test_a_claude_that_the_table_does_not_know_teaches_what_it_refuses() -> None:
    reply = anthropic(anthropic_message("step 2"))
    async with asking("anthropic/claude-sonnet-4-6", reply) as (model, seen):
        for question in ("one", "two"):
            assert (await model.complete(make_request(question, decoding=SHORT))).text == "step 2"
    assert len(seen.bodies) == 3, "one extra request, once"
    assert not model.capabilities.temperature


@pytest.mark.parametrize("level", ["off", "low", "high"])
async def test_anthropic_efforts_are_in_the_providers_words(level: Reasoning) -> None:
    reply = anthropic(anthropic_message("step 2"))
    async with asking(CLAUDE, reply, reasoning=level) as (model, seen):
        assert (await model.complete(make_request(decoding=SHORT))).text == "step 2"
    assert len(seen.bodies) == 1, "nothing was refused"
    if level != "off":
        assert seen.bodies[0]["thinking"]["type"] == "adaptive"
        assert seen.bodies[0]["output_config"] == {"effort": level}
        assert seen.bodies[0]["max_tokens"] > 64, "head-room for thought"


async def test_a_record_comes_as_plain_text_and_without_a_tool() -> None:
    reply = anthropic(anthropic_message('{"total": 5}'))
    async with asking(CLAUDE, reply) as (model, seen):
        answer = await ask(model, make_prompt("2+3"), Sum, stage="s", decoding=SHORT)
    assert answer.record == Sum(total=5)
    assert "tools" not in seen.bodies[-1]


async def test_a_long_shared_beginning_is_marked_for_the_providers_cache() -> None:
    rules = "Every even number is twice another. " * 300
    async with asking(CLAUDE, anthropic(anthropic_message("yes"))) as (model, seen):
        for n in range(3):
            reply = await model.complete(make_request(f"{rules} Question {n}?"))
    first, *later = [json.dumps(body) for body in seen.bodies]
    assert "cache_control" not in first
    assert all('"cache_control": {"type": "ephemeral"}' in body for body in later)
    assert reply.usage.cacheable_tokens > 0


EXPLAINED = {"type": "refusal", "category": "cyber", "explanation": "This could enable harm."}


async def refusal_of(name: str, reply: Reply, *, stream: bool = False) -> str:
    """Ask for a record and for text; both must fail as a refusal, in the provider's words."""
    async with asking(name, reply, stream=stream) as (model, _):
        with pytest.raises(ReplyFormatError) as plain:
            await ask_text(model, make_prompt("q"), stage="s", decoding=SHORT)
        with pytest.raises(ReplyFormatError) as caught:
            await ask(model, make_prompt("2+3"), Sum, stage="s", decoding=SHORT)
    assert (caught.value.reason, plain.value.reason) == ("refused", "refused")
    return str(caught.value)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_claude_that_refuses_gives_no_answer_but_its_explanation(stream: bool) -> None:
    # The beginning of the answer looks like one; it was taken back.
    message = anthropic_message('{"total": 5}', stop_reason="refusal", stop_details=EXPLAINED)
    said = await refusal_of(
        CLAUDE, anthropic(in_one_or_many_pieces(message, stream)), stream=stream
    )
    assert "This could enable harm." in said
    assert "(refusal)" in said


async def test_a_refusal_without_a_word_is_a_refusal_too() -> None:
    message = anthropic_message("", content=[], stop_reason="refusal")
    assert "did not answer (refusal)" in await refusal_of(CLAUDE, anthropic(message))


async def ended(name: str, reply: Reply, *, stream: bool = False) -> ChatReply:
    async with asking(name, reply, stream=stream) as (model, _):
        return await model.complete(make_request(decoding=SHORT))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("reason", ["max_tokens", "model_context_window_exceeded"])
async def test_an_answer_that_was_cut_off_never_looks_complete(reason: str, stream: bool) -> None:
    message = anthropic_message("step 1", stop_reason=reason)
    reply = await ended(CLAUDE, anthropic(in_one_or_many_pieces(message, stream)), stream=stream)
    assert reply.finish_reason == "length"


async def test_a_stream_that_breaks_off_is_no_answer() -> None:
    whole = anthropic_events(anthropic_message("step 12"))
    cut = whole.split("event: message_delta")[0]
    with pytest.raises(ProviderError, match="ended before the answer did") as caught:
        await ended(CLAUDE, anthropic(cut), stream=True)
    assert caught.value.retryable


async def test_the_providers_own_sentence_is_kept() -> None:
    said = {"type": "error", "error": {"type": "x", "message": "Your credit balance is too low"}}
    with pytest.raises(ProviderError, match="credit balance is too low") as caught:
        await ended(CLAUDE, lambda body: (400, said))
    assert not caught.value.retryable


# ---- Gemini generateContent


async def test_gemini_generate_content_with_thoughts_and_cached_tokens_counted_apart() -> None:
    answered = gemini_answer(THOUGHT, {"text": '{"total": 5}'}, finishReason="STOP")
    async with asking(GEMINI, gemini(answered)) as (model, seen):
        answer = await ask(model, make_prompt("2+3"), Sum, stage="s", decoding=SHORT)
    assert answer.record == Sum(total=5)
    usage = answer.reply.usage
    assert (usage.input_tokens, usage.cached_tokens) == (2000, 1500)
    assert (usage.output_tokens, usage.reasoning_tokens) == (304, 300)
    assert "think about" in answer.reply.reasoning
    assert seen.paths == ["/models/gemini-3.8-flash:generateContent"]
    assert seen.headers[0]["x-goog-api-key"] == "test-key-123"
    body = {camel(name): value for name, value in seen.bodies[0].items()}
    assert body["contents"] == [{"role": "user", "parts": [{"text": "2+3"}]}]
    assert body["systemInstruction"] == {"parts": [{"text": "You check sums."}]}
    config = {camel(name): value for name, value in body["generationConfig"].items()}
    assert config["maxOutputTokens"] > 64, "head-room for thought"
    assert config["responseMimeType"] == "application/json"


async def test_gemini_streams_the_same_record() -> None:
    pieces = gemini_events(
        gemini_answer(THOUGHT),
        gemini_answer({"text": "ste"}),
        gemini_answer({"text": "p 2"}, finishReason="STOP"),
    )
    async with asking(GEMINI, gemini(pieces), stream=True) as (model, seen):
        reply = await model.complete(make_request(decoding=SHORT))
    assert (reply.text, reply.finish_reason) == ("step 2", "stop")
    assert (reply.usage.cached_tokens, reply.usage.reasoning_tokens) == (1500, 300)
    assert seen.paths == ["/models/gemini-3.8-flash:streamGenerateContent?alt=sse"]


BLOCKED = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": GEMINI_USAGE}
RATED = [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "HIGH", "blocked": True}]
STOPPED = gemini_answer(finishReason="SAFETY", safetyRatings=RATED)
RECITED = gemini_answer(finishReason="RECITATION", finishMessage="It recites a book.")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (STOPPED, "SAFETY, HARM_CATEGORY_HARASSMENT"),
        (RECITED, "It recites a book."),
        (BLOCKED, "the prompt was blocked (PROHIBITED_CONTENT)"),
    ],
)
async def test_a_safety_stop_of_gemini_is_a_failure_that_says_why(
    payload: Json, words: str, stream: bool
) -> None:
    begun = gemini_answer({"text": '{"total": 5}'})
    answered = (
        gemini_events(*([] if payload is BLOCKED else [begun]), payload) if stream else payload
    )
    said = await refusal_of(GEMINI, gemini(answered), stream=stream)
    assert words in said
    assert "(content_filter)" in said


async def test_a_gemini_stream_that_breaks_off_is_no_answer() -> None:
    with pytest.raises(ProviderError, match="ended before the answer did"):
        await ended(GEMINI, gemini(gemini_events(gemini_answer({"text": "step 1"}))), stream=True)


# ---- Azure, and the OpenAI shape


async def test_azure_takes_its_own_path_version_and_key_name() -> None:
    async with asking(AZURE, lambda body: (200, completion("step 1"))) as (model, seen):
        reply = await model.complete(make_request(decoding=SHORT))
    assert reply.text == "step 1"
    path = "/openai/deployments/my-deployment/chat/completions?api-version=2025-04-01-preview"
    assert seen.paths == [path]
    assert seen.headers[0]["api-key"] == "test-key-123"
    (body,) = seen.bodies
    assert body.keys() == {"model", "messages", "temperature", "max_completion_tokens"}


@pytest.mark.parametrize(
    ("refusal", "reason", "words"),
    [(None, "content_filter", "content_filter"), ("I can't.", "stop", "I can't.")],
)
async def test_a_filtered_or_declined_answer_of_azure_says_why(
    refusal: str | None, reason: str, words: str
) -> None:
    message = {"role": "assistant", "content": None, "refusal": refusal}
    payload = completion("") | {"choices": [{"message": message, "finish_reason": reason}]}
    assert words in await refusal_of(AZURE, lambda body: (200, payload))
