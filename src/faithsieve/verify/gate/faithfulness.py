"""The faithfulness score and the gate's decision, as pure arithmetic (paper eq. 1, 2, app. C.2).

The model judges slots and aspects; nothing it says about totals or status is read. Direction, role
and conclusion are critical: a high average cannot make up for proving the converse, assuming the
target or changing the claim.
"""

import math
from collections.abc import Iterable

from faithsieve.records.base import Record
from faithsieve.records.faithfulness import (
    AspectScores,
    DriftCategory,
    FaithfulnessReport,
    GateStatus,
    SlotMatch,
    SlotRole,
)

# The paper fixes the formula and names the critical components but not the threshold; 0.75 is the
# lowest rubric level that still means "no mathematical weakening or strengthening".
DEFAULT_THRESHOLD = 0.75


class SlotJudgement(Record):
    """What the semantic checker returned about one statement, before any arithmetic."""

    matches: tuple[SlotMatch, ...]
    """Source slots with their best Lean slots."""
    aspects: AspectScores
    """The five holistic aspects."""
    added_assumptions: tuple[str, ...] = ()
    """Lean hypotheses that no source slot accounts for."""
    drift: tuple[DriftCategory, ...] = ()
    """Drift the checker named."""
    reason: str = ""
    """Why, in words."""
    missing_assumptions: tuple[str, ...] = ()
    """Context that is left out."""
    overgeneralization_example: str = ""
    """A case the statement covers and the obligation does not."""
    suggested_revision: str = ""
    """What to change."""


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
    return 0.2 * math.fsum(
        (
            aspects.step_relation,
            aspects.object_witness,
            aspects.directionality,
            aspects.role_alignment,
            aspects.syntax_surface,
        )
    )


def faithfulness_score(premise: float, conclusion: float, holistic: float) -> float:
    """S_faith (eq. 1)."""
    return math.sqrt(premise * conclusion) * holistic


def _of_role(judgement: SlotJudgement, role: SlotRole) -> tuple[SlotMatch, ...]:
    return tuple(match for match in judgement.matches if match.role is role)


def _failed_components(
    judgement: SlotJudgement, conclusion: float, total: float, threshold: float
) -> tuple[str, ...]:
    components = {
        "total": total,
        "conclusion": conclusion,
        "directionality": judgement.aspects.directionality,
        "role_alignment": judgement.aspects.role_alignment,
    }
    failed = [name for name, score in components.items() if score < threshold]
    if judgement.added_assumptions:
        # The paper's gate let 5 of 13 drifted statements through this way (app. D.2).
        failed.append("added_assumptions")
    if any(match.role_swapped for match in judgement.matches):
        failed.append("role_swap")
    return tuple(failed)


def _drift(judgement: SlotJudgement) -> tuple[DriftCategory, ...]:
    found = set(judgement.drift)
    if judgement.added_assumptions:
        found.add(DriftCategory.ADDED_ASSUMPTIONS)
    if judgement.missing_assumptions:
        found.add(DriftCategory.MISSING_ASSUMPTIONS)
    if any(match.role_swapped for match in judgement.matches):
        found.add(DriftCategory.ROLE_SWAP)
    return tuple(sorted(found))


def _status(failed: tuple[str, ...], total: float) -> GateStatus:
    if not failed:
        return GateStatus.FAITHFUL
    # Half the score left means the claim is recognisable, so a revision has something to work on.
    return GateStatus.REPAIRABLE_DRIFT if total >= 0.5 else GateStatus.UNFAITHFUL


def score_faithfulness(
    judgement: SlotJudgement, *, threshold: float = DEFAULT_THRESHOLD
) -> FaithfulnessReport:
    """Turn slot and aspect judgements into the gate's report."""
    unsupported = bool(judgement.added_assumptions)
    premise = slot_average(_of_role(judgement, SlotRole.PREMISE), unsupported_structure=unsupported)
    conclusion = slot_average(
        _of_role(judgement, SlotRole.CONCLUSION), unsupported_structure=unsupported
    )
    holistic = holistic_score(judgement.aspects)
    total = faithfulness_score(premise, conclusion, holistic)
    failed = _failed_components(judgement, conclusion, total, threshold)
    return FaithfulnessReport(
        status=_status(failed, total),
        premise_score=premise,
        conclusion_score=conclusion,
        holistic_score=holistic,
        faithfulness=total,
        matches=judgement.matches,
        aspects=judgement.aspects,
        drift=_drift(judgement),
        failed_components=failed,
        reason=judgement.reason,
        missing_assumptions=judgement.missing_assumptions,
        added_assumptions=judgement.added_assumptions,
        overgeneralization_example=judgement.overgeneralization_example,
        suggested_revision=judgement.suggested_revision,
    )
