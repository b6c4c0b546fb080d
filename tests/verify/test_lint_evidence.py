"""What a finding of the lint becomes when Lean is asked about it."""

import pytest

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.evidence import RefutationForm, Refuted
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LintFinding
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.lint_evidence import (
    confirm_finding,
    result_from_lint,
    units_of_findings,
)
from support.obligations import make_obligation
from support.statement_judge import (
    ScriptedJudge,
    contradictions,
    counterexamples,
    nothing,
)


def finding(step: str) -> LintFinding:
    report = lint_proof(Proof.from_texts("Let x be real.", [step]))
    return report.findings[0]


SLIP = finding("We compute $17 + 4 = 22$.")
IDENTITY = finding(r"Expanding, \[ (x+2)^2 = x^2 + 4. \]")


@pytest.mark.parametrize(
    ("found", "judge", "form"),
    [
        (SLIP, ScriptedJudge(contradictions), RefutationForm.NUMERIC),
        (IDENTITY, ScriptedJudge(counterexamples), RefutationForm.SYMBOLIC),
    ],
)
async def test_a_confirmed_finding_carries_the_statement_lean_refuted(
    found: LintFinding, judge: ScriptedJudge, form: RefutationForm
) -> None:
    result = await confirm_finding(found, judge=judge)
    assert isinstance(result, Refuted)
    assert result.form is form
    assert result.lean is not None
    assert result.lean.statement in judge.frozen
    assert not result.lean.statement.startswith("theorem")


@pytest.mark.parametrize(
    "judge",
    [
        ScriptedJudge(nothing),
        ScriptedJudge(contradictions, refuses=lambda text: "no such thing"),
        ScriptedJudge(unavailable=True),
    ],
)
async def test_what_lean_does_not_confirm_stays_exact_arithmetic(judge: StatementJudge) -> None:
    result = await confirm_finding(SLIP, judge=judge)
    assert (result.form, result.lean, result.artifacts) == (RefutationForm.NUMERIC, None, ())


async def test_a_finding_outside_the_core_fragment_asks_no_lean() -> None:
    bare = SLIP.changed(lean=None)
    judge = ScriptedJudge(contradictions)
    assert (await confirm_finding(bare, judge=judge)).lean is None
    assert judge.frozen == []


async def test_a_finding_has_a_unit_of_its_own() -> None:
    (unit,) = await units_of_findings([SLIP], material=[], judge=ScriptedJudge(nothing))
    assert (unit.unit_id, unit.step, unit.is_material) == (SLIP.id, SLIP.step, False)
    (result,) = unit.results
    assert isinstance(result, Refuted)
    assert not result.repeats_finding


def test_a_false_number_is_refuted_under_the_id_that_the_whole_proof_gave_it() -> None:
    report = lint_proof(Proof.from_texts("Let x be real.", ["We compute $17 + 4 = 22$."]))
    result = result_from_lint(make_obligation("17 + 4 = 22"), report)
    assert isinstance(result, Refuted)
    assert result.finding == report.findings[0].id
    assert result.repeats_finding
    # What the lint of the whole proof does not refute, no obligation refutes in its name.
    tried = lint_proof(Proof.from_texts("Let x be real.", ["We try $17 + 4 = 22$, which fails."]))
    assert result_from_lint(make_obligation("17 + 4 = 22"), tried) is None
