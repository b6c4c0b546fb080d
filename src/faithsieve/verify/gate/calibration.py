"""Calibration of the gate on labelled pairs of obligation and statement (paper app. D.2).

The paper measured its gate against two readers: 91 % of the faithful statements accepted, and 13 of
20 drifted ones accepted as well. This runs the gate over a file of labelled
pairs and counts by drift class, so that a change of the gate shows what it costs.
"""

import re
from typing import Literal

from pydantic import ConfigDict

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.faithfulness import EvidenceDirection, FaithfulnessReport
from faithsieve.records.lean import RefusedStatement
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.settings import Settings
from faithsieve.verify.gate.decision import gate_statement
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement import plain_signature

UNAVAILABLE = "backend_unavailable"
# What introduces a claim, such as "From the context it follows:".
_PREAMBLE = re.compile(r"^\s*[A-Z][A-Za-z ,'-]+:\s*(?=\S)")


class GatePair(Record):
    """One row of a calibration file; fields this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)

    id: str
    """The row's id."""
    problem: str
    """The problem."""
    step: str
    """The sentence of the proof."""
    context: tuple[str, ...] = ()
    """What was known before."""
    obligation: str
    """What has to be shown."""
    kind: ObligationKind = ObligationKind.DERIVED_FACT
    """The kind of obligation."""
    lean: str
    """The statement."""
    label: Literal["faithful", "drifted"] | None = None
    """What a careful reader says."""
    drift: str | None = None
    """How it drifted."""

    def as_obligation(self) -> Obligation:
        """Return the obligation that the pair is about."""
        premises = tuple(
            Premise(name=ConditionName(f"h{i}"), text=text)
            for i, text in enumerate(self.context, start=1)
        )
        return Obligation(
            id=f"{self.id}/1",
            unit_id=UnitId(self.id),
            step=1,
            kind=self.kind,
            claim=_PREAMBLE.sub("", self.obligation),
            statement=self.obligation,
            premises=premises,
            source=self.step,
            reason="calibration",
        )


class GateScores(Record):
    """The scores of the semantic check."""

    premise: float
    """S_prem."""
    conclusion: float
    """S_conc."""
    holistic: float
    """S_hol."""
    faithfulness: float
    """S_faith."""


class GateAuditRow(Record):
    """What the gate made of one pair."""

    id: str
    """The row's id."""
    accepted: bool
    """Whether Lean's answer about the statement would count, whatever it is."""
    direction: EvidenceDirection = EvidenceDirection.NEITHER
    """Which answers of Lean would count."""
    probes: tuple[str, ...] = ()
    """What Lean proved against a statement that the checker accepted."""
    scores: GateScores | None = None
    """The model's judgement."""
    status: str
    """The gate's status, or ``refused`` or ``unreadable``."""


async def audit_pair(
    pair: GatePair, settings: Settings, *, judge: StatementJudge, model: ChatModel
) -> GateAuditRow:
    """Run the gate on one pair."""
    try:
        return await _audited(pair, settings, judge, model)
    except LeanUnavailableError as error:
        why = f"Lean did not answer: {error}"
        return GateAuditRow(id=pair.id, accepted=False, probes=(why,), status=UNAVAILABLE)


async def _audited(
    pair: GatePair, settings: Settings, judge: StatementJudge, model: ChatModel
) -> GateAuditRow:
    frozen = await judge.freeze(plain_signature(pair.lean), timeout_s=settings.verify.lean_seconds)
    if isinstance(frozen, RefusedStatement):
        why = f"refused: {frozen.reason}"
        return GateAuditRow(id=pair.id, accepted=False, probes=(why,), status="refused")
    tools = EvaluationTools(pair.problem, model, judge, settings.verify, settings.decoding)
    outcome = await gate_statement(pair.as_obligation(), frozen, tools)
    report = outcome.report
    return GateAuditRow(
        id=pair.id,
        accepted=outcome.is_faithful,
        direction=outcome.direction,
        probes=tuple(f"{f.category}: {f.name}: {f.detail}" for f in outcome.findings),
        scores=_scores(report) if report else None,
        status=report.status.value if report else "unreadable",
    )


def _scores(report: FaithfulnessReport) -> GateScores:
    return GateScores(
        premise=report.premise_score,
        conclusion=report.conclusion_score,
        holistic=report.holistic_score,
        faithfulness=report.faithfulness,
    )
