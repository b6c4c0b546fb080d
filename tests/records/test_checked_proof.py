"""A checked proof holds only evidence about its own proof."""

import pytest
from pydantic import ValidationError

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Proof
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from support.checked_proofs import rich_checked_proof


def test_a_label_outside_the_proof_is_refused() -> None:
    verdict = Verdict(label=3, kind=VerdictKind.FIRST_ERROR, rationale="")
    with pytest.raises(ValidationError, match="label 3 is not one of the 2 steps"):
        CheckedProof(proof=Proof.from_texts("p", ["a", "b"]), verdict=verdict)


def test_evidence_about_other_steps_is_refused() -> None:
    verdict = Verdict(
        label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="",
        steps=(StepFinding(index=9, status=StepStatus.SUPPORTED),),
    )  # fmt: skip
    with pytest.raises(ValidationError, match=r"names steps \[9\], but the proof has 2"):
        CheckedProof(proof=Proof.from_texts("p", ["a", "b"]), verdict=verdict)


def test_results_about_other_steps_are_refused() -> None:
    rich = rich_checked_proof()
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="")
    with pytest.raises(ValidationError, match="names steps"):
        CheckedProof(proof=Proof.from_texts("p", ["a"]), verdict=verdict, verified=rich.verified)


def test_the_localization_of_another_proof_is_refused() -> None:
    rich = rich_checked_proof()
    other = Proof.from_texts("another problem", [step.text for step in rich.proof.steps])
    with pytest.raises(ValidationError, match="belongs to another proof"):
        CheckedProof(proof=other, verdict=rich.verdict, localization=rich.localization)
