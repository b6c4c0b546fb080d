"""The faithfulness score and the gate's decision, as pure arithmetic (paper eq. 1, 2, app. C.2).

The model judges slots and aspects; nothing it says about totals or status is read. Direction, role
and conclusion are critical: a high average cannot make up for proving the converse, assuming the
target or changing the claim.

A statement that says less or more than the claim is not lost: refuting the weaker one still refutes
the claim, proving the stronger one still supports it. The same equations then score only what that
direction needs, and the checker must have said so.
"""

import math
from collections.abc import Iterable, Iterator

from faithsieve.records.faithfulness import (
    AspectScores,
    DriftCategory,
    EvidenceDirection,
    FaithfulnessReport,
    GateStatus,
    JudgedSlots,
    SlotMatch,
    SlotRole,
)

# The paper fixes the formula and names the critical components but not the threshold; 0.75 is the
# lowest rubric level that still means "no mathematical weakening or strengthening".
DEFAULT_THRESHOLD = 0.75
# The rubric level at which the object of a slot is still there, though weakened or strengthened.
RECOGNISABLE = 0.5


class SlotJudgement(JudgedSlots):
    """What the semantic checker returned about one statement, before any arithmetic."""

    proof_supports: bool = True
    """Whether the claim would stand if Lean proved the statement."""
    refutation_refutes: bool = True
    """Whether the claim would fall if Lean refuted the statement."""

    def of_role(self, role: SlotRole) -> tuple[SlotMatch, ...]:
        """Return the slots on one side of the claim."""
        return tuple(match for match in self.matches if match.role is role)

    @property
    def supports(self) -> bool:
        """Whether a proof counts; what was named as weakened is never proved by its part."""
        return self.proof_supports and DriftCategory.CONCLUSION_WEAKENED not in self.drift

    @property
    def refutes(self) -> bool:
        """Whether a refutation counts; what was named as claiming more never refutes."""
        return self.refutation_refutes and DriftCategory.MORE_CLAIMED not in self.drift

    @property
    def assumes_target(self) -> bool:
        """Whether something that should be shown stands only among the hypotheses."""
        return any(match.role_swapped for match in self.of_role(SlotRole.CONCLUSION))

    @property
    def claims_premise(self) -> bool:
        """Whether something that is given stands only as a claim of its own."""
        return any(match.role_swapped for match in self.of_role(SlotRole.PREMISE))


def slot_average(matches: Iterable[SlotMatch], *, unsupported_structure: bool) -> float:
    """S_prem or S_conc (eq. 2): the mean best match over the source slots of one role.

    An empty set is one vacuous slot of score 1, unless the statement brought structure of its own.
    """
    scores = [0.0 if match.role_swapped else match.score for match in matches]
    if not scores:
        return 0.0 if unsupported_structure else 1.0
    return sum(scores) / len(scores)


def holistic_score(aspects: AspectScores) -> float:
    """S_hol: the five aspects, equally weighted."""
    return 0.2 * math.fsum(score for _, score in aspects)


def faithfulness_score(premise: float, conclusion: float, holistic: float) -> float:
    """S_faith (eq. 1)."""
    return math.sqrt(premise * conclusion) * holistic


def _failed_components(
    judgement: SlotJudgement, conclusion: float, total: float, threshold: float
) -> Iterator[str]:
    components = {
        "total": total,
        "conclusion": conclusion,
        "directionality": judgement.aspects.directionality,
        "role_alignment": judgement.aspects.role_alignment,
    }
    yield from (name for name, score in components.items() if score < threshold)
    if judgement.added_assumptions:
        # The paper's gate let 5 of 13 drifted statements through this way (app. D.2).
        yield "added_assumptions"
    if judgement.assumes_target or judgement.claims_premise:
        yield "role_swap"
    if not judgement.supports:
        yield "proof_supports"
    if not judgement.refutes:
        yield "refutation_refutes"


def _drift(judgement: SlotJudgement) -> tuple[DriftCategory, ...]:
    found = set(judgement.drift)
    if judgement.added_assumptions:
        found.add(DriftCategory.ADDED_ASSUMPTIONS)
    if judgement.missing_assumptions:
        found.add(DriftCategory.MISSING_ASSUMPTIONS)
    if judgement.assumes_target or judgement.claims_premise:
        found.add(DriftCategory.ROLE_SWAP)
    return tuple(sorted(found))


def _status(failed: tuple[str, ...], total: float) -> GateStatus:
    if not failed:
        return GateStatus.FAITHFUL
    # Half the score left means the claim is recognisable, so a revision has something to work on.
    return GateStatus.REPAIRABLE_DRIFT if total >= 0.5 else GateStatus.UNFAITHFUL


def _direction(judgement: SlotJudgement, threshold: float) -> EvidenceDirection:
    """Return the one direction that counts for a statement that is not faithful in both."""
    if judgement.supports is judgement.refutes:
        # The checker sees no difference, so what failed is not a difference of strength.
        return EvidenceDirection.NEITHER
    if DriftCategory.VACUOUS_OR_TRIVIALIZED in judgement.drift:
        # A tautology supports nothing, and hypotheses that exclude each other leave no case.
        return EvidenceDirection.NEITHER
    if judgement.supports and _says_more(judgement, threshold):
        return EvidenceDirection.SUPPORT
    if judgement.refutes and _says_less(judgement, threshold):
        return EvidenceDirection.REFUTATION
    return EvidenceDirection.NEITHER


def _says_more(judgement: SlotJudgement, threshold: float) -> bool:
    """Return whether a statement is stronger: it concludes at least the claim, from no more."""
    if judgement.added_assumptions or judgement.assumes_target:
        return False
    if DriftCategory.UNDERGENERALIZED in judgement.drift:
        return False
    claimed = [_recognised(match) for match in judgement.of_role(SlotRole.CONCLUSION)]
    side = sum(claimed) / len(claimed) if claimed else 0.0
    return side >= threshold and _one_sided_score(judgement.aspects, side) >= threshold


def _says_less(judgement: SlotJudgement, threshold: float) -> bool:
    """Return whether a statement is weaker: all premises assumed, part of the claim concluded."""
    if judgement.missing_assumptions or judgement.claims_premise:
        return False
    kept = [_recognised(match) for match in judgement.of_role(SlotRole.PREMISE)]
    given = sum(kept) / len(kept) if kept else 1.0
    concludes = any(_recognised(match) == 1.0 for match in judgement.of_role(SlotRole.CONCLUSION))
    return concludes and _one_sided_score(judgement.aspects, given) >= threshold


def _recognised(match: SlotMatch) -> float:
    """Return a slot's score if only its presence counts, weaker and stronger forms included."""
    return 1.0 if match.score >= RECOGNISABLE else match.score


def _one_sided_score(aspects: AspectScores, side: float) -> float:
    """Score S_faith where one side counts; direction and role must at least be recognisable.

    The aspects ask for sameness. What says less or more is not the same, so that here, too, only
    presence counts.
    """
    if min(aspects.directionality, aspects.role_alignment) < RECOGNISABLE:
        return 0.0
    scores = {name: 1.0 if value >= RECOGNISABLE else value for name, value in aspects}
    return faithfulness_score(side, 1.0, holistic_score(AspectScores.model_validate(scores)))


def score_faithfulness(
    judgement: SlotJudgement, *, threshold: float = DEFAULT_THRESHOLD
) -> FaithfulnessReport:
    """Turn slot and aspect judgements into the gate's report."""
    unsupported = bool(judgement.added_assumptions)
    premise, conclusion = (
        slot_average(judgement.of_role(role), unsupported_structure=unsupported)
        for role in (SlotRole.PREMISE, SlotRole.CONCLUSION)
    )
    holistic = holistic_score(judgement.aspects)
    total = faithfulness_score(premise, conclusion, holistic)
    failed = tuple(_failed_components(judgement, conclusion, total, threshold))
    judged = {name: getattr(judgement, name) for name in JudgedSlots.model_fields}
    return FaithfulnessReport(
        **judged | {"drift": _drift(judgement)},
        status=_status(failed, total),
        direction=_direction(judgement, threshold) if failed else EvidenceDirection.BOTH,
        premise_score=premise,
        conclusion_score=conclusion,
        holistic_score=holistic,
        faithfulness=total,
        failed_components=failed,
    )
