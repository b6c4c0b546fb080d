"""``faithsieve lean settle``: prove or refute Lean signatures without a model."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from typing import IO

import click
from pydantic import BaseModel, ConfigDict

from faithsieve.cli.lean_backends import read_rows
from faithsieve.lean.model_pictures import model_lines
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.verify.settle import Settlement, settle
from faithsieve.wiring import embedded_toolchain


class SettleRow(BaseModel):
    """One line of a file: further fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    statement: str


@click.command("settle")
@click.argument("statement")
@click.option(
    "--json", "out", type=click.Path(path_type=Path, allow_dash=True), help="Where rows go."
)
def settle_command(statement: str, out: Path | None) -> None:
    """Prove STATEMENT, refute it or leave it open, with automation and counterexamples alone.

    STATEMENT is a Lean signature, or a JSONL file whose rows have an id and a statement. No model
    is asked. Refuted means that Lean accepted the counterexample; open says nothing.

    \b
    Example:
      faithsieve lean settle '{G : Type} [Group G] (a b : G) : a * b = b * a'
      faithsieve lean settle statements.jsonl --json outcomes.jsonl
    """
    is_file = statement.endswith(".jsonl")
    one = SettleRow(id="statement", statement=statement)
    rows = read_rows(SettleRow, Path(statement)) if is_file else (one,)
    counts = asyncio.run(_settle(rows, out))
    if len(rows) > 1 or out is not None:
        summary = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        click.echo(f"{len(rows)} statements: {summary}", err=out is not None and str(out) == "-")


async def _settle(rows: tuple[SettleRow, ...], out: Path | None) -> Counter[str]:
    counts: Counter[str] = Counter()
    sink: IO[str] | None = None
    if out is not None:
        sink = sys.stdout if str(out) == "-" else out.open("w", encoding="utf-8")
    try:
        async with LeanPool(embedded_toolchain()) as pool:
            judge = ProofJudge(pool)
            for row in rows:
                settled = await settle(row.statement, judge)
                counts[settled.outcome] += 1
                _tell(row, settled, sink)
    finally:
        if sink is not None and sink is not sys.stdout:
            sink.close()
    return counts


def _tell(row: SettleRow, settled: Settlement, sink: IO[str] | None) -> None:
    if sink is not None:
        found = {"id": row.id, "statement": row.statement, **settled.model_dump(mode="json")}
        sink.write(json.dumps(found, ensure_ascii=False) + "\n")
        sink.flush()
    if sink is not sys.stdout:
        click.echo("\n".join(described(row.id, settled)))


def described(name: str, settled: Settlement) -> list[str]:
    """An outcome for people."""
    lines = [f"{name}: {settled.outcome}" + (f" ({settled.route})" if settled.route else "")]
    if settled.model is not None:
        lines += [f"  {line}" for line in model_lines(settled.model.parts)]
    elif settled.witness:
        lines.append(f"  fails at {settled.witness}")
    if settled.outcome == "proved":
        lines += [f"  {line}" for line in settled.proof.splitlines()]
    return [*lines, *([f"  {settled.reason}"] if settled.reason else [])]
