"""``faithsieve demo``: five proofs of our own, checked from end to end on this machine.

What the language model says is recorded: a strong reader answered the questions once, and its
replies are bundled. Everything else runs: code, the gate's arithmetic, Lean, fusion. ``--model``
asks a model instead. A proof that could not be checked is shown as such and ends the command with
exit code 3; ``summary.json`` says what was found and which recorded replies nobody asked for.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from faithsieve.api import check_by
from faithsieve.cli.check import write_page
from faithsieve.cli.check_progress import showing_check
from faithsieve.cli.lean import install_lean, make_ready
from faithsieve.cli.options import PATH, shared_options
from faithsieve.cli.output import write_json
from faithsieve.cli.verdict_view import headline, show_checked
from faithsieve.configuration import load_settings
from faithsieve.demo.examples import bundled_proofs
from faithsieve.demo.recorded import (
    ANSWERED_BY,
    IDENTITY,
    DemoRecording,
    NoRecordedReplyError,
    RecordedReader,
    UseOfRecording,
    outdated_prompts,
    read_recording,
)
from faithsieve.errors import EXIT_UNFINISHED, ConfigError, FaithSieveError, UserError
from faithsieve.llm.cached import CachedModel
from faithsieve.methods import Tools, find_method
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_judge, build_tools, embedded_toolchain, start_judge

METHOD = "faithsieve"
PARTS = ("Tactics", "Models")
"""Of Lean's library, with what they import: all that the recorded statements and their proofs use,
so that a newcomer does not wait for the rest."""


class Shown(NamedTuple):
    row: LabelledProof
    checked: CheckedProof | None
    """What was found out; None for a proof that could not be checked."""
    seconds: float
    problem: str = ""
    """Why it could not be checked."""

    @property
    def found(self) -> str:
        return headline(self.checked.verdict) if self.checked else f"not checked: {self.problem}"

    @property
    def row_of_summary(self) -> dict[str, object]:
        label = self.checked.verdict.label if self.checked else None
        return {
            "id": self.row.id,
            "label": label,
            "gold": self.row.gold,
            "not_checked": self.problem,
        }

    @property
    def expected(self) -> str:
        return "correct" if self.row.gold == "correct" else f"first error: step {self.row.gold}"


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
    """Check five bundled proofs and write their evidence pages.

    A strong reader's replies to the questions about these proofs are bundled, so nothing is sent
    anywhere and no model is fetched; the embedded Lean is, once and without root, and all formal
    evidence is made here and now. With --model and a key, or --base-url, the whole method runs
    with that model.

    \b
    Example:
      faithsieve demo
      faithsieve demo --model gpt-5.4
    """
    model, base_url = flags["model.name"], flags["model.base_url"]
    if base_url and not model:
        raise ConfigError(f"--base-url {base_url} needs --model, the name it knows its model by")
    settings = load_settings(flags)
    recording = None if model else read_recording()
    install_lean()
    parts = PARTS if recording and embedded_toolchain().find_image() is None else ()
    make_ready(embedded_toolchain(parts=parts))
    out.mkdir(parents=True, exist_ok=True)
    if recording:
        click.echo("The model's replies are recorded: a strong reader wrote them for these proofs.")
        click.echo("Statements, gate, Lean proofs and verdicts are computed now, on this machine.")
        if changed := outdated_prompts(recording):
            click.echo(f"Recorded for an earlier wording of these prompts: {', '.join(changed)}.")
    shown, unused = asyncio.run(_check_all(bundled_proofs(), settings, out, recording, parts))
    _summary(shown, out)
    if parts:
        click.echo(
            "compiled were the parts of Lean's library that the demo uses; the next command that "
            "asks Lean compiles the others (a minute or two), or now: faithsieve lean setup"
        )
    write_json(
        out / "summary.json",
        {"proofs": [each.row_of_summary for each in shown], "unused_replies": unused},
    )
    if any(each.checked is None for each in shown):
        ctx.exit(EXIT_UNFINISHED)


@asynccontextmanager
async def _tools(
    settings: Settings, store: RunStore, recording: DemoRecording | None, parts: Sequence[str]
) -> AsyncIterator[Tools]:
    if recording is None:
        async with build_tools(find_method(METHOD), settings, store) as tools:
            yield tools
        return
    cached = CachedModel(RecordedReader(recording), store, IDENTITY)
    async with (
        start_judge(settings, parts=parts) as lean,
        build_judge(settings, store, lean) as judge,
    ):
        model = UseOfRecording(cached, recording)
        yield Tools(model, settings, judge=judge, answered_by=ANSWERED_BY)


async def _check_all(
    rows: Sequence[LabelledProof],
    settings: Settings,
    out: Path,
    recording: DemoRecording | None,
    parts: Sequence[str],
) -> tuple[list[Shown], list[tuple[str, str, str]]]:
    """Check one after the other, so that a reader can follow; model and Lean start once.

    The second result names the recorded replies that no question asked for.
    """
    with RunStore.open(out / "store.sqlite") as store:
        async with _tools(settings, store, recording, parts) as tools:
            shown = [await _check(row, tools, out) for row in rows]
            recorded = tools.model
            unused = recorded.unused if isinstance(recorded, UseOfRecording) else ()
            return shown, list(unused)


async def _check(row: LabelledProof, tools: Tools, out: Path) -> Shown:
    """Check one proof and show it; what fails there does not take the others with it."""
    _show_proof(row)
    began = time.monotonic()
    try:
        with showing_check() as show:
            checked = await check_by(METHOD, row.proof, tools, on_event=show)
    except FaithSieveError as error:
        if isinstance(error, UserError) and not isinstance(error, NoRecordedReplyError):
            raise
        click.echo(f"  not checked: {error}")
        return Shown(row, None, time.monotonic() - began, str(error))
    shown = Shown(row, checked, time.monotonic() - began)
    _show_verdict(checked, shown.seconds, out / row.id)
    return shown


def _show_proof(row: LabelledProof) -> None:
    click.echo("\n" + click.style(f"{row.id}: {row.proof.problem}", bold=True))
    for step in row.proof.steps:
        click.echo(f"  {step.index}. {step.text}")


def _show_verdict(checked: CheckedProof, seconds: float, stem: Path) -> None:
    Console().print(show_checked(checked, seconds=seconds))
    write_page(checked, f"{stem}.html")
    write_json(Path(f"{stem}.json"), checked.verdict)


def _summary(shown: Sequence[Shown], out: Path) -> None:
    click.echo("\n" + click.style("What was found, and what an expert says", bold=True))
    for each in shown:
        click.echo(
            f"  {each.row.id}: {each.found} | expert: {each.expected} | {each.seconds:.0f} s"
        )
    click.echo(f"\nevidence pages: {out}/*.html; open one in a browser")
    first = next((each.row.id for each in shown if each.checked), None)
    if first:
        click.echo(
            f"compile the Lean proofs again: "
            f"faithsieve recheck {out}/{first}.json --store {out}/store.sqlite"
        )
