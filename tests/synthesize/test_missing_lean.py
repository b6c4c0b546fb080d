"""A check that failed for want of Lean is never silence that speaks for a proof."""

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.records.evidence import InconclusiveReason, LocalResult
from faithsieve.records.proof import Label
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.verification import VerifiedWindow
from faithsieve.synthesize.missing_lean import require_lean
from support.local_evidence import inconclusive, passed, unit

LOST = inconclusive(InconclusiveReason.BACKEND_UNAVAILABLE)
CRASHED = inconclusive(InconclusiveReason.BACKEND_CRASHED)


def window(**results: LocalResult) -> VerifiedWindow:
    """One result a step: ``s1``, ``s2``, …."""
    units = [unit(int(name[1:]), result) for name, result in results.items()]
    return VerifiedWindow(units=tuple(units))


def verdict(
    label: Label | None = "correct", kind: VerdictKind = VerdictKind.NO_ERROR_FOUND
) -> Verdict:
    return Verdict(label=label, kind=kind, rationale="Because.")


@pytest.mark.parametrize("found", [window(s1=passed(), s2=LOST), window(s1=CRASHED, s2=CRASHED)])
def test_a_forced_label_without_lean_is_no_verdict(found: VerifiedWindow) -> None:
    with pytest.raises(LeanUnavailableError, match="faithsieve lean doctor"):
        require_lean(verdict(), found, is_opinion=False)


@pytest.mark.parametrize(
    ("given", "is_opinion"),
    [(verdict(), True), (verdict(None, VerdictKind.UNDECIDED), False)],
)
def test_an_opinion_or_an_undecided_proof_without_lean_is_provisional_and_says_so_first(
    given: Verdict, is_opinion: bool
) -> None:
    marked = require_lean(given, window(s1=passed(), s2=LOST), is_opinion=is_opinion)
    assert (marked.kind, marked.without_lean) == (given.kind, ("o",))
    assert marked.rationale.startswith("Lean could not be asked")
    assert marked.rationale.endswith("Because.")


@pytest.mark.parametrize("reason", sorted(set(InconclusiveReason) - {LOST.reason}))
def test_other_open_checks_do_not_touch_a_verdict(reason: InconclusiveReason) -> None:
    # A claim that crashes Lean counts only where Lean answers nothing.
    found = window(s1=passed(), s2=inconclusive(reason))
    assert require_lean(verdict(), found, is_opinion=False) == verdict()


def test_a_refuted_step_is_provisional_only_where_lean_might_have_found_an_earlier_one() -> None:
    error = verdict(2, VerdictKind.FIRST_ERROR)
    assert require_lean(error, window(s2=LOST, s3=LOST), is_opinion=False) == error
    assert require_lean(error, window(s1=LOST), is_opinion=False).without_lean
