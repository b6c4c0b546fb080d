"""``faithsieve eval``: one method over a whole dataset, resumable at any point."""

import _thread
import asyncio
import json
import shlex
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from faithsieve.cli.eval_progress import showing_progress
from faithsieve.cli.options import (
    AUDIT,
    BUDGET,
    DOCUMENTS,
    PATH,
    ROWS,
    PartChoice,
    ReadingOptions,
    shared_options,
)
from faithsieve.cli.output import deliver
from faithsieve.cli.report import print_tables
from faithsieve.configuration import ADD_A_MODEL, load_settings
from faithsieve.datasets import Dataset
from faithsieve.errors import EXIT_UNFINISHED, EXIT_USER_ERROR, ConfigError, InputError
from faithsieve.evaluate.forecast import (
    Forecast,
    call_size,
    describe_forecast,
    forecast_run,
)
from faithsieve.evaluate.metrics import measure_run
from faithsieve.evaluate.paper_tables import failures_table, labels_table, metrics_table
from faithsieve.evaluate.purse import Purse, limits_to_finish
from faithsieve.evaluate.ray_engine import Cluster, Job, ray_workers
from faithsieve.evaluate.run_folder import METRICS, STORE, RunFolder, check_out
from faithsieve.evaluate.runner import (
    JudgeProblem,
    Plan,
    RunOutcome,
    StopKind,
    StopSwitch,
    judge_by,
    stoppable,
)
from faithsieve.evaluate.session import (
    Session,
    describe_run,
    open_or_resume,
    open_rows,
    run_session,
    select_proofs,
)
from faithsieve.llm.batch_files import FOLDER, write_pending
from faithsieve.llm.endpoint import Scrubber
from faithsieve.logs import known_secrets, logging_to
from faithsieve.methods import PARTS as METHOD_PARTS
from faithsieve.methods import find_method
from faithsieve.records.cost import Amount
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import FailureKind, ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.records.wording import counted
from faithsieve.store.run_store import RunStore
from faithsieve.synthesize.missing_lean import NEXT_STEP
from faithsieve.wiring import (
    build_tools,
    lean_identity,
    model_price,
    own_guards,
    read_headers,
    run_identity,
    start_judge,
)

REPLAY_ONLY = "--replay-only"

GRACE_S = 1.0
"""How long a second Ctrl-C waits for the event loop."""

NEXT_STEPS = {
    StopKind.BUDGET: "Go on when you like.",
    StopKind.BATCH: "Have the batch files answered and import the answers with "
    "`faithsieve batch import`. Then go on.",
    StopKind.REPLAY: "Name the model without `replay:` to ask what was never recorded.",
    StopKind.ACCESS: "Check the key, the account and the model's name, then go on.",
    StopKind.SERVICE: "Wait until the service answers again, then go on.",
    StopKind.JUDGE: "Check the Lean with `faithsieve lean doctor` and the answers so far with "
    "`faithsieve recheck {folder}`. Then go on.",
    StopKind.SETTINGS: "Correct that, then go on.",
    StopKind.STORE: "Then go on.",
    StopKind.INTERRUPT: "Go on when you like.",
}


class EvalRequest(NamedTuple):
    dataset: Dataset
    settings: Settings
    method: str
    out: Path
    store: str | None
    plan: Plan
    cluster: Cluster | None = None
    """Where Ray makes the run; None makes it in this process."""

    @property
    def place(self) -> str | Path:
        """The path or URL of the store."""
        return self.store or self.out / STORE


class Evaluated(NamedTuple):
    """How a run ended, and what its user must know."""

    run_id: str
    outcome: RunOutcome
    rows: tuple[ProblemResult, ...]
    """Every problem that was asked for, open ones included, in dataset order."""
    seconds: float
    remarks: tuple[str, ...]


@click.command()
@click.argument("dataset", type=PATH)
@click.option("--method", required=True, type=PartChoice(METHOD_PARTS), help="How to judge.")
@click.option("--out", required=True, metavar="DIR", help="The run folder; made if missing.")
@shared_options(
    *("model", "base_url", "profile", *AUDIT, "concurrency", *BUDGET),
    *("max_seconds", "max_lean_seconds", "force_label", "log_file"),
    *("ids", "store", "json_to", *ROWS, *DOCUMENTS),
    store="A shared store: a path or postgresql://…",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N problems.")
@click.option("--estimate", is_flag=True, help="Say what the run would take, and stop.")
@click.option(
    "--engine", default="local", type=click.Choice(["local", "ray"]), help="Where to run."
)
@click.option("--address", metavar="HOST:PORT", help="The Ray cluster; by default this machine.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Ray workers.")
@click.option("--retry-failed", is_flag=True, help="Also retry parse failures and crashes.")
@click.pass_context
def evaluate(
    ctx: click.Context, /, dataset: Path, flags: dict[str, object], **options: Any
) -> None:
    """Judge every proof of DATASET and score the answers.

    DATASET is JSONL or JSON, or documents as `check` reads them: a file, a folder, a zip archive
    or a CSV table.

    The same command resumes: finished problems are skipped, nothing is paid for twice, and a
    folder that holds another question is refused. Failures of a provider or of Lean are tried
    again by the next run; parse failures and crashes only with --retry-failed. Ctrl-C once waits
    for the calls under way and stops cleanly, twice stops now.

    A proof may be left undecided; --force-label asks for a label all the same, and reports say so.

    \b
    Example:
      faithsieve eval proofs.jsonl --method direct --model gpt-5.4 --out runs/first --limit 20
    """
    request = _read_options(dataset, load_settings(flags), options)
    if options["estimate"]:
        click.echo(_estimate(request))
        return
    ended = run_eval(request)
    summary = json.loads((request.out / METRICS).read_text(encoding="utf-8"))
    summary["seconds"] = round(ended.seconds, 3)
    deliver(options["json_to"], summary, lambda: _print_scores(ended, request.out))
    for line in ended.remarks:
        click.echo(line, err=True)
    ctx.exit(exit_code(ended.outcome))


def _read_options(file: Path, settings: Settings, options: dict[str, Any]) -> EvalRequest:
    if find_method(options["method"]).asks_model and not settings.model.is_named:
        raise ConfigError(f"no model is named; {ADD_A_MODEL}")
    out = check_out(options["out"])
    reading: ReadingOptions = options["reading"]
    dataset = reading.load(file)
    plan = Plan(
        select_proofs(dataset.proofs, limit=options["limit"], ids=read_ids(options["ids"])),
        concurrency=settings.model.problems_at_once,
        retry_failed=options["retry_failed"],
    )
    cluster = Cluster(options["address"], options["workers"])
    if options["engine"] != "ray" and cluster != Cluster():
        raise ConfigError("--address and --workers are about --engine ray; add it")
    return EvalRequest(
        dataset=dataset,
        settings=settings,
        method=options["method"],
        out=out,
        store=options["store"],
        plan=plan,
        cluster=cluster if options["engine"] == "ray" else None,
    )


def _estimate(request: EvalRequest) -> str:
    """Print the forecast of a run, using an existing store's medians but creating no store."""
    if package := find_method(request.method).package:
        raise ConfigError(f"nobody measured how much the method of {package} asks; try --limit 3")
    if "://" in str(request.place) or Path(request.place).is_file():
        with RunStore.open(request.place) as store:
            return _describe(request, _forecast(request, store))
    return _describe(request, _forecast(request))


def _forecast(
    request: EvalRequest, store: RunStore | None = None, *, done: Iterable[ProblemResult] = ()
) -> Forecast:
    calls = {result.id: sum(stage.calls for stage in result.cost.stages) for result in done}
    identity = run_identity(find_method(request.method), request.settings)
    return forecast_run(
        request.method,
        (problem.proof for problem in request.plan.problems if problem.id not in calls),
        request.settings,
        price=model_price(request.settings.model),
        measured=call_size(request.method, store.measured_calls(identity)) if store else None,
        finished=[
            (problem.proof, calls[problem.id])
            for problem in request.plan.problems
            if problem.id in calls
        ],
    )


def _describe(request: EvalRequest, forecast: Forecast) -> str:
    return describe_forecast(forecast, model=ModelName.parse(request.settings.model.name).name)


def read_ids(text: str | None) -> tuple[str, ...]:
    """Parse ids from ``a,b,c`` or, for ``@FILE``, from the lines of a file.

    Raises:
        InputError: the file cannot be read.
    """
    if text is None:
        return ()
    if not text.startswith("@"):
        return tuple(id.strip() for id in text.split(",") if id.strip())
    try:
        lines = Path(text[1:]).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InputError(f"--ids {text!r}: the file cannot be read: {error}") from error
    return tuple(line.strip() for line in lines if line.strip())


def run_eval(request: EvalRequest) -> Evaluated:
    """Run or resume an evaluation."""
    if bad := request.dataset.bad:
        click.echo(f"left out {counted(len(bad), 'bad row')}; the first: {bad[0]}", err=True)
    headers = read_headers(request.settings.model.headers)
    secrets = known_secrets(headers, request.store, request.settings.model.base_url)
    with (
        logging_to(request.settings.observe.log_file, Scrubber(secrets)),
        RunFolder(request.out) as folder,
        RunStore.open(request.place) as store,
    ):
        began, began_at = time.monotonic(), datetime.now(UTC)
        session, outcome = asyncio.run(_evaluate(request, folder, store))
        seconds = time.monotonic() - began
        # A shared store also holds questions of other runs, which are theirs to send.
        since = began_at if request.store is not None else None
        said = tuple(
            remarks(
                session,
                outcome,
                request.settings,
                retries_failed=request.plan.retry_failed,
                since=since,
            )
        )
        rows = rows_asked_for(outcome, request.plan.problems)
        return Evaluated(session.run_id, outcome, rows, seconds, said)


async def _evaluate(
    request: EvalRequest, folder: RunFolder, store: RunStore
) -> tuple[Session, RunOutcome]:
    method = find_method(request.method)
    # First of all the manifest: no server is started for a run that is refused.
    manifest = describe_run(
        request.method,
        model=run_identity(method, request.settings),
        dataset=request.dataset,
        settings=request.settings,
        lean=lean_identity(method, request.settings),
    )
    session = open_or_resume(
        folder,
        store,
        manifest,
        is_shared=request.store is not None,
        notes={"dataset_file": str(Path(request.dataset.file).resolve())},
    )
    kind = ModelName.parse(request.settings.model.name).kind
    is_measured = method.asks_model and not method.package
    if is_measured and kind not in (ModelKind.LOCAL, ModelKind.REPLAY):
        done = store.results(session.run_id, session.manifest)
        forecast = _forecast(request, store, done=done)
        if forecast.proofs > 1:
            click.echo(_describe(request, forecast), err=True)
    switch = StopSwitch()
    async with _engine(request, session, store.spent(session.run_id), switch) as judge:
        switch.limit_seconds(request.settings.budget.max_seconds)
        with interrupts(switch), showing_progress(f"{request.method} · {folder.path}") as show:
            outcome = await run_session(
                *(session, request.dataset, request.plan, judge),
                switch=switch,
                purse=Purse(
                    request.settings.budget,
                    spent=store.spent(session.run_id),
                    price=model_price(request.settings.model),
                ),
                on_progress=show,
            )
    return session, outcome


@asynccontextmanager
async def _engine(
    request: EvalRequest, session: Session, spent: Amount, switch: StopSwitch
) -> AsyncIterator[JudgeProblem]:
    """Yield the function that judges a problem: in this process, or on a Ray cluster."""
    method = find_method(request.method)
    if request.cluster is None:
        guards = stoppable(own_guards(request.settings, spent), switch)
        async with build_tools(method, request.settings, session.store, guards=guards) as tools:
            yield judge_by(method, tools)
        return
    place = str(request.place)
    # Workers may have another working folder.
    place = place if "://" in place else str(Path(place).resolve())
    job = Job(
        request.method,
        request.settings,
        place,
        session.run_id,
        build_tools,
        start_judge,
        session.manifest.lean,
    )
    async with ray_workers(
        job, request.cluster, spent=spent, switch=switch, concurrency=request.plan.concurrency
    ) as judge:
        yield judge


@contextmanager
def interrupts(switch: StopSwitch) -> Iterator[None]:
    """Stop the run softly at Ctrl-C or SIGTERM, and at once at a second signal.

    Where some code does not let go of the event loop, so that the second one is not taken up in
    time, the main thread is interrupted.
    """
    loop, count = asyncio.get_running_loop(), 0

    def handle(number: int, frame: object) -> None:
        nonlocal count
        count += 1
        if count > 2 and not switch.now.is_set():
            raise KeyboardInterrupt
        if count == 1:
            click.echo("stopping: waiting for the calls under way; again to stop now", err=True)
        if count == 2:
            force.start()
        loop.call_soon_threadsafe(switch.interrupt)

    def interrupt_if_frozen() -> None:
        if not switch.now.is_set():
            _thread.interrupt_main(signal.SIGINT)

    force = threading.Timer(GRACE_S, interrupt_if_frozen)
    force.daemon = True
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        force.cancel()
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_scores(ended: Evaluated, folder: Path) -> None:
    """Print the scores, what went wrong, and where the files are."""
    rows = ended.rows
    tables = [labels_table(ended.run_id, rows)]
    if any(row.gold is not None for row in rows):
        scores = measure_run(rows).overall
        tables = [metrics_table([(ended.run_id, scores)], title=_headline(ended.outcome))]
    if any(row.failure for row in rows):
        tables.append(failures_table(ended.run_id, rows))
    print_tables(tables)
    click.echo(f"files: {folder}")


def rows_asked_for(
    outcome: RunOutcome, problems: Sequence[LabelledProof]
) -> tuple[ProblemResult, ...]:
    """Return results and open rows together, in dataset order."""
    known = {row.id: row for row in (*outcome.results, *open_rows(problems, outcome.open))}
    return tuple(known[problem.id] for problem in problems if problem.id in known)


def _headline(outcome: RunOutcome) -> str:
    """Write the scores as one line, beginning with a warning if Lean was missing."""
    if not outcome.without_lean:
        return "Scores"
    asked = f"{outcome.without_lean} of {counted(len(outcome.results), 'problem')}"
    return f"Scores, not final: Lean could not be asked about {asked}"


def remarks(
    session: Session,
    outcome: RunOutcome,
    settings: Settings,
    *,
    retries_failed: bool = False,
    since: datetime | None = None,
) -> Iterator[str]:
    """List what a user must know after a run and how to go on, a line each.

    The open questions of a batch model are written as files, which are named too.

    Args:
        retries_failed: Whether the same command tries every failure again.
        since: Only questions asked since then are written.
    """
    interrupted = session.store.interrupted_calls(session.run_id)
    if interrupted:
        yield (
            f"note: {counted(interrupted, 'call')} under way or ready to be sent when a process "
            "ended: asked again, and the provider may have billed twice"
        )
    for row in session.store.damaged:
        yield f"warning: damaged row in the store, not used: {row}"
    if outcome.stop is not None:
        yield f"stopped: {outcome.stop.message}"
    if outcome.open:
        yield f"open: {counted(len(outcome.open), 'problem')} without an answer yet"
    if outcome.without_lean:
        lost = counted(outcome.without_lean, "problem")
        yield f"without Lean: {lost} will be checked again; {NEXT_STEP}"
    if outcome.temporary_failures:
        yield f"failed: {counted(outcome.temporary_failures, 'problem')} will be tried again"
    if has_no_answer(outcome):
        yield from _all_failed(outcome, retries_failed=retries_failed)
    if not outcome.is_finished:
        yield _next_step(session, outcome, settings)
    yield from _batch_files(session, settings, since)


def _next_step(session: Session, outcome: RunOutcome, settings: Settings) -> str:
    """Say what to do about the stop, and with which command the run goes on."""
    kind = outcome.stop.kind if outcome.stop else StopKind.INTERRUPT
    higher = _higher_limits(session, outcome, settings) if kind is StopKind.BUDGET else {}
    advice = NEXT_STEPS[kind].format(folder=shlex.quote(str(session.folder.path)))
    if kind is StopKind.REPLAY and REPLAY_ONLY in sys.argv:
        # The same command would stop at the same question again.
        advice = f"Leave {REPLAY_ONLY} out to ask what was never recorded."
    if higher:
        left = counted(len(outcome.open), "open proof")
        limits = ", ".join(" ".join(option) for option in higher.items())
        advice = f"A higher limit goes on; {limits} should be enough for {left}."
    return f"{advice} Run: {this_command(higher)}"


def _higher_limits(session: Session, outcome: RunOutcome, settings: Settings) -> dict[str, str]:
    spent = session.store.spent(session.run_id)
    needed = outcome.stop.needed if outcome.stop else Amount()
    return limits_to_finish(
        settings.budget, spent, outcome.results, len(outcome.open), at_least=needed
    )


def has_no_answer(outcome: RunOutcome) -> bool:
    """Return whether every problem that was judged failed, so that nothing was found out."""
    return bool(outcome.results) and all(row.failure is not None for row in outcome.results)


def _all_failed(outcome: RunOutcome, *, retries_failed: bool) -> Iterator[str]:
    failures = [row.failure for row in outcome.results if row.failure is not None]
    kind, count = Counter(failure.kind for failure in failures).most_common(1)[0]
    first = next(failure for failure in failures if failure.kind is kind)
    yield f"no answer at all: {count} of {counted(len(failures), 'problem')} by {kind.value}"
    if kind is FailureKind.PARSE:
        again = "" if retries_failed else "; then run the same command with --retry-failed"
        yield f"{first.message}. Try another model, or more output tokens{again}"


def _batch_files(session: Session, settings: Settings, since: datetime | None) -> Iterator[str]:
    identity = session.manifest.model
    if ModelName.parse(identity).kind is ModelKind.BATCH:
        folder, said = session.folder.path / FOLDER, settings.model.capabilities
        for path in write_pending(session.store, identity, folder, since=since, overrides=said):
            yield f"batch file: {path}"


def this_command(changed: Mapping[str, str] | None = None) -> str:
    """Return the typed command to go on with: some options changed, none that kept it from asking.

    Args:
        changed: Options with the values they should have instead.
    """
    words = [word for word in sys.argv[1:] if word != REPLAY_ONLY]
    for option, value in (changed or {}).items():
        words = [*_without_option(words, option), option, value]
    return shlex.join(["faithsieve", *words])


def _without_option(words: Sequence[str], option: str) -> Iterator[str]:
    skips = False
    for word in words:
        if skips:
            skips = False
        elif word == option:
            skips = True
        elif not word.startswith(f"{option}="):
            yield word


def exit_code(outcome: RunOutcome) -> int:
    if outcome.stop is not None and outcome.stop.kind is StopKind.SETTINGS:
        return EXIT_USER_ERROR
    return 0 if outcome.is_finished and not has_no_answer(outcome) else EXIT_UNFINISHED
