import asyncio

from hypothesis import given
from hypothesis.strategies import integers, lists

from faithsieve.turns import TurnSlots, WaitTracker, awaiting, current_turn, taking_turn, tracked_by


async def served(turns: list[int], slots: int) -> list[int]:
    """Let a task for each turn take a slot; return the turns in the order they were served."""
    free, order = TurnSlots(slots), []

    async def work() -> None:
        async with free:
            order.append(current_turn())
            await asyncio.sleep(0)

    tasks = []
    for turn in turns:
        with taking_turn(turn):
            tasks.append(asyncio.create_task(work()))
    await asyncio.gather(*tasks)
    return order


@given(turns=lists(integers(0, 5), max_size=12))
def test_of_those_who_wait_the_lowest_turn_is_served_first(turns: list[int]) -> None:
    order = asyncio.run(served(turns, slots=1))
    # The first found a free slot.
    assert order == [*turns[:1], *sorted(turns[1:])]


async def test_outside_of_a_run_first_come_is_first_served() -> None:
    assert current_turn() == 0
    assert await served([0] * 5, slots=2) == [0] * 5


async def test_a_cancelled_wait_costs_no_slot() -> None:
    slots = TurnSlots(1)
    await slots.acquire()
    waiting = asyncio.create_task(slots.acquire())
    await asyncio.sleep(0)
    assert slots.is_awaited
    # Served and cancelled in one moment.
    slots.release()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not slots.is_awaited
    async with asyncio.timeout(1):
        await slots.acquire()


async def test_a_tracker_says_what_the_tasks_under_it_wait_for() -> None:
    seen: list[str] = []
    tracker = WaitTracker(lambda: seen.append(tracker.words))
    go_on = asyncio.Event()

    async def ask() -> None:
        with awaiting("the model"):
            await go_on.wait()

    with tracked_by(tracker):
        asks = [asyncio.create_task(ask()) for _ in range(2)]
        with awaiting("Lean"):
            await asyncio.sleep(0)
            assert tracker.words == "waiting for the model (2) and Lean"
    go_on.set()
    await asyncio.gather(*asks)
    assert tracker.words == ""
    assert seen[-1] == ""


async def test_who_is_not_tracked_waits_unseen() -> None:
    tracker = WaitTracker()
    with awaiting("a rate limit"):
        assert tracker.words == ""
