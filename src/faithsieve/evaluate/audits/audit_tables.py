"""Audits as tables, in the form of the paper's (app. D)."""

from collections.abc import Sequence

from faithsieve.evaluate.annotation import AnnotatorAgreement
from faithsieve.evaluate.audits.decomposition import DecompositionAudit
from faithsieve.evaluate.audits.gate import GateCalibration
from faithsieve.evaluate.audits.labels import LabelAudit
from faithsieve.evaluate.audits.suspicion import SuspicionAudit
from faithsieve.evaluate.paper_tables import reliability_table
from faithsieve.evaluate.prm_calibration import ThresholdChoice
from faithsieve.evaluate.tables import (
    Table,
    clean,
    list_measures,
    list_rows,
    show,
    show_percent,
)
from faithsieve.evaluate.vote_pool import MajorityScore, PoolShape
from faithsieve.records.counting import counted


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
            "open disagreements": 0 if settled else _listed(audit.disagreements),
            "preserved, consolidated": audit.consolidated,
        },
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


def gate_tables(audit: GateCalibration) -> list[Table]:
    confusion = Table(
        title=f"Gate against experts on {audit.statements} statements",
        columns=("experts", "accepted", "rejected"),
        rows=(
            ("faithful", str(audit.faithful_accepted), str(audit.faithful_rejected)),
            ("drifted", str(audit.drifted_accepted), str(audit.drifted_rejected)),
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


def label_audit_table(audit: LabelAudit) -> Table:
    compared = (
        "" if audit.matched is None else f"; {audit.agreeing} of {audit.matched} matches agree"
    )
    late = (
        f"; {counted(len(audit.unfinished), 'row')} not read to the end" if audit.unfinished else ""
    )
    return Table(
        title=f"{counted(len(audit.findings), 'finding')} in {counted(audit.rows, 'row')}"
        f"{compared}{late}",
        columns=("id", "rule", "gold", "suggested", "what was found"),
        rows=tuple(
            (
                show(finding.id),
                finding.rule.value,
                show(finding.gold),
                show(finding.suggested),
                clean(finding.message, limit=200),
            )
            for finding in audit.findings
        ),
    )


def agreement_table(agreement: AnnotatorAgreement) -> Table:
    return list_measures(
        "Agreement of two annotators",
        {
            "tasks": agreement.tasks,
            "same answer": agreement.agreed,
            "Cohen's kappa": show_kappa(agreement.kappa),
            "to adjudicate": _listed(agreement.disagreements),
        },
    )


def votes_tables(scores: Sequence[MajorityScore], shape: PoolShape) -> list[Table]:
    majority = list_rows(
        "Majority of N votes, means over draws",
        scores,
        {
            "method": lambda score: f"Direct Majority@{score.votes}",
            "exact": lambda score: show_percent(score.exact),
            "binary": lambda score: show_percent(score.binary),
            "unanswered": lambda score: show_percent(score.unanswered),
            "draws": lambda score: score.draws,
        },
    )
    pool = list_measures(
        "The pool of votes",
        {
            "problems": shape.problems,
            "the same label in every vote": shape.unanimous,
            "gold label seen, but not the plurality": shape.gold_not_modal,
            "ties of the whole pool": scores[-1].ties if scores and scores[-1].draws == 1 else 0,
        },
    )
    return [majority, pool]


def threshold_table(name: str, choice: ThresholdChoice) -> Table:
    return list_measures(
        f"Threshold of {clean(name)}",
        {
            "threshold, to freeze as prm.threshold": repr(choice.threshold),
            "ProcessBench F1": show_percent(choice.f1),
            "exact on incorrect proofs": choice.exact_on_incorrect,
            "exact on correct proofs": choice.exact_on_correct,
            "thresholds tried": choice.candidates,
        },
    )


def show_kappa(kappa: float | None) -> str:
    """Write kappa, or say that one answer only leaves it undefined."""
    return "undefined: one answer throughout" if kappa is None else f"{kappa:.3f}"


def _listed(ids: Sequence[str]) -> str:
    return f"{len(ids)}: {', '.join(ids)}" if ids else "0"
