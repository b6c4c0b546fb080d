"""Check whether a claim follows from the premises that the proof itself cites.

A third, weaker class of refutation, and never to be reported as "false": the claim may well follow
from the whole context. Searched only for statements that code wrote, because only there it is known
which hypothesis came from which premise.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.edge_unit import PROBLEM
from faithsieve.records.evidence import InconclusiveReason, RefutationForm, Route
from faithsieve.records.faithfulness import FaithfulnessReport, SlotRole
from faithsieve.records.lean import Polarity, ProofJudgement, RefusedStatement
from faithsieve.records.obligation import Obligation
from faithsieve.verify.automation import Automation, accepted_proof
from faithsieve.verify.counterexamples import (
    counterexample_body,
    find_witnesses,
)
from faithsieve.verify.gate.faithfulness import DEFAULT_THRESHOLD
from faithsieve.verify.obligations import assumes_claim, is_definition
from faithsieve.verify.prover import Disproved, Proved, Settled, Unsettled
from faithsieve.verify.refutation import counterexample_transfers_to_reals
from faithsieve.verify.statement import GatedStatement
from faithsieve.verify.statement_parts import parse_signature

_NAMES_REASON = re.compile(
    r"\b(?:since|because|due to|substitut\w+|setting|plugging)\b"
    # "Dividing by 2" and "by expanding" name no premise.
    r"|\b(?:from|by|using|applying|combining)\s+(?:step|equation|lemma|claim|case|\(|\\eqref)",
    re.IGNORECASE,
)
_INDUCTION = re.compile(r"\binducti(?:on|ve)\b", re.IGNORECASE)


class CitedRefutation(NamedTuple):
    """A counterexample to the step from the cited premises."""

    statement: GatedStatement
    """The statement with the cited premises only."""
    disproved: Disproved


def uncited_hypotheses(obligation: Obligation, gated: GatedStatement) -> frozenset[str]:
    """Return the hypotheses that state earlier claims which the text does not cite.

    Only where the sentence itself names a reason: which units another sentence rests on is the
    reader's guess, and no claim of the author. The problem, definitions and what is supposed stand
    throughout, cited or not. A hypothesis whose source nobody named is not held against the author.
    """
    if not obligation.cited or not _NAMES_REASON.search(obligation.source):
        return frozenset()
    uncited = _uncited_claims(obligation)
    return frozenset(name for name, source in _sources(gated) if source in uncited)


def _uncited_claims(obligation: Obligation) -> frozenset[str]:
    earlier = {
        premise.name
        for premise in obligation.premises
        if premise.name != PROBLEM and not premise.is_assumption and not is_definition(premise.text)
    }
    return frozenset(earlier - set(obligation.cited))


def _sources(gated: GatedStatement) -> Iterator[tuple[str, str]]:
    if gated.built is not None:
        yield from gated.built.sources
        return
    names = {f"h{i}": h.names[0] for i, h in enumerate(gated.parts.hypotheses, start=1)}
    for source in gated.report.sources:
        if source.label in names:
            yield names[source.label], source.line


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
    uncited = uncited_hypotheses(obligation, gated)
    if not uncited:
        return True
    text = gated.parts.with_conclusion(gated.parts.conclusion, without=uncited)
    parts = parse_signature(text)
    frozen = await automation.judge.freeze(text) if parts is not None else None
    if parts is None or frozen is None or isinstance(frozen, RefusedStatement):
        # A statement that needs its other hypotheses to be written says nothing about the reason.
        return True
    judged = await automation.judge.judge_first(frozen, (proof.body,))
    if accepted_proof(judged, frozen, Polarity.CLAIM):
        return True
    return await automation.prove(frozen, parts) is not None


async def supposes_itself(
    obligation: Obligation, gated: GatedStatement, judge: StatementJudge
) -> bool:
    """Return whether a claim is supposed: in so many words, or as an instance of the hypothesis.

    An induction whose hypothesis speaks of all numbers, without a bound, has nothing left to show.
    Elsewhere an instance of a supposition is an inference like any other.
    """
    if any(assumes_claim(premise, obligation.claim) for premise in obligation.premises):
        return True
    supposed = [premise.text for premise in obligation.premises if premise.is_assumption]
    if not _INDUCTION.search(" ".join([obligation.source, *supposed])):
        return False
    instances = tuple(
        f"exact {hypothesis.names[0]}{' _' * count}"
        for hypothesis in gated.parts.hypotheses
        if hypothesis.is_universal and hypothesis.names
        for count in (1, 2, 3)
    )
    judged = await judge.judge_first(gated.frozen, instances) if instances else ()
    return accepted_proof(judged, gated.frozen, Polarity.CLAIM) is not None


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
    obligation: Obligation, gated: GatedStatement, judge: StatementJudge, *, source: str
) -> CitedRefutation | None:
    """Look for a point where the cited premises hold and the claim fails."""
    uncited = uncited_hypotheses(obligation, gated)
    if gated.built is None or not uncited or not gated.report.may_refute:
        return None
    text = gated.parts.with_conclusion(gated.parts.conclusion, without=uncited)
    parts = parse_signature(text)
    if parts is None or not counterexample_transfers_to_reals(parts, source, is_rational=True):
        return None
    witnesses = find_witnesses(parts)
    frozen = await judge.freeze(text) if witnesses else None
    if frozen is None or isinstance(frozen, RefusedStatement):
        return None
    for witness in witnesses:
        body = counterexample_body(parts, witness)
        judged = await judge.judge_first(frozen, (body,), polarity=Polarity.COUNTEREXAMPLE)
        if accepted_proof(judged, frozen, Polarity.COUNTEREXAMPLE):
            return CitedRefutation(
                statement=GatedStatement(frozen=frozen, parts=parts, report=gated.report),
                disproved=Disproved(
                    judgement=judged[-1],
                    form=RefutationForm.NOT_FROM_CITED,
                    route=Route.SEARCH,
                    witness=witness.text,
                ),
            )
    return None
