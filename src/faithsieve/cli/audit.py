"""``faithsieve audit``: people's labels against the pipeline's, and labels against the proofs."""

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from faithsieve.cli.audit_gate import has_decisions, run_gate
from faithsieve.cli.options import PATH, ROWS, ReadingOptions, shared_options
from faithsieve.cli.output import deliver, write_text
from faithsieve.cli.report import print_tables
from faithsieve.datasets.writing import write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import (
    Annotation,
    TaskKey,
    TaskKind,
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
from faithsieve.evaluate.record_files import read_objects, read_records, record_lines
from faithsieve.evaluate.run_reading import required_run
from faithsieve.evaluate.vote_pool import (
    describe_pool,
    replay_votes,
    score_majority,
    votes_tables,
)
from faithsieve.llm.cached import ReplayModel


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

    Merged steps, claims that code refutes before the labelled step and, with --against, labels
    that differ after the steps of both files are laid over each other. Nothing is changed. The
    same proof twice is what `data validate` warns of.

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
@shared_options("json_to", *ROWS)
def votes(
    run: Path,
    dataset_file: Path,
    sizes: str,
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


@audit.command("join")
@click.argument("key", type=PATH)
@click.argument("answers", type=PATH)
@click.option("--out", required=True, metavar="FILE", help="Label rows; - for stdout.")
def join(key: Path, answers: Path, out: str) -> None:
    """Give answers their row ids back, in the shape the audits and `data label` read.

    \b
    Example:
      faithsieve audit join tasks.jsonl.key tasks.ann.answers.jsonl --out ann.labels.jsonl
    """
    rows = label_rows(read_records(key, TaskKey), read_records(answers, Annotation))
    write_text(out, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
