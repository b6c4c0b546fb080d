"""The checks of a server: kept in its store, run one after another, watched by anybody.

A job and each of its events are written down before anybody hears of them, so a reload or a new
server shows the same. A server leases the jobs it takes, so several may share a store. One that
stops leaves its jobs open, and the next one, or another, goes on with them: answers of models and
of Lean are in the store, so nothing is paid twice. Each check runs in a thread with an event loop
of its own, so that computing never holds up a page.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple, Self

from faithsieve.errors import FaithSieveError, InputError
from faithsieve.evaluate.run_reading import checked_artifact, find_checked
from faithsieve.records.check_job import CheckJob, JobState, Submission
from faithsieve.records.checked_proof import CheckedProof, Event
from faithsieve.records.digest import Digest
from faithsieve.records.proof import StepIndex
from faithsieve.store.jobs import JobStore
from faithsieve.web.checking import RunCheck, refuse_step

SERVED = Digest("served")
"""Stands where a run has its manifest: results of jobs are told apart by the job alone."""
MOST_OPEN = 100
LOOK_S = 15.0
"""How often to look for jobs whose server has died."""
STORE_LOOK_S = 1.0
"""How often to look for events of another server."""


class QueueFullError(FaithSieveError):
    """More checks wait than the server takes."""


class NumberedEvent(NamedTuple):
    """An event and its place among those of its job, counted from 1."""

    number: int
    event: Event


class _Live:
    """A job that runs in this process: its events, its watchers and the task to cancel."""

    def __init__(self, loop: asyncio.AbstractEventLoop, events: tuple[Event, ...] = ()) -> None:
        self.events = list(events)
        self.is_over = False
        self.is_cancelled = False
        self.worker: asyncio.AbstractEventLoop | None = None
        self.task: asyncio.Task[object] | None = None
        self._loop = loop
        self._changed = asyncio.Event()

    def tell(self) -> None:
        """Wake all watchers of the job; safe to call from any thread."""
        self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self, timeout_s: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), timeout_s)

    def stop(self) -> None:
        if self.worker is not None and self.task is not None:
            # A loop that has just been closed has nothing left to stop.
            with suppress(RuntimeError):
                self.worker.call_soon_threadsafe(self.task.cancel)


class JobQueue:
    """The queue of a server's checks; closing it leaves unfinished jobs for the next server."""

    def __init__(
        self, store: JobStore, check: RunCheck, *, at_once: int = 1, limit_s: float = 3600.0
    ) -> None:
        self.store = store
        self._check = check
        self._at_once = at_once
        self._limit_s = limit_s
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._live: dict[str, _Live] = {}
        self._workers: list[asyncio.Task[None]] = []
        self._is_closing = False

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._take_abandoned(loop)
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._at_once)]
        self._looking = asyncio.create_task(self._look_for_abandoned())
        return self

    def _take_abandoned(self, loop: asyncio.AbstractEventLoop) -> None:
        """Queue every open job that no living server works on."""
        for job in reversed(self.store.list_jobs(limit=MOST_OPEN, is_open=True)):
            if job.id not in self._live and self.store.claim_job(job.id):
                self._live[job.id] = _Live(loop, self.store.job_events(job.id))
                self._waiting.put_nowait(job.id)

    async def _look_for_abandoned(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._take_abandoned(asyncio.get_running_loop())

    async def __aexit__(self, *exc_info: object) -> None:
        self.dismiss_watchers()
        self._looking.cancel()
        for live in self._live.values():
            live.stop()
        for _ in self._workers:
            self._waiting.put_nowait("")
        await asyncio.gather(*self._workers)

    # ---- what a client may ask

    def submit(self, submission: Submission, *, idempotency_key: str | None = None) -> CheckJob:
        """Queue a proof and return its job; the same idempotency key returns the same job.

        Raises:
            QueueFullError: too many checks wait.
            InputError: the key belongs to another submission.
        """
        job = self._new(submission)
        kept = self.store.save_job(job, idempotency_key=idempotency_key)
        if kept.submission != submission:
            raise InputError("this Idempotency-Key was used for another proof; choose a new one")
        return self._begin(kept) if kept.id == job.id else kept

    async def look_again(self, job: CheckJob, step: StepIndex) -> CheckJob:
        """Check one step of a finished job again, thoroughly, keeping the rest of its evidence.

        Raises:
            InputError: the job has no result, or the step cannot be looked at.
            QueueFullError: too many checks wait.
        """
        checked = await self.result(job.id)
        if checked is None:
            raise InputError("there is no result yet; wait for the check, or start it again")
        refuse_step(checked, step)
        again = self._new(job.submission.changed(effort="thorough"))
        aimed = again.changed(step=step, earlier=job.id)
        return self._begin(self.store.save_job(aimed))

    def _new(self, submission: Submission) -> CheckJob:
        if self._waiting.qsize() >= MOST_OPEN:
            raise QueueFullError(f"{MOST_OPEN} checks wait already; try again when some are done")
        now = datetime.now(UTC)
        return CheckJob(id=secrets.token_hex(12), submission=submission, submitted_at=now)

    def _begin(self, job: CheckJob) -> CheckJob:
        self.store.claim_job(job.id)
        self._live[job.id] = _Live(asyncio.get_running_loop())
        self._waiting.put_nowait(job.id)
        return job

    def find(self, job_id: str) -> CheckJob | None:
        return self.store.find_job(job_id)

    async def result(self, job_id: str) -> CheckedProof | None:
        return await find_checked(self.store, job_id, SERVED)

    def cancel(self, job: CheckJob) -> CheckJob:
        """Stop a job; what was asked until now is kept. One that is over stays as it is."""
        live = self._live.get(job.id)
        if job.is_over or live is None:
            return job
        live.is_cancelled = True
        live.stop()
        return self._move(job, JobState.CANCELLED)

    def events(self, job_id: str) -> tuple[NumberedEvent, ...]:
        live = self._live.get(job_id)
        events = live.events if live is not None else self.store.job_events(job_id)
        return tuple(
            NumberedEvent(number, event) for number, event in enumerate(list(events), start=1)
        )

    async def watch(
        self, job_id: str, *, after: int = 0, pause_s: float = 15.0
    ) -> AsyncIterator[NumberedEvent | None]:
        """Yield the events behind a number as they happen, None in a pause, and end with the job.

        Every watcher reads the same list by number, so none can miss an event.
        """
        while True:
            live = self._live.get(job_id)
            for item in self.events(job_id)[after:]:
                yield item
                after = item.number
            if self._is_closing:
                return
            if live is None:
                job = self.find(job_id)
                if job is None or job.is_over:
                    return
                # Another server works on it; its events come through the store.
                await asyncio.sleep(min(pause_s, STORE_LOOK_S))
                yield None
                continue
            if len(live.events) == after and not live.is_over:
                await live.changed(pause_s)
                if len(live.events) == after and not live.is_over:
                    yield None

    def dismiss_watchers(self) -> None:
        """End every stream of events, because the server is about to stop."""
        self._is_closing = True
        for live in self._live.values():
            live.tell()

    # ---- running

    async def _work(self) -> None:
        while not self._is_closing:
            job = self.find(await self._waiting.get())
            if job is not None and not job.is_over and not self._is_closing:
                await self._run(self._move(job, JobState.RUNNING))

    async def _run(self, job: CheckJob) -> None:
        live = self._live[job.id]
        earlier = await self.result(job.earlier) if job.earlier else None
        try:
            checked = await asyncio.to_thread(self._in_thread, job, earlier, live)
        except TimeoutError:
            limit = f"it took longer than {self._limit_s:.0f} s; what was answered is kept"
            self._move(job, JobState.FAILED, limit)
        except FaithSieveError as error:
            self._move(job, JobState.FAILED, str(error))
        except Exception as error:  # noqa: BLE001 - one check must not end the server
            self._move(job, JobState.FAILED, f"{type(error).__name__}: {error}")
        else:
            # Stopped: by its owner, who moved it already, or by the server, which leaves it open.
            if checked is not None and not live.is_cancelled:
                await self.store.save_artifact(checked_artifact(job.id, checked, SERVED))
                self._move(job, JobState.DONE)

    def _in_thread(
        self, job: CheckJob, earlier: CheckedProof | None, live: _Live
    ) -> CheckedProof | None:
        def on_event(event: Event) -> None:
            self.store.add_event(job.id, len(live.events) + 1, event)
            live.events.append(event)
            live.tell()

        async def check() -> CheckedProof | None:
            live.worker, live.task = asyncio.get_running_loop(), asyncio.current_task()
            if live.is_cancelled or self._is_closing:
                return None
            async with asyncio.timeout(self._limit_s):
                return await self._check(job, earlier, on_event)

        try:
            return asyncio.run(check())
        except asyncio.CancelledError:
            return None

    def _move(self, job: CheckJob, state: JobState, message: str = "") -> CheckJob:
        moved = self.store.save_job(job.in_state(state, message))
        live = self._live[job.id]
        live.is_over = moved.is_over
        if moved.is_over:
            # From now on watchers read the store.
            del self._live[job.id]
        live.tell()
        return moved
