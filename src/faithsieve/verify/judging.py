"""What stage two needs of a judge, and automation written in terms of it.

``lean/soundness.py`` is the judge; this is its shape, so that stage two can be tested with a
scripted one. A statement is frozen once; everything later refers to the frozen statement, and the
judge builds the goals of a refutation from it (law 2).
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from faithsieve.lean.attempts import Attempt, core_attempts, mathlib_attempts
from faithsieve.lean.signature import read_signature
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofJudgement,
    RefusedStatement,
    StatementProbe,
)
from faithsieve.verify.statement_parts import StatementParts

Dialect = Literal["core", "mathlib"]
CLAIMED = "claimed"
"""The name under which a refutation introduces the claim."""


class StatementJudge(Protocol):
    """Freezes statements and judges proofs about them; raises ``LeanUnavailable``."""

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


class Automation:
    """Bodies that need no model, tried on goals built from a frozen statement."""

    def __init__(
        self, judge: StatementJudge, *, dialect: Dialect = "core", timeout_s: float = 30.0
    ) -> None:
        self.judge = judge
        self.dialect: Dialect = dialect
        self.timeout_s = timeout_s
        self.tried = 0

    async def prove(self, frozen: FrozenStatement, parts: StatementParts) -> ProofJudgement | None:
        """Try the claim itself."""
        attempts = self._attempts(_text(parts))
        return await self._first(frozen, attempts, Polarity.CLAIM)

    async def contradict(
        self, frozen: FrozenStatement, parts: StatementParts, *, extra: Sequence[str] = ()
    ) -> ProofJudgement | None:
        """Try ``H x → ¬ C x``."""
        denied = parts.with_conclusion(f"¬ ({parts.conclusion})")
        assumed = f"{parts.signature.binders_text} ({CLAIMED} : {parts.conclusion}) : False"
        direct = [a for a in self._attempts(denied) if not a.is_risky][:8]
        applied = [
            Attempt(
                name=attempt.name,
                body=f"intro {CLAIMED}\n{attempt.body}",
                heartbeats=attempt.heartbeats,
                is_risky=attempt.is_risky,
            )
            for attempt in self._attempts(assumed)
        ]
        attempts = [*(Attempt(name="instance", body=body) for body in extra), *direct, *applied]
        return await self._first(frozen, attempts, Polarity.CONTRADICTION)

    async def _first(
        self, frozen: FrozenStatement, attempts: Sequence[Attempt], polarity: Polarity
    ) -> ProofJudgement | None:
        """The first accepted body; risky ones go into a request of their own."""
        calm = [attempt for attempt in attempts if not attempt.is_risky]
        risky = [attempt for attempt in attempts if attempt.is_risky]
        for group in (calm, risky):
            bodies = tuple(dict.fromkeys(attempt.body for attempt in group))
            if not bodies:
                continue
            judgements = await self.judge.judge_first(
                frozen,
                bodies,
                polarity=polarity,
                timeout_s=self.timeout_s,
                heartbeats=max(attempt.heartbeats for attempt in group),
            )
            self.tried += len(judgements)
            if judgements and judgements[-1].is_accepted:
                return judgements[-1]
        return None

    def _attempts(self, text: str) -> tuple[Attempt, ...]:
        signature = read_signature(text)
        return core_attempts(signature) if self.dialect == "core" else mathlib_attempts(signature)


def _text(parts: StatementParts) -> str:
    return f"{parts.signature.binders_text} : {parts.conclusion}"
