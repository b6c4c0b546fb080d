"""A supervised pool of workers: queue, deadlines, restarts, and a clean end.

Requests of the earliest unfinished proof of a run are served first (``turns.py``), those of one
proof in the order they came. A request's own time limit starts when a worker takes it, and only a
pool that answers nobody for ``queue_timeout_s`` gives up those who wait. Workers are started when
they are needed and ended when they are idle; the first one starts while the model is waited for,
since what it answers will be a question to Lean. A worker that crashes is dropped and the request
is tried once more on another one; a second crash marks the request poisoned, and it is answered so
from then on without Lean. A request that exhausted the stack or the memory of its worker is
poisoned at once. Timeouts are never retried: the same request would only time out again. Whoever
lost a worker gets the answer at once: the next one is started beside the queue.

When Lean does not start, the requests of the next minute are refused with the same cause instead
of waiting for the same failure one after the other.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import psutil

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_worker import (
    MailboxWorker,
    Toolchain,
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
)
from faithsieve.lean.work_time import count_work
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.turns import Awaited, TurnSlots, WaitTracker, add_tracker, awaiting

ATTEMPTS = 2
"""How many workers may die of one request."""
POISON_MEMORY = 10_000
T = TypeVar("T")


class PoolSettings(Record):
    """How a pool behaves under load and under failure."""

    size: int = 1
    """Workers at most; each takes about 1 GB."""
    queue_timeout_s: float = 900.0
    """How long a request waits for a worker while nobody is answered."""
    idle_s: float = 120.0
    """Seconds without a request after which a worker is ended."""
    start_attempts: int = 3
    """How often starting a worker is tried before the request is answered as unavailable."""
    backoff_s: float = 1.0
    """Pause after the first failed start; doubled after each further one."""
    failed_start_s: float = 60.0
    """How long requests are refused at once after all attempts to start a worker have failed."""


class LeanPool:
    """Up to ``size`` workers behind one queue."""

    def __init__(
        self,
        toolchain: Toolchain,
        settings: PoolSettings | None = None,
        *,
        make_worker: Callable[[], MailboxWorker] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.toolchain = toolchain
        self.settings = settings or PoolSettings()
        self.crashes = 0
        """Workers that ended while they owed an answer."""
        self._make_worker = make_worker or (lambda: MailboxWorker(toolchain))
        self._clock = clock
        self._seats = TurnSlots(self.settings.size)
        self._workers: set[MailboxWorker] = set()
        self._idle: dict[MailboxWorker, float] = {}
        """Free workers and since when, the one that was used last at the end."""
        self._idle_timer: asyncio.TimerHandle | None = None
        self._last_answer = clock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._poisoned: dict[Digest, str] = {}
        self._failed_start = ""
        self._refused_until = 0.0
        self._closed = False

    async def __aenter__(self) -> Self:
        add_tracker(_EarlyStart(self))
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    @property
    def rss_bytes(self) -> int:
        return sum(worker.rss_bytes for worker in self._workers if worker.is_alive)

    async def warm_up(self) -> None:
        """Start one worker now rather than at the first request.

        Raises:
            LeanUnavailableError: it cannot be started.
        """
        await self._run(self._start_one())

    def start_early(self) -> None:
        """Start a worker beside everything else, if there is none yet."""
        if not (self._closed or self._workers or self._under_way):
            self._begin(self._try_to_start())

    async def _try_to_start(self) -> None:
        # Whoever asks is told why Lean does not start.
        with suppress(LeanUnavailableError):
            await self._start_one()

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Let the next free worker answer.

        Raises:
            WorkerTimeoutError: Lean did not finish within ``timeout_s``.
            LeanCrashError: the request exhausted a worker, or crashed two.
            LeanUnavailableError: the pool is closed, full for too long, cannot start Lean, or its
                workers are killed from outside.
        """
        key = self.toolchain.key(request)
        crashes: list[WorkerCrashError] = []
        while key not in self._poisoned:
            try:
                with awaiting("Lean"):
                    return await self._run(self._ask_once(request, timeout_s))
            except WorkerCrashError as error:
                self.crashes += 1
                crashes.append(error)
            self._weigh_crashes(key, crashes)
        raise LeanCrashError(
            f"this request ended Lean and is not tried again: {self._poisoned[key]}"
        )

    async def aclose(self) -> None:
        """Stop everything; afterwards no process of the pool is left and none is started."""
        self._closed = True
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        self._workers.clear()

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work in a task of its own, so that closing can end it wherever it is."""
        task = self._begin(work)
        if self._closed:
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if self._closed and caller is not None and not caller.cancelling():
                raise LeanUnavailableError("the Lean pool is closed") from None
            raise

    def _begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _start_one(self) -> None:
        async with self._worker():
            pass

    async def _ask_once(self, request: dict[str, object], timeout_s: float) -> dict[str, object]:
        async with self._worker() as worker:
            # From here on: waiting for a worker is no work of Lean's.
            began = self._clock()
            try:
                return await worker.ask(request, timeout_s=timeout_s)
            finally:
                self._last_answer = self._clock()
                count_work(self._last_answer - began)

    def _weigh_crashes(self, key: Digest, crashes: list[WorkerCrashError]) -> None:
        """Poison the request, or let it be tried again."""
        last = crashes[-1]
        if not isinstance(last, WorkerExhaustedError):
            if len(crashes) < ATTEMPTS:
                return
            if any(isinstance(crash, WorkerKilledError) for crash in crashes):
                raise LeanUnavailableError(f"Lean keeps being killed while it works: {last}")
        while len(self._poisoned) >= POISON_MEMORY:
            self._poisoned.pop(next(iter(self._poisoned)))
        self._poisoned[key] = str(last)

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[MailboxWorker]:
        """Lend a running worker; one that was late, died or is worn does not come back."""
        await self._take_seat()
        worker: MailboxWorker | None = None
        try:
            worker = await self._running()
            yield worker
            if not worker.is_worn:
                self._put_back(worker)
                worker = None
        finally:
            if worker is None:
                self._seats.release()
            else:
                self._begin(self._replace(worker))

    async def _take_seat(self) -> None:
        """Wait for a seat as long as the pool answers anybody: later proofs of a run come last."""
        limit = self.settings.queue_timeout_s
        waits_since = self._clock()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    return await self._seats.acquire()
            if self._last_answer <= waits_since:
                raise LeanUnavailableError(f"no Lean worker became free within {limit:.0f} s")
            waits_since = self._last_answer

    def _put_back(self, worker: MailboxWorker) -> None:
        self._idle[worker] = self._clock()
        if self._idle_timer is None:
            self._wait_to_end_idle()

    def _wait_to_end_idle(self) -> None:
        loop = asyncio.get_running_loop()
        self._idle_timer = loop.call_later(self.settings.idle_s, self._end_idle)

    def _end_idle(self) -> None:
        """End the workers that nobody asked for a while; a start takes two seconds."""
        self._idle_timer = None
        since = self._clock() - self.settings.idle_s
        for worker in [worker for worker, last in self._idle.items() if last <= since]:
            del self._idle[worker]
            self._begin(self._discard(worker))
        if self._idle:
            self._wait_to_end_idle()

    async def _replace(self, worker: MailboxWorker) -> None:
        """End a worker and, where somebody waits, start the next; the seat is free afterwards."""
        try:
            await self._discard(worker)
            if self._seats.is_awaited and not self._closed:
                # Whoever is served next tries again, and is told why it fails.
                with suppress(LeanUnavailableError):
                    self._put_back(await self._started())
        finally:
            self._seats.release()

    async def _running(self) -> MailboxWorker:
        while self._idle:
            worker, _ = self._idle.popitem()
            if worker.is_alive:
                return worker
            await self._discard(worker)
        if self._clock() < self._refused_until:
            raise LeanUnavailableError(self._failed_start)
        for attempt in range(self.settings.start_attempts):
            if attempt:
                await asyncio.sleep(self.settings.backoff_s * 2 ** (attempt - 1))
            try:
                return await self._started()
            except LeanUnavailableError as error:
                self._failed_start = str(error)
        self._refused_until = self._clock() + self.settings.failed_start_s
        raise LeanUnavailableError(self._failed_start)

    async def _started(self) -> MailboxWorker:
        worker = self._make_worker()
        self._workers.add(worker)
        try:
            await worker.start()
        except BaseException:
            await self._discard(worker)
            raise
        return worker

    async def _discard(self, worker: MailboxWorker) -> None:
        # In this order: a stop that closing interrupts is done again by closing.
        await worker.stop()
        self._workers.discard(worker)


class _EarlyStart(WaitTracker):
    """Starts a pool's first worker as soon as somebody waits for the model."""

    def __init__(self, pool: LeanPool) -> None:
        super().__init__()
        self._pool = pool

    def count(self, what: Awaited, change: int) -> None:
        if what == "the model" and change > 0:
            self._pool.start_early()


def workers_that_fit(each_bytes: int) -> int:
    """How many workers this machine holds: one core stays free, and each needs its memory."""
    return max(1, min(_cores() - 1, int(_free_bytes() // each_bytes)))


def _cores() -> int:
    """The cores that this process may use; a container may have fewer than its machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    quota = _cgroup("cpu.max").split()
    if len(quota) == 2 and quota[0].isdecimal():
        return min(cores or 1, max(1, int(quota[0]) // int(quota[1])))
    return cores or 1


def _free_bytes() -> int:
    free = int(psutil.virtual_memory().available)
    limit, used = _cgroup("memory.max"), _cgroup("memory.current")
    if limit.isdecimal() and used.isdecimal():
        return min(free, int(limit) - int(used))
    return free


def _cgroup(name: str) -> str:
    try:
        return Path("/sys/fs/cgroup", name).read_text(encoding="ascii").strip()
    except OSError:
        return ""
