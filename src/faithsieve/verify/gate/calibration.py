"""Calibration of the gate on labelled pairs of obligation and statement (paper app. D.2).

The paper measured its gate against two readers: 91 % of the faithful statements accepted, and 13 of
20 drifted ones accepted as well. This runs probes, or probes and the semantic check, over a file of
pairs and counts by drift class, so that a change of the gate shows what it costs.
"""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import ConfigDict

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.faithfulness import EvidenceDirection, FaithfulnessReport, ProbeFinding
from faithsieve.records.lean import RefusedStatement
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.settings import Settings
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.decision import ask_checker
from faithsieve.verify.gate.lean_probes import probe_statement, rejects_alone
from faithsieve.verify.statement import plain_signature
from faithsieve.verify.statement_parts import parse_signature

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


class ProbeLine(Record):
    """One finding as the output file shows it."""

    finding: str
    """Which probe, which drift, and what was seen."""
    artifact: Digest | None
    """The Lean judgement or frozen statement behind it."""


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
    """Which answers of Lean would count; without a model, what the probes leave open."""
    probes: tuple[ProbeLine, ...] = ()
    """What probes found that rejects the statement."""
    warnings: tuple[ProbeLine, ...] = ()
    """What probes noticed and the checker has to answer."""
    scores: GateScores | None = None
    """The model's judgement, where it was asked."""
    status: str
    """The gate's status, or ``probed``, ``refused`` or ``unreadable``."""


async def audit_pair(
    pair: GatePair, settings: Settings, *, judge: StatementJudge, model: ChatModel | None = None
) -> GateAuditRow:
    """Run the gate on one pair; without a model only the probes decide."""
    try:
        return await _audited(pair, settings, judge, model)
    except LeanUnavailableError as error:
        line = ProbeLine(finding=f"Lean did not answer: {error}", artifact=None)
        return GateAuditRow(id=pair.id, accepted=False, probes=(line,), status=UNAVAILABLE)


async def _audited(
    pair: GatePair, settings: Settings, judge: StatementJudge, model: ChatModel | None
) -> GateAuditRow:
    text = plain_signature(pair.lean)
    parts = parse_signature(text)
    frozen = await judge.freeze(text, timeout_s=settings.verify.lean_seconds)
    if parts is None or isinstance(frozen, RefusedStatement):
        why = frozen.reason if isinstance(frozen, RefusedStatement) else "not one signature"
        line = ProbeLine(finding=f"refused: {why}", artifact=None)
        return GateAuditRow(id=pair.id, accepted=False, probes=(line,), status="refused")
    candidate = Candidate(pair.as_obligation(), pair.problem, frozen, parts)
    found = await probe_statement(candidate, judge, settings.verify, thorough=True)
    hard = tuple(f for f in found if rejects_alone(f, has_checker=model is not None))
    warnings = tuple(f for f in found if f not in hard)
    if hard or model is None:
        return GateAuditRow(
            id=pair.id,
            accepted=not hard,
            direction=EvidenceDirection.NEITHER if hard else EvidenceDirection.BOTH,
            probes=_lines(hard),
            warnings=_lines(warnings),
            status="unfaithful" if hard else "probed",
        )
    tools = EvaluationTools(pair.problem, model, judge, settings.verify, settings.decoding)
    outcome = await ask_checker(candidate.obligation, parts.view(), tools, warnings)
    report = outcome.report
    return GateAuditRow(
        id=pair.id,
        accepted=outcome.is_faithful,
        direction=outcome.direction,
        warnings=_lines(warnings),
        scores=_scores(report) if report else None,
        status=report.status.value if report else "unreadable",
    )


def _lines(findings: Sequence[ProbeFinding]) -> tuple[ProbeLine, ...]:
    return tuple(
        ProbeLine(finding=f"{f.category}: {f.name}: {f.detail}", artifact=f.artifact)
        for f in findings
    )


def _scores(report: FaithfulnessReport) -> GateScores:
    return GateScores(
        premise=report.premise_score,
        conclusion=report.conclusion_score,
        holistic=report.holistic_score,
        faithfulness=report.faithfulness,
    )
