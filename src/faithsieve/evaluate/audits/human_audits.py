"""People's labels against what the pipeline did: decomposition, suspicion and gate (paper D).

*Decomposition*: did it keep the first error? Two annotators, agreement, consolidation.
*Suspicion*: blind unit labels against what the search selected. A unit is positive when the
reviewer calls it wrong; units the reviewer cannot tell are left out and counted. What the scheduler
needs is coverage of the earliest error, proof by proof: over all known-wrong proofs, and over those
in which the reviewer found a wrong unit at all.
*Gate*: positive is faithful, predicted positive is accepted. What matters most is the
false-positive rate: drifted statements the gate lets through, by the way they drift. A statement
the gate could not judge is counted apart: it was neither accepted nor rejected.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import agree, list_ids, show_kappa
from faithsieve.evaluate.calibration import Calibration, Predicted, calibrate, reliability_table
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.metrics import Confusion, count_confusion
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.tables import Table, list_measures, list_rows
from faithsieve.records.base import Record
from faithsieve.records.faithfulness import EvidenceDirection
from faithsieve.records.proof import Label
from faithsieve.records.wording import counted

# ---- decomposition


class PreservationLabel(Record):
    """One annotator's judgement of one decomposition."""

    id: str
    """The proof."""
    preserved: bool
    """Whether the first error of the source proof is still there, at the same original step."""
    note: str = ""
    """What went wrong, where, and whether before or behind the first error."""


class DecompositionAudit(Record):
    """What two annotators and their consolidation found."""

    proofs: int = Field(ge=1)
    """Proofs both judged."""
    first: Rate
    """Preserved, by the first annotator."""
    second: Rate
    """Preserved, by the second."""
    both_preserved: int
    """Both say preserved."""
    both_lost: int
    """Both say lost."""
    kappa: float | None
    """Cohen's kappa; None where both gave one answer throughout."""
    disagreements: tuple[str, ...]
    """Proofs they judge differently, to be consolidated."""
    consolidated: Rate | None
    """Preserved after consolidation; None while a disagreement is open."""


def audit_decomposition(
    first: Path, second: Path, consolidated: Path | None = None
) -> DecompositionAudit:
    """Compare two annotators; the consolidated file settles where they differ.

    Raises:
        InputError: a file is no label file, or the annotators judged different proofs.
        MissingToolError: statsmodels is not installed.
    """
    ours, theirs = _labels(first), _labels(second)
    if ours.keys() != theirs.keys():
        odd = sorted(ours.keys() ^ theirs.keys())
        raise InputError(
            f"{counted(len(odd), 'proof')} with one judgement only, such as {odd[0]!r}"
        )
    compared = agree(ours, theirs)
    pairs = [(ours[row_id], theirs[row_id]) for row_id in ours]
    # A consolidation may also overturn what both said, when they reviewed it again.
    settled = _labels(consolidated) if consolidated else {}
    final = [settled.get(row_id, ours[row_id]) for row_id in ours]
    is_settled = settled.keys() >= set(compared.disagreements)
    return DecompositionAudit(
        proofs=len(pairs),
        first=rate_of(sum(ours.values()), len(pairs)),
        second=rate_of(sum(theirs.values()), len(pairs)),
        both_preserved=pairs.count((True, True)),
        both_lost=pairs.count((False, False)),
        kappa=compared.kappa,
        disagreements=compared.disagreements,
        consolidated=rate_of(sum(final), len(final)) if is_settled else None,
    )


def _labels(path: Path) -> dict[str, bool]:
    labels = read_records(path, PreservationLabel, key=lambda label: label.id)
    return {label.id: label.preserved for label in labels}


def decomposition_table(audit: DecompositionAudit) -> Table:
    settled = audit.consolidated is not None
    return list_measures(
        "Decomposition preservation",
        {
            "proofs": audit.proofs,
            "preserved, first annotator": audit.first,
            "preserved, second annotator": audit.second,
            "both say preserved": audit.both_preserved,
            "both say lost": audit.both_lost,
            "Cohen's kappa": show_kappa(audit.kappa),
            "open disagreements": 0 if settled else list_ids(audit.disagreements),
            "preserved, consolidated": audit.consolidated,
        },
    )


# ---- suspicion


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
    counts = count_confusion((is_wrong, unit.selected) for unit, is_wrong in sure)
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
        calibration=calibrate([Predicted(unit.risk, is_wrong) for unit, is_wrong in sure]),
    )


def suspicion_tables(audit: SuspicionAudit) -> list[Table]:
    scores = list_measures(
        "Calibration of the suspicion search",
        {
            "units with a label": f"{audit.units} ({audit.uncertain} uncertain, left out)",
            "TP / TN / FP / FN": " / ".join(str(count) for _, count in audit.counts),
            "unit precision": audit.precision,
            "unit recall": audit.recall,
            "known-wrong first-error coverage": audit.coverage,
            "conditional first-error recall": audit.conditional_recall,
        },
    )
    return [scores, reliability_table(audit.calibration, title="Reliability of the risk")]


# ---- gate


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
    counts: Confusion
    """The statements with both; positive means faithful, and the gate flags one by accepting it."""
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
    judged = [
        (row.label is GateLabel.FAITHFUL, decision.accepted)
        for row, decision in pairs
        if decision.accepted is not None
    ]
    counts = count_confusion(judged)
    return GateCalibration(
        statements=len(judged),
        unjudged=len(pairs) - len(judged),
        counts=counts,
        precision=counts.precision,
        recall=counts.recall,
        false_positive_rate=counts.false_positive_rate,
        false_negative_rate=counts.false_negative_rate,
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


def gate_tables(audit: GateCalibration) -> list[Table]:
    confusion = Table(
        title=f"Gate against experts on {audit.statements} statements",
        columns=("experts", "accepted", "rejected"),
        rows=(
            ("faithful", str(audit.counts.tp), str(audit.counts.fn)),
            ("drifted", str(audit.counts.fp), str(audit.counts.tn)),
        ),
    )
    rates = list_measures(
        "Calibration of the gate",
        {
            "precision": audit.precision,
            "recall": audit.recall,
            "false positive rate": audit.false_positive_rate,
            "false negative rate": audit.false_negative_rate,
            "labelled but not judged": audit.unjudged,
        },
    )
    drift = list_rows(
        "Drifted statements by class",
        audit.drift,
        {
            "drift": lambda entry: entry.drift,
            "statements": lambda entry: entry.total,
            "accepted": lambda entry: entry.accepted,
            "proof alone counts": lambda entry: entry.support_only,
            "refutation alone counts": lambda entry: entry.refutation_only,
        },
    )
    return [confusion, rates, drift] if audit.drift else [confusion, rates]
