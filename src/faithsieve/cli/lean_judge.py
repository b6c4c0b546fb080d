"""``faithsieve lean judge``: a file of statements and candidates, one verdict a line."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import IO, Any

import click

from faithsieve.cli.lean_backends import backend_options, read_rows
from faithsieve.lean.backends import open_judge
from faithsieve.lean.judge_cases import CaseVerdict, JudgeCase, judge_cases
from faithsieve.records.settings import LeanSettings
from faithsieve.wiring import embedded_toolchain

JUDGE_HEADERS = ("bare", "core", "mathlib")


@click.command()
@click.argument("cases", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--json", "out", type=click.Path(path_type=Path, allow_dash=True), help="Where rows go."
)
@backend_options(headers=JUDGE_HEADERS)
@click.option("--prelude/--core", default=False, help="The same as --header core and bare.")
@click.option("--timeout", "timeout_s", default=20.0, show_default=True, help="Seconds per proof.")
def judge(cases: Path, out: Path | None, prelude: bool, timeout_s: float, **chosen: Any) -> None:
    """Judge the CASES of a JSONL file ('-' reads standard input), one verdict a line.

    \b
    Example:
      faithsieve lean judge cases.jsonl --json verdicts.jsonl
      faithsieve lean judge cases.jsonl --backend native --project ~/lean --header mathlib
      # a row: {"id": "a", "slot": "tactic", "header": "", "name": "target",
      #         "statement": ": (2 : Nat) + 2 = 4", "proof": "rfl"}
    """
    rows = read_rows(JudgeCase, cases)
    lean = LeanSettings(**(chosen | ({"header": "core"} if prelude else {})))
    if out is None or str(out) == "-":
        asyncio.run(_judge(rows, sys.stdout, lean, timeout_s))
        return
    with out.open("w", encoding="utf-8") as sink:
        counts = asyncio.run(_judge(rows, sink, lean, timeout_s))
    summary = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    click.echo(f"{len(rows)} cases: {summary}")


async def _judge(
    cases: tuple[JudgeCase, ...], sink: IO[str], lean: LeanSettings, timeout_s: float
) -> dict[str, int]:
    counts: dict[str, int] = {}
    embedded = partial(embedded_toolchain, with_prelude=lean.header != "bare")
    async with open_judge(lean, embedded) as judge:
        async for row in judge_cases(cases, judge, timeout_s=timeout_s):
            counts[row.verdict.value] = counts.get(row.verdict.value, 0) + 1
            _write(row, sink)
    return counts


def _write(row: CaseVerdict, sink: IO[str]) -> None:
    sink.write(row.model_dump_json() + "\n")
    sink.flush()
