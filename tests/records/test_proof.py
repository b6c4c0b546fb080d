import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from faithsieve.records.proof import LabelledProof, Proof, ProofStep

PROOF = Proof.from_texts("Show 2 + 2 = 4.", ["Two plus two is four.", "Done."])


def test_a_gap_in_the_numbering_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"numbered 1\.\.2"):
        Proof(problem="p", steps=(ProofStep(index=1, text="a"), ProofStep(index=3, text="b")))


@pytest.mark.parametrize("steps", [[], [""], ["a", "  \n"]])
def test_a_proof_needs_steps_with_text(steps: list[str]) -> None:
    with pytest.raises(ValidationError):
        Proof.from_texts("p", steps)


@pytest.mark.parametrize("gold", [0, -1, 3, True, "3", "right", 1.0])
def test_a_label_that_is_no_step_is_refused(gold: object) -> None:
    with pytest.raises(ValidationError):
        LabelledProof.model_validate({"id": "a", "proof": PROOF, "gold": gold})


@given(st.integers(min_value=1, max_value=9), st.integers(min_value=1, max_value=12))
def test_a_proof_has_exactly_the_labels_correct_and_its_steps(length: int, label: int) -> None:
    proof = Proof.from_texts("p", ["s"] * length)
    assert proof.has_label("correct")
    assert proof.has_label(label) == (label <= length)


def test_records_cannot_be_changed_or_extended() -> None:
    with pytest.raises(ValidationError):
        PROOF.problem = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Proof.model_validate({"problem": "p", "steps": [{"index": 1, "text": "a"}], "id": "leak"})
