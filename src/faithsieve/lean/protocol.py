"""What FaithSieve asks of Lean: to check a snippet, and to judge proofs of frozen statements.

Every adapter checks; ``soundness.py`` judges. Pools, caches and meters look the same from outside.
"""

from collections.abc import Sequence
from typing import Protocol

from faithsieve.records.lean import (
    FrozenStatement,
    LeanReport,
    LeanSource,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    StatementProbe,
)


class LeanChecker(Protocol):
    """Anything that checks a snippet; adapters, pools and caches look the same from outside."""

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Check one snippet; a timeout or a dead backend is a status, not an exception."""
        ...


class StatementJudge(Protocol):
    """Freezes statements and judges proofs about them; raises ``LeanUnavailableError``."""

    @property
    def toolchain(self) -> str:
        """The fingerprint of the Lean behind it."""
        ...

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        """Read one signature and freeze its elaborated type."""
        ...

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        """Judge bodies in order until one is accepted; one judgement for each that was tried."""
        ...

    async def probe(self, statement: FrozenStatement) -> StatementProbe:
        """Try to show that a statement is worthless; failing to is no praise."""
        ...
