"""Calibration of the gate on labelled pairs of obligation and statement (paper app. D.2).

The paper measured its gate against two readers: 91 % of the faithful statements accepted, and 13 of
20 drifted ones accepted as well. This runs probes, or probes and the semantic check, over a file of
pairs and counts by drift class, so that a change of the gate shows what it costs.
"""

from typing import Literal

from pydantic import ConfigDict

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.faithfulness import FaithfulnessReport, GateStatus
from faithsieve.records.lean import RefusedStatement
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.verify.gate.decision import GateOutcome, gate_statement
from faithsieve.verify.gate.lean_probes import probe_statement
from faithsieve.verify.statement import plain_signature
from faithsieve.verify.statement_parts import parse_signature
from faithsieve.verify.text_reading import bare_claim

UNAVAILABLE = "backend_unavailable"


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
        """The obligation that the pair is about."""
        premises = tuple(
            Premise(name=ConditionName(f"h{i}"), text=text)
            for i, text in enumerate(self.context, start=1)
        )
        return Obligation(
            id=f"{self.id}/1",
            unit_id=UnitId(self.id),
            step=1,
            kind=self.kind,
            claim=bare_claim(self.obligation),
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
    """Whether Lean's answer about the statement would count."""
    probes: tuple[ProbeLine, ...] = ()
    """What mechanical probes found."""
    scores: GateScores | None = None
    """The model's judgement, where it was asked."""
    status: str
    """The gate's status, or ``probed``, ``refused`` or ``unreadable``."""


async def audit_pair(
    pair: GatePair,
    *,
    judge: StatementJudge,
    model: ChatModel | None,
    settings: VerifySettings,
    decoding: DecodingSettings,
) -> GateAuditRow:
    """Run the gate on one pair; without a model only the probes decide."""
    try:
        return await _audited(pair, judge=judge, model=model, settings=settings, decoding=decoding)
    except LeanUnavailableError as error:
        line = ProbeLine(finding=f"Lean did not answer: {error}", artifact=None)
        return GateAuditRow(id=pair.id, accepted=False, probes=(line,), status=UNAVAILABLE)


async def _audited(
    pair: GatePair,
    *,
    judge: StatementJudge,
    model: ChatModel | None,
    settings: VerifySettings,
    decoding: DecodingSettings,
) -> GateAuditRow:
    text = plain_signature(pair.lean)
    parts = parse_signature(text)
    frozen = await judge.freeze(text, timeout_s=settings.lean_seconds)
    if parts is None or isinstance(frozen, RefusedStatement):
        why = frozen.reason if isinstance(frozen, RefusedStatement) else "not one signature"
        return GateAuditRow(
            id=pair.id,
            accepted=False,
            probes=(ProbeLine(finding=f"refused: {why}", artifact=None),),
            status="refused",
        )
    obligation = pair.as_obligation()
    probed = await probe_statement(
        obligation,
        frozen,
        parts,
        problem=pair.problem,
        judge=judge,
        settings=settings,
        thorough=True,
    )
    if probed.findings or model is None:
        return _row(pair, GateOutcome(report=None, findings=probed.findings), asked=False)
    outcome = await gate_statement(
        obligation,
        frozen,
        parts,
        problem=pair.problem,
        model=model,
        judge=judge,
        settings=VerifySettings(**{**dict(settings), "probes": False}),
        decoding=decoding.gate,
    )
    return _row(pair, outcome, asked=True)


def _row(pair: GatePair, outcome: GateOutcome, *, asked: bool) -> GateAuditRow:
    report = outcome.report
    probes = tuple(
        ProbeLine(finding=f"{f.category}: {f.name}: {f.detail}", artifact=f.artifact)
        for f in outcome.findings
    )
    if not asked:
        return GateAuditRow(
            id=pair.id,
            accepted=not probes,
            probes=probes,
            status="unfaithful" if probes else "probed",
        )
    return GateAuditRow(
        id=pair.id,
        accepted=report is not None and report.status is GateStatus.FAITHFUL,
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
