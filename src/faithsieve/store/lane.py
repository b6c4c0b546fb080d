"""One thread, one connection: every read and write of a store goes through this lane.

Work that queues up while a transaction runs shares the next one, so a burst of replies costs one
disk sync and not one each. A piece of work is answered only after its transaction is durable.
"""

import asyncio
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from faithsieve.errors import FaithSieveError, StoreError
from faithsieve.store.engine import READS_ONLY, damage_advice

T = TypeVar("T")

MOST_PER_TRANSACTION = 256
ATTEMPTS = 6


@dataclass
class _Job:
    """A function to run and the future for its result."""

    work: Callable[[Connection], Any]
    writes: bool
    answer: "Future[Any] | asyncio.Future[Any]"


class _Outcome(NamedTuple):
    job: _Job
    value: Any = None
    error: Exception | None = None


class Lane:
    """Runs functions of a connection in order on one thread, several in a transaction."""

    def __init__(
        self, engine: Engine, *, name: str, after_commit: Callable[[], None] = lambda: None
    ) -> None:
        self._engine = engine
        self._name = name
        self._after_commit = after_commit
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._death: StoreError | None = None
        self._thread = threading.Thread(target=self._serve, name="faithsieve-store", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T], *, writes: bool) -> "Future[T]":
        """Queue a piece of work; its future ends after the commit.

        Raises:
            StoreError: the lane was closed, or its thread died.
        """
        answer: Future[T] = Future()
        self._put(_Job(work, writes, answer))
        return answer

    def submit_soon(self, work: Callable[[Connection], T], *, writes: bool) -> "asyncio.Future[T]":
        """Queue a piece of work for a coroutine.

        A task that is stopped while its paid reply is on the way to the disk stops waiting; the
        reply is written all the same.

        Raises:
            StoreError: the lane was closed, or its thread died.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(_Job(work, writes, answer))
        return answer

    def _put(self, job: _Job) -> None:
        with self._gate:
            if self._closed:
                raise self._death or StoreError(f"the store {self._name} is closed")
            self._queue.put(job)

    def close(self) -> None:
        """Finish the queued jobs and close the connection; safe to call twice."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        batch: list[_Job] = []
        try:
            with self._engine.connect() as connection:
                while batch := self._next_batch():
                    self._run(connection, batch)
        except SQLAlchemyError as error:
            self._refuse(batch, explain(error, self._name))
        finally:
            self._refuse(batch, StoreError(f"the store {self._name} stopped working"))

    def _next_batch(self) -> list[_Job]:
        """Wait for a job, then take all queued ones; empty when the lane closes."""
        first = self._queue.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < MOST_PER_TRANSACTION:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                self._queue.put(None)
                break
            batch.append(job)
        return batch

    def _run(self, connection: Connection, batch: Sequence[_Job]) -> None:
        """Run a batch in one transaction; if it fails, each job alone, so that one cannot harm."""
        try:
            answers = self._commit(connection, batch)
        except (SQLAlchemyError, FaithSieveError) as error:
            if len(batch) == 1:
                _tell([_Outcome(batch[0], error=explain(error, self._name))])
                return
            for job in batch:
                self._run(connection, [job])
            return
        _tell([_Outcome(job, answer) for job, answer in zip(batch, answers, strict=True)])

    def _commit(self, connection: Connection, batch: Sequence[_Job]) -> list[Any]:
        """Run and commit, again after a lock, a deadlock or a lost connection."""
        writes = any(job.writes for job in batch)
        connection.execution_options(**{READS_ONLY: not writes})
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with connection.begin():
                    answers = [job.work(connection) for job in batch]
            except DBAPIError as error:
                if attempt == ATTEMPTS or not is_temporary(error):
                    raise
                time.sleep(random.uniform(0, 0.05 * 2**attempt))
            else:
                if writes:
                    self._after_commit()
                return answers
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _refuse(self, batch: Sequence[_Job], error: StoreError) -> None:
        """Fail every queued job with an error, so that nobody waits for a dead thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._death = error
        _tell([_Outcome(job, error=error) for job in (*batch, *self._left_in_queue())])

    def _left_in_queue(self) -> list[_Job]:
        jobs = []
        while not self._queue.empty():
            job = self._queue.get()
            if job is not None:
                jobs.append(job)
        return jobs


def _tell(outcomes: Sequence[_Outcome]) -> None:
    """Deliver outcomes to their futures, grouped by event loop, as each wake-up is costly."""
    by_loop: defaultdict[Any, list[_Outcome]] = defaultdict(list)
    for outcome in outcomes:
        answer = outcome.job.answer
        by_loop[answer.get_loop() if isinstance(answer, asyncio.Future) else None].append(outcome)
    _set(by_loop.pop(None, []))
    for loop, group in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_set, group)


def _set(outcomes: Sequence[_Outcome]) -> None:
    for job, value, error in outcomes:
        if job.answer.done():
            continue
        if error is None:
            job.answer.set_result(value)
        else:
            job.answer.set_exception(error)


def is_temporary(error: DBAPIError) -> bool:
    """Return whether a database error is temporary, so that the transaction may be retried."""
    if error.connection_invalidated:
        return True
    # 40001 serialization failure, 40P01 deadlock, 55P03 lock not available.
    if getattr(error.orig, "sqlstate", None) in {"40001", "40P01", "55P03"}:
        return True
    return "database is locked" in str(error.orig)


def explain(error: SQLAlchemyError | FaithSieveError, name: str) -> StoreError:
    """Describe a database error without its parameters, which hold prompts and replies."""
    if isinstance(error, StoreError):
        return error
    cause = getattr(error, "orig", None) or error
    words = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
    refusal = StoreError(f"the store {name} failed: {words}. {_next_step(words, name)}")
    refusal.__cause__ = error
    return refusal


def _next_step(words: str, name: str) -> str:
    if "full" in words:
        return "Free some space and run the same command; what was stored before is kept."
    if "malformed" in words or "not a database" in words:
        return damage_advice()
    if "locked" in words:
        return "Another program holds it: end that program and run the same command."
    if "readonly" in words or "read-only" in words or "unable to open" in words:
        return "Check that the file and its folder can be written."
    return "What was stored before is kept; run the same command when the cause is gone."
