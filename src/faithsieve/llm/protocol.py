"""The one question FaithSieve puts to a language model, its key, and the shape of every adapter."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest, digest_of


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


# Asked for by the cache and again by the adapter, with as many calls as are under way between.
@lru_cache(maxsize=512)
def request_key(request: ChatRequest, *, identity: str) -> Digest:
    """Compute the cache key of a request from everything that can change its answer.

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
