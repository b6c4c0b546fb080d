"""A budget is a hard stop: it is passed by no more than the calls under way were underestimated."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import BudgetExceededError, ConfigError, PendingReplyError, ProviderError
from faithsieve.llm.budget import Budget, BudgetedModel
from faithsieve.llm.prices import Price, estimate_usage
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, ReplySchema
from faithsieve.records.cost import Amount
from support.chat import make_reply, make_request

REQUEST = make_request(decoding=Decoding(max_output_tokens=100))
ESTIMATE = estimate_usage(REQUEST).total
PRICE = Price(input=1_000_000, output=2_000_000)  # one and two dollars a token


def reply(tokens: int) -> Line:
    return make_reply(input_tokens=tokens, output_tokens=0)


async def test_a_call_that_does_not_fit_is_not_sent() -> None:
    inner = ScriptedModel([reply(ESTIMATE)])
    model = BudgetedModel(inner, Budget(max_tokens=2 * ESTIMATE - 1))
    await model.complete(REQUEST)
    with pytest.raises(BudgetExceededError, match=f"{ESTIMATE} are spent"):
        await model.complete(REQUEST)
    assert len(inner.requests) == 1


async def test_what_was_not_used_is_given_back() -> None:
    budget = Budget(max_tokens=ESTIMATE + 20)
    model = BudgetedModel(ScriptedModel([reply(10), reply(10)]), budget)
    await model.complete(REQUEST)
    await model.complete(REQUEST)
    assert budget.spent.tokens == 20


async def test_replayed_calls_cost_nothing() -> None:
    budget = Budget(max_tokens=ESTIMATE)
    stored = make_reply(input_tokens=999).model_copy(update={"replayed": True})
    model = BudgetedModel(ScriptedModel([stored] * 3), budget)
    for _ in range(3):
        await model.complete(REQUEST)
    assert budget.spent == Amount()


async def test_an_endpoint_that_does_not_count_is_charged_the_estimate() -> None:
    budget = Budget(max_tokens=10_000)
    silent = make_reply(input_tokens=0, output_tokens=0)
    await BudgetedModel(ScriptedModel([silent]), budget).complete(REQUEST)
    assert budget.spent.tokens == ESTIMATE


async def test_money_is_limited_by_the_price_of_both_directions() -> None:
    usage = estimate_usage(REQUEST)
    dollars = usage.input_tokens + 2 * usage.output_tokens
    inner = ScriptedModel([make_reply(input_tokens=3, output_tokens=4)])
    budget = Budget(max_usd=dollars + 10.5)
    model = BudgetedModel(inner, budget, PRICE)
    await model.complete(REQUEST)
    assert budget.spent.usd == 3 + 2 * 4
    with pytest.raises(BudgetExceededError, match=r"\$11.0000 are spent"):
        await model.complete(REQUEST)


@pytest.mark.parametrize(
    ("price", "said", "cost"),
    [
        (PRICE, make_reply(), 14.0),
        (PRICE, make_reply(cost_usd=0.5), 0.5),
        (PRICE, make_reply(input_tokens=0, output_tokens=0), None),
        (None, make_reply(), None),
    ],
    ids=["by the table", "the provider knows better", "not counted", "no price"],
)
async def test_a_reply_gets_its_price_and_an_unknown_one_is_not_zero(
    price: Price | None, said: ChatReply, cost: float | None
) -> None:
    model = BudgetedModel(ScriptedModel([said]), Budget(), price)
    assert (await model.complete(REQUEST)).cost_usd == cost


def test_a_money_limit_without_a_price_is_refused() -> None:
    with pytest.raises(ConfigError, match="price"):
        BudgetedModel(ScriptedModel([]), Budget(max_usd=5))


@pytest.mark.parametrize(
    ("stop", "charged"),
    [
        (ProviderError("no", status=500, retryable=True), 0),
        (ProviderError("lost", retryable=True, maybe_billed=True), ESTIMATE),
        (PendingReplyError("0" * 64), 0),
        (asyncio.CancelledError(), ESTIMATE),
    ],
    ids=["refused", "lost", "pending", "cancelled"],
)
async def test_a_call_without_an_answer_is_charged_if_it_may_be_billed(
    stop: BaseException, charged: int
) -> None:
    budget = Budget(max_tokens=10_000)
    with pytest.raises(type(stop)):
        await BudgetedModel(ScriptedModel([stop]), budget).complete(REQUEST)
    assert budget.spent.tokens == charged


async def test_a_call_waits_for_others_that_may_leave_room() -> None:
    release = asyncio.Event()

    async def answer(request: ChatRequest) -> Line:
        await release.wait()
        return reply(5)

    inner = ScriptedModel(answer)
    model = BudgetedModel(inner, Budget(max_tokens=ESTIMATE + 10))
    calls = [asyncio.create_task(model.complete(REQUEST)) for _ in range(3)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(inner.requests) == 1, "the others do not fit yet"
    release.set()
    await asyncio.gather(*calls)
    assert len(inner.requests) == 3


calls = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 4), st.integers(0, 400)), max_size=12
)


@given(limit=st.integers(0, 2500), calls=calls)
async def test_a_budget_is_never_passed_by_more_than_was_underestimated(
    limit: int, calls: list[tuple[int, int, int]]
) -> None:
    budget = Budget(max_tokens=limit)
    excess = [0]

    async def answer(request: ChatRequest) -> Line:
        index = int(request.messages[-1].content)
        _, latency, used = calls[index]
        for _ in range(latency):
            await asyncio.sleep(0)
        excess[0] += max(used + 1 - estimate_usage(request).total, 0)
        return make_reply(input_tokens=used, output_tokens=1)

    async def one(model: BudgetedModel, index: int) -> None:
        decoding = Decoding(max_output_tokens=calls[index][0] + 1)
        with suppress(BudgetExceededError):
            await model.complete(make_request(str(index), decoding=decoding))

    model = BudgetedModel(ScriptedModel(answer), budget)
    await asyncio.gather(*(one(model, index) for index in range(len(calls))))
    assert budget.spent.tokens <= limit + excess[0]


def test_estimates_grow_with_the_text_and_with_the_limit() -> None:
    schema = ReplySchema(name="R", json_schema="{" + " " * 300 + "}")
    with_schema = estimate_usage(make_request(reply_schema=schema))
    assert with_schema.input_tokens >= estimate_usage(make_request()).input_tokens + 100
    assert estimate_usage(make_request("x" * 3000)).input_tokens >= 1000
    assert estimate_usage(REQUEST).output_tokens == 100
    assert estimate_usage(make_request("∀" * 100)).input_tokens > 100
