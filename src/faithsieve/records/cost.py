"""What an answer cost: tokens, money and seconds, by stage."""

from typing import NamedTuple

from pydantic import Field

from faithsieve.records.base import Record


class Amount(NamedTuple):
    """Tokens and the money for them."""

    tokens: int = 0
    usd: float = 0.0

    def plus(self, other: "Amount") -> "Amount":
        return Amount(self.tokens + other.tokens, self.usd + other.usd)

    def minus(self, other: "Amount") -> "Amount":
        return Amount(self.tokens - other.tokens, self.usd - other.usd)


class TokenUsage(Record):
    """Tokens of one or many model calls, as the provider counted them."""

    input_tokens: int = Field(default=0, ge=0)
    """Prompt tokens, cached ones included."""
    output_tokens: int = Field(default=0, ge=0)
    """Completion tokens, reasoning included."""
    cached_tokens: int = Field(default=0, ge=0)
    """The part of the prompt tokens that a provider's prefix cache served."""
    cache_write_tokens: int = Field(default=0, ge=0)
    """The part of the prompt tokens that was written to the cache, where that has a price."""
    cacheable_tokens: int = Field(default=0, ge=0)
    """The part of the prompt tokens, estimated, that repeats the beginning of an earlier prompt."""
    reasoning_tokens: int = Field(default=0, ge=0)
    """The part of the completion tokens that was reasoning; estimated where only text is given."""

    @property
    def total(self) -> int:
        """Input plus output tokens, the unweighted sum of the paper's app. F.8."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        sums = {name: getattr(self, name) + getattr(other, name) for name in dict(self)}
        return TokenUsage(**sums)


class StageCost(Record):
    """The cost of all calls one stage made for one proof."""

    stage: str
    """The stage name, such as ``localize.state_tree``."""
    models: tuple[str, ...] = ()
    """The models that say they answered, in the order of their first answer."""
    calls: int = Field(default=0, ge=0)
    """Model calls answered, from a provider or from the store."""
    replayed: int = Field(default=0, ge=0)
    """How many of them the store answered, at no cost."""
    usage: TokenUsage = TokenUsage()
    """Tokens of all of them; a replayed call counts what it cost when it was paid."""
    cost_usd: float | None = None
    """Money, or None when the model has no known price."""
    seconds: float = Field(default=0.0, ge=0)
    """Seconds spent waiting for a provider."""

    def __add__(self, other: "StageCost") -> "StageCost":
        """Add what the same stage cost elsewhere; one unknown price makes the sum unknown."""
        prices = (self.cost_usd, other.cost_usd)
        return StageCost(
            stage=self.stage,
            models=tuple(dict.fromkeys((*self.models, *other.models))),
            calls=self.calls + other.calls,
            replayed=self.replayed + other.replayed,
            usage=self.usage + other.usage,
            cost_usd=None if None in prices else sum(price or 0.0 for price in prices),
            seconds=self.seconds + other.seconds,
        )


class LeanCost(Record):
    """The work of Lean for one purpose."""

    purpose: str
    """``freeze``, ``probe``, ``prove``, ``refute`` or ``model's bodies``."""
    checks: int = Field(default=0, ge=0)
    """Questions asked, also those that a store answered."""
    seconds: float = Field(default=0.0, ge=0)
    """Seconds that Lean worked; waiting for a free one is not counted."""


class Cost(Record):
    """The cost of one verdict."""

    stages: tuple[StageCost, ...] = ()
    """One entry a stage, in the order the stages first asked."""
    lean_checks: int = Field(default=0, ge=0)
    """Lean checks made or replayed."""
    lean_seconds: float = Field(default=0.0, ge=0)
    """Seconds that Lean worked; waiting for a free one is not counted."""
    lean: tuple[LeanCost, ...] = ()
    """The same by purpose; empty where only the sum is known."""

    @property
    def usage(self) -> TokenUsage:
        """Tokens over all stages."""
        total = TokenUsage()
        for stage in self.stages:
            total = total + stage.usage
        return total

    @property
    def cost_usd(self) -> float | None:
        """Money over all stages, or None when any stage's price is unknown."""
        prices = [stage.cost_usd for stage in self.stages]
        if any(price is None for price in prices):
            return None
        return sum(price for price in prices if price is not None)
