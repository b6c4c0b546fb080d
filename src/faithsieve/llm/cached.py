"""Every paid answer is kept before anyone sees it, and no question is paid for twice.

The order is what makes a killed run safe: look the key up, write down the intent, ask, write down
the answer, only then return it. Identical questions asked at the same moment share one call. The
sample index is part of the key, so independent samples stay independent.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from faithsieve.errors import PendingReplyError, ReplayMissError
from faithsieve.llm.protocol import ChatModel, request_key
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest

FIRST_POLL_S = 0.1
LAST_POLL_S = 1.0
"""How often to look for a reply that another process is waiting for."""


class CallLedger(Protocol):
    """The store of model calls; each method returns only when its effect is durable."""

    async def find(self, key: Digest) -> ChatReply | None:
        """Return the finished reply stored under a key, or None."""

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        """Look a call up; if it has no answer, write the intent to send it.

        Returns:
            The stored answer; True when the call is to be sent; False while somebody else asks.
        """

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        """Store a call's answer, whatever the finish reason, and return the stored one."""

    async def abandon(self, key: Digest, reason: str) -> None:
        """Mark a call as ended without an answer."""


@dataclass
class _Flight:
    """One call in flight, and how many wait for its answer."""

    task: "asyncio.Task[ChatReply]"
    waiting: int = 0
    given_up: bool = False


class CachedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that asks each question at most once."""

    def __init__(self, inner: ChatModel, ledger: CallLedger, identity: str) -> None:
        """Wrap a model; its identity is part of every key, so no other model's answer is taken."""
        self._inner = inner
        self._ledger = ledger
        self._identity = identity
        self._flights: dict[Digest, _Flight] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer from the ledger, or ask once and store the answer."""
        key = request_key(request, identity=self._identity)
        while (flight := self._flights.get(key)) is not None and flight.given_up:
            # Its last waiter left; the intent must be closed before the same question opens again.
            await asyncio.wait({flight.task})
        if flight is None:
            flight = _Flight(asyncio.create_task(self._look_up_or_ask(key, request)))
            flight.task.add_done_callback(partial(self._forget, key))
            self._flights[key] = flight
            return await _wait(flight)
        reply = await _wait(flight)
        # The asker who started the call pays for it; those who joined it are replays.
        return reply.model_copy(update={"replayed": True})

    def _forget(self, key: Digest, task: "asyncio.Task[ChatReply]") -> None:
        self._flights.pop(key, None)
        if not task.cancelled():
            task.exception()  # marks it as seen when every waiter has gone

    async def _look_up_or_ask(self, key: Digest, request: ChatRequest) -> ChatReply:
        wait_s = FIRST_POLL_S
        while True:
            found = await self._ledger.begin(key, request, self._identity)
            if isinstance(found, ChatReply):
                return found.model_copy(update={"replayed": True, "key": key})
            if found:
                break
            # Another process is asking: its reply is ours too.
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, LAST_POLL_S)
        try:
            reply = await self._inner.complete(request)
        except PendingReplyError:
            # The intent stays open on purpose: the batch file is written from the open calls.
            raise
        except BaseException as error:
            # Not a swallowed error: the intent is closed, then the same error goes on.
            await self._ledger.abandon(key, f"{type(error).__name__}: {error}")
            raise
        # What is stored and not what just came: a verdict must rest on the reply it cites.
        return await self._ledger.finish(key, reply.model_copy(update={"key": key}))


async def _wait(flight: _Flight) -> ChatReply:
    """Wait for a shared call; cancelling one waiter must not cancel the call for the others."""
    flight.waiting += 1
    try:
        return await asyncio.shield(flight.task)
    finally:
        flight.waiting -= 1
        if flight.waiting == 0 and not flight.task.done():
            flight.given_up = True
            flight.task.cancel()
            await asyncio.wait({flight.task})


@dataclass
class ReplayModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that answers only from what was recorded."""

    ledger: CallLedger
    identity: str

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the recorded answer.

        Raises:
            ReplayMissError: This question was never recorded.
        """
        key = request_key(request, identity=self.identity)
        reply = await self.ledger.find(key)
        if reply is None:
            raise ReplayMissError(prompt_id=request.prompt.id, key=key)
        return reply.model_copy(update={"replayed": True, "key": key})


@dataclass
class OfflineBatchModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that leaves every question open.

    By the time it is asked, the caching wrapper has looked the question up and written the intent
    down, so all that is left is to say that the answer is pending. The same command, run again
    after the answers were imported, finds them under the same keys and goes one stage on.
    """

    identity: str

    async def complete(self, request: ChatRequest) -> ChatReply:
        raise PendingReplyError(request_key(request, identity=self.identity))
