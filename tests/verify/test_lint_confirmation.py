"""What a finding of the lint becomes when Lean is asked about it."""

import pytest

from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    RefutationForm,
    Refuted,
)
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LintFinding
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.lint_confirmation import confirm_finding
from support.statement_judge import ScriptedJudge, contradictions, counterexamples, nothing


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


async def test_what_lean_does_not_confirm_is_no_lean_evidence() -> None:
    result = await confirm_finding(SLIP, judge=ScriptedJudge(nothing))
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.PROOF_EXHAUSTED


async def test_a_statement_that_lean_refuses_is_a_compile_failure() -> None:
    judge = ScriptedJudge(contradictions, refuses=lambda text: "no such thing")
    result = await confirm_finding(SLIP, judge=judge)
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.COMPILE_FAILED


async def test_a_finding_outside_the_core_fragment_is_out_of_scope() -> None:
    bare = LintFinding(**{**dict(SLIP), "lean": None})
    result = await confirm_finding(bare, judge=ScriptedJudge(contradictions))
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.OUT_OF_SCOPE
