"""A run on many processes or machines with Ray: the same store, the same results.

Problems are tasks of workers that wait for models, a worker for each processor; a Lean is an actor
of its own, placed where a processor and its memory are free. Every worker writes its calls to the
run's store, so that nothing is paid for twice however it ends. Limits hold for the whole cluster
(``cluster_limits``). Results and evidence are written by the driver alone.
"""

import asyncio
import math
import os
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Any, NamedTuple

from pydantic import ValidationError

from faithsieve.errors import ConfigError, MissingToolError
from faithsieve.evaluate.cluster_limits import (
    Governor,
    Leans,
    LeanWorker,
    StartJudge,
    cluster_guards,
)
from faithsieve.evaluate.runner import (
    Judged,
    JudgeProblem,
    StaysOpen,
    Stop,
    StopKind,
    StopSwitch,
    judge_problem,
    stoppable,
)
from faithsieve.lean.caching_judge import ANSWER, PROOF, LeanAnswer
from faithsieve.methods import Tools, find_method
from faithsieve.records.cost import Amount
from faithsieve.records.digest import Digest
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.turns import current_turn, taking_turn
from faithsieve.version import __version__

BuildTools = Callable[..., AbstractAsyncContextManager[Tools]]
"""Builds a method's tools from the method, the settings, a ledger and guards."""

LEAN_MEMORY = 1_500 * 2**20
"""Bytes that a Lean of our own reserves on its node: it takes 1.0 GiB and its process 0.2."""

MOST_LOSSES = 5
"""How many workers a problem may lose before it stays open: it may be what ends them."""

LOOK_S = 2.0
"""How often a lost worker is asked whether it is back; its old process may need as long to end."""

GOVERNOR = "governor"

_STOP_LOOK_S = 0.2


class Job(NamedTuple):
    """Everything a worker needs to take part in a run."""

    method: str
    settings: Settings
    store: str
    """The path or URL of the run's store, as every worker can open it."""
    run_id: str
    build_tools: BuildTools
    start_judge: StartJudge
    lean: str = ""
    """The fingerprint of the run's Lean; empty for a method that asks none."""
    version: str = __version__
    """The driver's FaithSieve."""


class Cluster(NamedTuple):
    """Where a run is to be made."""

    address: str | None = None
    """The cluster's, or None for that of ``RAY_ADDRESS`` or else this machine alone."""
    workers: int | None = None
    """How many processes judge problems; None takes one a processor."""


class NamedActor:
    """An actor of this run by its name.

    Ray starts a lost actor again with its arguments, and a handle of another actor among them may
    be lost by then.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._handle: Any = None

    def __getattr__(self, method: str) -> Any:
        if method.startswith("_"):
            raise AttributeError(method)
        if self._handle is None:
            import ray

            self._handle = ray.get_actor(self.name)
        return getattr(self._handle, method)


class ProofWorker:
    """One process that judges problems; its model lives as long as it does."""

    def __init__(self, job: Job, number: int, governor: Any, leans: Leans | None) -> None:
        self._job = job
        self._switch = StopSwitch()
        self._guards = stoppable(
            cluster_guards(governor, number, job.settings, leans), self._switch
        )
        self._stack = AsyncExitStack()
        self._building: asyncio.Task[Tools] | None = None

    async def ready(self) -> None:
        """Do nothing; a reply shows that the worker is alive."""

    async def judge(self, problem: LabelledProof, turn: int) -> Judged | StaysOpen:
        """Judge one problem; whatever goes wrong is part of the answer."""
        method = find_method(self._job.method)
        with taking_turn(turn):
            return await judge_problem(problem, method=method, tools=self._tools)

    async def stop(self) -> None:
        """Send no new call; calls under way finish."""
        self._switch.request(StopKind.INTERRUPT, "interrupted")

    async def close(self) -> None:
        """End the model and the store."""
        await self._stack.aclose()

    async def _tools(self, problem: LabelledProof) -> Tools:
        """Return the worker's tools; the first problem builds them, the others wait for them."""
        self._building = self._building or asyncio.create_task(self._build())
        return await asyncio.shield(self._building)

    async def _build(self) -> Tools:
        job = self._job
        if job.version != __version__:
            raise ConfigError(
                f"this node has FaithSieve {__version__} and the driver has {job.version}; "
                "install the same version everywhere"
            )
        store = self._stack.enter_context(await asyncio.to_thread(RunStore.open, job.store))
        store.run_id = job.run_id
        return await self._stack.enter_async_context(
            job.build_tools(find_method(job.method), job.settings, store, guards=self._guards)
        )


@asynccontextmanager
async def ray_workers(
    job: Job, cluster: Cluster, *, spent: Amount, switch: StopSwitch, concurrency: int
) -> AsyncIterator[JudgeProblem]:
    """Start a governor, Leans and workers on a Ray cluster, and end them with the block.

    Args:
        spent: What the run has paid before.
        switch: Ends the workers' questions when the run is told to stop.

    Raises:
        MissingToolError: Ray is not installed.
        ConfigError: the cluster cannot be reached, its machines cannot share the run's store, or
            none of them has room for a Lean.
    """
    ray = _connect(cluster.address)
    try:
        nodes = [node for node in ray.nodes() if node["Alive"]]
        _check_store(job.store, nodes)
        keeper = _beside_driver(ray, Governor).remote(job.settings, spent)
        governor = NamedActor(GOVERNOR)
        leans, started = _start_leans(ray, job, governor, nodes)
        count = cluster.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        each = math.ceil(concurrency / count)
        # Calls are in the store, so a problem that a lost worker left is cheap to judge again.
        remote = ray.remote(
            num_cpus=0, scheduling_strategy="SPREAD", max_restarts=-1, max_concurrency=each + 2
        )(ProofWorker)
        actors = [remote.remote(job, number, governor, leans) for number in range(count)]
        watcher = asyncio.create_task(_pass_on(switch, actors))
        pool = ActorPool(actors, each, errors=ray.exceptions, switch=switch)
        try:
            yield pool.judge
        finally:
            watcher.cancel()
            pool.close()
            # A dead worker has nothing to close, and must not keep the results from being written.
            closing = [actor.close.remote() for actor in (*actors, *started)]
            await asyncio.wait([asyncio.gather(*closing, return_exceptions=True)], timeout=30)
            # Only now: a worker may store what a Lean said after another heard of its canary.
            with suppress(ray.exceptions.RayActorError):  # a lost governor has ended the run
                if voided := await keeper.voided.remote():
                    with RunStore.open(job.store) as store:
                        await delete_voided(store, voided)
            ray.kill(keeper)
    finally:
        ray.shutdown()


async def delete_voided(store: RunStore, voided: Collection[str]) -> None:
    """Delete the voided judgements, and the Lean answers that hold one, from the store."""
    for digest in map(Digest, voided):
        await store.delete_artifact(PROOF, digest)
    for kept in await asyncio.to_thread(store.artifacts_of, ANSWER):
        try:
            said = LeanAnswer.model_validate_json(kept.result).judgements
        except ValidationError:
            continue  # no question is ever answered by it
        if any(judgement.digest in voided for judgement in said):
            await store.delete_artifact(ANSWER, kept.key)


def _connect(address: str | None) -> Any:
    # Ray reports its use to its makers unless told otherwise; a run sends nothing but questions.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
    except ImportError as error:
        raise MissingToolError(
            "Ray", needed_for="--engine ray", fix="pip install 'faithsieve[ray]'"
        ) from error
    own: dict[str, object] = {} if address else {"include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ValueError) as error:
        raise ConfigError(
            f"the Ray cluster at {address!r} cannot be reached: {error}. Start it with "
            "`ray start --head`, or leave --address out to use this machine"
        ) from error
    return ray


def _check_store(store: str, nodes: Sequence[dict[str, Any]]) -> None:
    machines = {node["NodeManagerAddress"] for node in nodes}
    if len(machines) > 1 and "://" not in store:
        raise ConfigError(
            f"workers on {len(machines)} machines cannot share {store!r}; give a store "
            "they all reach with --store postgresql://…"
        )


def _beside_driver(ray: Any, kind: type) -> Any:
    """Make an actor class whose actor lives and dies with the driver's node."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    own = {"num_cpus": 0, "scheduling_strategy": here, "max_concurrency": 10_000}
    return ray.remote(name=GOVERNOR, **own)(kind)


def _start_leans(
    ray: Any, job: Job, governor: NamedActor, nodes: Sequence[dict[str, Any]]
) -> tuple[Leans | None, list[Any]]:
    """Start Leans where Ray finds room; those without room join when there is."""
    if not find_method(job.method).asks_lean:
        return None, []
    own = job.settings.lean.backend in ("embedded", "native")
    cpus, memory = (1, LEAN_MEMORY) if own else (0, 0)
    rooms = [node["Resources"] for node in nodes]
    if not any(r.get("CPU", 0) >= cpus and r.get("memory", 0) >= memory for r in rooms):
        raise ConfigError(
            f"no node of the cluster has {cpus} processor and {memory / 2**30:.1f} GiB for a Lean"
        )
    remote = ray.remote(
        num_cpus=cpus, memory=memory, scheduling_strategy="SPREAD", max_restarts=-1
    )(LeanWorker)
    wanted = job.settings.lean.workers
    count = sum(map(_leans_on, rooms)) if wanted == "auto" else wanted
    names = [f"lean-{number}" for number in range(count)]
    started = [
        remote.options(name=name).remote(n, job.settings, governor, job.start_judge, job.lean)
        for n, name in enumerate(names)
    ]
    lost = ray.exceptions.RayActorError
    return Leans([NamedActor(name) for name in names], job.lean, lost), started


def _leans_on(room: dict[str, float]) -> int:
    """How many Leans fit on a node: one processor stays free for the workers, if there are two."""
    cores, fitting = int(room.get("CPU", 0)), int(room.get("memory", 0) // LEAN_MEMORY)
    return min(max(cores - 1, 1), fitting) if cores else 0


class ActorPool:
    """Gives each problem to a worker that has room, and goes on without workers that are lost."""

    def __init__(
        self, actors: Sequence[Any], each: int, *, errors: Any, switch: StopSwitch
    ) -> None:
        """Share problems out among the actors.

        Args:
            each: How many problems a worker takes at once.
            errors: Ray's exceptions: what a call raises whose worker was lost
                (``RayActorError``), and is gone for good (``ActorDiedError``).
            switch: The switch of the run; a worker that halts without it was cut off.
        """
        self._alive = dict(enumerate(actors))
        self._errors = errors
        self._switch = switch
        self._room: asyncio.Queue[int | None] = asyncio.Queue()
        for number in [number for _ in range(each) for number in self._alive]:
            self._room.put_nowait(number)
        self._lost: dict[int, asyncio.Task[None]] = {}
        self._set_aside: list[int] = []
        """The room of lost workers, until they are back."""

    async def judge(self, problem: LabelledProof) -> Judged | StaysOpen:
        """Judge a problem on the next free worker, and on another one if that is lost."""
        why = ""
        for _ in range(MOST_LOSSES):
            number = await self._next_free()
            if number is None:
                return StaysOpen(_stop("no Ray worker is left"), ends_run=True)
            try:
                asked = self._alive[number].judge.remote(problem, current_turn())
                found: Judged | StaysOpen = await asked
            except self._errors.RayActorError as error:
                why = str(error)[:300]
            else:
                if not self._is_cut_off(found):
                    return found
                why = "cut off from the run's governor"
            finally:
                self._room.put_nowait(number)
            self._lose(number)
        return StaysOpen(_stop(f"{MOST_LOSSES} Ray workers were lost: {why}"), ends_run=False)

    def close(self) -> None:
        """Cancel the waits for lost workers."""
        for waiting in self._lost.values():
            waiting.cancel()

    def _is_cut_off(self, found: Judged | StaysOpen) -> bool:
        """Return whether a worker halted though nobody told the run to stop.

        The process of a lost node may outlive it for a moment, without a way to the governor.
        """
        halted = isinstance(found, StaysOpen) and found.stop is None
        return halted and self._switch.stop is None

    async def _next_free(self) -> int | None:
        """Wait for a worker with room; None when no worker is alive."""
        while (number := await self._room.get()) is not None:
            if number in self._lost:
                self._set_aside.append(number)
            elif number in self._alive:
                return number
        self._room.put_nowait(None)
        return None

    def _lose(self, number: int) -> None:
        """Mark a worker as lost until it answers again, so that it is given no problem."""
        if number in self._alive and number not in self._lost:
            self._lost[number] = asyncio.create_task(self._wait_for(number))

    async def _wait_for(self, number: int) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._alive[number].ready.remote()
                break
            except self._errors.ActorDiedError:
                del self._alive[number]
                break
            except self._errors.RayActorError:
                continue  # Ray is starting it again
        del self._lost[number]
        for back in [one for one in self._set_aside if one == number]:
            self._set_aside.remove(back)
            self._room.put_nowait(back)
        if not self._alive:
            self._room.put_nowait(None)


def _stop(message: str) -> Stop:
    return Stop(kind=StopKind.SERVICE, message=message)


async def _pass_on(switch: StopSwitch, actors: Sequence[Any]) -> None:
    """Wait until the switch is on, then stop all workers."""
    while switch.stop is None:
        await asyncio.sleep(_STOP_LOOK_S)
    await asyncio.gather(*(actor.stop.remote() for actor in actors), return_exceptions=True)
