"""Which beginnings of prompts repeat: what a provider's prompt cache could serve.

Prompts are written with their stable part first. How far two of them agree shows only when they are
asked, so the recent conversations of each prompt file are kept and compared.
"""

from collections import defaultdict, deque

from faithsieve.records.chat import ChatRequest
from faithsieve.records.cost import TokenUsage

RECENT = 16
"""Conversations of one prompt that are compared; a provider forgets older ones within minutes."""

WORTH_MARKING = 4_000
"""Characters; providers cache nothing shorter than about a thousand tokens."""


class PromptPrefixes:
    """The recent conversations with one model, by prompt."""

    def __init__(self) -> None:
        self._recent: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=RECENT))

    def shared_with_earlier(self, request: ChatRequest) -> int:
        """Count the characters that begin an earlier conversation too, and remember this one."""
        text = "".join(message.content for message in request.messages)
        recent = self._recent[request.prompt.id]
        shared = max((_common_prefix(text, other) for other in recent), default=0)
        if text not in recent:
            recent.append(text)
        return shared if shared >= WORTH_MARKING else 0


def _common_prefix(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def with_cacheable(usage: TokenUsage, request: ChatRequest, shared: int) -> TokenUsage:
    """Add the tokens that a cache could have served: the shared characters' part of the input."""
    length = sum(len(message.content) for message in request.messages)
    part = usage.input_tokens * shared // max(length, 1)
    return usage.model_copy(update={"cacheable_tokens": max(part, usage.cached_tokens)})
