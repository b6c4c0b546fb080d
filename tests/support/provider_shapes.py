"""Local servers with the real shapes of the providers' own interfaces, and strict ones.

What they take, and the fields of their answers, are those of the providers' references, read on
2026-11-16: platform.claude.com/docs/en (api/messages/create, handling-stop-reasons, prompt-caching,
structured-outputs) and ai.google.dev/api/generate-content. A field that is not listed there is
refused; ``output_format`` of Anthropic too, which LiteLLM still sends and which "works for now".
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from support.json_server import Asked, Json, Said, json_server


class Seen:
    def __init__(self) -> None:
        self.url = ""
        self.paths: list[str] = []
        self.bodies: list[Json] = []
        self.headers: list[dict[str, str]] = []


Reply = Callable[[Json], tuple[int, Json | str]]
"""A status, and JSON or the text of an event stream."""


@contextmanager
def provider(reply: Reply) -> Iterator[Seen]:
    seen = Seen()

    def answer(asked: Asked) -> Said:
        seen.paths.append(asked.path)
        seen.bodies.append(asked.body)
        seen.headers.append(asked.headers)
        return Said(*reply(asked.body))

    with json_server(answer) as seen.url:
        yield seen


ANTHROPIC_FIELDS = {
    "model", "messages", "max_tokens", "system", "stream", "stop_sequences", "metadata", "thinking",
    "output_config", "cache_control", "service_tier", "tools", "tool_choice",
}  # fmt: skip
CACHED = {
    "input_tokens": 40,
    "cache_read_input_tokens": 1000,
    "cache_creation_input_tokens": 500,
    "cache_creation": {"ephemeral_5m_input_tokens": 500, "ephemeral_1h_input_tokens": 0},
    "output_tokens": 30,
}


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
        "stop_details": None,
        "usage": CACHED,
    } | changes


def anthropic_error(message: str) -> tuple[int, Json]:
    error = {"type": "invalid_request_error", "message": message}
    return 400, {"type": "error", "error": error, "request_id": "req_9"}


def anthropic(payload: Json | str) -> Reply:
    """A server of models that take no sampling parameters and think adaptively or not at all."""

    def reply(body: Json) -> tuple[int, Json | str]:
        for name in ("temperature", "top_p", "top_k"):
            if name in body:
                return anthropic_error(f"`{name}` is deprecated for this model.")
        for name in sorted(body.keys() - ANTHROPIC_FIELDS):
            return anthropic_error(f"{name}: Extra inputs are not permitted")
        if "max_tokens" not in body:
            return anthropic_error("max_tokens: Field required")
        if any(message["role"] not in ("user", "assistant") for message in body["messages"]):
            return anthropic_error("messages: Unexpected role; the system prompt is a field")
        if body.get("thinking", {}).get("type", "adaptive") not in ("adaptive", "disabled"):
            return anthropic_error('"thinking.type.enabled" is not supported for this model.')
        return 200, payload

    return reply


def anthropic_events(message: Json) -> str:
    """Write a message as the events of a stream, with its stop in ``message_delta``."""
    start = message | {"content": [], "stop_reason": None, "usage": CACHED | {"output_tokens": 1}}
    events: list[Json] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(message["content"]):
        field = "thinking" if block["type"] == "thinking" else "text"
        text = block[field]
        events.append(
            {"type": "content_block_start", "index": index, "content_block": block | {field: ""}}
        )
        for piece in (text[:3], text[3:]):
            delta = {"type": f"{field}_delta", field: piece}
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    names = ("stop_reason", "stop_sequence", "stop_details")
    stop = {name: message[name] for name in names}
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    events.append({"type": "message_delta", "delta": stop, "usage": usage})
    events.append({"type": "message_stop"})
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)


GEMINI_FIELDS = {
    "contents", "tools", "toolConfig", "safetySettings", "systemInstruction", "generationConfig",
    "cachedContent",
}  # fmt: skip
GENERATION_FIELDS = {
    "stopSequences", "responseMimeType", "responseSchema", "responseJsonSchema", "candidateCount",
    "maxOutputTokens", "temperature", "topP", "topK", "seed", "thinkingConfig",
}  # fmt: skip
GEMINI_USAGE = {
    "promptTokenCount": 2000,
    "cachedContentTokenCount": 1500,
    "candidatesTokenCount": 4,
    "thoughtsTokenCount": 300,
    "totalTokenCount": 2304,
}


def camel(name: str) -> str:
    """Protocol buffers take either spelling of a field's name in JSON."""
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)


def gemini(payload: Json | str) -> Reply:
    def reply(body: Json) -> tuple[int, Json | str]:
        unknown = {camel(name) for name in body} - GEMINI_FIELDS
        unknown |= {camel(name) for name in body.get("generationConfig", {})} - GENERATION_FIELDS
        if unknown:
            message = f'Invalid JSON payload received. Unknown name "{sorted(unknown)[0]}"'
            return 400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}
        return 200, payload

    return reply


def gemini_answer(*parts: Json, **candidate: Any) -> Json:
    content = {"content": {"role": "model", "parts": list(parts)}} if parts else {}
    return {
        "candidates": [{**content, "index": 0, **candidate}],
        "usageMetadata": GEMINI_USAGE,
        "modelVersion": "gemini-3.8-flash",
        "responseId": "r1",
    }


THOUGHT = {"text": "I think about {it}.", "thought": True}


def gemini_events(*answers: Json) -> str:
    return "".join(f"data: {json.dumps(answer)}\n\n" for answer in answers)


def openai_response(body: Json) -> tuple[int, Json]:
    """The responses interface of OpenAI, which some models have instead of chat completions."""
    part = {"type": "output_text", "text": "correct", "annotations": []}
    message = {"type": "message", "role": "assistant", "content": [part]}
    return 200, {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": body["model"],
        "output": [{"type": "reasoning", "id": "rs_1", "summary": []}, message],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12},
    }
