"""The one question FaithSieve puts to a language model, and the shape of every adapter."""

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
