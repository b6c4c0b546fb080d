"""What a lint report means to the pipeline: evidence by step, a cap, facts for prompts.

Symbolic and derivation findings locate the slip; numeric ones only say that the first error is not
later. Both are upper bounds, so the audit never needs to look past the earliest of them.
"""

from collections.abc import Iterator

from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.proof import StepIndex
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport, SupportedLink


def finding_evidence(finding: LintFinding) -> EvidenceItem:
    """One refuted claim as a verdict cites it; the class is part of the rule's name."""
    return EvidenceItem(
        rule=f"lint.{finding.finding_class.value}.{finding.rule}",
        outcome=Outcome.REFUTED,
        summary=f"{finding.claim}: {finding.message}",
    )


def evidence_by_step(report: LintReport) -> dict[StepIndex, tuple[EvidenceItem, ...]]:
    """All findings and confirmed links, grouped by the step they are about."""
    items: dict[StepIndex, list[EvidenceItem]] = {}
    for finding in report.findings:
        items.setdefault(finding.step, []).append(finding_evidence(finding))
    for link in report.supported:
        items.setdefault(link.step, []).append(_support(link))
    return {step: tuple(found) for step, found in sorted(items.items())}


def _support(link: SupportedLink) -> EvidenceItem:
    return EvidenceItem(
        rule=f"lint.supported.{link.rule}", outcome=Outcome.PASSED, summary=link.claim
    )


def first_error_cap(report: LintReport) -> StepIndex | None:
    """The step that the first error cannot come after, if anything was refuted."""
    return min((finding.step for finding in report.findings), default=None)


def located_step(report: LintReport) -> StepIndex | None:
    """The step of the first finding that locates, unless an earlier symptom makes it doubtful."""
    located = [f.step for f in report.findings if f.finding_class is FindingClass.LOCATES]
    cap = first_error_cap(report)
    return located[0] if located and cap is not None and located[0] <= cap else None


def suspicion_facts(report: LintReport) -> Iterator[str]:
    """The findings as sentences for the suspicion prompt."""
    for finding in report.findings:
        yield f"Step {finding.step}: {finding.claim!r} is refuted by code ({finding.message})."
