"""Between the records and the JSON of chat completions, as pure functions.

Every endpoint FaithSieve talks to, live or as an offline batch, speaks chat completions. A payload
that is not an answer (no choices, no text, wrong types) is a transport fault that may be retried,
never an empty answer. Reasoning is kept apart from the answer, whichever field
or block a provider puts it in. Streamed answers are put together into the payload that would have
come in one piece.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

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
    """Write one request.

    Settings that are None are left out, so that the provider's default applies (paper app. F.10);
    so is what the endpoint is known to refuse.
    """
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


class _TokenDetails(_ChatJson):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None


class _Usage(_ChatJson):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    prompt_cache_hit_tokens: int | None = None
    prompt_tokens_details: _TokenDetails | None = None
    completion_tokens_details: _TokenDetails | None = None


class _Message(_ChatJson):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(_ChatJson):
    message: _Message
    finish_reason: str | None = None


class _Completion(_ChatJson):
    model: str | None = None
    choices: list[_Choice]
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
    """Read an answer.

    Args:
        asked_model: Stands in where the endpoint does not say which model answered.

    Raises:
        ProviderError: The payload is not an answer; asking again may help.
    """
    completion = _validated(payload)
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
        text = message.refusal or text
    if (block := _LEADING_THOUGHT.match(text)) is not None:
        text, thought = text[block.end() :], thought + block["thought"]
    return ChatReply(
        text=no_surrogates(text),
        reasoning=no_surrogates(thought),
        model=no_surrogates(completion.model or asked_model),
        finish_reason=finish,
        usage=_usage_of(completion.usage, text, thought),
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


def _validated(payload: Mapping[str, Any]) -> _Completion:
    # Numbers and names come from outside; their lone surrogates must not reach an error text.
    try:
        return _Completion.model_validate(payload)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "payload"
        raise _no_answer(f"with no chat completion: {where}: {problem['msg']}") from None


def _usage_of(usage: _Usage | None, text: str, thought: str) -> TokenUsage:
    if usage is None:
        return TokenUsage()
    asked, said = max(usage.prompt_tokens or 0, 0), max(usage.completion_tokens or 0, 0)
    read = usage.prompt_tokens_details or _TokenDetails()
    written = usage.completion_tokens_details or _TokenDetails()
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


def join_events(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Join the events of a streamed chat completion into one payload.

    Raises:
        ProviderError: The stream ended before the answer did.
    """
    top: dict[str, Any] = {}
    message = {"content": ""}
    finish: str | None = None
    for event in events:
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
