"""The Formal Evaluation Agent: one obligation in, one local result out (paper §4.2, algorithm 2).

Exact arithmetic, then a statement, then the gate, then the proof loop. Every way of not knowing has
its own type, and none of them is a verdict. A broken provider, a waiting batch and the run's own
budget are not this module's business: they pass through to whoever runs the proof.
"""

import asyncio
import re
from typing import Any, assert_never

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Outcome,
    Passed,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import GateQualification
from faithsieve.records.obligation import Obligation
from faithsieve.symbolic.numeric import check_arithmetic
from faithsieve.verify.cited_premises_check import (
    follows_from_cited,
    refute_from_cited,
    settled_inference,
    supposes_itself,
)
from faithsieve.verify.degenerate import check_degenerate
from faithsieve.verify.evidence_door import (
    COMPUTED,
    passed_by_computation,
    passed_by_lean,
    refuted_by_computation,
    refuted_by_lean,
)
from faithsieve.verify.gate.decision import ask_checker
from faithsieve.verify.gate.qualification import qualify
from faithsieve.verify.prover import Disproved, ProofSearch, Proved, Unsettled
from faithsieve.verify.shared_calls import CallBatcher, Caller, EvaluationTools, OutOfCallsError
from faithsieve.verify.statement import (
    GatedStatement,
    NoStatement,
    NumericClaim,
    StatementSearch,
)
from faithsieve.verify.statement_parts import view_of_claim

_OPEN_PROOFS = frozenset({InconclusiveReason.PROOF_EXHAUSTED, InconclusiveReason.PROOF_TIMEOUT})


class EvaluationAgent:
    """Evaluates the obligations of one proof, which share a budget of model calls."""

    def __init__(self, tools: EvaluationTools, *, unpaid: ChatModel | None = None) -> None:
        """Take the tools, and the model as it is asked on nobody's account.

        The first proof of a run must not pay for the qualification of the gate, which serves all.
        """
        self.tools = tools
        self.gate: GateQualification | None = None
        """How the model did as a gate, once it was asked."""
        self._unpaid = unpaid or tools.model
        self._asked: asyncio.Task[GateQualification] | None = None
        settings = tools.settings
        self.batcher = CallBatcher(
            tools.model, limit=settings.max_calls, per_call=settings.obligations_per_call
        )

    def register(self, count: int) -> list[Caller]:
        """Register obligations that share calls."""
        return self.batcher.register_all(count)

    async def evaluate(
        self, obligation: Obligation, *, caller: Caller | None = None
    ) -> LocalResult:
        """Evaluate one obligation.

        Args:
            obligation: What has to be checked.
            caller: The registered caller, where the obligation is evaluated beside others.
        """
        with caller or self.register(1)[0] as taken:
            if computed := confirmed_numbers(obligation):
                return computed
            if obligation.use_lean:
                await self._qualify()
            return self._counted(await _Run(obligation, self.tools, taken).evaluate())

    async def _qualify(self) -> None:
        """Measure the gate before it is first used; the obligations of a proof share the answer."""
        settings = self.tools.settings
        if settings.trust_gate or not settings.statement_rounds:
            return
        if self._asked is None:
            self._asked = asyncio.create_task(qualify(self._unpaid, self.tools.decoding))
        self.gate = await asyncio.shield(self._asked)

    def _counted(self, result: LocalResult) -> LocalResult:
        """Return what rests on a gate as evidence only if the gate is qualified, else to show."""
        if isinstance(result, Inconclusive) or result.report is None:
            return result
        if self.gate is None or self.gate.is_qualified:
            return result
        return result.set_aside(InconclusiveReason.GATE_UNQUALIFIED, result.summary)


class _Run:
    """One obligation under way, with what it has cost so far."""

    def __init__(self, obligation: Obligation, tools: EvaluationTools, caller: Caller) -> None:
        self.obligation = obligation
        self.caller = caller
        self.tools = tools._replace(registered=caller)
        self.started = tools.clock()
        self.attempts = 0

    async def evaluate(self) -> LocalResult:
        """Find a statement and settle it; each inconclusive end has its own reason."""
        if self.obligation.claims_nothing:
            said = "the reviewer finds nothing in it that could be false"
            return self.inconclusive(InconclusiveReason.NO_CLAIM, said)
        if not self.obligation.use_lean:
            return self.inconclusive(InconclusiveReason.NOT_TRIED, "no statement was asked for")
        self.search = StatementSearch(self.obligation, self.tools)
        try:
            match await self.search.run():
                case NoStatement() as found:
                    return self.without_statement(found)
                case NumericClaim() as claim:
                    return await self.compute(claim)
                case GatedStatement() as gated:
                    return await self.settle(gated)
        except OutOfCallsError as error:
            return self.inconclusive(InconclusiveReason.BUDGET_EXHAUSTED, str(error))
        except LeanCrashError as error:
            return self.inconclusive(InconclusiveReason.BACKEND_CRASHED, str(error))
        except LeanUnavailableError as error:
            return self.inconclusive(InconclusiveReason.BACKEND_UNAVAILABLE, str(error))

    async def settle(self, gated: GatedStatement) -> LocalResult:
        """Prove or refute a statement; if it stays open, try one other statement of the claim."""
        result = await self.prove(gated)
        for _ in range(self.tools.settings.restatements):
            if not isinstance(result, Inconclusive) or result.reason not in _OPEN_PROOFS:
                break
            other = await self.search.restate(gated, result.detail)
            if other is None:
                break
            gated, result = other, await self.prove(other)
        return result

    def without_statement(self, found: NoStatement) -> Inconclusive:
        self.attempts += found.tried
        gate = found.failed_gate
        drift = (
            {"category": gate.category, "probes": gate.findings, "report": gate.report}
            if gate
            else {}
        )
        return self.inconclusive(found.reason, found.detail, found.artifacts, **drift)

    async def compute(self, claim: NumericClaim) -> LocalResult:
        """Decide an equation that a model read out of the text, if the gate lets it count."""
        obligation, equation = self.obligation, claim.equation
        gate = await ask_checker(obligation, view_of_claim(equation), self.tools)
        artifacts = (*claim.artifacts, *gate.artifacts)
        effort = self._effort(Route.NUMERIC)
        result = _computed(obligation, equation, effort, artifacts, wide=True)
        counts = gate.report is not None and (
            gate.report.may_refute if isinstance(result, Refuted) else gate.report.may_support
        )
        if not counts:
            return self.inconclusive(InconclusiveReason.GATE_FAILED, gate.complaint, artifacts)
        if result is not None:
            return result
        detail = f"{equation!r} is no claim the arithmetic checker decides"
        return self.inconclusive(InconclusiveReason.OUT_OF_SCOPE, detail, artifacts)

    async def prove(self, gated: GatedStatement) -> LocalResult:
        """Prove or refute a gated statement, in the directions in which it counts."""
        obligation = self.obligation
        search = ProofSearch(
            gated, self.tools, suspicion=obligation.suspicion, obligation=obligation
        )
        try:
            settled = await search.run()
        finally:
            self.attempts = gated.tried + search.attempts
        artifacts = (*gated.artifacts, *search.calls)
        if isinstance(settled, Unsettled):
            cited = await refute_from_cited(obligation, gated, self.tools.judge)
            gated, settled = cited or (gated, settled)
        if obligation.is_inference:
            settled = settled_inference(obligation, gated.report, settled)
        match settled:
            case Proved():
                is_supposed = supposes_itself(obligation)
                is_inferred = not is_supposed and await follows_from_cited(
                    obligation, gated, settled.judgement, search.automation
                )
                return passed_by_lean(
                    obligation.id,
                    gated,
                    settled,
                    effort=self._effort(settled.route),
                    artifacts=artifacts,
                    by_other_reason=not is_inferred,
                    is_supposed=is_supposed,
                )
            case Disproved():
                apart = await check_degenerate(gated, settled, self.tools, obligation=obligation)
                return refuted_by_lean(
                    obligation.id,
                    gated,
                    settled,
                    effort=self._effort(settled.route),
                    artifacts=(*artifacts, *(apart.artifacts if apart else ())),
                    degenerate=apart.check if apart else None,
                )
            case Unsettled():
                return self.inconclusive(
                    settled.reason,
                    settled.detail,
                    (*artifacts, *settled.artifacts),
                    report=gated.report,
                )
            case _:
                assert_never(settled)

    def inconclusive(
        self,
        reason: InconclusiveReason,
        detail: str,
        artifacts: tuple[Digest, ...] = (),
        **more: Any,
    ) -> Inconclusive:
        return Inconclusive(
            obligation_id=self.obligation.id,
            reason=reason,
            detail=detail,
            effort=self._effort(),
            artifacts=artifacts,
            **more,
        )

    def _effort(self, route: Route | None = None) -> Effort:
        return Effort(
            route=route or (Route.MODEL if self.caller.calls else Route.AUTOMATION),
            attempts=self.attempts,
            seconds=max(0.0, self.tools.clock() - self.started),
            usage=self.caller.usage,
        )


_JOINED = re.compile(r"\s*(?:∧|;|\\land\b|\\wedge\b|\band\b)\s*")


def _computed(
    obligation: Obligation,
    equation: str,
    effort: Effort,
    artifacts: tuple[Digest, ...] = (),
    *,
    wide: bool = False,
) -> Passed | Refuted | None:
    """Decide an equation, or several that are joined, by exact arithmetic; None for undecided."""
    pieces = [piece for piece in _JOINED.split(equation) if piece]
    if len(pieces) > 1:
        each = [_computed(obligation, piece, effort, artifacts, wide=wide) for piece in pieces]
        refuted = next((result for result in each if isinstance(result, Refuted)), None)
        return refuted or (each[0] if all(each) else None)
    report = check_arithmetic(equation, wide=wide)
    match report.status:
        case Outcome.PASSED:
            return passed_by_computation(
                obligation.id,
                effort=effort,
                summary=f"exact arithmetic confirms {equation}",
                artifacts=artifacts,
            )
        case Outcome.REFUTED:
            return refuted_by_computation(
                obligation.id,
                equation,
                sentence=obligation.source,
                summary=f"exact arithmetic: {report.failing_link or equation} is false",
                effort=effort,
                artifacts=artifacts,
            )
        case Outcome.INCONCLUSIVE:
            return None


def confirmed_numbers(obligation: Obligation) -> Passed | None:
    """Confirm a claim that is nothing but a relation between numbers.

    A false one is for Lean, or for the lint of the whole proof, which alone sees the words that may
    take a number back.
    """
    result = _computed(obligation, obligation.claim.strip().rstrip("."), COMPUTED)
    return result if isinstance(result, Passed) else None
