"""A model whose answers come later, from a file (an offline batch).

It answers nothing: by the time it is asked, the caching wrapper has looked the question up and
written the intent down, so all that is left is to say that the answer is pending. The same command,
run again after the answers were imported, finds them under the same keys and goes one stage on.
"""

from faithsieve.errors import PendingReplyError
from faithsieve.llm.wire import request_key
from faithsieve.records.chat import ChatReply, ChatRequest


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
