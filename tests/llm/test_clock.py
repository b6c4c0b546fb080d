"""The system's clock goes forward while one sleeps by it."""

from faithsieve.llm.clock import SystemClock


async def test_sleeping_takes_time_by_the_same_clock() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0.01)
    assert clock.monotonic() - before >= 0.009
