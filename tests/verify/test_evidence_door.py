"""Nothing speaks for or against a claim that did not come through the door."""

import ast
from pathlib import Path

import pytest

import faithsieve
from faithsieve.records.evidence import Effort, RefutationForm, Route
from faithsieve.records.faithfulness import EvidenceDirection, GateStatus
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement
from faithsieve.verify.evidence_door import (
    Computation,
    passed_by_lean,
    refuted_by_computation,
    refuted_by_lean,
)
from faithsieve.verify.prover import Disproved, Proved
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import parse_signature
from support.local_evidence import report
from support.statement_judge import ScriptedJudge

SOURCE = Path(faithsieve.__file__).parent
DOOR = SOURCE / "verify" / "evidence_door.py"
EFFORT = Effort(route=Route.MODEL)
TEXT = "(x : Int) (h : x + 1 = 3) : x = 2"


def makes_evidence(path: Path) -> bool:
    """Whether a module calls ``Refuted`` or ``Passed`` of the evidence records."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "faithsieve.records.evidence"
        for alias in node.names
        if alias.name in ("Refuted", "Passed")
    }
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in imported
        for node in ast.walk(tree)
    )


def test_only_the_door_makes_evidence() -> None:
    makers = {path for path in SOURCE.rglob("*.py") if makes_evidence(path)}
    assert makers == {DOOR}


async def gated(direction: EvidenceDirection) -> GatedStatement:
    frozen = await ScriptedJudge().freeze(TEXT)
    parts = parse_signature(TEXT)
    assert isinstance(frozen, FrozenStatement)
    assert parts is not None
    gate = report(GateStatus.REPAIRABLE_DRIFT, direction=direction)
    return GatedStatement(frozen=frozen, parts=parts, report=gate)


async def accepted(statement: GatedStatement, polarity: Polarity) -> ProofJudgement:
    judge = ScriptedJudge(lambda text, polarity, body: True)
    (judgement,) = await judge.judge_first(statement.frozen, ("omega",), polarity=polarity)
    return judgement


async def test_a_weaker_statement_refutes_and_never_supports() -> None:
    weaker = await gated(EvidenceDirection.REFUTATION)
    against = Disproved(
        judgement=await accepted(weaker, Polarity.CONTRADICTION),
        form=RefutationForm.CONTRADICTED,
        route=Route.AUTOMATION,
    )
    refuted = refuted_by_lean("o", weaker, against, effort=EFFORT)
    assert refuted.lean is not None
    proved = Proved(judgement=await accepted(weaker, Polarity.CLAIM), route=Route.AUTOMATION)
    with pytest.raises(ValueError, match="says nothing about the claim"):
        passed_by_lean("o", weaker, proved, effort=EFFORT)


async def test_a_stronger_statement_supports_and_never_refutes() -> None:
    stronger = await gated(EvidenceDirection.SUPPORT)
    proved = Proved(judgement=await accepted(stronger, Polarity.CLAIM), route=Route.AUTOMATION)
    assert passed_by_lean("o", stronger, proved, effort=EFFORT).lean is not None
    against = Disproved(
        judgement=await accepted(stronger, Polarity.CONTRADICTION),
        form=RefutationForm.CONTRADICTED,
        route=Route.AUTOMATION,
    )
    with pytest.raises(ValueError, match="says nothing about the claim"):
        refuted_by_lean("o", stronger, against, effort=EFFORT)


async def test_a_proof_of_another_statement_is_no_evidence() -> None:
    statement = await gated(EvidenceDirection.BOTH)
    other = await ScriptedJudge().freeze("(x : Int) : x = x")
    assert isinstance(other, FrozenStatement)
    judge = ScriptedJudge(lambda text, polarity, body: True)
    (judgement,) = await judge.judge_first(other, ("rfl",), polarity=Polarity.CLAIM)
    proved = Proved(judgement=judgement, route=Route.AUTOMATION)
    with pytest.raises(ValueError, match="no accepted proof"):
        passed_by_lean("o", statement, proved, effort=EFFORT)


@pytest.mark.parametrize(
    ("reading", "form"),
    [("", RefutationForm.NUMERIC), ("2 + 2 = 5", RefutationForm.CONTRADICTED)],
)
def test_computation_needs_an_account_and_shows_only_what_it_can(
    reading: str, form: RefutationForm
) -> None:
    with pytest.raises(ValueError, match="no account"):
        refuted_by_computation("o", Computation(reading, "So 2 + 2 = 5.", form, ""), effort=EFFORT)
