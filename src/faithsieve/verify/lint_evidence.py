"""What the lint of a proof becomes in stage two: evidence against claims, by exact arithmetic.

The lint computes relations between numbers that stand in the author's text. A false one is evidence
of its own, and against every obligation that repeats it. No Lean is asked: the computation is
exact, and the statement would be the formula itself.
"""

import re
from collections.abc import Collection, Iterable

from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import Effort, RefutationForm, Refuted, Route
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.symbolic import LintFinding, LintReport
from faithsieve.records.verification import VerifiedUnit
from faithsieve.verify.evidence_door import Computation, refuted_by_computation

_FACT_KINDS = frozenset(
    map(ObligationKind, ("derived_fact", "rewrite", "contested_claim", "entailment"))
)


def refuted_by_finding(finding: LintFinding, obligation_id: str) -> Refuted:
    """Turn a finding into a refutation."""
    computation = Computation(
        reading=f"{finding.left} {finding.relation} {finding.right}",
        sentence=finding.claim,
        form=RefutationForm.NUMERIC,
        summary=f"`{finding.left} {finding.relation} {finding.right}` {finding.message}",
        finding=finding.id,
    )
    return refuted_by_computation(obligation_id, computation, effort=Effort(route=Route.NUMERIC))


def units_of_findings(
    findings: Iterable[LintFinding], material: Collection[LintFinding]
) -> tuple[VerifiedUnit, ...]:
    """Turn each refuted finding into a verified unit of its own."""
    return tuple(
        VerifiedUnit(
            unit_id=UnitId(finding.id),
            step=finding.step,
            is_material=finding in material,
            results=(refuted_by_finding(finding, finding.id),),
        )
        for finding in findings
    )


def result_from_lint(obligation: Obligation, lint: LintReport) -> Refuted | None:
    """Find the refuted relation that an obligation's claim repeats, or None."""
    if obligation.kind not in _FACT_KINDS:
        return None
    claim = _squeezed(obligation.claim)
    for finding in lint.refuted:
        if finding.step == obligation.step and _squeezed(finding.claim) in claim:
            return refuted_by_finding(finding, obligation.id)
    return None


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\$|\\[()\[\]]|[.,;]+$", "", text)
