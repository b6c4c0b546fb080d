"""The store as the rest of FaithSieve sees it: model calls, artifacts, runs and results.

Every method is one short transaction on the store's own thread (see ``lane``). A row whose payload
does not fit its seal counts as absent and is listed in ``damaged``; it is never trusted and never
stops a run.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from faithsieve.errors import StoreError
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.chat import ChatReply, ChatRequest, OpenCall
from faithsieve.records.check_job import CheckJob
from faithsieve.records.cost import Amount
from faithsieve.records.digest import Digest
from faithsieve.records.events import Event
from faithsieve.records.packed import Packed
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.store import artifacts, calls, jobs, results, transfer, upkeep
from faithsieve.store.calls import Asker
from faithsieve.store.engine import open_engine, store_url
from faithsieve.store.lane import Lane, explain
from faithsieve.store.lease import HEARTBEAT_S, Owner
from faithsieve.store.recording import Recording, read_recording
from faithsieve.store.sealed import DamagedRow
from faithsieve.store.transfer import Exported, Imported, TableRow
from faithsieve.store.upgrade import CURRENT, bring_up_to_date
from faithsieve.store.upkeep import StoreStats, Verification

T = TypeVar("T")


class RunStore:
    """One open store; several processes may have the same one open."""

    def __init__(self, url: URL, *, after_commit: Callable[[], None] = lambda: None) -> None:
        """Open it and bring its tables up to date.

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
        try:
            bring_up_to_date(self._engine, name=self.name)
        except (SQLAlchemyError, StoreError) as error:
            self._engine.dispose()
            raise explain(error, self.name) from error
        self._lane = Lane(self._engine, name=self.name, after_commit=after_commit)
        self._under_way = 0
        self._has_jobs = False
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
        """Every damaged row met so far, each once."""
        return tuple(self._damaged.values())

    # Model calls: the ledger behind the cache of the language-model layer.

    async def find(self, key: Digest) -> ChatReply | None:
        """The stored answer to a call, or None."""
        return self._sound(await self._read(lambda c: calls.find(c, key)))

    async def begin(self, key: Digest, request: ChatRequest, identity: str) -> ChatReply | bool:
        """Look a call up, or write down that it is about to be sent, and for which run.

        Returns:
            The stored answer; True when the call is to be sent; False while another process asks.
        """
        asker = Asker(self._owner, self.run_id)
        begun = await self._write(lambda c: calls.begin(c, key, request, identity, asker))
        self._sound(begun.damage)
        self._under_way += begun.found is True
        return begun.found

    async def finish(self, key: Digest, reply: ChatReply) -> ChatReply:
        """Keep the answer to a call and return the stored one; then no kill can lose it."""
        self._under_way = max(0, self._under_way - 1)
        return await self._write(lambda c: calls.finish(c, key, reply))

    async def abandon(self, key: Digest, reason: str) -> None:
        """Write down that a call ended without an answer."""
        self._under_way = max(0, self._under_way - 1)
        await self._write(lambda c: calls.abandon(c, key, reason, self._owner))

    def _beat(self) -> None:
        """Renew the leases of calls under way, until the store is closed or its lane died."""
        while not self._closing.wait(HEARTBEAT_S):
            if self._under_way > 0 or self._has_jobs:
                try:
                    self._now(self._renew, writes=True)
                except StoreError:
                    # The next write of a caller says so, with what to do.
                    continue

    def _renew(self, connection: Connection) -> None:
        calls.renew(connection, self._owner)
        if self._has_jobs:
            jobs.renew_jobs(connection, self._owner)

    def pending_calls(self, identity_prefix: str = "") -> Iterator[OpenCall]:
        """Calls without an answer whose model identity begins so, oldest first."""
        return iter(self._all_sound(self._now(lambda c: calls.pending(c, identity_prefix))))

    def interrupted_calls(self, run_id: str) -> int:
        """Count the calls of a run that were cut off under way; each may have been billed."""
        return self._now(lambda c: calls.interrupted(c, run_id))

    def spent(self, run_id: str) -> Amount:
        """What a run has paid so far, over all its sittings; limits of a run count from here."""
        return self._now(lambda c: calls.spent(c, run_id))

    def measured_calls(self, identity: str) -> dict[str, list[tuple[int, int, float]]]:
        """Return input tokens, output tokens and seconds of a model's answered calls, by stage."""
        return self._now(lambda c: calls.measured(c, identity))

    # Artifacts of other tools.

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        return self._sound(await self._read(lambda c: artifacts.find_artifact(c, kind, key)))

    async def keep_artifact(self, artifact: StoredArtifact) -> None:
        await self._write(lambda c: artifacts.keep_artifact(c, artifact))

    async def forget_artifact(self, kind: str, key: Digest) -> None:
        await self._write(lambda c: artifacts.forget_artifact(c, kind, key))

    def recording(self, *, identity: str | None, kinds: Iterable[str]) -> Recording:
        """Everything a model and other tools have said so far, read at once for a replay."""
        return self._now(lambda c: read_recording(c, identity=identity, kinds=kinds))

    def artifacts_of(self, kind: str) -> tuple[StoredArtifact, ...]:
        """Every sound artifact of a kind, by key."""
        return self._all_sound(self._now(lambda c: artifacts.list_artifacts(c, kind)))

    # Runs and results.

    def run_ids(self) -> tuple[str, ...]:
        """Every run the store knows."""
        return self._now(results.run_ids)

    def manifest(self, run_id: str) -> RunManifest | None:
        return self._sound(self._now(lambda c: results.find_run(c, run_id)))

    def keep_run(self, run_id: str, manifest: RunManifest) -> None:
        self._now(lambda c: results.keep_run(c, run_id, manifest), writes=True)

    def results(self, run_id: str, manifest: RunManifest) -> Packed[ProblemResult]:
        """The results of a run under exactly this manifest, by problem id."""
        digest = results.manifest_digest(manifest)
        kept, damaged = self._now(lambda c: results.load_results(c, run_id, digest))
        self._report(damaged)
        return kept

    async def keep_result(
        self,
        run_id: str,
        manifest: Digest,
        result: ProblemResult,
        evidence: Sequence[StoredArtifact] = (),
    ) -> None:
        """Keep the result of one problem with its evidence; then no kill can lose either."""

        def work(connection: Connection) -> None:
            for artifact in evidence:
                artifacts.keep_artifact(connection, artifact)
            results.keep_result(connection, run_id, manifest, result)

        await self._write(work)

    # Checks of a server.

    def keep_job(self, job: CheckJob, *, idempotency_key: str | None = None) -> CheckJob:
        """Write a job down; a new one gives way to the job that has its idempotency key."""
        work = jobs.add_job if idempotency_key is not None else jobs.keep_job
        return self._now(lambda c: work(c, job, idempotency_key), writes=True)

    def claim_job(self, job_id: str) -> bool:
        """Take an open job for this server; False where another living server works on it."""
        self._has_jobs = True
        return self._now(lambda c: jobs.claim_job(c, job_id, self._owner), writes=True)

    def find_job(self, job_id: str) -> CheckJob | None:
        return self._sound(self._now(lambda c: jobs.find_job(c, job_id)))

    def list_jobs(
        self, *, limit: int, before: str | None = None, is_open: bool = False
    ) -> tuple[CheckJob, ...]:
        """Return the newest jobs first, those submitted before another one, or only open ones."""
        return self._all_sound(
            self._now(lambda c: jobs.list_jobs(c, limit=limit, before=before, is_open=is_open))
        )

    def add_event(self, job_id: str, number: int, event: Event) -> None:
        self._now(lambda c: jobs.add_event(c, job_id, number, event), writes=True)

    def job_events(self, job_id: str) -> tuple[Event, ...]:
        """Return everything that happened in a job, in order."""
        return self._now(lambda c: jobs.list_events(c, job_id))

    # Upkeep of the whole store.

    def stats(self) -> StoreStats:
        """Count what the store holds."""
        return self._now(lambda c: upkeep.measure(c, self.name, CURRENT))

    def verify(self) -> Verification:
        """Read every row and check it against its seals."""
        return self._now(upkeep.verify)

    def export(self, write: transfer.Write) -> Exported:
        """Write every sound row as a JSON line."""
        return self._now(lambda c: transfer.export(c, write, schema_version=CURRENT))

    def import_rows(self, rows: Iterable[TableRow | str]) -> Imported:
        """Add rows of an export; what is there already stays."""
        return transfer.import_rows(self.transact, rows)

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Run upkeep in one durable transaction."""
        return self._now(work, writes=True)

    def shrink(self) -> None:
        """Give the space of removed rows back to the disk; PostgreSQL does so by itself."""
        if self._engine.dialect.name == "sqlite":
            with self._engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                assert raw is not None
                raw.execute("VACUUM")

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._lane.submit_soon(work, writes=False)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._lane.submit_soon(work, writes=True)

    def _now(self, work: Callable[[Connection], T], *, writes: bool = False) -> T:
        return self._lane.submit(work, writes=writes).result()

    def _sound(self, found: T | DamagedRow | None) -> T | None:
        if isinstance(found, DamagedRow):
            self._report((found,))
            return None
        return found

    def _all_sound(self, found: Iterable[T | DamagedRow]) -> tuple[T, ...]:
        return tuple(item for one in found if (item := self._sound(one)) is not None)

    def _report(self, rows: tuple[DamagedRow, ...]) -> None:
        self._damaged.update({(row.table, row.key): row for row in rows})


def _shown(url: URL) -> str:
    """The store's place for messages: a file path, or the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.set(query={}).render_as_string(hide_password=True)
