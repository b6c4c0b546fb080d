"""Judges around a judge change no answer: budget, account."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from faithsieve.errors import BudgetExceededError
from faithsieve.lean.judges import (
    AccountedJudge,
    BudgetedJudge,
    ForwardedJudge,
    LeanBudget,
)
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.work_time import count_work
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProbeOrder,
    RefusedStatement,
)
from support.statement_judge import ScriptedJudge, claims, frozen_by


class WorkingJudge(ForwardedJudge):
    """A judge whose Lean works a second on every question."""

    def __init__(self, inner: StatementJudge) -> None:
        super().__init__(inner.toolchain)
        self.inner = inner

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        count_work(1.0)
        return await getattr(self.inner, method)(about, *given, **options)


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


@pytest.mark.parametrize(
    "wrap", [AccountedJudge, lambda inner: BudgetedJudge(inner, LeanBudget(None), leans=1)]
)
async def test_answers_are_those_of_the_judge_behind(
    wrap: Callable[[StatementJudge], StatementJudge],
) -> None:
    inner = ScriptedJudge(claims)
    judge = wrap(inner)
    frozen = await frozen_by(judge, "(n : Nat) : n = n")
    assert frozen == await inner.freeze("(n : Nat) : n = n")
    for polarity in (Polarity.CLAIM, Polarity.NEGATION):
        asked = await judge.judge_first(frozen, ["rfl"], polarity=polarity)
        assert asked == await inner.judge_first(frozen, ["rfl"], polarity=polarity)
    assert await judge.probe(frozen, ProbeOrder()) == await inner.probe(frozen, ProbeOrder())
    assert await judge.finite_model(frozen, ["n"]) is None
    assert judge.toolchain == inner.toolchain


async def test_spent_seconds_end_the_questions_before_lean_is_asked() -> None:
    budget = LeanBudget(2.0)
    judge = BudgetedJudge(WorkingJudge(ScriptedJudge()), budget, leans=1)
    await judge.freeze("(n : Nat) : n = n")
    await judge.freeze("(m : Nat) : m = m")
    assert budget.spent == 2.0
    with pytest.raises(BudgetExceededError, match="2 Lean seconds") as stop:
        await judge.freeze("(k : Nat) : k = k")
    assert stop.value.limit == "Lean seconds"
    assert budget.spent == 2.0


async def test_no_more_questions_are_under_way_than_there_are_leans() -> None:
    inner = SlowJudge()
    judge = BudgetedJudge(inner, LeanBudget(100.0), leans=2)
    await asyncio.gather(*(judge.freeze(f"(n : Nat) : n = {k}") for k in range(9)))
    assert inner.most == 2


async def test_every_question_is_counted_and_told_and_accepted_proofs_are_remembered() -> None:
    told: list[tuple[str, str]] = []
    inner = ScriptedJudge(claims, refuses=lambda text: None if ":" in text else "statement_parse")
    judge = AccountedJudge(
        WorkingJudge(inner), on_check=lambda asked, said: told.append((asked, said))
    )
    statement = await frozen_by(judge, ": 1 = 1")
    judgements = await judge.judge_first(statement, ["rfl"])
    await judge.probe(statement, ProbeOrder())
    await judge.freeze("nonsense")
    assert judge.accepted == judgements
    assert (judge.checks, judge.seconds) == (4, 4.0)
    by_purpose = {cost.purpose: (cost.checks, cost.seconds) for cost in judge.costs}
    assert by_purpose == {"freeze": (2, 2.0), "probe": (1, 1.0), "prove": (1, 1.0)}
    assert told == [
        (": 1 = 1", "stated"),
        (": 1 = 1", "claim proved"),
        (": 1 = 1", "probed"),
        ("nonsense", "refused: statement_parse"),
    ]
