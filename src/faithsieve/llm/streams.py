"""Streamed answers, put together into the payload that would have come in one piece."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from faithsieve.errors import ProviderError

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
