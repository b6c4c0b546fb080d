"""FaithSieve's own time on a proof: everything but the model and Lean, by part.

Each proof is checked once with the plain model and judge of ``bench/_plain_pipeline.py``, every
answer kept in a store, and then once more with all answers from the store, as an ablation or a
resumed run does it. Only the second time counts, start-up of the process not included, and only
processor time, of the store's thread too: on a busy machine the clock measures the neighbours.
"""

import asyncio
import functools
import gc
import inspect
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench._plain_pipeline import PlainJudge, PlainPipeline, Rates
from bench._proofs import write_proofs
from bench.localize import DATA, quartiles, rows_of
from faithsieve.datasets import load_dataset
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.llm.cached import CachedModel, ReplayModel
from faithsieve.pipeline import check_proof
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings, VerifySettings
from faithsieve.store.run_store import RunStore

LIMIT_MS, PROOFS = 150.0, 60
IDENTITY = "plain"
# One obligation at a time, so that at every moment exactly one part is at work.
SETTINGS = Settings(verify=VerifySettings(concurrency=1, trust_gate=True))
PARTS = {
    "lint": ("faithsieve.pipeline.lint_proof",),
    "localize": ("faithsieve.pipeline.localize",),
    "obligations": ("faithsieve.verify.stage.discover_obligations",),
    "probes": ("faithsieve.verify.gate.decision.probe_statement",),
    "search for points": (
        "faithsieve.verify.prover.find_witnesses",
        "faithsieve.verify.prover.find_models",
    ),
    "fusion": ("faithsieve.pipeline.synthesize",),
    "store": (
        "faithsieve.llm.cached.ReplayModel.complete",
        "faithsieve.lean.caching_judge.CachingJudge.freeze",
        "faithsieve.lean.caching_judge.CachingJudge.judge_first",
        "faithsieve.lean.caching_judge.CachingJudge.probe",
    ),
}
REST = "the rest"


class Stopwatch:
    """Gives every moment to the innermost part that is at work."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._parts = [REST]
        self._since = time.process_time()

    def restart(self) -> None:
        """Forget what was."""
        self.seconds.clear()
        self._since = time.process_time()

    def _turn(self) -> None:
        now = time.process_time()
        self.seconds[self._parts[-1]] += now - self._since
        self._since = now

    @contextmanager
    def running(self, part: str) -> Iterator[None]:
        """One part at work."""
        self._turn()
        self._parts.append(part)
        try:
            yield
        finally:
            self._turn()
            self._parts.pop()

    def stop(self) -> dict[str, float]:
        """Milliseconds by part."""
        self._turn()
        return {part: seconds * 1000 for part, seconds in self.seconds.items()}

    def around(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""
        if inspect.iscoroutinefunction(function):

            async def timed_async(*args: Any, **kwargs: Any) -> Any:
                with self.running(part):
                    return await function(*args, **kwargs)

            return timed_async

        def timed(*args: Any, **kwargs: Any) -> Any:
            with self.running(part):
                return function(*args, **kwargs)

        return timed


@contextmanager
def _timed_parts(watch: Stopwatch) -> Iterator[None]:
    with ExitStack() as stack:
        for part, places in PARTS.items():
            for place in places:
                original = patch(place).get_original()[0]
                stack.enter_context(patch(place, watch.around(part, original)))
        yield


async def _record(proof: Proof, store: RunStore) -> None:
    rates = Rates()
    model = CachedModel(PlainPipeline(rates), store, IDENTITY)
    judge = CachingJudge(PlainJudge(rates), store)
    await check_proof(proof, model=model, judge=judge, settings=SETTINGS)


async def _replayed(proof: Proof, store: RunStore, watch: Stopwatch) -> dict[str, float]:
    judge = CachingJudge(PlainJudge(Rates()), store)
    watch.restart()
    await check_proof(proof, model=ReplayModel(store, IDENTITY), judge=judge, settings=SETTINGS)
    taken = watch.stop()
    if judge.asked:
        raise RuntimeError(f"{len(judge.asked)} questions were not in the store")
    return taken


def _forget_cached_work() -> None:
    """Empty every memory of the process, so that nothing is known from recording."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


async def _measure(proofs: Sequence[Proof]) -> list[dict[str, float]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = stack.enter_context(RunStore.open(folder / "store.sqlite"))
        for proof in proofs:
            await _record(proof, store)
        _forget_cached_work()
        watch = Stopwatch()
        stack.enter_context(_timed_parts(watch))
        return [await _replayed(proof, store, watch) for proof in proofs]


def _report(name: str, taken: Sequence[dict[str, float]]) -> Iterator[str]:
    totals = [sum(one.values()) for one in taken]
    share = statistics.median(totals) / LIMIT_MS
    yield f"{len(taken)} {name}: median {share:.2f} x the limit of {LIMIT_MS:g} ms"
    yield f"  processor ms a proof: {quartiles(totals)}"
    for part in (*PARTS, REST):
        spent = sorted(one.get(part, 0.0) for one in taken)
        yield (
            f"  {part}: median {statistics.median(spent):.1f} ms, "
            f"90th percentile {spent[int(0.9 * len(spent))]:.1f} ms"
        )


def own_proofs() -> list[Proof]:
    """Proofs written here: half in words with formulas, half equations that code can state."""
    with tempfile.TemporaryDirectory() as folder:
        written = load_dataset(write_proofs(Path(folder) / "proofs.jsonl", PROOFS // 2)).proofs
    return [*(row.proof for row in written), *map(_equation, range(PROOFS // 2))]


def _equation(number: int) -> Proof:
    factor, offset, solution = 2 + number % 7, 3 + number % 11, 1 + number % 13
    value = factor * solution
    return Proof.from_texts(
        f"Let x and y be real numbers with {factor}x + {offset} = {value + offset} and y = 2x + 1.",
        [
            f"So {factor}x = {value}.",
            f"Hence x = {solution}.",
            f"Therefore y = {2 * solution + 1 + number % 2}.",
            f"Then x + y = {3 * solution + 1}.",
            f"So x^2 + y^2 > {solution * solution}.",
            "Either x > 0 or x < 0.",
        ],
    )


def run() -> Iterator[str]:
    """Time our own proofs and, where they are there, development rows."""
    yield from _report("proofs of our own", asyncio.run(_measure(own_proofs())))
    rows = rows_of(DATA)
    if rows:
        picked = rows[:: max(1, len(rows) // PROOFS)]
        yield from _report("development rows", asyncio.run(_measure(picked)))
