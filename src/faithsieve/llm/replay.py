"""Answers only from what was recorded: re-runs at no cost, and batches whose answers come later."""

from faithsieve.errors import PendingReplyError, ReplayMissError
from faithsieve.llm.cached import CallLedger
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest


class ReplayModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` without a model behind it."""

    def __init__(self, ledger: CallLedger, identity: str) -> None:
        self._ledger = ledger
        self._identity = identity

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the recorded answer.

        Raises:
            ReplayMissError: This question was never recorded.
        """
        key = request_key(request, identity=self._identity)
        reply = await self._ledger.find(key)
        if reply is None:
            raise ReplayMissError(prompt_id=request.prompt.id, key=key)
        return reply.model_copy(update={"replayed": True, "key": key})


class OfflineBatchModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that leaves every question open.

    By the time it is asked, the caching wrapper has looked the question up and written the intent
    down, so all that is left is to say that the answer is pending. The same command, run again
    after the answers were imported, finds them under the same keys and goes one stage on.
    """

    def __init__(self, identity: str) -> None:
        self._identity = identity

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Leave the question open.

        Raises:
            PendingReplyError: always.
        """
        raise PendingReplyError(request_key(request, identity=self._identity))
