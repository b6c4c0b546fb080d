"""Whose turn it is: where many proofs compete for Lean or a model, the earliest one goes first.

A run works on many proofs at once. If they shared every resource evenly, all would end at the end;
so each proof carries its place in the run, and whoever hands out a scarce slot serves the lowest
place first. The place travels with the task and all tasks that it starts, so no stage knows of it.

What is waited for (the model, Lean, a rate limit) travels the same way, to whoever shows progress.
"""

import asyncio
import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, NamedTuple

_TURN: ContextVar[int] = ContextVar("turn", default=0)


def current_turn() -> int:
    """Return the place of the proof that the running task works for; 0 outside of a run."""
    return _TURN.get()


@contextmanager
def taking_turn(place: int) -> Iterator[None]:
    """Let everything in the block compete at this place."""
    token = _TURN.set(place)
    try:
        yield
    finally:
        _TURN.reset(token)


class _Waiting(NamedTuple):
    turn: int
    number: int
    """Among equal turns, first come is first served; no two are equal."""
    served: "asyncio.Future[None]"


class TurnSlots:
    """A number of slots; a free one goes to the waiting task with the lowest turn."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._numbers = itertools.count()
        self._waiting: list[_Waiting] = []

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for a slot."""
        return any(not waiting.served.done() for waiting in self._waiting)

    async def acquire(self) -> None:
        """Take a slot, or wait for one."""
        if self._free:
            self._free -= 1
            return
        waiting = _Waiting(
            current_turn(), next(self._numbers), asyncio.get_running_loop().create_future()
        )
        heapq.heappush(self._waiting, waiting)
        try:
            await waiting.served
        except asyncio.CancelledError:
            # Served and cancelled in one moment: the slot is somebody else's.
            if waiting.served.done() and not waiting.served.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Give a slot back, to whoever waits and comes first."""
        while self._waiting:
            served = heapq.heappop(self._waiting).served
            if not served.done():
                served.set_result(None)
                return
        self._free += 1

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *failure: object) -> None:
        self.release()


AGAIN: Final = "another try, because a call failed"
Awaited = Literal["the model", "Lean", "a rate limit", "another try, because a call failed"]


class WaitTracker:
    """Counts, for each thing, how many tasks wait for it now."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self._on_change = on_change
        self._waiting: Counter[Awaited] = Counter()

    @property
    def words(self) -> str:
        """What is waited for, the most tasks first, or nothing."""
        named = [f"{what} ({n})" if n > 1 else what for what, n in self._waiting.most_common() if n]
        return f"waiting for {' and '.join(named)}" if named else ""

    def share(self, what: Awaited) -> float:
        """The share of those who wait that wait for this; none where nobody waits."""
        return self._waiting[what] / (self._waiting.total() or 1)

    def count(self, what: Awaited, change: int) -> None:
        self._waiting[what] += change
        self._on_change()

    def hear(self, words: str) -> None:
        """Hear what is made ready, once, while tasks wait."""


_TRACKERS: ContextVar[tuple[WaitTracker, ...]] = ContextVar("wait_trackers", default=())


@contextmanager
def tracked_by(tracker: WaitTracker) -> Iterator[None]:
    """Tell the tracker what the tasks of the block wait for."""
    token = _TRACKERS.set((*_TRACKERS.get(), tracker))
    try:
        yield
    finally:
        _TRACKERS.reset(token)


def add_tracker(tracker: WaitTracker) -> None:
    """Tell the tracker what this task, and all that it starts from now on, wait for."""
    _TRACKERS.set((*_TRACKERS.get(), tracker))


def announce(words: str) -> None:
    """Say what is made ready, once, to the trackers of the running task."""
    for tracker in _TRACKERS.get():
        tracker.hear(words)


@contextmanager
def awaiting(what: Awaited) -> Iterator[None]:
    """Say that the task waits for something in the block."""
    trackers = _TRACKERS.get()
    for tracker in trackers:
        tracker.count(what, 1)
    try:
        yield
    finally:
        for tracker in trackers:
            tracker.count(what, -1)
