"""550 proofs and the seed's six variants replayed from a store: time of the whole command.

The store is filled first, untimed, by a rehearsal: a model and a judge whose answers are made up.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench._command import clean_environment
from bench._proofs import write_proofs
from bench._rehearsal import IDENTITY, RehearsalJudge, rehearsal_model
from faithsieve.datasets import Dataset, load_dataset
from faithsieve.evaluate.ablation_runs import ablate
from faithsieve.evaluate.ablations import VARIANTS
from faithsieve.evaluate.replay import open_base
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.runner import Plan, StopSwitch, judge_by
from faithsieve.evaluate.session import describe_run, open_or_resume, run_session
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.llm.cached import CachedModel
from faithsieve.methods import METHODS, Tools
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore

PROOFS, LIMIT_S = 550, 60.0


def run() -> Iterator[str]:
    """Rehearse a run and its variants, then replay them with the command a user types."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = load_dataset(write_proofs(folder / "proofs.jsonl", PROOFS))
        asyncio.run(rehearse(dataset, folder / "base"))
        command = [sys.executable, "-m", "faithsieve.cli.main", "ablate", str(folder / "base")]
        command += ["--variant", "all", "--out", str(folder / "replayed"), "--replay-only"]
        command += ["--json", str(folder / "summary.json"), "--jobs", str(os.cpu_count() or 1)]
        began, used = time.monotonic(), processor_seconds()
        subprocess.run(command, check=True, capture_output=True, env=clean_environment())
        seconds, used = time.monotonic() - began, processor_seconds() - used
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["variants"]
    reused = sum(kind["reused"] for v in summary for kind in v["artifacts"].values())
    new = sum(kind["new"] for v in summary for kind in v["artifacts"].values())
    done = f"{PROOFS} proofs x {len(summary)} variants"
    yield f"{done} replayed: {seconds:.1f} s, {seconds / LIMIT_S:.2f} x the limit"
    yield f"processor seconds of its {os.cpu_count()} processes: {used:.1f}"
    yield f"answers reused: {reused:,}; new: {new} (target 0)"
    yield f"problems left open: {sum(len(v['open']) for v in summary)} (target 0)"


def processor_seconds() -> float:
    """What processes that ended have used; the wall clock also knows what else the machine did."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def rehearse(dataset: Dataset, place: Path) -> None:
    """Make a run, then ask everything its variants ask, all into the run's own store."""
    settings = Settings()
    with RunFolder(place) as folder, RunStore.open(folder.store_path) as store:
        manifest = describe_run(
            "faithsieve", model=IDENTITY, dataset=dataset, settings=settings, lean=IDENTITY
        )
        notes = {"dataset_file": str(Path(dataset.file).resolve())}
        session = open_or_resume(folder, store, manifest, is_shared=False, notes=notes)
        tools = Tools(
            CachedModel(rehearsal_model(), store, IDENTITY),
            settings,
            judge=CachingJudge(RehearsalJudge(), store),
        )
        switch = StopSwitch()
        await run_session(
            session,
            dataset,
            Plan(dataset.proofs, concurrency=16),
            judge_by(METHODS["faithsieve"], tools),
            switch=switch,
        )
        base = open_base(place)
        for name, variant in VARIANTS.items():
            changed = tools._replace(settings=ablate(base, name, settings).settings)
            for proof in dataset.proofs:
                await variant.check(proof.proof, changed)
