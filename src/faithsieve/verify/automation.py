"""Proof attempts that need no model, tried on goals that the judge builds.

A statement is frozen once; everything later refers to the frozen statement, and nobody but the
judge writes the goal of a refutation.
"""

from collections.abc import Sequence

from faithsieve.lean.attempts import Attempts, write_attempts
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.quarantine import QUARANTINED
from faithsieve.lean.signature import read_signature
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement
from faithsieve.verify.statement_parts import StatementParts

_MOST_BEHIND = 12
CLAIMED = "claimed"
"""The name under which a refutation introduces the claim."""


class Automation:
    """Tries proof bodies that need no model on goals built from a frozen statement."""

    def __init__(self, judge: StatementJudge, *, timeout_s: float = 30.0) -> None:
        self.judge = judge
        self.timeout_s = timeout_s
        self.tried = 0
        self.both_proved = False

    async def prove(self, frozen: FrozenStatement, parts: StatementParts) -> ProofJudgement | None:
        """Try the claim itself, and behind its leading ``∀`` and ``→`` where it has some."""
        attempts = _attempts(frozen, _text(parts))
        found = await self._first(frozen, attempts, Polarity.CLAIM)
        if found is None:
            behind = attempts._replace(calm=_behind_quantifiers(frozen, parts), risky=())
            found = await self._first(frozen, behind, Polarity.CLAIM)
        return found

    async def contradict(
        self, frozen: FrozenStatement, parts: StatementParts, *, extra: Sequence[str] = ()
    ) -> ProofJudgement | None:
        """Try ``H x → ¬ C x``."""
        denied = parts.with_conclusion(f"¬ ({parts.conclusion})")
        assumed = f"{parts.signature.binders_text} ({CLAIMED} : {parts.conclusion}) : False"
        direct = _attempts(frozen, denied).calm[:8]
        calm, risky, heartbeats = _attempts(frozen, assumed)
        bodies = (*extra, *direct, *(_behind(CLAIMED, body) for body in calm))
        attempts = Attempts(bodies, [_behind(CLAIMED, body) for body in risky], heartbeats)
        return await self._first(frozen, attempts, Polarity.CONTRADICTION)

    async def _first(
        self, frozen: FrozenStatement, attempts: Attempts, polarity: Polarity
    ) -> ProofJudgement | None:
        """Return the first accepted body; risky bodies are judged in a separate request."""
        for group in (attempts.calm, attempts.risky):
            if not group:
                continue
            judgements = await self.judge.judge_first(
                frozen,
                tuple(dict.fromkeys(group)),
                polarity=polarity,
                timeout_s=self.timeout_s,
                heartbeats=attempts.heartbeats,
            )
            self.tried += len(judgements)
            self.both_proved |= is_quarantined(judgements)
            if found := accepted_proof(judgements, frozen, polarity):
                return found
        return None


def _attempts(frozen: FrozenStatement, text: str) -> Attempts:
    return write_attempts(read_signature(text), frozen.dialect)


def is_evidence(judgement: ProofJudgement, frozen: FrozenStatement, polarity: Polarity) -> bool:
    """Return whether a judgement is an accepted proof about exactly this statement and goal."""
    return (
        judgement.is_accepted
        and judgement.statement_digest == frozen.type_digest
        and judgement.polarity is polarity
    )


def accepted_proof(
    judgements: Sequence[ProofJudgement], frozen: FrozenStatement, polarity: Polarity
) -> ProofJudgement | None:
    """Return the last judgement if it is an accepted proof: judging stops at the first one."""
    last = judgements[-1] if judgements else None
    return last if last is not None and is_evidence(last, frozen, polarity) else None


async def first_accepted(
    judge: StatementJudge,
    frozen: FrozenStatement,
    bodies: Sequence[str],
    *,
    polarity: Polarity,
    timeout_s: float = 30.0,
    heartbeats: int | None = None,
) -> ProofJudgement | None:
    """Judge proof bodies in order and return the first accepted proof, or None."""
    judged = await judge.judge_first(
        frozen, bodies, polarity=polarity, timeout_s=timeout_s, heartbeats=heartbeats
    )
    return accepted_proof(judged, frozen, polarity)


def is_quarantined(judgements: Sequence[ProofJudgement]) -> bool:
    """Return whether the judge held a proof back because the opposite is proved as well."""
    return any(judgement.reason == QUARANTINED for judgement in judgements)


def _text(parts: StatementParts) -> str:
    return f"{parts.signature.binders_text} : {parts.conclusion}"


def _behind_quantifiers(frozen: FrozenStatement, parts: StatementParts) -> tuple[str, ...]:
    """Introduce the conclusion's quantified variables, so that hypotheses are tried on them."""
    if parts.opened is None:
        return ()
    names, text = parts.opened
    bodies = _attempts(frozen, text).calm[:_MOST_BEHIND]
    return tuple(_behind(" ".join(names), body) for body in bodies)


def _behind(names: str, body: str) -> str:
    return f"intro {names}\n{body}"
