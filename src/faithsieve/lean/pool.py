"""A supervised pool of embedded workers: queue, deadlines, restarts, and a clean end.

Requests wait first come, first served for a free worker; a request's own time limit starts when
a worker takes it, and the wait is bounded separately (``queue_timeout_s``), so that a busy pool
never eats into what a proof was promised. A worker that crashes is replaced and the request is
tried once more on a fresh one; a second crash marks it poisoned, and it is answered so from then
on without Lean. Timeouts are never retried: the same request would only time out again.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol, Self

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.embedded_worker import (
    EmbeddedWorker,
    WorkerCrashError,
    WorkerLimits,
    WorkerTimeoutError,
)
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

CRASHES_TO_POISON = 2
POISON_MEMORY = 10_000


class PoisonedRequestError(LeanCrashError):
    """The request crashed a worker twice; it is not tried again."""


class QueueTimeoutError(LeanUnavailableError):
    """No worker became free in time; the request never reached Lean."""


class Worker(Protocol):
    """What the pool needs of a worker."""

    tainted: bool

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        ...

    @property
    def rss_bytes(self) -> int:
        """Its resident memory."""
        ...

    def worn_out(self) -> str | None:
        """Why it should be replaced, if it should."""
        ...

    async def start(self) -> None:
        """Make it ready."""
        ...

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Put one request."""
        ...

    async def stop(self) -> None:
        """End it."""
        ...


class PoolSettings(Record):
    """How a pool behaves under load and under failure."""

    size: int = 1
    """Workers at most; each takes about 2 GB."""
    queue_timeout_s: float = 900.0
    """How long a request may wait for a free worker."""
    start_attempts: int = 3
    """How often starting a worker is tried before the request is answered as unavailable."""
    backoff_s: float = 1.0
    """Pause after the first failed start; doubled after each further one."""
    max_backoff_s: float = 30.0
    """Longest pause between two starts."""


class PoolHealth(Record):
    """What the pool has been through."""

    size: int
    """Workers at most."""
    alive: int
    """Workers running now."""
    waiting: int
    """Requests in the queue."""
    answered: int
    """Requests answered by Lean."""
    timeouts: int
    """Requests ended by the wall clock."""
    crashes: int
    """Workers that died while they owed an answer."""
    recycled: int
    """Workers replaced because of wear or taint."""
    poisoned: int
    """Distinct requests that are no longer tried."""
    rss_bytes: int
    """Resident memory of all workers."""


class _Counts:
    answered = 0
    timeouts = 0
    crashes = 0
    recycled = 0
    waiting = 0


class EmbeddedPool:
    """Up to ``size`` workers behind one first-come-first-served queue."""

    def __init__(
        self,
        toolchain: EmbeddedToolchain,
        settings: PoolSettings | None = None,
        *,
        limits: WorkerLimits | None = None,
        make_worker: Callable[[], Worker] | None = None,
    ) -> None:
        self.toolchain = toolchain
        self.settings = settings or PoolSettings()
        self._make_worker = make_worker or (lambda: EmbeddedWorker(toolchain, limits))
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(self.settings.size):
            self._idle.put_nowait(None)
        self._workers: set[Worker] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._poisoned: dict[Digest, str] = {}
        self._counts = _Counts()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    async def warm_up(self) -> None:
        """Start one worker now rather than at the first request.

        Raises:
            LeanUnavailableError: it cannot be started.
        """
        self._idle.put_nowait(await self._take())

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Let the next free worker answer.

        Raises:
            WorkerTimeoutError: Lean did not finish within ``timeout_s``.
            PoisonedRequestError: the request crashed two workers.
            LeanUnavailableError: the pool is closed, full for too long, or cannot start Lean.
        """
        key = self.toolchain.key(request)
        for crash in range(CRASHES_TO_POISON):
            if key in self._poisoned:
                break
            try:
                return await self._ask_once(request, timeout_s)
            except WorkerCrashError as error:
                self._counts.crashes += 1
                if crash + 1 == CRASHES_TO_POISON:
                    self._remember_poison(key, str(error))
        raise PoisonedRequestError(
            f"this request crashed Lean {CRASHES_TO_POISON} times and is not tried again: "
            f"{self._poisoned[key]}"
        )

    def health(self) -> PoolHealth:
        """A snapshot for reports and the doctor."""
        alive = [worker for worker in self._workers if worker.is_alive]
        counts = self._counts
        return PoolHealth(
            size=self.settings.size,
            alive=len(alive),
            waiting=counts.waiting,
            answered=counts.answered,
            timeouts=counts.timeouts,
            crashes=counts.crashes,
            recycled=counts.recycled,
            poisoned=len(self._poisoned),
            rss_bytes=sum(worker.rss_bytes for worker in alive),
        )

    async def aclose(self) -> None:
        """Stop everything; afterwards no process of the pool is left and none is started."""
        self._closed = True
        tasks = self._background | self._starting
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in tuple(self._workers)))
        self._workers.clear()
        for _ in range(self._counts.waiting):
            # No seat comes back any more: each that waits takes one of these and is told.
            self._idle.put_nowait(None)

    async def _ask_once(self, request: dict[str, object], timeout_s: float) -> dict[str, object]:
        worker = await self._take()
        try:
            reply = await worker.ask(request, timeout_s=timeout_s)
        except WorkerTimeoutError:
            self._counts.timeouts += 1
            self._give_back(worker, broken=True)
            raise
        except BaseException:
            # A crash, or our caller was cancelled: either way the worker may still be at work.
            self._give_back(worker, broken=True)
            raise
        self._counts.answered += 1
        self._give_back(worker, broken=False)
        return reply

    async def _take(self) -> Worker:
        self._refuse_if_closed()
        self._counts.waiting += 1
        try:
            async with asyncio.timeout(self.settings.queue_timeout_s):
                seat = await self._idle.get()
        except TimeoutError as error:
            waited = self.settings.queue_timeout_s
            raise QueueTimeoutError(f"no Lean worker became free within {waited:.0f} s") from error
        finally:
            self._counts.waiting -= 1
        try:
            return await self._running(seat)
        except BaseException:
            self._idle.put_nowait(None)
            raise

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise LeanUnavailableError("the Lean pool is closed")

    async def _running(self, seat: Worker | None) -> Worker:
        self._refuse_if_closed()
        if seat is not None and seat.is_alive:
            return seat
        if seat is not None:
            await self._discard(seat)
        pause = self.settings.backoff_s
        for attempt in range(self.settings.start_attempts):
            try:
                return await self._started()
            except LeanUnavailableError:
                if attempt + 1 == self.settings.start_attempts or self._closed:
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, self.settings.max_backoff_s)
        raise AssertionError("start_attempts is at least one")

    async def _started(self) -> Worker:
        """Start one worker, in a task of its own so that closing can end the start."""
        self._refuse_if_closed()
        worker = self._make_worker()
        self._workers.add(worker)
        start = asyncio.get_running_loop().create_task(worker.start())
        self._starting.add(start)
        start.add_done_callback(self._starting.discard)
        try:
            await start
            self._refuse_if_closed()
        except asyncio.CancelledError:
            await self._discard(worker)
            if not _is_cancelled():
                self._refuse_if_closed()
            raise
        except BaseException:
            await self._discard(worker)
            raise
        return worker

    def _give_back(self, worker: Worker, *, broken: bool) -> None:
        if not broken and worker.worn_out() is None:
            self._idle.put_nowait(worker)
            return
        self._counts.recycled += not broken
        task = asyncio.get_running_loop().create_task(self._replace(worker))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _replace(self, worker: Worker) -> None:
        """Start the successor in the background, so that the next request finds it ready."""
        seat: Worker | None = None
        try:
            await self._discard(worker)
            if not self._closed:
                seat = await self._running(None)
        except LeanUnavailableError:
            # The next request will try again and report why it does not start.
            seat = None
        finally:
            self._idle.put_nowait(seat)

    async def _discard(self, worker: Worker) -> None:
        # In this order: a stop that closing interrupts is done again by closing.
        await worker.stop()
        self._workers.discard(worker)

    def _remember_poison(self, key: Digest, why: str) -> None:
        while len(self._poisoned) >= POISON_MEMORY:
            self._poisoned.pop(next(iter(self._poisoned)))
        self._poisoned[key] = why


def _is_cancelled() -> bool:
    """Whether our caller was cancelled, and not only something it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
