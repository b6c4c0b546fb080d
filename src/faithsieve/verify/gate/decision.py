"""The faithfulness gate on one statement: probes, then the semantic check (paper §4.1, app. C.2).

The paper's gate let 13 of 20 drifted statements pass, mostly vacuous ones, ones with added
assumptions and weakened targets. What Lean itself can show of that, probes show before any model
call, and one such finding is enough. What probes notice by comparing words and symbols the checker
has to answer. A statement that code wrote is read back by code; the model is asked where something
could not be read. With ``verify.code_gate`` no model is asked at all, and every statement counts
only where code confirms it.
"""

from collections.abc import Iterator

from faithsieve.errors import ReplyFormatError
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import (
    DriftCategory,
    EvidenceDirection,
    FaithfulnessReport,
    GateStatus,
    ProbeFinding,
)
from faithsieve.records.obligation import Obligation
from faithsieve.symbolic.lean_terms import OutsideDialectError
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.gate.candidate import Candidate
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.lean_probes import probe_statement, rejects_alone
from faithsieve.verify.gate.semantic_check import GateQuestion, check_semantics
from faithsieve.verify.statement_parts import StatementView
from faithsieve.verify.templates import BuiltStatement, judge_by_code


class GateOutcome(Record):
    """What the gate says about one frozen statement."""

    report: FaithfulnessReport | None
    """The report; None when probes or an unreadable reply ended the matter before."""
    findings: tuple[ProbeFinding, ...] = ()
    """What probes found that rejects the statement."""
    artifacts: tuple[Digest, ...] = ()
    """Calls and checks behind it."""
    unreadable: str = ""
    """Why there is no judgement."""

    @property
    def direction(self) -> EvidenceDirection:
        """The direction in which Lean's answer counts."""
        return self.report.direction if self.report else EvidenceDirection.NEITHER

    @property
    def is_faithful(self) -> bool:
        """Whether Lean's answer counts, whatever it is."""
        return self.direction is EvidenceDirection.BOTH

    @property
    def category(self) -> DriftCategory | None:
        """The main drift category: a probe's before the model's."""
        named = [finding.category for finding in self.findings]
        named += list(self.report.drift) if self.report else []
        return named[0] if named else None

    @property
    def complaint(self) -> str:
        """The complaint for the next statement prompt: which part to change and why."""
        lines = [f"{f.name}: {f.detail}" for f in self.findings]
        if self.report is not None and self.report.status is not GateStatus.FAITHFUL:
            lines += _complaints(self.report)
        return "; ".join(lines) or self.unreadable


def _complaints(report: FaithfulnessReport) -> Iterator[str]:
    for slot in report.matches:
        if slot.role_swapped or slot.score < 0.75:
            where = f"by {slot.lean}" if slot.lean else "by no part"
            why = "on the wrong side" if slot.role_swapped else f"match {slot.score:g}"
            yield f"{slot.role} '{slot.source}' is carried {where}, {why}"
    yield from (f"no line of the context says {added}" for added in report.added_assumptions)
    yield from (f"missing: {missing}" for missing in report.missing_assumptions)
    yield from (f"{w.finding.name}: {w.finding.detail} ({w.answer or 'not answered'})"
                for w in report.warnings if not w.is_harmless)  # fmt: skip
    if "proof_supports" in report.failed_components:
        yield "it says less than the claim: a proof of it would not prove the claim"
    if "refutation_refutes" in report.failed_components:
        yield "it says more than the claim: a refutation of it would not refute the claim"
    yield from (text for text in (report.reason, report.suggested_revision) if text)


async def gate_statement(
    candidate: Candidate, tools: EvaluationTools, *, built: BuiltStatement | None = None
) -> GateOutcome:
    """Run the probes on one statement, then score it unless a probe rejects it.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    settings = tools.settings
    found = await probe_statement(candidate, tools.judge, settings) if settings.probes else ()
    hard = tuple(finding for finding in found if rejects_alone(finding))
    warnings = tuple(finding for finding in found if not rejects_alone(finding))
    if hard or (warnings and settings.code_gate):
        # Without a checker nobody can answer a warning.
        artifacts = tuple(f.artifact for f in found if f.artifact is not None)
        return GateOutcome(report=None, findings=hard or warnings, artifacts=artifacts)
    if settings.code_gate or (built is not None and not warnings):
        outcome = _by_code(candidate, settings.threshold)
        if settings.code_gate or (outcome.report and not outcome.report.missing_assumptions):
            return outcome
    return await ask_checker(candidate.obligation, candidate.parts.view(), tools, warnings)


async def ask_checker(
    obligation: Obligation,
    view: StatementView,
    tools: EvaluationTools,
    warnings: tuple[ProbeFinding, ...] = (),
) -> GateOutcome:
    """Ask the model to score a statement that no probe rejects."""
    try:
        judgement, call = await check_semantics(GateQuestion(obligation, view, warnings), tools)
    except ReplyFormatError as error:
        return GateOutcome(report=None, unreadable=str(error))
    report = score_faithfulness(judgement, threshold=tools.settings.threshold)
    return GateOutcome(report=report, artifacts=(call,))


def _by_code(candidate: Candidate, threshold: float) -> GateOutcome:
    """Score a statement by code's comparison with the text, whoever wrote it."""
    try:
        judgement = judge_by_code(candidate.obligation, candidate.parts, problem=candidate.problem)
    except OutsideDialectError as reason:
        return GateOutcome(report=None, unreadable=f"code cannot confirm it: {reason}")
    return GateOutcome(report=score_faithfulness(judgement, threshold=threshold))
