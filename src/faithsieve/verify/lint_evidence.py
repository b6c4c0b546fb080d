"""What the zero-token checks of a proof become in stage two: evidence, and proposed statements.

The lint reads the author's own formulas, moods included, so its answers are used as they are: a
link it confirmed spares an obligation, a link it refuted with a complete account is evidence of its
own. Lean confirms such a finding where it can: what Lean proves is the refutation that the judge
builds from the parsed link. A finding that Lean does not confirm stays exact arithmetic. A finding
without an account is a suspicion: it only proposes a statement, which goes through the gate.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import Effort, Passed, RefutationForm, Refuted, Route
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.symbolic import FindingClass, LeanForm, LintFinding, LintReport
from faithsieve.records.verification import VerifiedUnit
from faithsieve.verify.automation import is_evidence
from faithsieve.verify.evidence_door import (
    Computation,
    lean_evidence,
    passed_by_computation,
    refuted_by_computation,
)

_FACT_KINDS = frozenset(
    map(ObligationKind, ("derived_fact", "rewrite", "contested_claim", "entailment"))
)
_THEOREM = re.compile(r"^theorem \S+\s*")
_POLARITIES = {"contradicted": Polarity.CONTRADICTION, "not_entailed": Polarity.COUNTEREXAMPLE}
TIMEOUT_S = 20.0


def _refutation_by(
    finding: LintFinding,
    obligation_id: str,
    proof: tuple[FrozenStatement, ProofJudgement] | None = None,
) -> Refuted:
    """Turn a finding into a refutation, with Lean's proof of it where there is one.

    Raises:
        ValueError: the finding has no account, so it may not decide.
    """
    # A false number is often a symptom; Lean confirms the number and cannot know its source.
    located, account = finding.locates, finding.account
    lean = lean_evidence(*proof, proof[1].polarity.value) if proof else None
    confirmed = f"; Lean accepts the {lean.proved}" if lean else ""
    computation = Computation(
        reading=account.reading if account else "",
        sentence=account.sentence if account else "",
        form=RefutationForm.SYMBOLIC if located else RefutationForm.NUMERIC,
        summary=f"{finding.claim}: {finding.message}{confirmed}",
        counterexample=finding.counterexample or "",
        finding=finding.id,
        lean=lean,
    )
    effort = Effort(
        route=Route.SYMBOLIC if located else Route.NUMERIC, seconds=proof[1].seconds if proof else 0
    )
    artifacts = (proof[1].digest,) if proof else ()
    return refuted_by_computation(obligation_id, computation, effort=effort, artifacts=artifacts)


async def units_of_findings(
    findings: Iterable[LintFinding], material: Collection[LintFinding], *, judge: StatementJudge
) -> tuple[VerifiedUnit, ...]:
    """Turn each finding into a verified unit, with Lean's proof if Lean confirms it."""
    units = [
        VerifiedUnit(
            unit_id=UnitId(finding.id),
            step=finding.step,
            is_material=finding in material,
            results=(await confirm_finding(finding, judge=judge),),
        )
        for finding in findings
    ]
    return tuple(units)


async def confirm_finding(finding: LintFinding, *, judge: StatementJudge) -> Refuted:
    """Ask Lean to prove what a finding says; without its proof the finding is exact arithmetic."""
    with suppress(LeanUnavailableError):
        return _refutation_by(finding, finding.id, await _prove(finding.lean, judge))
    return _refutation_by(finding, finding.id)


async def _prove(
    form: LeanForm | None, judge: StatementJudge
) -> tuple[FrozenStatement, ProofJudgement] | None:
    if form is None:
        return None
    statement = await judge.freeze(_THEOREM.sub("", form.statement), timeout_s=TIMEOUT_S)
    if isinstance(statement, RefusedStatement):
        return None
    polarity = _POLARITIES[form.form]
    (judgement,) = await judge.judge_first(
        statement, (f"exact {form.proof}",), polarity=polarity, timeout_s=TIMEOUT_S
    )
    return (statement, judgement) if is_evidence(judgement, statement, polarity) else None


def result_from_lint(obligation: Obligation, lint: LintReport) -> Passed | Refuted | None:
    """Find what exact algebra already says about an obligation's claim, or None."""
    if obligation.kind not in _FACT_KINDS:
        return None
    if refuted := next(_about(obligation, lint.refuted), None):
        return _refutation_by(refuted, obligation.id)
    confirmed = {_squeezed(link.claim) for link in lint.supported if link.step == obligation.step}
    if _squeezed(obligation.claim) in confirmed:
        return passed_by_computation(
            obligation.id,
            effort=Effort(route=Route.SYMBOLIC),
            summary=f"exact algebra confirms {obligation.claim}",
        )
    return None


def proposals_from_lint(obligation: Obligation, lint: LintReport) -> tuple[str, ...]:
    """Collect the statements that suspicious findings propose for an obligation's claim.

    A suspicion refutes nothing; its statement has to pass the gate like any other.
    """
    return tuple(
        _THEOREM.sub("", finding.lean.statement)
        for finding in _about(obligation, lint.findings)
        if finding.finding_class is FindingClass.SUSPICIOUS and finding.lean is not None
    )


def _about(obligation: Obligation, findings: Iterable[LintFinding]) -> Iterator[LintFinding]:
    """Findings about a formula of the obligation's claim, in the same step."""
    claim = _squeezed(obligation.claim)
    for finding in findings:
        link = _squeezed(finding.claim)
        if finding.step == obligation.step and link and link in claim:
            yield finding


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\$|\\[()\[\]]|[.,;]+$", "", text)
