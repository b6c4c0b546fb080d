"""Workers share a store and nothing else; the driver writes the results."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from bench._rehearsal import rehearsal_judge, rehearsal_model, rehearsal_tools

from faithsieve.errors import MissingToolError
from faithsieve.evaluate import ray_engine
from faithsieve.evaluate.cluster_limits import Governor
from faithsieve.evaluate.ray_engine import ActorPool, Job, ProofWorker, delete_voided
from faithsieve.evaluate.runner import Judged, StaysOpen, StopKind, StopSwitch
from faithsieve.lean.caching_judge import PROOF, CachingJudge
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.limits import LimitedModel, RateLimits
from faithsieve.methods import Method, Tools
from faithsieve.records.cost import Amount
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import Guards
from support.actors import StandIn
from support.runs import make_dataset
from support.statement_judge import ScriptedJudge, claims
from support.stores import calls_by_state

SETTINGS = Settings()


def worker(store: Path, build: object = rehearsal_tools, version: str | None = None) -> ProofWorker:
    job = Job("direct", SETTINGS, str(store), "run", build, rehearsal_judge)  # type: ignore[arg-type]
    job = job if version is None else job._replace(version=version)
    return ProofWorker(job, 0, StandIn(Governor(SETTINGS, Amount())), None)


async def test_a_worker_judges_and_keeps_its_calls_in_the_shared_store(tmp_path: Path) -> None:
    one = worker(tmp_path / "store.sqlite")
    problems = make_dataset(3).proofs
    found = await asyncio.gather(*(one.judge(problem, 1) for problem in problems))
    await one.close()
    assert [judged.result.id for judged in found if isinstance(judged, Judged)] == [
        problem.id for problem in problems
    ]
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert calls_by_state(store) == {"answered": 3}


async def test_tools_that_cannot_be_built_leave_the_problem_open_and_end_the_run(
    tmp_path: Path,
) -> None:
    def no_tools(method: Method, settings: Settings, ledger: RunStore, *, guards: Guards) -> Tools:
        raise MissingToolError("a model", needed_for="this", fix="get one")

    one = worker(tmp_path / "store.sqlite", no_tools)
    left = await one.judge(make_dataset(1).proofs[0], 1)
    await one.close()
    assert isinstance(left, StaysOpen)
    assert left.ends_run
    assert left.stop is not None
    assert left.stop.kind is StopKind.SETTINGS


async def test_what_another_worker_stored_from_a_failed_lean_is_taken_back_and_nothing_else(
    tmp_path: Path,
) -> None:
    with RunStore.open(tmp_path / "store.sqlite") as store:
        another = CachingJudge(ScriptedJudge(claims), store)
        statement = await another.freeze("(x : Int) : x = x")
        assert isinstance(statement, FrozenStatement)
        (void,) = await another.judge_first(statement, ["rfl"])
        (good,) = await another.judge_first(statement, ["simp"])
        await delete_voided(store, {void.digest})
        assert [kept.key for kept in store.artifacts_of(PROOF)] == [good.digest]
        later = CachingJudge(ScriptedJudge(claims), store)
        assert await later.judge_first(statement, ["simp"]) == (good,)
        await later.judge_first(statement, ["rfl"])
        assert (len(later.reused), len(later.asked)) == (1, 1)


async def test_a_worker_that_was_told_to_stop_sends_nothing_more(tmp_path: Path) -> None:
    @asynccontextmanager
    async def gated(
        method: Method, settings: Settings, ledger: RunStore, *, guards: Guards
    ) -> AsyncIterator[Tools]:
        model = LimitedModel(rehearsal_model(), guards.gate("m", RateLimits()))
        yield Tools(CachedModel(model, ledger, "m"), settings)

    one = worker(tmp_path / "store.sqlite", gated)
    await one.stop()
    left = await one.judge(make_dataset(1).proofs[0], 1)
    await one.close()
    assert isinstance(left, StaysOpen)
    with RunStore.open(tmp_path / "store.sqlite") as store:
        assert "answered" not in calls_by_state(store)


async def test_a_worker_of_another_version_judges_nothing(tmp_path: Path) -> None:
    one = worker(tmp_path / "store.sqlite", version="0.0.0")
    left = await one.judge(make_dataset(1).proofs[0], 1)
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
    """Judges at once, raises, or halts; a lost worker is back after so many looks."""

    def __init__(self, death: type[Exception] | None = None, *, looks: int = 0) -> None:
        self.death = death
        self.looks = looks
        self.asked = 0
        self.halts = False

    async def ready(self) -> None:
        if self.death is Errors.ActorDiedError or self.looks > 0:
            self.looks -= 1
            raise self.death or Errors.RayActorError("restarting")

    async def judge(self, problem: LabelledProof, turn: int) -> Judged | StaysOpen:
        self.asked += 1
        death = self.death
        await asyncio.sleep(0)
        if death:
            raise death("killed")
        if self.halts:
            return StaysOpen(None, ends_run=True)
        return Judged(ProblemResult(id=problem.id, gold=None))


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "LOOK_S", 0.0)


def pool(each: int, *workers: Worker) -> ActorPool:
    actors = [StandIn(one) for one in workers]
    return ActorPool(actors, each, errors=Errors, switch=StopSwitch())


async def judge_all(given: ActorPool, count: int) -> list[Judged | StaysOpen]:
    judging = asyncio.gather(*map(given.judge, make_dataset(count).proofs))
    return await asyncio.wait_for(judging, timeout=5)


async def test_the_problems_of_a_worker_that_died_go_to_the_others() -> None:
    dead, healthy = Worker(Errors.ActorDiedError), Worker()
    found = await judge_all(pool(2, dead, healthy), 8)
    assert all(isinstance(outcome, Judged) for outcome in found)
    assert dead.asked <= 2


async def test_a_worker_that_is_started_again_is_given_nothing_until_it_is_back() -> None:
    slow = Worker(Errors.RayActorError, looks=3 * ray_engine.MOST_LOSSES)
    given = pool(4, slow)
    judging = asyncio.create_task(judge_all(given, 4))
    while slow.asked < 4:
        await asyncio.sleep(0)
    slow.death = None
    assert all(isinstance(outcome, Judged) for outcome in await judging)
    assert slow.asked == 8, "each problem once more, however long the worker takes"


async def test_a_problem_that_loses_worker_after_worker_stays_open() -> None:
    flaky = Worker(Errors.RayActorError)
    given = pool(1, flaky)
    (left,) = await judge_all(given, 1)
    assert isinstance(left, StaysOpen)
    assert not left.ends_run
    assert flaky.asked == ray_engine.MOST_LOSSES
    flaky.death = None
    (found,) = await judge_all(given, 1)
    assert isinstance(found, Judged), "it came back"


async def test_problems_of_a_worker_that_is_cut_off_go_to_another() -> None:
    cut_off = Worker()
    cut_off.halts = True
    found = await judge_all(pool(1, cut_off, Worker()), 4)
    assert all(isinstance(outcome, Judged) for outcome in found)


async def test_what_halts_because_the_run_was_told_to_stop_is_not_tried_again() -> None:
    halted, switch = Worker(), StopSwitch()
    halted.halts = True
    given = ActorPool([StandIn(halted)], 1, errors=Errors, switch=switch)
    switch.request(StopKind.INTERRUPT, "interrupted")
    assert await judge_all(given, 1) == [StaysOpen(None, ends_run=True)]
    assert halted.asked == 1


async def test_without_any_worker_left_the_run_ends_instead_of_waiting() -> None:
    found = await judge_all(
        pool(1, Worker(Errors.ActorDiedError), Worker(Errors.ActorDiedError)), 5
    )
    left = [outcome for outcome in found if isinstance(outcome, StaysOpen)]
    assert len(left) == 5
    assert all(outcome.ends_run for outcome in left)


async def test_a_closed_pool_waits_for_no_worker_any_more() -> None:
    lost = Worker(Errors.RayActorError, looks=10**9)
    given = pool(1, lost)
    judging = asyncio.create_task(given.judge(make_dataset(1).proofs[0]))
    while lost.looks == 10**9:
        await asyncio.sleep(0)
    judging.cancel()
    given.close()
    await asyncio.sleep(0.01)
    looks = lost.looks
    await asyncio.sleep(0.01)
    assert lost.looks == looks
