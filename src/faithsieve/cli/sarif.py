"""Lint findings and verdicts as SARIF 2.1.0, the format code hosts and editors read."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import SourcePlace
from faithsieve.records.symbolic import FindingClass, LintFinding
from faithsieve.records.verdict import StepStatus, VerdictKind

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

RULES = {
    "numeric-link": "A relation between numbers is false.",
    "congruence": "Two numbers are not congruent as claimed.",
    "identity": "An equation between polynomials does not hold for all values; it need not.",
    "first-error": "The first step that is wrong on reliable evidence.",
    "risky-step": "Nothing was refuted; this step is trusted least.",
    "uncertain-step": "Something about this step stayed open.",
}
"""What each rule says, by its name."""


_LEVELS = {
    FindingClass.REFUTED: "error",
    FindingClass.NOTE: "note",
}


class LocatedFinding(NamedTuple):
    file: str
    """The file's name as the user gave it."""
    place: SourcePlace | None
    """Where the claim, or else its step, begins in the file; None where it is unknown."""
    proof_id: str
    finding: LintFinding


def _result(located: LocatedFinding) -> dict[str, object]:
    finding = located.finding
    return {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.finding_class],
        "message": {"text": f"{finding.claim}: {finding.message}"},
        "locations": [
            _location(
                located.file,
                located.place,
                f"step {finding.step}, column {finding.column}",
                f"{located.proof_id}/step {finding.step}",
            )
        ],
        "properties": {
            "class": finding.finding_class.value,
            "step": finding.step,
            "column": finding.column,
            "left": finding.left_value,
            "right": finding.right_value,
            "counterexample": finding.counterexample,
        },
    }


def _location(file: str, place: SourcePlace | None, name: str, whole: str) -> dict[str, object]:
    # Line 1 stands for the whole file.
    region = {"startLine": place.line, "startColumn": place.column} if place else {"startLine": 1}
    physical = {"artifactLocation": {"uri": file}, "region": region}
    return {
        "physicalLocation": physical,
        "logicalLocations": [{"name": name, "fullyQualifiedName": whole}],
    }


def sarif_log(findings: Iterable[LocatedFinding], *, version: str) -> dict[str, object]:
    return _log([_result(item) for item in findings], version)


def sarif_of_check(checked: CheckedProof, *, file: str, version: str) -> dict[str, object]:
    """Build the SARIF log of a checked proof: the named step, and open steps as notes.

    A proof that is undecided, or in which nothing was found, has no result of level ``error`` or
    ``warning``: could not check is no finding.
    """
    return _log(list(_step_results(checked, file)), version)


def _step_results(checked: CheckedProof, file: str) -> Iterator[dict[str, object]]:
    verdict = checked.verdict
    if isinstance(verdict.label, int):
        is_error = verdict.kind is VerdictKind.FIRST_ERROR
        rule, level = ("first-error", "error") if is_error else ("risky-step", "warning")
        where = "at or before this step: " if verdict.may_be_earlier else ""
        words = f"{where}{verdict.rationale}" or RULES[rule]
        yield _step_result(checked, file, verdict.label, (rule, level, words))
    for finding in verdict.steps:
        if finding.index != verdict.label and finding.status is StepStatus.UNCERTAIN:
            words = "; ".join(item.summary for item in finding.evidence) or RULES["uncertain-step"]
            yield _step_result(checked, file, finding.index, ("uncertain-step", "note", words))


def _step_result(
    checked: CheckedProof, file: str, step: int, said: tuple[str, str, str]
) -> dict[str, object]:
    rule, level, words = said
    place = checked.source.place_of(step) if checked.source else None
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": words},
        "locations": [_location(file, place, f"step {step}", f"step {step}")],
        "properties": {"step": step, "kind": checked.verdict.kind.value},
    }


def _log(results: list[dict[str, object]], version: str) -> dict[str, object]:
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in RULES.items()]
    driver = {"name": "faithsieve", "version": version, "rules": rules}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
