"""True steps in many styles are never refuted; false arithmetic is, at its step or later."""

import json
from pathlib import Path

import pytest

from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof

HERE = Path(__file__).parent
TRUE, WRONG = (
    [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]
    for name in ("true_proofs.jsonl", "wrong_proofs.jsonl")
)


def refuted(row: dict[str, list[str]]) -> list[tuple[int, str]]:
    findings = lint_proof(Proof.from_texts(str(row["problem"]), row["steps"])).refuted
    return [(finding.step, finding.claim) for finding in findings]


@pytest.mark.parametrize("row", TRUE, ids=range(len(TRUE)))
def test_a_true_proof_is_not_refuted(row: dict[str, list[str]]) -> None:
    assert refuted(row) == []


def test_a_wrong_proof_is_refuted_at_its_wrong_step_or_where_the_number_returns() -> None:
    first = [(row, found[0]) for row in WRONG if (found := refuted(row))]
    assert [claim for row, (step, claim) in first if step < row["step"]] == []
    assert len(first) >= len(WRONG) - 1
