"""Is suspicion worth its name? Blind unit labels against what the search selected (paper D.1).

A unit is positive when the reviewer calls it wrong; units the reviewer cannot tell are left out
and counted. What the scheduler needs is coverage of the earliest error, proof by proof: over all
known-wrong proofs, and over those in which the reviewer found a wrong unit at all.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from faithsieve.errors import InputError
from faithsieve.evaluate.audits.label_files import distinct, read_records
from faithsieve.evaluate.calibration import Calibration, Stated, calibrate
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.records.base import Record
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Label


class UnitLabel(StrEnum):
    """What a blind reviewer says about one unit."""

    WRONG = "wrong"
    RIGHT = "right"
    UNCERTAIN = "uncertain"


class LabelledUnit(Record):
    """One row of a label file."""

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


class UnitCounts(Record):
    """Units by reviewer and search; positive means wrong."""

    tp: int = Field(ge=0)
    """Wrong and selected."""
    tn: int = Field(ge=0)
    """Right and not selected."""
    fp: int = Field(ge=0)
    """Right and selected."""
    fn: int = Field(ge=0)
    """Wrong and not selected."""

    @property
    def total(self) -> int:
        """All units with a usable label."""
        return self.tp + self.tn + self.fp + self.fn

    @property
    def precision(self) -> Rate:
        """Selected units that are wrong."""
        return rate_of(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Rate:
        """Wrong units that are selected."""
        return rate_of(self.tp, self.tp + self.fn)


class SuspicionAudit(Record):
    """The calibration of the suspicion search."""

    units: int
    """Units both files have."""
    uncertain: int
    """Units the reviewer could not tell; left out."""
    counts: UnitCounts
    """The others."""
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


def unit_rows(proof_id: str, localization: Localization, *, gold: Label | None) -> list[ScoredUnit]:
    """Write what the search did with each unit of a proof; selected means in the audit window."""
    window = set(localization.window.units)
    return [
        ScoredUnit(
            id=proof_id,
            unit=suspicion.unit_id,
            risk=suspicion.risk,
            selected=suspicion.unit_id in window,
            gold=gold,
        )
        for suspicion in localization.suspicions
    ]


def audit_suspicion(selection: Path, labels: Path) -> SuspicionAudit:
    """Compare a search's selection with a reviewer's blind labels.

    Raises:
        InputError: a file is not what it should be, or no unit is in both.
    """
    scored = read_records(selection, ScoredUnit)
    labelled = read_records(labels, LabelledUnit)
    distinct(scored, [(row.id, row.unit) for row in scored], path=selection)
    distinct(labelled, [(row.id, row.unit) for row in labelled], path=labels)
    judged = {(row.id, row.unit): row.label for row in labelled}
    pairs = [(row, judged[row.id, row.unit]) for row in scored if (row.id, row.unit) in judged]
    if not pairs:
        raise InputError(f"no unit of {selection} is labelled in {labels}; are the ids the same?")
    return calibrate_suspicion(pairs)


def calibrate_suspicion(pairs: Sequence[tuple[ScoredUnit, UnitLabel]]) -> SuspicionAudit:
    """Count units and proofs."""
    sure = [(unit, label) for unit, label in pairs if label is not UnitLabel.UNCERTAIN]
    counts = UnitCounts(
        tp=_count(sure, wrong=True, selected=True),
        tn=_count(sure, wrong=False, selected=False),
        fp=_count(sure, wrong=False, selected=True),
        fn=_count(sure, wrong=True, selected=False),
    )
    earliest = _earliest_wrong(sure)
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
        calibration=calibrate([Stated(u.risk, label is UnitLabel.WRONG) for u, label in sure]),
    )


def _count(pairs: Iterable[tuple[ScoredUnit, UnitLabel]], *, wrong: bool, selected: bool) -> int:
    return sum(
        (label is UnitLabel.WRONG) == wrong and unit.selected == selected for unit, label in pairs
    )


def _earliest_wrong(
    pairs: Iterable[tuple[ScoredUnit, UnitLabel]],
) -> Mapping[str, ScoredUnit]:
    """The first unit of each proof that the reviewer calls wrong, in the order of the file."""
    found: dict[str, ScoredUnit] = {}
    for unit, label in pairs:
        if label is UnitLabel.WRONG:
            found.setdefault(unit.id, unit)
    return found
