"""The Formal Evaluation Agent: one obligation in, one local result out (paper §4.2, algorithm 2).

Exact arithmetic, then a statement, then the gate, then the proof loop. Every way of not knowing has
its own type, and none of them is a verdict (law 1). A broken provider, a waiting batch and the
run's own budget are not this module's business: they pass through to whoever runs the proof.
"""

import time
from collections.abc import Callable
from typing import assert_never

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LeanEvidence,
    LocalResult,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import DriftCategory
from faithsieve.records.lean import ProofJudgement
from faithsieve.records.obligation import Obligation
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.symbolic.numeric import check_arithmetic
from faithsieve.verify.call_budget import CallBudget, CountingModel, OutOfCallsError
from faithsieve.verify.cited_premises_check import refute_from_cited
from faithsieve.verify.numerals import exact_numerals, numerals_of
from faithsieve.verify.prover import Disproved, ProofSearch, Proved, Settled, Unsettled
from faithsieve.verify.statement import (
    GatedStatement,
    NoStatement,
    NumericClaim,
    StatementSearch,
)
from faithsieve.verify.text_reading import (
    TextReader,
    may_be_denied,
    may_be_tried,
    may_mean_residues,
)


class EvaluationAgent:
    """Evaluates the obligations of one window."""

    def __init__(
        self,
        *,
        problem: str,
        model: ChatModel,
        judge: StatementJudge,
        settings: VerifySettings,
        decoding: DecodingSettings,
        budget: CallBudget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.problem = problem
        self.model = model
        self.judge = judge
        self.settings = settings
        self.decoding = decoding
        self.budget = budget or CallBudget(settings.max_calls)
        self.clock = clock

    async def evaluate(self, obligation: Obligation) -> LocalResult:
        """Evaluate one obligation."""
        started = self.clock()
        numeric = check_numbers(obligation, problem=self.problem)
        if numeric is not None:
            return numeric
        run = _Run(self, obligation, started)
        try:
            return await run.formal()
        except OutOfCallsError as error:
            return run.inconclusive(InconclusiveReason.BUDGET_EXHAUSTED, str(error))
        except LeanCrashError as error:
            return run.inconclusive(InconclusiveReason.BACKEND_CRASHED, str(error))
        except LeanUnavailableError as error:
            return run.inconclusive(InconclusiveReason.BACKEND_UNAVAILABLE, str(error))


class _Run:
    """One obligation under way."""

    def __init__(self, agent: EvaluationAgent, obligation: Obligation, started: float) -> None:
        self.agent = agent
        self.obligation = obligation
        self.started = started
        self.model = CountingModel(agent.model, agent.budget)
        self.attempts = 0

    async def formal(self) -> LocalResult:
        settings = self.agent.settings
        if not self.obligation.use_lean:
            # Code may still state it for nothing; only the model is spared.
            settings = VerifySettings(**{**dict(settings), "statement_rounds": 0})
        search = StatementSearch(
            self.obligation,
            problem=self.agent.problem,
            model=self.model,
            judge=self.agent.judge,
            settings=settings,
            decoding=self.agent.decoding,
        )
        found = await search.run()
        match found:
            case NoStatement():
                return self._without_statement(found)
            case NumericClaim():
                return self._numeric(found)
            case GatedStatement():
                return await self._prove(found)
            case _:
                assert_never(found)

    def _without_statement(self, found: NoStatement) -> Inconclusive:
        self.attempts += found.tried
        reason = found.reason
        if reason is InconclusiveReason.NO_STATEMENT and not self.obligation.use_lean:
            reason = InconclusiveReason.OUT_OF_SCOPE
        return Inconclusive(
            obligation_id=self.obligation.id,
            reason=reason,
            detail=found.detail,
            category=found.category,
            probes=found.probes,
            report=found.report,
            effort=self._effort(Route.MODEL if self.model.calls else Route.AUTOMATION),
            artifacts=found.artifacts,
        )

    def _numeric(self, found: NumericClaim) -> LocalResult:
        """The equation branch: only for the numbers the obligation itself names."""
        if self.agent.settings.code_gate:
            return self.inconclusive(
                InconclusiveReason.GATE_FAILED,
                f"code cannot confirm that the claim is the equation {found.equation!r}",
                found.artifacts,
            )
        source = f"{self.obligation.claim} {self.obligation.source}"
        invented = numerals_of(found.equation) - numerals_of(source)
        lost = exact_numerals(self.obligation.claim) - numerals_of(found.equation)
        if invented or lost:
            changed = ", ".join(str(n) for n in sorted(invented | lost))
            return Inconclusive(
                obligation_id=self.obligation.id,
                reason=InconclusiveReason.GATE_FAILED,
                category=DriftCategory.WRONG_OBJECTS,
                detail=f"the equation {found.equation!r} changes numbers of the claim: {changed}",
                effort=self._effort(Route.NUMERIC),
                artifacts=found.artifacts,
            )
        return numeric_result(
            self.obligation, found.equation, self._effort(Route.NUMERIC), found.artifacts
        ) or self.inconclusive(
            InconclusiveReason.OUT_OF_SCOPE,
            f"{found.equation!r} is no claim the arithmetic checker decides",
            found.artifacts,
        )

    async def _prove(self, gated: GatedStatement) -> LocalResult:
        search = ProofSearch(
            gated.frozen,
            gated.parts,
            suspicion=self.obligation.suspicion,
            source=self._source,
            judge=self.agent.judge,
            model=self.model,
            settings=self.agent.settings,
            decoding=self.agent.decoding.proof,
            clock=self.agent.clock,
        )
        try:
            settled = await search.run()
        finally:
            self.attempts = gated.tried + search.attempts
        artifacts = (*gated.artifacts, *search.calls)
        if isinstance(settled, Unsettled) and self.agent.settings.try_cited:
            cited = await refute_from_cited(
                self.obligation, gated, judge=self.agent.judge, source=self._source
            )
            if cited is not None:
                return self._refuted(gated, cited.disproved, artifacts, cited.statement)
        return self._result(gated, settled, artifacts)

    @property
    def _source(self) -> str:
        premises = " ".join(p.text for p in self.obligation.premises)
        return f"{self.agent.problem} {premises} {self.obligation.source}"

    def _result(
        self, gated: GatedStatement, settled: Settled, artifacts: tuple[Digest, ...]
    ) -> LocalResult:
        match settled:
            case Proved():
                return Passed(
                    obligation_id=self.obligation.id,
                    effort=self._effort(settled.route),
                    summary=f"Lean proved: {gated.frozen.text}",
                    report=gated.report,
                    lean=self._evidence(gated, settled.judgement, "claim"),
                    artifacts=(*artifacts, settled.judgement.digest),
                )
            case Disproved():
                return self._refuted(gated, settled, artifacts, gated)
            case Unsettled():
                return Inconclusive(
                    obligation_id=self.obligation.id,
                    reason=settled.reason,
                    detail=settled.detail,
                    report=gated.report,
                    effort=self._effort(Route.MODEL if self.model.calls else Route.AUTOMATION),
                    artifacts=(*artifacts, *settled.artifacts),
                )
            case _:
                assert_never(settled)

    def _refuted(
        self,
        gated: GatedStatement,
        settled: Disproved,
        artifacts: tuple[Digest, ...],
        statement: GatedStatement,
    ) -> Refuted:
        return Refuted(
            obligation_id=self.obligation.id,
            form=settled.form,
            effort=self._effort(settled.route),
            summary=_refutation_words(settled, statement.frozen.text),
            counterexample=settled.witness,
            report=gated.report,
            lean=self._evidence(statement, settled.judgement, settled.form.value),
            artifacts=(*artifacts, settled.judgement.digest),
        )

    def _evidence(
        self, gated: GatedStatement, judgement: ProofJudgement, proved: str
    ) -> LeanEvidence:
        return LeanEvidence(
            statement=gated.frozen.text,
            statement_digest=gated.frozen.type_digest,
            proved=proved,
            body=judgement.body,
            dialect=self.agent.settings.dialect,
            toolchain=judgement.toolchain,
        )

    def _effort(self, route: Route) -> Effort:
        return Effort(
            route=route,
            attempts=self.attempts,
            seconds=max(0.0, self.agent.clock() - self.started),
            usage=self.model.usage,
        )

    def inconclusive(
        self, reason: InconclusiveReason, detail: str, artifacts: tuple[Digest, ...] = ()
    ) -> Inconclusive:
        return Inconclusive(
            obligation_id=self.obligation.id,
            reason=reason,
            detail=detail,
            effort=self._effort(Route.MODEL if self.model.calls else Route.AUTOMATION),
            artifacts=artifacts,
        )


_FORM_WORDS = {
    RefutationForm.CONTRADICTED: "Lean proved that the claim is false wherever its context holds",
    RefutationForm.NOT_ENTAILED: "Lean checked a counterexample: the context does not entail it",
    RefutationForm.NOT_FROM_CITED: "Lean checked that it does not follow from the cited premises",
}


def _refutation_words(settled: Disproved, statement: str) -> str:
    words = _FORM_WORDS[settled.form]
    point = f" (at {settled.witness})" if settled.witness else ""
    context = f"; {settled.context}" if settled.context else ""
    return f"{words}{point}{context}: {statement}"


def numeric_result(
    obligation: Obligation, equation: str, effort: Effort, artifacts: tuple[Digest, ...] = ()
) -> Passed | Refuted | None:
    """The arithmetic checker's answer as a local result; None where it does not decide."""
    report = check_arithmetic(equation)
    match report.status:
        case Outcome.PASSED:
            return Passed(
                obligation_id=obligation.id,
                effort=effort,
                summary=f"exact arithmetic confirms {equation}",
                artifacts=artifacts,
            )
        case Outcome.REFUTED:
            return Refuted(
                obligation_id=obligation.id,
                form=RefutationForm.NUMERIC,
                effort=effort,
                summary=f"exact arithmetic: {report.failing_link or equation} is false",
                artifacts=artifacts,
            )
        case Outcome.INCONCLUSIVE:
            return None


def check_numbers(obligation: Obligation, *, problem: str = "") -> Passed | Refuted | None:
    """Decide a claim that consists of numeric relations and joining words only.

    Nothing is refuted where the text may calculate with residues, in another base or roughly, or
    where it may deny the claim itself, as in a proof by contradiction.
    """
    read = TextReader([obligation.source]).read(obligation.claim)
    if not (read.is_full and read.is_usable and read.chains) or read.is_disjunction:
        return None
    effort = Effort(route=Route.NUMERIC, attempts=len(read.chains))
    results = [
        numeric_result(obligation, read.text[c.span.start : c.span.end], effort)
        for c in read.chains
    ]
    refuted = next((r for r in results if isinstance(r, Refuted)), None)
    if refuted is not None:
        told = " ".join([problem, obligation.source, *(p.text for p in obligation.premises)])
        around = obligation.surroundings
        taken_back = may_be_denied(around) or may_be_tried(around)
        return None if may_mean_residues(told) or taken_back else refuted
    return results[0] if all(isinstance(r, Passed) for r in results) else None
