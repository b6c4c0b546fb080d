"""True steps, written in many styles before they were tried, are never refuted."""

import json
from pathlib import Path

import pytest

from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "true_proofs.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_a_true_proof_is_not_refuted(row: dict[str, list[str]]) -> None:
    proof = Proof.from_texts(str(row["problem"]), row["steps"])
    assert [finding.claim for finding in lint_proof(proof).refuted] == []
