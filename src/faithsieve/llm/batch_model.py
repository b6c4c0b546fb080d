"""A model whose answers come later, from a file (an offline batch).

It answers nothing: by the time it is asked, the caching wrapper has looked the question up and
written the intent down, so all that is left is to say that the answer is pending. The same command,
run again after the answers were imported, finds them under the same keys and goes one stage on.
"""

import asyncio
from collections.abc import Sequence

from faithsieve.errors import PendingReplyError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest

PREFIX = "batch:"
"""How the identity of a model begins whose answers come from a file."""


class OfflineBatchModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that leaves every question open."""

    def __init__(self, identity: str) -> None:
        """Name the model.

        Args:
            identity: ``batch:NAME``, the same that the caching wrapper puts into its keys.
        """
        self._identity = identity

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Leave the question open.

        Raises:
            PendingReplyError: always.
        """
        raise PendingReplyError(request_key(request, identity=self._identity))


async def ask_all(model: ChatModel, requests: Sequence[ChatRequest]) -> tuple[ChatReply, ...]:
    """Ask several independent questions and wait for all of them, also when some fail.

    A stage that asks this way puts all its open questions into one batch; one that stops at the
    first open question would need a round of its own for each.

    Raises:
        BaseException: the first error in the order of the requests; any other error before a
            pending one, because it will not go away by waiting.
    """
    outcomes = await asyncio.gather(*map(model.complete, requests), return_exceptions=True)
    failures = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    for failure in sorted(failures, key=lambda error: isinstance(error, PendingReplyError)):
        raise failure
    return tuple(outcome for outcome in outcomes if isinstance(outcome, ChatReply))
