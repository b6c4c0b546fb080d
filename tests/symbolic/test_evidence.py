"""Findings reach prompts worded as what they are."""

from faithsieve.records.proof import Proof
from faithsieve.symbolic.evidence import suspicion_facts
from faithsieve.symbolic.lint import lint_proof


def facts(*steps: str) -> list[str]:
    return list(suspicion_facts(lint_proof(Proof.from_texts("Find it.", list(steps)))))


def test_a_refuted_claim_is_told_with_its_reading() -> None:
    (fact,) = facts(r"Also \( 1 + 1 = 2 \).", r"So \( 2 + 2 = 5 \).")
    assert fact.startswith("Step 2: '2 + 2 = 5' is false in numbers")
    assert "Computed exactly, read as 2 + 2 = 5." in fact


def test_a_suspicion_is_told_as_one_with_its_doubt() -> None:
    (fact,) = facts(r"\( x^2 + 3x = 5 \).", r"So \( x^2 + 4x = 5 \).")
    assert "A suspicion of code, not a result" in fact


def test_what_the_text_does_not_assert_is_not_told() -> None:
    assert facts(r"Is \( 2 + 2 = 5 \)?") == []
