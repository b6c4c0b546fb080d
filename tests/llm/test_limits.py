"""Limits hold, a pause is for everyone; retries are bounded, patient and never for final faults."""

import asyncio
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import REFUSED, BudgetExceededError, ErrorDetails, ProviderError
from faithsieve.llm.limits import (
    FAULTS_BEFORE_PAUSE,
    MAX_PAUSE_S,
    EndpointGate,
    LimitedModel,
    MinuteWindow,
    RateLimits,
    RetryingModel,
    RetryPolicy,
    delay_s,
)
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatRequest
from support.chat import make_reply, make_request
from support.clock import FakeClock


async def test_no_more_calls_than_allowed_are_under_way() -> None:
    busy = busiest = 0

    async def answer(request: ChatRequest) -> Line:
        nonlocal busy, busiest
        busy += 1
        busiest = max(busiest, busy)
        await asyncio.sleep(0)
        busy -= 1
        return "yes"

    model = LimitedModel(ScriptedModel(answer), EndpointGate(RateLimits(concurrency=3)))
    await asyncio.gather(*(model.complete(make_request(str(i))) for i in range(20)))
    assert busiest == 3


async def test_a_failed_call_frees_its_slot() -> None:
    inner = ScriptedModel([ProviderError("down"), "yes"])
    model = LimitedModel(inner, EndpointGate(RateLimits(concurrency=1)))
    with pytest.raises(ProviderError):
        await model.complete(make_request())
    assert (await model.complete(make_request())).text == "yes"


@given(
    limit=st.integers(1, 10),
    arrivals=st.lists(st.tuples(st.floats(0, 40), st.integers(1, 12)), max_size=25),
)
async def test_no_window_of_a_minute_ever_holds_more_than_the_limit(
    limit: int, arrivals: list[tuple[float, int]]
) -> None:
    clock = FakeClock()
    window = MinuteWindow(limit, clock)
    admitted: list[tuple[float, int]] = []
    for gap, amount in arrivals:
        clock.now += gap
        await window.admit(amount)
        admitted.append((clock.now, amount))
    for start, _ in admitted:
        inside = [amount for at, amount in admitted if start <= at < start + 60 - 1e-6]
        assert sum(inside) <= limit or len(inside) == 1, "only a single oversize call may pass"


async def test_requests_per_minute_hold_across_concurrent_callers() -> None:
    clock = FakeClock()
    sent: list[float] = []

    def answer(request: ChatRequest) -> Line:
        sent.append(clock.now)
        return "yes"

    limits = RateLimits(concurrency=64, requests_per_minute=5)
    model = LimitedModel(ScriptedModel(answer), EndpointGate(limits, clock=clock))
    await asyncio.gather(*(model.complete(make_request(str(i))) for i in range(15)))
    assert [round(at - 1000) // 60 for at in sent] == [0] * 5 + [1] * 5 + [2] * 5


async def test_token_estimates_are_corrected_by_what_was_used() -> None:
    clock = FakeClock()
    limits = RateLimits(tokens_per_minute=5000)
    inner = ScriptedModel(lambda request: make_reply(input_tokens=10, output_tokens=10))
    model = LimitedModel(inner, EndpointGate(limits, clock=clock))
    for index in range(20):  # 20 estimates of two thousand would take several minutes
        await model.complete(make_request(str(index)))
    assert clock.slept == []


async def test_when_one_is_told_to_wait_all_wait() -> None:
    clock = FakeClock()
    busy = ProviderError("busy", status=429, retry_after_s=30, retryable=True)
    inner = ScriptedModel([busy, "yes"])
    model = LimitedModel(inner, EndpointGate(RateLimits(), clock=clock, chance=random.Random(0)))
    with pytest.raises(ProviderError):
        await model.complete(make_request("first"))
    await model.complete(make_request("second"))
    assert clock.now >= 1030


async def test_a_pause_has_a_cap_and_a_final_fault_makes_none() -> None:
    clock = FakeClock()
    long = ProviderError("busy", status=429, retry_after_s=1e9, retryable=True)
    final = ProviderError("no", status=400, retry_after_s=1e9, retryable=False)
    model = LimitedModel(
        ScriptedModel([final, "a", long, "b"]),
        EndpointGate(RateLimits(), clock=clock),
    )
    with pytest.raises(ProviderError):
        await model.complete(make_request())
    await model.complete(make_request())
    assert clock.slept == []
    with pytest.raises(ProviderError):
        await model.complete(make_request())
    await model.complete(make_request())
    assert 1000 + MAX_PAUSE_S <= clock.now <= 1000 + 1.25 * MAX_PAUSE_S


async def test_an_endpoint_that_keeps_failing_is_left_alone_and_one_success_resets() -> None:
    clock = FakeClock()
    down = ProviderError("down", status=503, retryable=True)
    model = LimitedModel(
        ScriptedModel([*[down] * 10, "up", down, "up"]),
        EndpointGate(RateLimits(), clock=clock, chance=random.Random(0)),
    )
    pauses = []
    for _ in range(13):
        before = clock.now
        with suppress(ProviderError):
            await model.complete(make_request())
        pauses.append(clock.now - before)
    assert not any(pauses[:FAULTS_BEFORE_PAUSE]), "a few faults are no pattern"
    assert 0.5 <= pauses[8] < pauses[9] < pauses[10]
    assert pauses[11:] == [0, 0]


POLICY = RetryPolicy(max_attempts=4, first_delay_s=1, max_delay_s=8, max_retry_after_s=60)


def fault(retry_after_s: float | None = None, *, retryable: bool = True) -> ProviderError:
    return ProviderError("busy", status=429, retry_after_s=retry_after_s, retryable=retryable)


def retrying(*lines: Line) -> tuple[RetryingModel, ScriptedModel, FakeClock]:
    inner, clock = ScriptedModel(lines), FakeClock()
    model = RetryingModel(inner, policy=POLICY, clock=clock, chance=random.Random(0))
    return model, inner, clock


async def test_a_passing_fault_is_waited_out() -> None:
    model, inner, clock = retrying(fault(), fault(), "yes")
    assert (await model.complete(make_request())).text == "yes"
    assert len(inner.requests) == 3
    assert 0.5 <= clock.slept[0] <= 1
    assert 1 <= clock.slept[1] <= 2


async def test_a_final_fault_is_not_tried_again() -> None:
    model, inner, clock = retrying(fault(retryable=False))
    with pytest.raises(ProviderError, match=r"^busy$"):
        await model.complete(make_request())
    assert len(inner.requests) == 1
    assert clock.slept == []


async def test_the_last_fault_says_how_often_and_how_long() -> None:
    model, inner, _ = retrying(*[fault(2)] * 4)
    with pytest.raises(ProviderError, match=r"busy .gave up after 4 attempts in \d+ s") as caught:
        await model.complete(make_request())
    assert (caught.value.status, caught.value.retryable) == (429, True)
    inner.assert_finished()


async def test_a_refused_connection_is_told_within_seconds_unless_it_answered_before() -> None:
    refused = ProviderError("nobody", retryable=True, refusal=ErrorDetails(code=REFUSED))
    model, inner, clock = retrying(*[refused] * 3)
    with pytest.raises(ProviderError, match="3 attempts"):
        await model.complete(make_request())
    inner.assert_finished()
    assert sum(clock.slept) <= 3
    model, inner, _ = retrying("yes", *[refused] * 3, "back")
    assert [(await model.complete(make_request())).text for _ in range(2)] == ["yes", "back"]
    inner.assert_finished()


async def test_a_budget_stop_is_not_a_fault_to_retry() -> None:
    model, inner, _ = retrying(BudgetExceededError("enough"))
    with pytest.raises(BudgetExceededError):
        await model.complete(make_request())
    assert len(inner.requests) == 1


@pytest.mark.parametrize(("asked", "least", "most"), [(7, 7, 8), (99999, 60, 61), (0, 0, 1)])
async def test_what_the_endpoint_asks_for_is_honoured_up_to_the_cap(
    asked: float, least: float, most: float
) -> None:
    model, _, clock = retrying(fault(asked), "yes")
    await model.complete(make_request())
    assert least <= clock.slept[0] <= most


@given(
    attempts=st.integers(1, 6),
    faults=st.lists(st.tuples(st.booleans(), st.none() | st.floats(0, 1e6)), max_size=8),
)
async def test_attempts_and_waits_are_bounded_whatever_happens(
    attempts: int, faults: list[tuple[bool, float | None]]
) -> None:
    policy = RetryPolicy(max_attempts=attempts, max_delay_s=5, max_retry_after_s=10)
    script: list[Line] = [fault(after, retryable=passing) for passing, after in faults]
    inner, clock = ScriptedModel([*script, "yes"]), FakeClock()
    model = RetryingModel(inner, policy=policy, clock=clock, chance=random.Random(1))
    outcome: str | None = None
    with suppress(ProviderError):
        outcome = (await model.complete(make_request())).text
    assert len(inner.requests) <= attempts
    assert sum(clock.slept) <= 15 * (attempts - 1)
    should_succeed = len(faults) < attempts and all(passing for passing, _ in faults)
    assert (outcome == "yes") is should_succeed


def test_callers_do_not_return_at_the_same_moment() -> None:
    chance = random.Random(3)
    waits = {delay_s(POLICY, 1, 5.0, chance) for _ in range(20)}
    assert len(waits) == 20
