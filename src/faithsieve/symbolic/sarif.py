"""Lint findings as SARIF 2.1.0, the format code hosts and editors read."""

from collections.abc import Iterable
from typing import NamedTuple

from faithsieve.records.symbolic import FindingClass, LintFinding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

RULES = {
    "numeric-link": "A relation between numbers is false.",
    "symbolic-link": "An equality that is meant as an identity is none.",
    "contradicted-line": "A rewritten equation contradicts the one before.",
    "derived-equation": "A rewritten equation could not be derived from the one before.",
    "derived-inequality": "A rewritten inequality could not be derived from the one before.",
    "solved-value": "A value does not satisfy the equation it was solved from.",
    "restated-expression": "A rewritten expression is not equal to the one before.",
    "congruence": "Two numbers are not congruent as claimed.",
    "divisibility": "A divisibility between numbers is false.",
    "answer-fails": "The answer does not satisfy the problem.",
    "solution-fails": "A solution does not satisfy the problem.",
    "two-values": "The proof gives one term two values.",
    "matrix-link": "A relation between matrices of numbers is false.",
}
"""What each rule says, by its name."""


_LEVELS = {
    FindingClass.REFUTED: "error",
    FindingClass.SUSPICIOUS: "warning",
    FindingClass.NOTE: "note",
}


class LocatedFinding(NamedTuple):
    """A finding with its place in a file."""

    file: str
    """The file's name as the user gave it."""
    line: int
    """The line of the claim in the file, 1 where it is unknown."""
    column: int
    """Its first column in that line, counted from 1."""
    proof_id: str
    """Which proof of the file."""
    finding: LintFinding


def _result(located: LocatedFinding) -> dict[str, object]:
    finding = located.finding
    return {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.finding_class],
        "message": {"text": f"{finding.claim}: {finding.message}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": located.file},
                    "region": {"startLine": located.line, "startColumn": located.column},
                },
                "logicalLocations": [
                    {
                        "name": f"step {finding.step}, column {finding.column}",
                        "fullyQualifiedName": f"{located.proof_id}/step {finding.step}",
                    }
                ],
            }
        ],
        "properties": {
            "class": finding.finding_class.value,
            "step": finding.step,
            "column": finding.column,
            "counterexample": finding.counterexample,
            "doubt": finding.doubt,
        },
    }


def sarif_log(findings: Iterable[LocatedFinding], *, version: str) -> dict[str, object]:
    """One SARIF log for all findings of a run."""
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in RULES.items()]
    driver = {"name": "faithsieve", "version": version, "rules": rules}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(item) for item in findings]}],
    }
