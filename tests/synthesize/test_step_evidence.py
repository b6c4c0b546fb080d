"""What the final synthesis reads about every step: all that is known, and no empty line."""

import pytest

from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import DegenerateCheck, InconclusiveReason, Outcome, RefutationForm
from faithsieve.records.localization import Suspicion
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit
from faithsieve.synthesize.fusion import fuse
from faithsieve.synthesize.step_evidence import describe_evidence
from support.local_evidence import LEAN, inconclusive, passed, refuted, unit

DOUBT = Suspicion(unit_id=UnitId("u1"), risk=0.8, should_formalise=True, reason="sign")


def shown(*units: VerifiedUnit, formal: bool = True, scan: bool = False) -> list[str]:
    findings = fuse(units, step_count=2)
    doubts = {1: DOUBT} if scan else {}
    return describe_evidence(findings, units, doubts, formal=formal).splitlines()


def test_scan_review_and_formal_results_stand_under_their_step() -> None:
    known = unit(1, passed(), refuted(RefutationForm.NOT_ENTAILED), objection=True)
    lines = shown(known, scan=True)
    assert lines[0] == "Step 1: refuted"
    assert lines[1] == "  first reading doubts it (0.80): sign"
    assert lines[2] == "  reviewer objects (0.90): looks off"
    assert lines[3].startswith("  confirmed")
    assert lines[4].startswith("  refuted, not_entailed (statement fits")


SILENT = LocalReview(unit_id="u", verdict=ReviewVerdict.UNCERTAIN, suspicion=0.5, is_default=True)


@pytest.mark.parametrize(
    "untold",
    [
        unit(1, inconclusive(InconclusiveReason.NOT_TRIED)),
        unit(1, inconclusive(InconclusiveReason.DROPPED)),
        unit(1).changed(review=SILENT),
    ],
)
def test_what_was_never_tried_and_a_missing_review_are_no_line(untold: VerifiedUnit) -> None:
    assert shown(untold) == ["Nothing is known about: 1, 2"]


def test_without_formal_evidence_only_opinions_are_left() -> None:
    lines = shown(unit(1, passed(), objection=True), formal=False)
    assert lines == [
        "Step 1:",
        "  reviewer objects (0.90): looks off",
        "Nothing is known about: 2",
    ]


def test_a_claim_that_the_text_takes_back_is_said_to_be_so() -> None:
    lines = shown(unit(1, refuted(), objection=True, material=False))
    assert "takes back or never uses" in lines[1]
    assert any(line.startswith("  slip, false, but the text") for line in lines)


def test_a_claim_that_is_true_but_for_a_degenerate_case_is_called_no_slip() -> None:
    check = DegenerateCheck(excluded=("u ≠ 0",), outcome=Outcome.PASSED, lean=LEAN)
    known = refuted(RefutationForm.NOT_ENTAILED).changed(degenerate=check)
    assert any(line.startswith("  true but for a degenerate") for line in shown(unit(1, known)))


def test_the_claims_of_a_step_that_is_proved_whole_are_not_listed_again() -> None:
    units = (unit(1, passed(), passed(), objection=True), unit(2, passed()))
    findings = fuse(units, step_count=2)
    first, second = describe_evidence(findings, units, {}, proved={1}).split("\nStep 2")
    assert "confirmed (" not in first
    assert "reviewer objects" in first
    assert first.endswith(
        "all its claims are proved from the givens; only a reason can be at fault"
    )
    assert "  confirmed (" in second
