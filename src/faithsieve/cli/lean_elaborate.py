"""``faithsieve lean elaborate`` and ``lean library``: what is understood, and compiling it."""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import click
from pydantic import BaseModel, ConfigDict

from faithsieve.cli.lean_backends import ROWS_TO, opened, read_rows
from faithsieve.errors import InputError, LeanUnavailableError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import library_texts
from faithsieve.lean.library_modules import Module
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from faithsieve.wiring import embedded_toolchain

NAME = "statement"
REASON_CHARS = 300


class StatementRow(BaseModel):
    """One line of a file: further fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    opens: tuple[str, ...] = ()
    statement: str

    @property
    def text(self) -> str:
        """The statement behind what it opens, as the judge reads it."""
        return "\n".join([*(f"{line} in" for line in self.opens), self.statement])


class Elaborated(BaseModel):
    """Whether a statement was understood."""

    model_config = ConfigDict(frozen=True)

    id: str
    ok: bool
    reason: str


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@ROWS_TO
@click.option("--timeout", "timeout_s", default=20.0, show_default=True, help="Seconds a row.")
def elaborate(file: Path, out: Path | None, timeout_s: float) -> None:
    """Say which statements of FILE ('-' reads standard input) the embedded Lean understands.

    A row has an id, the lines that open namespaces for it, and the statement as it stands behind
    a theorem's name. Nothing is proved.

    \b
    Example:
      faithsieve lean elaborate statements.jsonl --json understood.jsonl
      # a row: {"id": "a", "opens": ["open Real"], "statement": "(x : ℝ) : 0 ≤ x ^ 2"}
    """
    rows = read_rows(StatementRow, file)
    said = asyncio.run(_elaborate_all(rows, timeout_s))
    if out is not None:
        with opened(out) as sink:
            sink.writelines(row.model_dump_json() + "\n" for row in said)
    else:
        for row in said:
            if not row.ok:
                click.echo(f"{row.id}: {row.reason}")
    understood = sum(row.ok for row in said)
    click.echo(f"{understood} of {len(said)} statements are understood", err=str(out) == "-")


async def _elaborate_all(rows: Sequence[StatementRow], timeout_s: float) -> list[Elaborated]:
    return [row async for row in elaborate_rows(rows, timeout_s=timeout_s)]


async def elaborate_rows(
    rows: Sequence[StatementRow], *, timeout_s: float
) -> AsyncIterator[Elaborated]:
    """Elaborate row after row in one worker."""
    async with LeanPool(embedded_toolchain()) as pool:
        lean = EmbeddedLean(pool)
        for row in rows:
            yield await elaborate_row(row, lean, timeout_s=timeout_s)


async def elaborate_row(row: StatementRow, lean: EmbeddedLean, *, timeout_s: float) -> Elaborated:
    """Put a row behind what it opens and ask Lean, which says in its own words what is missing."""
    text = "\n".join([*row.opens, f"theorem {NAME} {row.statement.strip()} := by sorry"])
    report = await lean.check(LeanSource(text=text, theorem=NAME), timeout_s=timeout_s)
    return Elaborated(id=row.id, ok=report.status is LeanStatus.OK, reason=_reason(report))


def _reason(report: LeanReport) -> str:
    first = next((m.text for m in report.messages if m.severity == "error"), report.detail)
    told = re.sub(r"\s+", " ", first)[:REASON_CHARS]
    return "" if report.status is LeanStatus.OK else told or report.status.value


@click.command()
@click.argument("parts", nargs=-1)
def library(parts: tuple[str, ...]) -> None:
    """Compile the library, or the PARTS named and what they import; kept ones are not compiled.

    \b
    Example:
      faithsieve lean library
      faithsieve lean library Reals
    """
    try:
        chosen = library_texts(*parts).modules
    except ValueError as error:
        raise InputError(str(error)) from error
    try:
        asyncio.run(_compile(chosen))
    except LeanUnavailableError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{len(chosen)} parts are compiled")


async def _compile(modules: Sequence[Module]) -> None:
    toolchain = embedded_toolchain()
    with tempfile.TemporaryDirectory(prefix="faithsieve-library-") as folder:
        await toolchain.compile_modules(modules, Path(folder))
