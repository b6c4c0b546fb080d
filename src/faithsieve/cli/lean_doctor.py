"""``faithsieve lean doctor``: known snippets on a backend, as a table."""

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.status import Status
from rich.table import Table

from faithsieve.cli.lean_backends import backend_options
from faithsieve.errors import ConfigError
from faithsieve.lean.backends import dialect_of, open_checker, open_judge
from faithsieve.lean.doctor import (
    SNIPPETS,
    DoctorReport,
    DoctorRow,
    diagnose_backend,
    diagnose_judge,
    mathlib_cases,
)
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.settings import LeanSettings
from faithsieve.wiring import embedded_toolchain


@click.command()
@backend_options()
@click.option(
    "--mathlib", is_flag=True, help="Judge forty cases that a Lean with Mathlib gets right."
)
@click.option("--json", "json_file", type=click.Path(path_type=Path, allow_dash=True))
def doctor(mathlib: bool, json_file: Path | None, **chosen: Any) -> None:
    """Try known snippets on a backend: accepted, rejected, sorry, hidden axiom, time-out.

    Ends with an error when the backend gets one wrong: it should not be a source of evidence then.

    \b
    Example:
      faithsieve lean doctor
      faithsieve lean doctor --backend repl --project ~/mathlib_project
      faithsieve lean doctor --mathlib --backend native --project ~/mathlib_project
      faithsieve lean doctor --backend kimina --url http://127.0.0.1:8000
    """
    choice = LeanSettings(**chosen)
    report = asyncio.run(_judge(choice) if mathlib else _run(choice))
    if json_file is not None:
        text = report.model_dump_json(indent=1) + "\n"
        click.echo(text, nl=False) if str(json_file) == "-" else json_file.write_text(text, "utf-8")
    if str(json_file) != "-":
        Console().print(doctor_table(report))
    if not report.is_fit:
        raise ConfigError(
            f"{report.backend} got {len(report.failed)} of {len(report.rows)} snippets wrong; "
            "it is refused as a source of evidence unless you insist"
        )


async def _run(choice: LeanSettings) -> DoctorReport:
    with Console(stderr=True).status("starting Lean") as status:
        async with open_checker(choice, embedded_toolchain) as lean:
            return await diagnose_aloud(lean, choice, status)


async def _judge(choice: LeanSettings) -> DoctorReport:
    """Judge the forty cases.

    Raises:
        ConfigError: the chosen Lean is not one with Mathlib.
    """
    if dialect_of(choice) != "mathlib":
        raise ConfigError("--mathlib needs --backend native, repl, mcp or kimina")
    cases = mathlib_cases()
    with Console(stderr=True).status("starting Lean") as status:
        async with open_judge(choice, embedded_toolchain) as judge:
            watch = _shown_on(status, f"case {{}} of {len(cases)}")
            return await diagnose_judge(judge, cases, watch=watch)


async def diagnose_aloud(lean: LeanChecker, choice: LeanSettings, status: Status) -> DoctorReport:
    """Try the snippets on a backend and show how far it is."""
    watch = _shown_on(status, f"snippet {{}} of {len(SNIPPETS)}")
    return await diagnose_backend(lean, dialect=dialect_of(choice), watch=watch)


def _shown_on(status: Status, words: str) -> Callable[[DoctorRow], None]:
    numbers = count(1)
    return lambda row: status.update(f"{words.format(next(numbers))}: {row.name}")


def doctor_table(report: DoctorReport) -> Table:
    """The report for people."""
    table = Table(title=f"{report.backend}\n{report.toolchain}", title_justify="left")
    for column in ("snippet", "said", "seconds", ""):
        table.add_column(column)
    for row in report.rows:
        verdict = f"WRONG: {row.fault}" if row.fault else "right"
        table.add_row(row.name, row.status.value, f"{row.seconds:.2f}", verdict)
    return table
