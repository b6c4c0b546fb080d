"""What the zero-token checks of a proof become in stage two: evidence, and facts for the reviewer.

The lint reads the author's own formulas, moods included, so its answers are used as they are: a
link it confirmed spares an obligation, a link it refuted is evidence of its own. Lean confirms a
finding where it can: the statement is written by code from the parsed link, so there is nothing a
gate could find to have drifted, and what Lean proves is the refutation that the judge builds from
it. A finding that Lean does not confirm stays exact arithmetic at a named point.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import (
    Effort,
    LeanEvidence,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.symbolic import LeanForm, LintFinding, LintReport
from faithsieve.records.verification import VerifiedUnit
from faithsieve.symbolic.evidence import suspicion_facts

_FACT_KINDS = frozenset(
    {
        ObligationKind.DERIVED_FACT,
        ObligationKind.REWRITE,
        ObligationKind.CONTESTED_CLAIM,
        ObligationKind.ENTAILMENT,
    }
)
_THEOREM = re.compile(r"^theorem \S+\s*")
_POLARITIES = {
    "contradicted": Polarity.CONTRADICTION,
    "not_entailed": Polarity.COUNTEREXAMPLE,
}
TIMEOUT_S = 20.0


class LeanProof(NamedTuple):
    """Lean's proof that a finding is right."""

    statement: FrozenStatement
    judgement: ProofJudgement


def refutation_by(
    finding: LintFinding, *, obligation_id: str | None = None, proof: LeanProof | None = None
) -> Refuted:
    """Turn a finding into a refutation, with Lean's proof of it where there is one.

    Args:
        finding: The refuted link.
        obligation_id: The obligation that claims the link; without one the finding stands alone.
        proof: What Lean proved.
    """
    # A false number is often a symptom; Lean confirms the number and cannot know its source.
    located = finding.locates
    accepts = f"; Lean accepts the {proof.judgement.polarity}" if proof else ""
    return Refuted(
        obligation_id=obligation_id or finding.id,
        form=RefutationForm.SYMBOLIC if located else RefutationForm.NUMERIC,
        effort=Effort(
            route=Route.SYMBOLIC if located else Route.NUMERIC,
            seconds=proof.judgement.seconds if proof else 0.0,
        ),
        summary=f"{finding.claim}: {finding.message}{accepts}",
        counterexample=finding.counterexample or "",
        finding=finding.id,
        lean=_evidence(proof) if proof else None,
        artifacts=(proof.judgement.digest,) if proof else (),
    )


def _evidence(proof: LeanProof) -> LeanEvidence:
    return LeanEvidence(
        statement=proof.statement.text,
        statement_digest=proof.statement.type_digest,
        proved=proof.judgement.polarity.value,
        body=proof.judgement.body,
        dialect="core",
        toolchain=proof.judgement.toolchain,
    )


async def units_of_findings(
    findings: Iterable[LintFinding],
    *,
    judge: StatementJudge,
    is_material: Callable[[LintFinding], bool],
) -> tuple[VerifiedUnit, ...]:
    """Give each finding a unit of its own, with Lean's proof where Lean confirms it."""
    return tuple(
        [
            VerifiedUnit(
                unit_id=UnitId(finding.id),
                step=finding.step,
                is_material=is_material(finding),
                results=(await confirm_finding(finding, judge=judge),),
            )
            for finding in findings
        ]
    )


async def confirm_finding(
    finding: LintFinding, *, judge: StatementJudge, timeout_s: float = TIMEOUT_S
) -> Refuted:
    """Ask Lean to prove what a finding says; without its proof the finding is exact arithmetic."""
    proof = None
    if finding.lean is not None:
        with suppress(LeanUnavailableError):
            proof = await _prove(finding.lean, judge, timeout_s)
    return refutation_by(finding, proof=proof)


async def _prove(form: LeanForm, judge: StatementJudge, timeout_s: float) -> LeanProof | None:
    statement = await judge.freeze(_THEOREM.sub("", form.statement), timeout_s=timeout_s)
    if isinstance(statement, RefusedStatement):
        return None
    (judgement,) = await judge.judge_first(
        statement,
        (f"exact {form.proof}",),
        polarity=_POLARITIES[form.form],
        timeout_s=timeout_s,
    )
    return LeanProof(statement, judgement) if judgement.is_accepted else None


def facts_for_review(lint: LintReport | None) -> tuple[str, ...]:
    """Word the findings for the reviewer's prompt."""
    if lint is None:
        return ()
    return tuple(suspicion_facts(lint))


def result_from_lint(obligation: Obligation, lint: LintReport | None) -> Passed | Refuted | None:
    """Find what exact algebra already says about an obligation's claim, or None."""
    if lint is None or obligation.kind not in _FACT_KINDS:
        return None
    claim = _squeezed(obligation.claim)
    for finding in lint.refuted:
        link = _squeezed(finding.claim)
        if finding.locates and finding.step == obligation.step and link and link in claim:
            return refutation_by(finding, obligation_id=obligation.id)
    confirmed = {_squeezed(link.claim) for link in lint.supported if link.step == obligation.step}
    if claim in confirmed:
        return Passed(
            obligation_id=obligation.id,
            effort=Effort(route=Route.SYMBOLIC),
            summary=f"exact algebra confirms {obligation.claim}",
        )
    return None


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\$|\\[()\[\]]|[.,;]+$", "", text)
