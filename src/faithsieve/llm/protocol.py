"""The one question FaithSieve puts to a language model, and the shape of every adapter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from faithsieve.records.chat import ChatReply, ChatRequest


class ChatModel(Protocol):
    """Anything that answers a request; adapters and wrappers look the same from outside."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises:
            ProviderError: the endpoint refused or kept failing.
            BudgetExceededError: a limit was reached and nothing was sent.
            PendingReplyError: the answer comes later, from an offline batch.
        """


@dataclass
class WatchedModel:
    """A :class:`ChatModel` that passes every answer to a callback before it returns it."""

    inner: ChatModel
    note: Callable[[ChatRequest, ChatReply], None]

    async def complete(self, request: ChatRequest) -> ChatReply:
        reply = await self.inner.complete(request)
        self.note(request, reply)
        return reply
