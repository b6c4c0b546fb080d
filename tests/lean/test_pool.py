import asyncio
import time
from functools import partial

import pytest

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_worker import (
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
    WorkerTimeoutError,
)
from faithsieve.lean.pool import LeanPool, PoolSettings, workers_that_fit
from faithsieve.lean.work_time import metered
from faithsieve.turns import awaiting, taking_turn
from support.lean_workers import FakeWorker, FakeWorkers, Line, make_toolchain


class StuckWorker(FakeWorker):
    """A worker that answers, or gets ready, only when it is killed."""

    def __init__(self, factory: FakeWorkers, *, at: str) -> None:
        super().__init__(factory)
        self.at = at
        self.is_stuck = asyncio.Event()
        self.killed = asyncio.Event()

    async def start(self) -> None:
        await super().start()
        if self.at == "start":
            self.is_stuck.set()
            await self.killed.wait()
            raise FileNotFoundError("the mailbox is gone")

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        self.is_stuck.set()
        await self.killed.wait()
        raise WorkerCrashError("killed")

    async def stop(self) -> None:
        self.killed.set()
        await super().stop()


class SlowToStop(FakeWorker):
    """A worker whose process takes its time to end."""

    async def stop(self) -> None:
        await asyncio.sleep(0.05)
        await super().stop()


class StuckAndSlowToStop(SlowToStop, StuckWorker):
    """Both at once."""


QUESTION: dict[str, object] = {"op": "check", "text": "theorem"}


def make_pool(workers: FakeWorkers, **settings: float) -> LeanPool:
    chosen = PoolSettings.model_validate({"backoff_s": 0.0, **settings})
    return LeanPool(make_toolchain(), chosen, make_worker=workers)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class SlowWorker(FakeWorker):
    """A worker that takes its time to answer."""

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        self.factory.asked.append(request)
        await asyncio.sleep(0.05)
        return {}


async def test_a_meter_counts_how_long_lean_worked_and_not_how_long_it_was_waited_for() -> None:
    async def metered_ask() -> float:
        with metered() as meter:
            await pool.ask(QUESTION, timeout_s=1)
        return meter.seconds

    async with make_pool(FakeWorkers(kind=SlowWorker)) as pool:
        began = time.monotonic()
        each = await asyncio.gather(*(metered_ask() for _ in range(4)))
    # One worker: with the waits the four would add up to more than twice the time.
    assert 4 * 0.05 <= sum(each) <= time.monotonic() - began


async def test_the_earliest_proof_is_served_first_and_its_questions_in_their_order() -> None:
    workers = FakeWorkers(kind=SlowWorker)
    async with make_pool(workers) as pool:
        asks = []
        for place, text in [(3, "c"), (2, "b1"), (1, "a"), (2, "b2")]:
            with taking_turn(place):
                asks.append(asyncio.create_task(pool.ask({"text": text}, timeout_s=1)))
        await asyncio.gather(*asks)
    # The first of all finds a free worker.
    assert [request["text"] for request in workers.asked] == ["c", "a", "b1", "b2"]


async def test_the_first_worker_starts_while_the_model_is_waited_for() -> None:
    workers = FakeWorkers(lambda request: {"n": 1})
    async with make_pool(workers, size=2) as pool:
        with awaiting("a rate limit"):
            await settle()
        assert not workers.made
        for _ in range(2):
            with awaiting("the model"):
                await settle()
        await pool.ask(QUESTION, timeout_s=1)
        assert len(workers.made) == 1


async def test_an_idle_worker_is_ended_and_another_started_when_it_is_needed() -> None:
    workers = FakeWorkers(lambda request: {"n": 1})
    async with make_pool(workers, idle_s=0.02) as pool:
        await pool.ask(QUESTION, timeout_s=1)
        await asyncio.sleep(0.08)
        assert workers.made[0].stopped
        assert (await pool.ask(QUESTION, timeout_s=1))["n"] == 1
    assert workers.starts == 2


async def test_a_lost_worker_is_replaced_beside_the_queue() -> None:
    workers = FakeWorkers([SLOW, {"n": 1}], kind=SlowToStop)
    async with make_pool(workers) as pool:
        late = asyncio.create_task(pool.ask(QUESTION, timeout_s=1))
        waiting = asyncio.create_task(pool.ask({"text": "next"}, timeout_s=1))
        with pytest.raises(WorkerTimeoutError):
            await late
        assert not workers.made[0].stopped
        assert (await waiting)["n"] == 1
    assert workers.starts == 2


@pytest.mark.parametrize("each_bytes", [1, 1 << 60])
def test_at_least_one_worker_fits(each_bytes: int) -> None:
    assert workers_that_fit(each_bytes) >= 1


DIED, KILLED = WorkerCrashError("died"), WorkerKilledError("exit code -9")
EXHAUSTED, SLOW = WorkerExhaustedError("call stack"), WorkerTimeoutError("slow")


@pytest.mark.parametrize(
    ("script", "raised", "is_poisoned"),
    [
        ([DIED], None, False),
        ([DIED, DIED], LeanCrashError, True),
        ([EXHAUSTED], LeanCrashError, True),
        ([SLOW], WorkerTimeoutError, False),
        ([KILLED, KILLED], LeanUnavailableError, False),
        ([DIED, KILLED], LeanUnavailableError, False),
    ],
)
async def test_a_crash_is_tried_again_once_and_poisons_a_request_that_alone_can_be_its_cause(
    script: list[Line], raised: type[Exception] | None, is_poisoned: bool
) -> None:
    workers = FakeWorkers([*script, {"n": 1}, {"n": 1}])
    async with make_pool(workers) as pool:
        if raised is None:
            assert (await pool.ask(QUESTION, timeout_s=1))["n"] == 1
        else:
            with pytest.raises(raised) as caught:
                await pool.ask(QUESTION, timeout_s=1)
            assert type(caught.value) is raised
        assert len(workers.asked) == len(script) + (raised is None)
        assert all(worker.stopped for worker in workers.made[: len(script)])
        if is_poisoned:
            with pytest.raises(LeanCrashError, match="not tried again"):
                await pool.ask(QUESTION, timeout_s=1)
            assert len(workers.asked) == len(script)
        question: dict[str, object] = {"text": "another"} if is_poisoned else QUESTION
        assert (await pool.ask(question, timeout_s=1))["n"] == 1
        assert pool.crashes == sum(isinstance(line, WorkerCrashError) for line in script)


@pytest.mark.parametrize(("max_uses", "starts"), [(None, 1), (1, 2)])
async def test_a_worker_answers_many_requests_until_it_is_worn(
    max_uses: int | None, starts: int
) -> None:
    workers = FakeWorkers([{"n": 1}, {"n": 2}], max_uses=max_uses)
    async with make_pool(workers) as pool:
        await pool.warm_up()
        assert workers.starts == 1
        assert [(await pool.ask(QUESTION, timeout_s=1))["n"] for _ in range(2)] == [1, 2]
        assert workers.starts == starts
        assert workers.made[0].stopped is (starts == 2)


async def test_after_failed_starts_requests_are_refused_at_once_with_the_cause_for_a_while() -> (
    None
):
    errors = [LeanUnavailableError(f"no {n}") for n in range(3)]
    workers = FakeWorkers([{"n": 1}], start_errors=errors)
    async with make_pool(workers, start_attempts=3) as pool:
        for n in range(5):
            with pytest.raises(LeanUnavailableError, match="no 2"):
                await pool.ask({"text": n}, timeout_s=1)
        assert workers.starts == 3
        pool._clock = lambda: time.monotonic() + 61
        assert (await pool.ask(QUESTION, timeout_s=1))["n"] == 1
    assert all(worker.stopped for worker in workers.made)


async def test_a_request_that_waits_too_long_never_reaches_lean() -> None:
    workers = FakeWorkers(kind=partial(StuckWorker, at="ask"))
    async with make_pool(workers, queue_timeout_s=0.01) as pool:
        first = asyncio.create_task(pool.ask(QUESTION, timeout_s=1))
        await settle()
        with pytest.raises(LeanUnavailableError, match="became free"):
            await pool.ask({"text": "second"}, timeout_s=1)
        first.cancel()
    assert len(workers.made) == 1


async def test_a_request_cancelled_twice_costs_no_seat() -> None:
    workers = FakeWorkers(kind=partial(StuckAndSlowToStop, at="ask"))
    async with make_pool(workers, queue_timeout_s=0.5) as pool:
        for n in range(2):
            ask = asyncio.create_task(pool.ask({"text": n}, timeout_s=1))
            for _ in range(2):
                await settle()
                ask.cancel()
            with pytest.raises(asyncio.CancelledError):
                await ask
            # Its worker is ended beside the queue.
            await asyncio.sleep(0.1)
        assert workers.starts == 2
    assert all(worker.stopped for worker in workers.made)


async def test_closing_stops_every_worker_and_refuses_further_requests() -> None:
    workers = FakeWorkers(lambda request: {})
    pool = make_pool(workers, size=3)
    await asyncio.gather(*(pool.ask({"text": n}, timeout_s=1) for n in range(6)))
    await pool.aclose()
    assert all(worker.stopped for worker in workers.made)
    assert pool.rss_bytes == 0
    with pytest.raises(LeanUnavailableError, match="closed"):
        await pool.ask(QUESTION, timeout_s=1)


@pytest.mark.parametrize("at", ["start", "ask"])
async def test_closing_ends_a_busy_and_a_waiting_request_and_starts_nothing(at: str) -> None:
    workers = FakeWorkers(kind=partial(StuckWorker, at=at))
    pool = make_pool(workers)
    asks = [asyncio.create_task(pool.ask({"text": n}, timeout_s=1)) for n in range(3)]
    await settle()
    (stuck,) = workers.made
    assert isinstance(stuck, StuckWorker)
    assert stuck.is_stuck.is_set()
    await pool.aclose()
    async with asyncio.timeout(5):
        ended = await asyncio.gather(*asks, return_exceptions=True)
    assert [str(error) for error in ended] == ["the Lean pool is closed"] * 3
    await settle()
    assert (workers.starts, len(workers.made), pool.rss_bytes) == (1, 1, 0)


async def test_a_caller_cancelled_during_a_start_is_cancelled_and_leaves_nothing() -> None:
    workers = FakeWorkers(kind=partial(StuckWorker, at="start"))
    async with make_pool(workers) as pool:
        ask = asyncio.create_task(pool.ask(QUESTION, timeout_s=1))
        await settle()
        ask.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ask
        assert workers.made[0].stopped
        assert pool.rss_bytes == 0
