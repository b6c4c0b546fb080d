"""Case files: reading rows, probing what was accepted, and the shared catalogue when it is here."""

import json
from pathlib import Path

import pytest

from faithsieve.errors import CanaryError, LeanCrashError, LeanUnavailableError
from faithsieve.lean.judge_cases import CaseVerdict, JudgeCase, judge_cases
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import Environment, ProofJudge
from support.embedded_lean import in_lean
from support.lean_workers import FakeDriver, Line, proving

VARIANTS = Path(__file__).with_name("attack_variants.jsonl")
CATALOGUE = Path(__file__).parents[2].parent / "shared" / "catalogues" / "lean_attacks.jsonl"


def driver(request: dict[str, object]) -> Line:
    """A driver that proves every claim whose body is not ``fail``, and probes as it is told."""
    text = str(request["statement"])
    if request["op"] == "probe":
        conditions = [{"code": "truncated_division"}] if "cut" in text else []
        is_vacuous = "vacuous" in text and "branch" not in text
        proved = [{"code": "contradictory_hypotheses"}] if is_vacuous else []
        return {"nonce": "n", "proved": proved, "conditions": conditions}
    said = proving(request)
    findings = [{"code": "circular"}] if "circular" in text else []
    facts = {"type_text": f"C<{text}>;", "findings": findings, "concludes_false": "branch" in text}
    failed = {"bodies": [{"errors": 1}]} if request["body"] == "fail" else {}
    return said | {"statement": facts} | failed


async def verdict_of(judge: ProofJudge, **fields: str) -> tuple[str, str]:
    row = {"id": "a", "slot": "tactic", "statement": ": plain", "proof": "rfl", **fields}
    (found,) = [v async for v in judge_cases([JudgeCase.model_validate(row)], judge)]
    return found.verdict.value, found.reason


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ("accept", "")),
        ({"slot": "statement"}, ("accept", "")),
        ({"proof": "fail"}, ("reject", "lean_error")),
        ({"statement": ": circular"}, ("inconclusive", "circular")),
        ({"statement": ": vacuous"}, ("inconclusive", "vacuous")),
        ({"statement": ": vacuous branch"}, ("accept", "")),
        ({"statement": ": cut"}, ("inconclusive", "truncated_division")),
        ({"statement": ": x --"}, ("reject", "open_comment")),
        ({"reference_statement": ": plain"}, ("accept", "")),
        ({"reference_statement": ": other"}, ("reject", "statement_changed")),
    ],
)
async def test_an_accepted_proof_of_a_worthless_statement_is_inconclusive(
    fields: dict[str, str], expected: tuple[str, str]
) -> None:
    assert await verdict_of(ProofJudge(FakeDriver(driver)), **fields) == expected


@pytest.mark.parametrize(
    ("error", "reason"),
    [(LeanCrashError("twice"), "resource"), (LeanUnavailableError("full"), "backend_unavailable")],
)
async def test_a_case_that_lean_does_not_answer_is_inconclusive_and_the_next_is_judged(
    error: Exception, reason: str
) -> None:
    def answer(request: dict[str, object]) -> Line:
        return error if request.get("body") == "bomb" else driver(request)

    judge = ProofJudge(FakeDriver(answer))
    assert await verdict_of(judge, proof="bomb") == ("inconclusive", reason)
    assert await verdict_of(judge) == ("accept", "")


async def test_a_judge_that_misjudges_a_known_theorem_judges_no_case() -> None:
    def lying(request: dict[str, object]) -> Line:
        return driver({**request, "body": "rfl"})

    with pytest.raises(CanaryError):
        await verdict_of(ProofJudge(FakeDriver(lying)))


@pytest.mark.parametrize("probe", [LeanCrashError("twice"), {"nonce": "n", "cancelled": True}])
async def test_a_proof_whose_statement_could_not_be_probed_is_not_accepted(probe: Line) -> None:
    def answer(request: dict[str, object]) -> Line:
        return probe if request["op"] == "probe" else driver(request)

    judge = ProofJudge(FakeDriver(answer))
    assert await verdict_of(judge) == ("inconclusive", "not_probed")


def crashes_lean(row: dict[str, object]) -> bool:
    """Cases that end the process cost two starts each; ``faithsieve lean judge`` runs them too."""
    return (row["category"], row["slot"]) == ("resource", "tactic") and not row.get(
        "run_in_shared_process", True
    )


def needs(row: dict[str, object]) -> Environment:
    """Cases about the library's names are judged with it; the others in core Lean."""
    return "library" if row.get("header") == "mathlib" else "core"


@in_lean
@pytest.mark.timeout(900)
@pytest.mark.parametrize("catalogue", [CATALOGUE, VARIANTS], ids=["shared", "variants"])
async def test_every_case_of_a_catalogue_has_its_verdict(
    catalogue: Path, lean_pool: LeanPool
) -> None:
    if not catalogue.exists():
        pytest.skip(f"the shared catalogue is not at {catalogue}")
    rows = [json.loads(line) for line in catalogue.read_text("utf-8").splitlines()]
    rows = [row for row in rows if not crashes_lean(row)]
    found: dict[str, CaseVerdict] = {}
    environments: tuple[Environment, ...] = ("core", "library")
    for environment in environments:
        judge = ProofJudge(lean_pool, environment=environment)
        cases = [JudgeCase.model_validate(row) for row in rows if needs(row) == environment]
        found |= {row.id: row async for row in judge_cases(cases, judge, timeout_s=10)}
    wrong = {
        row["id"]: (row["expected"], found[row["id"]].verdict.value, found[row["id"]].reason)
        for row in rows
        if row["expected"] != found[row["id"]].verdict.value
    }
    assert wrong == {}
