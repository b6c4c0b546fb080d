"""Stay within what an endpoint allows, wait and ask again.

The minute limits hold for every window of 60 seconds, not only on average. When the endpoint asks
one caller to wait, all callers wait: the others would only be refused too. When it fails again and
again without saying so, all callers wait longer and longer, until one success sets things right.

Only faults that may pass are tried again, a bounded number of times. The wait doubles, is spread by
chance so that many callers do not return at the same moment, and is at least what the endpoint
asked for, up to a cap. All waiting is by a clock that does not jump.
"""

import asyncio
import itertools
import logging
import random
import time
from collections import deque
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pydantic import Field

from faithsieve.errors import REFUSED, ProviderError
from faithsieve.llm.prices import estimate_usage
from faithsieve.llm.protocol import ChatModel
from faithsieve.logs import fields
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.wording import counted
from faithsieve.turns import AGAIN, TurnSlots, awaiting

WINDOW_S = 60.0
MAX_PAUSE_S = 120.0
"""The longest pause an endpoint may impose on all callers."""
FAULTS_BEFORE_PAUSE = 8
"""Faults in a row, of any callers, after which all pause although nobody asked them to."""

_LOG = logging.getLogger(__name__)


class Clock:
    """A monotonic clock as an argument, so that tests do not wait."""

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class RateLimits(Record):
    """What an endpoint allows; None is no limit."""

    concurrency: int = Field(default=8, ge=1)
    """Calls under way at the same time."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """Requests in any 60 seconds."""
    tokens_per_minute: int | None = Field(default=None, ge=1)
    """Tokens in any 60 seconds; estimated before a call, corrected after it."""


class CallEnd(NamedTuple):
    """How a call that was let through ended."""

    tokens: int | None = None
    """What it took, where the endpoint counted."""
    failed: bool = False
    """Whether the endpoint failed in a way that may pass."""
    retry_after_s: float | None = None
    """How long it asked to be left alone."""


class Gate(Protocol):
    """The interface of an endpoint's rate limits: in this process, or of a cluster in another."""

    async def enter(self, tokens: int) -> int:
        """Wait until a call of about so many tokens may be sent; return its ticket."""
        ...

    def leave(self, ticket: int, end: CallEnd) -> None: ...


class EndpointGate:
    """The limits of one endpoint, shared by all who ask it."""

    def __init__(
        self,
        limits: RateLimits,
        *,
        clock: Clock | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self._clock = clock or Clock()
        self._chance = chance or random.Random()
        self._slots = TurnSlots(limits.concurrency)
        self._requests = MinuteWindow(limits.requests_per_minute, self._clock)
        self._tokens = MinuteWindow(limits.tokens_per_minute, self._clock)
        self._tickets = itertools.count()
        self._admitted: dict[int, Admission] = {}
        self._faults_in_a_row = 0
        self._paused_until = float("-inf")

    async def enter(self, tokens: int) -> int:
        """Wait for a slot, the minute limits and the end of any pause."""
        with awaiting("the model"):
            await self._slots.acquire()
        try:
            with awaiting("a rate limit"):
                await self._requests.admit(1)
                admission = await self._tokens.admit(tokens)
                await self._wait_out_pause()
        except BaseException:
            self._slots.release()
            raise
        ticket = next(self._tickets)
        self._admitted[ticket] = admission
        return ticket

    def leave(self, ticket: int, end: CallEnd) -> None:
        """Free the slot, correct the token estimate, and apply the pause the endpoint asks for."""
        admission = self._admitted.pop(ticket)
        self._slots.release()
        if end.tokens:
            admission.amount = end.tokens
        if end.tokens is not None:
            self._faults_in_a_row = 0
        elif end.failed:
            self._note_pause(end.retry_after_s)

    async def _wait_out_pause(self) -> None:
        while (left := self._paused_until - self._clock.monotonic()) > 0:
            # Spread by chance: the endpoint has just said that it cannot take everyone at once.
            await self._clock.sleep(left * self._chance.uniform(1.0, 1.25))

    def _note_pause(self, retry_after_s: float | None) -> None:
        self._faults_in_a_row += 1
        unasked = self._faults_in_a_row - FAULTS_BEFORE_PAUSE
        own_s = 0.5 * 2.0 ** min(unasked, 10) if unasked >= 0 else 0.0
        pause_s = min(max(retry_after_s or 0.0, own_s), MAX_PAUSE_S)
        self._paused_until = max(self._paused_until, self._clock.monotonic() + pause_s)
        if pause_s:
            _LOG.info("endpoint is left alone", extra=fields(seconds=pause_s))


@dataclass
class LimitedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that waits its turn."""

    inner: ChatModel
    gate: Gate

    async def complete(self, request: ChatRequest) -> ChatReply:
        ticket = await self.gate.enter(estimate_usage(request).total)
        end = CallEnd()
        try:
            with awaiting("the model"):
                reply = await self.inner.complete(request)
            end = CallEnd(tokens=reply.usage.total)
        except ProviderError as fault:
            end = CallEnd(failed=fault.retryable, retry_after_s=fault.retry_after_s)
            raise
        finally:
            self.gate.leave(ticket, end)
        return reply


@dataclass
class Admission:
    """One entry of a window; its estimated amount is corrected when the real one is known."""

    at: float
    amount: int


class MinuteWindow:
    """At most ``limit`` units in any 60 seconds, first come, first served."""

    def __init__(self, limit: int | None, clock: Clock) -> None:
        self._limit = limit
        self._clock = clock
        self._admitted: deque[Admission] = deque()
        self._turn = asyncio.Lock()

    async def admit(self, amount: int) -> Admission:
        """Wait until the amount fits; one larger than the whole limit waits for an empty window."""
        if self._limit is None:
            return Admission(0.0, amount)
        async with self._turn:
            while self._used() + amount > self._limit and self._admitted:
                oldest = self._admitted[0].at
                await self._clock.sleep(max(oldest + WINDOW_S - self._clock.monotonic(), 0.001))
            admission = Admission(self._clock.monotonic(), amount)
            self._admitted.append(admission)
            return admission

    def _used(self) -> int:
        horizon = self._clock.monotonic() - WINDOW_S
        while self._admitted and self._admitted[0].at <= horizon:
            self._admitted.popleft()
        return sum(admission.amount for admission in self._admitted)


class RetryPolicy(Record):
    max_attempts: int = Field(default=6, ge=1)
    """Attempts altogether, the first one included."""
    first_delay_s: float = Field(default=0.5, ge=0)
    """The wait after the first fault; it doubles from there."""
    max_delay_s: float = Field(default=30.0, ge=0)
    """The longest wait of our own choice."""
    max_retry_after_s: float = Field(default=120.0, ge=0)
    """The longest wait an endpoint may ask for; it is asked again after that at the latest."""
    unreached_attempts: int = Field(default=3, ge=1)
    """Attempts at an address where nobody listens, as long as it never answered: most likely it is
    mistyped or the server was not started, and the user should hear that within seconds."""


class RetryingModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that retries transient failures."""

    def __init__(
        self,
        inner: ChatModel,
        *,
        policy: RetryPolicy | None = None,
        clock: Clock | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self._inner = inner
        self._policy = policy or RetryPolicy()
        self._clock = clock or Clock()
        self._chance = chance or random.Random()
        self._was_reached = False

    def _most_attempts(self) -> int:
        """Return how often to try: an endpoint that answered before may be restarting."""
        policy = self._policy
        fewest = min(policy.max_attempts, policy.unreached_attempts)
        return policy.max_attempts if self._was_reached else fewest

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask until an answer comes, the fault is final or the attempts are used up.

        Raises:
            ProviderError: The last fault, with the number of attempts.
        """
        started = self._clock.monotonic()
        attempt = 1
        while True:
            try:
                reply = await self._inner.complete(request)
                self._was_reached = True
                return reply
            except ProviderError as fault:
                if not fault.retryable:
                    raise
                self._was_reached = self._was_reached or fault.refusal.code != REFUSED
                if attempt >= self._most_attempts():
                    raise _given_up(fault, attempt, self._clock.monotonic() - started) from None
                wait_s = delay_s(self._policy, attempt, fault.retry_after_s, self._chance)
                _LOG.info(
                    "call failed and is tried again",
                    extra=fields(
                        stage=request.stage, attempt=attempt, wait_s=wait_s, why=str(fault)
                    ),
                )
            with awaiting(AGAIN):
                await self._clock.sleep(wait_s)
            attempt += 1


def delay_s(
    policy: RetryPolicy, attempt: int, retry_after_s: float | None, chance: random.Random
) -> float:
    """Choose the wait after a failed attempt."""
    # The exponent is bounded because the power of a large attempt number overflows a float.
    own = min(policy.first_delay_s * 2.0 ** min(attempt - 1, 60), policy.max_delay_s)
    spread = own * chance.uniform(0.5, 1.0)
    if retry_after_s is None:
        return spread
    return min(retry_after_s, policy.max_retry_after_s) + spread


def _given_up(fault: ProviderError, attempts: int, seconds: float) -> ProviderError:
    last = copy(fault)
    last.args = (f"{fault} (gave up after {counted(attempts, 'attempt')} in {seconds:.0f} s)",)
    return last
