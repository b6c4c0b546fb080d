"""A run on many processes or machines with Ray: the same store, the same results.

Each worker builds its own model and judge and writes its calls to the run's store, so that nothing
is paid for twice however it ends. Results and evidence are written by the driver alone. A budget is
cut into equal shares, because workers do not know what the others spend.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from faithsieve.errors import BudgetExceededError, ConfigError, MissingToolError
from faithsieve.evaluate.runner import (
    GatedModel,
    Judged,
    JudgeProblem,
    StaysOpen,
    Stop,
    StopKind,
    StopSwitch,
    judge_problem,
)
from faithsieve.llm.budget import Amount
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools, find_method
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.settings import BudgetSettings, ModelSettings, Settings
from faithsieve.store.run_store import RunStore

BuildTools = Callable[..., AbstractAsyncContextManager[Tools]]
"""Builds a method's tools from the method, the settings and a ledger."""

_STOP_LOOK_S = 0.2


class Job(NamedTuple):
    """Everything a worker needs to take part in a run."""

    method: str
    settings: Settings
    """Already this worker's share of the limits."""
    store: str
    """The path or URL of the run's store, as every worker can open it."""
    run_id: str
    build_tools: BuildTools


class ProofWorker:
    """One process that judges problems; its model and judge live as long as it does."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._switch = StopSwitch()
        self._stack = AsyncExitStack()
        self._building: asyncio.Task[Tools] | None = None

    async def judge(self, problem: LabelledProof) -> Judged | StaysOpen:
        """Judge one problem; whatever goes wrong is part of the answer."""

        async def check(proof: Proof, model: ChatModel) -> CheckedProof:
            tools = await self._tools()
            return await find_method(self._job.method).check(proof, tools._replace(model=model))

        return await judge_problem(problem, check=check, model=self)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask this worker's own model, unless the run was told to stop."""
        return await GatedModel((await self._tools()).model, self._switch).complete(request)

    async def stop(self) -> None:
        """Send nothing more; calls under way finish."""
        self._switch.request(StopKind.INTERRUPT, "interrupted")

    async def close(self) -> None:
        """End the model, the judge and the store."""
        await self._stack.aclose()

    async def _tools(self) -> Tools:
        """Return the worker's tools; the first problem builds them, the others wait for them."""
        self._building = self._building or asyncio.create_task(self._build())
        return await asyncio.shield(self._building)

    async def _build(self) -> Tools:
        job = self._job
        store = self._stack.enter_context(await asyncio.to_thread(RunStore.open, job.store))
        store.run_id = job.run_id
        return await self._stack.enter_async_context(
            job.build_tools(find_method(job.method), job.settings, store)
        )


def share_of(settings: Settings, workers: int, *, spent: Amount) -> Settings:
    """Cut the request rates and the rest of the budget into one worker's share."""
    budget, model = settings.budget, settings.model

    def part(limit: float | None, used: float) -> float | None:
        return None if limit is None else max(0.0, limit - used) / workers

    tokens, usd = part(budget.max_tokens, spent.tokens), part(budget.max_cost_usd, spent.usd)
    if (tokens is not None and tokens < 1) or (usd is not None and usd <= 0):
        raise BudgetExceededError(
            "the run's budget is spent; raise --max-tokens or --max-cost to go on"
        )
    rates = {
        "requests_per_minute": model.requests_per_minute,
        "tokens_per_minute": model.tokens_per_minute,
    }
    cut = {name: rate and max(1, rate // workers) for name, rate in rates.items()}
    cut["concurrency"] = math.ceil(model.concurrency / workers)
    shared = BudgetSettings(max_tokens=tokens and int(tokens), max_cost_usd=usd)
    return Settings(
        **(dict(settings) | {"model": ModelSettings(**(dict(model) | cut)), "budget": shared})
    )


@asynccontextmanager
async def ray_workers(
    job: Job, *, spent: Amount, switch: StopSwitch, workers: int | None = None
) -> AsyncIterator[JudgeProblem]:
    """Start workers on the Ray cluster that ``RAY_ADDRESS`` names, or on this machine.

    Args:
        job: The run, with the settings of the whole of it.
        spent: What the run has paid before.
        switch: Ends the workers' questions when the run is told to stop.
        workers: How many; by default one a processor of the cluster.

    Raises:
        MissingToolError: Ray is not installed.
        ConfigError: workers on other machines could not open the run's store.
    """
    ray = _connect()
    try:
        if len(ray.nodes()) > 1 and "://" not in job.store:
            raise ConfigError(
                f"workers on {len(ray.nodes())} machines cannot share {job.store!r}; give a store "
                "they all reach with --store postgresql://…"
            )
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        own = job._replace(settings=share_of(job.settings, count, spent=spent))
        each = own.settings.model.concurrency
        # Calls are in the store, so a problem that a dead worker left is cheap to judge again.
        remote = ray.remote(max_restarts=2, max_task_retries=2, max_concurrency=each + 2)
        actors = [remote(ProofWorker).remote(own) for _ in range(count)]
        watcher = asyncio.create_task(_pass_on(switch, actors))
        try:
            yield ActorPool(actors, each, death=ray.exceptions.RayActorError).judge
        finally:
            watcher.cancel()
            # A dead worker has nothing to close, and must not keep the results from being written.
            closing = (actor.close.remote() for actor in actors)
            await asyncio.gather(*closing, return_exceptions=True)
    finally:
        ray.shutdown()


def _connect() -> Any:
    try:
        import ray
    except ImportError as error:
        raise MissingToolError(
            "Ray", needed_for="--engine ray", fix="pip install 'faithsieve[ray]'"
        ) from error
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    return ray


class ActorPool:
    """Gives each problem to a worker that has room, and goes on without workers that died."""

    def __init__(self, actors: Sequence[Any], each: int, *, death: type[Exception]) -> None:
        """Share problems out.

        Args:
            actors: The workers.
            each: How many problems a worker takes at once.
            death: What a call raises when its worker is gone for good.
        """
        self._alive = dict(enumerate(actors))
        self._death = death
        self._room: asyncio.Queue[int] = asyncio.Queue()
        for number in [number for _ in range(each) for number in self._alive]:
            self._room.put_nowait(number)

    async def judge(self, problem: LabelledProof) -> Judged | StaysOpen:
        """Let the next free worker judge; a problem whose worker dies stays open.

        It is not given to another worker: it may be what ended this one.
        """
        number = await self._room.get()
        while self._alive and number not in self._alive:
            number = await self._room.get()
        try:
            if not self._alive:
                return self._lost("no Ray worker is left")
            found: Judged | StaysOpen = await self._alive[number].judge.remote(problem)
        except self._death as error:
            self._alive.pop(number, None)
            return self._lost(f"a Ray worker died again and again: {str(error)[:300]}")
        finally:
            # The number of a dead worker wakes the next in line, which then looks further.
            self._room.put_nowait(number)
        return found

    def _lost(self, message: str) -> StaysOpen:
        return StaysOpen(Stop(kind=StopKind.SERVICE, message=message), ends_run=not self._alive)


async def _pass_on(switch: StopSwitch, actors: Sequence[Any]) -> None:
    """Tell the workers when the run is told to stop."""
    while switch.stop is None:
        await asyncio.sleep(_STOP_LOOK_S)
    await asyncio.gather(*(actor.stop.remote() for actor in actors), return_exceptions=True)
