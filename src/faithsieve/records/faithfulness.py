"""What the semantic gate says about one Lean statement (paper §4.1, app. C.2).

A model judges slots and aspects; every total is computed by ``verify/gate/faithfulness.py``.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

_RUBRIC = (0.0, 0.25, 0.5, 0.75, 1.0)


def _on_the_rubric(score: float) -> float:
    if score not in _RUBRIC:
        raise ValueError(f"score {score!r} is not one of {_RUBRIC}")
    return score


RubricScore = Annotated[float, AfterValidator(_on_the_rubric)]
"""One of the five levels of the matching rubric; anything else is a format error, not rounded."""


class SlotRole(StrEnum):
    """On which side of the claim a piece of meaning stands."""

    PREMISE = "premise"
    CONCLUSION = "conclusion"


class DriftCategory(StrEnum):
    """How a statement can say something else than the obligation."""

    MISSING_ASSUMPTIONS = "missing_assumptions"
    ADDED_ASSUMPTIONS = "added_assumptions"
    OVERGENERALIZED = "overgeneralized"
    UNDERGENERALIZED = "undergeneralized"
    WRONG_OBJECTS = "wrong_objects"
    WRONG_QUANTIFIERS = "wrong_quantifiers"
    WRONG_DIRECTION = "wrong_direction"
    ROLE_SWAP = "role_swap"
    VACUOUS_OR_TRIVIALIZED = "vacuous_or_trivialized"


class SlotMatch(Record):
    """One source slot and the best Lean slot of the same role for it."""

    role: SlotRole
    """The side the slot stands on in the source."""
    source: str
    """The slot as the obligation or its context says it."""
    lean: str | None
    """The Lean hypothesis or conclusion that carries it, or None when nothing does."""
    score: RubricScore
    """How well it is preserved."""
    role_swapped: bool = False
    """True when it appears only on the other side; then it counts 0, whatever the score."""


class AspectScores(Record):
    """The five holistic aspects."""

    step_relation: RubricScore
    """Same local transition."""
    object_witness: RubricScore
    """Same objects, domains, constants and witnesses."""
    directionality: RubricScore
    """Same implication direction, quantifier order and polarity."""
    role_alignment: RubricScore
    """Assumptions, conclusions and definitions keep their roles."""
    syntax_surface: RubricScore
    """A direct mathematical statement, no wrapper or placeholder."""


class ProbeFinding(Record):
    """Something a mechanical probe found against a statement, without a model."""

    name: str
    """Which probe, such as ``contradictory_hypotheses``."""
    category: DriftCategory
    """What kind of drift it shows."""
    detail: str = ""
    """The part of the statement, and what was seen."""
    artifact: Digest | None = None
    """The Lean judgement or frozen statement behind it."""


class HypothesisNeed(Record):
    """What happens to the proof when one hypothesis is left out."""

    hypothesis: str
    """The hypothesis."""
    is_needed: bool | None
    """False when automation proves the claim without it; None when that is not known."""


class GateStatus(StrEnum):
    """What the gate decides."""

    FAITHFUL = "faithful"
    REPAIRABLE_DRIFT = "repairable_drift"
    UNFAITHFUL = "unfaithful"


class FaithfulnessReport(Record):
    """The structured semantic report about one statement."""

    status: GateStatus
    """Whether Lean's answer about this statement may count."""
    premise_score: float = Field(ge=0, le=1)
    """S_prem."""
    conclusion_score: float = Field(ge=0, le=1)
    """S_conc."""
    holistic_score: float = Field(ge=0, le=1)
    """S_hol."""
    faithfulness: float = Field(ge=0, le=1)
    """S_faith = sqrt(S_prem · S_conc) · S_hol."""
    matches: tuple[SlotMatch, ...] = ()
    """The slots the scores rest on."""
    aspects: AspectScores
    """The aspects the holistic score rests on."""
    drift: tuple[DriftCategory, ...] = ()
    """What drifted, sorted."""
    failed_components: tuple[str, ...] = ()
    """Which thresholds were missed: ``total``, ``conclusion``, ``directionality``, …"""
    reason: str = ""
    """The checker's reason in words."""
    missing_assumptions: tuple[str, ...] = ()
    """Context the statement leaves out."""
    added_assumptions: tuple[str, ...] = ()
    """Hypotheses the context does not have."""
    overgeneralization_example: str = ""
    """A case the statement covers and the obligation does not."""
    suggested_revision: str = ""
    """What to change, for the next statement prompt."""
    probes: tuple[ProbeFinding, ...] = ()
    """What mechanical probes found; any finding means the statement is not faithful."""
    needs: tuple[HypothesisNeed, ...] = ()
    """Which hypotheses the claim needs, where that was tried."""
