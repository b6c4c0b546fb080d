"""Find the JSON object that a reply means, by one rule for the whole code base.

1. Reasoning blocks (``<think>…</think>``) are removed; one that never closes spoils the reply.
2. Every balanced ``{…}`` that starts like a JSON object is a candidate; the **last** candidate that
   satisfies the reply record is the answer, because models correct themselves by saying it again.
3. A candidate is read as plain JSON: no NaN, no infinity, no repeated keys, no wrong types. Line
   breaks inside texts are taken as they are, and a backslash that JSON does not know stands for
   itself: both are how mathematics comes out of models that forget to escape it.
4. An object that is begun and never ended withdraws what stood before it. Nothing else is mended:
   what the rule refuses is told in words, so that the model can be asked to mend it itself.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from pydantic import ValidationError

from faithsieve.records.base import Record

T = TypeVar("T", bound=Record)

_REASONING = re.compile(r"<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_OBJECT_START = re.compile(r"""\{\s*["'}]""")
_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?')
_BRACE_QUOTE_OR_ESCAPE = re.compile(r'[{}"\\]')


class UnreadableReplyError(ValueError):
    """The text holds no object that satisfies the record; the message says why."""


class Found(NamedTuple, Generic[T]):
    """The record a reply means, and what had to be done to read it."""

    record: T
    notes: tuple[str, ...]
    """``last of N objects``, where that was so."""


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


def find_record(text: str, reply_type: type[T]) -> Found[T]:
    """Read the record out of a reply.

    Raises:
        UnreadableReplyError: No candidate satisfies the record.
    """
    candidates = list(_candidates(strip_reasoning(text)))
    complaints: list[str] = []
    for candidate in reversed(candidates):
        try:
            record = _validated(_strict_json(candidate.source), reply_type)
        except UnreadableReplyError as refusal:
            complaints.append(str(refusal))
            if not candidate.is_closed:
                break  # a correction was begun and never ended: what stood before is withdrawn
        else:
            notes = (f"last of {len(candidates)} objects",) if len(candidates) > 1 else ()
            return Found(record, notes)
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
