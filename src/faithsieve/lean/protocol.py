"""What FaithSieve asks of Lean: to check a snippet, and to judge proofs of frozen statements.

Every adapter checks; ``soundness.py`` judges; caches and accounts around a judge are judges too.

When Lean does not answer, a checker returns a status and a judge does one of two things. What is
about the request alone comes back as a value, and the next request finds a fresh worker:

- out of time: ``inconclusive``, reason ``timeout`` (a probe: what it found, with a detail);
- the request overflowed the stack or filled the memory of its worker, or ended two workers by
  itself: ``inconclusive``, reason ``resource``, never tried again (a probe as above).

What is about Lean itself raises ``LeanUnavailableError`` from every method, with the cause in its
message: Lean is not installed, did not start (three attempts, seconds apart; for the next minute
further requests are refused at once with the same cause), its process is killed from outside twice
while it works on one request, no worker became free in time, the reply is garbled, the pool is
closed. None of these is a verdict.
"""

from collections.abc import Sequence
from typing import Protocol

from faithsieve.records.lean import (
    FiniteModel,
    FrozenStatement,
    LeanReport,
    LeanSource,
    Polarity,
    ProbeOrder,
    ProofJudgement,
    RefusedStatement,
    StatementProbe,
)


class LeanChecker(Protocol):
    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Check one snippet; a timeout or a dead backend is a status, not an exception."""


class StatementJudge(Protocol):
    """Freezes statements and judges proofs about them; raises ``LeanUnavailableError``."""

    @property
    def toolchain(self) -> str:
        """The fingerprint of the Lean behind it."""

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        """Read one signature and freeze its elaborated type."""

    async def judge_first(
        self,
        statement: FrozenStatement,
        bodies: Sequence[str],
        *,
        polarity: Polarity = Polarity.CLAIM,
        timeout_s: float = 30.0,
        heartbeats: int | None = None,
        budget: int | None = None,
    ) -> tuple[ProofJudgement, ...]:
        """Judge bodies in order until one is accepted; one judgement for each that was tried.

        ``heartbeats`` limits each body and ``budget`` all together, in thousands: unlike seconds,
        these are the same on every machine.
        """

    async def probe(self, statement: FrozenStatement, order: ProbeOrder) -> StatementProbe:
        """Prove what makes a statement worthless; finding nothing does not mean faithful."""

    async def finite_model(
        self, statement: FrozenStatement, names: Sequence[str]
    ) -> FiniteModel | None:
        """Search for a finite counterexample; the proof in it is a proposal to be judged."""
        return None
