"""What a check says about one link: refuted, supported, or left alone for a named reason."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from faithsieve.records.symbolic import FindingClass, LeanForm


class Abstain(StrEnum):
    """Why a link was left undecided."""

    UNREAD = "a side could not be read"
    MOOD = "not asserted"
    NO_VALUE = "no value, or none that can be computed"
    ROUNDED = "rounded decimals"
    QUOTIENT = "quotient notation"
    CONTEXT = "follows from what was stated before"
    HOLDS_SOMEWHERE = "holds in some regime"
    CONSTRAINT = "a condition, not an identity"
    UNDECIDED = "neither proved nor refuted"
    COMPLEX = "complex numbers"
    UNITS = "units"
    MODULUS = "congruence outside the fragment"
    RELATION = "relation outside the checks"
    NONCOMMUTATIVE = "letters may not be numbers"
    LIMIT = "time or size limit"


@dataclass(frozen=True, slots=True)
class Refuted:
    """The link is false."""

    rule: str
    finding_class: FindingClass
    message: str
    counterexample: str | None = None
    lean: Callable[[str], LeanForm | None] | None = None
    """States the refutation for Lean under a given theorem name; called only for findings."""


@dataclass(frozen=True, slots=True)
class Supported:
    """The link holds."""

    rule: str


@dataclass(frozen=True, slots=True)
class Left:
    """The link was not decided."""

    reason: Abstain


LinkVerdict = Refuted | Supported | Left
