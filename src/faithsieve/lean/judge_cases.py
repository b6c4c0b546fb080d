"""Judging a file of cases: statement, slot and candidate in, verdict and reason out.

This is ``soundness.py`` plus the statement-level probes that need no model, which is as far as code
alone can go: a statement that is true, proved and about something else is for the faithfulness gate
(``verify/gate``). Cases are judged in core Lean unless told otherwise.
"""

import time
from collections.abc import AsyncIterator, Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.soundness import ProofDecision, ProofJudge, inconclusive
from faithsieve.records.base import Record
from faithsieve.records.lean import (
    FrozenStatement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)

GATE_FINDINGS = frozenset(
    {
        "division_by_zero",
        "exists_implies",
        "trivial_conclusion",
        "circular",
        "wrapped_literal",
        "machine_arithmetic",
    }
)
"""Findings with which a proved statement still says nothing about a step."""


THOROUGH_SECONDS, THOROUGH_HEARTBEATS = 10.0, 60_000
"""Without a checker the probes are all there is, so they may take longer than in the gate."""


class JudgeCase(BaseModel):
    """One row of a case file; fields this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    slot: Literal["tactic", "term", "full", "statement"]
    statement: str
    proof: str
    name: str = "target"
    reference_statement: str | None = None


class CaseVerdict(Record):
    """One row of the answer."""

    id: str
    """The case."""
    verdict: ProofVerdict
    """What to make of it."""
    reason: str
    """The reason code; empty when accepted."""
    layer: SoundnessLayer | None
    """The layer that stopped it."""
    seconds: float
    """How long it took."""
    detail: str = ""
    """Lean's words, or the construct."""


async def judge_cases(
    cases: Iterable[JudgeCase], judge: ProofJudge, *, timeout_s: float = 30.0
) -> AsyncIterator[CaseVerdict]:
    """Judge cases in order; a case that cannot be judged is inconclusive, not an end.

    Raises:
        CanaryError: Lean misjudged a known theorem, so that no further case is judged.
    """
    for case in cases:
        started = time.monotonic()
        try:
            decision = await _judge_case(case, judge, timeout_s)
        except LeanUnavailableError as error:
            decision = inconclusive("backend_unavailable", SoundnessLayer.BACKEND, str(error))
        yield CaseVerdict(
            id=case.id,
            verdict=decision.verdict,
            reason=decision.reason,
            layer=decision.layer,
            seconds=round(time.monotonic() - started, 4),
            detail=decision.detail[:500],
        )


async def _judge_case(case: JudgeCase, judge: ProofJudge, timeout_s: float) -> ProofDecision:
    statement = await judge.freeze(case.statement, timeout_s=timeout_s)
    if isinstance(statement, RefusedStatement):
        verdict = ProofVerdict(statement.verdict)
        return ProofDecision(verdict, statement.reason, statement.layer, statement.detail)
    if case.reference_statement is not None:
        gated = await judge.freeze(case.reference_statement, timeout_s=timeout_s)
        if not isinstance(gated, FrozenStatement) or gated.type_digest != statement.type_digest:
            why = "the statement is not the one that was gated"
            layer = SoundnessLayer.TYPE
            return ProofDecision(ProofVerdict.REJECT, "statement_changed", layer, why)
    slot = "tactic" if case.slot == "statement" else case.slot
    judgement = await judge.judge(
        statement, case.proof, slot=slot, name=case.name, timeout_s=timeout_s
    )
    if not judgement.is_accepted:
        said = (judgement.verdict, judgement.reason, judgement.layer, judgement.detail)
        return ProofDecision(*said)
    return await _probe_accepted(statement, judge)


async def _probe_accepted(statement: FrozenStatement, judge: ProofJudge) -> ProofDecision:
    layer = SoundnessLayer.GATE
    for finding in statement.findings:
        if finding.code in GATE_FINDINGS:
            return inconclusive(finding.code, layer, finding.detail)
    probe = await judge.probe(statement, timeout_s=THOROUGH_SECONDS, heartbeats=THOROUGH_HEARTBEATS)
    for finding in probe.findings:
        is_vacuous = finding.code == "contradictory_hypotheses"
        return inconclusive("vacuous" if is_vacuous else finding.code, layer, finding.detail)
    if probe.detail:
        return inconclusive("not_probed", layer, probe.detail)
    return ProofDecision(ProofVerdict.ACCEPT)
