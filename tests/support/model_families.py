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


def openai_error(message: str, param: str | None, code: str | None, status: int = 400) -> Refused:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Refused(status, {"error": error}, {"x-request-id": "req_test_1"})


def unsupported_parameter(name: str) -> Refused:
    instead = {"max_tokens": "max_completion_tokens"}.get(name, "the default")
    words = f"'{name}' is not supported with this model. Use '{instead}' instead."
    return openai_error(f"Unsupported parameter: {words}", name, "unsupported_parameter")


def unknown_parameter(name: str) -> Refused:
    return openai_error(f"Unknown parameter: '{name}'.", name, "unknown_parameter")


def pydantic_refusal(name: str) -> Refused:
    entry = {"type": "extra_forbidden", "loc": ["body", name], "input": 1}
    return Refused(422, {"detail": [entry | {"msg": "Extra inputs are not permitted"}]})


def anthropic_error(message: str) -> Refused:
    error = {"type": "invalid_request_error", "message": message}
    return Refused(400, {"type": "error", "error": error, "request_id": "req_011"})


def gemini_refusal(name: str) -> Refused:
    message = f'Invalid JSON payload received. Unknown name "{name}"'
    return Refused(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})


def plain_error(message: str, status: int = 400) -> Refused:
    return Refused(status, {"error": {"message": message, "code": status, "type": "api_error"}})


# ---- what a family refuses


Rule = Callable[[Json], Refused | None]
COMMON = frozenset({"model", "messages", "stream", "stream_options"})


def knows(refuse: Callable[[str], Refused], *names: str) -> Rule:
    """Every field is refused but the common ones and these."""
    return lambda body: next((refuse(n) for n in body if n not in COMMON.union(names)), None)


def lacks(refuse: Callable[[str], Refused], *names: str) -> Rule:
    """These fields are refused."""
    return lambda body: next((refuse(name) for name in names if name in body), None)


def when(is_wrong: Callable[[Json], object], refused: Refused) -> Rule:
    return lambda body: refused if is_wrong(body) else None


def no_role(role: str, refused: Refused) -> Rule:
    return when(lambda body: any(m["role"] == role for m in body["messages"]), refused)


def format_of(body: Json) -> str:
    return str(body.get("response_format", {}).get("type", "text"))


ONLY_DEFAULT = openai_error(
    "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) "
    "value is supported.",
    "temperature",
    "unsupported_value",
)
OPENAI_REASONING = (
    when(lambda body: body.get("temperature", 1) != 1, ONLY_DEFAULT),
    lacks(unsupported_parameter, "max_tokens", "top_p"),
)
OPENAI_FIELDS = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "response_format")
OPENAI_CHAT = (knows(unknown_parameter, *OPENAI_FIELDS, "seed"),)
SYSTEM_ROLE = "Unsupported value: 'messages[0].role' does not support 'system'"
AZURE = (*OPENAI_REASONING, no_role("system", openai_error(SYSTEM_ROLE, None, None)))
ANTHROPIC = (
    when(lambda body: "max_tokens" not in body, anthropic_error("max_tokens: Field required")),
    lacks(
        lambda name: anthropic_error(f"`{name}` is deprecated for this model."),
        *("temperature", "top_p", "top_k"),
    ),
    when(
        lambda body: body.get("thinking", {}).get("type") == "enabled",
        anthropic_error('"thinking.type.enabled" is not supported for this model.'),
    ),
)
GEMINI = (knows(gemini_refusal, *OPENAI_FIELDS, "reasoning_effort"),)
JSON_ONLY = "This response_format type is unavailable now; use json_object or text"
UNKNOWN_ROLE = "unknown variant `developer`, expected `system` in messages[0].role"
DEEPSEEK = (
    when(
        lambda body: format_of(body) == "json_schema",
        openai_error(JSON_ONLY, None, "invalid_request_error"),
    ),
    no_role("developer", openai_error(UNKNOWN_ROLE, None, None, 422)),
)
MISTRAL_FIELDS = ("temperature", "top_p", "random_seed", "max_tokens", "response_format")
MISTRAL = (knows(pydantic_refusal, *MISTRAL_FIELDS, "reasoning_effort"),)
NOT_STRICT = "strict is not supported by the grammar backend of response_format"
VLLM = (
    when(
        lambda body: body.get("response_format", {}).get("json_schema", {}).get("strict"),
        Refused(400, {"object": "error", "message": NOT_STRICT, "code": 400}),
    ),
)
OLLAMA = (no_role("developer", plain_error("invalid role: developer")),)
LLAMA_CPP = (
    lacks(lambda name: plain_error(f"failed to parse grammar for {name}"), "response_format"),
)
LM_STUDIO = (
    when(
        lambda body: format_of(body) not in ("json_schema", "text"),
        Refused(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}),
    ),
)
RAW = json.dumps({"error": {"message": "temperature is not supported by this model"}})
BEHIND = {"message": "Provider returned error", "code": 400, "metadata": {"raw": RAW}}
# The router takes everything; the provider behind it does not, and answers inside a 200.
OPENROUTER = (
    when(
        lambda body: "temperature" in body,
        Refused(200, {"error": BEHIND, "user_id": "user_1"}),
    ),
)


@dataclass(frozen=True)
class FamilyServer:
    """One family, as a test describes it."""

    name: str
    model: str
    """The model's name, as a user would type it."""
    rules: tuple[Rule, ...]
    """What the real one refuses."""
    thinks: int = 0
    """Reasoning tokens before an answer, counted into the output limit."""
    reasoning_field: str = ""
    """Where the reasoning text stands: a message's field, ``<think>`` or ``chunks``."""
    path: str = "/v1"


FAMILIES = (
    FamilyServer("openai-reasoning", "gpt-5.4", OPENAI_REASONING, thinks=900),
    FamilyServer("openai-chat", "gpt-4.1", OPENAI_CHAT),
    FamilyServer("azure", "my-deployment", AZURE, thinks=700, path="/openai/v1"),
    FamilyServer("anthropic-compatible", "claude-opus-4-7", ANTHROPIC),
    FamilyServer("gemini-compatible", "gemini-3.8-flash", GEMINI, thinks=1200),
    FamilyServer("deepseek", "deepseek-v4-pro", DEEPSEEK, 2000, "reasoning_content"),
    FamilyServer("mistral", "mistral-medium-3-5", MISTRAL, 300, "chunks"),
    FamilyServer("qwen-vllm", "Qwen/Qwen3-32B", VLLM, 1500, "reasoning"),
    FamilyServer("qwen-sglang", "qwen3-8b", VLLM, 1500, "<think>"),
    FamilyServer("ollama", "qwen3:8b", OLLAMA, 800, "reasoning"),
    FamilyServer("llama-cpp", "some-model.gguf", LLAMA_CPP, 600, "<think>"),
    FamilyServer("lm-studio", "local-model", LM_STUDIO),
    FamilyServer("openrouter", "vendor/some-model", OPENROUTER, 400, "reasoning"),
    FamilyServer("unknown-reasoner", "mystery-1", OPENAI_REASONING, thinks=3000),
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
        for refused in filter(None, (rule(body) for rule in self.family.rules)):
            raise refused
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
    room, tokens = limit - thought, -(-len(text) // 4)
    is_cut, said = room < tokens, text[: 4 * room]
    asked = sum(len(str(m["content"])) for m in body["messages"]) // 4
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
            "prompt_tokens": asked,
            "completion_tokens": min(tokens, room) + thought,
            "total_tokens": asked + min(tokens, room) + thought,
            "completion_tokens_details": {"reasoning_tokens": thought},
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
