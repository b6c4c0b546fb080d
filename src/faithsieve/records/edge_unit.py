"""EdgeUnit: the transition one substep makes between two proof states (paper §3.1, app. B.2).

It is what review, obligations and formal checks work on. States and conditions are named here and
stored once, in the tree (``state_tree.py``).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NewType

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.proof import StepIndex
from faithsieve.records.substep import (
    CLAIMS_IF_USED,
    NO_CLAIM,
    TAKEN_BACK,
    ClaimStatus,
    FlagKind,
    RiskFlag,
    Scope,
)

UnitId = NewType("UnitId", str)
"""``edge_1``, ``edge_2``, … in the order of the proof."""

StateId = NewType("StateId", str)
"""``0`` for the root, ``7`` for the state after unit 7."""

ConditionName = NewType("ConditionName", str)
"""``problem``, ``g2`` for its second given, ``h7`` for what unit 7 claims, ``h7b`` for its second
fact, ``h7.2`` for what the second scope that opens at unit 7 assumes, ``h7.2.if`` for what that
scope leaves behind when it closes."""

PROBLEM = ConditionName("problem")
"""The condition that stands for the whole problem."""

_LACKS_AN_ASSUMPTION = (
    FlagKind.SCOPE_INVALID,
    FlagKind.SCOPE_CROSSED,
    FlagKind.SCOPE_UNSAID,
    FlagKind.CLAIM_UNSAID,
)
_LACKS_A_PREMISE = (
    *_LACKS_AN_ASSUMPTION,
    FlagKind.USE_BEFORE_INTRODUCTION,
    FlagKind.USE_AFTER_SCOPE,
    FlagKind.EQUAL_WORDS,
    FlagKind.UNSCORED,
)


class Pattern(StrEnum):
    """The nine logical patterns of paper app. B.2, and four that its table leaves out."""

    SIMPLE_IMPLICATION = "simple_implication"
    CASE_SPLIT_2 = "case_split_2"
    CASE_SPLIT_3_PLUS = "case_split_3_plus"
    HAVE_LEMMA = "have_lemma"
    INDUCTION = "induction"
    EXISTENTIAL_INSTANTIATION = "existential_instantiation"
    EXISTENTIAL_ELIMINATION = "existential_elimination"
    UNIVERSAL_INSTANTIATION = "universal_instantiation"
    IFF_SPLIT = "iff_split"
    CONTRADICTION = "contradiction"
    """Supposes the opposite of what is to be shown."""
    UNIVERSAL_INTRODUCTION = "universal_introduction"
    """Fixes an arbitrary object."""
    DEFINITION = "definition"
    """Gives something a name."""
    TRIAL = "trial"
    """Tries a candidate or a value."""

    @property
    def word(self) -> str:
        """The name of the pattern in prompts."""
        return _PATTERN_WORDS.get(self, self.value)


_PATTERN_WORDS = {
    Pattern.SIMPLE_IMPLICATION: "implication",
    Pattern.CASE_SPLIT_2: "cases",
    Pattern.CASE_SPLIT_3_PLUS: "cases",
    Pattern.HAVE_LEMMA: "lemma",
    Pattern.EXISTENTIAL_INSTANTIATION: "witness",
    Pattern.EXISTENTIAL_ELIMINATION: "obtain",
    Pattern.UNIVERSAL_INSTANTIATION: "specialise",
    Pattern.IFF_SPLIT: "iff",
    Pattern.UNIVERSAL_INTRODUCTION: "arbitrary",
    Pattern.DEFINITION: "define",
    Pattern.TRIAL: "try",
}


class GoalRelation(StrEnum):
    """How the goal after a transition relates to the goal before (paper app. B.2)."""

    SAME_GOAL = "same_goal"
    CASE_SPLIT = "case_split"
    LEMMA_SUBGOAL = "lemma_subgoal"
    INDUCTION = "induction"
    WITNESS_INSTANTIATION = "witness_instantiation"
    EXISTENTIAL_ELIMINATION = "existential_elimination"
    UNIVERSAL_INSTANTIATION = "universal_instantiation"
    IFF_SPLIT = "iff_split"
    GOAL_REDUCTION = "goal_reduction"
    """Not in the paper's table: a simple implication that also changes the goal."""
    SCOPE_CLOSED = "scope_closed"
    """Not in the paper's table: the substep draws the result of a scope and returns outside."""


class EdgeUnit(Record):
    """One transition between proof states, with every field of paper app. B.2."""

    unit_id: UnitId
    """Identity: its name."""
    edge_index: int = Field(ge=1)
    """Identity: its position in the proof; the number of its substep."""
    parent: StateId
    """Identity: the state it leaves."""
    children: tuple[StateId, ...] = Field(min_length=1)
    """Identity: the state it leads to."""
    detailed_step_idx: str
    """Provenance: the substep, such as ``3.2``."""
    original_step_idx: StepIndex
    """Provenance: the original step."""
    original_step_text: str
    """Provenance: the step as written; of a very long step, the surroundings of the substep."""
    text: str
    """Provenance: the substep itself."""
    pattern: Pattern
    """Transition: the logical pattern."""
    goal_relation: GoalRelation
    """Transition: how the goal changes."""
    explanation: str
    """Transition: the update in words, written by code from the delta."""
    before_goal: str
    """The goal before."""
    after_goals: tuple[str, ...]
    """The goal after, one a child."""
    before_conditions: tuple[ConditionName, ...]
    """What was available before."""
    after_conditions: tuple[tuple[ConditionName, ...], ...]
    """What is available after, one tuple a child."""
    new_conditions: tuple[ConditionName, ...]
    """Delta: names of what it adds."""
    new_condition_details: tuple[str, ...]
    """Delta: what they say, in the same order."""
    retained_conditions: tuple[ConditionName, ...]
    """Delta: what was available before and still is in every child."""
    consumed_conditions: tuple[ConditionName, ...] = ()
    """Delta: what is left behind with a closed scope."""
    transformed_conditions: tuple[ConditionName, ...] = ()
    """Delta: what the new conditions are a new form of."""
    uses: tuple[ConditionName, ...] = ()
    """Structure: the conditions its inference rests on, as far as the reply says."""
    used_by: tuple[UnitId, ...] = ()
    """Structure: later units that rest on what it adds, apart from those that were given up."""
    branch_scope: tuple[Scope, ...] = ()
    """Structure: the scopes it stands in."""
    closes: UnitId | None = None
    """Structure: the outermost unit whose scope it closes."""
    status: ClaimStatus = ClaimStatus.ASSERTED
    """Structure: what the text makes of its claim."""
    is_signature: bool = False
    """Scheduling: a special transition, kept first when a window is cut."""
    signature_reasons: tuple[str, ...] = ()
    """Scheduling: why it is special."""
    risk_flags: tuple[RiskFlag, ...] = ()
    """Scheduling: what to inspect."""

    @property
    def is_material(self) -> bool:
        """False for a claim that the text takes back or gives up and that nothing rests on."""
        return bool(self.used_by) or self.status not in TAKEN_BACK

    @property
    def makes_claim(self) -> bool:
        """False for what announces, repeats, recalls a definition, remarks or asks.

        A mark alone cannot hide a claim: an announcement or a remark that a later unit rests on is
        one.
        """
        return self.status not in NO_CLAIM or (self.status in CLAIMS_IF_USED and bool(self.used_by))

    @property
    def can_be_wrong(self) -> bool:
        """Whether the unit is scored and reviewed: it makes a claim, or it recalls a definition.

        A definition is nothing that Lean could prove, but it may be recalled wrongly; it counts
        only where a later unit rests on it.
        """
        is_recalled = self.status is ClaimStatus.RECALLED and bool(self.used_by)
        return self.makes_claim or is_recalled

    @property
    def has_whole_context(self) -> bool:
        """False where the state before the unit may lack something that it rests on.

        A conclusion of cases or of an induction knows of each branch only what it left behind, and
        nobody says what a unit rests on that no readable reply is about. What such a state does not
        entail may follow from the proof's own.
        """
        return self.closes is None and not any(map(self.has_flag, _LACKS_A_PREMISE))

    @property
    def has_all_assumptions(self) -> bool:
        """False where a scope that was read wrongly may have supposed something here.

        Then nothing that Lean says against a claim counts: inside a supposition that is to be led
        to a contradiction, everything contradicts the other givens.
        """
        return not any(map(self.has_flag, _LACKS_AN_ASSUMPTION))

    def with_flags(self, flags: Iterable[RiskFlag]) -> "EdgeUnit":
        """Return the unit with exactly these flags."""
        # A copy of checked values; building the unit anew would check its contexts again.
        return self.model_copy(update={"risk_flags": tuple(flags)})

    def has_flag(self, kind: FlagKind) -> bool:
        return any(flag.kind is kind for flag in self.risk_flags)
