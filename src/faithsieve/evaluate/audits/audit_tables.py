"""Audits as tables, in the form of the paper's (app. D)."""

from collections.abc import Sequence

from faithsieve.evaluate.annotation import AnnotatorAgreement
from faithsieve.evaluate.audits.decomposition import DecompositionAudit
from faithsieve.evaluate.audits.gate import GateCalibration
from faithsieve.evaluate.audits.labels import LabelAudit
from faithsieve.evaluate.audits.suspicion import SuspicionAudit
from faithsieve.evaluate.calibration import Calibration
from faithsieve.evaluate.prm_calibration import ThresholdChoice
from faithsieve.evaluate.tables import NOTHING, Table, clean, show_rate
from faithsieve.evaluate.vote_pool import MajorityScore, PoolShape


def decomposition_table(audit: DecompositionAudit) -> Table:
    """Preservation by annotator, agreement and consolidation."""
    settled = audit.consolidated
    rows = (
        ("proofs", str(audit.proofs)),
        ("preserved, first annotator", show_rate(audit.first)),
        ("preserved, second annotator", show_rate(audit.second)),
        ("both say preserved", str(audit.both_preserved)),
        ("both say lost", str(audit.both_lost)),
        ("Cohen's kappa", show_kappa(audit.kappa)),
        ("open disagreements", _listed(audit.disagreements) if settled is None else "0"),
        ("preserved, consolidated", NOTHING if settled is None else show_rate(settled)),
    )
    return Table(title="Decomposition preservation", columns=("measure", "result"), rows=rows)


def suspicion_tables(audit: SuspicionAudit) -> list[Table]:
    """Unit precision and recall, first-error coverage, reliability."""
    counts = audit.counts
    rows = (
        ("units with a label", f"{audit.units} ({audit.uncertain} uncertain, left out)"),
        ("TP / TN / FP / FN", f"{counts.tp} / {counts.tn} / {counts.fp} / {counts.fn}"),
        ("unit precision", show_rate(audit.precision)),
        ("unit recall", show_rate(audit.recall)),
        ("known-wrong first-error coverage", show_rate(audit.coverage)),
        ("conditional first-error recall", show_rate(audit.conditional_recall)),
    )
    title = "Calibration of the suspicion search"
    scores = Table(title=title, columns=("measure", "result"), rows=rows)
    return [scores, reliability_table(audit.calibration, title="Reliability of the risk")]


def gate_tables(audit: GateCalibration) -> list[Table]:
    """The confusion of gate and experts, its rates, and drift classes."""
    rows = (
        ("faithful", str(audit.faithful_accepted), str(audit.faithful_rejected)),
        ("drifted", str(audit.drifted_accepted), str(audit.drifted_rejected)),
    )
    confusion = Table(
        title=f"Gate against experts on {audit.statements} statements",
        columns=("experts", "accepted", "rejected"),
        rows=rows,
    )
    rates = Table(
        title="Calibration of the gate",
        columns=("measure", "result"),
        rows=(
            ("precision", show_rate(audit.precision)),
            ("recall", show_rate(audit.recall)),
            ("false positive rate", show_rate(audit.false_positive_rate)),
            ("false negative rate", show_rate(audit.false_negative_rate)),
            ("labelled but not judged", str(audit.unjudged)),
        ),
    )
    drift = Table(
        title="Drifted statements by class",
        columns=("drift", "statements", "accepted"),
        rows=tuple((clean(d.drift), str(d.total), str(d.accepted)) for d in audit.drift),
    )
    return [confusion, rates, drift] if audit.drift else [confusion, rates]


def reliability_table(calibration: Calibration, *, title: str) -> Table:
    """The reliability diagram in numbers."""
    ece = NOTHING if calibration.ece is None else f"{calibration.ece:.3f}"
    brier = NOTHING if calibration.brier is None else f"{calibration.brier:.3f}"
    return Table(
        title=f"{title} (ECE {ece}, Brier {brier}, {calibration.claims} claims)",
        columns=("stated", "mean stated", "observed"),
        rows=tuple(
            (
                f"{entry.low:.1f} to {entry.high:.1f}",
                NOTHING if entry.mean_stated is None else f"{entry.mean_stated:.3f}",
                show_rate(entry.observed),
            )
            for entry in calibration.bins
            if entry.observed.total
        ),
    )


def label_audit_table(audit: LabelAudit) -> Table:
    """Rows that deserve a second look."""
    compared = (
        "" if audit.matched is None else f"; {audit.agreeing} of {audit.matched} matches agree"
    )
    late = f"; {len(audit.unfinished)} rows not read to the end" if audit.unfinished else ""
    return Table(
        title=f"{len(audit.findings)} findings in {audit.rows} rows{compared}{late}",
        columns=("id", "rule", "gold", "suggested", "what was found"),
        rows=tuple(
            (
                clean(finding.id),
                finding.rule.value,
                NOTHING if finding.gold is None else str(finding.gold),
                NOTHING if finding.suggested is None else str(finding.suggested),
                clean(finding.message, limit=200),
            )
            for finding in audit.findings
        ),
    )


def agreement_table(agreement: AnnotatorAgreement) -> Table:
    """How far two annotators agree."""
    return Table(
        title="AnnotatorAgreement of two annotators",
        columns=("measure", "result"),
        rows=(
            ("tasks", str(agreement.tasks)),
            ("same answer", str(agreement.agreed)),
            ("Cohen's kappa", show_kappa(agreement.kappa)),
            ("to adjudicate", _listed(agreement.disagreements) or "0"),
        ),
    )


def votes_tables(scores: Sequence[MajorityScore], shape: PoolShape) -> list[Table]:
    """Majority@N, and what the pool looks like."""
    rows = tuple(
        (
            f"Direct Majority@{score.votes}",
            f"{100 * score.exact:.1f}%",
            f"{100 * score.binary:.1f}%",
            f"{100 * score.unanswered:.1f}%",
            str(score.draws),
        )
        for score in scores
    )
    pool = (
        ("problems", str(shape.problems)),
        ("the same label in every vote", str(shape.unanimous)),
        ("gold label seen, but not the plurality", str(shape.gold_not_modal)),
        ("ties of the whole pool", str(scores[-1].ties if scores and scores[-1].draws == 1 else 0)),
    )
    return [
        Table(
            title="Majority of N votes, means over draws",
            columns=("method", "exact", "binary", "unanswered", "draws"),
            rows=rows,
        ),
        Table(title="The pool of votes", columns=("measure", "problems"), rows=pool),
    ]


def threshold_table(name: str, choice: ThresholdChoice) -> Table:
    """A reward model's chosen threshold and how it scores where it was chosen."""
    return Table(
        title=f"Threshold of {clean(name)}",
        columns=("measure", "result"),
        rows=(
            ("threshold, to freeze as prm.threshold", repr(choice.threshold)),
            ("ProcessBench F1", f"{100 * choice.f1:.1f}%"),
            ("exact on incorrect proofs", show_rate(choice.exact_on_incorrect)),
            ("exact on correct proofs", show_rate(choice.exact_on_correct)),
            ("thresholds tried", str(choice.candidates)),
        ),
    )


def show_kappa(kappa: float | None) -> str:
    """Write kappa, or say that one answer only leaves it undefined."""
    return "undefined: one answer throughout" if kappa is None else f"{kappa:.3f}"


def _listed(ids: Sequence[str]) -> str:
    if not ids:
        return ""
    return f"{len(ids)}: {clean(', '.join(ids))}"
