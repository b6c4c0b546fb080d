"""A forwarded question is the same question; Lean's seconds are charged and end at their limit."""

import asyncio

import pytest

from faithsieve.errors import BudgetExceededError
from faithsieve.lean.finite_models import ModelFinder
from faithsieve.lean.forwarded_judge import LeanBudget, limit_judge
from faithsieve.records.lean import FrozenStatement, Polarity, RefusedStatement
from support.statement_judge import ScriptedJudge, claims


class Clock:
    """Moves on by a second whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


class SlowJudge(ScriptedJudge):
    """Gives way to others while it works, and knows how many questions it had at once."""

    at_once = most = 0

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        return await super().freeze(text, timeout_s=timeout_s)


async def test_answers_are_those_of_the_judge_behind() -> None:
    inner = ScriptedJudge(claims)
    judge = limit_judge(inner, LeanBudget(None), leans=1)
    frozen = await judge.freeze("(n : Nat) : n = n")
    assert frozen == await inner.freeze("(n : Nat) : n = n")
    assert isinstance(frozen, FrozenStatement)
    for polarity in (Polarity.CLAIM, Polarity.NEGATION):
        asked = await judge.judge_first(frozen, ["rfl"], polarity=polarity)
        assert asked == await inner.judge_first(frozen, ["rfl"], polarity=polarity)
    assert await judge.probe(frozen) == await inner.probe(frozen)
    assert not isinstance(judge, ModelFinder), "this one cannot search"
    assert judge.toolchain == inner.toolchain


async def test_spent_seconds_end_the_questions_before_lean_is_asked() -> None:
    budget = LeanBudget(2.0)
    judge = limit_judge(ScriptedJudge(), budget, leans=1, clock=Clock())
    await judge.freeze("(n : Nat) : n = n")
    await judge.freeze("(m : Nat) : m = m")
    assert budget.spent == 2.0
    with pytest.raises(BudgetExceededError, match="2 Lean seconds") as stop:
        await judge.freeze("(k : Nat) : k = k")
    assert stop.value.limit == "Lean seconds"
    assert budget.spent == 2.0


async def test_no_more_questions_are_under_way_than_there_are_leans() -> None:
    inner = SlowJudge()
    judge = limit_judge(inner, LeanBudget(100.0), leans=2)
    await asyncio.gather(*(judge.freeze(f"(n : Nat) : n = {k}") for k in range(9)))
    assert inner.most == 2
