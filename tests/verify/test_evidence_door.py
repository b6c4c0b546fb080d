"""Nothing speaks for or against a claim that did not come through the door."""

import ast
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

import faithsieve
from faithsieve.records.evidence import (
    DegenerateCheck,
    Effort,
    Outcome,
    RefutationForm,
    Route,
)
from faithsieve.records.faithfulness import EvidenceDirection
from faithsieve.records.lean import ModelPart, Polarity, ProofJudgement
from faithsieve.verify.evidence_door import (
    Computation,
    passed_by_lean,
    refuted_by_computation,
    refuted_by_lean,
)
from faithsieve.verify.prover import Disproved, Proved
from support.local_evidence import LEAN
from support.statement_judge import ScriptedJudge, frozen_by
from support.statements import make_gated

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


async def accepted(text: str, polarity: Polarity) -> ProofJudgement:
    judge = ScriptedJudge(lambda text, polarity, body: True)
    frozen = await frozen_by(judge, text)
    (judgement,) = await judge.judge_first(frozen, ("omega",), polarity=polarity)
    return judgement


@pytest.mark.parametrize("direction", [EvidenceDirection.REFUTATION, EvidenceDirection.SUPPORT])
async def test_a_weaker_statement_never_supports_and_a_stronger_one_never_refutes(
    direction: EvidenceDirection,
) -> None:
    statement = await make_gated(TEXT, direction=direction)
    proof = await accepted(TEXT, Polarity.CLAIM)
    denial = await accepted(TEXT, Polarity.CONTRADICTION)
    proved = Proved(judgement=proof, route=Route.AUTOMATION)
    form = RefutationForm.CONTRADICTED
    against = Disproved(judgement=denial, form=form, route=Route.AUTOMATION)
    support = partial(passed_by_lean, "o", statement, proved, effort=EFFORT)
    refute = partial(refuted_by_lean, "o", statement, against, effort=EFFORT)
    counts, not_counted = (
        (support, refute) if direction is EvidenceDirection.SUPPORT else (refute, support)
    )
    assert counts().lean is not None
    with pytest.raises(ValueError, match="says nothing about the claim"):
        not_counted()


async def test_a_proof_of_another_statement_is_no_evidence() -> None:
    proof = await accepted("(x : Int) : x = x", Polarity.CLAIM)
    proved = Proved(judgement=proof, route=Route.AUTOMATION)
    with pytest.raises(ValueError, match="no accepted proof"):
        passed_by_lean("o", await make_gated(TEXT), proved, effort=EFFORT)


@pytest.mark.parametrize(
    ("reading", "form"),
    [("", RefutationForm.NUMERIC), ("2 + 2 = 5", RefutationForm.CONTRADICTED)],
)
def test_computation_needs_an_account_and_shows_only_what_it_can(
    reading: str, form: RefutationForm
) -> None:
    with pytest.raises(ValueError, match="no account"):
        refuted_by_computation("o", Computation(reading, "So 2 + 2 = 5.", form, ""), effort=EFFORT)


@pytest.mark.parametrize(
    ("outcome", "counterexample", "shown", "said"),
    [
        (Outcome.REFUTED, "x = 5", "x = 5", "also with x ≠ 0 (at x = 5)"),
        (Outcome.PASSED, "", "x = 0", "true but for a degenerate case: Lean proves it once x ≠ 0"),
    ],
)
async def test_of_two_counterexamples_the_one_that_is_not_degenerate_is_shown(
    outcome: Literal[Outcome.PASSED, Outcome.REFUTED],
    counterexample: str,
    shown: str,
    said: str,
) -> None:
    gated = await make_gated(TEXT)
    judgement = await accepted(TEXT, Polarity.COUNTEREXAMPLE)
    disproved = Disproved(
        judgement=judgement,
        form=RefutationForm.NOT_ENTAILED,
        route=Route.SEARCH,
        witness="x = 0",
        model=(ModelPart(name="x"),),
    )
    check = DegenerateCheck(
        excluded=("x ≠ 0",), outcome=outcome, counterexample=counterexample, lean=LEAN
    )
    result = refuted_by_lean("o", gated, disproved, effort=EFFORT, degenerate=check)
    assert result.counterexample == shown
    assert bool(result.model) == (outcome is Outcome.PASSED)
    assert said in result.summary
    assert result.lean is not None
    assert result.lean.statement == TEXT
