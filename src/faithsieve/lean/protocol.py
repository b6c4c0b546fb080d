"""The one question FaithSieve puts to Lean, and the shape of every adapter."""

from typing import Protocol

from faithsieve.records.lean import LeanReport, LeanSource


class LeanChecker(Protocol):
    """Anything that checks a snippet; adapters, pools and caches look the same from outside."""

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Check one snippet; a timeout or a dead backend is a status, not an exception."""
        ...
