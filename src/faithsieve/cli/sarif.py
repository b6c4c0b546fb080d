"""Lint findings as SARIF 2.1.0, the format code hosts and editors read."""

from collections.abc import Iterable
from typing import NamedTuple

from faithsieve.records.proof import SourcePlace
from faithsieve.records.symbolic import FindingClass, LintFinding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

RULES = {
    "numeric-link": "A relation between numbers is false.",
    "symbolic-link": "An equality that is meant as an identity is none.",
    "contradicted-line": "A rewritten equation contradicts the one before.",
    "derived-equation": "A rewritten equation could not be derived from the one before.",
    "solved-value": "A value does not satisfy the equation it was solved from.",
    "restated-expression": "A rewritten expression is not equal to the one before.",
    "congruence": "Two numbers are not congruent as claimed.",
    "divisibility": "A divisibility between numbers is false.",
    "answer-fails": "The answer does not satisfy the problem.",
    "solution-fails": "A solution does not satisfy the problem.",
    "two-values": "The proof gives one term two values.",
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
    place: SourcePlace | None
    """Where the claim, or else its step, begins in the file; None where it is unknown."""
    proof_id: str
    """Which proof of the file."""
    finding: LintFinding


def _region(place: SourcePlace | None) -> dict[str, int]:
    """A place in SARIF's words; line 1 stands for the whole file."""
    if place is None:
        return {"startLine": 1}
    return {"startLine": place.line, "startColumn": place.column}


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
                    "region": _region(located.place),
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
