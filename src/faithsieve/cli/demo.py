"""``faithsieve demo``: three proofs of our own, checked from end to end on this machine."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from faithsieve.api import check_by
from faithsieve.cli.check import write_page
from faithsieve.cli.check_progress import showing_check
from faithsieve.cli.data import write_text
from faithsieve.cli.lean import setup
from faithsieve.cli.model import pull_command
from faithsieve.cli.verdict_view import headline, show_checked
from faithsieve.configuration import load_settings
from faithsieve.documents.proof_files import read_proofs
from faithsieve.errors import ConfigError
from faithsieve.llm.local_weights import DEFAULT
from faithsieve.methods import find_method
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_tools

METHOD = "faithsieve"


class Shown(NamedTuple):
    """One proof of the demo and what came of it."""

    row: LabelledProof
    checked: CheckedProof
    seconds: float


def bundled_proofs() -> tuple[LabelledProof, ...]:
    """One correct proof, one with an algebra slip, one with a missing case."""
    with resources.as_file(resources.files("faithsieve.demo") / "proofs.jsonl") as path:
        return tuple(proof for proof in read_proofs(path) if isinstance(proof, LabelledProof))


@click.command()
@click.option(
    "--out",
    default="runs/demo",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where pages and verdicts go.",
)
@click.option("--model", metavar="NAME", help="Another model than the embedded one.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint.")
@click.pass_context
def demo(ctx: click.Context, out: Path, model: str | None, base_url: str | None) -> None:
    """Check three bundled proofs and write their evidence pages.

    Without --model everything runs here: the embedded Lean and a small language model are fetched
    once, without root. That model only words claims for Lean; code and Lean decide, and what they
    cannot decide is said to be open. With --model and a key, or --base-url, the whole method runs
    with that model.

    \b
    Example:
      faithsieve demo
      faithsieve demo --model gpt-5.4
    """
    if base_url and not model:
        raise ConfigError(f"--base-url {base_url} needs --model, the name it knows its model by")
    settings = _settings(model, base_url)
    ctx.invoke(setup)
    if settings.model.name == "local":
        ctx.invoke(pull_command, name=DEFAULT)
    out.mkdir(parents=True, exist_ok=True)
    shown = asyncio.run(_check_all(bundled_proofs(), settings, out))
    _summary(shown, out)


def _settings(model: str | None, base_url: str | None) -> Settings:
    flags = {
        "profile": None if model else "local",
        "model.name": model,
        "model.base_url": base_url,
    }
    return load_settings(flags)


async def _check_all(rows: Sequence[LabelledProof], settings: Settings, out: Path) -> list[Shown]:
    """Check one after the other, so that a reader can follow; model and Lean start once."""
    shown = []
    with RunStore.open(out / "store.sqlite") as store:
        async with build_tools(find_method(METHOD), settings, store) as tools:
            for row in rows:
                _show_proof(row)
                began = time.monotonic()
                with showing_check() as show:
                    checked = await check_by(METHOD, row.proof, tools, on_event=show)
                shown.append(Shown(row, checked, time.monotonic() - began))
                _show_verdict(shown[-1], out)
    return shown


def _show_proof(row: LabelledProof) -> None:
    click.echo("\n" + click.style(f"{row.id}: {row.proof.problem}", bold=True))
    for step in row.proof.steps:
        click.echo(f"  {step.index}. {step.text}")


def _show_verdict(shown: Shown, out: Path) -> None:
    Console().print(show_checked(shown.checked, seconds=shown.seconds))
    write_page(shown.checked, str(out / f"{shown.row.id}.html"))
    verdict = shown.checked.verdict.model_dump_json(indent=2)
    write_text(str(out / f"{shown.row.id}.json"), verdict + "\n")


def _summary(shown: Sequence[Shown], out: Path) -> None:
    click.echo("\n" + click.style("What was found, and what an expert says", bold=True))
    for line in _lines(shown):
        click.echo(line)
    click.echo(f"\nevidence pages: {out}/*.html; open one in a browser")
    first = out / f"{shown[0].row.id}.json"
    click.echo(
        f"compile the Lean proofs again: faithsieve recheck {first} --store {out}/store.sqlite"
    )


def _lines(shown: Sequence[Shown]) -> Iterator[str]:
    for row, checked, seconds in shown:
        gold = "correct" if row.gold == "correct" else f"first error: step {row.gold}"
        yield f"  {row.id}: {headline(checked.verdict)} | expert: {gold} | {seconds:.0f} s"
