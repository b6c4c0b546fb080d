"""A supervised pool of embedded workers: queue, deadlines, restarts, and a clean end.

Requests wait first come, first served for a free worker; a request's own time limit starts when
a worker takes it, and the wait is bounded separately (``queue_timeout_s``), so that a busy pool
never eats into what a proof was promised. A worker that crashes is replaced and the request is
tried once more on a fresh one; a second crash marks the request poisoned, and it is answered so
from then on without Lean. A request that exhausted the stack or the memory of its worker is
poisoned at once. Timeouts are never retried: the same request would only time out again.

When Lean does not start, the requests of the next minute are refused with the same cause instead
of waiting for the same failure one after the other.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, Self

from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.embedded_worker import (
    EmbeddedWorker,
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
    WorkerLimits,
)
from faithsieve.lean.external_backend import ExternalToolchain
from faithsieve.lean.native import NativeWorker
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest

ATTEMPTS = 2
"""How many workers may die of one request."""
POISON_MEMORY = 10_000


class Worker(Protocol):
    """What the pool needs of a worker."""

    @property
    def is_alive(self) -> bool: ...

    @property
    def rss_bytes(self) -> int: ...

    def recycle_reason(self) -> str | None: ...

    async def start(self) -> None: ...

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]: ...

    async def stop(self) -> None: ...


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
        toolchain: EmbeddedToolchain | ExternalToolchain,
        settings: PoolSettings | None = None,
        *,
        limits: WorkerLimits | None = None,
        make_worker: Callable[[], Worker] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.toolchain = toolchain
        self.settings = settings or PoolSettings()
        self.crashes = 0
        """Workers that ended while they owed an answer."""
        self._make_worker = make_worker or (lambda: _worker(toolchain, limits))
        self._clock = clock
        # None stands for a worker that has still to be started.
        self._free: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(self.settings.size):
            self._free.put_nowait(None)
        self._workers: set[Worker] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._poisoned: dict[Digest, str] = {}
        self._failed_start = ""
        self._refused_until = 0.0
        self._waiting = 0
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
        self._free.put_nowait(await self._take())

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
                return await self._ask_once(request, timeout_s)
            except WorkerCrashError as error:
                self.crashes += 1
                crashes.append(error)
            self._weigh_crashes(key, crashes)
        raise LeanCrashError(
            f"this request ended Lean and is not tried again: {self._poisoned[key]}"
        )

    def _weigh_crashes(self, key: Digest, crashes: list[WorkerCrashError]) -> None:
        """Poison the request, or let it be tried again."""
        last = crashes[-1]
        if isinstance(last, WorkerExhaustedError):
            self._remember_poison(key, str(last))
        elif len(crashes) == ATTEMPTS:
            if any(isinstance(crash, WorkerKilledError) for crash in crashes):
                raise LeanUnavailableError(f"Lean keeps being killed while it works: {last}")
            self._remember_poison(key, str(last))

    async def aclose(self) -> None:
        """Stop everything; afterwards no process of the pool is left and none is started."""
        self._closed = True
        tasks = self._background | self._starting
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in tuple(self._workers)))
        self._workers.clear()
        for _ in range(self._waiting):
            # No worker comes back any more: each waiting request takes one of these and is refused.
            self._free.put_nowait(None)

    async def _ask_once(self, request: dict[str, object], timeout_s: float) -> dict[str, object]:
        worker = await self._take()
        # From here on: waiting for a worker is no work of Lean's.
        began = self._clock()
        try:
            reply = await worker.ask(request, timeout_s=timeout_s)
        except BaseException:
            # Late, dead, or our caller was cancelled: the worker may still be at work.
            self._give_back(worker, broken=True)
            raise
        self._give_back(worker, broken=False)
        return reply | {"elapsed_s": max(0.0, self._clock() - began)}

    async def _take(self) -> Worker:
        self._refuse_if_closed()
        self._waiting += 1
        try:
            async with asyncio.timeout(self.settings.queue_timeout_s):
                free = await self._free.get()
        except TimeoutError as error:
            waited = self.settings.queue_timeout_s
            raise LeanUnavailableError(
                f"no Lean worker became free within {waited:.0f} s"
            ) from error
        finally:
            self._waiting -= 1
        try:
            return await self._running(free)
        except BaseException:
            self._free.put_nowait(None)
            raise

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise LeanUnavailableError("the Lean pool is closed")

    async def _running(self, free: Worker | None) -> Worker:
        self._refuse_if_closed()
        if free is not None and free.is_alive:
            return free
        if free is not None:
            await self._discard(free)
        if self._clock() < self._refused_until:
            raise LeanUnavailableError(self._failed_start)
        pause = self.settings.backoff_s
        for attempt in range(self.settings.start_attempts):
            try:
                return await self._started()
            except LeanUnavailableError as error:
                if self._closed:
                    raise
                if attempt + 1 == self.settings.start_attempts:
                    self._failed_start = str(error)
                    self._refused_until = self._clock() + self.settings.failed_start_s
                    raise
                await asyncio.sleep(pause)
                pause *= 2
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
        if not broken and worker.recycle_reason() is None:
            self._free.put_nowait(worker)
            return
        task = asyncio.get_running_loop().create_task(self._replace(worker))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _replace(self, worker: Worker) -> None:
        """Start the successor in the background, so that the next request finds it ready."""
        free: Worker | None = None
        try:
            await self._discard(worker)
            if not self._closed:
                free = await self._running(None)
        except LeanUnavailableError:
            # The next request will try again, or be refused with the cause.
            free = None
        finally:
            self._free.put_nowait(free)

    async def _discard(self, worker: Worker) -> None:
        # In this order: a stop that closing interrupts is done again by closing.
        await worker.stop()
        self._workers.discard(worker)

    def _remember_poison(self, key: Digest, why: str) -> None:
        while len(self._poisoned) >= POISON_MEMORY:
            self._poisoned.pop(next(iter(self._poisoned)))
        self._poisoned[key] = why


def _worker(
    toolchain: EmbeddedToolchain | ExternalToolchain, limits: WorkerLimits | None
) -> Worker:
    if isinstance(toolchain, ExternalToolchain):
        return NativeWorker(toolchain, limits)
    return EmbeddedWorker(toolchain, limits)


def _is_cancelled() -> bool:
    """Whether our caller was cancelled, and not only something it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
