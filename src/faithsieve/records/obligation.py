"""Typed proof obligations: what one transition has to answer for (paper §3.3, app. B.4)."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from faithsieve.records.base import Record
from faithsieve.records.edge_unit import PROBLEM, ConditionName, UnitId
from faithsieve.records.proof import NonEmptyText, StepIndex

MOST_SHOWN = 4
"""Uncited claims of a context that prompts show, the latest."""


class ObligationKind(StrEnum):
    """The eleven kinds of obligation."""

    DERIVED_FACT = "derived_fact"
    """The new fact follows from the context."""
    REWRITE = "rewrite"
    """The rewrite or calculation is valid."""
    GOAL_REDUCTION = "goal_reduction"
    """The goal after is enough for the goal before."""
    FACT_PLUS_REDUCTION = "fact_plus_reduction"
    """With the new fact, the goal after is enough for the goal before."""
    CONTESTED_CLAIM = "contested_claim"
    """A claim that the review objects to."""
    ENTAILMENT = "entailment"
    """The context entails a claim that is asserted without a reason."""
    CASE_SPLIT = "case_split"
    """The cases cover everything."""
    BRANCH_ELIMINATION = "branch_elimination"
    """A discarded branch is impossible."""
    JUSTIFICATION_FAITHFULNESS = "justification_faithfulness"
    """The reason given carries the split, the branch or the disputed conclusion."""
    OVERLAP_PARTITION = "overlap_partition"
    """The cases exclude each other, where the text says so."""
    WITNESS = "witness"
    """The object named has the property it must have."""


class Premise(Record):
    """Something an obligation may use."""

    name: ConditionName
    """Its name in the tree."""
    text: str
    """What it says."""
    is_assumption: bool = False
    """Supposed rather than derived."""
    is_definition: bool = False
    """It only gives something a name."""

    @property
    def stands_throughout(self) -> bool:
        """Whether it may be used without being cited."""
        return self.is_assumption or self.is_definition


class Obligation(Record):
    """One natural-language verification target ``m`` with its local context ``C``."""

    id: str
    """``edge_7/1``: the unit and a number within it."""
    unit_id: UnitId
    """The transition it comes from."""
    step: StepIndex
    """The original step."""
    kind: ObligationKind
    """What has to be checked."""
    claim: NonEmptyText
    """The bare claim, in the author's words where there are any."""
    statement: str
    """The obligation in full: under which premises which claim must follow."""
    premises: tuple[Premise, ...]
    """What may be used; never a fact that this unit introduces and nobody has checked."""
    depends_on: tuple[str, ...] = ()
    """Obligations of the same unit that must pass before this one's premises are all justified."""
    cited: tuple[ConditionName, ...] = ()
    """The premises the text itself names as its reason."""
    source: str
    """The substep the obligation was read from."""
    surroundings: str = ""
    """The step it stands in and what follows, where the text may take the claim back."""
    reason: str
    """Why this obligation, in words."""
    use_lean: bool = True
    """Whether a model may be asked to state it."""
    is_contested: bool = False
    """Whether the reviewer or the scan doubts it; such obligations are tried first."""
    objection: str = ""
    """What the reviewer objects to; who states or proves is told, who gates is not."""
    is_inference: bool = False
    """Whether the claim is disputed only as a conclusion from the cited premises: a refutation
    then shows that it does not follow from these, and never that it is false."""
    claims_nothing: bool = False
    """Whether a reviewer finds nothing in it that could be false, and no formula is new."""
    counterexample: str = ""
    """Values that the reviewer names against it; Lean tries them."""
    lean_priority: float = Field(default=0.5, ge=0, le=1)
    """What to formalise first when the budget is short."""
    suspicion: float = Field(default=0.0, ge=0, le=1)
    """The prior that decides whether the claim or its negation is tried first."""

    def shown_premises(self, latest: int = MOST_SHOWN) -> tuple[Premise, ...]:
        """Return the premises that prompts show, besides the problem, which every prompt shows.

        What the text cites, what is assumed, what gives a name and what a closed scope left behind
        is always shown, of the others the latest: an inference that reaches further back says so,
        and a long proof would fill the prompt with its beginning.
        """
        others = [p.name for p in self._lines if not self._is_always_shown(p)]
        hidden = set(others[: max(0, len(others) - latest)])
        return tuple(p for p in self._lines if p.name not in hidden)

    @property
    def hides_premises(self) -> bool:
        """Whether nobody who stated or compared it saw all premises of its context."""
        return len(self.shown_premises()) < len(self._lines)

    @property
    def _lines(self) -> list[Premise]:
        return [p for p in self.premises if p.name != PROBLEM]

    def _is_always_shown(self, premise: Premise) -> bool:
        is_left = premise.name.endswith(".if")
        return is_left or premise.stands_throughout or premise.name in self.cited

    @model_validator(mode="after")
    def _does_not_depend_on_itself(self) -> Self:
        if self.id in self.depends_on:
            raise ValueError(f"obligation {self.id!r} depends on itself")
        return self
