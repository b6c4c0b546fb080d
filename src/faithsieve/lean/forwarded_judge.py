"""Judges whose questions all pass through one method: to limit Lean's time, to ask another process.

A judge of this kind changes no answer. It decides when a question may be put and to whom.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from faithsieve.errors import BudgetExceededError
from faithsieve.lean.finite_models import FiniteModel, ModelFinder
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    StatementProbe,
)


class ForwardedJudge:
    """A :class:`~faithsieve.lean.protocol.StatementJudge`; a subclass says how it asks."""

    def __init__(self, toolchain: str) -> None:
        self.toolchain = toolchain

    async def ask(self, question: str, *given: object, **options: object) -> Any:
        """Put a question, which is the name of a judge's method, with its arguments."""
        raise NotImplementedError

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said: FrozenStatement | RefusedStatement
        said = await self.ask("freeze", text, timeout_s=timeout_s)
        return said

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        limits = {"timeout_s": timeout_s, "heartbeats": heartbeats}
        said: tuple[ProofJudgement, ...]
        said = await self.ask("judge_first", statement, tuple(bodies), polarity=polarity, **limits)
        return said

    async def probe(self, statement: FrozenStatement) -> StatementProbe:
        said: StatementProbe = await self.ask("probe", statement)
        return said


class ForwardedFinder(ForwardedJudge):
    """A forwarded judge where the one behind it also searches for finite models."""

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        said: FiniteModel | None = await self.ask("finite_model", statement, tuple(names))
        return said


class LeanBudget:
    """The seconds that Leans may work in a run."""

    def __init__(self, max_seconds: float | None) -> None:
        self.max_seconds = max_seconds
        self.spent = 0.0

    @property
    def objection(self) -> BudgetExceededError | None:
        """Why nothing more may be asked, once the limit is reached."""
        if self.max_seconds is None or self.spent < self.max_seconds:
            return None
        return BudgetExceededError(
            f"the limit of {self.max_seconds:g} Lean seconds is reached: {self.spent:.1f} are "
            "spent; raise it and run again to go on",
            limit="Lean seconds",
        )


def limit_judge(
    inner: StatementJudge,
    budget: LeanBudget,
    *,
    leans: int,
    clock: Callable[[], float] = time.monotonic,
) -> StatementJudge:
    """Limit a judge's seconds.

    Args:
        inner: Who is asked.
        budget: What may be spent.
        leans: How many Leans the judge has.
        clock: Seconds that only grow.
    """
    kind = _BudgetedFinder if isinstance(inner, ModelFinder) else _BudgetedJudge
    return kind(inner, budget, leans, clock)


class _BudgetedJudge(ForwardedJudge):
    """Asks a judge until the budget is spent; the last question may pass the limit.

    It has as many questions under way as there are Leans, so that waiting for one does not count.
    """

    def __init__(
        self,
        inner: StatementJudge,
        budget: LeanBudget,
        leans: int,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(inner.toolchain)
        self._inner = inner
        self._budget = budget
        self._free = asyncio.Semaphore(leans)
        self._clock = clock

    async def ask(self, question: str, *given: object, **options: object) -> Any:
        """Put a question and charge its seconds.

        Raises:
            BudgetExceededError: they are spent; Lean was not asked.
        """
        async with self._free:
            if (stop := self._budget.objection) is not None:
                raise stop
            began = self._clock()
            try:
                return await getattr(self._inner, question)(*given, **options)
            finally:
                self._budget.spent += max(0.0, self._clock() - began)


class _BudgetedFinder(_BudgetedJudge, ForwardedFinder):
    """The same around a judge that searches for finite models."""
