"""Judge many proofs at once, keep every outcome, and know exactly what is left to do.

A problem ends in one of three ways: an answer, a failure record, or *open*. Open is what a reached
budget, an unanswered batch or replay request or a stop leaves behind: no record is written, and the
same command goes on from there. The order in which problems end never shows in what a run returns.
This is the one place of the code base that catches every exception, once a problem.
"""

import asyncio
import logging
import re
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pydantic import Field, SkipValidation

from faithsieve.errors import (
    BudgetExceededError,
    CanaryError,
    ConfigError,
    FaithSieveError,
    InputError,
    LeanUnavailableError,
    LLMError,
    MissingToolError,
    PendingReplyError,
    ProviderError,
    ReplayMissError,
    ReplyFormatError,
    StoreError,
)
from faithsieve.evaluate.proof_trace import ProofTrace
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.limits import CallEnd, Gate
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.wire import whole_text
from faithsieve.logs import fields
from faithsieve.methods import with_cost
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost
from faithsieve.records.packed import Packed
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.wiring import Guards

_LOG = logging.getLogger(__name__)

ACCESS_REFUSED = frozenset({401, 402, 404})
"""Statuses that every further call would get too: bad key, no credit, no such model. Not 403,
which some providers use for a single proof their filter dislikes."""

EQUAL_FAILURES_AT_THE_START = 3
"""So many first problems that fail in one way mean that all will."""

SECONDS_BETWEEN_TELLINGS = 5.0
"""How often progress is told while no problem ends."""

MOST_FAILURES_IN_A_ROW = 10
"""So many passing failures without one answer between them mean that the service is down."""

CheckWith = Callable[[Proof, ChatModel], Awaitable[CheckedProof]]
"""A method with everything but the model filled in."""


class StopKind(StrEnum):
    """Why a run ended before its end."""

    BUDGET = "budget"
    """A limit of tokens, money or seconds was reached."""
    BATCH = "batch"
    """Requests wait for an offline batch."""
    REPLAY = "replay"
    """A replay has no recorded answer."""
    ACCESS = "access"
    """The endpoint refuses this key, account or model."""
    SERVICE = "service"
    """The endpoint or Lean fails for problem after problem."""
    JUDGE = "judge"
    """Lean misjudged a known theorem, so that nothing it said counts."""
    SETTINGS = "settings"
    """A setting is wrong or a tool is missing."""
    STORE = "store"
    """Run data could not be written."""
    INTERRUPT = "interrupt"
    """The user asked."""


class Stop(Record):
    """Why a run ended early, in a class and in words."""

    kind: StopKind
    """The class."""
    message: str
    """The words."""


class Progress(Record):
    """How far a run is."""

    total: int = Field(ge=0)
    """Problems the run was asked for."""
    done: int = Field(ge=0)
    """Problems with an answer or a failure, earlier ones included."""
    failed: int = Field(ge=0)
    """Failures, earlier ones included."""
    tokens: int = Field(ge=0)
    """Tokens of all finished problems."""
    cost_usd: float | None
    """Money of all finished problems, or None when a price is unknown."""
    idle_s: float = Field(default=0.0, ge=0)
    """Seconds since the last problem ended."""
    remaining_s: float | None
    """Seconds the rest will take at the pace so far, or None before the first problem ended."""


class RunOutcome(Record):
    """What a run knows when it ends."""

    results: SkipValidation[Sequence[ProblemResult]]
    """Answers and failures of the problems asked for, in dataset order."""
    open: tuple[str, ...]
    """Ids of the problems without either, in dataset order."""
    stop: Stop | None = None
    """Why it ended early, or None."""

    @cached_property
    def passing_failures(self) -> int:
        """Count the failures that the same command will try again."""
        return sum(r.failure is not None and r.is_passing for r in self.results)

    @cached_property
    def without_lean(self) -> int:
        """Count the problems that Lean could not be asked about, answered or not."""
        return sum(
            r.failure.kind is FailureKind.LEAN if r.failure else r.is_passing for r in self.results
        )

    @cached_property
    def is_finished(self) -> bool:
        """Say whether the same command would find nothing to do."""
        return not (self.stop or self.open or any(r.is_passing for r in self.results))


class StopSwitch:
    """Ends a run: once softly, so that calls under way are kept; twice at once."""

    def __init__(self) -> None:
        self.stop: Stop | None = None
        self.now = asyncio.Event()

    def request(self, kind: StopKind, message: str) -> None:
        """Start nothing new; the first reason stays."""
        self.stop = self.stop or Stop(kind=kind, message=message)

    def limit_seconds(self, seconds: float | None) -> None:
        """End the run softly so long from now, inside a running event loop."""
        if seconds is not None:
            message = f"the limit of {seconds:g} seconds is reached; run again to go on"
            loop = asyncio.get_running_loop()
            loop.call_later(seconds, self.request, StopKind.BUDGET, message)

    def interrupt(self) -> None:
        """End the run softly at the first Ctrl-C, now at the second."""
        if self.stop is not None:
            self.now.set()
        self.request(StopKind.INTERRUPT, "interrupted")


class HaltedError(FaithSieveError):
    """Raised in place of a new call after the run was told to stop; the problem stays open."""


class GatedModel:
    """A model that sends nothing more once the switch is on; calls under way finish."""

    def __init__(self, inner: ChatModel, switch: StopSwitch) -> None:
        self._inner = inner
        self._switch = switch

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask, unless the run was told to stop.

        Raises:
            HaltedError: it was.
        """
        if self._switch.stop is not None:
            raise HaltedError(self._switch.stop.message)
        return await self._inner.complete(request)


class _HaltingGate(NamedTuple):
    """The gate of an endpoint; who still waits when the switch is turned on is not let through."""

    inner: Gate
    switch: StopSwitch

    async def enter(self, tokens: int) -> int:
        ticket = await self.inner.enter(tokens)
        if self.switch.stop is not None:
            self.inner.leave(ticket, CallEnd())
            raise HaltedError(self.switch.stop.message)
        return ticket

    def leave(self, ticket: int, end: CallEnd) -> None:
        self.inner.leave(ticket, end)


def halting(guards: Guards, switch: StopSwitch) -> Guards:
    """Send nothing more once the switch is on, also not what stands ready to be sent."""
    make = guards.gate
    return guards._replace(gate=lambda *limits: _HaltingGate(make(*limits), switch))


class Judged(NamedTuple):
    """The outcome of one problem, and what was found out about its proof."""

    result: ProblemResult
    checked: CheckedProof | None = None
    """None after a failure."""
    trace: ProofTrace | None = None
    """Which answers it rests on; None where nobody watched."""


class StaysOpen(NamedTuple):
    """A problem that stays open, and what stops the whole run, if anything does."""

    stop: Stop | None
    """Why; None when only this run's own halt is the reason."""
    ends_run: bool
    """Whether nothing else should be started."""


JudgeProblem = Callable[[LabelledProof], Awaitable[Judged | StaysOpen]]
"""Judges one problem, here or in another process, and settles what goes wrong there."""


KeepOutcome = Callable[[LabelledProof, Judged], Awaitable[None]]
"""Writes down what became of a problem; returns when it is durable."""


class Plan(NamedTuple):
    """Which problems to judge now, and how."""

    problems: Sequence[LabelledProof]
    """With distinct ids; others of the dataset stay as they are."""
    concurrency: int = 16
    retry_failed: bool = False
    """Also try again what failed for a reason of its own, such as a bad reply."""


async def run_problems(
    plan: Plan,
    judge: JudgeProblem,
    *,
    keep: KeepOutcome,
    earlier: Iterable[ProblemResult] = (),
    switch: StopSwitch | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    clock: Callable[[], float] = time.monotonic,
) -> RunOutcome:
    """Judge every problem of a plan that has no outcome yet.

    Args:
        earlier: Results of earlier runs of the same manifest.
        on_progress: Told after every finished problem, and once at the start.

    Raises:
        InputError: two problems have the same id.
    """
    run = _RunState(judge, keep, switch or StopSwitch(), on_progress, clock)
    run.queue_unfinished(plan, earlier)
    await run.work(plan.concurrency)
    return run.outcome()


@dataclass
class _Tally:
    """Running totals over finished problems, so that progress costs the same at any size."""

    done: int = 0
    failed: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0

    def add(self, result: ProblemResult) -> None:
        self.done += 1
        self.failed += result.failure is not None
        self.tokens += result.cost.usage.total
        price = result.cost.cost_usd
        known = self.cost_usd is not None and price is not None
        self.cost_usd = (self.cost_usd or 0.0) + (price or 0.0) if known else None


def _log_end(result: ProblemResult) -> None:
    _LOG.info(
        "problem ended",
        extra=fields(
            problem=result.id,
            label=result.label,
            failure=result.failure.kind if result.failure else None,
            why=result.failure.message if result.failure else None,
            tokens=result.cost.usage.total,
            seconds=round(result.seconds, 3),
        ),
    )


class _RunState:
    """The state of one run; all of it is touched by the event loop's thread only."""

    def __init__(
        self,
        judge: JudgeProblem,
        keep: KeepOutcome,
        switch: StopSwitch,
        on_progress: Callable[[Progress], None],
        clock: Callable[[], float],
    ) -> None:
        self._judge = judge
        self._keep = keep
        self._switch = switch
        self._on_progress = on_progress
        self._clock = clock
        self._began = clock()
        self._ids: Sequence[str] = ()
        self._results: Packed[ProblemResult] = Packed()
        self._known: dict[str, int] = {}
        """The place of each problem's last result, of earlier runs too."""
        self._tally = _Tally()
        self._queue: Iterator[LabelledProof] = iter(())
        self._earlier = 0
        self._left: Stop | None = None
        self._judge_failed = False
        self._failures_in_a_row = 0
        self._first_gists: list[str] | None = []
        self._last_end = self._began

    def queue_unfinished(self, plan: Plan, earlier: Iterable[ProblemResult]) -> None:
        """Keep finished results and queue the other problems, in dataset order."""
        problems = plan.problems
        self._ids = [problem.id for problem in problems]
        wanted = _distinct(self._ids)
        ended: set[str] = set()
        for result in earlier:
            # A failure that is to be tried again and is not reached is still what is known.
            self._known[result.id] = self._results.add(result)
            must_run = result.is_passing or (plan.retry_failed and result.failure is not None)
            if result.id in wanted and not must_run:
                ended.add(result.id)
                self._tally.add(result)
        self._earlier = len(ended)
        todo = [place for place, id in enumerate(self._ids) if id not in ended]
        self._queue = (problems[place] for place in todo)

    async def work(self, concurrency: int) -> None:
        """Let workers share the queue until it is empty or the switch ends the run."""
        self._tell()
        async with asyncio.TaskGroup() as group:
            size = max(1, min(concurrency, len(self._ids)))
            workers = [group.create_task(self._serve(group)) for _ in range(size)]
            watcher = group.create_task(self._cancel_when_told(workers))
            teller = group.create_task(self._tell_now_and_then())
            await asyncio.wait(workers)
            watcher.cancel()
            teller.cancel()

    async def _cancel_when_told(self, workers: Sequence["asyncio.Task[None]"]) -> None:
        await self._switch.now.wait()
        for worker in workers:
            worker.cancel()

    async def _serve(self, group: asyncio.TaskGroup) -> None:
        keeping: asyncio.Task[None] | None = None
        for problem in self._queue:
            if self._switch.stop is not None:
                return
            judged = await self._judge(problem)
            if isinstance(judged, StaysOpen):
                self._leave(judged)
            elif not self._judge_failed:
                # Else it may rest on what the judge said before its canary failed: it stays open.
                self._stop_at_failures(judged.result)
                # The next problem begins while this one's outcome is on its way to the disk; no
                # further one does.
                if keeping is not None:
                    await keeping
                keeping = group.create_task(self._keep_outcome(problem, judged))

    async def _keep_outcome(self, problem: LabelledProof, judged: Judged) -> None:
        try:
            await self._keep(problem, judged)
        except StoreError as error:
            self._leave(StaysOpen(Stop(kind=StopKind.STORE, message=str(error)), ends_run=True))
            return
        self._finish(judged.result)

    def _leave(self, left: StaysOpen) -> None:
        stop = left.stop
        _LOG.info("problem left open", extra=fields(**(stop.model_dump() if stop else {})))
        self._left = self._left or left.stop
        self._judge_failed |= left.stop is not None and left.stop.kind is StopKind.JUDGE
        if left.ends_run and left.stop is not None:
            self._switch.request(left.stop.kind, left.stop.message)

    def _finish(self, result: ProblemResult) -> None:
        self._known[result.id] = self._results.add(result)
        self._tally.add(result)
        self._last_end = self._clock()
        if _LOG.isEnabledFor(logging.INFO):
            _log_end(result)
        self._tell()

    def _stop_at_failures(self, result: ProblemResult) -> None:
        """End a run whose problems fail one after the other for want of a service."""
        self._stop_at_equal_failures(result)
        failed = result.failure is not None and result.is_passing
        self._failures_in_a_row = self._failures_in_a_row + 1 if failed else 0
        if self._failures_in_a_row >= MOST_FAILURES_IN_A_ROW:
            message = result.failure.message if result.failure else ""
            self._switch.request(
                StopKind.SERVICE,
                f"{MOST_FAILURES_IN_A_ROW} problems in a row failed, the last one with: {message}",
            )

    def _stop_at_equal_failures(self, result: ProblemResult) -> None:
        """End a run that fails in one way from its first problem on, instead of all problems."""
        gist = _gist(result)
        if self._first_gists is None or gist is None or gist not in (self._first_gists or [gist]):
            self._first_gists = None
            return
        self._first_gists.append(gist)
        if len(self._first_gists) == EQUAL_FAILURES_AT_THE_START and result.failure:
            refused = result.failure.kind is FailureKind.REFUSED
            self._switch.request(
                StopKind.ACCESS if refused else StopKind.SERVICE,
                f"the first {EQUAL_FAILURES_AT_THE_START} problems failed in the same way: "
                f"{result.failure.message}",
            )

    async def _tell_now_and_then(self) -> None:
        """Show that a run waits, and for how long, while no problem ends."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_TELLINGS)
            self._tell()

    def _tell(self) -> None:
        elapsed = max(0.0, self._clock() - self._began)
        finished_now = self._tally.done - self._earlier
        pace = elapsed / finished_now if finished_now else None
        self._on_progress(
            Progress(
                total=len(self._ids),
                done=self._tally.done,
                failed=self._tally.failed,
                tokens=self._tally.tokens,
                cost_usd=self._tally.cost_usd,
                idle_s=max(0.0, self._clock() - self._last_end),
                remaining_s=pace and pace * (len(self._ids) - self._tally.done),
            )
        )

    def outcome(self) -> RunOutcome:
        """Put everything in dataset order."""
        return RunOutcome(
            results=self._results.pick(self._known[id] for id in self._ids if id in self._known),
            open=tuple(id for id in self._ids if id not in self._known),
            stop=self._switch.stop or self._left,
        )


async def judge_problem(
    problem: LabelledProof,
    *,
    check: CheckWith,
    model: ChatModel,
    clock: Callable[[], float] = time.monotonic,
) -> Judged | StaysOpen:
    """Judge one problem; whatever happens becomes a result, a failure record, or open."""
    began = clock()
    ledger = CostLedger()
    checked: CheckedProof | None = None
    failure: ProblemFailure | None = None
    try:
        found = await check(problem.proof, AccountedModel(model, ledger))
        checked = with_cost(found, ledger.stages)
    except Exception as error:  # noqa: BLE001 - one problem's fault must not end the run
        settled = settle(error, Cost(stages=ledger.stages))
        if isinstance(settled, StaysOpen):
            return settled
        failure = settled
    result = ProblemResult(
        id=problem.id,
        gold=problem.gold,
        group=problem.group,
        verdict=checked.verdict if checked else None,
        failure=failure,
        seconds=max(0.0, clock() - began),
    )
    return Judged(result, checked)


def settle(error: Exception, cost: Cost) -> ProblemFailure | StaysOpen:
    """Turn an exception into a failure record, or leave the problem open.

    Stages that run calls side by side raise groups; what stops the run is looked for first.
    """
    leaves = list(_leaves(error))
    for leaf in leaves:
        if (left := _left_open(leaf)) is not None:
            return left
    return _failure(leaves[0], cost)


def _leaves(error: Exception) -> Iterator[Exception]:
    if isinstance(error, ExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _left_open(error: Exception) -> StaysOpen | None:
    match error:
        case HaltedError():
            return StaysOpen(None, ends_run=True)
        # Others may still be answered from the store, or add their request to the batch.
        case BudgetExceededError():
            return StaysOpen(Stop(kind=StopKind.BUDGET, message=str(error)), ends_run=False)
        case PendingReplyError():
            return StaysOpen(Stop(kind=StopKind.BATCH, message=str(error)), ends_run=False)
        case ReplayMissError():
            return StaysOpen(Stop(kind=StopKind.REPLAY, message=str(error)), ends_run=False)
        case ProviderError() if error.status in ACCESS_REFUSED:
            return StaysOpen(Stop(kind=StopKind.ACCESS, message=str(error)), ends_run=True)
        case CanaryError():
            return StaysOpen(Stop(kind=StopKind.JUDGE, message=str(error)), ends_run=True)
        case ConfigError() | MissingToolError():
            return StaysOpen(Stop(kind=StopKind.SETTINGS, message=str(error)), ends_run=True)
        case StoreError():
            return StaysOpen(Stop(kind=StopKind.STORE, message=str(error)), ends_run=True)
        case _:
            return None


def _failure(error: Exception, cost: Cost) -> ProblemFailure:
    kind = _failure_kind(error)
    is_crash = kind is FailureKind.CRASH
    return ProblemFailure(
        kind=kind,
        type=type(error).__name__,
        message=whole_text(str(error)),
        status=error.status if isinstance(error, ProviderError) else None,
        request_id=error.refusal.request_id if isinstance(error, ProviderError) else None,
        raw_text=whole_text(error.raw_text) if isinstance(error, ReplyFormatError) else None,
        traceback=whole_text("".join(traceback.format_exception(error))) if is_crash else None,
        cost=cost,
    )


def _failure_kind(error: Exception) -> FailureKind:
    match error:
        case ReplyFormatError():
            return FailureKind.PARSE
        case ProviderError() if not error.retryable and 400 <= (error.status or 0) < 500:
            return FailureKind.REFUSED
        case LLMError():
            return FailureKind.PROVIDER
        case LeanUnavailableError():
            return FailureKind.LEAN
        case InputError():
            return FailureKind.INPUT
        case _:
            return FailureKind.CRASH


def _gist(result: ProblemResult) -> str | None:
    """What a provider's or Lean's failure says whatever the problem; None for any other outcome."""
    failure = result.failure
    if failure is None or failure.kind not in _ABOUT_THE_SERVICE or "too long" in failure.message:
        return None
    # Numbers of requests, ports and waiting times differ from one failure to the next.
    said = re.sub(r"req[-_]\w+|[0-9a-f]*[0-9][0-9a-f]*", "", failure.message)
    return f"{failure.kind} {said}"


_ABOUT_THE_SERVICE = frozenset({FailureKind.PROVIDER, FailureKind.REFUSED, FailureKind.LEAN})


def _distinct(ids: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise InputError(f"two problems have the id {id!r}; results are joined by it")
        seen.add(id)
    return seen
