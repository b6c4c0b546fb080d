"""Lean checks as artifacts: asked once, kept under the digest of everything that decides them.

Only what Lean said about the text is kept (``ok`` and ``error``). A timeout or an infrastructure
failure says something about the machine and the moment, so it is asked again next time (laws 1, 3).
"""

from typing import Protocol

from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.digest import Digest
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus

KEPT = frozenset({LeanStatus.OK, LeanStatus.ERROR})


class KeyedChecker(LeanChecker, Protocol):
    """A checker that knows the digest of a check before it is made."""

    def key(self, source: LeanSource) -> Digest:
        """The content address of source, toolchain and options."""
        ...


class LeanLedger(Protocol):
    """Where checks are kept; ``keep`` returns only when its effect is durable."""

    async def find(self, key: Digest) -> LeanReport | None:
        """The report kept under a key, or None."""
        ...

    async def keep(self, key: Digest, source: LeanSource, report: LeanReport) -> None:
        """Write a report down."""
        ...


class MemoryLeanLedger:
    """A ledger that lives as long as the process: for tests and demonstrations."""

    def __init__(self) -> None:
        self.reports: dict[Digest, LeanReport] = {}

    async def find(self, key: Digest) -> LeanReport | None:
        """The report under a key, or None."""
        return self.reports.get(key)

    async def keep(self, key: Digest, source: LeanSource, report: LeanReport) -> None:
        """Remember a report."""
        self.reports[key] = report


class CachedLean:
    """A :class:`~faithsieve.lean.protocol.LeanChecker` that makes each check at most once."""

    def __init__(self, inner: KeyedChecker, ledger: LeanLedger) -> None:
        self.inner = inner
        self.ledger = ledger

    def key(self, source: LeanSource) -> Digest:
        """The content address of a check."""
        return self.inner.key(source)

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Return the kept report, or ask and keep the answer."""
        key = self.inner.key(source)
        kept = await self.ledger.find(key)
        # A report that is not about this very check is damage, never an answer.
        if kept is not None and kept.digest == key and kept.status in KEPT:
            return kept
        report = await self.inner.check(source, timeout_s=timeout_s)
        if report.status in KEPT and report.digest == key:
            await self.ledger.keep(key, source, report)
        return report
