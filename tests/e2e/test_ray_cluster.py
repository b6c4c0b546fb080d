"""Real Ray, several nodes on one machine: the local engine's results, and what lost nodes cost."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench._command import eval_command, finish, start
from bench._endpoint import read_log, running_endpoint
from bench._proofs import write_proofs
from bench._rehearsal import IDENTITY, rehearsal_judge, rehearsal_tools
from bench.cluster import on_cluster, running_cluster
from bench.kills import Driver, hunt, predicted

from faithsieve.datasets import Dataset, load_dataset
from faithsieve.evaluate.ray_engine import Cluster, Job, ray_workers
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.run_reading import CHECKED
from faithsieve.evaluate.runner import Plan, StopSwitch, judge_by
from faithsieve.evaluate.session import describe_run, open_or_resume, run_session
from faithsieve.lean.caching_judge import ANSWER, PROOF, STATEMENT
from faithsieve.methods import find_method
from faithsieve.records.cost import Amount
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from support.chat_endpoint import serving
from support.embedded_lean import (
    LEAN_DECIDES,
    LEAN_FOLDER,
    find_lean,
    state_and_accept,
    write_lean_proofs,
)
from support.stores import calls_by_state, running_postgres

SETTINGS = Settings()
KINDS = (ANSWER, STATEMENT, PROOF, CHECKED)

pytestmark = [
    pytest.mark.ray,
    pytest.mark.network,
    pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray", reason="no Ray: pip install -e '.[ray]'")
    # Nodes take their environment from this process, and find Lean by it.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAITHSIEVE_HOME", str(LEAN_FOLDER.parent))
        with running_cluster(2) as running:
            yield running


async def made_up_run(out: Path, dataset: Dataset, store_at: str, address: str | None) -> None:
    """One run of the whole method on made-up tools, on a cluster or in this process."""
    with RunFolder(out) as folder, RunStore.open(store_at) as store:
        manifest = describe_run(
            "faithsieve", model=IDENTITY, dataset=dataset, settings=SETTINGS, lean=IDENTITY
        )
        session = open_or_resume(folder, store, manifest, is_shared="://" in store_at)
        switch, plan = StopSwitch(), Plan(dataset.proofs, concurrency=4)
        method = find_method("faithsieve")
        if address is None:
            async with rehearsal_tools(method, SETTINGS, store) as tools:
                judge = judge_by(method, tools)
                outcome = await run_session(session, dataset, plan, judge, switch=switch)
        else:
            job = Job(
                *("faithsieve", SETTINGS, store_at, session.run_id),
                *(rehearsal_tools, rehearsal_judge, IDENTITY),
            )
            async with ray_workers(
                job, Cluster(address, 2), spent=Amount(), switch=switch, concurrency=4
            ) as judge:
                outcome = await run_session(session, dataset, plan, judge, switch=switch)
        assert outcome.is_finished


def left_behind(out: Path, store_at: str) -> tuple[object, ...]:
    """Predictions without times, and the keys of everything that is stored."""
    lines = (out / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) | {"seconds": 0} for line in lines]
    with RunStore.open(store_at) as store:
        kept = {kind: [one.key for one in store.artifacts_of(kind)] for kind in KINDS}
        return rows, calls_by_state(store), kept


@pytest.mark.postgres
async def test_a_cluster_with_a_shared_store_leaves_what_one_process_leaves(
    cluster: Any, tmp_path: Path
) -> None:
    dataset = load_dataset(write_proofs(tmp_path / "proofs.jsonl", 8))
    here = str(tmp_path / "here.sqlite")
    await made_up_run(tmp_path / "here", dataset, here, None)
    with running_postgres() as server:
        shared = server.new_database()
        await made_up_run(tmp_path / "there", dataset, shared, cluster.address)
        assert left_behind(tmp_path / "there", shared) == left_behind(tmp_path / "here", here)


class SmallDriver(Driver):
    rows, delay_s, in_flight, span_s = 64, 0.5, 16, 2.0


@pytest.mark.parametrize("victim", ["node", "driver"])
def test_a_lost_node_or_driver_costs_no_row_and_no_stored_answer(
    victim: str, cluster: Any, tmp_path: Path
) -> None:
    driver = SmallDriver(tmp_path, None, cluster, [victim])
    counts = hunt(1, driver)
    assert counts.kills == 1
    assert (counts.lost, counts.doubled, counts.wrong, counts.again) == (0, 0, 0, 0)
    if victim == "node":
        said = driver.output.read_text()[-2000:]
        assert counts.sittings == 1, f"problems in flight are retried by the run itself: {said}"


@pytest.mark.lean
@pytest.mark.timeout(900)
def test_a_cluster_with_real_leans_gives_what_the_local_engine_gives(
    cluster: Any, tmp_path: Path
) -> None:
    find_lean()
    settings = {"FAITHSIEVE_HOME": str(LEAN_FOLDER.parent), **LEAN_DECIDES}
    labels = write_lean_proofs(tmp_path / "rows.jsonl")
    found = []
    with serving() as endpoint:
        endpoint.answer = state_and_accept
        for engine in ("local", "ray"):
            command = [
                *(sys.executable, "-m", "faithsieve.cli.main", "eval"),
                *(str(tmp_path / "rows.jsonl"), "--method", "faithsieve", "--model", "m"),
                *("--base-url", endpoint.url, "--out", str(tmp_path / engine)),
            ]
            if engine == "ray":
                command = on_cluster(command, cluster.address, workers=2)
            finish(start(command, settings))
            store = str(tmp_path / engine / "store.sqlite")
            rows, calls, _ = left_behind(tmp_path / engine, store)
            # How many attempts Lean gets to before one succeeds is a matter of time.
            found.append((rows, calls))
    local, ray = found
    assert ray == local
    assert dict(predicted(tmp_path / "ray")) == labels


def test_a_budget_is_the_clusters_and_not_each_workers(cluster: Any, tmp_path: Path) -> None:
    dataset = write_proofs(tmp_path / "proofs.jsonl", 20)
    with running_endpoint(tmp_path / "log", delay_s=0.05) as url:
        command = on_cluster(
            eval_command(dataset, tmp_path / "run", url, concurrency=4), cluster.address, workers=2
        )
        stopped = start([*command, "--max-tokens", "2000"])
        said, _ = stopped.communicate()
        assert stopped.returncode == 3, said
        spent = 102 * len([e for e in read_log(tmp_path / "log") if e.what == "request"])
        assert 0 < spent <= 2000
        finish(start(command))
