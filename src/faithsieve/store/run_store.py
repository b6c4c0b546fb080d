"""The store as the rest of FaithSieve sees it: model calls, artifacts, runs and results.

Every method is one short transaction on the store's own thread (see ``lane``). A row whose payload
does not fit its seal counts as absent and is listed in ``damaged``; it is never trusted and never
stops a run.
"""

import threading
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from faithsieve.errors import StoreError
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.digest import Digest
from faithsieve.store import calls
from faithsieve.store import results as outcomes
from faithsieve.store.calls import Asker
from faithsieve.store.engine import open_engine, store_url
from faithsieve.store.lane import Lane, explain
from faithsieve.store.lease import HEARTBEAT_S, Owner
from faithsieve.store.results import read_recording
from faithsieve.store.rows import DAMAGED, DamagedRow
from faithsieve.store.schema import bring_up_to_date

P = ParamSpec("P")
T = TypeVar("T")


def awaited(
    work: Callable[Concatenate[Connection, P], T], *, writes: bool = False
) -> Callable[Concatenate["RunStore", P], Coroutine[Any, Any, T]]:
    """Turn a function of a connection into an async method of the store."""

    @wraps(work)
    async def method(self: "RunStore", /, *args: P.args, **named: P.kwargs) -> T:
        return await self._soon(lambda c: work(c, *args, **named), writes=writes)

    return method


def called(
    work: Callable[Concatenate[Connection, P], T], *, writes: bool = False
) -> Callable[Concatenate["RunStore", P], T]:
    """Turn a function of a connection into a blocking method of the store."""

    @wraps(work)
    def method(self: "RunStore", /, *args: P.args, **named: P.kwargs) -> T:
        return self._now(lambda c: work(c, *args, **named), writes=writes)

    return method


class RunStore:
    """One open store; several processes may have the same one open."""

    def __init__(self, url: URL, *, after_commit: Callable[[], None] = lambda: None) -> None:
        """Open the store and migrate its tables.

        Args:
            url: What ``store_url`` made of a path or URL.
            after_commit: Called after every durable write; tests die here.

        Raises:
            StoreError: it cannot be opened, or a newer FaithSieve wrote it.
        """
        self.name = _shown(url)
        self.run_id: str | None = None
        self._damaged: dict[tuple[str, str], DamagedRow] = {}
        self._owner = Owner.new()
        self._engine = open_engine(url)
        self._engine.update_execution_options(**{DAMAGED: self._damaged})
        try:
            bring_up_to_date(self._engine, name=self.name)
        except (SQLAlchemyError, StoreError) as error:
            self._engine.dispose()
            raise explain(error, self.name) from error
        self._lane = Lane(self._engine, name=self.name, after_commit=after_commit)
        self._under_way = 0
        self._closing = threading.Event()
        self._heart = threading.Thread(target=self._beat, name="faithsieve-lease", daemon=True)
        self._heart.start()

    @classmethod
    def open(cls, place: str | Path, *, after_commit: Callable[[], None] = lambda: None) -> Self:
        """Open a store by path, ``sqlite:///PATH`` or ``postgresql://…``.

        Raises:
            ConfigError: the place is not one of these.
            MissingToolError: the PostgreSQL driver is not installed.
            StoreError: it cannot be opened, or a newer FaithSieve wrote it.
        """
        return cls(store_url(place), after_commit=after_commit)

    def close(self) -> None:
        """Finish what is queued and close the connections; safe to call twice."""
        self._closing.set()
        self._heart.join()
        self._lane.close()
        self._owner.release()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    @property
    def damaged(self) -> tuple[DamagedRow, ...]:
        """The damaged rows met so far, each once."""
        return tuple(self._damaged.values())

    # Model calls: the ledger behind the cache of the language-model layer.

    find = awaited(calls.find)

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        """Look a call up, or write the intent to send it and for which run."""
        asker = Asker(self._owner, self.run_id)
        begun = await self._soon(
            lambda c: calls.begin(c, key, request, identity, asker), writes=True
        )
        self._under_way += begun is True
        return begun

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        """Store the answer to a call durably and return the stored one."""
        self._under_way = max(0, self._under_way - 1)
        return await self._soon(lambda c: calls.finish(c, key, reply), writes=True)

    async def abandon(self, key: Digest, reason: str) -> None:
        """Write down that a call ended without an answer."""
        self._under_way = max(0, self._under_way - 1)
        await self._soon(lambda c: calls.abandon(c, key, reason, self._owner), writes=True)

    pending_calls = called(calls.pending)
    interrupted_calls = called(calls.interrupted)
    spent = called(calls.spent)
    measured_calls = called(calls.measured)

    # Artifacts of other tools.

    find_artifact = awaited(outcomes.find_artifact)
    save_artifact = awaited(outcomes.save_artifact, writes=True)
    delete_artifact = awaited(outcomes.delete_artifact, writes=True)
    artifacts_of = called(outcomes.list_artifacts)
    recording = called(read_recording)

    # Runs and results.

    run_ids = called(outcomes.run_ids)
    manifest = called(outcomes.find_run)
    keep_run = called(outcomes.keep_run, writes=True)
    results = called(outcomes.load_results)
    save_result = awaited(outcomes.save_result, writes=True)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Read what no method above reads, in one transaction; see ``upkeep``."""
        return self._now(work)

    def _beat(self) -> None:
        """Renew the leases of calls under way, until the store is closed or its lane died."""
        while not self._closing.wait(HEARTBEAT_S):
            if self._is_at_work():
                try:
                    self._now(self._renew, writes=True)
                except StoreError:
                    # The next write of a caller says so, with what to do.
                    continue

    def _is_at_work(self) -> bool:
        return self._under_way > 0

    def _renew(self, connection: Connection) -> None:
        calls.renew(connection, self._owner)

    async def _soon(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        return await self._lane.submit_soon(work, writes=writes)

    def _now(self, work: Callable[[Connection], T], *, writes: bool = False) -> T:
        return self._lane.submit(work, writes=writes).result()


def _shown(url: URL) -> str:
    """Return the store's place for messages: a file path, or the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.set(query={}).render_as_string(hide_password=True)
