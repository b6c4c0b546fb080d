"""32 processes write to one store at once, on SQLite and on PostgreSQL: what is lost or paid twice?

Every process asks the same questions in an order of its own, through the cache and its leases, and
keeps artifacts of its own beside them. A question may reach the model once, whoever asks first.
"""

import asyncio
import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench._postgres import Postgres
from faithsieve.llm.cached import CachedModel
from faithsieve.records.chat import ChatMessage, ChatReply, ChatRequest, PromptStamp
from faithsieve.records.digest import StoredArtifact, digest_of
from faithsieve.store.run_store import RunStore
from faithsieve.store.upkeep import verify

PROCESSES, QUESTIONS, ARTIFACTS, AT_ONCE = 32, 60, 40, 4
STAMP = PromptStamp(id="baselines/direct", version=1, digest=digest_of("prompt"))


class Load(NamedTuple):
    """What came of it."""

    seconds: float
    writes: int
    questions: int
    asked: int
    """Questions that reached the model."""
    lost: int
    """Artifacts and answers that are not in the store."""
    unequal: int
    """Processes that were told another answer than the stored one."""
    sound: bool


def run() -> Iterator[str]:
    """Load both kinds of store."""
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="fs-load-") as name:
        folder = Path(name)
        for kind in ("SQLite", "PostgreSQL"):
            place = str(folder / "store.sqlite") if kind == "SQLite" else server.new_database()
            load = load_store(place, folder / kind)
            yield (
                f"{kind}: {PROCESSES} processes, {load.writes} writes in {load.seconds:.1f} s "
                f"({load.writes / load.seconds:.0f} a second); asked {load.asked} of "
                f"{load.questions} questions, {load.lost} lost, {load.unequal} told otherwise, "
                f"{'sound' if load.sound else 'DAMAGED'}"
            )


def load_store(place: str, folder: Path, *, processes: int = PROCESSES) -> Load:
    """Let processes work on one store at once and look at what is there afterwards."""
    folder.mkdir()
    RunStore.open(place).close()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bench.store_load"])
    began = time.monotonic()
    working = [
        context.Process(target=_work, args=(place, str(folder), number))
        for number in range(processes)
    ]
    for process in working:
        process.start()
    for process in working:
        process.join(timeout=240)
    seconds = time.monotonic() - began
    failed = [process.exitcode for process in working if process.exitcode != 0]
    for process in working:
        process.kill()
    if failed:
        raise RuntimeError(f"{len(failed)} processes failed or hung: {failed}")
    return _examined(place, folder, processes, seconds)


def _examined(place: str, folder: Path, processes: int, seconds: float) -> Load:
    asked = (folder / "asked").read_text().split()
    told = [line.split() for line in (folder / "told").read_text().splitlines()]
    with RunStore.open(place) as store:
        kept = {artifact.key for artifact in store.artifacts_of("load")}
        verified = verify(store)
        answered = verified.rows["model_calls"] - len(store.pending_calls())
    wanted = {_artifact(n, i).key for n in range(processes) for i in range(ARTIFACTS)}
    answers = {question: {a for q, a in told if q == question} for question, _ in told}
    lost = len(wanted - kept) + QUESTIONS - answered
    return Load(
        seconds=seconds,
        writes=processes * ARTIFACTS + 2 * len(asked),
        questions=QUESTIONS,
        asked=sum(Counter(asked).values()),
        lost=lost,
        unequal=sum(len(said) > 1 for said in answers.values()),
        sound=verified.is_sound,
    )


class _Model:
    """Says something else to everybody, so that an answer that is not the stored one shows."""

    def __init__(self, folder: Path, number: int) -> None:
        self._asked = os.open(folder / "asked", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._number = number

    async def complete(self, request: ChatRequest) -> ChatReply:
        question = request.messages[0].content
        os.write(self._asked, f"{question}\n".encode())
        await asyncio.sleep(0.01)
        return ChatReply(text=f"{self._number}", model="m", finish_reason="stop")


def _work(place: str, folder: str, number: int) -> None:
    asyncio.run(_use(place, Path(folder), number))


async def _use(place: str, folder: Path, number: int) -> None:
    dice = random.Random(number)
    order = dice.sample(range(QUESTIONS), QUESTIONS)
    told = os.open(folder / "told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with await asyncio.to_thread(RunStore.open, place) as store:
        store.run_id = "load"
        model = CachedModel(_Model(folder, number), store, "m")
        room = asyncio.Semaphore(AT_ONCE)

        async def ask(question: int) -> None:
            async with room:
                reply = await model.complete(_request(question))
                os.write(told, f"{question} {reply.text}\n".encode())

        async def keep(index: int) -> None:
            async with room:
                await store.save_artifact(_artifact(number, index))

        await asyncio.gather(*map(ask, order), *map(keep, range(ARTIFACTS)))


def _request(question: int) -> ChatRequest:
    message = ChatMessage(role="user", content=str(question))
    return ChatRequest(stage="load", prompt=STAMP, messages=(message,))


def _artifact(number: int, index: int) -> StoredArtifact:
    key = digest_of(["load", number, index])
    return StoredArtifact(kind="load", key=key, request="{}", result="x" * 400)
