"""``faithsieve lean bench``: what a warm check costs, and how many fit into a minute."""

import asyncio
import statistics
import time
from typing import Any

import click

from faithsieve.cli.lean_backends import backend_options
from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.backends import dialect_of, open_checker
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanReport, LeanSource
from faithsieve.records.settings import LeanSettings
from faithsieve.wiring import embedded_toolchain

SOURCES = (
    "theorem target (a b c : Int) (h : a < b) (k : b < c) : a + 1 < c := by omega",
    "theorem target (x y : Int) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2 := by grind",
    "theorem target (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩",
    "theorem target : 2 + 2 = 5 := by decide",
)


@click.command()
@backend_options()
@click.option("--checks", default=40, show_default=True, type=click.IntRange(4, 10_000))
def bench(checks: int, **chosen: Any) -> None:
    """Time the first check (with start-up) and a series of warm ones.

    \b
    Example:
      faithsieve lean bench --checks 100
    """
    for line in asyncio.run(_measure(LeanSettings(**chosen), checks)):
        click.echo(line)


async def _measure(choice: LeanSettings, checks: int) -> list[str]:
    async with open_checker(choice, embedded_toolchain) as lean:
        sources = [
            LeanSource(text=text, theorem="target", dialect=dialect_of(choice)) for text in SOURCES
        ]
        first = await _one(lean, sources[0])
        warm = [await _one(lean, sources[i % len(sources)]) for i in range(checks)]
    median = statistics.median(warm)
    slowest = max(warm)
    return [
        f"first check, start-up included: {first:.1f} s",
        f"{checks} warm checks: median {median * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms",
        f"a warm check is {first / median:.0f} times faster than starting Lean for it",
    ]


async def _one(lean: LeanChecker, source: LeanSource) -> float:
    started = time.monotonic()
    report: LeanReport = await lean.check(source, timeout_s=120)
    if report.status not in ("ok", "error"):
        raise LeanUnavailableError(f"a benchmark check ended as {report.status}: {report.detail}")
    return time.monotonic() - started
