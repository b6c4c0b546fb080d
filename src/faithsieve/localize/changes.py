"""What a decomposition can do to a step (paper app. B.1)."""

from enum import StrEnum
from typing import NamedTuple


class Change(StrEnum):
    """What a decomposition did to a step."""

    UNCOVERED = "uncovered"
    """The step has no substep."""
    OUT_OF_ORDER = "out_of_order"
    """The substeps do not follow the order of the step."""
    NUMBER_LOST = "number_lost"
    NUMBER_ADDED = "number_added"
    RELATION_LOST = "relation_lost"
    """An equation or inequality is gone."""
    RELATION_CHANGED = "relation_changed"
    """An equation or inequality has another side or another sign."""
    FORMULA_CHANGED = "formula_changed"
    """A formula that stands in no relation is another one."""
    WORD_LOST = "word_lost"
    """A decisive word is gone."""
    WORD_ADDED = "word_added"
    """A decisive word was put in that claims more."""
    SCOPE_LOST = "scope_lost"
    """The step stands in a case, contradiction or induction that the substeps do not name."""
    ASSUMPTION_ASSERTED = "assumption_asserted"
    """What the step only supposes is stated as a fact."""


class Finding(NamedTuple):
    """One change, with what changed."""

    change: Change
    detail: str

    def __str__(self) -> str:
        return f"{self.change.value}: {self.detail}"
