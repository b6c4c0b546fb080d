"""Workers share a store and nothing else; the driver writes the results."""

import asyncio
from pathlib import Path

import pytest
from bench._rehearsal import rehearsal_judge, rehearsal_tools

from faithsieve.errors import MissingToolError
from faithsieve.evaluate import ray_engine
from faithsieve.evaluate.cluster_limits import Governor
from faithsieve.evaluate.ray_engine import ActorPool, Job, ProofWorker
from faithsieve.evaluate.runner import Judged, StaysOpen, StopKind
from faithsieve.llm.budget import Amount
from faithsieve.methods import Method, Tools
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import Guards
from support.actors import StandIn
from support.runs import make_dataset

SETTINGS = Settings()


def worker(store: Path, build: object = rehearsal_tools, version: str | None = None) -> ProofWorker:
    job = Job("direct", SETTINGS, str(store), "run", build, rehearsal_judge)  # type: ignore[arg-type]
    job = job if version is None else job._replace(version=version)
    return ProofWorker(job, 0, StandIn(Governor(SETTINGS, Amount())), None)


async def test_a_worker_judges_and_keeps_its_calls_in_the_shared_store(tmp_path: Path) -> None:
    one = worker(tmp_path / "store.sqlite")
    problems = make_dataset(3).proofs
    found = await asyncio.gather(*(one.judge(problem) for problem in problems))
    await one.close()
    assert [judged.result.id for judged in found if isinstance(judged, Judged)] == [
        problem.id for problem in problems
    ]
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert store.call_counts() == {"answered": 3}


async def test_tools_that_cannot_be_built_leave_the_problem_open_and_end_the_run(
    tmp_path: Path,
) -> None:
    def no_tools(method: Method, settings: Settings, ledger: RunStore, *, guards: Guards) -> Tools:
        raise MissingToolError("a model", needed_for="this", fix="get one")

    one = worker(tmp_path / "store.sqlite", no_tools)
    left = await one.judge(make_dataset(1).proofs[0])
    await one.close()
    assert isinstance(left, StaysOpen)
    assert left.ends_run
    assert left.stop is not None
    assert left.stop.kind is StopKind.SETTINGS


async def test_a_worker_that_was_told_to_stop_sends_nothing_more(tmp_path: Path) -> None:
    one = worker(tmp_path / "store.sqlite")
    await one.stop()
    left = await one.judge(make_dataset(1).proofs[0])
    await one.close()
    assert isinstance(left, StaysOpen)
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert store.call_counts() == {}


async def test_a_worker_of_another_version_judges_nothing(tmp_path: Path) -> None:
    one = worker(tmp_path / "store.sqlite", version="0.0.0")
    left = await one.judge(make_dataset(1).proofs[0])
    await one.close()
    assert isinstance(left, StaysOpen)
    assert left.stop is not None
    assert (left.stop.kind, left.ends_run) == (StopKind.SETTINGS, True)
    assert "same version" in left.stop.message


class Errors:
    """What Ray raises when a worker was lost."""

    class RayActorError(Exception):
        """Lost, perhaps not for good."""

    class ActorDiedError(RayActorError):
        """Lost for good."""


class Worker:
    """Judges at once, or raises."""

    def __init__(self, death: type[Exception] | None = None) -> None:
        self.death = death
        self.asked = 0

    async def judge(self, problem: LabelledProof) -> Judged:
        self.asked += 1
        await asyncio.sleep(0)
        if self.death:
            raise self.death("killed")
        return Judged(ProblemResult(id=problem.id, gold=None))


def pool(each: int, *workers: Worker) -> ActorPool:
    return ActorPool([StandIn(one) for one in workers], each, errors=Errors)


async def test_the_problems_of_a_worker_that_died_go_to_the_others() -> None:
    dead, healthy = Worker(Errors.ActorDiedError), Worker()
    judge = pool(2, dead, healthy).judge
    found = await asyncio.wait_for(asyncio.gather(*map(judge, make_dataset(8).proofs)), timeout=5)
    assert all(isinstance(outcome, Judged) for outcome in found)
    assert dead.asked <= 2


async def test_a_problem_that_loses_worker_after_worker_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ray_engine, "REST_S", 0.0)
    flaky = Worker(Errors.RayActorError)
    judge = pool(1, flaky).judge
    left = await judge(make_dataset(1).proofs[0])
    assert isinstance(left, StaysOpen)
    assert not left.ends_run
    assert flaky.asked == ray_engine.MOST_LOSSES
    flaky.death = None
    assert isinstance(await judge(make_dataset(1).proofs[0]), Judged), "it came back"


async def test_without_any_worker_left_the_run_ends_instead_of_waiting() -> None:
    judge = pool(1, Worker(Errors.ActorDiedError), Worker(Errors.ActorDiedError)).judge
    found = await asyncio.wait_for(asyncio.gather(*map(judge, make_dataset(5).proofs)), timeout=5)
    left = [outcome for outcome in found if isinstance(outcome, StaysOpen)]
    assert len(left) == 5
    assert all(outcome.ends_run for outcome in left)
