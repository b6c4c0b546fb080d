"""A thousand kills over runner, store's server, Lean's workers, a cluster's nodes: what is lost?

A command is killed at a random moment of its run, or what it needs is killed under it, several
times in a run; it is given again, as a user would, until nothing is left to do. A call can be in
three states at a kill. Its answer is in the store: asking for it again is a fault. Its answer has
reached this machine and not the store: that time is the only loss a client can shrink. It is with
the provider: no client can save it, and it goes out again under the same Idempotency-Key.

Lean's workers are processes that answer as Lean's do, behind the real pool. Everything is cheap so
that a thousand kills take half an hour: runs are forked from a process that has imported
FaithSieve, replies come from a scripted endpoint, rows are short.

``--kills N`` sets the number; the shares stay. ``--only WORDS`` takes the parts named so.
"""

import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import psutil
from sqlalchemy import create_engine, inspect, select

from bench._command import clean_environment, eval_command
from bench._endpoint import Endpoint as LoggingEndpoint
from bench._endpoint import Event
from bench._postgres import Postgres
from bench._proofs import write_proofs
from bench.cluster import on_cluster, running_cluster
from faithsieve.cli.main import run as run_command
from faithsieve.store.engine import store_url
from faithsieve.store.schema import model_calls

KILLS = 1000
SHARES = {
    "runner on SQLite": 0.4,
    "runner on PostgreSQL": 0.15,
    "store's server": 0.05,
    "Lean's workers": 0.3,
    "Ray's nodes, workers and drivers": 0.1,
}
IMPORTED = (
    "alembic.command",
    "faithsieve.cli.eval",
    "faithsieve.llm.openai_compatible",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
)
"""What every run imports; done once, before the forks."""
ROWS, DELAY_S, IN_FLIGHT, SPAN_S = 36, 0.05, 4, 0.8
"""A run asks for half a second; kills come within so many seconds of its start or first call."""
KILLS_OF_A_RUN = 5
CLUSTER_ROWS, CLUSTER_DELAY_S, CLUSTER_IN_FLIGHT, CLUSTER_SPAN_S, NODES = 300, 2.0, 8, 3.0, 3
CLUSTER_KILLS_OF_A_RUN = 20
"""More in one run: Ray needs long to start, and kills come in its midst."""
VICTIMS = (*4 * ("node", "worker"), "worker", "driver")
MOST_SITTINGS = 30


class Counts(NamedTuple):
    """What kills did."""

    kills: int = 0
    rows: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    stored: int = 0
    """Answers in the store, summed over the kills."""
    again: int = 0
    """Of these, asked for again."""
    under_way: int = 0
    """Calls with the endpoint, summed over the kills."""
    landed: int = 0
    """Answers that had left the endpoint, were not in the store, and were asked for again."""
    new_keys: int = 0
    """Questions that went out under more than one Idempotency-Key."""
    sittings: int = 0
    failed: int = 0
    """Sittings that ended neither well, nor unfinished, nor by a kill."""

    def plus(self, other: "Counts") -> "Counts":
        return Counts(*(one + two for one, two in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.rows} rows, {self.lost} lost, {self.doubled} doubled, "
            f"{self.wrong} wrong, {self.again} of {self.stored} stored answers asked again, "
            f"{self.new_keys} under another Idempotency-Key; {self.under_way} calls under way at "
            f"the kills, {self.landed} answers between socket and store asked again; "
            f"{self.failed} of {self.sittings} sittings failed"
        )


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Kill, start again and count."""
    given = dict(zip(options[::2], options[1::2], strict=True))
    wanted, only = int(given.get("--kills", KILLS)), given.get("--only", "")
    total, began = Counts(), time.monotonic()
    # What a killed process has written, the system has: syncing helps when the power goes. It would
    # take most of the time, above all while the server recovers.
    with Postgres(fsync=False) as server:
        for what, share in SHARES.items():
            if only in what:
                part_began = time.monotonic()
                counts = kill(what, round(wanted * share), server)
                total = total.plus(counts)
                yield f"{what}: {counts} in {time.monotonic() - part_began:.0f} s"
    yield f"all: {total} in {time.monotonic() - began:.0f} s"
    yield "target: 0 lost, 0 doubled, 0 wrong, 0 stored answers asked again"


def kill(what: str, kills: int, server: Postgres, victims: tuple[str, ...] = VICTIMS) -> Counts:
    """Make the kills of one part."""
    with tempfile.TemporaryDirectory(prefix="fs-kills-") as name:
        folder = Path(name)
        match what:
            case "Lean's workers":
                return asyncio.run(_hunt_workers(kills, folder))
            case "runner on SQLite":
                return hunt(kills, Runner(folder))
            case "runner on PostgreSQL":
                return hunt(kills, Runner(folder, server))
            case "store's server":
                return hunt(kills, ServerUser(folder, server))
        with running_cluster(NODES) as cluster:
            return hunt(kills, Driver(folder, server, cluster, victims))


# ---- the endpoint


class Endpoint(LoggingEndpoint):
    """The endpoint in a thread of this process; it remembers what it was asked."""

    def __init__(self) -> None:
        self.delay_s = 0.0
        self.events: list[Event] = []
        self.url = ""
        self._ready = threading.Event()
        threading.Thread(target=asyncio.run, args=(self._listen(),), daemon=True).start()
        self._ready.wait()

    def note(self, what: str, key: str, body: str) -> None:
        self.events.append(Event(time.time(), what, key, body))

    async def _listen(self) -> None:
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=512)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await server.serve_forever()


def stored_keys(place: str) -> set[str]:
    """The keys of the calls whose answers a store holds."""
    if "://" not in place and not Path(place).exists():
        return set()
    engine = create_engine(store_url(place))
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table(model_calls.name):
                return set()  # killed before the tables were made
            answered = select(model_calls.c.key).where(model_calls.c.state == "answered")
            return set(connection.execute(answered).scalars())
    finally:
        engine.dispose()


# ---- commands and what is killed of them


class Process(Protocol):
    """A command that runs."""

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self) -> int: ...


class Forked:
    """A command in a fork of this process, which has everything imported already."""

    def __init__(self, words: list[str], output: Path) -> None:
        self._code: int | None = None
        self._pid = os.fork()
        if self._pid:
            return
        code = 70
        try:
            quiet = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            os.environ["OPENAI_API_KEY"] = "not-a-key"
            code = run_command(words)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def poll(self) -> int | None:
        return self._reap(os.WNOHANG)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        code = self._reap(0)
        assert code is not None
        return code

    def _reap(self, options: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self._pid, options)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def spawned(words: list[str], output: Path) -> Process:
    with output.open("a") as said:
        return subprocess.Popen(words, env=clean_environment(), stdout=said, stderr=said)


class Runner:
    """The command itself is killed: half the time from its start on, half from its first call."""

    rows, delay_s, in_flight, span_s = ROWS, DELAY_S, IN_FLIGHT, SPAN_S
    kills_of_a_run, share_from_start = KILLS_OF_A_RUN, 0.5

    def __init__(self, folder: Path, server: Postgres | None = None) -> None:
        self.folder = folder
        self.output = folder / "output.txt"
        self._server = server
        for name in IMPORTED:
            import_module(name)

    def command(self, number: int, url: str) -> tuple[list[str], str]:
        """The command of one run, and the place of its store."""
        out = self.folder / f"run{number}"
        words = eval_command(self.dataset, out, url, concurrency=self.in_flight)
        if self._server is None:
            return words, str(out / "store.sqlite")
        place = self._server.new_database()
        return [*words, "--store", place], place

    @cached_property
    def dataset(self) -> Path:
        return write_proofs(self.folder / "proofs.jsonl", self.rows)

    def start(self, words: list[str]) -> Process:
        return Forked(words[3:], self.output)

    def strike(self, process: Process) -> bool:
        """Kill, and say whether something was there to be killed."""
        process.kill()
        return process.wait() == -signal.SIGKILL


class ServerUser(Runner):
    """The store's server is killed under a command that uses it."""

    share_from_start = 0.0

    def strike(self, process: Process) -> bool:
        assert self._server is not None
        self._server.restart()
        return True


class Driver(Runner):
    """Nodes and workers of a Ray cluster are killed under a command, or the command itself."""

    rows, delay_s, in_flight = CLUSTER_ROWS, CLUSTER_DELAY_S, CLUSTER_IN_FLIGHT
    span_s, kills_of_a_run, share_from_start = CLUSTER_SPAN_S, CLUSTER_KILLS_OF_A_RUN, 0.0

    def __init__(
        self, folder: Path, server: Postgres | None, cluster: Any, victims: Sequence[str]
    ) -> None:
        super().__init__(folder, server)
        self._cluster = cluster
        self._victims = itertools.cycle(victims)
        self._dice = random.Random(7)

    def start(self, words: list[str]) -> Process:
        return spawned(on_cluster(words, self._cluster.address, workers=NODES), self.output)

    def strike(self, process: Process) -> bool:
        victim = next(self._victims)
        if victim == "driver":
            return super().strike(process)
        if victim == "worker":
            return self._kill_worker()
        lost = self._dice.choice(sorted(self._cluster.worker_nodes, key=str))
        self._cluster.remove_node(lost, allow_graceful=False)
        self._cluster.add_node(num_cpus=1)
        return True

    def _kill_worker(self) -> bool:
        # Nodes are children of this process: the workers of other clusters are nobody's to kill.
        workers = [one for one in psutil.Process().children(recursive=True) if _is_worker(one)]
        for worker in self._dice.sample(workers, min(1, len(workers))):
            with suppress(psutil.NoSuchProcess):
                worker.kill()
                return True
        return False


def _is_worker(process: psutil.Process) -> bool:
    try:
        return process.cmdline()[:1] != [] and process.cmdline()[0].startswith("ray::ProofWorker")
    except psutil.Error:
        return False


# ---- runs and kills


class Hunted:
    """One run over its kills and sittings, and what came of each call."""

    def __init__(self, prey: Runner, number: int, endpoint: Endpoint) -> None:
        self.counts = Counts()
        self._prey = prey
        self._endpoint = endpoint
        self._words, self._place = prey.command(number, endpoint.url)
        self._out = prey.folder / f"run{number}"
        self._first = self._mark = len(endpoint.events)
        self._stored: set[str] = set()
        self._landed: set[str] = set()
        self._sittings: list[Process] = []

    def hunt(self, kills: int, dice: random.Random) -> None:
        """Kill at random moments, so many times or until the run is over; then finish it."""
        process = self._start()
        while self.counts.kills < kills:
            if process.poll() is not None:
                process = self._start()
            from_start = dice.random() < self._prey.share_from_start
            if self._comes_to(process, dice.uniform(0, self._prey.span_s), from_start):
                self._strike(process)
            elif process.wait() == 0:
                break
        while process.wait() != 0:
            if len(self._sittings) >= kills + MOST_SITTINGS:
                said = self._prey.output.read_text()[-3000:]
                raise RuntimeError(f"{self._out} did not finish:\n{said}")
            process = self._start()
        self._count_calls()
        sent = {(event.question, event.key) for event in self._endpoint.events[self._first :]}
        failed = sum(one.wait() not in (0, 3, -signal.SIGKILL) for one in self._sittings)
        self._add(
            new_keys=len(sent) - len({question for question, _ in sent}),
            sittings=len(self._sittings),
            failed=failed,
        )

    def _start(self) -> Process:
        self._sittings.append(self._prey.start(self._words))
        return self._sittings[-1]

    def _comes_to(self, process: Process, after_s: float, from_start: bool) -> bool:
        """Wait for the moment of a kill; False when the process ends before it."""
        seen = len(self._endpoint.events)
        while not from_start and len(self._endpoint.events) == seen:
            if process.poll() is not None:
                return False
            time.sleep(0.005)
        time.sleep(after_s)
        return process.poll() is None

    def _strike(self, process: Process) -> None:
        events = self._endpoint.events[self._first :]
        if not self._prey.strike(process):
            return
        self._count_calls()
        # First what is stored, then from where on asking for it counts.
        self._stored = stored_keys(self._place)
        self._mark = len(self._endpoint.events)
        asked = {event.question for event in events}
        replied = {event.question for event in events if event.what == "reply"}
        self._landed = replied - self._stored
        self._add(kills=1, stored=len(self._stored), under_way=len(asked - replied - self._stored))

    def _count_calls(self) -> None:
        """Count what was asked since the last kill."""
        events = self._endpoint.events[self._mark :]
        asked = [event.question for event in events if event.what == "request"]
        again = sum(question in self._stored for question in asked)
        self._add(again=again, landed=sum(question in self._landed for question in asked))

    def _add(self, **more: int) -> None:
        self.counts = self.counts.plus(Counts(**more))


def hunt(kills: int, prey: Runner) -> Counts:
    """Kill in one run after the other until so many kills were made."""
    dice, endpoint = random.Random(20_261_116), Endpoint()
    words, _ = prey.command(0, endpoint.url)
    if spawned(words, prey.output).wait() != 0:
        raise RuntimeError(f"a run without kills failed:\n{prey.output.read_text()}")
    expected, counts = predicted(prey.folder / "run0"), Counts()
    endpoint.delay_s = prey.delay_s
    for number in itertools.count(1):
        left = kills - counts.kills
        if left <= 0:
            break
        run = Hunted(prey, number, endpoint)
        run.hunt(min(left, prey.kills_of_a_run), dice)
        rows = predicted(prey.folder / f"run{number}")
        counts = counts.plus(run.counts).plus(_compared(rows, expected))
    return counts


def predicted(run_folder: Path) -> list[tuple[str, object]]:
    lines = (run_folder / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["id"], row["label"]) for row in map(json.loads, lines)]


def _compared(rows: list[tuple[str, object]], expected: list[tuple[str, object]]) -> Counts:
    times = Counter(id for id, _ in rows)
    labels = dict(rows)
    return Counts(
        rows=len(expected),
        lost=sum(id not in times for id, _ in expected),
        doubled=sum(count > 1 for count in times.values()),
        wrong=sum(id in labels and labels[id] != label for id, label in expected),
    )


# ---- Lean's workers


async def _hunt_workers(kills: int, folder: Path) -> Counts:
    """Ask a pool of stand-ins while its processes are killed."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from faithsieve.errors import LeanUnavailableError
    from faithsieve.lean.pool import LeanPool, PoolSettings
    from support.stand_in_lean import worker_maker

    make = worker_maker(folder)
    settings = PoolSettings(size=4, backoff_s=0.02, failed_start_s=0.02, start_attempts=9)
    on_request = 'answer["echo"] = request["n"]\ntime.sleep(0.01)'
    pool = LeanPool(make().toolchain, settings, make_worker=lambda: make(on_request))
    dice, struck = random.Random(5), 0
    right: Counter[int] = Counter()
    asked = wrong = 0

    async def ask() -> None:
        nonlocal asked, wrong
        while struck < kills:
            n, asked = asked, asked + 1
            while True:
                try:
                    reply = await pool.ask({"n": n}, timeout_s=30)
                except LeanUnavailableError:
                    continue  # Lean could not be asked: the next run asks again
                right[n] += reply["echo"] == n
                wrong += reply["echo"] != n
                break

    async def strike() -> None:
        nonlocal struck
        while struck < kills:
            await asyncio.sleep(dice.uniform(0, 0.12))
            found = [c for c in psutil.Process().children() if c.pid != os.getpid()]
            alive = [worker.pid for worker in pool._workers if worker.is_alive]
            hit = [child for child in found if child.pid in alive]
            if hit:
                with suppress(psutil.NoSuchProcess):
                    dice.choice(hit).kill()
                    struck += 1

    async with pool:
        await asyncio.gather(strike(), *(ask() for _ in range(6)))
    lost = sum(right[n] == 0 for n in range(asked))
    doubled = sum(times > 1 for times in right.values())
    return Counts(kills=struck, rows=asked, lost=lost, doubled=doubled, wrong=wrong)
