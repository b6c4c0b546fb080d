"""Is suspicion worth its name? Blind unit labels against what the search selected (paper D.1).

A unit is positive when the reviewer calls it wrong; units the reviewer cannot tell are left out
and counted. What the scheduler needs is coverage of the earliest error, proof by proof: over all
known-wrong proofs, and over those in which the reviewer found a wrong unit at all.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from faithsieve.errors import InputError
from faithsieve.evaluate.calibration import Calibration, Stated, calibrate
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.metrics import Confusion
from faithsieve.evaluate.record_files import read_records
from faithsieve.records.base import Record
from faithsieve.records.proof import Label


class UnitLabel(StrEnum):
    """What a blind reviewer says about one unit."""

    WRONG = "wrong"
    RIGHT = "right"
    UNCERTAIN = "uncertain"


class LabelledUnit(Record):
    id: str
    """The proof."""
    unit: str
    """The unit's id."""
    label: UnitLabel
    """The reviewer's judgement."""


class ScoredUnit(Record):
    """One row of a selection file: what the search did with a unit."""

    id: str
    """The proof."""
    unit: str
    """The unit's id; units stand in proof order."""
    risk: float = Field(ge=0, le=1)
    """The suspicion risk."""
    selected: bool
    """Whether the search selected the unit."""
    gold: Label | None = None
    """The proof's benchmark label, for coverage over known-wrong proofs."""


class SuspicionAudit(Record):
    units: int
    """Units both files have."""
    uncertain: int
    """Units the reviewer could not tell; left out."""
    counts: Confusion
    """The others; positive means wrong, and the search flags a unit by selecting it."""
    precision: Rate
    """Selected units that are wrong."""
    recall: Rate
    """Wrong units that are selected."""
    coverage: Rate
    """Known-wrong proofs whose earliest wrong unit was selected."""
    conditional_recall: Rate
    """The same over those known-wrong proofs in which the reviewer found a wrong unit."""
    calibration: Calibration
    """Stated risk against the reviewer's labels."""


def audit_suspicion(selection: Path, labels: Path) -> SuspicionAudit:
    """Compare a search's selection with a reviewer's blind labels.

    Raises:
        InputError: a file is not what it should be, or no unit is in both.
    """
    scored = read_records(selection, ScoredUnit, key=lambda row: (row.id, row.unit))
    labelled = read_records(labels, LabelledUnit, key=lambda row: (row.id, row.unit))
    judged = {(row.id, row.unit): row.label for row in labelled}
    pairs = [(row, judged[row.id, row.unit]) for row in scored if (row.id, row.unit) in judged]
    if not pairs:
        raise InputError(f"no unit of {selection} is labelled in {labels}; are the ids the same?")
    return calibrate_suspicion(pairs)


def calibrate_suspicion(pairs: Sequence[tuple[ScoredUnit, UnitLabel]]) -> SuspicionAudit:
    sure = [
        (unit, label is UnitLabel.WRONG)
        for unit, label in pairs
        if label is not UnitLabel.UNCERTAIN
    ]
    cells = Counter((is_wrong, unit.selected) for unit, is_wrong in sure)
    counts = Confusion(
        tp=cells[True, True], tn=cells[False, False], fp=cells[False, True], fn=cells[True, False]
    )
    # The first wrong unit of each proof, in the order of the file: a later entry is overwritten.
    earliest = {unit.id: unit for unit, is_wrong in reversed(sure) if is_wrong}
    known_wrong = {unit.id for unit, _ in pairs if isinstance(unit.gold, int)}
    covered = sum(row_id in earliest and earliest[row_id].selected for row_id in known_wrong)
    return SuspicionAudit(
        units=len(pairs),
        uncertain=len(pairs) - len(sure),
        counts=counts,
        precision=counts.precision,
        recall=counts.recall,
        coverage=rate_of(covered, len(known_wrong)),
        conditional_recall=rate_of(covered, len(known_wrong & earliest.keys())),
        calibration=calibrate([Stated(unit.risk, is_wrong) for unit, is_wrong in sure]),
    )
