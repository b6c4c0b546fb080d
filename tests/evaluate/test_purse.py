"""Budgets are spent proof by proof: what is begun can be finished within the limit."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.purse import ENOUGH, Purse, limits_to_finish, paid_now
from faithsieve.evaluate.runner import Plan, RunOutcome, StopKind, judge_by, run_problems
from faithsieve.llm.budget import Budget, BudgetedModel, round_up
from faithsieve.llm.prices import Price
from faithsieve.methods import Method, Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Amount, Cost, StageCost, TokenUsage
from faithsieve.records.proof import Proof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import BudgetSettings, Settings
from faithsieve.records.verdict import Verdict, VerdictKind
from support.chat import make_request
from support.runs import make_problem

CALLS = 8
A_CALL = 1_000


def result(tokens: int, *, usd: float = 0.0, replayed: int = 0, calls: int = 4) -> ProblemResult:
    stage = StageCost(
        stage="s",
        calls=calls,
        replayed=replayed,
        usage=TokenUsage(input_tokens=tokens),
        cost_usd=usd,
    )
    verdict = Verdict(
        label="correct",
        kind=VerdictKind.NO_ERROR_FOUND,
        rationale="",
        cost=Cost(stages=(stage,)),
    )
    return ProblemResult(id="r", gold=None, verdict=verdict)


class SlowModel:
    """Answers after others had their turn, and takes a fixed number of tokens."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        await asyncio.sleep(0)
        return ChatReply(
            text="yes", model="m", usage=TokenUsage(input_tokens=A_CALL), finish_reason="stop"
        )


async def many_calls(proof: Proof, tools: Tools) -> CheckedProof:
    for number in range(CALLS):
        await tools.model.complete(make_request(f"{proof.problem} {number}"))
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="")
    return CheckedProof(proof=proof, verdict=verdict)


async def spend(limit: int, *, with_purse: bool, proofs: int = 40) -> tuple[RunOutcome, Budget]:
    limits = BudgetSettings(max_tokens=limit, proof_tokens=20_000)
    budget = Budget(max_tokens=limit)
    tools = Tools(BudgetedModel(SlowModel(), budget), Settings())

    async def save(problem: object, judged: object) -> None:
        return None

    outcome = await run_problems(
        Plan([make_problem(f"p{n}") for n in range(proofs)], concurrency=16),
        judge_by(Method(many_calls, (), "many calls"), tools),
        save=save,
        purse=Purse(limits) if with_purse else None,
    )
    return outcome, budget


async def test_a_stopped_run_has_finished_proofs_and_hardly_any_half_ones() -> None:
    shared, _ = await spend(100_000, with_purse=False)
    one_by_one, budget = await spend(100_000, with_purse=True)
    assert len(shared.results) <= 3, "sixteen proofs at once share what eleven could use up"
    assert len(one_by_one.results) >= 11
    assert budget.spent.tokens <= 100_000
    assert len(one_by_one.results) * CALLS * A_CALL >= budget.spent.tokens - CALLS * A_CALL
    assert one_by_one.stop is not None
    assert one_by_one.stop.kind is StopKind.BUDGET
    assert "a proof may take 8,000" in one_by_one.stop.message
    assert len(one_by_one.open) == 40 - len(one_by_one.results)


async def test_a_limit_that_is_high_enough_changes_nothing() -> None:
    outcome, _ = await spend(10_000_000, with_purse=True)
    assert len(outcome.results) == 40
    assert outcome.is_finished


async def test_a_limit_below_one_proof_still_begins_one() -> None:
    outcome, budget = await spend(3_500, with_purse=True)
    assert len(outcome.open) == 40
    assert 0 < budget.spent.tokens <= 3_500


@given(
    limit=st.integers(1, 10**6),
    sizes=st.lists(st.integers(1, 10**5), max_size=30),
    spent=st.integers(0, 10**6),
)
def test_no_more_proofs_are_begun_than_the_rest_can_finish(
    limit: int, sizes: list[int], spent: int
) -> None:
    purse = Purse(BudgetSettings(max_tokens=limit), spent=Amount(spent))
    for size in sizes:
        purse.learn(result(size))
    while purse.has_room() and purse.under_way < 1_000:
        purse.begin()
    if len(sizes) < ENOUGH:
        assert purse.under_way >= 1
    if purse.under_way > 1:
        may_take = sorted(sizes)[9 * len(sizes) // 10] if len(sizes) >= ENOUGH else 40_000
        assert spent + purse.under_way * may_take <= limit
        assert "tokens" in purse.objection()


def test_money_counts_like_tokens_and_a_replayed_call_costs_nothing() -> None:
    price = Price(input=1.0, output=10.0)
    purse = Purse(BudgetSettings(max_cost_usd=1.0), price=price)
    purse.begin()
    purse.begin()
    assert not purse.has_room(), "before anything is known a proof may take 40,000 dear tokens"
    purse.end(None)
    purse.end(None)
    for _ in range(ENOUGH):
        purse.begin()
        purse.end(result(1_000, usd=0.1))
    purse.begin()
    assert purse.has_room()
    for _ in range(4):
        purse.begin()
    assert not purse.has_room()
    assert "of the limit of $1.0000, $0.5000 are spent" in purse.objection()
    assert paid_now(result(400, usd=0.4, replayed=3).cost) == Amount(100, 0.1)
    assert paid_now(Cost()) == Amount()


@given(limit=st.integers(1, 10**7), spent=st.integers(0, 10**7), left=st.integers(1, 500))
def test_a_suggested_limit_is_higher_and_enough_for_the_rest(
    limit: int, spent: int, left: int
) -> None:
    limits = BudgetSettings(max_tokens=limit, max_cost_usd=limit / 1000)
    paid = Amount(spent, spent / 1000)
    found = limits_to_finish(limits, paid, [result(500, usd=0.5)], left)
    for option, needed, given_limit in (
        ("--max-tokens", spent + left * 500, limit),
        ("--max-cost", (spent + left * 500) / 1000, limit / 1000),
    ):
        if option in found:
            assert float(found[option]) >= needed * 0.999
            assert float(found[option]) > given_limit
        else:
            assert needed <= given_limit
    unknown = limits_to_finish(limits, paid, [], left)
    assert all(float(unknown[option]) > 0 for option in ("--max-tokens", "--max-cost"))
    assert int(unknown["--max-tokens"]) >= 2 * limit


@pytest.mark.parametrize(
    ("value", "rounded"), [(1234, 1300), (0.0451, 0.046), (10, 10), (99.1, 100)]
)
def test_a_suggestion_has_two_digits_and_is_never_lower(value: float, rounded: float) -> None:
    assert round_up(value) == pytest.approx(rounded)


def test_a_call_that_did_not_fit_is_the_least_that_is_suggested() -> None:
    limits = BudgetSettings(max_tokens=100)
    found = limits_to_finish(limits, Amount(90), [result(1)], 1, at_least=Amount(5_000))
    assert int(found["--max-tokens"]) >= 5_000
