"""A clock that stands still until somebody sleeps."""

import asyncio

from faithsieve.llm.limits import Clock


class FakeClock(Clock):
    """Sleeping moves it at once; every sleeper gives way to the others."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)
