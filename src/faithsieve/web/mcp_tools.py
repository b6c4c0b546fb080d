"""FaithSieve as tools for agents, over the Model Context Protocol.

Every tool answers with a record: what was found, and whether it decides. "Could not check" has its
own value in each of them. A call reports progress as it goes and stops when the client cancels it;
what was answered until then is in the store, so asking again goes on from there.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field, ValidationError

from faithsieve.errors import (
    InputError,
    LeanUnavailableError,
    MissingToolError,
)
from faithsieve.events import OnEvent
from faithsieve.lean.backends import open_checker
from faithsieve.lean.mcp_client import RunResult
from faithsieve.lean.mcp_server import run_code, telling
from faithsieve.lean.protocol import LeanChecker, StatementJudge
from faithsieve.methods import Method, Tools
from faithsieve.records.base import Record
from faithsieve.records.check_job import CheckJob, Submission
from faithsieve.records.checked_proof import CheckedProof, Event
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.evidence import Inconclusive, Outcome, Refuted
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import AuditEffort, Settings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verdict import StepStatus, VerdictKind
from faithsieve.records.wording import plain_faults, plain_words
from faithsieve.store.jobs import JobStore
from faithsieve.symbolic.lint import lint_proof
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.settle import Settlement, settle
from faithsieve.verify.shared_calls import EvaluationTools
from faithsieve.version import __version__
from faithsieve.web.checking import CheckService
from faithsieve.wiring import Ledger, SilentModel, build_judge, build_model, embedded_toolchain

INSTRUCTIONS = (
    "Judge mathematical proofs in natural language. Start with lint_proof (free, milliseconds); "
    "check_proof finds the first wrong step; check_step and check_claim look at one place; "
    "settle_statement and lean_check ask Lean 4. inconclusive, undecided and open "
    "mean that nothing was decided, not that the proof is right."
)


class StepReport(Record):
    step: int
    """The step, counted from 1."""
    status: StepStatus
    """``incorrect`` only on reliable evidence; ``unchecked`` means nobody looked."""
    evidence: tuple[str, ...]
    """What was found, one line each, beginning with its outcome."""


class ProofReport(Record):
    """What a check of a proof found."""

    label: Label | None
    """``correct``, the first wrong step, or null where it is undecided."""
    kind: VerdictKind
    """What the label rests on; ``undecided`` is neither a yes nor a no."""
    confidence: float | None
    """How sure the label is."""
    rationale: str
    """Why."""
    steps: tuple[StepReport, ...]
    """Every step, or the one that was asked about."""
    advice: str = ""
    """Where the server has no model: how its owner adds one."""
    tokens: int
    """Tokens of all model calls."""
    cost_usd: float | None
    """What they cost; null where the price is not known."""


class ClaimReport(Record):
    """What is known about one claim in its context."""

    outcome: Outcome
    """Passed, refuted or inconclusive."""
    reason: str
    """The form of a refutation, the way of a proof, or why it stayed open."""
    summary: str
    """The same in a sentence."""
    counterexample: str = ""
    """Values for which the context holds and the claim fails."""
    statement: str = ""
    """The Lean statement that was decided."""
    proved: str = ""
    """What Lean proved about the statement, such as ``claim`` or ``not_entailed``."""
    body: str = ""
    """The Lean proof."""
    faithfulness: float | None = None
    """How faithfully the statement says what the claim says, as the gate scored it."""


class Workbench(NamedTuple):
    """The configured model and the one Lean that all tool calls share."""

    service: CheckService
    lean: tuple[StatementJudge, LeanChecker] | str
    """The Lean, or what to do because it is missing."""

    @property
    def judge(self) -> StatementJudge:
        return self._lean()[0]

    @property
    def checker(self) -> LeanChecker:
        return self._lean()[1]

    def _lean(self) -> tuple[StatementJudge, LeanChecker]:
        if isinstance(self.lean, str):
            raise InputError(self.lean)
        return self.lean

    @asynccontextmanager
    async def tools(
        self, method: Method, settings: Settings, ledger: Ledger
    ) -> AsyncIterator[Tools]:
        """Build the model of one call around the Lean that all calls share."""
        if not method.asks_model:
            yield Tools(SilentModel(), settings)
            return
        async with build_model(settings, ledger) as model:
            yield Tools(model, settings, judge=self.judge if method.asks_lean else None)


@asynccontextmanager
async def open_workbench(store: JobStore, service: CheckService) -> AsyncIterator[Workbench]:
    """Open the tools; Lean starts with the first question, and without it the others work."""
    async with AsyncExitStack() as stack:
        try:
            settings = service.configured
            judge = await stack.enter_async_context(build_judge(settings, store))
            # For an agent's own code; an own process starts with the first `lean_check`.
            opening = open_checker(settings.lean, embedded_toolchain)
            checker = await stack.enter_async_context(opening)
        except (MissingToolError, LeanUnavailableError) as error:
            yield Workbench(service, str(error))
            return
        bench = Workbench(service, (judge, checker))
        service.build = bench.tools
        yield bench


Steps = Annotated[list[str], Field(min_length=1, description="The steps in order, one text each.")]
Problem = Annotated[str, Field(description="The problem, with or without LaTeX.")]


class PlainServer(MCPServer):
    """A server that names bad arguments in a sentence instead of a validator's report."""

    async def call_tool(self, name: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return await super().call_tool(name, *args, **kwargs)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {plain_faults(error.__cause__)}") from error.__cause__
            raise


def mcp_server(bench: Workbench) -> MCPServer:
    """Make the server; each tool is one function below."""
    server: MCPServer = PlainServer("faithsieve", instructions=INSTRUCTIONS, version=__version__)
    is_embedded = bench.service.configured.lean.backend == "embedded"
    extent = "a small Mathlib" if is_embedded else "with Mathlib"

    async def check_proof(
        problem: Problem, steps: Steps, ctx: Context, effort: AuditEffort = "standard"
    ) -> ProofReport:
        """Find the first wrong step of a proof, with evidence. Asks a model and Lean; minutes."""
        checked = await _check(bench, _submission(problem, steps, effort), ctx)
        return _proof_report(checked, advice=bench.service.advice)

    async def check_step(
        problem: Problem,
        steps: Steps,
        step: Annotated[int, Field(ge=1, description="Which step to look at, counted from 1.")],
        ctx: Context,
        effort: AuditEffort = "thorough",
    ) -> ProofReport:
        """Audit one step of a proof and what leads to it. Asks a model and Lean; a minute."""
        if step > len(steps):
            raise InputError(f"the proof has {len(steps)} steps, and no step {step}")
        checked = await _check(bench, _submission(problem, steps, effort), ctx, step=step)
        return _proof_report(checked, advice=bench.service.advice, only=step)

    async def check_claim(
        claim: Annotated[str, Field(min_length=1, description="One claim, in words or LaTeX.")],
        ctx: Context,
        context: Annotated[
            list[str], Field(description="What may be used, one assumption or fact each.")
        ] = [],  # noqa: B006 - the schema shows the default
        problem: Problem = "",
    ) -> ClaimReport:
        """Decide one claim in its context: state it in Lean, gate it, prove or refute it."""
        return await _check_claim(bench, claim, context, problem, ctx)

    async def lint(problem: Problem, steps: Steps) -> LintReport:
        """Find false arithmetic by code alone; only class `refuted` decides. Milliseconds."""
        return await asyncio.to_thread(lint_proof, _submission(problem, steps).proof)

    async def settle_statement(
        statement: Annotated[
            str, Field(description="Binders, colon, claim: `(n : Nat) (h : n > 2) : n ^ 2 > 4`.")
        ],
    ) -> Settlement:
        """Prove or refute a Lean 4 statement by code alone; `open` says nothing about it."""
        return await settle(statement, bench.judge)

    async def lean_check(
        code: Annotated[str, Field(description=f"A self-contained Lean 4 snippet, {extent}.")],
    ) -> RunResult:
        """Compile Lean 4 code and return its messages."""
        return await run_code(code, lean=bench.checker, timeout_s=60)

    for tool in (check_proof, check_step, check_claim, settle_statement, lean_check):
        server.add_tool(telling(tool), structured_output=True)
    server.add_tool(telling(lint), name="lint_proof", structured_output=True)
    return server


def _submission(problem: str, steps: list[str], effort: AuditEffort = "standard") -> Submission:
    return Submission(problem=problem, steps=tuple(steps), effort=effort)


async def _check(
    bench: Workbench, submission: Submission, ctx: Context, *, step: int | None = None
) -> CheckedProof:
    job = CheckJob(
        id=secrets.token_hex(12), submission=submission, submitted_at=datetime.now(UTC), step=step
    )
    async with reporting(ctx) as on_event:
        return await bench.service.check(job, None, on_event)


@asynccontextmanager
async def reporting(ctx: Context) -> AsyncIterator[OnEvent]:
    """Send what happens as progress notifications, in order, without holding the check up."""
    events: asyncio.Queue[Event] = asyncio.Queue()

    async def report() -> None:
        number = 0
        while True:
            event = await events.get()
            number += 1
            words = " ".join(f"{plain_words(event.kind)} {event.subject} {event.detail}".split())
            await ctx.report_progress(number, None, f"{event.stage}: {words}")
            events.task_done()

    task = asyncio.create_task(report())
    try:
        yield events.put_nowait
        await asyncio.wait_for(events.join(), 5)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _proof_report(checked: CheckedProof, *, advice: str, only: int | None = None) -> ProofReport:
    verdict = checked.verdict
    return ProofReport(
        label=verdict.label,
        kind=verdict.kind,
        confidence=verdict.confidence,
        rationale=verdict.rationale,
        steps=tuple(
            StepReport(
                step=finding.index,
                status=finding.status,
                evidence=tuple(f"{item.outcome}: {item.summary}" for item in finding.evidence),
            )
            for finding in verdict.steps
            if only in (None, finding.index)
        ),
        advice=advice,
        tokens=verdict.cost.usage.total,
        cost_usd=verdict.cost.cost_usd,
    )


async def _check_claim(
    bench: Workbench, claim: str, context: list[str], problem: str, ctx: Context
) -> ClaimReport:
    if advice := bench.service.advice:
        raise InputError(f"check_claim asks a model, and the server has none: {advice}")
    proof = Proof.from_texts(problem or claim, [claim])
    settings = bench.service.settings(_submission(proof.problem, [claim]))
    obligation = Obligation(
        id="claim/1",
        unit_id=UnitId("claim"),
        step=1,
        kind=ObligationKind.ENTAILMENT,
        claim=claim,
        statement=f"Under the premises, {claim}",
        premises=tuple(
            Premise(name=ConditionName(f"h{number}"), text=text)
            for number, text in enumerate(context, start=1)
        ),
        source=claim,
        reason="an agent asks",
        suspicion=0.5,
    )
    async with bench.service.tools(settings) as tools:
        judge = tools.judge or bench.judge
        shared = EvaluationTools(
            problem, tools.model, judge, settings.verify, settings.decoding, settings.standard
        )
        result = await EvaluationAgent(shared).evaluate(obligation)
    lean = None if isinstance(result, Inconclusive) else result.lean
    return ClaimReport(
        outcome=result.outcome,
        reason=result.qualifier,
        summary=result.summary,
        counterexample=result.counterexample if isinstance(result, Refuted) else "",
        statement=lean.statement if lean else "",
        proved=lean.proved if lean else "",
        body=lean.body if lean else "",
        faithfulness=result.report.faithfulness if result.report else None,
    )
