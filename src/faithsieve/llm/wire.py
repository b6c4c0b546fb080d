"""Between the records and the JSON of the two OpenAI interfaces, as pure functions.

Every endpoint FaithSieve talks to, live or as an offline batch, speaks chat completions or
responses. A payload that is not an answer (no choices, no text, wrong types) is a transport fault
that may be retried, never an empty answer. Reasoning is kept apart from the answer, whichever field
or block a provider puts it in. Streamed answers are put together into the payload that would have
come in one piece.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from faithsieve.errors import ProviderError
from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    FinishReason,
    ReplySchema,
)
from faithsieve.records.cost import TokenUsage
from faithsieve.records.model import Capabilities, Reasoning

HEADROOM_TOKENS: dict[Reasoning, int] = {
    "off": 0,
    "low": 4_096,
    "medium": 12_288,
    "high": 32_768,
    "provider": 12_288,
}
"""What is added to the answer's limit where reasoning counts into it."""

MORE_ROOM = 4
"""How much more head-room a reply gets that was cut off in thought, asked again once."""

LIMIT_WHERE_REQUIRED = 16_384
"""The answer's limit for providers that want one where the request sets none."""

CACHE_MARK = {"type": "ephemeral"}


class RequestStyle(NamedTuple):
    """How requests are written for one endpoint."""

    model: str
    """The model's name as the endpoint knows it."""
    capabilities: Capabilities = Capabilities()
    reasoning: Reasoning = "provider"
    more_room: bool = False
    """Whether an earlier try was cut off in thought."""
    shared_prefix: int = 0
    """Characters of the conversation that begin other conversations too."""


def request_body(request: ChatRequest, style: RequestStyle) -> dict[str, Any]:
    """Write one request for the interface that the style names.

    Settings that are None are left out, so that the provider's default applies (paper app. F.10);
    so is what the endpoint is known to refuse.
    """
    if style.capabilities.interface == "responses":
        return _responses_body(request, style)
    return _chat_body(request, style)


def _chat_body(request: ChatRequest, style: RequestStyle) -> dict[str, Any]:
    known = style.capabilities
    body: dict[str, Any] = {"model": style.model, "messages": _messages(request, style)}
    body |= _sampling_fields(request.decoding, known)
    if (limit := output_limit(request.decoding, style)) is not None:
        body[known.limit_field] = limit
    body |= _effort_fields(style)
    if request.reply_schema is not None and known.reply_format != "none":
        body["response_format"] = _response_format(request.reply_schema, known)
    if known.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body


def _responses_body(request: ChatRequest, style: RequestStyle) -> dict[str, Any]:
    known = style.capabilities
    body: dict[str, Any] = {"model": style.model, "input": _messages(request, style)}
    # Nothing is left behind at the provider: every answer is in our own store.
    body["store"] = False
    body |= _sampling_fields(request.decoding, known.changed(seed=False))
    if (limit := output_limit(request.decoding, style)) is not None:
        body["max_output_tokens"] = limit
    if (word := _effort_word(style)) is not None and known.effort_style != "none":
        body["reasoning"] = {"effort": word}
    if request.reply_schema is not None and known.reply_format != "none":
        described = _response_format(request.reply_schema, known)
        body["text"] = {"format": {**described.pop("json_schema", {}), **described}}
    if known.stream:
        body["stream"] = True
    return body


def _messages(request: ChatRequest, style: RequestStyle) -> list[dict[str, Any]]:
    role = style.capabilities.system_role
    messages = request.messages
    if role == "user" and len(messages) > 1 and messages[0].role == "system":
        first, second, *rest = messages
        both = f"{first.content}\n\n{second.content}"
        messages = (ChatMessage(role="user", content=both), *rest)
    marked = _mark_after(messages, style.shared_prefix) if style.capabilities.cache_marks else None
    return [
        {
            "role": role if message.role == "system" else message.role,
            "content": _marked_content(message.content, marked[1])
            if marked is not None and marked[0] == number
            else message.content,
        }
        for number, message in enumerate(messages)
    ]


def _mark_after(messages: tuple[ChatMessage, ...], shared: int) -> tuple[int, int] | None:
    """Find the message and the offset in it where a shared prefix ends."""
    for number, message in enumerate(messages):
        if shared < len(message.content):
            return (number, shared) if shared > 0 else None
        shared -= len(message.content)
        if shared == 0:
            return number, len(message.content)
    return None


def _marked_content(text: str, at: int) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [
        {"type": "text", "text": text[:at], "cache_control": CACHE_MARK},
        {"type": "text", "text": text[at:]},
    ]
    return [part for part in parts if part["text"]]


def _sampling_fields(decoding: Decoding, known: Capabilities) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "temperature": decoding.temperature if known.temperature else None,
        "top_p": decoding.top_p if known.top_p else None,
        "seed": decoding.seed if known.seed else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def output_limit(decoding: Decoding, style: RequestStyle) -> int | None:
    """Return the output limit to send: the answer's own, and head-room for reasoning."""
    known, limit = style.capabilities, decoding.max_output_tokens
    if limit is None and not known.limit_required:
        return None
    room = _headroom(style)
    wanted = (limit or LIMIT_WHERE_REQUIRED) + room * (MORE_ROOM if style.more_room else 1)
    return min(wanted, known.most_output_tokens or wanted)


def _headroom(style: RequestStyle) -> int:
    known, level = style.capabilities, style.reasoning
    if style.more_room:
        # Whatever was asked for: it did think, so "off" is not off there.
        return max(HEADROOM_TOKENS[level], HEADROOM_TOKENS["low"])
    if level == "off" and known.reasons and known.effort_off != "none":
        # It thinks less there, but it thinks.
        level = "low"
    is_asked_to = known.effort_style != "none" and level not in ("off", "provider")
    return HEADROOM_TOKENS[level] if known.reasons or is_asked_to else 0


def _effort_word(style: RequestStyle) -> str | None:
    """Return the level as the provider spells it, or None to leave it out."""
    if style.reasoning == "provider":
        return None
    if style.reasoning == "off":
        return style.capabilities.effort_off or None
    return style.reasoning


def _effort_fields(style: RequestStyle) -> dict[str, Any]:
    level, word = style.reasoning, _effort_word(style)
    if level == "provider":
        return {}
    match style.capabilities.effort_style:
        case "none":
            return {}
        case "reasoning_effort":
            return {"reasoning_effort": word} if word else {}
        case "reasoning":
            return {"reasoning": {"effort": "none" if level == "off" else level}}
        case "budget":
            thinking = {"type": "enabled", "budget_tokens": HEADROOM_TOKENS[level]}
            return {} if level == "off" else {"thinking": thinking}
        case "adaptive":
            adaptive = {"thinking": {"type": "adaptive"}, "output_config": {"effort": level}}
            return {} if level == "off" else adaptive
        case "switch":
            if level == "off":
                return {"thinking": {"type": "disabled"}}
            return {"thinking": {"type": "enabled"}, "reasoning_effort": level}
        case "chat_template":
            return {"chat_template_kwargs": {"enable_thinking": level != "off"}}


def _response_format(schema: ReplySchema, known: Capabilities) -> dict[str, Any]:
    if known.reply_format == "object":
        return {"type": "json_object"}
    described: dict[str, Any] = {
        "name": schema.name,
        "strict": known.reply_format == "strict",
        "schema": json.loads(schema.json_schema),
    }
    return {"type": "json_schema", "json_schema": described}


class _ChatJson(BaseModel):
    """The base of foreign JSON: unknown fields are ignored, wrong types are errors."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


_Shape = TypeVar("_Shape", bound=_ChatJson)


class _TokenDetails(_ChatJson):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None


def _either(chat: str, responses: str) -> Any:
    """Describe a field that the two interfaces name differently."""
    return Field(default=None, validation_alias=AliasChoices(chat, responses))


class _Usage(_ChatJson):
    asked: int | None = _either("prompt_tokens", "input_tokens")
    said: int | None = _either("completion_tokens", "output_tokens")
    total_tokens: int | None = None
    prompt_cache_hit_tokens: int | None = None
    read: _TokenDetails | None = _either("prompt_tokens_details", "input_tokens_details")
    written: _TokenDetails | None = _either("completion_tokens_details", "output_tokens_details")


class _Message(_ChatJson):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(_ChatJson):
    message: _Message
    finish_reason: str | None = None
    content_filter_results: dict[str, Any] | None = None
    """Azure: what its filter found, by category."""


class _Completion(_ChatJson):
    model: str | None = None
    choices: list[_Choice]
    usage: _Usage | None = None


class _OutputItem(_ChatJson):
    type: str = ""
    content: list[dict[str, Any]] | None = None
    summary: list[dict[str, Any]] | None = None


class _IncompleteDetails(_ChatJson):
    reason: str | None = None


class _ResponsesAnswer(_ChatJson):
    model: str | None = None
    status: str | None = None
    incomplete_details: _IncompleteDetails | None = None
    output: list[_OutputItem] = Field(default_factory=list)
    usage: _Usage | None = None


_FINISH: dict[str | None, FinishReason] = {
    "stop": "stop",
    "end_turn": "stop",
    "eos": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "max_output_tokens": "length",
    "model_context_window_exceeded": "length",
    "content_filter": "content_filter",
    "blocked": "content_filter",
    "safety": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "spii": "content_filter",
    "refusal": "refusal",
}


def parse_answer(payload: Mapping[str, Any], *, asked_model: str) -> ChatReply:
    """Read an answer of either interface.

    Args:
        asked_model: Stands in where the endpoint does not say which model answered.

    Raises:
        ProviderError: The payload is not an answer; asking again may help.
    """
    if payload.get("object") == "response" or ("output" in payload and "choices" not in payload):
        return _parse_response(payload, asked_model)
    return _parse_completion(payload, asked_model)


def _parse_completion(payload: Mapping[str, Any], asked_model: str) -> ChatReply:
    completion = _validated(_Completion, payload)
    if not completion.choices:
        raise _no_answer(f"without any choice for model {asked_model!r}")
    choice = completion.choices[0]
    message = choice.message
    finish = _FINISH.get((choice.finish_reason or "").lower() or None, "other")
    text, thought = _content(message.content)
    if message.content is None and message.refusal is None and finish in ("stop", "other"):
        raise _no_answer(
            f"without text for model {asked_model!r} (finish reason {choice.finish_reason!r})"
        )
    thought = message.reasoning_content or message.reasoning or thought
    if finish != "content_filter" and message.refusal:
        finish = "refusal"
    if finish in ("refusal", "content_filter"):
        # The sentence that says why, rather than the beginning of an answer that was taken back.
        text = message.refusal or _filtered(choice.content_filter_results) or text
    model = completion.model or asked_model
    return _reply(text, thought, finish, model=model, usage=completion.usage)


def _filtered(results: Mapping[str, Any] | None) -> str:
    """Name the categories for which a content filter stopped an answer."""
    found = [
        f"{category} ({result.get('severity') or 'detected'})"
        for category, result in (results or {}).items()
        if isinstance(result, dict) and result.get("filtered")
    ]
    return f"filtered for {', '.join(found)}" if found else ""


def _parse_response(payload: Mapping[str, Any], asked_model: str) -> ChatReply:
    response = _validated(_ResponsesAnswer, payload)
    if response.status not in ("completed", "incomplete", None):
        raise _no_answer(f"with the status {response.status!r} for model {asked_model!r}")
    texts: list[str] = []
    thoughts: list[str] = []
    refused = False
    for item in response.output:
        parts = (item.content or []) + (item.summary or [])
        for part in parts:
            said = str(part.get("refusal") or part.get("text") or "")
            (thoughts if item.type == "reasoning" else texts).append(said)
            refused |= part.get("type") == "refusal"
    reason = response.incomplete_details.reason if response.incomplete_details else None
    finish = _FINISH.get(reason, "other") if response.status == "incomplete" else "stop"
    if not texts and finish in ("stop", "other"):
        raise _no_answer(f"without text for model {asked_model!r} (status {response.status!r})")
    return _reply(
        "".join(texts),
        "\n".join(thoughts),
        "refusal" if refused else finish,
        model=response.model or asked_model,
        usage=response.usage,
    )


def _reply(
    text: str, thought: str, finish: FinishReason, *, model: str, usage: _Usage | None
) -> ChatReply:
    if (block := _LEADING_THOUGHT.match(text)) is not None:
        text, thought = text[block.end() :], thought + block["thought"]
    return ChatReply(
        text=no_surrogates(text),
        reasoning=no_surrogates(thought),
        model=no_surrogates(model),
        finish_reason=finish,
        usage=_usage_of(usage, text, thought),
    )


_LEADING_THOUGHT = re.compile(
    r"\s*<(think|thinking)>(?P<thought>.*?)</\1>\s*", re.DOTALL | re.IGNORECASE
)


def _content(content: str | list[dict[str, Any]] | None) -> tuple[str, str]:
    """Split an answer's content into what is said and what is only thought."""
    if not isinstance(content, list):
        return content or "", ""
    said = [str(part.get("text") or "") for part in content if part.get("type") == "text"]
    thought = [_thought(part) for part in content if part.get("type") in ("thinking", "reasoning")]
    return "".join(said), "".join(thought)


def _thought(part: Mapping[str, Any]) -> str:
    inner = part.get("thinking") or part.get("text") or ""
    if isinstance(inner, list):
        return "".join(str(piece.get("text") or "") for piece in inner if isinstance(piece, dict))
    return str(inner)


def no_surrogates(text: str) -> str:
    """Replace lone surrogates, which JSON can spell but no file can hold, by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _no_answer(what: str) -> ProviderError:
    return ProviderError(f"the endpoint answered {what}", retryable=True, maybe_billed=True)


def _validated(kind: type[_Shape], payload: Mapping[str, Any]) -> _Shape:
    # Numbers and names come from outside; their lone surrogates must not reach an error text.
    try:
        return kind.model_validate(payload)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "payload"
        raise ProviderError(
            f"the endpoint's answer is not a chat completion: {where}: {problem['msg']}",
            retryable=True,
            maybe_billed=True,
        ) from None


def _usage_of(usage: _Usage | None, text: str, thought: str) -> TokenUsage:
    if usage is None:
        return TokenUsage()
    asked, said = max(usage.asked or 0, 0), max(usage.said or 0, 0)
    read, written = usage.read or _TokenDetails(), usage.written or _TokenDetails()
    # Some providers count thoughts into the total and nowhere else; they are billed as output.
    hidden = max((usage.total_tokens or 0) - asked - said, 0)
    reasoning = max(written.reasoning_tokens or hidden, 0)
    if not reasoning and thought:
        reasoning = said * len(thought) // (len(thought) + len(text))
    return TokenUsage(
        input_tokens=asked,
        output_tokens=said + hidden,
        cached_tokens=max(read.cached_tokens or usage.prompt_cache_hit_tokens or 0, 0),
        cache_write_tokens=max(read.cache_write_tokens or 0, 0),
        reasoning_tokens=min(reasoning, said + hidden),
    )


_JOINED = ("content", "reasoning_content", "reasoning", "refusal")
_LAST_EVENTS = frozenset({"response.completed", "response.incomplete", "response.failed"})


def join_events(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Join the events of a streamed chat completion or response into one payload.

    Raises:
        ProviderError: The stream ended before the answer did.
    """
    top: dict[str, Any] = {}
    message = {"content": ""}
    finish: str | None = None
    for event in events:
        response = event.get("response")
        if isinstance(response, dict) and event.get("type") in _LAST_EVENTS:
            return response | {"object": "response"}
        if event.get("error"):
            return {"error": event["error"]}
        top |= {name: event[name] for name in ("model", "usage") if event.get(name)}
        choices = event.get("choices") or [{}]
        choice = choices[0] if isinstance(choices[0], dict) else {}
        finish = choice.get("finish_reason") or finish
        _add_pieces(message, choice.get("delta"))
    if finish is None:
        raise broken_stream("it ended before the answer did")
    return {**top, "choices": [{"message": message, "finish_reason": finish}]}


def _add_pieces(message: dict[str, str], delta: object) -> None:
    for name, piece in delta.items() if isinstance(delta, dict) else ():
        if name in _JOINED and isinstance(piece, str):
            message[name] = message.get(name, "") + piece


def read_events(text: str) -> Iterator[Mapping[str, Any]]:
    """Read server-sent events.

    Raises:
        ProviderError: An event is not JSON.
    """
    for line in text.splitlines():
        data = line.removeprefix("data:").strip()
        if not line.startswith("data:") or not data or data == "[DONE]":
            continue
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            raise broken_stream("one event is not JSON") from None
        if isinstance(event, dict):
            yield event


def broken_stream(why: str) -> ProviderError:
    """Build the error for a stream without a whole answer."""
    return ProviderError(
        f"the streamed answer cannot be used: {why}", retryable=True, maybe_billed=True
    )
