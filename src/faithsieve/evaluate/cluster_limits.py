"""Limits that hold for a whole cluster: one governor knows them, every worker asks it.

The governor hands out permits: to spend, to call an endpoint, to use a Lean. A permit belongs to
the worker that asked; when a worker is lost, what it held goes back, and a call whose end nobody
saw is charged at its estimate. Neither side knows Ray: a governor is called through an object whose
methods have a ``remote``, as Ray's actors do.
"""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from faithsieve.errors import (
    BudgetExceededError,
    CanaryError,
    ConfigError,
    FaithSieveError,
    LeanCrashError,
    LeanUnavailableError,
)
from faithsieve.evaluate.runner import HaltedError
from faithsieve.lean.judges import ForwardedJudge, LeanBudget
from faithsieve.lean.protocol import StatementJudge
from faithsieve.lean.work_time import count_work
from faithsieve.llm.budget import Budget
from faithsieve.llm.limits import CallEnd, EndpointGate, Gate, RateLimits
from faithsieve.records.cost import Amount
from faithsieve.records.settings import Settings
from faithsieve.turns import TurnSlots, current_turn, taking_turn
from faithsieve.wiring import Guards

T = TypeVar("T")

LEAN_WAIT_S = 600.0
"""How long a question waits for a Lean while nobody is answered."""

LEAN_TRIES = 3
"""How many Leans a question may lose before it counts as unavailable."""

LOST = -1.0
"""Given back in place of the seconds when a Lean was lost; it comes back by itself or never."""


class Permit(NamedTuple):
    """The id of one resource that a worker holds or waits for."""

    worker: int
    life: str
    """Which of the processes that Ray started for the worker, one after the other."""
    number: int


class Governor:
    """The actor that counts what the cluster has spent and sent, and which Leans are free."""

    def __init__(self, settings: Settings, spent: Amount) -> None:
        limits = settings.budget
        self._budget = Budget(
            max_tokens=limits.max_tokens, max_usd=limits.max_cost_usd, spent=spent
        )
        self._lean_budget = LeanBudget(limits.max_lean_seconds)
        self._gates: dict[str, EndpointGate] = {}
        self._free_leans: list[int] = []
        self._lean_slots = TurnSlots(0)
        self._lean_returned_at = float("-inf")
        self._waiting: dict[Permit, asyncio.Future[Any]] = {}
        self._held: dict[Permit, Callable[[Any], None]] = {}
        self._voided: set[str] = set()

    async def void(self, judgements: Sequence[str]) -> None:
        """Record judgements to delete from the store because the canary of their Lean failed."""
        self._voided.update(judgements)

    async def voided(self) -> frozenset[str]:
        return frozenset(self._voided)

    async def hold(self, permit: Permit, wanted: Amount) -> BudgetExceededError | None:
        """Reserve the cost of a call in the budget, or return why it does not fit."""

        def settle(spent: Amount | None) -> None:
            self._budget.settle(wanted, wanted if spent is None else spent)

        try:
            await self._grant(permit, self._budget.hold(wanted), lambda _: settle)
        except BudgetExceededError as stop:
            return stop
        return None

    async def enter(
        self, permit: Permit, turn: int, identity: str, limits: RateLimits, tokens: int
    ) -> None:
        """Wait until a call to an endpoint may be sent."""
        gate = self._gates.setdefault(identity, EndpointGate(limits))

        def leaving(ticket: int) -> Callable[[CallEnd | None], None]:
            return lambda end: gate.leave(ticket, end or CallEnd())

        with taking_turn(turn):
            await self._grant(permit, gate.enter(tokens), leaving)

    async def take_lean(self, permit: Permit, turn: int) -> int | FaithSieveError:
        """Wait for a free Lean and return its number, or why there is none."""
        if (stop := self._lean_budget.objection) is not None:
            return stop

        def returning(number: int) -> Callable[[float | None], None]:
            return lambda seconds: self._return_lean(number, seconds)

        with taking_turn(turn), suppress(TimeoutError):
            return await self._grant(permit, self._next_lean(), returning)
        return LeanUnavailableError(
            f"no Lean of the cluster was free for {LEAN_WAIT_S:g} s; has a node room for one?"
        )

    async def add_lean(self, number: int) -> None:
        """Add a Lean that has started or restarted to the free Leans."""
        self._free_leans.append(number)
        self._lean_slots.release()

    async def _next_lean(self) -> int:
        """Wait for a free Lean, the earliest proof of the run first.

        Raises:
            TimeoutError: none became free for anybody.
        """
        while True:
            began = time.monotonic()
            try:
                await asyncio.wait_for(self._lean_slots.acquire(), LEAN_WAIT_S)
            except TimeoutError:
                if self._lean_returned_at < began:
                    raise
            else:
                return self._free_leans.pop(0)

    def _return_lean(self, number: int, seconds: float | None) -> None:
        self._lean_budget.spent += max(0.0, seconds or 0.0)
        self._lean_returned_at = time.monotonic()
        if seconds != LOST:
            self._free_leans.append(number)
            self._lean_slots.release()

    async def _grant(
        self, permit: Permit, waiting: Awaitable[T], back: Callable[[T], Callable[[Any], None]]
    ) -> T:
        """Wait for a resource and record how to return it when its permit is released."""
        future = asyncio.ensure_future(waiting)
        self._waiting[permit] = future
        try:
            granted = await future
        finally:
            self._waiting.pop(permit, None)
        self._held[permit] = back(granted)
        return granted

    async def release(self, permit: Permit, end: object = None) -> None:
        """Return what a permit holds, or cancel the request that still waits for it."""
        waiting = self._waiting.get(permit)
        if waiting is not None:
            waiting.cancel()
        give_back = self._held.pop(permit, None)
        if give_back is not None:
            give_back(end)

    async def forget(self, worker: int, life: str) -> None:
        """Release every permit of a worker's earlier processes.

        Calls do not arrive in the order they were made: the new life may hold something by now.
        """
        known = (*self._held, *self._waiting)
        for permit in [p for p in known if p.worker == worker and p.life != life]:
            await self.release(permit)


class _Link:
    """One worker's connection to the governor actor."""

    def __init__(self, governor: Any, worker: int) -> None:
        life = uuid4().hex
        # A predecessor that was lost with its node cannot give back what it held.
        governor.forget.remote(worker, life)
        self._governor = governor
        self._permits = (Permit(worker, life, number) for number in itertools.count())

    async def ask(self, what: str, *given: object) -> tuple[Permit, Any]:
        """Call a method of the governor with a new permit; return the permit and the result.

        Raises:
            HaltedError: the governor is gone, and with it the run.
        """
        permit = next(self._permits)
        try:
            return permit, await getattr(self._governor, what).remote(permit, *given)
        except asyncio.CancelledError:
            self.release(permit)
            raise
        except Exception as error:
            raise HaltedError(f"the run's governor does not answer: {error}") from error

    def release(self, permit: Permit, end: object = None) -> None:
        with suppress(Exception):
            self._governor.release.remote(permit, end)


class _HeldAmount(Amount):
    permit: Permit


class _ClusterBudget:
    """The cluster's budget as one worker sees it."""

    def __init__(self, link: _Link, max_usd: float | None) -> None:
        self.max_usd = max_usd
        self._link = link

    async def hold(self, wanted: Amount) -> Amount:
        permit, stop = await self._link.ask("hold", wanted)
        if stop is not None:
            raise stop
        held = _HeldAmount(*wanted)
        held.permit = permit
        return held

    def settle(self, held: Amount, spent: Amount) -> None:
        assert isinstance(held, _HeldAmount)
        self._link.release(held.permit, Amount(*spent))


class _ClusterGate:
    """The gate of one endpoint as one worker sees it."""

    def __init__(self, link: _Link, identity: str, limits: RateLimits) -> None:
        self._link = link
        self._identity = identity
        self._limits = limits
        self._entered: dict[int, Permit] = {}

    async def enter(self, tokens: int) -> int:
        about = (current_turn(), self._identity, self._limits)
        permit, _ = await self._link.ask("enter", *about, tokens)
        self._entered[permit.number] = permit
        return permit.number

    def leave(self, ticket: int, end: CallEnd) -> None:
        self._link.release(self._entered.pop(ticket), end)


class _ClusterJudge(ForwardedJudge):
    """A judge over all Leans of the cluster; a question whose Lean is lost goes to another Lean."""

    def __init__(self, link: _Link, leans: "Leans") -> None:
        super().__init__(leans.toolchain)
        self._link = link
        self._leans = leans

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        last = ""
        for _ in range(LEAN_TRIES):
            permit, number = await self._link.ask("take_lean", current_turn())
            if isinstance(number, FaithSieveError):
                raise number
            began, is_lost = time.monotonic(), False
            try:
                worker = self._leans.workers[number]
                said = await worker.answer.remote(method, (about, *given), options)
            except self._leans.lost as error:
                is_lost, last = True, str(error)[:300]
                continue
            finally:
                worked_s = time.monotonic() - began
                count_work(worked_s)
                self._link.release(permit, LOST if is_lost else worked_s)
            if isinstance(said, FaithSieveError):
                raise said
            return said
        raise LeanUnavailableError(f"{LEAN_TRIES} Leans of the cluster were lost: {last}")


class Leans(NamedTuple):
    workers: Sequence[Any]
    """Each a :class:`LeanWorker` in a process of its own."""
    toolchain: str
    """The fingerprint that all of them must have."""
    lost: type[Exception]
    """What a question raises whose Lean was lost with its process or node."""


def cluster_guards(governor: Any, worker: int, settings: Settings, leans: Leans | None) -> Guards:
    """Build the guards of one worker, which ask the governor for the cluster's limits and Leans."""
    link = _Link(governor, worker)

    def gate(identity: str, limits: RateLimits) -> Gate:
        return _ClusterGate(link, identity, limits)

    judge = None if leans is None else _ClusterJudge(link, leans)
    return Guards(_ClusterBudget(link, settings.budget.max_cost_usd), gate, judge)


StartJudge = Callable[[Settings], AbstractAsyncContextManager[StatementJudge]]
"""Starts the judge that the settings name."""


class LeanWorker:
    """One process with one Lean, which any worker may ask once it is registered with the governor.

    Errors are values here: what crosses a process boundary must be the same on the other side.
    """

    def __init__(
        self, number: int, settings: Settings, governor: Any, start: StartJudge, toolchain: str
    ) -> None:
        lean = settings.lean.model_copy(update={"workers": 1})
        # The cluster's limit is the governor's.
        budget = settings.budget.model_copy(update={"max_lean_seconds": None})
        self._settings = settings.model_copy(update={"lean": lean, "budget": budget})
        self._start = start
        self._toolchain = toolchain
        self._stack = AsyncExitStack()
        self._judge: StatementJudge | None = None
        self._governor = governor
        governor.add_lean.remote(number)

    async def answer(
        self, question: str, given: Sequence[object], options: dict[str, object]
    ) -> Any:
        """Call one method of the judge and return its result or its error."""
        try:
            return await getattr(await self._started(), question)(*given, **options)
        except CanaryError as error:
            await self._governor.void.remote(error.voided)
            return error
        except LeanCrashError as error:
            return LeanCrashError(str(error))
        except LeanUnavailableError as error:
            return LeanUnavailableError(str(error))
        except FaithSieveError as error:
            return ConfigError(str(error))

    async def close(self) -> None:
        await self._stack.aclose()

    async def _started(self) -> StatementJudge:
        if self._judge is None:
            judge = await self._stack.enter_async_context(self._start(self._settings))
            if judge.toolchain != self._toolchain:
                raise ConfigError(
                    f"the Lean of this node is {judge.toolchain[:80]!r} and the run's is "
                    f"{self._toolchain[:80]!r}; set up the same version of FaithSieve everywhere"
                )
            self._judge = judge
        return self._judge
