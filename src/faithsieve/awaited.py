"""What is waited for at the moment: the model, Lean or a rate limit.

Whoever waits says so where it waits; whoever shows progress opens a tracker around the work. The
two meet through the task's context, so no layer between them passes anything on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

Awaited = Literal["the model", "Lean", "a rate limit"]


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

    def count(self, what: Awaited, change: int) -> None:
        self._waiting[what] += change
        self._on_change()


_TRACKERS: ContextVar[tuple[WaitTracker, ...]] = ContextVar("wait_trackers", default=())


@contextmanager
def tracked_by(tracker: WaitTracker) -> Iterator[None]:
    """Tell the tracker what the tasks of the block wait for."""
    token = _TRACKERS.set((*_TRACKERS.get(), tracker))
    try:
        yield
    finally:
        _TRACKERS.reset(token)


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
