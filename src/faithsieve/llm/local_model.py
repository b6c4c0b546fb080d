"""The local model as a :class:`~faithsieve.llm.protocol.ChatModel`.

It wraps the client of the local server and knows two things the client cannot: whether the server
is being restarted or is dead for good, and what a refusal for length means here. A prompt that does
not fit is refused with a message; it is never cut.
"""

from typing import Protocol

from faithsieve.errors import ProviderError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest

BAD_REQUEST = 400


class Readiness(Protocol):
    """What can say when the server may be asked."""

    async def ready(self) -> None:
        """Return when it can be asked, or raise ProviderError when it never will."""


class LocalModel:
    """A client of the local server that waits out restarts and explains refusals."""

    def __init__(self, inner: ChatModel, server: Readiness, *, context_tokens: int) -> None:
        self._inner = inner
        self._server = server
        self._context_tokens = context_tokens

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises:
            ProviderError: the input is too long (status 400), or the server is dead.
        """
        await self._server.ready()
        try:
            return await self._inner.complete(request)
        except ProviderError as error:
            if error.status == BAD_REQUEST and "context size" in str(error):
                raise self._too_long(request, error) from error
            raise

    def _too_long(self, request: ChatRequest, error: ProviderError) -> ProviderError:
        return ProviderError(
            f"input too long: the prompt {request.prompt.id!r} does not fit the local model's"
            f" context of {self._context_tokens} tokens, and nothing was cut. Raise the setting"
            f" local.context_tokens, or use a model with more room ({error})",
            status=BAD_REQUEST,
        )
