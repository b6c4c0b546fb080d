"""``faithsieve recheck``: compile every Lean proof that a run's verdicts cite once more."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError
from rich.console import Console
from rich.status import Status

from faithsieve.cli.lean_backends import backend_options
from faithsieve.cli.lean_doctor import diagnose_aloud
from faithsieve.cli.options import PATH, shared_options
from faithsieve.cli.output import deliver
from faithsieve.cli.report import print_tables
from faithsieve.configuration import checks_store
from faithsieve.errors import FaithSieveError, InputError
from faithsieve.evaluate.recheck import (
    Citation,
    Rechecked,
    RecheckOutcome,
    SecondBackend,
    citations,
    recheck,
)
from faithsieve.evaluate.record_files import record_lines
from faithsieve.evaluate.run_folder import STORE
from faithsieve.evaluate.run_reading import required_run
from faithsieve.evaluate.tables import Table, clean
from faithsieve.lean.backends import environment_of, open_checker, open_judge
from faithsieve.lean.doctor import admit
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.settings import LeanSettings
from faithsieve.records.verdict import Verdict
from faithsieve.records.wording import counted, share_of
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import embedded_toolchain

REASONS_SHOWN = 3
LONGEST_CELL = 600


@click.command("recheck")
@click.argument("run", type=PATH)
@click.option("--second", is_flag=True, help="Also on the backend that the options below choose.")
@backend_options()
@click.option(
    "--insist", is_flag=True, help="Ask the second backend even if it gets known snippets wrong."
)
@click.option("--timeout", "timeout_s", default=60.0, show_default=True, help="Seconds a proof.")
@shared_options("store", "json_to", json_to="Write one line a proof; - for stdout.")
def recheck_command(
    run: Path,
    store: str | None,
    second: bool,
    insist: bool,
    timeout_s: float,
    json_to: str | None,
    **chosen: Any,
) -> None:
    """Compile every Lean proof that the verdicts of RUN cite, and compare.

    RUN is the folder of an eval run, or a verdict that `faithsieve check --json` wrote. Nothing is
    taken from the store but the statements and proofs. Any difference ends with an error; so does a
    proof about which Lean gave no answer. A second backend is tried on known snippets first (see
    `faithsieve lean doctor`) and is refused if it gets one wrong; with --insist it is asked all the
    same, and every result of it says so. What only Mathlib can read is judged by it alone.

    \b
    Example:
      faithsieve recheck runs/first
      faithsieve recheck runs/first --second --backend repl --project ~/lean
      faithsieve recheck runs/first --second --backend native --project ~/lean
    """
    cited, place = _cited(run, store)
    choice = LeanSettings(**chosen) if second else None
    rows = asyncio.run(_recheck(cited, place, choice, insist, timeout_s))
    deliver(json_to, "".join(record_lines(rows)), lambda: print_tables([_table(rows)]))
    conclude(rows)


def _cited(run: Path, store: str | None) -> tuple[tuple[Citation, ...], str | Path]:
    if run.is_dir():
        with required_run(run, store=store) as opened:
            answered = [(row.id, row.verdict) for row in opened.results if row.verdict is not None]
        return citations(answered), store or run / STORE
    try:
        row = json.loads(run.read_text(encoding="utf-8"))
        # Where the steps stand in their document is told beside the verdict, not in it.
        own = {key: row[key] for key in row if key != "source"} if isinstance(row, dict) else row
        verdict = Verdict.model_validate(own)
    except (OSError, ValueError, ValidationError) as error:
        raise InputError(
            f"{run} {'is no run' if run.exists() else 'does not exist'}; give the --out folder of "
            "eval or check, or a verdict that `faithsieve check --json FILE` wrote"
        ) from error
    return citations([(run.stem, verdict)]), store or checks_store()


async def _recheck(
    cited: tuple[Citation, ...],
    place: str | Path,
    choice: LeanSettings | None,
    insist: bool,
    timeout_s: float,
) -> list[Rechecked]:
    rows: list[Rechecked] = []
    async with AsyncExitStack() as stack:
        store = stack.enter_context(RunStore.open(place))
        status = stack.enter_context(Console(stderr=True).status("starting Lean"))
        other = None
        if choice:
            admitted = open_second(choice, insist=insist, status=status)
            other = await stack.enter_async_context(admitted)
            click.echo(f"second backend: {other.admission.summary}", err=True)
        pool = await stack.enter_async_context(LeanPool(embedded_toolchain()))
        again = recheck(cited, store, judge=ProofJudge(pool), second=other, timeout_s=timeout_s)
        async for row in again:
            rows.append(row)
            status.update(f"{counted(len(rows), 'proof')} compiled")
    return rows


@asynccontextmanager
async def open_second(
    choice: LeanSettings, *, insist: bool, status: Status
) -> AsyncIterator[SecondBackend]:
    """Open the second backend and let the doctor decide whether it is used.

    Raises:
        ConfigError: it gets known snippets wrong and the user does not insist.
    """
    async with open_checker(choice, embedded_toolchain) as lean:
        report = await diagnose_aloud(lean, status)
        admission, environment = admit(report, insist=insist), environment_of(choice)
        async with open_judge(choice, embedded_toolchain) as judge:
            yield SecondBackend(lean, admission, environment, judge)


def _table(rows: list[Rechecked]) -> Table:
    return Table(
        title="cited Lean proofs, compiled again",
        columns=("cited by", "Lean", "proves", "statement", "result"),
        rows=tuple(
            (
                clean(", ".join(row.citation.problems)),
                row.backend,
                row.polarity.value if row.polarity else "",
                clean(row.statement, LONGEST_CELL),
                clean(f"{row.agreement.value} {row.detail}".strip(), LONGEST_CELL),
            )
            for row in rows
        ),
    )


def conclude(rows: list[Rechecked]) -> None:
    """Print the conclusion: all proofs are the same, or there are none.

    Raises:
        FaithSieveError: one is not, or about one nothing is known.
    """
    different = sum(row.agreement is RecheckOutcome.DIFFERENT for row in rows)
    missing = sum(row.agreement is RecheckOutcome.MISSING for row in rows)
    unknown = [row for row in rows if row.agreement is RecheckOutcome.UNKNOWN]
    if different:
        raise FaithSieveError(
            f"{share_of(different, len(rows), 'proof')} not what the verdicts say; do not use "
            "these verdicts before you know why"
        )
    if missing:
        raise FaithSieveError(
            f"{share_of(missing, len(rows), 'cited proof')} not in this store, so nothing is known "
            "of them; name the store that the check used with --store (for an ablation, its run's)"
        )
    if unknown:
        reasons = tuple(dict.fromkeys(f"{row.backend}: {row.detail}" for row in unknown))
        slow = any("timeout" in reason for reason in reasons)
        advice = "\nrun the same command with a larger --timeout" if slow else ""
        raise FaithSieveError(
            f"{len(unknown)} of {counted(len(rows), 'proof')} could not be compiled again\n"
            + "\n".join(reasons[:REASONS_SHOWN])
            + advice
        )
    same = f"{counted(len(rows), 'proof')} compiled again, all the same"
    click.echo(same if rows else "no Lean proof is cited, so nothing was compiled", err=True)
