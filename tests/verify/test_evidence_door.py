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
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import EvidenceDirection
from faithsieve.records.lean import ModelPart, Polarity, ProofJudgement
from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.evidence_door import (
    passed_by_lean,
    refuted_by_computation,
    refuted_by_lean,
    result_from_lint,
    units_of_findings,
)
from faithsieve.verify.prover import Disproved, Proved
from support.local_evidence import LEAN
from support.obligations import make_obligation
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


def test_computation_needs_an_account() -> None:
    with pytest.raises(ValueError, match="no account"):
        refuted_by_computation("o", "", sentence="So 2 + 2 = 5.", summary="it is false")


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


# ---- what the lint of the whole proof refutes

REPORT = lint_proof(Proof.from_texts("Let x be real.", ["We compute $17 + 4 = 22$."]))
(SLIP,) = REPORT.refuted


def test_a_finding_has_a_unit_of_its_own() -> None:
    (unit,) = units_of_findings([SLIP], material=[])
    assert (unit.unit_id, unit.step, unit.is_material) == (SLIP.id, SLIP.step, False)
    (result,) = unit.results
    assert isinstance(result, Refuted)
    assert (result.form, result.lean, result.artifacts) == (RefutationForm.NUMERIC, None, ())
    assert result.summary == "`17 + 4 = 22` is false: 17 + 4 = 21, not 22"
    assert not result.repeats_finding


def test_a_claim_that_repeats_a_false_number_is_refuted_in_the_name_of_the_finding() -> None:
    result = result_from_lint(make_obligation("17 + 4 = 22"), REPORT)
    assert isinstance(result, Refuted)
    assert result.finding == SLIP.id
    assert result.repeats_finding
    assert result_from_lint(make_obligation("17 + 4 = 21"), REPORT) is None


def test_what_the_lint_of_the_whole_proof_does_not_refute_no_obligation_refutes() -> None:
    tried = lint_proof(Proof.from_texts("Let x be real.", ["We try $17 + 4 = 22$, which fails."]))
    assert result_from_lint(make_obligation("17 + 4 = 22"), tried) is None
