"""``data validate``: what a careful reader would want to know before spending money on a file.

An *error* is a row no run can use; a *warning* is usable but suspect; a *note* is worth knowing,
such as rows that share a problem and must be clustered in every statistic. Nothing is changed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from faithsieve.datasets.loading import Dataset, inspect_dataset
from faithsieve.datasets.shapes import ShapeName
from faithsieve.datasets.strict_json import ProblemKind, shown
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.proof import LabelledProof

# A number that opens a step: "Step 3:", "**Step 3.**", "3.", "(3)"; not "2.5" and not "3 = 3".
_STEP_NUMBER = re.compile(r"\s*(?:[*_#\s]*step\s+(\d+)\b|\(?(\d{1,4})[.)](?=\s))", re.IGNORECASE)
# C0 and C1 controls without tab and line ends, and the marks that reorder text on a screen.
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class DatasetFinding(Record):
    """One thing found in a dataset file."""

    line: int = Field(ge=1)
    """The 1-based line of the row."""
    severity: Severity
    """How much it matters."""
    rule: str
    """The rule's name, such as ``step-numbering``."""
    field: str
    """The field it is about."""
    message: str
    """What was found."""


class Validation(Record):
    """What validating a file found."""

    file: str
    """The file as the user named it."""
    shape: ShapeName | str
    """The convention it was read in."""
    usable: int = Field(ge=0)
    """Rows that load."""
    correct: int = Field(ge=0)
    """Usable rows labelled correct."""
    incorrect: int = Field(ge=0)
    """Usable rows labelled with a first error."""
    unlabelled: int = Field(ge=0)
    """Usable rows without a label."""
    distinct_problems: int = Field(ge=0)
    """Different problem statements among the usable rows."""
    digest: Digest
    """The digest of the usable rows, as a run's manifest records it."""
    findings: tuple[DatasetFinding, ...]
    """What was found, in line order."""

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)


def validate_dataset(path: Path | str, *, format: ShapeName | str | None = None) -> Validation:
    """Load a file and apply every rule.

    Raises:
        InputError: When the file as a whole cannot be read.
    """
    dataset = inspect_dataset(path, format=format)
    findings = [finding for rule in RULES for finding in rule(dataset)]
    golds = [proof.gold for proof in dataset.proofs]
    return Validation(
        file=dataset.file,
        shape=dataset.shape,
        usable=len(golds),
        correct=golds.count("correct"),
        incorrect=sum(isinstance(gold, int) for gold in golds),
        unlabelled=golds.count(None),
        distinct_problems=len({problem_key(proof) for proof in dataset.proofs}),
        digest=dataset.digest,
        findings=tuple(sorted(findings, key=lambda finding: finding.line)),
    )


def problem_key(proof: LabelledProof) -> Digest:
    """Hash a problem's text, white space normalised; rows with equal keys are one cluster."""
    return digest_of(" ".join(proof.proof.problem.split()))


def proof_key(proof: LabelledProof) -> Digest:
    """Hash a problem and its proof, white space normalised."""
    return digest_of([problem_key(proof), [" ".join(s.text.split()) for s in proof.proof.steps]])


def _unusable(dataset: Dataset) -> Iterator[DatasetFinding]:
    for problem in dataset.problems:
        skipped = problem.kind is ProblemKind.SKIPPED
        yield DatasetFinding(
            line=problem.line,
            severity=Severity.NOTE if skipped else Severity.ERROR,
            rule="left-out" if skipped else "unusable",
            field=problem.field,
            message=problem.message,
        )


def _id_clashes(dataset: Dataset) -> Iterator[DatasetFinding]:
    seen: dict[str, tuple[int, str]] = {}
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        folded = unicodedata.normalize("NFC", proof.id).casefold()
        if folded in seen:
            first_line, first_id = seen[folded]
            message = (
                f"{shown(proof.id)} differs from {shown(first_id)} of line {first_line} only in "
                "case or Unicode form"
            )
            yield _warning(line, "id-clash", "id", message)
        seen.setdefault(folded, (line, proof.id))


def _missing_labels(dataset: Dataset) -> Iterator[DatasetFinding]:
    if all(proof.gold is None for proof in dataset.proofs):
        return
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        if proof.gold is None:
            yield _warning(line, "unlabelled", "label", "no label, though other rows have one")


def _duplicate_proofs(dataset: Dataset) -> Iterator[DatasetFinding]:
    seen: dict[Digest, tuple[int, LabelledProof]] = {}
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        key = proof_key(proof)
        if key not in seen:
            seen[key] = (line, proof)
            continue
        first_line, first = seen[key]
        same = f"the same problem and proof as line {first_line}"
        if proof.gold == first.gold:
            yield _warning(line, "duplicate-proof", "steps", same)
        else:
            message = f"{same}, but labelled {proof.gold!r} and not {first.gold!r}"
            yield _warning(line, "contradictory-labels", "label", message)


def _shared_problems(dataset: Dataset) -> Iterator[DatasetFinding]:
    clusters: dict[Digest, list[int]] = {}
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        clusters.setdefault(problem_key(proof), []).append(line)
    for first, *others in clusters.values():
        if others:
            listed = ", ".join(map(str, others))
            yield DatasetFinding(
                line=first,
                severity=Severity.NOTE,
                rule="shared-problem",
                field="problem",
                message=f"also the problem of line {listed}; cluster them in statistics",
            )


def _step_numbering(dataset: Dataset) -> Iterator[DatasetFinding]:
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        for step in proof.proof.steps:
            match = _STEP_NUMBER.match(step.text)
            number = int(match[1] or match[2]) if match else step.index
            if number != step.index:
                message = f"step {step.index} calls itself {number}"
                yield _warning(line, "step-numbering", f"steps[{step.index - 1}]", message)


def _hidden_characters(dataset: Dataset) -> Iterator[DatasetFinding]:
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        texts = {"id": proof.id, "problem": proof.proof.problem}
        texts |= {f"steps[{step.index - 1}]": step.text for step in proof.proof.steps}
        for field, text in texts.items():
            if found := sorted(set(_HIDDEN.findall(text))):
                points = ", ".join(f"U+{ord(char):04X}" for char in found)
                yield _warning(line, "control-character", field, f"holds {points}")


def _repairs(dataset: Dataset) -> Iterator[DatasetFinding]:
    for line, proof in zip(dataset.lines, dataset.proofs, strict=True):
        for note in proof.notes:
            yield _warning(line, "repaired", "row", note)


def _warning(line: int, rule: str, field: str, message: str) -> DatasetFinding:
    return DatasetFinding(
        line=line, severity=Severity.WARNING, rule=rule, field=field, message=message
    )


RULES: tuple[Callable[[Dataset], Iterator[DatasetFinding]], ...] = (
    _unusable,
    _id_clashes,
    _missing_labels,
    _duplicate_proofs,
    _shared_problems,
    _step_numbering,
    _hidden_characters,
    _repairs,
)
"""Every rule; each looks at the whole file."""
