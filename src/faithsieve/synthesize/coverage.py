"""What of a proof is machine-checked, from the units and their results (paper §5.3)."""

from collections.abc import Iterable, Sequence

from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import Inconclusive, InconclusiveReason, Outcome
from faithsieve.records.proof import StepIndex
from faithsieve.records.verdict import Coverage, CoverageGap, StepFinding, StepGap, StepStatus
from faithsieve.records.verification import VerifiedUnit

# By how far a claim came on its way to a result: the furthest one says most about the step.
GAPS = {
    CoverageGap.PROOF: {
        InconclusiveReason.PROOF_TIMEOUT,
        InconclusiveReason.PROOF_EXHAUSTED,
        InconclusiveReason.QUARANTINED,
        InconclusiveReason.CONDITIONAL,
    },
    CoverageGap.GATE: {InconclusiveReason.GATE_FAILED, InconclusiveReason.GATE_UNQUALIFIED},
    CoverageGap.NOT_STATED: {
        InconclusiveReason.NO_STATEMENT,
        InconclusiveReason.OUT_OF_SCOPE,
        InconclusiveReason.COMPILE_FAILED,
    },
    CoverageGap.LEAN: {InconclusiveReason.BACKEND_UNAVAILABLE, InconclusiveReason.BACKEND_CRASHED},
    CoverageGap.BEHIND_ERROR: {InconclusiveReason.DROPPED},
    CoverageGap.BUDGET: {InconclusiveReason.BUDGET_EXHAUSTED, InconclusiveReason.NOT_TRIED},
    CoverageGap.NO_CLAIM: {InconclusiveReason.NO_CLAIM},
}


def steps_left(units: Iterable[EdgeUnit], verified: Iterable[VerifiedUnit]) -> frozenset[StepIndex]:
    """Return the steps of which some claim was not looked at."""
    audited = {unit.unit_id for unit in verified}
    left = (unit for unit in units if unit.makes_claim and unit.unit_id not in audited)
    return frozenset(unit.original_step_idx for unit in left)


def coverage_of(
    units: Sequence[EdgeUnit],
    verified: Sequence[VerifiedUnit],
    steps: Sequence[StepFinding],
    *,
    cut_by: str = "",
) -> Coverage:
    """Count what was proved, what was not and why, and what nobody looked at.

    Args:
        verified: What stage two found out about those it looked at.
        cut_by: The budget that ended the audit, if one did.
    """
    left = steps_left(units, verified)
    proved = {unit.step for unit in verified if _has(unit, Outcome.PASSED)}
    whole = {f.index for f in steps if f.status is StepStatus.SUPPORTED} - left
    settled = proved | {f.index for f in steps if f.status is StepStatus.INCORRECT}
    claims = {unit.original_step_idx for unit in units if unit.makes_claim}
    return Coverage(
        supported=tuple(sorted(whole)),
        partly=tuple(sorted(proved - whole)),
        gaps=tuple(
            StepGap(index=f.index, reason=_gap(f.index, verified, claims))
            for f in steps
            if f.index not in settled | whole
        ),
        not_audited=tuple(sorted(left)),
        cut_by=cut_by,
    )


def _has(unit: VerifiedUnit, outcome: Outcome) -> bool:
    return any(result.outcome is outcome for result in unit.results)


def _gap(step: StepIndex, verified: Iterable[VerifiedUnit], claims: set[StepIndex]) -> CoverageGap:
    results = [result for unit in verified if unit.step == step for result in unit.results]
    if any(result.outcome is Outcome.REFUTED for result in results):
        return CoverageGap.AGAINST
    if step not in claims:
        return CoverageGap.NO_CLAIM
    met = {result.reason for result in results if isinstance(result, Inconclusive)}
    return next((gap for gap, reasons in GAPS.items() if reasons & met), CoverageGap.BUDGET)
