"""Local results: passed, refuted or inconclusive, never a bare boolean (paper §4.2)."""

from enum import StrEnum

from faithsieve.records.base import Record
from faithsieve.records.digest import Digest


class Outcome(StrEnum):
    """The three local results; could-not-check is its own outcome."""

    PASSED = "passed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


class EvidenceItem(Record):
    """One piece of evidence about one step, as a verdict cites it."""

    rule: str
    """The rule or checker that produced it, such as ``numeric`` or ``lean.contradicted``."""
    outcome: Outcome
    """What it says about the claim."""
    summary: str
    """The evidence in words."""
    artifacts: tuple[Digest, ...] = ()
    """Keys of the stored model calls and Lean checks it rests on."""
