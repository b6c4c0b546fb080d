"""``faithsieve demo``: four proofs of our own, checked from end to end on this machine.

What the language model says is recorded: a strong reader answered the questions once, and its
replies are bundled. Everything else runs: code, the gate's arithmetic, Lean, fusion. ``--model``
asks another model instead.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from faithsieve.api import check_by
from faithsieve.cli.check import write_page
from faithsieve.cli.check_progress import showing_check
from faithsieve.cli.lean import setup
from faithsieve.cli.options import PATH, shared_options
from faithsieve.cli.output import write_json
from faithsieve.cli.tree_view import show_localization
from faithsieve.cli.verdict_view import headline, show_checked
from faithsieve.configuration import load_settings
from faithsieve.datasets import load_dataset
from faithsieve.demo.recorded import (
    IDENTITY,
    NoRecordedReplyError,
    RecordedReader,
    outdated_prompts,
    read_recording,
)
from faithsieve.errors import ConfigError
from faithsieve.llm.cached import CachedModel
from faithsieve.methods import Tools, find_method
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_judge, build_tools

METHOD = "faithsieve"


class Shown(NamedTuple):
    row: LabelledProof
    checked: CheckedProof
    seconds: float


def bundled_proofs() -> tuple[LabelledProof, ...]:
    """Load the proofs: a correct one, an algebra slip, a missing case, a university proof."""
    with resources.as_file(resources.files("faithsieve.demo") / "proofs.jsonl") as path:
        return tuple(load_dataset(path).proofs)


@click.command()
@click.option(
    "--out",
    default="runs/demo",
    show_default=True,
    type=PATH,
    help="Where pages and verdicts go.",
)
@shared_options("model", "base_url", model="Ask this model instead of the recording.")
@click.pass_context
def demo(ctx: click.Context, out: Path, flags: dict[str, object]) -> None:
    """Check four bundled proofs and write their evidence pages.

    A strong reader's replies to the questions about these proofs are bundled, so nothing is sent
    anywhere and no model is fetched; the embedded Lean is, once and without root, and all formal
    evidence is made here and now. With --model and a key, or --base-url, the whole method runs with
    that model.

    \b
    Example:
      faithsieve demo
      faithsieve demo --model gpt-5.4
    """
    model, base_url = flags["model.name"], flags["model.base_url"]
    if base_url and not model:
        raise ConfigError(f"--base-url {base_url} needs --model, the name it knows its model by")
    is_recorded = not model
    settings = load_settings(flags)
    ctx.invoke(setup)
    out.mkdir(parents=True, exist_ok=True)
    if is_recorded:
        click.echo("The model's replies are recorded: a strong reader wrote them for these proofs.")
        click.echo("Statements, gate, Lean proofs and verdicts are computed now, on this machine.")
        if changed := outdated_prompts(read_recording()):
            click.echo(f"Recorded for an earlier wording of these prompts: {', '.join(changed)}.")
    shown = asyncio.run(_check_all(bundled_proofs(), settings, out, is_recorded=is_recorded))
    _summary(shown, out)


@asynccontextmanager
async def _tools(settings: Settings, store: RunStore, *, is_recorded: bool) -> AsyncIterator[Tools]:
    if not is_recorded:
        async with build_tools(find_method(METHOD), settings, store) as tools:
            yield tools
        return
    model = CachedModel(RecordedReader(read_recording()), store, IDENTITY)
    async with build_judge(settings, store) as judge:
        yield Tools(model, settings, judge=judge)


async def _check_all(
    rows: Sequence[LabelledProof], settings: Settings, out: Path, *, is_recorded: bool
) -> list[Shown]:
    """Check one after the other, so that a reader can follow; model and Lean start once."""
    shown = []
    with RunStore.open(out / "store.sqlite") as store:
        async with _tools(settings, store, is_recorded=is_recorded) as tools:
            for row in rows:
                _show_proof(row)
                began = time.monotonic()
                try:
                    with showing_check() as show:
                        checked = await check_by(METHOD, row.proof, tools, on_event=show)
                except NoRecordedReplyError as missing:
                    click.echo(f"  not checked: {missing}")
                    continue
                shown.append(Shown(row, checked, time.monotonic() - began))
                _show_verdict(shown[-1], out)
    return shown


def _show_proof(row: LabelledProof) -> None:
    click.echo("\n" + click.style(f"{row.id}: {row.proof.problem}", bold=True))
    for step in row.proof.steps:
        click.echo(f"  {step.index}. {step.text}")


def _show_verdict(shown: Shown, out: Path) -> None:
    console = Console()
    if shown.checked.localization is not None:
        console.print(show_localization(shown.checked.localization))
    console.print(show_checked(shown.checked, seconds=shown.seconds))
    write_page(shown.checked, str(out / f"{shown.row.id}.html"))
    write_json(out / f"{shown.row.id}.json", shown.checked.verdict)


def _summary(shown: Sequence[Shown], out: Path) -> None:
    if not shown:
        return
    click.echo("\n" + click.style("What was found, and what an expert says", bold=True))
    for row, checked, seconds in shown:
        gold = "correct" if row.gold == "correct" else f"first error: step {row.gold}"
        found = headline(checked.verdict)
        click.echo(f"  {row.id}: {found} | expert: {gold} | {seconds:.0f} s")
    click.echo(f"\nevidence pages: {out}/*.html; open one in a browser")
    first = out / f"{shown[0].row.id}.json"
    click.echo(
        f"compile the Lean proofs again: faithsieve recheck {first} --store {out}/store.sqlite"
    )
