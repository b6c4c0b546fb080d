"""The progress of a run: a bar on a terminal, a line now and then anywhere else."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from faithsieve.cli.check_progress import duration
from faithsieve.evaluate.forecast import ENOUGH_PROOFS
from faithsieve.evaluate.runner import Progress
from faithsieve.records.wording import counted

SECONDS_BETWEEN_LINES = 15.0

LONG_WAIT_S = 20.0
"""From when on a run that waits for one answer says so."""

Show = Callable[[Progress], None]


@contextmanager
def showing_progress(title: str) -> Iterator[Show]:
    """Yield a function that shows progress on standard error."""
    if not sys.stderr.isatty():
        yield _LinePrinter(title)
        return
    with _bar(title) as show:
        yield show


def describe(progress: Progress) -> str:
    """Format progress as one line: done, failed, cost, time left."""
    # Before the first proof has ended no price is known; after it, an unknown one stays away.
    cost = ""
    if progress.done and progress.cost_usd is not None:
        cost = f" · ${progress.cost_usd:.4f}"
    left = "" if progress.remaining_s is None else f" · {duration(progress.remaining_s)} left"
    if progress.idle_s > max(LONG_WAIT_S, progress.remaining_s or 0.0):
        # At the pace so far it would be over: the estimate says nothing about what is awaited.
        awaited = progress.waiting or "waiting for an answer"
        left = f" · {awaited}, nothing ended for {duration(progress.idle_s)}"
    elif progress.waiting:
        left += f" · {progress.waiting}"
    return (
        f"{progress.done}/{progress.total} done · {progress.failed} failed · "
        f"{counted(progress.tokens, 'token')}{cost}{_in_all(progress)}{left}"
    )


def _in_all(progress: Progress) -> str:
    """Forecast the whole run from its finished proofs, which corrects the estimate before it."""
    if not ENOUGH_PROOFS <= progress.done < progress.total:
        return ""
    share = progress.total / progress.done
    money = "" if not progress.cost_usd else f", ${progress.cost_usd * share:,.2f}"
    return f" · in all about {round(progress.tokens * share, -2):,.0f} tokens{money}"


class _LinePrinter:
    """Prints a line at the start, at the end and every so often between."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now < self._next and progress.done < progress.total:
            return
        self._next = now + SECONDS_BETWEEN_LINES
        click.echo(f"{self._title}: {describe(progress)}", err=True)


@contextmanager
def _bar(title: str) -> Iterator[Show]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"))
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(escape(title), total=None, words="")

        def show(progress: Progress) -> None:
            bar.update(
                task, total=progress.total, completed=progress.done, words=describe(progress)
            )

        yield show
