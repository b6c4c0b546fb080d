"""Ask a question whose answer must be a record, and take no other answer (paper app. F.10).

The schema of the reply record goes along for endpoints that can decode under it; the prompt asks
in words in any case. If a reply cannot be read, the model is asked once more, at temperature 0 and
with its mistakes named; then the question ends in a :class:`~faithsieve.errors.ReplyFormatError`
that keeps the raw text. Replies are read by one rule for the whole code base:

1. Reasoning blocks (``<think>…</think>``) are removed; one that never closes spoils the reply.
2. Every balanced ``{…}`` that starts like a JSON object is a candidate; the **last** candidate that
   satisfies the reply record is the answer, because models correct themselves by saying it again.
3. A candidate is read as plain JSON: no NaN, no infinity, no repeated keys, no wrong types. Line
   breaks inside texts are taken as they are, and a backslash that JSON does not know stands for
   itself: both are how mathematics comes out of models that forget to escape it.
4. An object that is begun and never ended withdraws what stood before it. Nothing else is mended,
   no score is clamped, and a reply that was cut off is no answer.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, NoReturn, TypeVar, assert_never

from pydantic import ValidationError

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel, request_key
from faithsieve.records.base import Record
from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    RenderedPrompt,
    ReplySchema,
)
from faithsieve.records.digest import Digest
from faithsieve.records.wording import one_line

T = TypeVar("T", bound=Record)
Parsed = TypeVar("Parsed")

STRICT_RETRY = Decoding(temperature=0.0, max_output_tokens=1600)
"""Decoding of the one strict retry (paper app. F.10)."""

_REFUSAL_SHOWN, _REPLY_SHOWN = 400, 120
"""How much a message quotes of a refusal, and of a reply that cannot be used."""

_ECHO_LIMIT = 4000
"""How much of an unreadable reply is shown back to the model."""


class Answer(Record, Generic[Parsed]):
    """A record or a plain text that a model gave as its answer, with the call it came from."""

    record: Parsed
    """What it said, without its reasoning."""
    reply: ChatReply
    """The reply that said it."""
    key: Digest
    """The key of the call, to cite as evidence."""


async def ask(
    model: ChatModel,
    prompt: RenderedPrompt,
    reply_type: type[T],
    *,
    stage: str,
    decoding: Decoding,
    sample_index: int = 0,
    retry: Decoding | None = STRICT_RETRY,
) -> Answer[T]:
    """Ask for a record.

    Args:
        retry: How to decode the strict retry, or None for no retry.

    Raises:
        ReplyFormatError: No readable answer, also not at the second try.
    """
    request = ChatRequest(
        stage=stage,
        prompt=prompt.stamp,
        messages=prompt.messages,
        decoding=decoding,
        reply_schema=reply_schema(reply_type),
        sample_index=sample_index,
    )
    reply = await model.complete(request)
    found = _read(reply, lambda text: find_record(text, reply_type))
    if isinstance(found, _Unusable):
        # One cut off in thought was asked again already, with more room.
        is_final = found.reason == "refused" or reply.was_cut_off_in_thought
        if retry is None or is_final:
            raise found.as_error(reply, prompt.stamp.id)
        request = _strict_request(request, reply, found, retry)
        reply = await model.complete(request)
        found = _read(reply, lambda text: find_record(text, reply_type))
        if isinstance(found, _Unusable):
            raise found.as_error(reply, prompt.stamp.id)
    return Answer(record=found, reply=reply, key=_key(request, reply))


async def ask_text(
    model: ChatModel,
    prompt: RenderedPrompt,
    *,
    stage: str,
    decoding: Decoding,
    sample_index: int = 0,
) -> Answer[str]:
    """Ask for plain text.

    Raises:
        ReplyFormatError: The reply is a refusal, was cut off, or is only unfinished reasoning.
    """
    request = ChatRequest(
        stage=stage,
        prompt=prompt.stamp,
        messages=prompt.messages,
        decoding=decoding,
        sample_index=sample_index,
    )
    reply = await model.complete(request)
    text = _read(reply, strip_reasoning)
    if isinstance(text, _Unusable):
        raise text.as_error(reply, prompt.stamp.id)
    return Answer(record=text, reply=reply, key=_key(request, reply))


@lru_cache(maxsize=64)
def reply_schema(reply_type: type[Record]) -> ReplySchema:
    """Write a record's JSON schema the way strict decoders want it.

    The fields keep the record's order, because a constrained decoder writes them in that order: a
    record that asks for the reason first makes the model think before it judges.
    """
    schema = _strict(reply_type.model_json_schema())
    return ReplySchema(
        name=reply_type.__name__, json_schema=json.dumps(schema, separators=(",", ":"))
    )


# Titles and defaults are noise to a model that must give every field; the others are keywords that
# strict decoders refuse, and the reply is checked against the whole record afterwards anyway.
_DROPPED = frozenset(
    {"title", "default", "pattern", "minLength", "maxLength", "uniqueItems", "discriminator"}
)


def _strict(schema: Any) -> Any:
    """Close every object, require every property, and drop what strict decoders do not know."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {
        "anyOf" if key == "oneOf" else key: _strict_part(key, value)
        for key, value in schema.items()
        if key not in _DROPPED
    }
    if "properties" in strict:
        strict |= {"additionalProperties": False, "required": list(strict["properties"])}
    # A reference may not have neighbours, such as the description of the field that uses it.
    return {"$ref": strict["$ref"]} if "$ref" in strict else strict


def _strict_part(key: str, value: Any) -> Any:
    """Make a schema's part strict; under ``properties`` and ``$defs`` keys are names."""
    if key in ("properties", "$defs"):
        return {name: _strict(part) for name, part in value.items()}
    if key in ("enum", "const", "required"):
        return value
    return _strict(value)


class _Unusable(NamedTuple):
    """Why a reply cannot be used, in words for the model's retry."""

    reason: Literal["malformed", "truncated", "refused"]
    complaint: str

    def as_error(self, reply: ChatReply, prompt_id: str) -> ReplyFormatError:
        what = self.complaint
        if self.reason == "malformed":
            said = one_line(reply.text, _REPLY_SHOWN)
            what = f"it {f'begins {said!r}' if said else 'is empty'} ({prompt_id}: {what})"
        return ReplyFormatError(
            f"the reply of {reply.model!r} is no answer: {what}",
            prompt_id=prompt_id,
            raw_text=reply.text,
            reason=self.reason,
        )


def _incompleteness(reply: ChatReply) -> _Unusable | None:
    match reply.finish_reason:
        case "length" if reply.was_cut_off_in_thought:
            return _Unusable(
                "truncated",
                f"all its room went into reasoning ({reply.usage.reasoning_tokens} tokens), also "
                "with more room; set model.reasoning lower or the stage's max_output_tokens higher",
            )
        case "length":
            return _Unusable("truncated", "it was cut off at its length limit")
        case "refusal" | "content_filter":
            said = f": {one_line(reply.text, _REFUSAL_SHOWN)}" if reply.text.strip() else ""
            return _Unusable("refused", f"the model did not answer ({reply.finish_reason}){said}")
        case "stop" | "other":
            return None
        case _:
            assert_never(reply.finish_reason)


def _read(reply: ChatReply, parse: Callable[[str], Parsed]) -> Parsed | _Unusable:
    if (incomplete := _incompleteness(reply)) is not None:
        return incomplete
    try:
        return parse(reply.text)
    except UnreadableReplyError as refusal:
        return _Unusable("malformed", str(refusal))


def _strict_request(
    request: ChatRequest, reply: ChatReply, failure: _Unusable, decoding: Decoding
) -> ChatRequest:
    """Ask again, with the mistake named and the schema in words."""
    assert request.reply_schema is not None
    shown = ChatMessage(role="assistant", content=reply.text[:_ECHO_LIMIT] or "(empty)")
    said = () if failure.reason == "truncated" else (shown,)
    return request.changed(
        messages=(*request.messages, *said, _correction(failure, request.reply_schema)),
        decoding=decoding.changed(
            top_p=request.decoding.top_p if decoding.top_p is None else decoding.top_p,
            seed=request.decoding.seed if decoding.seed is None else decoding.seed,
        ),
    )


# The wording stands here and not in a prompt file because it belongs to reading replies, which is
# the same for every prompt; the request key covers it like any other message.
def _correction(failure: _Unusable, schema: ReplySchema) -> ChatMessage:
    if failure.reason == "truncated":
        mistake = "Your previous reply was too long and was cut off. Be brief this time."
    else:
        mistake = f"Your previous reply cannot be used: {failure.complaint}."
    return ChatMessage(
        role="user",
        content=(
            f"{mistake}\nAnswer the same question again. Reply with exactly one JSON object, "
            "without code fences and without any other text, that satisfies this JSON schema; what "
            "the instructions ask for only sometimes may be empty:\n"
            f"{schema.json_schema}"
        ),
    )


def _key(request: ChatRequest, reply: ChatReply) -> Digest:
    """Return the key of the stored call, or the key it would have in a store."""
    return reply.key or request_key(request, identity=reply.model)


# ---- reading a reply

_REASONING = re.compile(r"<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_OBJECT_START = re.compile(r"""\{\s*["'}]""")
_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?')
_BRACE_QUOTE_OR_ESCAPE = re.compile(r'[{}"\\]')


class UnreadableReplyError(ValueError):
    """The text holds no object that satisfies the record; the message says why."""


def strip_reasoning(text: str) -> str:
    """Remove reasoning blocks.

    A reply that begins with its object is left alone. A closing mark without an opening one ends
    a block that the chat template opened.

    Raises:
        UnreadableReplyError: A block was opened and never closed, so no answer was given.
    """
    if text.lstrip().startswith("{"):
        return text.strip()
    text = _REASONING.sub("", text)
    *_, answer = _CLOSING.split(text)
    if _OPENING.search(answer):
        raise UnreadableReplyError(
            "the reasoning block is never closed, so there is no answer after it"
        )
    return answer.strip()


def find_record(text: str, reply_type: type[T]) -> T:
    """Read the record out of a reply.

    Raises:
        UnreadableReplyError: No candidate satisfies the record.
    """
    complaints: list[str] = []
    for candidate in reversed(list(_candidates(strip_reasoning(text)))):
        try:
            return _validated(_strict_json(candidate.source), reply_type)
        except UnreadableReplyError as refusal:
            complaints.append(str(refusal))
            if not candidate.is_closed:
                break  # a correction was begun and never ended: what stood before is withdrawn
    raise UnreadableReplyError(complaints[0] if complaints else "the reply holds no JSON object")


class _Candidate(NamedTuple):
    source: str
    is_closed: bool


def _candidates(text: str) -> Iterator[_Candidate]:
    """Yield every outermost braced text that starts like an object; linear in the text."""
    position: int | None = 0
    while position is not None and (start := _OBJECT_START.search(text, position)):
        position = _end_of_braces(text, start.start())
        yield _Candidate(text[start.start() : position], position is not None)


def _end_of_braces(text: str, start: int) -> int | None:
    """Return where the brace at ``start`` is closed, or None if it never is."""
    depth, in_string, skip = 0, False, -1
    for mark in _BRACE_QUOTE_OR_ESCAPE.finditer(text, start):
        if mark.start() == skip:
            continue
        match mark.group(), in_string:
            case '"', _:
                in_string = not in_string
            case "\\", True:
                skip = mark.end()
            case "{", False:
                depth += 1
            case "}", False:
                depth -= 1
                if depth == 0:
                    return mark.end()
    return None


def _strict_json(source: str) -> dict[str, Any]:
    """Read JSON without the liberties Python's reader takes."""
    try:
        value = json.loads(
            _ESCAPE.sub(lambda found: found[0] if found[1] else r"\\", source),
            strict=False,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        raise UnreadableReplyError(
            f"not valid JSON: {error.msg} at character {error.pos}"
        ) from None
    except RecursionError:
        raise UnreadableReplyError("the JSON is nested too deeply") from None
    except _RefusedJsonError as refusal:
        raise UnreadableReplyError(str(refusal)) from None
    except ValueError:
        raise UnreadableReplyError("a number has too many digits") from None
    assert isinstance(value, dict)  # every candidate starts with a brace
    return value


class _RefusedJsonError(Exception):
    """Raised inside Python's reader to refuse what it would accept."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, inner in pairs:
        if key in value:
            raise _RefusedJsonError(f"the key {key[:80]!r} is given more than once in one object")
        value[key] = inner
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedJsonError(f"{name} is not a number that JSON knows")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _RefusedJsonError(f"{digits} is too large for a number")
    return value


def _validated(value: dict[str, Any], reply_type: type[T]) -> T:
    """Check the types as JSON types: a text is not a number, and true is not 1."""
    try:
        return reply_type.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        raise UnreadableReplyError(_in_words(error)) from None
    except RecursionError:
        raise UnreadableReplyError("the JSON is nested too deeply") from None


def _in_words(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False)
    lines = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'the object'}: {problem['msg']}"
        for problem in problems[:8]
    ]
    if len(problems) > len(lines):
        lines.append(f"and {len(problems) - len(lines)} more")
    return "; ".join(lines)
