"""``faithsieve audit``: people's labels against the pipeline's, and labels against the proofs."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from faithsieve.baselines.prm import StepScorer, checked_scores
from faithsieve.cli.audit_gate import has_decisions, run_gate
from faithsieve.cli.options import PATH, ROWS, ReadingOptions, shared_options
from faithsieve.cli.output import deliver, write_text
from faithsieve.cli.report import print_tables
from faithsieve.configuration import load_settings
from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import (
    ANSWERS,
    Annotation,
    Task,
    TaskKey,
    TaskKind,
    agree,
    agreement_table,
    check_answer,
    label_rows,
    sample_tasks,
)
from faithsieve.evaluate.audits.human_audits import (
    audit_decomposition,
    audit_gate,
    audit_suspicion,
    decomposition_table,
    gate_tables,
    suspicion_tables,
)
from faithsieve.evaluate.audits.run_rows import rows_of_run
from faithsieve.evaluate.prm_calibration import ScoredProof, choose_threshold, threshold_table
from faithsieve.evaluate.record_files import read_objects, read_records, record_lines
from faithsieve.evaluate.run_reading import required_run
from faithsieve.evaluate.tables import clean
from faithsieve.evaluate.vote_pool import (
    describe_pool,
    replay_votes,
    score_majority,
    votes_tables,
)
from faithsieve.llm.cached import ReplayModel
from faithsieve.records.proof import LabelledProof
from faithsieve.records.wording import counted


@click.group()
def audit() -> None:
    """Human and automatic audits, with calibration tables."""


@audit.command()
@click.argument("dataset", type=PATH)
@click.option(
    "--against", type=PATH, metavar="OTHER", help="A dataset that may hold the same proofs."
)
@shared_options("json_to", *ROWS)
def labels(
    dataset: Path, against: Path | None, json_to: str | None, reading: ReadingOptions
) -> None:
    """Find rows whose gold label deserves a second look.

    Duplicates, merged steps, claims that code refutes before the labelled step and, with
    --against, labels that differ after the steps of both files are laid over each other. Nothing
    is changed.

    \b
    Example:
      faithsieve audit labels proofloc.jsonl --against olympiadbench.json
    """
    # Reading mathematics loads SymPy; no other audit needs it.
    from faithsieve.evaluate.audits.labels import audit_labels, label_audit_table

    # The other file may have another shape; only its bad rows are treated alike.
    other = ReadingOptions(skip_bad=reading.skip_bad).load(against) if against else None
    found = audit_labels(reading.load(dataset), against=other)
    deliver(json_to, found, lambda: print_tables([label_audit_table(found)]))


@audit.command()
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@click.option("--consolidated", type=PATH, help="What was agreed where the two differ.")
@shared_options("json_to")
def decomposition(
    first: Path, second: Path, consolidated: Path | None, json_to: str | None
) -> None:
    """Say how often decomposition preserved the first error, by two annotators.

    Rows: {"id", "preserved": true or false, "note"}.

    \b
    Example:
      faithsieve audit decomposition ann.jsonl ben.jsonl --consolidated both.jsonl
    """
    found = audit_decomposition(first, second, consolidated)
    deliver(json_to, found, lambda: print_tables([decomposition_table(found)]))


@audit.command()
@click.argument("selection", type=PATH)
@click.argument("unit_labels", metavar="LABELS", type=PATH)
@shared_options("json_to")
def search(selection: Path, unit_labels: Path, json_to: str | None) -> None:
    """Calibrate the suspicion search against blind labels of units.

    SELECTION rows: {"id", "unit", "risk", "selected", "gold"} in proof order. LABELS rows:
    {"id", "unit", "label": right, wrong or uncertain}.

    \b
    Example:
      faithsieve audit search units.jsonl blind.jsonl --json search.json
    """
    found = audit_suspicion(selection, unit_labels)
    deliver(json_to, found, lambda: print_tables(suspicion_tables(found)))


@audit.command()
@click.argument("pairs", type=PATH)
@click.option(
    "--decisions",
    type=PATH,
    help="The gate's output, rows {id, accepted}; default: PAIRS itself.",
)
@shared_options(
    *("model", "base_url", "store", "json_to"),
    model="Which model judges the pairs.",
    store="Where model calls are kept.",
)
def gate(
    pairs: Path,
    decisions: Path | None,
    flags: dict[str, object],
    store: str | None,
    json_to: str | None,
) -> None:
    """Run the semantic gate over pairs of obligation and statement, or calibrate its decisions.

    PAIRS rows: {"id", "problem", "step", "context", "obligation", "kind", "lean"} are judged and
    written to --json; with {"label": faithful or drifted, "drift"} a calibration table follows.
    Rows that carry "accepted", or a --decisions file, are only calibrated.

    \b
    Example:
      faithsieve audit gate pairs.jsonl --model NAME --json out.jsonl
      faithsieve audit gate statements.jsonl --decisions gate.jsonl
    """
    if decisions is None and not has_decisions(pairs):
        run_gate(pairs, flags, store=store, json_to=json_to)
        return
    found = audit_gate(pairs, decisions or pairs)
    deliver(json_to, found, lambda: print_tables(gate_tables(found)))


@audit.command()
@click.argument("run", type=PATH)
@click.option("--dataset", "dataset_file", required=True, type=PATH, help="The run's dataset.")
@click.option("--sizes", default="1,3,5,9,17,33,65,129,241", show_default=True, metavar="N,N")
@click.option("--pool", "pool_to", metavar="FILE", help="Also write the votes, one row a problem.")
@shared_options("json_to", *ROWS)
def votes(
    run: Path,
    dataset_file: Path,
    sizes: str,
    pool_to: str | None,
    json_to: str | None,
    reading: ReadingOptions,
) -> None:
    """Score majority@N for several N from the frozen votes of one majority run.

    Nothing is asked: the votes are read from the run's store. Sizes above the pool are left out.

    \b
    Example:
      faithsieve audit votes runs/majority --dataset proofs.jsonl --sizes 1,5,17
    """
    proofs = reading.load(dataset_file).proofs
    with required_run(run) as opened:
        replay = ReplayModel(opened.store, opened.manifest.model)
        pool = asyncio.run(replay_votes(proofs, opened.manifest, replay=replay))
    largest = min((len(problem.votes) for problem in pool), default=0)
    wanted = [size for size in _whole_numbers(sizes) if size <= largest]
    scores = score_majority(pool, wanted)
    if pool_to:
        write_text(pool_to, "".join(record_lines(pool)))
    tables = votes_tables(scores, describe_pool(pool))
    entries = [score.model_dump(mode="json") for score in scores]
    deliver(json_to, entries, lambda: print_tables(tables))


def _whole_numbers(text: str) -> list[int]:
    try:
        numbers = [int(part) for part in text.split(",") if part.strip()]
    except ValueError as error:
        raise InputError(f"--sizes {text!r} is not a list of whole numbers") from error
    if not numbers or min(numbers) < 1:
        raise InputError(f"--sizes {text!r} is not a list of whole numbers from 1")
    return numbers


@audit.command()
@click.argument("dataset", type=PATH)
@shared_options("profile", "json_to", *ROWS)
def prm(
    dataset: Path, flags: dict[str, object], json_to: str | None, reading: ReadingOptions
) -> None:
    """Choose a threshold for the process reward model of the settings, to be frozen.

    The threshold with the best ProcessBench F1 on DATASET, which must not be the one you evaluate
    on. Proofs longer than the model can read are left out and counted. The model is that of
    prm.name and prm.weights; see `faithsieve config show`.

    \b
    Example:
      FAITHSIEVE_PRM__WEIGHTS=models/prm faithsieve audit prm gsm8k.json
    """
    # Reward models bring torch; no other audit needs it.
    from faithsieve.baselines.prm_models import load_scorer

    settings = load_settings(flags)
    rows = reading.load(dataset).proofs
    scored, too_long = asyncio.run(_score_all(load_scorer(settings.prm), rows))
    try:
        choice = choose_threshold(scored)
    except ValueError as error:
        raise InputError(f"{dataset}: {error}") from error
    if too_long:
        click.echo(
            f"left out {counted(too_long, 'proof')} longer than the model can read", err=True
        )
    table = threshold_table(settings.prm.name, choice)
    deliver(json_to, choice, lambda: print_tables([table]))


async def _score_all(
    scorer: StepScorer, rows: Sequence[LabelledProof]
) -> tuple[list[ScoredProof], int]:
    scored: list[ScoredProof] = []
    labelled = [row for row in rows if row.gold is not None]
    for row in labelled:
        try:
            scores = checked_scores(await scorer.score(row.proof), row.proof)
        except InputError:
            continue
        assert row.gold is not None
        scored.append(ScoredProof(scores, row.gold))
    return scored, len(labelled) - len(scored)


@audit.command()
@click.argument("file", type=PATH)
@click.option("--kind", required=True, type=click.Choice([kind.value for kind in TaskKind]))
@click.option("--size", required=True, type=click.IntRange(min=1), help="How many rows to draw.")
@click.option("--seed", default=0, show_default=True, help="Another seed gives another sample.")
@click.option("--balance", metavar="FIELD", help="Draw equally from the values of this field.")
@click.option("--out", required=True, type=PATH, help="Tasks; the key goes to OUT.key.")
@click.option("--rows", "rows_to", metavar="FILE", help="Also write every row of a run.")
@shared_options("force")
def sample(
    file: Path, kind: str, out: Path, rows_to: str | None, force: bool, **drawing: Any
) -> None:
    """Draw rows for blind annotation and hide everything that gives an answer away.

    FILE holds a row a line, or is the folder of a run: then its proofs, substeps, units or accepted
    statements are the rows, and --rows writes all of them, which is the SELECTION that `audit
    search` and the PAIRS that `audit gate` read.

    OUT shows only what the kind of task needs; ids, labels, scores and predictions go to OUT.key,
    which annotators must not see.

    \b
    Example:
      faithsieve audit sample proofs.jsonl --kind proof --size 50 --balance first_error_step \\
        --out tasks.jsonl
    """
    if file.is_dir():
        rows = asyncio.run(rows_of_run(file, TaskKind(kind)))
    else:
        rows = [row for _, row in read_objects(file)]
    if rows_to:
        write_text(rows_to, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    tasks, keys = sample_tasks(rows, TaskKind(kind), **drawing)
    write_whole(out, record_lines(tasks), force=force)
    write_whole(out.with_name(f"{out.name}.key"), record_lines(keys), force=force)
    click.echo(f"{len(tasks)} tasks in {out}; their key, not for annotators, in {out}.key")


@audit.command()
@click.argument("tasks", type=PATH)
@click.option("--out", required=True, type=PATH, help="Where the answers go; resumes by itself.")
def annotate(tasks: Path, out: Path) -> None:
    """Answer tasks at the terminal, one by one; stop with Ctrl-C and go on later.

    \b
    Example:
      faithsieve audit annotate tasks.jsonl --out ann.jsonl
    """
    everything = read_records(tasks, Task)
    done = list(read_records(out, Annotation)) if out.exists() else []
    answered = {answer.task for answer in done}
    _answer([task for task in everything if task.task not in answered], done, out)


def _answer(todo: Sequence[Task], done: list[Annotation], out: Path) -> None:
    for place, task in enumerate(todo, start=1):
        click.echo(f"\n--- {task.task} ({place} of {len(todo)}) ---\n{show_task(task)}")
        done.append(_ask(task))
        # After every answer: an interruption loses nothing.
        write_whole(out, record_lines(done), force=True)
    click.echo(f"all {len(done)} tasks answered in {out}")


def _ask(task: Task) -> Annotation:
    choices = " / ".join(ANSWERS[task.kind])
    while True:
        try:
            answer = check_answer(task, click.prompt(f"answer ({choices})", type=str))
        except InputError as refusal:
            click.echo(str(refusal))
            continue
        note = click.prompt("note", default="", show_default=False, type=str)
        return Annotation(task=task.task, answer=answer, note=note)


def show_task(task: Task) -> str:
    """Write a task's fields for a terminal, without control characters from its text."""
    parts = []
    for name, value in task.shown.items():
        lines = value if isinstance(value, list) else [value]
        numbered = [f"{n}. {_text(line)}" for n, line in enumerate(lines, start=1)]
        body = "\n".join(numbered) if isinstance(value, list) else _text(value)
        parts.append(f"{name}:\n{body}")
    return "\n\n".join(parts)


def _text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "\n".join(clean(line, limit=4000) for line in text.splitlines())


@audit.command("agree")
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@click.option("--tasks", type=PATH, help="The tasks, to adjudicate where the two differ.")
@click.option("--out", type=PATH, help="With --tasks: where the agreed answers go.")
@shared_options("json_to")
def agree_command(
    first: Path, second: Path, tasks: Path | None, out: Path | None, json_to: str | None
) -> None:
    """Compare two annotators; with --tasks and --out, adjudicate what they disagree on.

    \b
    Example:
      faithsieve audit agree ann.jsonl ben.jsonl --tasks tasks.jsonl --out agreed.jsonl
    """
    ours, theirs = read_records(first, Annotation), read_records(second, Annotation)
    found = agree(*({row.task: row.answer for row in side} for side in (ours, theirs)))
    deliver(json_to, found, lambda: print_tables([agreement_table(found)]))
    if tasks is None or out is None:
        return
    apart = set(found.disagreements)
    common = {answer.task for answer in theirs}
    settled = [a for a in ours if a.task in common and a.task not in apart]
    earlier = list(read_records(out, Annotation)) if out.exists() else settled
    known = {answer.task for answer in earlier}
    todo = [t for t in read_records(tasks, Task) if t.task in apart and t.task not in known]
    for task in todo:
        said = [next(a for a in side if a.task == task.task) for side in (ours, theirs)]
        click.echo("".join(f"\n{clean(a.answer)}: {clean(a.note, 400)}" for a in said))
        _answer([task], earlier, out)
    write_whole(out, record_lines(earlier), force=True)


@audit.command("join")
@click.argument("key", type=PATH)
@click.argument("answers", type=PATH)
@click.option("--out", required=True, metavar="FILE", help="Label rows; - for stdout.")
def join(key: Path, answers: Path, out: str) -> None:
    """Give answers their row ids back, in the shape the audits and `data label` read.

    \b
    Example:
      faithsieve audit join tasks.jsonl.key ann.jsonl --out ann.labels.jsonl
    """
    rows = label_rows(read_records(key, TaskKey), read_records(answers, Annotation))
    write_text(out, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
