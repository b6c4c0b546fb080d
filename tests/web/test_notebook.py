"""What a notebook shows: the verdict and the steps, and nothing of the proof that acts."""

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Proof
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind


def checked(text: str = "So x = 6.") -> CheckedProof:
    verdict = Verdict(
        label=1,
        kind=VerdictKind.FIRST_ERROR,
        confidence=0.9,
        rationale="x is 5",
        steps=(StepFinding(index=1, status=StepStatus.INCORRECT),),
    )
    return CheckedProof(proof=Proof.from_texts("p", [text]), verdict=verdict)


def test_a_notebook_shows_verdict_and_steps() -> None:
    shown = checked()._repr_html_()
    for words in ("First error: step 1", "confidence 0.90", "x is 5", "incorrect", "So x = 6."):
        assert words in shown


def test_no_text_of_a_proof_becomes_markup() -> None:
    assert "<script>" not in checked("<script>window.hit=1</script>")._repr_html_()
