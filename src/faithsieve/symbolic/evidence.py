"""Findings of the zero-token checks as sentences for prompts, each saying how far it goes."""

from collections.abc import Iterator

from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport


def finding_fact(finding: LintFinding) -> str:
    """Word one finding as what it is: a computed result or a suspicion with its reason."""
    said = f"Step {finding.step}: {finding.claim!r} {finding.message}"
    if finding.account is not None:
        return f"{said}. Computed exactly, read as {finding.account.reading}."
    return f"{said}. A suspicion of code, not a result: {finding.doubt}."


def suspicion_facts(report: LintReport) -> Iterator[str]:
    """Word the findings that speak against a step; what the text does not assert is left out."""
    for finding in report.findings:
        if finding.finding_class is not FindingClass.NOTE:
            yield finding_fact(finding)
