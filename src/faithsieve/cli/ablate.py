"""``faithsieve ablate``: replay a run with one part of the method removed."""

import asyncio
import multiprocessing
import signal
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from faithsieve.cli.eval import exit_code, interrupts, remarks, rows_asked_for
from faithsieve.cli.eval_progress import showing_progress
from faithsieve.cli.options import BUDGET, PATH, ROWS, shared_options
from faithsieve.cli.output import deliver
from faithsieve.cli.report import print_tables
from faithsieve.configuration import resolve
from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError
from faithsieve.evaluate.ablation_runs import Ablation, Origin, Reuse, ablate
from faithsieve.evaluate.ablations import VARIANTS, VariantName
from faithsieve.evaluate.metrics import RunMetrics, measure_run
from faithsieve.evaluate.replay import BaseRun, StoredAnswers, dataset_of, open_base
from faithsieve.evaluate.run_folder import RunFolder, check_out
from faithsieve.evaluate.runner import Plan, RunOutcome, StopSwitch, judge_by, stoppable
from faithsieve.evaluate.session import Session, run_session
from faithsieve.evaluate.tables import Table, list_rows
from faithsieve.lean.judges import ReplayedJudge
from faithsieve.methods import Method, Tools
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.records.wording import counted
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_tools, model_identity, own_guards, replay_model

ALL = "all"


class AblationRequest(NamedTuple):
    """What the command line asked for, checked."""

    base: BaseRun
    dataset: Dataset
    problems: tuple[LabelledProof, ...]
    """Those the base run has an outcome for."""
    settings: Settings
    model: str | None
    """The model's name, where the user gives one."""
    is_replay_only: bool


class Done(NamedTuple):
    name: VariantName
    folder: Path
    open: tuple[str, ...]
    exit_code: int
    reuse: Reuse
    scores: RunMetrics


_CALLS = {
    VariantName.FULL: "no calls",
    VariantName.DIRECT: "one call a proof",
    VariantName.NO_GATE: "calls where the gate had refused a statement",
}
"""What a variant asks that its run did not; a variant not named here asks about every proof."""

_SUMMARIES = [
    f"  {name:<14} {variant.summary} ({_CALLS.get(name, 'new calls for every proof')})"
    for name, variant in VARIANTS.items()
]


@click.command(epilog="\n".join(["\b", *_SUMMARIES]))
@click.argument("run", type=PATH)
@click.option(
    "--variant",
    required=True,
    type=click.Choice([*(name.value for name in VARIANTS), ALL]),
    help="What to remove; all makes one folder each.",
)
@click.option("--out", metavar="DIR", help="The new run folder; by default RUN-VARIANT.")
@click.option("--jobs", default=1, type=click.IntRange(min=1), help="Variants at once, with all.")
@click.option("--replay-only", is_flag=True, help="Ask nothing new; what is missing stays open.")
@click.option("--model", metavar="NAME", help="The run's model, for questions it never asked.")
@shared_options(
    *("base_url", "concurrency", *BUDGET, "dataset_file", "store", "json_to", *ROWS),
    base_url="The endpoint of that model.",
)
@click.pass_context
def ablate_command(ctx: click.Context, /, run: Path, **options: Any) -> None:
    """Judge RUN's proofs again with one part of the method removed.

    RUN is a finished folder of `faithsieve eval --method faithsieve`. Everything it asked is
    answered from its store at no cost; only what the variant asks differently is new. The new
    folder's manifest names RUN by its hash and counts the answers reused and new; its
    artifacts.jsonl lists each of them. The same command resumes.

    \b
    Example:
      faithsieve ablate runs/faithsieve --variant all --out runs/ablations --replay-only
    """
    request = _read_options(run, options)
    variant = options["variant"]
    beside = run.parent / f"{run.name or run.resolve().name}-{variant}"
    out = check_out(options["out"] or str(beside))
    if variant == ALL:
        places = {name: check_out(str(out / name)) for name in VARIANTS}
    else:
        places = {VariantName(variant): out}
    if options["jobs"] > 1 and len(places) > 1:
        done = _run_side_by_side(places, run, options)
    else:
        done = [run_variant(request, name, folder) for name, folder in places.items()]
    deliver(options["json_to"], {"variants": list(map(_entry, done))}, lambda: _show(done))
    ctx.exit(max(variant.exit_code for variant in done))


def _run_side_by_side(
    places: Mapping[VariantName, Path], run: Path, options: dict[str, Any]
) -> list[Done]:
    """Run several variants at once, each in a process of its own."""
    # Ctrl-C reaches the processes themselves; this one waits until they have stopped.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    fresh = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(options["jobs"], mp_context=fresh) as pool:
            # The longest first, so that no process is left alone with it at the end.
            started = {
                name: pool.submit(_run_alone, run, options, name, places[name])
                for name in sorted(places, key=lambda name: name is not VariantName.NO_GATE)
            }
            return [started[name].result() for name in places]
    finally:
        signal.signal(signal.SIGINT, before)


def _run_alone(run: Path, options: dict[str, Any], name: VariantName, out: Path) -> Done:
    return run_variant(_read_options(run, options), name, out)


def _read_options(run: Path, options: dict[str, Any]) -> AblationRequest:
    settings = resolve(options["flags"]).settings
    base = open_base(run, store=options["store"])
    dataset = options["reading"].load(dataset_of(run, options["dataset_file"]))
    problems = base.problems_of(dataset)
    replays = options["replay_only"]
    return AblationRequest(base, dataset, problems, settings, options["model"], replays)


def run_variant(request: AblationRequest, name: VariantName, out: Path) -> Done:
    ablation = ablate(request.base, name, request.settings)
    with RunFolder(out) as folder, RunStore.open(folder.store_path) as own:
        session, outcome = asyncio.run(_replay(request, ablation, folder, own))
        reuse = ablation.finish(session)
        for line in remarks(session, outcome, ablation.settings):
            click.echo(f"{name}: {line}", err=True)
        scores = measure_run(rows_asked_for(outcome, request.problems))
        return Done(name, out, outcome.open, exit_code(outcome), reuse, scores)


async def _replay(
    request: AblationRequest, ablation: Ablation, folder: RunFolder, own: RunStore
) -> tuple[Session, RunOutcome]:
    session = ablation.open_or_resume(folder, own)
    method = ablation.method
    switch = StopSwitch()
    async with _tools(request, ablation, method, session, switch) as tools:
        with interrupts(switch), showing_progress(f"{ablation.name} · {folder.path}") as show:
            outcome = await run_session(
                session,
                request.dataset,
                Plan(request.problems, ablation.settings.model.problems_at_once),
                judge_by(method, ablation.tools_for(tools, own)),
                switch=switch,
                on_progress=show,
            )
    return session, outcome


@asynccontextmanager
async def _tools(
    request: AblationRequest,
    ablation: Ablation,
    method: Method,
    session: Session,
    switch: StopSwitch,
) -> AsyncIterator[Tools]:
    ledger = StoredAnswers(request.base.recording, session.store)
    base, settings = request.base.manifest, ablation.settings
    if request.is_replay_only:
        judge = ReplayedJudge(base.lean) if method.asks_lean else None
        yield Tools(replay_model(ledger, base.model, settings), settings, judge=judge)
        return
    live = settings
    if request.model is not None:
        # The name under which the user reaches the model today.
        live = settings.changed(model=settings.model.changed(name=request.model))
    if model_identity(live.model) != base.model:
        raise ConfigError(
            f"the run asked {base.model!r}, but new questions would go to "
            f"{model_identity(live.model)!r}; name the same model with --model and --base-url, or "
            "ask nothing new with --replay-only (only the variant full needs no new calls)"
        )
    guards = stoppable(own_guards(live, session.store.spent(session.run_id)), switch)
    async with build_tools(method, live, ledger, guards=guards) as tools:
        yield tools._replace(settings=settings)


def _show(done: list[Done]) -> None:
    print_tables([_table(done)])
    for variant in done:
        for prompt, count in variant.reuse.missing().most_common():
            click.echo(f"{variant.name}: {counted(count, 'problem')} open for want of {prompt}")
    click.echo(f"files: {', '.join(str(variant.folder) for variant in done)}")


def _table(done: list[Done]) -> Table:
    return list_rows(
        "Ablations",
        done,
        {
            "variant": lambda variant: variant.name.value,
            "exact": lambda variant: variant.scores.overall.exact,
            "binary": lambda variant: variant.scores.overall.binary,
            "failed": lambda variant: variant.scores.overall.failed,
            "open": lambda variant: len(variant.open),
            "answers reused": lambda variant: f"{variant.reuse.count(Origin.REUSED):,}",
            "new": lambda variant: f"{variant.reuse.count(Origin.NEW):,}",
        },
    )


def _entry(variant: Done) -> dict[str, object]:
    return {
        "variant": variant.name.value,
        "folder": str(variant.folder),
        "open": list(variant.open),
        "metrics": variant.scores.model_dump(mode="json"),
        "artifacts": variant.reuse.counts,
        "missing": dict(variant.reuse.missing()),
    }
