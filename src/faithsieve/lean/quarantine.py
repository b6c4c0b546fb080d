"""Statements of which the claim and a refutation were both proved: from then on neither counts.

Either the hypotheses exclude each other, so that everything follows from them, or something in this
tool is wrong. Both ways no proof about the statement is evidence (``docs/soundness.md``).
"""

from collections.abc import Iterable

from faithsieve.records.digest import Digest
from faithsieve.records.lean import Polarity, ProofJudgement, ProofVerdict, SoundnessLayer

QUARANTINED = "quarantined"
"""The reason code of a proof that would be accepted if its opposite had not been."""


class Quarantine:
    """Remembers which goals of which statements were proved."""

    def __init__(self) -> None:
        self._proved: dict[Digest, set[Polarity]] = {}

    def holds(self, type_digest: Digest) -> bool:
        """Whether the claim and a refutation of it were both proved."""
        proved = self._proved.get(type_digest, set())
        return Polarity.CLAIM in proved and len(proved) > 1

    def filter(self, judgements: Iterable[ProofJudgement]) -> tuple[ProofJudgement, ...]:
        """Turn acceptances about a statement in quarantine into open judgements."""
        return tuple(self._seen(judgement) for judgement in judgements)

    def _seen(self, judgement: ProofJudgement) -> ProofJudgement:
        about = judgement.statement_digest
        if about is None or not judgement.is_accepted:
            return judgement
        self._proved.setdefault(about, set()).add(judgement.polarity)
        return _held(judgement) if self.holds(about) else judgement


def _held(judgement: ProofJudgement) -> ProofJudgement:
    held = {
        "verdict": ProofVerdict.INCONCLUSIVE,
        "reason": QUARANTINED,
        "layer": SoundnessLayer.GATE,
        "detail": "the claim and a refutation of it are both proved",
    }
    return judgement.changed(**held)
