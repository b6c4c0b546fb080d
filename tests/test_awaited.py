import asyncio

from faithsieve.awaited import WaitTracker, awaiting, tracked_by


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
