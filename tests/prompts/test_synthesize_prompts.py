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
        "evidence": "Step 1: supported\nStep 2: unchecked",
    },
    "synthesize/symptom": {
        "problem": PROOF.problem,
        "proof": PROOF.steps,
        "step": 2,
        "evidence": "Step 1: unchecked\nStep 2: incorrect\n  refuted, false_numbers: 2 + 2 = 5",
    },
    "synthesize/consistency": {"steps": 2, "label": "2", "reason": "Step 1 is wrong."},
}


@pytest.mark.parametrize("prompt_id", INPUTS)
def test_the_wording_is_on_file(prompt_id: str) -> None:
    prompt = render(prompt_id, **INPUTS[prompt_id])
    assert_wording_on_file(SNAPSHOTS, prompt)
