"""Time as an argument: what waits is told how to wait, so that tests do not."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """A clock that never jumps, and a way to wait by it."""

    def monotonic(self) -> float:
        """Return seconds from a fixed, unknown moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
