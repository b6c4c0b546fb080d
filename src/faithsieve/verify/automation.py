"""Proof attempts that need no model, tried on goals that the judge builds.

A statement is frozen once; everything later refers to the frozen statement, and nobody but the
judge writes the goal of a refutation.
"""

from collections.abc import Sequence

from faithsieve.lean.attempts import Attempt, core_attempts, mathlib_attempts
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.quarantine import QUARANTINED
from faithsieve.lean.signature import read_signature
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement
from faithsieve.verify.statement_parts import StatementParts, opened_parts

_MOST_BEHIND = 12
CLAIMED = "claimed"
"""The name under which a refutation introduces the claim."""


class Automation:
    """Bodies that need no model, tried on goals built from a frozen statement."""

    def __init__(self, judge: StatementJudge, *, timeout_s: float = 30.0) -> None:
        self.judge = judge
        self.timeout_s = timeout_s
        self.tried = 0
        self.both_proved = False

    async def prove(self, frozen: FrozenStatement, parts: StatementParts) -> ProofJudgement | None:
        """Try the claim itself, and behind its leading ``∀`` and ``→`` where it has some."""
        found = await self._first(frozen, _attempts(frozen, _text(parts)), Polarity.CLAIM)
        behind = _behind_quantifiers(frozen, parts) if found is None else ()
        found = found or await self._first(frozen, behind, Polarity.CLAIM)
        return found or await self._first(frozen, await self._searched(frozen), Polarity.CLAIM)

    async def _searched(self, frozen: FrozenStatement) -> list[Attempt]:
        """Proofs that the backend finds in its library, where it can search one."""
        if frozen.dialect != "mathlib":
            return []
        bodies = await self.judge.find_lemmas(frozen)
        return [Attempt(name="library search", body=body, heartbeats=40_000) for body in bodies]

    async def contradict(
        self, frozen: FrozenStatement, parts: StatementParts, *, extra: Sequence[str] = ()
    ) -> ProofJudgement | None:
        """Try ``H x → ¬ C x``."""
        denied = parts.with_conclusion(f"¬ ({parts.conclusion})")
        assumed = f"{parts.signature.binders_text} ({CLAIMED} : {parts.conclusion}) : False"
        direct = [a for a in _attempts(frozen, denied) if not a.is_risky][:8]
        applied = [_behind(CLAIMED, attempt) for attempt in _attempts(frozen, assumed)]
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
            self.both_proved |= is_quarantined(judgements)
            if found := accepted_proof(judgements, frozen, polarity):
                return found
        return None


def _attempts(frozen: FrozenStatement, text: str) -> tuple[Attempt, ...]:
    signature = read_signature(text)
    return core_attempts(signature) if frozen.dialect == "core" else mathlib_attempts(signature)


def is_evidence(judgement: ProofJudgement, frozen: FrozenStatement, polarity: Polarity) -> bool:
    """Whether a judgement is an accepted proof about exactly this statement and goal."""
    return (
        judgement.is_accepted
        and judgement.statement_digest == frozen.type_digest
        and judgement.polarity is polarity
    )


def accepted_proof(
    judgements: Sequence[ProofJudgement], frozen: FrozenStatement, polarity: Polarity
) -> ProofJudgement | None:
    """The proof among the judgements of one question, which ends with the first accepted body."""
    last = judgements[-1] if judgements else None
    return last if last is not None and is_evidence(last, frozen, polarity) else None


def is_quarantined(judgements: Sequence[ProofJudgement]) -> bool:
    """Whether the judge held a proof back because the opposite is proved as well."""
    return any(judgement.reason == QUARANTINED for judgement in judgements)


def _text(parts: StatementParts) -> str:
    return f"{parts.signature.binders_text} : {parts.conclusion}"


def _behind_quantifiers(frozen: FrozenStatement, parts: StatementParts) -> list[Attempt]:
    """Introduce what the conclusion quantifies, so that hypotheses are tried at it too."""
    opened = opened_parts(parts)
    known = len(parts.signature.binders)
    names = [name for binder in opened.signature.binders[known:] for name in binder.names]
    if not names or opened.conclusion == parts.conclusion:
        return []
    attempts = [a for a in _attempts(frozen, _text(opened)) if not a.is_risky][:_MOST_BEHIND]
    return [_behind(" ".join(names), attempt) for attempt in attempts]


def _behind(names: str, attempt: Attempt) -> Attempt:
    return Attempt(**(dict(attempt) | {"body": f"intro {names}\n{attempt.body}"}))
