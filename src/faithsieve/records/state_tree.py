"""Substeps, proof states and edge units: the tree of proof states (paper §3.1, app. B.1 and B.2).

A *substep* is one inference of one original step. A *state* is a context and a goal. An *edge unit*
is the transition one substep makes between states; it is what review and formal checks work on.
Conditions are stored once, in the tree's table, and named everywhere else.
"""

from enum import StrEnum
from functools import cached_property
from typing import NewType, Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.proof import StepIndex

UnitId = NewType("UnitId", str)
"""``edge_1``, ``edge_2``, … in the order of the proof."""

StateId = NewType("StateId", str)
"""``0`` for the root, ``7`` for the state after unit 7, ``7.2`` for its second branch."""

ConditionName = NewType("ConditionName", str)
"""``problem``, ``h7`` for what unit 7 adds, ``h7.2`` for the assumption of its second branch."""

ROOT = StateId("0")


class ClaimStatus(StrEnum):
    """What the text itself makes of a claim; gold labels mean the first *material* break."""

    ASSERTED = "asserted"
    """Stated as true."""
    ASSUMED = "assumed"
    """Supposed for a case, a contradiction or an induction."""
    PROVISIONAL = "provisional"
    """A trial or a guess that the text does not rely on yet."""
    WITHDRAWN = "withdrawn"
    """Taken back or corrected later in the text."""
    ABANDONED = "abandoned"
    """Part of an attempt that the text gives up."""


TAKEN_BACK = frozenset({ClaimStatus.WITHDRAWN, ClaimStatus.ABANDONED})
"""What the text itself does not stand by."""


class ScopeKind(StrEnum):
    """Where a substep stands."""

    CASE = "case"
    CONTRADICTION = "contradiction"
    INDUCTION = "induction"
    WITNESS = "witness"
    LEMMA = "lemma"
    DIRECTION = "direction"
    """One direction of an equivalence."""


class Scope(Record):
    """A stretch of the proof that stands under an extra assumption or serves a local goal."""

    kind: ScopeKind
    """What opened it."""
    label: str
    """The assumption or the name, in the author's words."""


class FlagKind(StrEnum):
    """What a unit should be inspected for; a flag is never a verdict."""

    DECOMPOSITION_FALLBACK = "decomposition_fallback"
    """The step stays whole because its decomposition failed the repair-prevention check."""
    DECOMPOSITION_RETRIED = "decomposition_retried"
    """The first decomposition of the step failed the check, the second passed."""
    REMOVAL_REFUSED = "removal_refused"
    """Called a mere restatement, but it says something that was not said before."""
    SCOPE_FROM_TEXT = "scope_from_text"
    """The reply named no scope; code read it from the author's words."""
    WITHDRAWAL_CUE = "withdrawal_cue"
    """The words take something back, but no claim is marked as withdrawn or abandoned."""
    WITHDRAWAL_REFUSED = "withdrawal_refused"
    """Marked as taken back, but from there on no words of the proof take anything back."""
    DELTA_MISSING = "delta_missing"
    """The reply has no edge for this substep; a simple implication stands in."""
    DELTA_DUPLICATE = "delta_duplicate"
    """The reply has several edges for this substep; the first counts."""
    PARENT_UNKNOWN = "parent_unknown"
    """The named parent state does not exist or does not precede; the previous state stands in."""
    PARENT_FROM_TEXT = "parent_from_text"
    """The reply names no state, but the words name a branch of an open split; code went there."""
    PARENT_CLOSED = "parent_closed"
    """The named parent state lies in a scope that was closed before."""
    USE_BEFORE_INTRODUCTION = "use_before_introduction"
    """It uses a claim that stands later, or nowhere."""
    USE_AFTER_SCOPE = "use_after_scope"
    """It uses a claim of a branch or scope it does not stand in."""
    SCOPE_LEFT = "scope_left"
    """It stands after a contradiction that the reply did not conclude; code closed the scope."""
    SCOPE_NOT_OPEN = "scope_not_open"
    """It closes a scope that is not open here."""
    BRANCH_COUNT = "branch_count"
    """The pattern needs more branches or texts than the reply gave."""
    GOAL_MISSING = "goal_missing"
    """The pattern changes the goal, but the reply does not say to what."""
    TEXT_NOT_IN_SOURCE = "text_not_in_source"
    """A branch, lemma or goal is not worded as in the proof or the problem."""
    SCOPE_NEVER_CLOSED = "scope_never_closed"
    """A lemma or induction is opened and its result never drawn."""
    BRANCH_UNVISITED = "branch_unvisited"
    """A branch of the split has no substep in it."""
    USES_WITHDRAWN_CLAIM = "uses_withdrawn_claim"
    """It rests on a claim that the text takes back or gives up."""
    STRUCTURE_RETRIED = "structure_retried"
    """The first edge had a structural fault, which the guided retry changed."""
    READ_IN_PART = "read_in_part"
    """It is too long for one prompt; the model saw only its beginning."""
    UNSCORED = "unscored"
    """The suspicion scan left it out; it has the default suspicion."""


_PREMISE_OUTSIDE = (FlagKind.USE_BEFORE_INTRODUCTION, FlagKind.USE_AFTER_SCOPE)


class RiskFlag(Record):
    """One reason to look at a unit with care."""

    kind: FlagKind
    """What was seen."""
    detail: str = ""
    """The value that was seen, in words."""


class Substep(Record):
    """One inference, with a pointer to the original step it came from (paper app. B.1)."""

    number: int = Field(ge=1)
    """Position among all substeps of the proof."""
    step: StepIndex
    """The original step."""
    part: int = Field(ge=1)
    """Position among the substeps of that step: this is substep ``step.part``."""
    text: str
    """What it says, as a rule in the author's own characters."""
    start: int | None = None
    """Where the text begins in the step, or None for a text in other words."""
    scopes: tuple[Scope, ...] = ()
    """The scopes it stands in, the outermost first."""
    status: ClaimStatus = ClaimStatus.ASSERTED
    """What the text makes of its claim."""
    flags: tuple[RiskFlag, ...] = ()
    """What the decomposition check saw."""

    @property
    def label(self) -> str:
        """The paper's name of the substep, such as ``3.2``."""
        return f"{self.step}.{self.part}"


class RemovedText(Record):
    """A sentence that deduplication took out, kept so that nothing is lost."""

    step: StepIndex
    """The step it stands in."""
    text: str
    """The author's characters."""
    reason: str
    """``restatement`` or ``motivation``."""


class Pattern(StrEnum):
    """The nine logical patterns of paper app. B.2."""

    SIMPLE_IMPLICATION = "simple_implication"
    CASE_SPLIT_2 = "case_split_2"
    CASE_SPLIT_3_PLUS = "case_split_3_plus"
    HAVE_LEMMA = "have_lemma"
    INDUCTION = "induction"
    EXISTENTIAL_INSTANTIATION = "existential_instantiation"
    EXISTENTIAL_ELIMINATION = "existential_elimination"
    UNIVERSAL_INSTANTIATION = "universal_instantiation"
    IFF_SPLIT = "iff_split"


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


class Condition(Record):
    """A named hypothesis or fact."""

    name: ConditionName
    """Unique in the tree."""
    text: str
    """What it says."""
    introduced_by: UnitId | None
    """The unit that added it, or None for the problem."""
    is_assumption: bool = False
    """Supposed rather than derived: a case, a contradiction, an induction hypothesis."""
    status: ClaimStatus = ClaimStatus.ASSERTED
    """What the text makes of it."""


class ProofState(Record):
    """A node of the tree: what is available, and what is to be proved."""

    id: StateId
    """Its name."""
    parent: StateId | None
    """The state before, or None for the root."""
    conditions: tuple[ConditionName, ...]
    """Everything available here, oldest first."""
    goal: str
    """What is to be proved here."""
    scopes: tuple[Scope, ...] = ()
    """The scopes the state lies in, the outermost first."""


class EdgeUnit(Record):
    """One transition between proof states, with every field of paper app. B.2."""

    unit_id: UnitId
    """Identity: its name."""
    edge_index: int = Field(ge=1)
    """Identity: its position in the proof; the number of its substep."""
    parent: StateId
    """Identity: the state it leaves."""
    children: tuple[StateId, ...] = Field(min_length=1)
    """Identity: the states it leads to, one a branch."""
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
    """Delta: what is used up or left behind with a closed scope."""
    transformed_conditions: tuple[ConditionName, ...] = ()
    """Delta: what the new conditions are a new form of."""
    uses: tuple[ConditionName, ...] = ()
    """Structure: the conditions its inference rests on, as far as the reply says."""
    used_by: tuple[UnitId, ...] = ()
    """Structure: later units that rest on what it adds, apart from those that were given up."""
    branch_scope: tuple[Scope, ...] = ()
    """Structure: the scopes it stands in."""
    closes: UnitId | None = None
    """Structure: the unit whose scope it closes."""
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
    def has_whole_context(self) -> bool:
        """False where it rests on a branch or scope that the state before it does not show.

        A conclusion of cases or of an induction rests on all branches, and stands in the last.
        """
        return self.closes is None and not any(map(self.has_flag, _PREMISE_OUTSIDE))

    @property
    def branch_texts(self) -> tuple[str, ...]:
        """What each child supposes, or sets out to prove where a branch supposes nothing."""
        if len(self.children) == 1:
            return (self.text,)
        said = dict(zip(self.new_conditions, self.new_condition_details, strict=True))
        return tuple(
            said.get(ConditionName(f"h{child}"), goal)
            for child, goal in zip(self.children, self.after_goals, strict=True)
        )

    def has_flag(self, kind: FlagKind) -> bool:
        """Say whether the unit carries a flag of this kind."""
        return any(flag.kind is kind for flag in self.risk_flags)


class StateTree(Record):
    """The tree of proof states: conditions, states and the units between them."""

    goal: str
    """The final target."""
    conditions: tuple[Condition, ...]
    """Every condition, in the order of introduction."""
    states: tuple[ProofState, ...] = Field(min_length=1)
    """Every state, the root first, parents before children."""
    units: tuple[EdgeUnit, ...]
    """Every edge, in the order of the proof."""

    @model_validator(mode="after")
    def _names_are_unique_and_known(self) -> Self:
        names = [condition.name for condition in self.conditions]
        states = [state.id for state in self.states]
        if len(set(names)) != len(names) or len(set(states)) != len(states):
            raise ValueError("a tree names two conditions or two states alike")
        seen: set[StateId] = set()
        for state in self.states:
            if state.parent is not None and state.parent not in seen:
                raise ValueError(f"state {state.id!r} stands before its parent {state.parent!r}")
            seen.add(state.id)
        used = {name for state in self.states for name in state.conditions}
        if not used <= set(names):
            raise ValueError(f"unknown conditions {sorted(used - set(names))}")
        if [unit.edge_index for unit in self.units] != list(range(1, len(self.units) + 1)):
            raise ValueError("units must be numbered 1, 2, 3, … in order")
        return self

    @cached_property
    def _condition_table(self) -> dict[ConditionName, Condition]:
        return {condition.name: condition for condition in self.conditions}

    def condition(self, name: ConditionName) -> Condition:
        """Look a condition up."""
        return self._condition_table[name]

    def context_of(self, unit: EdgeUnit) -> tuple[Condition, ...]:
        """What is available before a unit, in full."""
        return tuple(self.condition(name) for name in unit.before_conditions)
