"""A hard stop: tokens and money are set aside before a call is sent, and settled afterwards.

A call is sent only if what was spent, what is set aside for calls under way and its own estimate
fit the limit together. So the limit can be passed only by as much as the calls under way turn out
longer than their estimates. A call that does not fit now but might when others have settled waits
for them; one that cannot fit raises ``BudgetExceededError`` and nothing is sent. What the store
answers costs nothing.
"""

import asyncio
import math
from typing import Protocol

from faithsieve.errors import BudgetExceededError, ConfigError, LLMError, ProviderError
from faithsieve.llm.prices import Price, estimate_usage
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import Amount, TokenUsage


class SpendingLimit(Protocol):
    """The interface of a budget: in this process, or of a whole cluster in another."""

    max_usd: float | None

    async def hold(self, wanted: Amount) -> Amount:
        """Reserve the estimated cost of a call, or raise ``BudgetExceededError``."""
        ...

    def settle(self, held: Amount, spent: Amount) -> None:
        """Replace what was set aside by what was spent."""
        ...


class Budget:
    """The budget of a run, shared by all its models."""

    def __init__(
        self,
        *,
        max_tokens: int | None = None,
        max_usd: float | None = None,
        spent: Amount = Amount(),  # noqa: B008 - an immutable tuple
    ) -> None:
        """Set the limits, None being no limit; a resumed run goes on from what was spent."""
        self.max_tokens = max_tokens
        self.max_usd = max_usd
        self.spent = spent
        self._held = Amount()
        self._under_way = 0
        self._settled = asyncio.Event()

    async def hold(self, wanted: Amount) -> Amount:
        """Reserve the estimated cost of a call.

        Raises:
            BudgetExceededError: It does not fit, and nothing under way can make room for it.
        """
        while (stop := self._objection(wanted)) is not None:
            if self._under_way == 0:
                raise stop
            await self._settled.wait()
        self._held = self._held.plus(wanted)
        self._under_way += 1
        return wanted

    def settle(self, held: Amount, spent: Amount) -> None:
        """Replace what was set aside by what was spent."""
        self._under_way -= 1
        # Floats do not add up exactly; nothing under way means nothing held.
        self._held = self._held.minus(held) if self._under_way else Amount()
        self.spent = self.spent.plus(spent)
        self._settled.set()
        self._settled = asyncio.Event()

    def _objection(self, wanted: Amount) -> BudgetExceededError | None:
        after = self.spent.plus(self._held).plus(wanted)
        if self.max_tokens is not None and after.tokens > self.max_tokens:
            higher = f"{round_up(1.2 * after.tokens):.0f}"
            return BudgetExceededError(
                f"the limit of {self.max_tokens} tokens is reached: {self.spent.tokens} are spent "
                f"and the next call may take {wanted.tokens}; with {higher} or more it goes on",
                needed=after.tokens,
            )
        if self.max_usd is not None and after.usd > self.max_usd:
            higher = f"${round_up(1.2 * after.usd):g}"
            return BudgetExceededError(
                f"the limit of ${self.max_usd:g} is reached: ${self.spent.usd:.4f} are spent and "
                f"the next call may take ${wanted.usd:.4f}; with {higher} or more it goes on",
                limit="money",
                needed=after.usd,
            )
        return None


def round_up(value: float) -> float:
    """Round up to two significant digits, for a limit that is suggested."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(math.ceil(value / unit - 1e-9) * unit, 12)


class BudgetedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that prices replies and stops at the limit."""

    def __init__(self, inner: ChatModel, budget: SpendingLimit, price: Price | None = None) -> None:
        """Wrap a model; the budget may be shared with others.

        Without a price, replies keep the cost that their provider gave, if any.

        Raises:
            ConfigError: A money limit for a model without a price.
        """
        if budget.max_usd is not None and price is None:
            raise ConfigError(
                "a money limit needs the model's price, and this model has none: price unknown. "
                "Add it to a price file (setting model.prices), or limit the tokens: --max-tokens N"
            )
        self._inner = inner
        self._budget = budget
        self._price = price

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Reserve the estimated cost, ask, and settle the real cost.

        Raises:
            BudgetExceededError: The call does not fit; nothing was sent.
        """
        held = await self._budget.hold(self._amount(estimate_usage(request)))
        # A call whose end is not seen (a cancelled one, a lost answer) may have been billed.
        spent = held
        try:
            reply = self._priced(await self._inner.complete(request))
            spent = self._spent_on(reply, held)
        except ProviderError as fault:
            spent = held if fault.maybe_billed else Amount()
            raise
        except LLMError:
            spent = Amount()
            raise
        finally:
            self._budget.settle(held, spent)
        return reply

    def _priced(self, reply: ChatReply) -> ChatReply:
        if self._price is None or reply.cost_usd is not None or not reply.usage.total:
            return reply
        return reply.model_copy(update={"cost_usd": self._price.cost_usd(reply.usage)})

    def _spent_on(self, reply: ChatReply, held: Amount) -> Amount:
        """Return what a reply cost; without a token count from the endpoint, the estimate."""
        if reply.replayed:
            return Amount()
        return Amount(reply.usage.total, reply.cost_usd or 0.0) if reply.usage.total else held

    def _amount(self, usage: TokenUsage) -> Amount:
        return Amount(usage.total, self._price.cost_usd(usage) if self._price else 0.0)
