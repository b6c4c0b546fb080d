"""Decide what a verdict is worth when Lean could not be asked.

A check that failed for want of Lean says nothing about its claim. Where such a check might have
changed the answer, the answer is provisional: it says so and the next run checks the proof again.
Where a label is forced and nothing but the silence of these checks speaks for ``correct``, there is
no verdict at all.
"""

from faithsieve.errors import LeanUnavailableError
from faithsieve.records.evidence import Inconclusive, InconclusiveReason
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.records.wording import counted

NEXT_STEP = (
    "`faithsieve lean doctor` tries whether Lean starts (a worker takes 1.2 GB of memory, and 2 GB "
    "once, when it is set up); then run the same command again"
)


def require_lean(verdict: Verdict, verified: VerifiedWindow, *, is_opinion: bool) -> Verdict:
    """Mark a verdict that Lean might have changed, or refuse it.

    Args:
        verified: The window it rests on, which knows what failed for want of Lean.
        is_opinion: Whether a model read the evidence and gave the label.

    Raises:
        LeanUnavailableError: the answer is ``correct`` for no other reason than missing checks.
    """
    missing = missing_checks(verdict, verified)
    if not missing:
        return verdict
    cause = missing[0].detail.partition(";")[0][:200]
    why = f"Lean could not be asked about {counted(len(missing), 'claim')} ({cause})"
    if verdict.kind is VerdictKind.NO_ERROR_FOUND and not is_opinion:
        raise LeanUnavailableError(f"{why}, and nothing else decides; {NEXT_STEP}")
    return verdict.changed(
        without_lean=tuple(result.obligation_id for result in missing),
        rationale=f"{why}, so this answer is provisional. {verdict.rationale}",
    )


def missing_checks(verdict: Verdict, verified: VerifiedWindow) -> tuple[Inconclusive, ...]:
    """Find the checks that failed for want of Lean and might have changed the label.

    A first error has its own evidence, so only checks of earlier steps could have changed it. A
    claim that crashes Lean is the claim's own trouble as long as Lean answers about others.
    """
    units = [unit for unit in verified.units if _precedes(unit, verdict)]
    lean_answers = any(unit.has_lean_answer for unit in verified.units)
    reasons = {InconclusiveReason.BACKEND_UNAVAILABLE}
    if not lean_answers:
        reasons.add(InconclusiveReason.BACKEND_CRASHED)
    return tuple(
        result
        for unit in units
        for result in unit.results
        if isinstance(result, Inconclusive) and result.reason in reasons
    )


def _precedes(unit: VerifiedUnit, verdict: Verdict) -> bool:
    if verdict.kind is not VerdictKind.FIRST_ERROR:
        return True
    return isinstance(verdict.label, int) and unit.step < verdict.label
