"""Did decomposition keep the first error? Two annotators, agreement, consolidation (paper D.1)."""

from pathlib import Path

from pydantic import Field

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import agree
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.record_files import read_records
from faithsieve.records.base import Record
from faithsieve.records.counting import counted


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
