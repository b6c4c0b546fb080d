"""The faithfulness gate on one statement: the semantic check, then probes (paper §4.1, app. C.2).

The checker compares; what it rejects costs no Lean. What it accepts Lean probes once, because a
vacuous statement or one that assumes its claim proves anything: one such finding is enough, and
nobody is asked about it again.
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
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.obligation import Obligation
from faithsieve.verify.gate.faithfulness import score_faithfulness
from faithsieve.verify.gate.probes import probe_statement
from faithsieve.verify.gate.semantic_check import GateQuestion, check_semantics
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.verify.statement_parts import StatementParts, StatementView


class GateOutcome(Record):
    """What the gate says about one frozen statement."""

    report: FaithfulnessReport | None
    """The checker's report; None when its reply could not be read."""
    findings: tuple[ProbeFinding, ...] = ()
    """What Lean proved against a statement that the checker accepted."""
    artifacts: tuple[Digest, ...] = ()
    """Calls and checks behind it."""
    unreadable: str = ""
    """Why there is no judgement."""

    @property
    def direction(self) -> EvidenceDirection:
        """The direction in which Lean's answer counts."""
        if self.report is None or self.findings:
            return EvidenceDirection.NEITHER
        return self.report.direction

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
    if "proof_supports" in report.failed_components:
        yield "it says less than the claim: a proof of it would not prove the claim"
    if "refutation_refutes" in report.failed_components:
        yield "it says more than the claim: a refutation of it would not refute the claim"
    yield from (text for text in (report.reason, report.suggested_revision) if text)


async def gate_statement(
    obligation: Obligation, frozen: FrozenStatement, tools: EvaluationTools
) -> GateOutcome:
    """Ask the checker about one frozen statement, and let Lean probe what it accepts.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    outcome = await ask_checker(obligation, StatementParts(frozen=frozen).view(), tools)
    if outcome.report is None or outcome.direction is EvidenceDirection.NEITHER:
        return outcome
    if not tools.settings.threshold:
        # The ablation without the gate: every statement counts that compiles.
        return outcome
    return outcome.changed(findings=await probe_statement(frozen, outcome.report, tools.judge))


async def ask_checker(
    obligation: Obligation, view: StatementView, tools: EvaluationTools
) -> GateOutcome:
    """Ask the model to score a statement."""
    try:
        judgement, call = await check_semantics(
            GateQuestion(obligation, view),
            problem=tools.problem,
            caller=tools.caller,
            decoding=tools.decoding.gate,
        )
    except ReplyFormatError as error:
        return GateOutcome(report=None, unreadable=str(error))
    report = score_faithfulness(judgement, threshold=tools.settings.threshold)
    return GateOutcome(report=report, artifacts=(call,))
