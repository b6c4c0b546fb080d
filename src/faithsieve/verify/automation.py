"""Proof attempts that need no model, tried on goals that the judge builds.

A statement is frozen once; everything later refers to the frozen statement, and nobody but the
judge writes the goal of a refutation. A search ends at its budget of heartbeats, which are the same
on every machine, and what ran out of them is not tried again in another guise.
"""

from collections.abc import Sequence

from faithsieve.lean.attempts import Attempts, is_guise_of, write_attempts
from faithsieve.lean.judges import spent_on
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.signature import read_signature
from faithsieve.records.lean import QUARANTINED, FrozenStatement, Polarity, ProofJudgement
from faithsieve.verify.statement_parts import StatementParts

_MOST_BEHIND = 12
_AT_ONCE = 4
"""Bodies of one request; between requests those are left out that would fail like earlier ones."""
_MOST_UNDOUBTED = 4
"""Bodies for the contradiction of a claim that nobody doubts and that no point was tried on."""
CLAIMED = "claimed"
"""The name under which a refutation introduces the claim."""


class Automation:
    """Tries proof bodies that need no model on goals built from a frozen statement."""

    def __init__(
        self, judge: StatementJudge, *, timeout_s: float = 30.0, budget: int | None = None
    ) -> None:
        """Search with a judge.

        Args:
            judge: Who judges bodies.
            timeout_s: Processor seconds of one request to Lean.
            budget: Thousands of heartbeats that the search for one side may take.
        """
        self.judge = judge
        self.timeout_s = timeout_s
        self.budget = budget
        self.tried = 0
        self.both_proved = False

    async def prove(self, parts: StatementParts) -> ProofJudgement | None:
        """Try the claim itself, and behind its leading ``∀`` and ``→`` where it has some."""
        attempts = _attempts(parts, f"{parts.signature.binders_text} : {parts.conclusion}")
        found = await self._first(parts.frozen, attempts, Polarity.CLAIM)
        if found is None and parts.opened is not None:
            # Hypotheses are tried on the variables that the conclusion quantifies over.
            names, text = parts.opened
            opened = _attempts(parts, text).bodies[:_MOST_BEHIND]
            behind = attempts._replace(bodies=[_behind(" ".join(names), body) for body in opened])
            found = await self._first(parts.frozen, behind, Polarity.CLAIM)
        return found

    async def contradict(
        self, parts: StatementParts, *, extra: Sequence[str] = (), is_doubted: bool = True
    ) -> ProofJudgement | None:
        """Try ``H x → ¬ C x``; of a claim that nobody doubts only with the likeliest bodies."""
        denied = parts.with_conclusion(f"¬ ({parts.conclusion})")
        assumed = f"{parts.signature.binders_text} ({CLAIMED} : {parts.conclusion}) : False"
        direct = _attempts(parts, denied).bodies[:8]
        behind, heartbeats = _attempts(parts, assumed)
        bodies = (*extra, *direct, *(_behind(CLAIMED, body) for body in behind))
        attempts = Attempts(bodies if is_doubted else bodies[:_MOST_UNDOUBTED], heartbeats)
        return await self._first(parts.frozen, attempts, Polarity.CONTRADICTION)

    async def _first(
        self, frozen: FrozenStatement, attempts: Attempts, polarity: Polarity
    ) -> ProofJudgement | None:
        """Return the first accepted body."""
        left, given_up = self.budget, []
        waiting = list(dict.fromkeys(attempts.bodies))
        while waiting and (left is None or left > 0):
            judgements = await self.judge.judge_first(
                frozen,
                tuple(waiting[:_AT_ONCE]),
                polarity=polarity,
                timeout_s=self.timeout_s,
                heartbeats=attempts.heartbeats,
                budget=left,
            )
            self.tried += len(judgements)
            self.both_proved |= is_quarantined(judgements)
            if found := accepted_proof(judgements, frozen, polarity):
                return found
            left = None if left is None else left - sum(map(spent_on, judgements))
            given_up += [j.body for j in judgements if j.reason == "timeout"]
            waiting = [
                body
                for body in waiting[max(1, len(judgements)) :]
                if not any(is_guise_of(body, earlier) for earlier in given_up)
            ]
        return None


def _attempts(parts: StatementParts, text: str) -> Attempts:
    has_mathlib = parts.frozen.environment == "mathlib"
    return write_attempts(read_signature(text), has_mathlib=has_mathlib)


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


def _behind(names: str, body: str) -> str:
    return f"intro {names}\n{body}"
