"""Confirm a finding of the zero-token checks in Lean, so that its evidence is a Lean artifact too.

The statement is written by code from the parsed link, so there is nothing a gate could find to have
drifted; what Lean proves is the refutation that the judge builds from it. A finding that Lean does
not confirm stays what it was: exact arithmetic at a named point, without a Lean artifact.
"""

import re

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LeanEvidence,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.symbolic import FindingClass, LintFinding

_THEOREM = re.compile(r"^theorem \S+\s*")
_POLARITIES = {
    "contradicted": Polarity.CONTRADICTION,
    "not_entailed": Polarity.COUNTEREXAMPLE,
}
TIMEOUT_S = 20.0


def _refuted(
    finding: LintFinding, statement: FrozenStatement, judgement: ProofJudgement
) -> Refuted:
    # Lean confirms that a number is false; that it is a symptom it cannot know.
    located = finding.finding_class is FindingClass.LOCATES
    return Refuted(
        obligation_id=f"lint/{finding.step}/{finding.column}",
        form=RefutationForm.SYMBOLIC if located else RefutationForm.NUMERIC,
        effort=Effort(route=Route.SYMBOLIC, seconds=judgement.seconds),
        summary=f"{finding.claim}: {finding.message}; Lean accepts the {judgement.polarity}",
        counterexample=finding.counterexample or "",
        lean=LeanEvidence(
            statement=statement.text,
            statement_digest=statement.type_digest,
            proved=judgement.polarity.value,
            body=judgement.body,
            dialect="core",
            toolchain=judgement.toolchain,
        ),
        artifacts=(judgement.digest,),
    )


def _open(finding: LintFinding, reason: InconclusiveReason, detail: str) -> Inconclusive:
    return Inconclusive(
        obligation_id=f"lint/{finding.step}/{finding.column}", reason=reason, detail=detail
    )


async def confirm_finding(
    finding: LintFinding, *, judge: StatementJudge, timeout_s: float = TIMEOUT_S
) -> Refuted | Inconclusive:
    """Let Lean prove what a finding says.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    form = finding.lean
    if form is None:
        return _open(
            finding, InconclusiveReason.OUT_OF_SCOPE, "the claim is outside the core fragment"
        )
    statement = await judge.freeze(_THEOREM.sub("", form.statement), timeout_s=timeout_s)
    if isinstance(statement, RefusedStatement):
        detail = f"{statement.reason}: {statement.detail}"
        return _open(finding, InconclusiveReason.COMPILE_FAILED, detail)
    (judgement,) = await judge.judge_first(
        statement,
        (f"exact {form.proof}",),
        polarity=_POLARITIES[form.form],
        timeout_s=timeout_s,
    )
    if not judgement.is_accepted:
        detail = f"{judgement.reason}: {judgement.detail}"
        return _open(finding, InconclusiveReason.PROOF_EXHAUSTED, detail)
    return _refuted(finding, statement, judgement)
