"""``faithsieve replay``: check a finished run again from its store, and compare row by row."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import click

from faithsieve.cli.eval import read_ids
from faithsieve.cli.options import PATH, ROWS, ReadingOptions, shared_options
from faithsieve.cli.output import write_text
from faithsieve.configuration import load_settings
from faithsieve.errors import ConfigError, FaithSieveError
from faithsieve.evaluate.record_files import record_lines
from faithsieve.evaluate.replay import (
    BaseRun,
    ReplayedRow,
    ReplayStatus,
    dataset_of,
    open_base,
    replay_run,
)
from faithsieve.evaluate.run_folder import describe_versions, differences
from faithsieve.evaluate.session import prompt_stamps, select_proofs
from faithsieve.methods import PARTS, Method, find_method
from faithsieve.records.wording import counted

MOST_SHOWN = 20


@click.command("replay")
@click.argument("run", type=PATH)
@shared_options(
    *("store", "dataset_file", "ids", "json_to", *ROWS),
    json_to="Write one line a row; - for stdout.",
)
def replay_command(
    run: Path,
    store: str | None,
    dataset_file: Path | None,
    ids: str | None,
    json_to: str | None,
    reading: ReadingOptions,
) -> None:
    """Check every proof of RUN again from what it stored, and say where the two part.

    Nothing is asked: no model and no Lean is started, and no clock counts. Time-outs and crashes of
    Lean are those of the run. Every row is `same`, `differs`, `missing` (an answer was never
    stored) or `unanswered` (the run has no verdict there). A row that differs or misses an answer
    ends with exit code 3; so it is after FaithSieve's own prompts or rules changed.

    \b
    Example:
      faithsieve replay runs/first
    """
    base = open_base(run, store=store)
    method = _method(base)
    dataset = reading.load(find_dataset(run, dataset_file))
    problems = select_proofs(base.problems_of(dataset), limit=None, ids=read_ids(ids))
    rows = asyncio.run(_all(replay_run(base, problems, method, load_settings({}))))
    if json_to:
        write_text(json_to, "".join(record_lines(rows)))
    _conclude(base, method, rows, quiet=json_to == "-")


def find_dataset(run: Path, named: Path | None) -> Path:
    """Return the dataset that was named, or the one that a run says it was made of.

    Raises:
        ConfigError: neither is there.
    """
    file = named or dataset_of(run)
    if file is None:
        raise ConfigError(f"{run} does not say where its dataset lies; give it with --dataset")
    return file


def _method(base: BaseRun) -> Method:
    name = base.manifest.method
    method = find_method(name) if name in PARTS.names() else None
    if method is None or not method.asks_model:
        raise ConfigError(
            f"a run of {name!r} cannot be replayed; for an ablation, replay the run it rests on"
        )
    return method


async def _all(rows: AsyncIterator[ReplayedRow]) -> list[ReplayedRow]:
    return [row async for row in rows]


def _conclude(base: BaseRun, method: Method, rows: list[ReplayedRow], *, quiet: bool) -> None:
    """Print the counts and where rows part.

    Raises:
        FaithSieveError: a row is not the same.
    """
    counts = Counter(row.status for row in rows)
    tally = ", ".join(f"{counts[status]:,} {status.value}" for status in ReplayStatus)
    bad = [row for row in rows if row.status in (ReplayStatus.DIFFERS, ReplayStatus.MISSING)]
    for row in bad[:MOST_SHOWN]:
        label = f"{row.before} → {row.after}" if row.before != row.after else str(row.before)
        click.echo(f"{row.id}: {row.status.value} ({label}): {row.where}", err=True)
    click.echo(f"{counted(len(rows), 'row')} replayed: {tally}; 0 calls sent", err=quiet)
    if bad:
        today = {"prompts": prompt_stamps(method.prompts), "versions": describe_versions()}
        changed = differences(base.manifest, base.manifest.changed(**today))
        why = "\nsince the run changed:\n" + "\n".join(f"  {c}" for c in changed) if changed else ""
        raise FaithSieveError(f"{counted(len(bad), 'row')} did not come out again{why}")
