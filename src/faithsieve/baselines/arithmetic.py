"""What exact arithmetic alone says about a proof: no model, no Lean, no tokens.

A false relation between closed numbers names the first error. Nothing found is no praise: most
errors are no false arithmetic, so the proof stays undecided.
"""

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LintFinding
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.symbolic.lint import lint_proof

RULE = "exact_arithmetic"
NO_MODEL = "No model was asked: only closed arithmetic was checked"


def judge_by_arithmetic(proof: Proof) -> CheckedProof:
    """Check one proof by exact arithmetic; the earliest refuted step is the first error."""
    report = lint_proof(proof)
    refuted = {
        step.index: [finding for finding in report.refuted if finding.step == step.index]
        for step in proof.steps
    }
    steps = tuple(_finding(index, found) for index, found in refuted.items())
    label = next((index for index, found in refuted.items() if found), None)
    if label is None:
        reason = f"{NO_MODEL}, and nothing false was found. That says nothing about the rest."
        kind = VerdictKind.UNDECIDED
    else:
        reason = f"{refuted[label][0].sentence}. {NO_MODEL}, so an earlier error may be missed."
        kind = VerdictKind.FIRST_ERROR
    verdict = Verdict(label=label, kind=kind, rationale=reason, steps=steps)
    return CheckedProof(proof=proof, verdict=verdict, findings=report.findings)


def _finding(index: int, refuted: list[LintFinding]) -> StepFinding:
    evidence = tuple(
        EvidenceItem(rule=RULE, outcome=Outcome.REFUTED, summary=found.sentence)
        for found in refuted
    )
    status = StepStatus.INCORRECT if refuted else StepStatus.UNCHECKED
    return StepFinding(index=index, status=status, evidence=evidence)
