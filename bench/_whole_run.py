"""One run of the whole method over the bench's proofs, in a process of its own.

``python -m bench._whole_run PROOFS REPLIES LIMITS`` prints one JSON object. The model is the
recorded reader behind a delay and a limit of calls at a time; Lean is the real one. It uses few
functions of FaithSieve, and old ones, so that it also runs on an earlier commit's source.
"""

import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import psutil

from faithsieve.datasets import load_dataset
from faithsieve.demo.recorded import DemoRecording, RecordedReader
from faithsieve.evaluate.runner import Plan, Progress, judge_by, run_problems
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.llm.limits import EndpointGate, LimitedModel, RateLimits
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools, find_method
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.settings import Settings, VerifySettings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_judge, start_judge

try:
    from faithsieve.lean.work_time import metered
except ImportError:  # an earlier commit, whose Lean is timed with the wait for it
    metered = nullcontext  # type: ignore[assignment]

SAMPLE_S = 0.05
FROM_PROOF = 5
"""The finished proofs from which on the time left has to be about right."""


class SlowReader:
    """A model behind an endpoint that takes its time."""

    def __init__(self, inner: ChatModel, *, delay_s: float) -> None:
        self._inner = inner
        self._delay_s = delay_s
        self.calls = 0
        self.under_way = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.calls += 1
        self.under_way += 1
        try:
            await asyncio.sleep(self._delay_s)
            return await self._inner.complete(request)
        finally:
            self.under_way -= 1


class WatchedJudge(ForwardedJudge):
    """A judge that notes how long each kind of search took, and for which statement."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner.toolchain)
        self._inner = inner
        self.under_way = 0
        self.spent: list[tuple[str, str, float]] = []
        """Kind of search, statement, seconds of Lean."""
        self.settled: set[str] = set()

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        self.under_way += 1
        began = time.monotonic()
        try:
            with metered() as meter:
                said = await getattr(self._inner, method)(about, *given, **options)
        finally:
            self.under_way -= 1
        key = about.type_digest if isinstance(about, FrozenStatement) else about
        kind, seconds = method, meter.seconds if meter else time.monotonic() - began
        if method == "judge_first":
            kind = options["polarity"].value
            seconds = sum(judgement.seconds for judgement in said)
            if any(judgement.is_accepted for judgement in said):
                self.settled.add(key)
        self.spent.append((kind, key, seconds))
        return said

    def lost(self) -> dict[str, float]:
        """Seconds by kind of search for statements that were never settled."""
        found: dict[str, float] = defaultdict(float)
        for kind, key, seconds in self.spent:
            if kind not in ("freeze", "probe") and key not in self.settled:
                found[kind] += seconds
        return found


class Bottleneck:
    """Looks, many times a second, at what everybody waits for."""

    def __init__(self, model: SlowReader, lean: WatchedJudge, workers: int) -> None:
        self._model, self._lean, self._workers = model, lean, workers
        self.seen: dict[str, int] = {"Lean": 0, "model": 0, "neither": 0}
        self.one_busy = 0
        """Looks at a Lean that works alone: further workers could have tried its next bodies."""
        self.memory = 0

    async def watch(self) -> None:
        for look in range(1 << 30):
            busy = self._lean.under_way >= self._workers
            waits = "Lean" if busy else "model" if self._model.under_way else "neither"
            self.seen[waits] += 1
            self.one_busy += self._lean.under_way == 1
            if look % 20 == 0:
                self.memory = max(self.memory, _resident())
            await asyncio.sleep(SAMPLE_S)


def _resident() -> int:
    own = psutil.Process()
    total = 0
    for process in [own, *own.children(recursive=True)]:
        try:
            total += int(process.memory_info().rss)
        except psutil.NoSuchProcess:
            continue
    return total


def settings_of(effort: str, **parts: object) -> Settings:
    """The defaults of an effort; the recorded reader was asked about these proofs alone."""
    trusts = {"trust_gate": True} if "trust_gate" in VerifySettings.model_fields else {}
    return Settings.model_validate({"effort": effort, "verify": trusts, **parts})


async def measure(proofs: Path, replies: Path, limits: dict[str, Any]) -> dict[str, Any]:
    """Check all proofs and return the figures."""
    problems = load_dataset(proofs).proofs[: limits["limit"]]
    recording = DemoRecording.model_validate_json(replies.read_text(encoding="utf-8"))
    settings = settings_of(limits["effort"], lean={"workers": limits["workers"]})
    model = SlowReader(RecordedReader(recording), delay_s=limits["delay_s"])
    gate = EndpointGate(RateLimits(concurrency=limits["at_once"]))
    ended: list[float] = []
    reports: list[tuple[float, Progress]] = []
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    with tempfile.TemporaryDirectory() as folder, RunStore.open(f"{folder}/store.sqlite") as store:
        async with start_judge(settings) as inner:
            watched = WatchedJudge(inner)
            # Lean starts before the clock: a run of hours pays for that once.
            await watched.freeze("(n : Nat) : n = n")
            look = Bottleneck(model, watched, limits["workers"])
            async with build_judge(settings, store, watched) as judge:
                began = time.monotonic()

                async def save(problem: Any, judged: Any) -> None:
                    ended.append(time.monotonic() - began)

                watcher = asyncio.create_task(look.watch())
                tools = Tools(LimitedModel(model, gate), settings, judge=judge)
                outcome = await run_problems(
                    Plan(problems, concurrency=settings.model.problems_at_once),
                    judge_by(find_method("faithsieve"), tools),
                    save=save,
                    on_progress=lambda seen: reports.append((time.monotonic() - began, seen)),
                )
                wall_s = time.monotonic() - began
                watcher.cancel()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "proofs": len(problems),
        "failed": [f"{r.id}: {r.failure.message[:200]}" for r in outcome.results if r.failure],
        "labels": {r.id: r.label for r in outcome.results},
        "right": sum(r.label == r.gold for r in outcome.results),
        "settled": len(watched.settled),
        "settled_ones": sorted(watched.settled),
        "statements": len({key for kind, key, _ in watched.spent if kind == "claim"}),
        "wall_s": wall_s,
        "ended": ended,
        "calls": model.calls,
        "lean_cpu_s": sum(after[:2]) - sum(cpu[:2]),
        "own_cpu_s": sum(mine[:2]) - sum(own[:2]),
        "lean_s": [result.cost.lean_seconds for result in outcome.results],
        "lean_by_kind": _sums(watched.spent),
        "lost_by_kind": dict(watched.lost()),
        "waited_for": look.seen,
        "memory": look.memory,
        "one_busy": look.one_busy,
        "left": [
            (said.remaining_s, wall_s - at)
            for at, said in reports
            if said.done >= FROM_PROOF and said.remaining_s and wall_s - at > 1
        ],
    }


def _sums(spent: Sequence[tuple[str, str, float]]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for kind, _, seconds in spent:
        found[kind] += seconds
    return dict(found)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    if len(values) < 2:
        return values[0] if values else 0.0
    return statistics.quantiles(values, n=100, method="inclusive")[round(100 * share) - 1]


if __name__ == "__main__":
    given = json.loads(sys.argv[3])
    print(json.dumps(asyncio.run(measure(Path(sys.argv[1]), Path(sys.argv[2]), given))))
