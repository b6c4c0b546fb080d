"""A supervised pool of workers: queue, deadlines, restarts, and a clean end.

Requests wait first come, first served for a free worker; a request's own time limit starts when
a worker takes it, and the wait is bounded separately (``queue_timeout_s``), so that a busy pool
never eats into what a proof was promised. A worker that crashes is dropped and the request is
tried once more on a fresh one; a second crash marks the request poisoned, and it is answered so
from then on without Lean. A request that exhausted the stack or the memory of its worker is
poisoned at once. Timeouts are never retried: the same request would only time out again.

When Lean does not start, the requests of the next minute are refused with the same cause instead
of waiting for the same failure one after the other.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_worker import (
    MailboxWorker,
    Toolchain,
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
)
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

ATTEMPTS = 2
"""How many workers may die of one request."""
POISON_MEMORY = 10_000
T = TypeVar("T")


class PoolSettings(Record):
    """How a pool behaves under load and under failure."""

    size: int = 1
    """Workers at most; each takes about 1 GB."""
    queue_timeout_s: float = 900.0
    """How long a request may wait for a free worker."""
    start_attempts: int = 3
    """How often starting a worker is tried before the request is answered as unavailable."""
    backoff_s: float = 1.0
    """Pause after the first failed start; doubled after each further one."""
    failed_start_s: float = 60.0
    """How long requests are refused at once after all attempts to start a worker have failed."""


class LeanPool:
    """Up to ``size`` workers behind one first-come-first-served queue."""

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
        self._seats = asyncio.Semaphore(self.settings.size)
        self._workers: set[MailboxWorker] = set()
        self._idle: list[MailboxWorker] = []
        self._under_way: set[asyncio.Task[Any]] = set()
        self._poisoned: dict[Digest, str] = {}
        self._failed_start = ""
        self._refused_until = 0.0
        self._closed = False

    async def __aenter__(self) -> Self:
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
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        self._workers.clear()

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work in a task of its own, so that closing can end it wherever it is."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        if self._closed:
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if self._closed and caller is not None and not caller.cancelling():
                raise LeanUnavailableError("the Lean pool is closed") from None
            raise

    async def _start_one(self) -> None:
        async with self._worker():
            pass

    async def _ask_once(self, request: dict[str, object], timeout_s: float) -> dict[str, object]:
        async with self._worker() as worker:
            # From here on: waiting for a worker is no work of Lean's.
            began = self._clock()
            reply = await worker.ask(request, timeout_s=timeout_s)
            return reply | {"elapsed_s": max(0.0, self._clock() - began)}

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
        try:
            async with asyncio.timeout(self.settings.queue_timeout_s):
                await self._seats.acquire()
        except TimeoutError as error:
            waited = self.settings.queue_timeout_s
            raise LeanUnavailableError(
                f"no Lean worker became free within {waited:.0f} s"
            ) from error
        worker: MailboxWorker | None = None
        try:
            worker = await self._running()
            yield worker
            if not worker.is_worn:
                self._idle.append(worker)
                worker = None
        finally:
            try:
                if worker is not None:
                    await self._discard(worker)
            finally:
                # A second cancellation may interrupt the stop; the seat is free all the same.
                self._seats.release()

    async def _running(self) -> MailboxWorker:
        while self._idle:
            worker = self._idle.pop()
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
