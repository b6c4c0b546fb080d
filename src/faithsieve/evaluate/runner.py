"""Judge many proofs at once, keep every outcome, and know exactly what is left to do.

A problem ends in one of three ways: an answer, a failure record, or *open*. Open is what a reached
budget, an unanswered batch or replay request or a stop leaves behind: no record is written, and the
same command goes on from there. The order in which problems end never shows in what a run returns.
This is the one place of the code base that catches every exception, once a problem.
"""

import asyncio
import itertools
import logging
import re
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from typing import NamedTuple

from pydantic import SkipValidation

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
from faithsieve.evaluate.proof_trace import ProofTrace, TraceRecorder
from faithsieve.evaluate.purse import Purse
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.limits import CallEnd, Gate
from faithsieve.llm.wire import no_surrogates
from faithsieve.logs import fields
from faithsieve.methods import Method, Tools, with_cost
from faithsieve.records.base import Record
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Amount, Cost
from faithsieve.records.packed import Packed
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.settings import BudgetSettings
from faithsieve.turns import WaitTracker, taking_turn, tracked_by
from faithsieve.wiring import Guards

_LOG = logging.getLogger(__name__)

ACCESS_REFUSED = frozenset({401, 402, 404})
"""Statuses that every further call would get too: bad key, no credit, no such model. Not 403,
which some providers use for a single proof their filter dislikes."""

EQUAL_FAILURES_AT_THE_START = 3
"""So many first problems that fail in one way mean that all will."""

SECONDS_BETWEEN_REPORTS = 5.0
"""How often progress is reported while no problem ends."""

MOST_FAILURES_IN_A_ROW = 10
"""So many temporary failures without one answer between them mean that the service is down."""


class StopKind(StrEnum):
    """Why a run stopped early."""

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
    """Why a run stopped early: its kind and a message."""

    kind: StopKind
    """The class."""
    message: str
    """The words."""
    needed: Amount = Amount()
    """What a limit that was reached would have to be at least, where that is known."""


@dataclass
class Progress:
    """How far a run is, counting results of earlier sessions."""

    total: int
    """Problems the run was asked for."""
    done: int = 0
    """Problems with an answer or a failure."""
    failed: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0
    """None when a price is unknown."""
    idle_s: float = 0.0
    """Seconds since the last problem ended."""
    remaining_s: float | None = None
    """Seconds the rest will take at the pace so far, or None before the first problem ended."""
    waiting: str = ""
    """What is waited for now: the model, Lean, a rate limit."""

    def add(self, result: ProblemResult) -> None:
        """Count one more finished problem."""
        self.done += 1
        self.failed += result.failure is not None
        self.tokens += result.cost.usage.total
        price = result.cost.cost_usd
        known = self.cost_usd is not None and price is not None
        self.cost_usd = (self.cost_usd or 0.0) + (price or 0.0) if known else None


class RunOutcome(Record):
    """What a run knows when it ends."""

    results: SkipValidation[Sequence[ProblemResult]]
    """Answers and failures of the problems asked for, in dataset order."""
    open: tuple[str, ...]
    """Ids of the problems without either, in dataset order."""
    stop: Stop | None = None
    """Why it ended early, or None."""

    @cached_property
    def temporary_failures(self) -> int:
        """Count the failures that the same command will try again."""
        return sum(r.failure is not None and r.is_temporary for r in self.results)

    @cached_property
    def without_lean(self) -> int:
        """Count the problems that Lean could not be asked about, answered or not."""
        return sum(
            r.failure.kind is FailureKind.LEAN if r.failure else r.is_temporary
            for r in self.results
        )

    @cached_property
    def is_finished(self) -> bool:
        """Whether the same command would find nothing to do."""
        return not (self.stop or self.open or any(r.is_temporary for r in self.results))


class StopSwitch:
    """A switch that ends a run: softly the first time (calls under way finish), then at once."""

    def __init__(self) -> None:
        self.stop: Stop | None = None
        self.now = asyncio.Event()

    def request(self, kind: StopKind, message: str) -> None:
        """Turn the switch on; only the first reason is kept."""
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


class _HaltingGate(NamedTuple):
    """An endpoint's gate that refuses the calls still waiting when the switch is turned on."""

    inner: Gate
    switch: StopSwitch

    async def enter(self, tokens: int) -> int:
        # Before the wait too: a stop must not wait for the endpoint's minute or pause to end.
        if self.switch.stop is not None:
            raise HaltedError(self.switch.stop.message)
        ticket = await self.inner.enter(tokens)
        if self.switch.stop is not None:
            self.inner.leave(ticket, CallEnd())
            raise HaltedError(self.switch.stop.message)
        return ticket

    def leave(self, ticket: int, end: CallEnd) -> None:
        self.inner.leave(ticket, end)


def stoppable(guards: Guards, switch: StopSwitch) -> Guards:
    """Wrap the gates of the guards so that no call is sent after the switch is on."""
    make = guards.gate
    return guards._replace(gate=lambda *limits: _HaltingGate(make(*limits), switch))


class Judged(NamedTuple):
    """The outcome of one problem, and what was found out about its proof."""

    result: ProblemResult
    checked: CheckedProof | None = None
    """None after a failure."""
    trace: ProofTrace | None = None
    """Which answers it rests on."""


class StaysOpen(NamedTuple):
    """A problem without an outcome, and why the whole run stops, if it does."""

    stop: Stop | None
    """Why; None when only this run's own halt is the reason."""
    ends_run: bool
    """Whether nothing else should be started."""


JudgeProblem = Callable[[LabelledProof], Awaitable[Judged | StaysOpen]]
"""Judges one problem, here or in another process, and settles what goes wrong there."""


SaveOutcome = Callable[[LabelledProof, Judged], Awaitable[None]]
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
    save: SaveOutcome,
    earlier: Iterable[ProblemResult] = (),
    switch: StopSwitch | None = None,
    purse: Purse | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    clock: Callable[[], float] = time.monotonic,
) -> RunOutcome:
    """Judge every problem of a plan that has no outcome yet.

    Args:
        earlier: Results of earlier runs of the same manifest.
        purse: Which further proofs the budget can finish; none is no limit.
        on_progress: Told after every finished problem, and once at the start.

    Raises:
        InputError: two problems have the same id.
    """
    purse = purse or Purse(BudgetSettings())
    run = _RunState(judge, save, switch or StopSwitch(), purse, on_progress, clock)
    run.queue_unfinished(plan, earlier)
    await run.work(plan.concurrency)
    return run.outcome()


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
        save: SaveOutcome,
        switch: StopSwitch,
        purse: Purse,
        on_progress: Callable[[Progress], None],
        clock: Callable[[], float],
    ) -> None:
        self._judge = judge
        self._save = save
        self._switch = switch
        self._purse = purse
        self._ended = asyncio.Event()
        self._on_progress = on_progress
        self._clock = clock
        self._began = clock()
        self._last_end = self._began
        self._ids: Sequence[str] = ()
        self._results: Packed[ProblemResult] = Packed()
        self._known: dict[str, int] = {}
        """The place of each problem's last result, of earlier runs too."""
        self._progress = Progress(0)
        self._queue: Iterator[LabelledProof] = iter(())
        self._turns = itertools.count(1)
        self._tracker = WaitTracker()
        self._begun: dict[str, float] = {}
        """When each problem under way was begun."""
        self._durations: list[float] = []
        self._earlier = 0
        self._left: Stop | None = None
        self._judge_failed = False
        self._failures = _FailureWatch()

    def queue_unfinished(self, plan: Plan, earlier: Iterable[ProblemResult]) -> None:
        """Keep finished results and queue the other problems, in dataset order."""
        problems = plan.problems
        self._ids = [problem.id for problem in problems]
        self._progress.total = len(self._ids)
        wanted = _distinct(self._ids)
        ended: set[str] = set()
        for result in earlier:
            # A failure that is to be tried again and is not reached is still what is known.
            self._known[result.id] = self._results.add(result)
            self._purse.learn(result)
            must_run = result.is_temporary or (plan.retry_failed and result.failure is not None)
            if result.id in wanted and not must_run:
                ended.add(result.id)
                self._progress.add(result)
        self._earlier = len(ended)
        todo = [place for place, id in enumerate(self._ids) if id not in ended]
        self._queue = (problems[place] for place in todo)

    async def work(self, concurrency: int) -> None:
        """Let workers share the queue until it is empty or the switch ends the run."""
        self._report()
        async with asyncio.TaskGroup() as group:
            size = max(1, min(concurrency, len(self._ids)))
            workers = [group.create_task(self._serve(group)) for _ in range(size)]
            watcher = group.create_task(self._cancel_when_told(workers))
            reporter = group.create_task(self._report_regularly())
            await asyncio.wait(workers)
            watcher.cancel()
            reporter.cancel()

    async def _cancel_when_told(self, workers: Sequence["asyncio.Task[None]"]) -> None:
        await self._switch.now.wait()
        for worker in workers:
            worker.cancel()

    async def _serve(self, group: asyncio.TaskGroup) -> None:
        keeping: asyncio.Task[None] | None = None
        for problem in self._queue:
            if not await self._may_begin():
                return
            self._purse.begin()
            # In dataset order: what is judged first is also served first.
            self._begun[problem.id] = self._clock()
            with taking_turn(next(self._turns)), tracked_by(self._tracker):
                judged = await self._judge(problem)
            self._durations.append(self._clock() - self._begun.pop(problem.id))
            self._note_end(judged)
            if isinstance(judged, StaysOpen):
                self._leave(judged)
            elif not self._judge_failed:
                # Else it may rest on what the judge said before its canary failed: it stays open.
                if (stop := self._failures.objection(judged.result)) is not None:
                    self._switch.request(stop.kind, stop.message)
                # The next problem begins while this one's outcome is on its way to the disk; no
                # further one does.
                if keeping is not None:
                    await keeping
                keeping = group.create_task(self._keep_outcome(problem, judged))

    async def _may_begin(self) -> bool:
        """Wait until the budget has room for one more proof; False ends the worker."""
        while self._switch.stop is None and not self._purse.has_room():
            if self._purse.under_way == 0:
                stop = Stop(kind=StopKind.BUDGET, message=self._purse.objection())
                self._left = self._left or stop
                return False
            await self._ended.wait()
        return self._switch.stop is None

    def _note_end(self, judged: Judged | StaysOpen) -> None:
        """Tell the purse and those who wait for room that a proof ended."""
        self._purse.end(judged.result if isinstance(judged, Judged) else None)
        if isinstance(judged, StaysOpen) and judged.stop and judged.stop.kind is StopKind.BUDGET:
            self._purse.close()
        self._ended.set()
        self._ended = asyncio.Event()

    async def _keep_outcome(self, problem: LabelledProof, judged: Judged) -> None:
        try:
            await self._save(problem, judged)
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
        self._progress.add(result)
        self._last_end = self._clock()
        if _LOG.isEnabledFor(logging.INFO):
            _log_end(result)
        self._report()

    async def _report_regularly(self) -> None:
        """Report progress at intervals, also while no problem finishes."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_REPORTS)
            self._report()

    def _report(self) -> None:
        now, so_far = self._clock(), self._progress
        self._on_progress(
            replace(
                so_far,
                idle_s=max(0.0, now - self._last_end),
                remaining_s=self._remaining_s(now),
                waiting=self._tracker.words,
            )
        )

    def _remaining_s(self, now: float) -> float | None:
        """Estimate the seconds that are left, between two extremes.

        Problems under way are as far as their time says where all wait for the model, and not yet
        begun where they stand in line for Lean: what most of them wait for counts more.
        """
        finished = self._progress.done - self._earlier
        if not finished or not self._durations:
            return None
        usual = max(1e-9, sum(self._durations) / len(self._durations))
        under_way = sum(min(0.9, (now - begun) / usual) for begun in self._begun.values())
        spent, left = max(0.0, now - self._began), self._progress.total - self._progress.done
        slow = spent / finished * left
        fast = spent / (finished + under_way) * max(0.0, left - under_way)
        in_line = self._tracker.share("Lean")
        return float(slow**in_line * fast ** (1 - in_line))

    def outcome(self) -> RunOutcome:
        """Collect the results and failures in dataset order."""
        return RunOutcome(
            results=self._results.pick(self._known[id] for id in self._ids if id in self._known),
            open=tuple(id for id in self._ids if id not in self._known),
            stop=self._switch.stop or self._left,
        )


class _FailureWatch:
    """Stops a run whose problems keep failing because a service is down."""

    def __init__(self) -> None:
        self._in_a_row = 0
        self._first: list[str | None] = []

    def objection(self, result: ProblemResult) -> Stop | None:
        """Count one more result; return why the run should end, or None to go on."""
        failure = result.failure
        are_alike = self._are_first_alike(result)
        if failure is None:
            self._in_a_row = 0
            return None
        self._in_a_row = self._in_a_row + 1 if result.is_temporary else 0
        if are_alike:
            return Stop(
                kind=StopKind.ACCESS if failure.kind is FailureKind.REFUSED else StopKind.SERVICE,
                message=f"the first {EQUAL_FAILURES_AT_THE_START} problems failed in the same "
                f"way: {failure.message}",
            )
        if self._in_a_row >= MOST_FAILURES_IN_A_ROW:
            return Stop(
                kind=StopKind.SERVICE,
                message=f"{MOST_FAILURES_IN_A_ROW} problems in a row failed, the last one with: "
                f"{failure.message}",
            )
        return None

    def _are_first_alike(self, result: ProblemResult) -> bool:
        """Return whether exactly the first few problems all failed with the same message."""
        if len(self._first) == EQUAL_FAILURES_AT_THE_START:
            return False
        self._first.append(_gist(result))
        is_last = len(self._first) == EQUAL_FAILURES_AT_THE_START
        return is_last and None not in self._first and len(set(self._first)) == 1


ToolsFor = Callable[[LabelledProof], Awaitable[Tools]]
"""Gives what a method may use for one problem."""


def judge_by(method: Method, tools: Tools | ToolsFor) -> JudgeProblem:
    """Judge problems in this process by one method."""
    return partial(judge_problem, method=method, tools=tools)


async def judge_problem(
    problem: LabelledProof,
    *,
    method: Method,
    tools: Tools | ToolsFor,
    clock: Callable[[], float] = time.monotonic,
) -> Judged | StaysOpen:
    """Judge one problem; whatever happens becomes a result, a failure record, or open.

    Which answers the outcome rests on is noted, so that a replay can give them again.
    """
    began = clock()
    ledger, recorder = CostLedger(), TraceRecorder()
    checked: CheckedProof | None = None
    failure: ProblemFailure | None = None
    try:
        given = tools if isinstance(tools, Tools) else await tools(problem)
        watched = recorder.watch(given._replace(model=AccountedModel(given.model, ledger)))
        checked = with_cost(await method.check(problem.proof, watched), ledger.stages)
    except Exception as error:  # noqa: BLE001 - one problem's fault must not end the run
        settled = classify_error(error, Cost(stages=ledger.stages))
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
    return Judged(result, checked, recorder.trace())


def classify_error(error: Exception, cost: Cost) -> ProblemFailure | StaysOpen:
    """Turn an exception into a failure record, or leave the problem open.

    Stages that run calls side by side raise groups; what stops the run is looked for first.
    """
    found = list(leaf_errors(error))
    for leaf in found:
        if (left := _left_open(leaf)) is not None:
            return left
    return _failure(found[0], cost)


def leaf_errors(error: Exception) -> Iterator[Exception]:
    """Yield the single exceptions of a nested group, or a plain exception itself."""
    if isinstance(error, ExceptionGroup):
        for inner in error.exceptions:
            yield from leaf_errors(inner)
    else:
        yield error


_STOPS: dict[type[Exception], StopKind] = {
    BudgetExceededError: StopKind.BUDGET,
    PendingReplyError: StopKind.BATCH,
    ReplayMissError: StopKind.REPLAY,
    CanaryError: StopKind.JUDGE,
    ConfigError: StopKind.SETTINGS,
    MissingToolError: StopKind.SETTINGS,
    StoreError: StopKind.STORE,
}
_OTHERS_GO_ON = frozenset({StopKind.BUDGET, StopKind.BATCH, StopKind.REPLAY})
"""Others may still be answered from the store, add their request to the batch, or, if they are
under way when a budget ends, fit what is left of it; the purse lets no further one begin."""


def _left_open(error: Exception) -> StaysOpen | None:
    if isinstance(error, HaltedError):
        return StaysOpen(None, ends_run=True)
    kind = next((kind for of, kind in _STOPS.items() if isinstance(error, of)), None)
    if isinstance(error, ProviderError) and error.status in ACCESS_REFUSED:
        kind = StopKind.ACCESS
    if kind is None:
        return None
    stop = Stop(kind=kind, message=str(error), needed=_needed(error))
    return StaysOpen(stop, ends_run=kind not in _OTHERS_GO_ON)


def _needed(error: Exception) -> Amount:
    match error:
        case BudgetExceededError(limit="tokens"):
            return Amount(tokens=int(error.needed))
        case BudgetExceededError(limit="money"):
            return Amount(usd=error.needed)
    return Amount()


def _failure(error: Exception, cost: Cost) -> ProblemFailure:
    kind = _failure_kind(error)
    is_crash = kind is FailureKind.CRASH
    return ProblemFailure(
        kind=kind,
        type=type(error).__name__,
        message=no_surrogates(str(error)),
        status=error.status if isinstance(error, ProviderError) else None,
        request_id=error.refusal.request_id if isinstance(error, ProviderError) else None,
        raw_text=no_surrogates(error.raw_text) if isinstance(error, ReplyFormatError) else None,
        traceback=no_surrogates("".join(traceback.format_exception(error))) if is_crash else None,
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
    """Return a service failure's message without its numbers; None for any other outcome."""
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
