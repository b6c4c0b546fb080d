"""``faithsieve lean judge`` and ``lean settle``: statements in, one answer a line."""

import asyncio
import json
import sys
from collections import Counter
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Any

import click

from faithsieve.cli.lean_backends import ROWS_TO, backend_options, opened, read_rows
from faithsieve.cli.lean_elaborate import StatementRow
from faithsieve.errors import EXIT_USER_ERROR
from faithsieve.lean.backends import open_judge
from faithsieve.lean.judge_cases import JudgeCase, judge_cases
from faithsieve.lean.model_pictures import model_lines
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import MEANS_SOMETHING_ELSE, ProofJudge
from faithsieve.records.settings import LeanSettings
from faithsieve.verify.settle import Settlement, settle
from faithsieve.wiring import embedded_toolchain

JUDGE_HEADERS = ("bare", "mathlib")
NO_STATEMENT = "no_statement"
EXAMPLE = "a statement is binders, a colon and a claim, such as (n : ℕ) (h : 2 < n) : 4 < n ^ 2"


@click.command()
@click.argument("cases", type=click.Path(path_type=Path, allow_dash=True))
@ROWS_TO
@backend_options(headers=JUDGE_HEADERS)
@click.option("--timeout", "timeout_s", default=20.0, show_default=True, help="Seconds per proof.")
def judge(cases: Path, out: Path | None, timeout_s: float, **chosen: Any) -> None:
    """Judge the CASES of a JSONL file ('-' reads standard input), one verdict a line.

    \b
    Example:
      faithsieve lean judge cases.jsonl --json verdicts.jsonl
      faithsieve lean judge cases.jsonl --backend native --project ~/lean --header mathlib
      # a row: {"id": "a", "slot": "tactic", "header": "", "name": "target",
      #         "statement": ": (2 : Nat) + 2 = 4", "proof": "rfl"}
    """
    rows = read_rows(JudgeCase, cases)
    lean = LeanSettings(**chosen)
    with opened(out or Path("-")) as sink:
        counts = asyncio.run(_judge(rows, sink, lean, timeout_s))
    if sink is not sys.stdout:
        click.echo(f"{len(rows)} cases: {_counted(counts)}")


async def _judge(
    cases: tuple[JudgeCase, ...], sink: IO[str], lean: LeanSettings, timeout_s: float
) -> Counter[str]:
    counts: Counter[str] = Counter()
    embedded = partial(embedded_toolchain, with_library=lean.header != "bare")
    async with open_judge(lean, embedded) as judge:
        async for row in judge_cases(cases, judge, timeout_s=timeout_s):
            counts[row.verdict.value] += 1
            print(row.model_dump_json(), file=sink, flush=True)
    return counts


@click.command("settle")
@click.argument("statement")
@ROWS_TO
def settle_command(statement: str, out: Path | None) -> None:
    """Prove STATEMENT, refute it or leave it open, with automation and counterexamples alone.

    STATEMENT is a Lean signature, or a JSONL file whose rows have an id, a statement and perhaps
    the lines that open namespaces for it (opens). No model is asked. Refuted means that Lean
    accepted the counterexample; open says nothing. What Lean does not read is no statement: the
    exit code is 2 for a STATEMENT, and a file's row says so.

    \b
    Example:
      faithsieve lean settle '{G : Type} [Group G] (a b : G) : a * b = b * a'
      faithsieve lean settle 'open Real in (x : ℝ) : exp x ≠ 0'
      faithsieve lean settle statements.jsonl --json outcomes.jsonl
    """
    is_file = statement.endswith(".jsonl")
    one = StatementRow(id="statement", statement=statement)
    rows = read_rows(StatementRow, Path(statement)) if is_file else (one,)
    with opened(out) if out is not None else nullcontext() as sink:
        counts = asyncio.run(_settle(rows, sink, is_single=not is_file))
    if not is_file and counts[NO_STATEMENT]:
        sys.exit(EXIT_USER_ERROR)
    if len(rows) > 1 or out is not None:
        click.echo(f"{len(rows)} statements: {_counted(counts)}", err=sink is sys.stdout)


async def _settle(
    rows: tuple[StatementRow, ...], sink: IO[str] | None, *, is_single: bool
) -> Counter[str]:
    counts: Counter[str] = Counter()
    # Whoever writes Lean reads names as Lean does: a letter bound twice misleads nobody.
    async with LeanPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool, refused=MEANS_SOMETHING_ELSE - {"shadowed_binder"})
        for row in rows:
            settled = await settle(row.text, judge)
            counts[settled.outcome] += 1
            if sink is not None:
                found = {"id": row.id, "statement": row.text}
                whole = json.dumps(found | settled.model_dump(mode="json"), ensure_ascii=False)
                print(whole, file=sink, flush=True)
            is_fault = is_single and settled.outcome == NO_STATEMENT
            if is_fault or sink is not sys.stdout:
                click.echo("\n".join(described(row.id, settled)), err=is_fault)
    return counts


def described(name: str, settled: Settlement) -> list[str]:
    """Format a settlement as text."""
    if settled.outcome == NO_STATEMENT:
        return [f"{name}: no Lean statement", f"  {settled.reason}", f"  {EXAMPLE}"]
    lines = [f"{name}: {settled.outcome}" + (f" ({settled.route})" if settled.route else "")]
    if settled.model is not None:
        lines += [f"  {line}" for line in model_lines(settled.model.parts)]
    elif settled.witness:
        lines.append(f"  fails at {settled.witness}")
    if settled.outcome == "proved":
        lines += [f"  {line}" for line in settled.proof.splitlines()]
    return [*lines, *([f"  {settled.reason}"] if settled.reason else [])]


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
