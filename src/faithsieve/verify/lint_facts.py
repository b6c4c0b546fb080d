"""What zero-token checks of the proof say about a unit's obligations.

The lint reads the author's own formulas, moods included, so its answers are used as they are: a
link it confirmed spares an obligation, a link it refuted refutes the obligation that claims it.
"""

import re

from faithsieve.records.evidence import Effort, Passed, RefutationForm, Refuted, Route
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.symbolic import FindingClass, LintReport

_FACT_KINDS = frozenset(
    {
        ObligationKind.DERIVED_FACT,
        ObligationKind.REWRITE,
        ObligationKind.CONTESTED_CLAIM,
        ObligationKind.ENTAILMENT,
    }
)
_EFFORT = Effort(route=Route.SYMBOLIC)


def facts_for_review(lint: LintReport | None) -> tuple[str, ...]:
    """Exact results worth telling a reviewer."""
    if lint is None:
        return ()
    return tuple(f"step {f.step}: {f.message}" for f in lint.findings)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\$|\\[()\[\]]|[.,;]+$", "", text)


def result_from_lint(obligation: Obligation, lint: LintReport | None) -> Passed | Refuted | None:
    """The result that exact algebra already gives, or None."""
    if lint is None or obligation.kind not in _FACT_KINDS:
        return None
    claim = _squeezed(obligation.claim)
    for finding in lint.findings:
        said = _squeezed(finding.claim)
        located = finding.finding_class is FindingClass.LOCATES
        if located and finding.step == obligation.step and said and said in claim:
            return Refuted(
                obligation_id=obligation.id,
                form=RefutationForm.SYMBOLIC,
                effort=_EFFORT,
                summary=finding.message,
                counterexample=finding.counterexample or "",
            )
    confirmed = {_squeezed(link.claim) for link in lint.supported if link.step == obligation.step}
    if claim in confirmed:
        return Passed(
            obligation_id=obligation.id,
            effort=_EFFORT,
            summary=f"exact algebra confirms {obligation.claim}",
        )
    return None
