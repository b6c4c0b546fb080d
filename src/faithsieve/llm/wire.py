"""Between the records and the JSON of the chat-completions interface, as pure functions.

Every endpoint FaithSieve talks to, live or as an offline batch, speaks this JSON. A payload that is
not an answer (no choices, no text, wrong types) is a transport fault that may be retried, never an
empty answer. The request key lives here too: it is the content address of one question.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from faithsieve.errors import ProviderError
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, FinishReason, ReplySchema
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest, digest_of

TokenField = Literal["max_completion_tokens", "max_tokens"]
"""The two names of the output limit: the newer one, and the one that older servers know."""

_FINISH: dict[str | None, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
    "refusal": "refusal",
}


def chat_body(
    request: ChatRequest,
    *,
    model: str,
    structured: bool,
    token_field: TokenField = "max_completion_tokens",
) -> dict[str, Any]:
    """Write one request as a chat-completions body.

    Settings that are None are left out, so that the provider's default applies (paper app. F.10).
    The output limit is called ``max_completion_tokens`` by default, because current hosted models
    refuse the older name; an adapter that knows its server passes ``token_field="max_tokens"``.

    Args:
        request: What to ask.
        model: The model's name as the endpoint knows it.
        structured: Whether to send the JSON schema of the reply, if the request has one.
        token_field: What to call the output limit.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
    }
    body |= _decoding_fields(request.decoding, token_field)
    if structured and request.reply_schema is not None:
        body["response_format"] = _response_format(request.reply_schema)
    return body


def _decoding_fields(decoding: Decoding, token_field: TokenField) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "temperature": decoding.temperature,
        token_field: decoding.max_output_tokens,
        "top_p": decoding.top_p,
        "seed": decoding.seed,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _response_format(schema: ReplySchema) -> dict[str, Any]:
    return {
        "type": "json_schema",
        "json_schema": {
            "name": schema.name,
            "strict": True,
            "schema": json.loads(schema.json_schema),
        },
    }


def request_key(request: ChatRequest, *, identity: str) -> Digest:
    """Address one question by everything that can change its answer.

    The stage is left out: it only says who pays. The identity names the model and whatever else
    about the endpoint can change the answer.
    """
    return digest_of(
        {
            "identity": identity,
            "messages": [[m.role, m.content] for m in request.messages],
            "decoding": request.decoding.model_dump(mode="json"),
            "reply_schema": request.reply_schema and request.reply_schema.model_dump(mode="json"),
            "prompt": request.prompt.model_dump(mode="json"),
            "sample_index": request.sample_index,
        }
    )


class _ChatJson(BaseModel):
    """Foreign JSON: unknown fields are somebody else's business, wrong types are not."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class _CachedDetails(_ChatJson):
    cached_tokens: int | None = None


class _Usage(_ChatJson):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _CachedDetails | None = None


class _Message(_ChatJson):
    content: str | None = None
    refusal: str | None = None


class _Choice(_ChatJson):
    message: _Message
    finish_reason: str | None = None


class _Completion(_ChatJson):
    model: str | None = None
    choices: list[_Choice]
    usage: _Usage | None = None


def parse_completion(payload: Mapping[str, Any], *, asked_model: str) -> ChatReply:
    """Read a chat-completions answer.

    Args:
        payload: The decoded JSON body.
        asked_model: Stands in where the endpoint does not say which model answered.

    Raises:
        ProviderError: The payload is not an answer; asking again may help.
    """
    completion = _validated(payload)
    if not completion.choices:
        raise ProviderError(
            f"the endpoint answered without any choice for model {asked_model!r}",
            retryable=True,
            maybe_billed=True,
        )
    choice = completion.choices[0]
    message = choice.message
    if message.content is None and message.refusal is None:
        raise ProviderError(
            f"the endpoint answered without text for model {asked_model!r} "
            f"(finish reason {choice.finish_reason!r})",
            retryable=True,
            maybe_billed=True,
        )
    return ChatReply(
        text=whole_text(message.content or message.refusal or ""),
        model=whole_text(completion.model or asked_model),
        finish_reason="refusal" if message.refusal else _FINISH.get(choice.finish_reason, "other"),
        usage=_usage_of(completion.usage),
    )


def whole_text(text: str) -> str:
    """Replace lone surrogates, which JSON can spell but no file can hold, by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _validated(payload: Mapping[str, Any]) -> _Completion:
    # Numbers and names come from outside; their lone surrogates must not reach an error text.
    try:
        return _Completion.model_validate(payload)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "payload"
        raise ProviderError(
            f"the endpoint's answer is not a chat completion: {where}: {problem['msg']}",
            retryable=True,
            maybe_billed=True,
        ) from None


def _usage_of(usage: _Usage | None) -> TokenUsage:
    if usage is None:
        return TokenUsage()
    details = usage.prompt_tokens_details or _CachedDetails()
    return TokenUsage(
        input_tokens=max(usage.prompt_tokens or 0, 0),
        output_tokens=max(usage.completion_tokens or 0, 0),
        cached_tokens=max(details.cached_tokens or 0, 0),
    )
