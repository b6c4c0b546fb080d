"""``faithsieve lean doctor`` and ``lean bench``: known snippets on a backend, right and in time."""

import asyncio
import statistics
from collections.abc import Callable
from itertools import count
from typing import Any

import click
from rich.console import Console
from rich.status import Status
from rich.table import Table

from faithsieve.cli.lean_backends import backend_options
from faithsieve.cli.options import shared_options
from faithsieve.cli.output import deliver
from faithsieve.errors import ConfigError, LeanUnavailableError
from faithsieve.lean.backends import environment_of, open_checker, open_judge
from faithsieve.lean.doctor import (
    SNIPPETS,
    DoctorReport,
    DoctorRow,
    diagnose_backend,
    diagnose_judge,
    mathlib_cases,
)
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.lean import LeanSource, LeanStatus
from faithsieve.records.settings import LeanSettings
from faithsieve.wiring import embedded_toolchain

TIMED = (
    "theorem target (a b c : Int) (h : a < b) (k : b < c) : a + 1 < c := by omega",
    "theorem target (x y : Int) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2 := by grind",
    "theorem target (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩",
    "theorem target : 2 + 2 = 5 := by decide",
)


@click.command()
@backend_options()
@click.option(
    "--mathlib", is_flag=True, help="Judge forty cases that a Lean with Mathlib gets right."
)
@shared_options("json_to")
def doctor(mathlib: bool, json_to: str | None, **chosen: Any) -> None:
    """Try known snippets on a backend: accepted, rejected, sorry, hidden axiom, time-out.

    Ends with an error when the backend gets one wrong: it should not be a source of evidence then.

    \b
    Example:
      faithsieve lean doctor
      faithsieve lean doctor --backend repl --project ~/mathlib_project
      faithsieve lean doctor --mathlib --backend native --project ~/mathlib_project
      faithsieve lean doctor --backend kimina --url http://127.0.0.1:8000
    """
    report = asyncio.run(_diagnose(LeanSettings(**chosen), mathlib=mathlib))
    deliver(json_to, report, lambda: Console().print(doctor_table(report)))
    if not report.is_fit:
        raise ConfigError(
            f"{report.backend} got {len(report.failed)} of {len(report.rows)} snippets wrong; "
            "it is refused as a source of evidence unless you insist"
        )


async def _diagnose(choice: LeanSettings, *, mathlib: bool) -> DoctorReport:
    """Try the snippets, or judge the forty cases.

    Raises:
        ConfigError: the cases are wanted and the chosen Lean is not one with Mathlib.
    """
    if mathlib and environment_of(choice) != "mathlib":
        raise ConfigError("--mathlib needs --backend native, repl, mcp or kimina")
    with Console(stderr=True).status("starting Lean") as status:
        if not mathlib:
            async with open_checker(choice, embedded_toolchain) as lean:
                return await diagnose_aloud(lean, status)
        cases = mathlib_cases()
        async with open_judge(choice, embedded_toolchain) as judge:
            watch = _shown_on(status, f"case {{}} of {len(cases)}")
            return await diagnose_judge(judge, cases, watch=watch)


async def diagnose_aloud(lean: LeanChecker, status: Status) -> DoctorReport:
    """Try the snippets on a backend and show how far it is."""
    watch = _shown_on(status, f"snippet {{}} of {len(SNIPPETS)}")
    return await diagnose_backend(lean, watch=watch)


def _shown_on(status: Status, words: str) -> Callable[[DoctorRow], None]:
    numbers = count(1)
    return lambda row: status.update(f"{words.format(next(numbers))}: {row.name}")


def doctor_table(report: DoctorReport) -> Table:
    """Render the doctor's report as a table."""
    table = Table(
        *("snippet", "said", "seconds", ""),
        title=f"{report.backend}\n{report.toolchain}",
        title_justify="left",
    )
    for row in report.rows:
        verdict = f"WRONG: {row.fault}" if row.fault else "right"
        table.add_row(row.name, row.status.value, f"{row.seconds:.2f}", verdict)
    return table


@click.command()
@backend_options()
@click.option("--checks", default=40, show_default=True, type=click.IntRange(4, 10_000))
def bench(checks: int, **chosen: Any) -> None:
    """Time the first check (with start-up) and a series of warm ones.

    \b
    Example:
      faithsieve lean bench --checks 100
    """
    first, *warm = asyncio.run(_times(LeanSettings(**chosen), checks + 1))
    median, slowest = statistics.median(warm), max(warm)
    click.echo(
        f"first check, start-up included: {first:.1f} s\n"
        f"{checks} warm checks: median {median * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms\n"
        f"a warm check is {first / median:.0f} times faster than starting Lean for it"
    )


async def _times(choice: LeanSettings, checks: int) -> list[float]:
    times = []
    async with open_checker(choice, embedded_toolchain) as lean:
        for number in range(checks):
            text = TIMED[number % len(TIMED)]
            source = LeanSource(text=text, theorem="target")
            report = await lean.check(source, timeout_s=120)
            if report.status not in (LeanStatus.OK, LeanStatus.ERROR):
                why = f"a benchmark check ended as {report.status}: {report.detail}"
                raise LeanUnavailableError(why)
            times.append(report.elapsed_s)
    return times
