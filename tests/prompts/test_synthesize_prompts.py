"""The prompts of stage three: their wording is on file."""

from pathlib import Path

import pytest

from faithsieve.prompts.library import render
from faithsieve.records.proof import Proof
from support.snapshots import assert_wording_on_file

SNAPSHOTS = Path(__file__).parent / "snapshots"
PROOF = Proof.from_texts("Find x with x + 1 = 3.", ["Subtract 1, so x = 2.", "Hence x is even."])
INPUTS: dict[str, dict[str, object]] = {
    "synthesize/synthesis": {
        "problem": PROOF.problem,
        "proof": PROOF.steps,
        "evidence": "Step 1: confirmed\nNothing is known about: 2",
        "formal": True,
        "convention": "material",
        "rigour": "contest",
    },
    "synthesize/adjudication": {
        "convention": "material",
        "rigour": "contest",
        "problem": PROOF.problem,
        "proof": PROOF.steps,
        "step": 2,
        "evidence": "Step 2: refuted\n  refuted, numeric: 2 + 2 = 5\nNothing is known about: 1",
    },
    "synthesize/consistency": {"steps": 2, "label": "2", "reason": "Step 1 is wrong."},
}


@pytest.mark.parametrize("prompt_id", INPUTS)
def test_the_wording_is_on_file(prompt_id: str) -> None:
    prompt = render(prompt_id, **INPUTS[prompt_id])
    assert_wording_on_file(SNAPSHOTS, prompt)


def test_without_formal_evidence_the_question_is_the_same_minus_its_formal_lines() -> None:
    inputs = INPUTS["synthesize/synthesis"]
    whole = render("synthesize/synthesis", **inputs).messages
    bare = render("synthesize/synthesis", **(inputs | {"formal": False})).messages
    assert whole[1] == bare[1]
    assert "Lean" not in bare[0].content
    kept = [line for line in bare[0].content.splitlines() if line.startswith("- ")]
    assert set(kept) < set(whole[0].content.splitlines())
