"""Check whether a claim follows from the premises that the proof itself cites.

A third, weaker class of refutation, and never to be reported as "false": the claim may well follow
from the whole context. Which premises a step uses the reader's state tree names by their labels;
from which premise a hypothesis came the gate's checker says.
"""

from collections.abc import Iterator

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.edge_unit import PROBLEM
from faithsieve.records.evidence import InconclusiveReason, RefutationForm, Route
from faithsieve.records.faithfulness import FaithfulnessReport, SlotRole
from faithsieve.records.lean import (
    Polarity,
    ProofJudgement,
)
from faithsieve.records.obligation import Obligation
from faithsieve.verify.automation import Automation, accepted_proof
from faithsieve.verify.gate.faithfulness import DEFAULT_THRESHOLD
from faithsieve.verify.obligations import assumes_claim
from faithsieve.verify.prover import Disproved, Proved, Settled, Unsettled
from faithsieve.verify.settle import point_counterexample
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import StatementParts, freeze_parts


def uncited_hypotheses(obligation: Obligation, gated: GatedStatement) -> frozenset[str]:
    """Return the hypotheses that state earlier claims which the text does not cite.

    The problem, definitions and what is supposed stand throughout, cited or not. A hypothesis whose
    source nobody named is not held against the author, nor is a step that cites nothing.
    """
    if not obligation.cited:
        return frozenset()
    uncited = _uncited_claims(obligation)
    return frozenset(name for name, source in _sources(gated) if source in uncited)


def _uncited_claims(obligation: Obligation) -> frozenset[str]:
    earlier = {
        premise.name
        for premise in obligation.premises
        if premise.name != PROBLEM and not premise.stands_throughout
    }
    return frozenset(earlier - set(obligation.cited))


def _sources(gated: GatedStatement) -> Iterator[tuple[str, str]]:
    names = {f"h{i}": h.name for i, h in enumerate(gated.parts.hypotheses, start=1)}
    for source in gated.report.sources:
        if source.label in names:
            yield names[source.label], source.line


async def _without_uncited(
    obligation: Obligation, gated: GatedStatement, judge: StatementJudge
) -> StatementParts | None:
    """Freeze the statement without its uncited hypotheses.

    None if it has none, or needs them to be written: then it says nothing about the reason.
    """
    uncited = uncited_hypotheses(obligation, gated)
    if not uncited:
        return None
    text = gated.parts.with_conclusion(gated.parts.conclusion, without=uncited)
    return await freeze_parts(text, judge)


async def follows_from_cited(
    obligation: Obligation, gated: GatedStatement, proof: ProofJudgement, automation: Automation
) -> bool:
    """Return whether a proved claim is also proved without earlier claims the text does not cite.

    Args:
        obligation: The obligation with the premises the text cites.
        gated: The statement that was proved.
        proof: Its accepted proof, whose body is tried first.
        automation: Tries what needs no model.
    """
    parts = await _without_uncited(obligation, gated, automation.judge)
    if parts is None:
        return True
    judged = await automation.judge.judge_first(parts.frozen, (proof.body,))
    if accepted_proof(judged, parts.frozen, Polarity.CLAIM):
        return True
    return await automation.prove(parts) is not None


def supposes_itself(obligation: Obligation) -> bool:
    """Return whether a claim is supposed in so many words, so that its proof shows nothing."""
    return any(assumes_claim(premise, obligation.claim) for premise in obligation.premises)


def settled_inference(
    obligation: Obligation, report: FaithfulnessReport, settled: Settled
) -> Settled:
    """Decide whether Lean's result counts for a disputed inference; else return it as unsettled.

    A proof from more than the author uses does not answer the dispute. A refutation from less does
    not decide it, and one whose premises may be absurd shows nothing; what is left shows that the
    claim does not follow from these premises, never that it is false.
    """
    match settled:
        case Proved() if _takes_more(obligation, report):
            return Unsettled(
                reason=InconclusiveReason.GATE_FAILED,
                detail="proved only with givens that the author does not use for it",
            )
        case Disproved() if not _takes_all(obligation, report):
            return Unsettled(
                reason=InconclusiveReason.GATE_FAILED,
                detail="refuted only without a premise that the author uses",
            )
        case Disproved(form=RefutationForm.CONTRADICTS_CONTEXT):
            return Unsettled(
                reason=InconclusiveReason.PROOF_EXHAUSTED,
                detail="the premises contradict the claim, and perhaps each other",
            )
        case Disproved():
            return settled.changed(form=RefutationForm.NOT_FROM_CITED)
    return settled


def _takes_more(obligation: Obligation, report: FaithfulnessReport) -> bool:
    # What its objects are belongs to the claim; only hypotheses are givens.
    named = {source.line for source in report.sources if not source.label.startswith("s")}
    return PROBLEM in named and PROBLEM not in obligation.cited


def _takes_all(obligation: Obligation, report: FaithfulnessReport) -> bool:
    """Return whether the gate, which does not know the dispute, finds every premise stated."""
    premises = [match for match in report.matches if match.role is SlotRole.PREMISE]
    are_kept = all(match.score >= DEFAULT_THRESHOLD for match in premises)
    is_counted = len(premises) >= len(obligation.cited)
    return is_counted and are_kept and not report.missing_assumptions


async def refute_from_cited(
    obligation: Obligation, gated: GatedStatement, judge: StatementJudge
) -> tuple[GatedStatement, Disproved] | None:
    """Look for a point where the cited premises hold and the claim fails.

    Returns:
        The statement with the cited premises only, and its refutation.
    """
    parts = await _without_uncited(obligation, gated, judge) if gated.report.may_refute else None
    found = await point_counterexample(parts, judge) if parts else None
    if parts is None or found is None:
        return None
    form = RefutationForm.NOT_FROM_CITED
    return GatedStatement(frozen=parts.frozen, report=gated.report), Disproved(
        judgement=found.judgement, form=form, route=Route.SEARCH, witness=found.text
    )
