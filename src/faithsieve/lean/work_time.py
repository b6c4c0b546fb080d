"""How long Lean worked, and for what: measured where it works, counted by whoever asked.

Between a question and its answer lie a cache, a queue and perhaps another machine. So the clock
runs at the worker alone, and its seconds go to every meter that is open in the task that asked;
waiting for a free worker is no work.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Purpose(StrEnum):
    """What a question to Lean was for."""

    FREEZE = "freeze"
    """Reading a statement."""
    PROBE = "probe"
    """Trying to show that a statement is worthless."""
    PROVE = "prove"
    """Proof bodies for the claim that code wrote."""
    REFUTE = "refute"
    """Proof bodies for a negation, and searches for a counterexample."""
    MODEL = "model's bodies"
    """Proof bodies that a model wrote."""


class LeanMeter:
    """Seconds that Lean worked while the meter was open."""

    def __init__(self) -> None:
        self.seconds = 0.0


_METERS: ContextVar[tuple[LeanMeter, ...]] = ContextVar("lean_meters", default=())
_PURPOSE: ContextVar[Purpose | None] = ContextVar("lean_purpose", default=None)


@contextmanager
def metered() -> Iterator[LeanMeter]:
    """Open a meter for the questions asked in the block, also by tasks that it starts."""
    meter = LeanMeter()
    token = _METERS.set((*_METERS.get(), meter))
    try:
        yield meter
    finally:
        _METERS.reset(token)


def count_work(seconds: float) -> None:
    """Count seconds of Lean's work for whoever asked."""
    for meter in _METERS.get():
        meter.seconds += max(0.0, seconds)


@contextmanager
def asked_for(purpose: Purpose) -> Iterator[None]:
    """Name what the questions of the block are for, where the question itself does not tell."""
    token = _PURPOSE.set(purpose)
    try:
        yield
    finally:
        _PURPOSE.reset(token)


def named_purpose() -> Purpose | None:
    return _PURPOSE.get()
