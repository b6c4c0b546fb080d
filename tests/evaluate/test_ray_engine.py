"""Workers share a store and nothing else; the driver writes the results."""

import asyncio
from pathlib import Path

import pytest
from bench._rehearsal import IDENTITY, rehearsal_tools

from faithsieve.datasets import Dataset
from faithsieve.errors import BudgetExceededError, MissingToolError
from faithsieve.evaluate.ray_engine import ActorPool, Job, ProofWorker, ray_workers, share_of
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.runner import Judged, Plan, RunOutcome, StaysOpen, StopKind, StopSwitch
from faithsieve.evaluate.session import describe_run, open_or_resume, run_session
from faithsieve.llm.budget import Amount
from faithsieve.methods import Method, Tools
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.records.settings import BudgetSettings, ModelSettings, Settings
from faithsieve.store.run_store import RunStore
from support.runs import make_dataset

SETTINGS = Settings()
NOTHING = Amount()


def job(store: Path, build: object = rehearsal_tools, method: str = "direct") -> Job:
    return Job(method, SETTINGS, str(store), "run", build)  # type: ignore[arg-type]


def _manifest(dataset: Dataset, method: str) -> RunManifest:
    return describe_run(method, model=IDENTITY, dataset=dataset, settings=SETTINGS, lean=IDENTITY)


async def test_a_worker_judges_and_keeps_its_calls_in_the_shared_store(tmp_path: Path) -> None:
    worker = ProofWorker(job(tmp_path / "store.sqlite"))
    problems = make_dataset(3).proofs
    found = await asyncio.gather(*(worker.judge(problem) for problem in problems))
    await worker.close()
    assert [judged.result.id for judged in found if isinstance(judged, Judged)] == [
        problem.id for problem in problems
    ]
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert store.call_counts() == {"answered": 3}


async def test_tools_that_cannot_be_built_leave_the_problem_open_and_end_the_run(
    tmp_path: Path,
) -> None:
    def no_tools(method: Method, settings: Settings, ledger: RunStore) -> Tools:
        raise MissingToolError("a model", needed_for="this", fix="get one")

    worker = ProofWorker(job(tmp_path / "store.sqlite", no_tools))
    left = await worker.judge(make_dataset(1).proofs[0])
    await worker.close()
    assert isinstance(left, StaysOpen)
    assert left.ends_run
    assert left.stop is not None
    assert left.stop.kind is StopKind.SETTINGS


async def test_a_worker_that_was_told_to_stop_sends_nothing_more(tmp_path: Path) -> None:
    worker = ProofWorker(job(tmp_path / "store.sqlite"))
    await worker.stop()
    left = await worker.judge(make_dataset(1).proofs[0])
    await worker.close()
    assert isinstance(left, StaysOpen)
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert store.call_counts() == {}


class DiedError(Exception):
    """What a call to a dead worker raises."""


class StandIn:
    """A worker in this process, called as Ray calls one."""

    def __init__(self, *, dies: bool) -> None:
        self.judge = self
        self.dies = dies
        self.asked = 0

    async def remote(self, problem: LabelledProof) -> Judged:
        self.asked += 1
        await asyncio.sleep(0)
        if self.dies:
            raise DiedError("killed")
        return Judged(ProblemResult(id=problem.id, gold=None))


async def test_a_worker_that_died_leaves_its_problems_open_and_the_others_go_on() -> None:
    dead, healthy = StandIn(dies=True), StandIn(dies=False)
    pool = ActorPool([dead, healthy], 2, death=DiedError)
    found = await asyncio.gather(*(pool.judge(problem) for problem in make_dataset(8).proofs))
    left = [outcome for outcome in found if isinstance(outcome, StaysOpen)]
    assert len(left) == dead.asked <= 2
    assert len(found) - len(left) == healthy.asked
    assert not any(outcome.ends_run for outcome in left)


async def test_without_any_worker_left_the_run_ends_instead_of_waiting() -> None:
    pool = ActorPool([StandIn(dies=True), StandIn(dies=True)], 1, death=DiedError)
    judging = (pool.judge(problem) for problem in make_dataset(5).proofs)
    found = await asyncio.wait_for(asyncio.gather(*judging), timeout=5)
    left = [outcome for outcome in found if isinstance(outcome, StaysOpen)]
    assert len(left) == 5
    assert any(outcome.ends_run for outcome in left)


def test_workers_together_never_get_more_than_is_left_of_the_budget() -> None:
    settings = Settings(
        budget=BudgetSettings(max_tokens=100, max_cost_usd=2.0),
        model=ModelSettings(concurrency=5, requests_per_minute=60),
    )
    share = share_of(settings, 4, spent=Amount(20, 1.0))
    assert share.budget == BudgetSettings(max_tokens=20, max_cost_usd=0.25)
    assert (share.model.concurrency, share.model.requests_per_minute) == (2, 15)


def test_without_a_budget_there_is_nothing_to_share() -> None:
    assert share_of(SETTINGS, 4, spent=Amount(10**9, 10.0)).budget == BudgetSettings()


def test_a_spent_budget_starts_no_workers() -> None:
    settings = Settings(budget=BudgetSettings(max_tokens=100))
    with pytest.raises(BudgetExceededError):
        share_of(settings, 4, spent=Amount(100, 0.0))


async def sitting(out: Path, dataset: Dataset, method: str) -> RunOutcome:
    """One sitting with two real Ray workers."""
    with RunFolder(out) as folder:
        store = await asyncio.to_thread(RunStore.open, folder.store_path)
        with store:
            manifest = _manifest(dataset, method)
            session = open_or_resume(folder, store, manifest, is_shared=False)
            place = str(folder.store_path.resolve())
            shared = Job(method, SETTINGS, place, session.run_id, rehearsal_tools)
            switch = StopSwitch()
            async with ray_workers(shared, spent=NOTHING, switch=switch, workers=2) as judge:
                return await run_session(
                    session,
                    dataset,
                    Plan(dataset.proofs, concurrency=4),
                    judge,
                    switch=switch,
                )


@pytest.mark.network
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("method", ["direct", "faithsieve"])
async def test_a_run_on_ray_finishes_and_resumes_without_asking_again(
    method: str, tmp_path: Path
) -> None:
    pytest.importorskip("ray", reason="no Ray: pip install -e '.[ray]'")
    dataset, out = make_dataset(6), tmp_path / "run"
    outcome = await sitting(out, dataset, method)
    assert outcome.is_finished
    assert [result.id for result in outcome.results] == [proof.id for proof in dataset.proofs]
    with RunStore.open(out / "store.sqlite") as store:
        calls = store.call_counts()
    again = await sitting(out, dataset, method)
    assert again.results == outcome.results
    with RunStore.open(out / "store.sqlite") as store:
        assert store.call_counts() == calls
