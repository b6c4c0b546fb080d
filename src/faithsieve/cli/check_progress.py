"""The progress of one check: a live line on a terminal, a line a stage anywhere else."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from faithsieve.records.checked_proof import Event, EventKind
from faithsieve.records.wording import counted
from faithsieve.turns import AGAIN, WaitTracker, tracked_by

Show = Callable[[Event], None]

STAGES = {
    "lint": "checking arithmetic and algebra",
    "localize": "reading the proof",
    "verify": "stating and testing claims",
    "synthesize": "weighing the evidence",
}


class CheckTally:
    """Counts of a check's events so far, shown as one line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self.waits = WaitTracker()
        self._waiting: set[str] = set()
        self._done: set[str] = set()
        self.stage = "lint"
        self.tokens = 0
        self.window = ""
        self._count: Counter[EventKind] = Counter()
        self._outcomes: Counter[str] = Counter()

    def add(self, event: Event) -> None:
        self._count[event.kind] += 1
        match event.kind:
            case EventKind.STAGE_BEGAN:
                self.stage = event.stage
            case EventKind.MODEL_CALL:
                self.tokens += event.tokens
            case EventKind.WINDOW:
                self.window = event.detail
                self._waiting, self._done = set(event.subject.split(", ")), set()
                self._began = self._clock()
            case EventKind.OBLIGATION:
                self._outcomes[event.detail] += 1
                self._done.add(event.subject.rpartition("/")[0])
            case _:
                pass

    @property
    def words(self) -> str:
        parts = [STAGES.get(self.stage, self.stage), self.window]
        parts += [f"{number} {outcome}" for outcome, number in sorted(self._outcomes.items())]
        calls, checks = self._count[EventKind.MODEL_CALL], self._count[EventKind.LEAN_CHECK]
        parts += (
            [f"{counted(calls, 'model call')}, {counted(self.tokens, 'token')}"] if calls else []
        )
        parts += [counted(checks, "Lean check")] if checks else []
        parts += [self.waits.words, self.time_left]
        return " · ".join(part for part in parts if part)

    @property
    def time_left(self) -> str:
        """The estimated time left, from the window's finished units; empty at first."""
        done = len(self._done & self._waiting)
        left = len(self._waiting) - done
        if self.stage != "verify" or not done or not left:
            return ""
        return f"about {duration((self._clock() - self._began) / done * left)} left"


@contextmanager
def showing_check() -> Iterator[Show]:
    """Yield a function that shows events on standard error."""
    tally = CheckTally()
    if not sys.stderr.isatty():

        def tell(event: Event) -> None:
            tally.add(event)
            if event.kind is EventKind.STAGE_BEGAN:
                click.echo(tally.words, err=True)

        told: list[str] = []

        def tell_of_a_retry() -> None:
            # Once: retries take half a minute, in which nothing else would be said.
            if tally.waits.share(AGAIN) and not told:
                told.append(tally.words)
                click.echo(tally.words, err=True)

        tally.waits = WaitTracker(tell_of_a_retry)
        with tracked_by(tally.waits):
            yield tell
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(tally.words)) as status:
        tally.waits = WaitTracker(lambda: status.update(Text(tally.words)))

        def show(event: Event) -> None:
            tally.add(event)
            status.update(Text(tally.words))

        with tracked_by(tally.waits):
            yield show


def duration(seconds: float) -> str:
    """Format seconds as ``h:mm:ss``, without zero hours."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
