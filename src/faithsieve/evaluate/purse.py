"""Spend a run's budget proof by proof: begin a proof only if the rest of the budget can finish it.

A limit that all proofs under way simply share ends with many half-judged proofs. So a proof is
begun only if what was spent, what the proofs under way may take and what it may take itself fit
the limit together; until then it waits, and if it never fits it stays open for the next sitting.
How much a proof may take is measured: nine of ten finished proofs took no more. Before enough are
finished the limit of a single proof stands in, and where nothing is under way one is begun anyway.
"""

from bisect import insort
from collections.abc import Iterable

from faithsieve.llm.budget import round_up
from faithsieve.llm.prices import Price
from faithsieve.records.cost import Amount, Cost, TokenUsage
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import BudgetSettings

ENOUGH = 5
"""So many finished proofs tell what a proof takes."""
MARGIN = 1.2
"""How much more than the proofs so far the rest may take, before a higher limit is named."""


class Purse:
    """What a run may still spend, and how many proofs draw on it."""

    def __init__(
        self,
        limits: BudgetSettings,
        *,
        spent: Amount = Amount(),  # noqa: B008 - an immutable tuple
        price: Price | None = None,
    ) -> None:
        """Take the limits and what earlier sittings spent."""
        self._limits = limits
        self._spent = spent
        self._tokens: list[int] = []
        self._usd: list[float] = []
        self._price = price
        self._is_closed = False
        self.under_way = 0

    def learn(self, result: ProblemResult) -> None:
        """Note what a judged proof took, whoever paid for it and when."""
        if result.verdict is not None and result.cost.usage.total:
            insort(self._tokens, result.cost.usage.total)
            insort(self._usd, result.cost.cost_usd or 0.0)

    def begin(self) -> None:
        self.under_way += 1

    def end(self, result: ProblemResult | None) -> None:
        """Note that a proof ended; without a result it was left open."""
        self.under_way -= 1
        if result is not None:
            self._spent = self._spent.plus(paid_now(result.cost))
            self.learn(result)

    def close(self) -> None:
        """Begin nothing more: a call of a proof under way did not fit."""
        self._is_closed = True

    def has_room(self) -> bool:
        """Return whether one more proof can be begun and finished."""
        if self._is_closed:
            return False
        if self.under_way == 0 and len(self._tokens) < ENOUGH:
            return True
        return self._short_of() is None

    def objection(self) -> str:
        """Say why no further proof was begun."""
        size = self._size()
        if self._short_of() == "money":
            spent, may, limit = (
                f"${usd:.4f}" for usd in (self._spent.usd, size.usd, self._usd_limit)
            )
        else:
            limit = f"{self._limits.max_tokens or 0:,} tokens"
            spent, may = f"{self._spent.tokens:,}", f"{size.tokens:,}"
        return f"of the limit of {limit}, {spent} are spent, and a proof may take {may}"

    @property
    def _usd_limit(self) -> float:
        return self._limits.max_cost_usd or 0.0

    def _short_of(self) -> str | None:
        """Return which limit has no room for one more proof."""
        size, proofs = self._size(), self.under_way + 1
        limits = self._limits
        if limits.max_tokens and self._spent.tokens + proofs * size.tokens > limits.max_tokens:
            return "tokens"
        if limits.max_cost_usd and self._spent.usd + proofs * size.usd > limits.max_cost_usd:
            return "money"
        return None

    def _size(self) -> Amount:
        """Return what a proof may take: the ninth decile, or a guess before enough are known."""
        if len(self._tokens) >= ENOUGH:
            place = (9 * len(self._tokens)) // 10
            return Amount(self._tokens[place], self._usd[place])
        # Without a limit of a single proof nothing bounds it: one at a time until some are known.
        tokens = self._limits.proof_tokens or self._limits.max_tokens or 0
        usd = self._limits.proof_cost_usd or self._dearest(self._limits.proof_tokens)
        return Amount(max(tokens, *self._tokens, 0), max(usd, *self._usd, 0.0))

    def _dearest(self, tokens: int | None) -> float:
        if tokens is None or self._price is None:
            return self._usd_limit
        return self._price.cost_usd(TokenUsage(output_tokens=tokens))


def paid_now(cost: Cost) -> Amount:
    """Return the part of a cost that was paid in this sitting, by the share of fresh calls."""
    total = Amount()
    for stage in cost.stages:
        fresh = (stage.calls - stage.replayed) / stage.calls if stage.calls else 0.0
        part = Amount(round(stage.usage.total * fresh), (stage.cost_usd or 0.0) * fresh)
        total = total.plus(part)
    return total


def limits_to_finish(
    limits: BudgetSettings,
    spent: Amount,
    results: Iterable[ProblemResult],
    left: int,
    *,
    at_least: Amount = Amount(),  # noqa: B008 - an immutable tuple
) -> dict[str, str]:
    """Return the options, with higher numbers, that should let the proofs that are left finish.

    Twice the limit where nothing is known of what a proof takes. Only limits that are too low for
    the rest appear.

    Args:
        at_least: What the call that did not fit would have needed.
    """
    judged = [result.cost for result in results if result.verdict and result.cost.usage.total]
    count = max(1, len(judged))
    mean_tokens = sum(cost.usage.total for cost in judged) / count
    mean_usd = sum(cost.cost_usd or 0.0 for cost in judged) / count
    options = {}
    if (most := limits.max_tokens) is not None:
        needed = spent.tokens + MARGIN * left * mean_tokens if judged else 2.0 * most
        if max(needed, at_least.tokens) > most:
            needed = max(needed, MARGIN * at_least.tokens, 1.1 * most)
            options["--max-tokens"] = f"{round_up(needed):.0f}"
    if (usd := limits.max_cost_usd) is not None:
        needed = spent.usd + MARGIN * left * mean_usd if judged else 2 * usd
        if max(needed, at_least.usd) > usd:
            needed = max(needed, MARGIN * at_least.usd, 1.1 * usd)
            options["--max-cost"] = f"{round_up(needed):g}"
    return options
