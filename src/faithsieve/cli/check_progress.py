"""The progress of one check: a live line on a terminal, a line a stage anywhere else."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from faithsieve.records.events import Event, EventKind

Show = Callable[[Event], None]

STAGES = {
    "lint": "checking arithmetic and algebra",
    "localize": "reading the proof",
    "verify": "stating and testing claims",
    "synthesize": "weighing the evidence",
}


class CheckTally:
    """What has happened so far, in words."""

    def __init__(self) -> None:
        self.stage = "lint"
        self.tokens = 0
        self.window = ""
        self._count: Counter[EventKind] = Counter()
        self._outcomes: Counter[str] = Counter()

    def add(self, event: Event) -> None:
        """Count one event."""
        self._count[event.kind] += 1
        match event.kind:
            case EventKind.STAGE_BEGAN:
                self.stage = event.stage
            case EventKind.MODEL_CALL:
                self.tokens += event.tokens
            case EventKind.WINDOW:
                self.window = event.detail
            case EventKind.OBLIGATION:
                self._outcomes[event.detail] += 1
            case _:
                pass

    @property
    def words(self) -> str:
        """The stage, and what was counted."""
        parts = [STAGES.get(self.stage, self.stage), self.window]
        parts += [f"{number} {outcome}" for outcome, number in sorted(self._outcomes.items())]
        calls, checks = self._count[EventKind.MODEL_CALL], self._count[EventKind.LEAN_CHECK]
        parts += [f"{calls} calls, {self.tokens:,} tokens"] if calls else []
        parts += [f"{checks} Lean checks"] if checks else []
        return " · ".join(part for part in parts if part)


@contextmanager
def showing_check() -> Iterator[Show]:
    """Give a function that shows what happens; all of it goes to standard error."""
    tally = CheckTally()
    if not sys.stderr.isatty():
        yield _by_stage(tally)
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(tally.words)) as status:

        def show(event: Event) -> None:
            tally.add(event)
            status.update(Text(tally.words))

        yield show


def _by_stage(tally: CheckTally) -> Show:
    def show(event: Event) -> None:
        tally.add(event)
        if event.kind is EventKind.STAGE_BEGAN:
            click.echo(tally.words, err=True)

    return show


def duration(seconds: float) -> str:
    """Seconds as ``h:mm:ss``, without hours where there are none."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
