"""The faithfulness gate: mechanical probes first, then the semantic check (paper §4.1, app. C.2).

The paper's gate let 13 of 20 drifted statements pass, mostly vacuous ones, ones with added
assumptions and weakened targets. Those are what Lean itself can see, so probes run before any model
call, and one finding is enough. For a statement that code wrote, code also knows the slots; the
model is asked where something could not be read. With ``verify.code_gate`` no model is asked at
all, and a statement that a model worded counts only where code confirms it.
"""

from faithsieve.errors import ReplyFormatError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import (
    DriftCategory,
    FaithfulnessReport,
    GateStatus,
    HypothesisNeed,
    ProbeFinding,
)
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.obligation import Obligation
from faithsieve.records.settings import VerifySettings
from faithsieve.verify.code_gate import UnconfirmedError, judge_by_code
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.lean_probes import ProbeReport, probe_statement
from faithsieve.verify.gate.semantic_check import check_semantics
from faithsieve.verify.statement_parts import StatementParts
from faithsieve.verify.templates import BuiltStatement


class GateOutcome(Record):
    """What the gate says about one frozen statement."""

    report: FaithfulnessReport | None
    """The report; None when probes or an unreadable reply ended the matter before."""
    findings: tuple[ProbeFinding, ...] = ()
    """What probes found."""
    artifacts: tuple[Digest, ...] = ()
    """Calls and checks behind it."""
    unreadable: str = ""
    """Why the model's judgement could not be read."""

    @property
    def is_faithful(self) -> bool:
        """Whether Lean's answer about this statement may count."""
        return (
            self.report is not None
            and self.report.status is GateStatus.FAITHFUL
            and not self.findings
        )

    @property
    def category(self) -> DriftCategory | None:
        """The drift that counted most: a probe's before the model's."""
        named = [finding.category for finding in self.findings]
        named += list(self.report.drift) if self.report else []
        return named[0] if named else None

    @property
    def complaint(self) -> str:
        """What to change, for the next statement prompt."""
        lines = [f"{f.name}: {f.detail}" for f in self.findings]
        if self.report is not None and not self.is_faithful:
            lines.append(f"failed: {', '.join(self.report.failed_components)}")
            lines += [f"added and not in the context: {a}" for a in self.report.added_assumptions]
            lines += [f"missing: {m}" for m in self.report.missing_assumptions]
            lines += [text for text in (self.report.reason, self.report.suggested_revision) if text]
        return "; ".join(lines)


async def gate_statement(
    obligation: Obligation,
    frozen: FrozenStatement,
    parts: StatementParts,
    *,
    problem: str,
    model: ChatModel,
    judge: StatementJudge,
    settings: VerifySettings,
    decoding: Decoding,
    built: BuiltStatement | None = None,
) -> GateOutcome:
    """Probe, then score one statement."""
    probed = ProbeReport()
    if settings.probes:
        probed = await probe_statement(
            obligation, frozen, parts, problem=problem, judge=judge, settings=settings
        )
    if probed.findings:
        return GateOutcome(
            report=None, findings=probed.findings, artifacts=_artifacts(probed.findings)
        )
    if settings.code_gate or (built is not None and built.is_complete):
        return _by_code(obligation, parts, built, problem, settings, probed)
    try:
        answer = await check_semantics(
            obligation,
            parts.view(),
            problem=problem,
            model=model,
            decoding=decoding,
            threshold=settings.threshold,
        )
    except ReplyFormatError as error:
        return GateOutcome(report=None, unreadable=str(error))
    return GateOutcome(report=with_needs(answer.report, probed.needs), artifacts=answer.artifacts)


def _by_code(
    obligation: Obligation,
    parts: StatementParts,
    built: BuiltStatement | None,
    problem: str,
    settings: VerifySettings,
    probed: ProbeReport,
) -> GateOutcome:
    """Code's own account of a statement it wrote, or its comparison of one that a model wrote."""
    try:
        judgement = built.judgement if built else judge_by_code(obligation, parts, problem=problem)
    except UnconfirmedError as reason:
        return GateOutcome(report=None, unreadable=f"code cannot confirm it: {reason}")
    report = score_faithfulness(judgement, threshold=settings.threshold)
    return GateOutcome(report=with_needs(report, probed.needs))


def _artifacts(findings: tuple[ProbeFinding, ...]) -> tuple[Digest, ...]:
    return tuple(f.artifact for f in findings if f.artifact is not None)


def with_needs(report: FaithfulnessReport, needs: tuple[HypothesisNeed, ...]) -> FaithfulnessReport:
    """The same report with what probes know about the hypotheses."""
    if not needs:
        return report
    return FaithfulnessReport(**{**dict(report), "needs": needs})
