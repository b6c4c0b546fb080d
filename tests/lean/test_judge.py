"""Case files: reading rows, probing what was accepted, and the shared catalogue when it is here."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.lean.judge import JudgeCase, judge_cases, read_case
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import ProofVerdict

CATALOGUE = Path(__file__).parents[2].parent / "shared" / "catalogues" / "lean_attacks.jsonl"


def test_a_row_with_unknown_fields_is_a_case() -> None:
    row = {"id": "a", "slot": "tactic", "statement": ": 1 = 1", "proof": "rfl", "why": "because"}
    assert read_case(json.dumps(row), number=1).name == "target"


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"id": "a"}', '{"id": "a", "slot": "other"}'])
def test_a_line_that_is_no_case_is_named_by_its_number(line: str) -> None:
    with pytest.raises(InputError, match="case 7"):
        read_case(line, number=7)


def crashes_lean(row: dict[str, object]) -> bool:
    """Cases that end the process cost two starts each; ``faithsieve lean judge`` runs them too."""
    return (row["category"], row["slot"]) == ("resource", "tactic") and not row[
        "run_in_shared_process"
    ]


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_every_case_of_the_shared_catalogue_has_its_verdict(lean_pool: EmbeddedPool) -> None:
    if not CATALOGUE.exists():
        pytest.skip(f"the shared catalogue is not at {CATALOGUE}")
    rows = [json.loads(line) for line in CATALOGUE.read_text("utf-8").splitlines()]
    rows = [row for row in rows if not crashes_lean(row)]
    cases = [JudgeCase.model_validate(row) for row in rows]
    judge = ProofJudge(lean_pool, environment="core")
    found = {row.id: row async for row in judge_cases(cases, judge)}
    wrong = {
        row["id"]: (row["expected"], found[row["id"]].verdict.value, found[row["id"]].reason)
        for row in rows
        if row["expected"] != found[row["id"]].verdict.value
    }
    assert wrong == {}
    assert not any(
        found[row["id"]].verdict is ProofVerdict.ACCEPT
        for row in rows
        if row["expected"] != "accept"
    )
