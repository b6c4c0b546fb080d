"""A run on a Ray cluster of four nodes on this machine: its pace beside the local engine's.

Both have as many calls in flight, in the same minute. What lost nodes cost, ``bench.kills`` counts.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench._command import eval_command, finish, start
from bench._endpoint import read_log, running_endpoint
from bench._proofs import write_proofs

NODES, IN_FLIGHT, ROUNDS, DELAY_S, TARGET = 4, 64, 10, 1.0, 0.85


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


def run() -> Iterator[str]:
    """Measure the pace."""
    with running_cluster(NODES) as cluster, tempfile.TemporaryDirectory() as name:
        yield pace(Path(name), cluster.address)


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
