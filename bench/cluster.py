"""A run on a Ray cluster of four nodes on this machine: its pace, and what lost nodes cost.

The pace is that of the local engine with as many calls in flight, in the same minute. Then nodes,
workers and drivers are killed at random moments of further runs, ``--kills N`` times.
"""

import os
import random
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from bench._command import eval_command, finish, start
from bench._endpoint import read_log, running_endpoint
from bench._proofs import write_proofs
from bench.kill_resume import predicted_ids, stored_keys, wait_for_first_request

NODES, IN_FLIGHT, ROUNDS, DELAY_S, TARGET = 4, 64, 10, 1.0, 0.85
KILLS, KILL_PROOFS, KILL_DELAY_S, KILL_IN_FLIGHT = 8, 64, 0.5, 16
VICTIMS = ("node", "worker", "driver")


@contextmanager
def running_cluster(nodes: int) -> Iterator[Any]:
    """Start a cluster of several nodes on this machine, with one processor each."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(num_cpus=1)
        yield cluster
    finally:
        cluster.shutdown()


def on_cluster(command: Sequence[str], address: str, *, workers: int = NODES) -> list[str]:
    """The same evaluation on a cluster."""
    return [*command, "--engine", "ray", "--address", address, "--workers", str(workers)]


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Measure the pace, then kill."""
    kills = int(options[1]) if options[:1] == ["--kills"] else KILLS
    with running_cluster(NODES) as cluster, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield pace(folder, cluster.address)
        dice = random.Random(20_261_116)
        counts = [
            one_kill(folder / f"{n}", cluster, VICTIMS[n % len(VICTIMS)], dice)
            for n in range(kills)
        ]
    total = Count(*(sum(column) for column in zip(*counts, strict=True)))
    rows = kills * KILL_PROOFS
    yield f"{kills} kills of nodes, workers and drivers in turn, runs of {KILL_PROOFS} proofs"
    yield f"rows lost / rows: {total.lost}/{rows}, doubled: {total.doubled} (target 0)"
    yield f"stored answers asked again / stored: {total.again}/{total.stored} (target 0)"
    yield f"problems left for a second command: {total.left}, sittings {total.sittings}"


def pace(folder: Path, address: str) -> str:
    """Compare the cluster with one process that has as many calls in flight."""
    dataset = write_proofs(folder / "proofs.jsonl", ROUNDS * IN_FLIGHT)
    taken = []
    for engine in ("local", "ray"):
        log = folder / f"{engine}.log"
        with running_endpoint(log, delay_s=DELAY_S) as url:
            out = folder / engine
            command = eval_command(dataset, out, url, concurrency=IN_FLIGHT)
            finish(start(on_cluster(command, address) if engine == "ray" else command))
        began = read_log(log)[0].at
        taken.append((out / "metrics.json").stat().st_mtime - began)
    local, ray = taken
    return (
        f"{IN_FLIGHT} in flight, {ROUNDS * IN_FLIGHT} proofs: {NODES} nodes {local / ray:.2f} of "
        f"the local engine (target {TARGET}); {ray:.1f} s and {local:.1f} s"
    )


class Count(NamedTuple):
    """What one kill did."""

    stored: int
    """Answers in the store at the kill."""
    again: int
    """Of these, asked again."""
    lost: int
    doubled: int
    left: int
    """Problems without an answer when the killed sitting ended."""
    sittings: int


def one_kill(folder: Path, cluster: Any, victim: str, dice: random.Random) -> Count:
    """Run, end a node, a worker or the driver in the middle, go on until nothing is left, count.

    What the killed sitting printed is in the file ``said`` of the folder.
    """
    folder.mkdir()
    dataset, log = write_proofs(folder / "proofs.jsonl", KILL_PROOFS), folder / "log"
    with running_endpoint(log, delay_s=KILL_DELAY_S) as url:
        command = eval_command(dataset, folder / "run", url, concurrency=KILL_IN_FLIGHT)
        command = on_cluster(command, cluster.address)
        process = start(command)
        wait_for_first_request(log, process)
        time.sleep(dice.uniform(0, KILL_PROOFS / KILL_IN_FLIGHT * KILL_DELAY_S))
        kill(victim, cluster, process)
        killed_at = time.time()
        stored = stored_keys(folder / "run" / "store.sqlite")
        (folder / "said").write_text(process.communicate()[0])
        left = KILL_PROOFS - len(_rows(folder / "run"))
        sittings = 1
        while process.returncode != 0 and sittings < 5:
            process = start(command)
            process.communicate()
            sittings += 1
    requests = [event for event in read_log(log) if event.what == "request"]
    later = [event.question for event in requests if event.at > killed_at]
    rows = _rows(folder / "run")
    assert {event.question for event in requests} >= stored
    return Count(
        stored=len(stored),
        again=sum(key in stored for key in later),
        lost=KILL_PROOFS - len(rows),
        doubled=sum(times > 1 for times in rows.values()),
        left=left,
        sittings=sittings,
    )


def _rows(run_folder: Path) -> Counter[str]:
    return predicted_ids(run_folder) if (run_folder / "predictions.jsonl").exists() else Counter()


def kill(victim: str, cluster: Any, driver: "subprocess.Popen[str]") -> None:
    """End one of them at once; a lost node is replaced by a new one."""
    if victim == "driver":
        driver.kill()
    elif victim == "worker":
        workers = [p for p in psutil.process_iter(["cmdline"]) if _is_worker(p)]
        if workers:
            random.choice(workers).send_signal(signal.SIGKILL)
    else:
        cluster.remove_node(random.choice(sorted(cluster.worker_nodes, key=str)), False)
        cluster.add_node(num_cpus=1)


def _is_worker(process: psutil.Process) -> bool:
    return bool((process.info["cmdline"] or [""])[0].startswith("ray::ProofWorker"))
