"""The tree of proof states: conditions, states and the edge units between them (paper §3.1).

A *state* is a context and a goal. Conditions are stored once, in the tree's table, and named
everywhere else. A *scope* is a stretch of units under an assumption or with a goal of its own; what
it assumes is given inside it only, and what it was opened for is given after it.
"""

from functools import cached_property
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.edge_unit import ConditionName, EdgeUnit, StateId, UnitId
from faithsieve.records.substep import ClaimStatus, Scope, ScopeKind

ROOT = StateId("0")


class Condition(Record):
    """A named hypothesis or fact."""

    name: ConditionName
    """Unique in the tree."""
    text: str
    """What it says."""
    quotes: tuple[str, ...] = ()
    """The words of the problem or the proof that it is made of, each whole."""
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


class ProofScope(Record):
    """A stretch of units that opens and closes (natural deduction)."""

    kind: ScopeKind
    """Why it was opened."""
    label: str
    """What it assumes, fixes or is to show, in the author's words; empty where it says nothing."""
    first: UnitId
    """The unit that opens it, the first inside."""
    last: UnitId
    """The last unit inside."""
    parent: int | None = None
    """The scope around it, by its position in the tree's list."""
    assumption: ConditionName | None = None
    """What is given inside, or None where it assumes nothing."""
    discharged: ConditionName | None = None
    """What is given once it is closed, or None where it leaves nothing or never closes."""


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
    scopes: tuple[ProofScope, ...] = ()
    """Every scope, in the order of opening, the outer before the inner."""

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
        return self._condition_table[name]

    def context_of(self, unit: EdgeUnit) -> tuple[Condition, ...]:
        """Return the conditions that are available before a unit."""
        return tuple(self.condition(name) for name in unit.before_conditions)
