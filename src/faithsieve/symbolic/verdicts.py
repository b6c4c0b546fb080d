"""What a check says about one link: a slip, supported, or undecided for a named reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from faithsieve.symbolic.claims import Claim
from faithsieve.symbolic.lean_terms import StatedLink


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
class Slip:
    """The link fails; whether that may decide is for its account to say."""

    rule: str
    message: str
    counterexample: Mapping[str, Fraction] | None = None
    stated: StatedLink | None = None
    """What was refuted, definitions put in, with a witness; Lean is asked about this."""
    source: Claim | None = None
    """The earlier claim that this one was compared with, if any."""
    only_if_accounted: bool = False
    """Whether the slip is worth a finding only with a complete account."""


@dataclass(frozen=True, slots=True)
class Supported:
    """The link holds."""

    rule: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """The link was not decided."""

    reason: Abstain


LinkVerdict = Slip | Supported | Undecided
