"""A thousand and ten thousand problems from scripted replies: own time, memory, reports.

Each size runs in a process of its own, as ``python -m bench.many FOLDER PROOFS``, with the real
store, runner and files and a model that answers at once. Processor time counts: on a busy machine
the clock measures the neighbours.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench._proofs import write_proofs

SIZES, TARGET_S, TARGET_GROWTH = (1_000, 10_000), 600, 1.2


def run() -> Iterator[str]:
    """Run each size, then report and compare on the largest."""
    small, large = SIZES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, after = (_measured(folder, size) for size in (small, large))
        for size, (seconds, megabytes) in ((small, before), (large, after)):
            yield (
                f"{size} problems: {seconds:.1f} s of processor time, {megabytes:.0f} MB at most "
                f"({seconds / size * 1000:.1f} ms a problem)"
            )
        yield f"{large} problems / target of {TARGET_S} s: {after[0] / TARGET_S:.2f}"
        growth = after[1] / before[1]
        yield f"memory at {large} / at {small}: {growth:.2f} (target {TARGET_GROWTH})"
        runs = [str(folder / f"run-{large}"), str(folder / f"again-{large}")]
        yield f"report on {large} rows: {_timed('report', runs[0]):.1f} s"
        yield f"compare on {large} rows: {_timed('compare', *runs):.1f} s"


def _measured(folder: Path, size: int) -> tuple[float, float]:
    """Make two runs of one size, for ``compare``; return time and memory of the second."""
    for name in ("again", "run"):
        command = [sys.executable, "-m", "bench.many", str(folder / f"{name}-{size}"), str(size)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seconds, megabytes = json.loads(said)
    return seconds, megabytes


def _timed(*arguments: str) -> float:
    command = [sys.executable, "-m", "faithsieve.cli.main", *arguments]
    began = _children_s()
    subprocess.run(command, capture_output=True, check=True)
    return _children_s() - began


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def _one_run(out: Path, size: int) -> None:
    from bench._rehearsal import IDENTITY, rehearsal_tools
    from faithsieve.datasets import load_dataset
    from faithsieve.evaluate.run_folder import RunFolder
    from faithsieve.evaluate.runner import Plan, StopSwitch, judge_by
    from faithsieve.evaluate.session import describe_run, open_or_resume, run_session
    from faithsieve.methods import find_method
    from faithsieve.records.settings import Settings
    from faithsieve.store.run_store import RunStore

    dataset = load_dataset(write_proofs(out.with_suffix(".jsonl"), size))
    settings, method, switch = Settings(), find_method("direct"), StopSwitch()
    manifest = describe_run("direct", model=IDENTITY, dataset=dataset, settings=settings)
    with RunFolder(out) as folder, RunStore.open(folder.store_path) as store:
        session = open_or_resume(
            folder, store, manifest, is_shared=False, notes={"dataset_file": dataset.file}
        )
        async with rehearsal_tools(method, settings, store) as tools:
            plan = Plan(dataset.proofs, concurrency=64)
            judge = judge_by(method, tools)
            outcome = await run_session(session, dataset, plan, judge, switch=switch)
    assert outcome.is_finished


if __name__ == "__main__":
    started = time.process_time()
    asyncio.run(_one_run(Path(sys.argv[1]), int(sys.argv[2])))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([time.process_time() - started, most]))
