"""Wait and ask again, a bounded number of times.

Only faults that may pass are tried again. The wait doubles, is spread by chance so that many
callers do not return at the same moment, and is at least what the endpoint asked for, up to a cap.
All waiting is by a clock that does not jump.
"""

import logging
import random

from pydantic import Field

from faithsieve.errors import REFUSED, ProviderError
from faithsieve.llm.limits import Clock
from faithsieve.llm.protocol import ChatModel
from faithsieve.logs import fields
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest

_LOG = logging.getLogger(__name__)


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
    return ProviderError(
        f"{fault} (gave up after {attempts} attempts in {seconds:.0f} s)",
        status=fault.status,
        retry_after_s=fault.retry_after_s,
        retryable=fault.retryable,
        maybe_billed=fault.maybe_billed,
        refusal=fault.refusal,
    )
