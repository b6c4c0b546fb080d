"""Find the JSON object that a reply means, by one rule for the whole code base.

1. Reasoning blocks (``<think>…</think>``) are removed; one that never closes spoils the reply.
2. Every balanced ``{…}`` that starts like a JSON object is a candidate; the **last** candidate that
   satisfies the reply record is the answer, because models correct themselves by saying it again.
3. A candidate is read as plain JSON: no NaN, no infinity, no repeated keys, no wrong types.
4. Only if that finds nothing, and only where its grammar was broken, ``json-repair`` may mend the
   last candidate. An object that is begun and never ended withdraws what stood before it.

What the rule refuses is told in words, so that the model can be asked to mend it itself.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from pydantic import ValidationError

from faithsieve.records.base import Record

T = TypeVar("T", bound=Record)

_REASONING = re.compile(r"<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_OBJECT_START = re.compile(r"""\{\s*["'}]""")
_LOOSE_START = re.compile(r"\{\s*\w+\s*:")
_KEY = re.compile(r"""(\w[\w.-]*)["']?\s*:""")
_BRACE_QUOTE_OR_ESCAPE = re.compile(r'[{}"\\]')


REPAIR_LIMIT = 12_000
"""Characters; longer texts are not mended. The repairer's time grows with the square of a hostile
text (80 000 quotes took it four minutes), and meanwhile nothing else of the run would move."""


class UnreadableReplyError(ValueError):
    """The text holds no object that satisfies the record; the message says why."""


class Found(NamedTuple, Generic[T]):
    """The record a reply means, and what had to be done to read it."""

    record: T
    notes: tuple[str, ...]
    """``last of N objects`` or ``repaired``, where that was so."""


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


def find_record(text: str, reply_type: type[T], *, may_repair: bool) -> Found[T]:
    """Read the record out of a reply.

    Args:
        may_repair: Whether broken grammar may be mended; never for a reply that was cut off.

    Raises:
        UnreadableReplyError: No candidate satisfies the record.
    """
    answer = strip_reasoning(text)
    candidates = list(_candidates(answer)) or _loose_candidates(answer)
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
    if may_repair and candidates:
        repaired = _repaired(candidates[-1].source, reply_type)
        if repaired is not None:
            return Found(repaired, ("repaired",))
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


def _loose_candidates(text: str) -> list[_Candidate]:
    start = _LOOSE_START.search(text)
    return [_Candidate(text[start.start() :], is_closed=True)] if start else []


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
    """Read plain JSON without the liberties Python's reader takes."""
    try:
        value = json.loads(
            source,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        raise _BrokenGrammarError(f"not valid JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise UnreadableReplyError("the JSON is nested too deeply") from None
    except _RefusedJsonError as refusal:
        raise UnreadableReplyError(str(refusal)) from None
    except ValueError:
        raise UnreadableReplyError("a number has too many digits") from None
    assert isinstance(value, dict)  # every candidate starts with a brace
    return value


class _BrokenGrammarError(UnreadableReplyError):
    """Not JSON at all, as opposed to JSON that says something refused."""


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


def _repaired(source: str, reply_type: type[T]) -> T | None:
    """Repair broken JSON, unless the repair would drop something the model said."""
    import json_repair  # only here: most replies are whole, and the import takes its time

    if len(source) > REPAIR_LIMIT or not _has_broken_grammar(source):
        return None
    try:
        value = json_repair.repair_json(source, return_objects=True, skip_json_loads=True)
        if not isinstance(value, dict) or _loses_a_key(source, value):
            return None
        return _validated(value, reply_type)
    except (ValueError, RecursionError):
        return None


def _has_broken_grammar(source: str) -> bool:
    """Return whether a text is broken JSON, as opposed to valid JSON with refused content."""
    try:
        _strict_json(source)
    except _BrokenGrammarError:
        return True
    except UnreadableReplyError:
        return False
    return False


def _loses_a_key(source: str, value: dict[str, Any]) -> bool:
    """Return whether the source may give some key more often than the repaired value does.

    The repairer keeps the last of repeated keys. A false alarm only costs the strict retry.
    """
    given = Counter(_KEY.findall(source))
    kept = Counter(_keys_of(value))
    return any(given[key] > times for key, times in kept.items())


def _keys_of(value: object) -> Iterator[str]:
    match value:
        case dict():
            yield from value
            for child in value.values():
                yield from _keys_of(child)
        case list():
            for child in value:
                yield from _keys_of(child)
