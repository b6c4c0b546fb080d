"""Retries are bounded, patient and never for faults that are final."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import REFUSED, BudgetExceededError, ErrorDetails, ProviderError
from faithsieve.llm.limits import RetryingModel, RetryPolicy, delay_s
from faithsieve.llm.scripted import Line, ScriptedModel
from support.chat import make_request
from support.clock import FakeClock

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
