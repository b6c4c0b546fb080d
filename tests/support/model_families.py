"""Endpoints that behave like today's model families, each strict about what the real one refuses.

A family is a small description: where it listens, which fields it knows, what it says about one it
does not, where it puts its reasoning, and how it counts tokens. What it answers comes from a
function of the question, so that a test decides the content and the family only the shape.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from support.json_server import Asked, Json, Said, json_server

Answer = Callable[[Json], str]
"""The answer's text to a request's body."""
Fault = Callable[[Json], tuple[int, Json] | None]


@dataclass(frozen=True)
class Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    status: int
    payload: Json
    headers: Mapping[str, str] = field(default_factory=dict)


def openai_error(status: int, message: str, param: str | None, code: str | None) -> Refused:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Refused(status, {"error": error}, {"x-request-id": "req_test_1"})


def unsupported_value(param: str, value: object) -> Refused:
    return openai_error(
        400,
        f"Unsupported value: '{param}' does not support {value} with this model. Only the default "
        "(1) value is supported.",
        param,
        "unsupported_value",
    )


def unsupported_parameter(param: str, instead: str) -> Refused:
    return openai_error(
        400,
        f"Unsupported parameter: '{param}' is not supported with this model. Use '{instead}' "
        "instead.",
        param,
        "unsupported_parameter",
    )


def pydantic_refusal(*path: str) -> Refused:
    entry = {"type": "extra_forbidden", "loc": ["body", *path], "input": 1}
    return Refused(422, {"detail": [entry | {"msg": "Extra inputs are not permitted"}]})


def anthropic_error(message: str) -> Refused:
    error = {"type": "invalid_request_error", "message": message}
    return Refused(400, {"type": "error", "error": error, "request_id": "req_011"})


def gemini_error(message: str) -> Refused:
    return Refused(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})


# ---- what a family takes


COMMON = frozenset({"model", "messages", "stream", "stream_options"})


def takes(body: Json, fields: frozenset[str], refuse: Callable[[str], Refused]) -> None:
    for name in body:
        if name not in fields:
            raise refuse(name)


def openai_reasoning(body: Json) -> None:
    if "temperature" in body and body["temperature"] != 1:
        raise unsupported_value("temperature", body["temperature"])
    if "max_tokens" in body:
        raise unsupported_parameter("max_tokens", "max_completion_tokens")
    if "top_p" in body:
        raise unsupported_parameter("top_p", "the default")


def openai_chat(body: Json) -> None:
    takes(
        body,
        COMMON
        | {"temperature", "top_p", "seed", "max_tokens", "max_completion_tokens"}
        | {"response_format"},
        lambda name: openai_error(400, f"Unknown parameter: '{name}'.", name, "unknown_parameter"),
    )


def anthropic_messages(body: Json) -> None:
    if "max_tokens" not in body:
        raise anthropic_error("max_tokens: Field required")
    for name in ("temperature", "top_p", "top_k"):
        if name in body:
            raise anthropic_error(f"`{name}` is deprecated for this model.")
    if body.get("thinking", {}).get("type") == "enabled":
        raise anthropic_error('"thinking.type.enabled" is not supported for this model.')


def deepseek(body: Json) -> None:
    if body.get("response_format", {}).get("type") == "json_schema":
        raise openai_error(
            400,
            "This response_format type is unavailable now; use json_object or text",
            None,
            "invalid_request_error",
        )
    if any(message["role"] == "developer" for message in body["messages"]):
        raise openai_error(
            422, "unknown variant `developer`, expected `system` in messages[0].role", None, None
        )


def mistral(body: Json) -> None:
    known = {"temperature", "top_p", "random_seed", "max_tokens", "response_format"}
    takes(body, COMMON | known | {"reasoning_effort"}, lambda name: pydantic_refusal(name))


def vllm(body: Json) -> None:
    if body.get("response_format", {}).get("json_schema", {}).get("strict"):
        message = "strict is not supported by the grammar backend of response_format"
        raise Refused(400, {"object": "error", "message": message, "code": 400})


def ollama(body: Json) -> None:
    if any(message["role"] == "developer" for message in body["messages"]):
        raise Refused(400, {"error": {"message": "invalid role: developer", "type": "api_error"}})


def llama_cpp(body: Json) -> None:
    if "response_format" in body:
        raise Refused(
            400, {"error": {"code": 400, "message": "failed to parse grammar for response_format"}}
        )


def lm_studio(body: Json) -> None:
    kind = body.get("response_format", {}).get("type", "text")
    if kind not in ("json_schema", "text"):
        raise Refused(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"})


def gemini(body: Json) -> None:
    takes(
        body,
        COMMON
        | {"temperature", "top_p", "max_tokens", "max_completion_tokens", "response_format"}
        | {"reasoning_effort"},
        lambda name: gemini_error(f'Invalid JSON payload received. Unknown name "{name}"'),
    )


def openrouter(body: Json) -> None:
    """The router takes everything; the provider behind it does not, and answers inside a 200."""
    if "temperature" in body:
        raw = json.dumps({"error": {"message": "temperature is not supported by this model"}})
        error = {"message": "Provider returned error", "code": 400, "metadata": {"raw": raw}}
        raise Refused(200, {"error": error, "user_id": "user_1"})


def azure(body: Json) -> None:
    openai_reasoning(body)
    if body["messages"][0]["role"] == "system":
        raise openai_error(
            400, "Unsupported value: 'messages[0].role' does not support 'system'", None, None
        )


@dataclass(frozen=True)
class FamilyServer:
    """One family, as a test describes it."""

    name: str
    model: str
    """The model's name, as a user would type it."""
    check: Callable[[Json], None]
    """Raises ``Refused`` for what the real one refuses."""
    thinks: int = 0
    """Reasoning tokens before an answer, counted into the output limit."""
    reasoning_field: str = ""
    """Where the reasoning text stands: a message's field, ``<think>`` or ``chunks``."""
    path: str = "/v1"


FAMILIES = (
    FamilyServer("openai-reasoning", "gpt-5.4", openai_reasoning, thinks=900),
    FamilyServer("openai-chat", "gpt-4.1", openai_chat),
    FamilyServer("azure", "my-deployment", azure, thinks=700, path="/openai/v1"),
    FamilyServer("anthropic-compatible", "claude-opus-4-7", anthropic_messages),
    FamilyServer("gemini-compatible", "gemini-3.8-flash", gemini, thinks=1200),
    FamilyServer("deepseek", "deepseek-v4-pro", deepseek, 2000, "reasoning_content"),
    FamilyServer("mistral", "mistral-medium-3-5", mistral, 300, "chunks"),
    FamilyServer("qwen-vllm", "Qwen/Qwen3-32B", vllm, 1500, "reasoning"),
    FamilyServer("qwen-sglang", "qwen3-8b", vllm, 1500, "<think>"),
    FamilyServer("ollama", "qwen3:8b", ollama, 800, "reasoning"),
    FamilyServer("llama-cpp", "some-model.gguf", llama_cpp, 600, "<think>"),
    FamilyServer("lm-studio", "local-model", lm_studio),
    FamilyServer("openrouter", "vendor/some-model", openrouter, 400, "reasoning"),
    FamilyServer("unknown-reasoner", "mystery-1", openai_reasoning, thinks=3000),
)


# ---- the server


@dataclass
class Running:
    """A family's server, and what it was asked."""

    family: FamilyServer
    base_url: str
    answer: Answer
    bodies: list[Json] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    """Taken one a request, before the family's own rules; None lets the request pass."""
    silent_s: float = 0.0
    """How long an answer that is not streamed takes to begin."""

    def take(self, asked: Asked) -> Said:
        self.headers.append(asked.headers)
        try:
            return self._answer(asked.path, asked.body)
        except Refused as refused:
            self.refused.append(asked.body)
            return Said(refused.status, refused.payload, refused.headers)

    def _answer(self, path: str, body: Json) -> Said:
        if not path.startswith(self.family.path):
            raise Refused(404, {"error": {"message": f"no such path: {path}"}})
        fault = self.faults.pop(0)(body) if self.faults else None
        if fault is not None:
            raise Refused(fault[0], fault[1])
        self.family.check(body)
        if not body.get("stream"):
            time.sleep(self.silent_s)
        self.bodies.append(body)
        payload = written(self.family, body, self.answer(body))
        return Said(200, as_events(payload) if body.get("stream") else payload)


@contextmanager
def serving_family(family: FamilyServer, answer: Answer) -> Iterator[Running]:
    running = Running(family, "", answer)
    with json_server(running.take) as address:
        running.base_url = f"{address}{family.path}"
        yield running


def written(family: FamilyServer, body: Json, text: str) -> Json:
    """Write an answer in the family's shape, cut off where the limit says."""
    limits = ("max_completion_tokens", "max_tokens")
    limit = next((int(body[name]) for name in limits if name in body), 1_000_000)
    thought = min(family.thinks, limit)
    room = limit - thought
    tokens = -(-len(text) // 4)
    is_cut = room < tokens
    said = text[: 4 * room]
    asked = sum(len(str(m["content"])) for m in body["messages"]) // 4
    counts = Counts(asked, min(tokens, room), thought)
    return as_completion(family, body, said, counts, is_cut)


@dataclass(frozen=True)
class Counts:
    asked: int
    said: int
    thought: int


def as_completion(
    family: FamilyServer, body: Json, said: str, counts: Counts, is_cut: bool
) -> Json:
    message: Json = {"role": "assistant", "content": said}
    trace = "Let me think about {this} step by step. " * 3 if family.thinks else ""
    match family.reasoning_field:
        case "reasoning_content" | "reasoning" as name:
            message[name] = trace
        case "<think>":
            is_open = is_cut and not said
            message["content"] = f"<think>\n{trace}" + ("" if is_open else f"\n</think>\n\n{said}")
        case "chunks":
            thinking = {"type": "thinking", "thinking": [{"type": "text", "text": trace}]}
            message["content"] = [thinking, {"type": "text", "text": said}]
        case _:
            message["content"] = said or (None if is_cut else "")
    choice = {"index": 0, "message": message, "finish_reason": "length" if is_cut else "stop"}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": f"{body['model']}-2026-10-01",
        "choices": [choice],
        "usage": {
            "prompt_tokens": counts.asked,
            "completion_tokens": counts.said + counts.thought,
            "total_tokens": counts.asked + counts.said + counts.thought,
            "completion_tokens_details": {"reasoning_tokens": counts.thought},
        },
    }


def as_events(payload: Json) -> str:
    """Write a whole answer as the events a streaming endpoint sends."""
    choice = payload["choices"][0]
    text = choice["message"]["content"] or ""
    pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
    top = {"id": payload["id"], "model": payload["model"]}
    events = [{**top, "choices": [{"index": 0, "delta": {"content": p}}]} for p in pieces]
    last = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    events += [{**top, "choices": [last]}, {**top, "choices": [], "usage": payload["usage"]}]
    return "".join(f"data: {json.dumps(e)}\n\n" for e in events) + "data: [DONE]\n\n"
