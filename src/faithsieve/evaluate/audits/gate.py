"""Calibration of the semantic gate against expert labels (paper D.2).

Positive is *faithful*, predicted positive is *accepted*. What matters most is the false-positive
rate: drifted statements the gate lets through, by the way they drift. A statement the gate could
not judge is counted apart: it was neither accepted nor rejected.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from faithsieve.errors import InputError
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.record_files import read_records
from faithsieve.records.base import Record
from faithsieve.records.faithfulness import EvidenceDirection


class GateLabel(StrEnum):
    """What the experts say about a formal statement."""

    FAITHFUL = "faithful"
    DRIFTED = "drifted"


class LabelledStatement(Record):
    id: str
    """The statement."""
    label: GateLabel
    """The experts' judgement."""
    drift: str | tuple[str, ...] | None = None
    """How it drifted: one class or several, such as ``added_assumption`` or ``vacuous``."""

    @property
    def classes(self) -> tuple[str, ...]:
        named = (self.drift,) if isinstance(self.drift, str) else self.drift
        return named or ("(no class)",)


class GateDecision(Record):
    id: str
    """The statement."""
    accepted: bool | None
    """Whether the gate let it through; None where it could not judge."""
    direction: EvidenceDirection = EvidenceDirection.NEITHER
    """Which answers of Lean would count; decides nothing where ``accepted``."""


class DriftCount(Record):
    drift: str
    """The class."""
    total: int = Field(ge=1)
    """Statements the experts put into it; classes may overlap."""
    accepted: int = Field(ge=0)
    """How many of them the gate accepted."""
    support_only: int = Field(default=0, ge=0)
    """Of the others, those whose proof would count: right for statements that claim more."""
    refutation_only: int = Field(default=0, ge=0)
    """Of the others, those whose refutation would count: right for statements that claim less."""


class GateCalibration(Record):
    statements: int
    """Statements with a label and a decision."""
    unjudged: int
    """Labelled statements without a decision; left out of every rate."""
    faithful_accepted: int
    """Rightly accepted."""
    faithful_rejected: int
    """Wrongly rejected."""
    drifted_accepted: int
    """Wrongly accepted."""
    drifted_rejected: int
    """Rightly rejected."""
    precision: Rate
    """Accepted statements that are faithful."""
    recall: Rate
    """Faithful statements that are accepted."""
    false_positive_rate: Rate
    """Drifted statements that are accepted."""
    false_negative_rate: Rate
    """Faithful statements that are rejected."""
    drift: tuple[DriftCount, ...]
    """Drifted statements by class, the most often accepted first."""


def audit_gate(labels: Path, decisions: Path) -> GateCalibration:
    """Compare a gate's decisions with labels; one file may hold both.

    Raises:
        InputError: a file is not what it should be, or no statement is in both.
    """
    labelled = read_records(labels, LabelledStatement, key=lambda row: row.id)
    decided = read_records(decisions, GateDecision, key=lambda row: row.id)
    by_id = {row.id: row for row in decided}
    if not any(row.id in by_id for row in labelled):
        raise InputError(f"no statement of {labels} has a decision in {decisions}")
    unjudged = GateDecision(id="", accepted=None)
    return calibrate_gate([(row, by_id.get(row.id, unjudged)) for row in labelled])


def calibrate_gate(pairs: Sequence[tuple[LabelledStatement, GateDecision]]) -> GateCalibration:
    cells = Counter((row.label, decision.accepted) for row, decision in pairs)
    tp, fn = cells[GateLabel.FAITHFUL, True], cells[GateLabel.FAITHFUL, False]
    fp, tn = cells[GateLabel.DRIFTED, True], cells[GateLabel.DRIFTED, False]
    return GateCalibration(
        statements=tp + fn + fp + tn,
        unjudged=sum(decision.accepted is None for _, decision in pairs),
        faithful_accepted=tp,
        faithful_rejected=fn,
        drifted_accepted=fp,
        drifted_rejected=tn,
        precision=rate_of(tp, tp + fp),
        recall=rate_of(tp, tp + fn),
        false_positive_rate=rate_of(fp, fp + tn),
        false_negative_rate=rate_of(fn, fn + tp),
        drift=_drift(pairs),
    )


def _drift(pairs: Sequence[tuple[LabelledStatement, GateDecision]]) -> tuple[DriftCount, ...]:
    by_class: dict[str, list[GateDecision]] = defaultdict(list)
    for row, decision in pairs:
        if row.label is GateLabel.DRIFTED and decision.accepted is not None:
            for name in row.classes:
                by_class[name].append(decision)
    counts = [_drift_count(name, decisions) for name, decisions in by_class.items()]
    return tuple(sorted(counts, key=lambda count: (-count.accepted, count.drift)))


def _drift_count(name: str, decisions: Sequence[GateDecision]) -> DriftCount:
    directions = Counter(d.direction for d in decisions if not d.accepted)
    return DriftCount(
        drift=name,
        total=len(decisions),
        accepted=sum(bool(d.accepted) for d in decisions),
        support_only=directions[EvidenceDirection.SUPPORT],
        refutation_only=directions[EvidenceDirection.REFUTATION],
    )
