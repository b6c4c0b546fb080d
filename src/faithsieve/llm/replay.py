"""Answers only from what was recorded: ablations and re-runs at no cost."""

from faithsieve.errors import ReplayMissError
from faithsieve.llm.cached import CallLedger
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest


class ReplayModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` without a model behind it."""

    def __init__(self, ledger: CallLedger, identity: str) -> None:
        """Read from a ledger.

        Args:
            ledger: Where the recorded answers are.
            identity: The identity of the model that gave them.
        """
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
