"""Every problem of a run falls into exactly one outcome; reports filter by it."""

from enum import StrEnum

from faithsieve.evaluate.metrics import is_binary_right, is_exact
from faithsieve.records.run import ProblemResult


class ProblemOutcome(StrEnum):
    """What became of a problem."""

    EXACT = "exact"
    """The gold label."""
    WRONG_PLACE = "wrong-place"
    """Rightly called incorrect, at another step."""
    FALSE_POSITIVE = "false-positive"
    """A correct proof called incorrect."""
    FALSE_NEGATIVE = "false-negative"
    """An incorrect proof called correct."""
    FAILED = "failed"
    """No answer; not a wrong one."""
    UNLABELLED = "unlabelled"
    """An answer without a gold label to compare it with."""


def outcome_of(row: ProblemResult) -> ProblemOutcome:
    """Say what became of a problem."""
    if row.label is None:
        return ProblemOutcome.FAILED
    if row.gold is None:
        return ProblemOutcome.UNLABELLED
    if is_exact(row):
        return ProblemOutcome.EXACT
    if is_binary_right(row):
        return ProblemOutcome.WRONG_PLACE
    if row.gold == "correct":
        return ProblemOutcome.FALSE_POSITIVE
    return ProblemOutcome.FALSE_NEGATIVE
