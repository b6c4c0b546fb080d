"""Streamed answers, put together into the payload that would have come in one piece."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from faithsieve.errors import ProviderError

_JOINED = ("content", "reasoning_content", "reasoning", "refusal")


def join_events(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Join the events of a streamed chat completion or response into one payload.

    Raises:
        ProviderError: The stream ended before the answer did.
    """
    joined = _Joined()
    for event in events:
        joined.take(event)
    return joined.payload()


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


class _Joined:
    def __init__(self) -> None:
        self._whole: dict[str, Any] | None = None
        self._top: dict[str, Any] = {}
        self._message: dict[str, str] = {}
        self._finish: str | None = None

    def take(self, event: Mapping[str, Any]) -> None:
        response = event.get("response")
        if isinstance(response, dict) and event.get("type") in _LAST_EVENTS:
            self._whole = dict(response) | {"object": "response"}
            return
        if event.get("error"):
            self._whole = {"error": event["error"]}
            return
        self._top |= {name: event[name] for name in ("model", "usage") if event.get(name)}
        choices = event.get("choices") or [{}]
        choice = choices[0] if isinstance(choices[0], dict) else {}
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        for name, piece in delta.items() if isinstance(delta, dict) else ():
            if name in _JOINED and isinstance(piece, str):
                self._message[name] = self._message.get(name, "") + piece

    def payload(self) -> dict[str, Any]:
        """Return the whole answer.

        Raises:
            ProviderError: The answer did not come to its end.
        """
        if self._whole is not None:
            return self._whole
        if self._finish is None:
            raise broken_stream("it ended before the answer did")
        message = {"content": "", **self._message}
        return {**self._top, "choices": [{"message": message, "finish_reason": self._finish}]}


_LAST_EVENTS = frozenset({"response.completed", "response.incomplete", "response.failed"})


def broken_stream(why: str) -> ProviderError:
    """Complain about a stream that holds no whole answer."""
    return ProviderError(
        f"the streamed answer cannot be used: {why}", retryable=True, maybe_billed=True
    )
