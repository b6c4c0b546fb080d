"""What the semantic gate says about one Lean statement (paper §4.1, app. C.2).

A model judges slots, aspects and what an answer of Lean would mean for the claim; every total is
computed by ``verify/gate/faithfulness.py``. Whether a model may be a gate at all is what it said
about the bundled pairs.
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
    MORE_CLAIMED = "more_claimed"
    """The conclusion says more than the claim: a refutation of it refutes nothing."""
    CONCLUSION_WEAKENED = "conclusion_weakened"
    """The conclusion says less than the claim: a proof of it supports nothing."""
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
    """Labels of the Lean parts that carry it together, or None when nothing does."""
    score: RubricScore
    """How well it is preserved."""
    role_swapped: bool = False
    """True when it is assumed instead of claimed, or the other way round; then it counts 0."""


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
    """Something Lean proved against a statement that the checker accepted."""

    name: str
    """Which probe, such as ``contradictory_hypotheses``."""
    category: DriftCategory
    """What kind of drift it shows."""
    detail: str = ""
    """The part of the statement, and what was seen."""
    artifact: Digest | None = None
    """The Lean judgement or frozen statement behind it."""


class HypothesisOrigin(StrEnum):
    """Where a Lean hypothesis comes from, as the checker says."""

    OBLIGATION = "obligation"
    CONTEXT = "context"
    SIDE_CONDITION = "side_condition"
    NOWHERE = "nowhere"
    UNSAID = "unsaid"
    """The checker did not say; silence is no accusation."""


class HypothesisSource(Record):
    """One Lean hypothesis and its origin."""

    label: str
    """The label of the hypothesis."""
    text: str
    """The hypothesis as Lean prints it."""
    origin: HypothesisOrigin
    """Where it comes from."""
    line: str = ""
    """For the context: the name of the premise, or ``problem``."""


class GateStatus(StrEnum):
    """What the gate decides."""

    FAITHFUL = "faithful"
    REPAIRABLE_DRIFT = "repairable_drift"
    UNFAITHFUL = "unfaithful"


class EvidenceDirection(StrEnum):
    """In which direction Lean's answer about a statement says something about the claim."""

    BOTH = "both"
    """Statement and claim say the same."""
    SUPPORT = "support"
    """The statement says more: a proof supports the claim, a refutation says nothing."""
    REFUTATION = "refutation"
    """The statement says less: a refutation refutes the claim, a proof says nothing."""
    NEITHER = "neither"
    """Nothing Lean says about the statement may count."""


class JudgedSlots(Record):
    """What a checker, or code, says about the parts of one statement, without any total."""

    matches: tuple[SlotMatch, ...] = ()
    """Source slots with the Lean parts that carry them."""
    aspects: AspectScores
    """The five holistic aspects."""
    drift: tuple[DriftCategory, ...] = ()
    """What drifted."""
    reason: str = ""
    """Why, in words."""
    missing_assumptions: tuple[str, ...] = ()
    """Context the statement leaves out."""
    added_assumptions: tuple[str, ...] = ()
    """Hypotheses that come from nowhere."""
    overgeneralization_example: str = ""
    """A case the statement covers and the obligation does not."""
    suggested_revision: str = ""
    """What to change, for the next statement prompt."""
    sources: tuple[HypothesisSource, ...] = ()
    """Where each hypothesis comes from."""
    trivial: tuple[str, ...] = ()
    """Labels of claims that need no premise in the text either, as identities and calculations."""


class FaithfulnessReport(JudgedSlots):
    """The structured semantic report about one statement: the scores, and the slots behind them."""

    status: GateStatus
    """Whether the statement says what the claim says, in both directions."""
    direction: EvidenceDirection = EvidenceDirection.NEITHER
    """Which answers of Lean about this statement may count; none in a report of version 0.1.0 or
    before, whose gate was not asked."""
    premise_score: float = Field(ge=0, le=1)
    """S_prem."""
    conclusion_score: float = Field(ge=0, le=1)
    """S_conc."""
    holistic_score: float = Field(ge=0, le=1)
    """S_hol."""
    faithfulness: float = Field(ge=0, le=1)
    """S_faith = sqrt(S_prem · S_conc) · S_hol."""
    failed_components: tuple[str, ...] = ()
    """Which thresholds were missed: ``total``, ``conclusion``, ``directionality``, …"""

    @property
    def may_support(self) -> bool:
        """Whether a proof of the statement supports the claim."""
        return self.direction in (EvidenceDirection.BOTH, EvidenceDirection.SUPPORT)

    @property
    def may_refute(self) -> bool:
        """Whether a refutation of the statement refutes the claim."""
        return self.direction in (EvidenceDirection.BOTH, EvidenceDirection.REFUTATION)


MOST_DRIFTED_ACCEPTED = 1
MOST_FAITHFUL_REJECTED = 3


class GateQualification(Record):
    """What one model said about the bundled pairs, asked with one version of the prompt."""

    prompt: str
    """The prompt, as ``id@version``."""
    pairs: Digest
    """The hash of the pairs."""
    faithful: int
    """How many statements say what the text says."""
    drifted: int
    """How many say something else."""
    faithful_rejected: tuple[str, ...] = ()
    """Faithful statements that the model rejected, or about which it gave no readable answer."""
    drifted_accepted: tuple[str, ...] = ()
    """Drifted statements that it accepted."""
    tokens: int = 0
    """What it took."""

    @property
    def is_qualified(self) -> bool:
        """Whether Lean's results about statements that the model accepts may decide."""
        return (
            len(self.drifted_accepted) <= MOST_DRIFTED_ACCEPTED
            and len(self.faithful_rejected) <= MOST_FAITHFUL_REJECTED
        )

    @property
    def words(self) -> str:
        """The counts in words."""
        accepted = f"{len(self.drifted_accepted)} of {self.drifted} drifted statements"
        kept = self.faithful - len(self.faithful_rejected)
        return f"accepted {kept} of {self.faithful} faithful and {accepted}"

    @property
    def caveat(self) -> str:
        """What a verdict has to say first; empty for a model that qualified."""
        if self.is_qualified:
            return ""
        return (
            f"the model is not qualified as a gate ({self.words}), so Lean's results decide nothing"
        )
