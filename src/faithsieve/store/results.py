"""Runs, their results, and artifacts of other tools, such as Lean checks.

What an ablation replays is read at once, by two queries instead of one for every question. Its
payloads are checked against their seals when they are asked for; a damaged one is absent then.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, select

from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.records.packed import Packed
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.store.calls import ANSWERED, REPLY, now
from faithsieve.store.rows import DamageError, Row, Sealed, SomeRecord, upsert
from faithsieve.store.schema import artifacts, model_calls, results, runs

RUN = Sealed(RunManifest, runs, "run", ("run_id",), "manifest")
RESULT = Sealed(
    ProblemResult, results, "result", ("run_id", "manifest_digest", "problem_id"), "result"
)

_LATER = frozenset({"lean", "replays"})


class _SealedArtifact(Sealed[StoredArtifact]):
    """An artifact's fields are columns themselves, and its question is sealed with its answer."""

    def columns(self, artifact: StoredArtifact) -> dict[str, Any]:
        row = artifact.model_dump()
        return {**row, "seal": self._seal(row)}

    def parse(self, row: Row) -> StoredArtifact:
        return StoredArtifact(**{name: row[name] for name in StoredArtifact.model_fields})


ARTIFACT = _SealedArtifact(
    StoredArtifact, artifacts, "artifact", ("kind", "key", "request"), "result"
)


def manifest_digest(manifest: RunManifest) -> Digest:
    """Return the digest that two runs share exactly when they ask the same.

    Where the dataset file lies and which Python runs does not matter; FaithSieve's version does.
    """
    asked = manifest.model_dump(mode="json", exclude={"dataset", "versions"})
    # Fields that came later count only where they say something: older runs keep their digest.
    asked = {name: value for name, value in asked.items() if value or name not in _LATER}
    own = [version for version in manifest.versions if version.startswith("faithsieve==")]
    return digest_of({**asked, "versions": own})


def find_run(connection: Connection, run_id: str) -> RunManifest | None:
    """Return the manifest of a run, or None for an unknown run."""
    found = connection.execute(select(runs).where(runs.c.run_id == run_id))
    return RUN.sound(connection, found.mappings().first())


def keep_run(connection: Connection, run_id: str, manifest: RunManifest) -> None:
    values = RUN.values(manifest, run_id=run_id)
    digest = manifest_digest(manifest)
    upsert(connection, runs, {**values, "manifest_digest": digest, "written_at": now()})


def run_ids(connection: Connection) -> tuple[str, ...]:
    """Return the ids of all runs, sorted."""
    return tuple(connection.execute(select(runs.c.run_id).order_by(runs.c.run_id)).scalars())


def save_result(
    connection: Connection,
    run_id: str,
    manifest: Digest,
    result: ProblemResult,
    evidence: Sequence[StoredArtifact] = (),
) -> None:
    """Store the result of one problem with its evidence, replacing an earlier failure."""
    for artifact in evidence:
        save_artifact(connection, artifact)
    sealed = RESULT.values(result, run_id=run_id, manifest_digest=manifest, problem_id=result.id)
    values = {
        **sealed,
        "status": "failed" if result.failure else "answered",
        "failure_kind": result.failure.kind.value if result.failure else None,
        "written_at": now(),
    }
    upsert(connection, results, values)


def load_results(
    connection: Connection, run_id: str, manifest: RunManifest
) -> Packed[ProblemResult]:
    """Return the results of a run under exactly this manifest, by problem id.

    A result sealed under another manifest belongs to another question; it counts as damaged.
    """
    mine = select(results).where(results.c.run_id == run_id).order_by(results.c.problem_id)
    digest = manifest_digest(manifest)
    kept: Packed[ProblemResult] = Packed()
    for row in connection.execute(mine).mappings():
        found = RESULT.sound(connection, {**row, "manifest_digest": digest})
        if found is not None:
            kept.add(found)
    return kept


def find_artifact(connection: Connection, kind: str, key: Digest) -> StoredArtifact | None:
    query = select(artifacts).where(artifacts.c.kind == kind, artifacts.c.key == key)
    return ARTIFACT.sound(connection, connection.execute(query).mappings().first())


def list_artifacts(connection: Connection, kind: str) -> tuple[StoredArtifact, ...]:
    """Return the undamaged artifacts of a kind, by key."""
    query = select(artifacts).where(artifacts.c.kind == kind).order_by(artifacts.c.key)
    return ARTIFACT.all_sound(connection, connection.execute(query).mappings())


def save_artifact(connection: Connection, artifact: StoredArtifact) -> None:
    upsert(connection, artifacts, {**ARTIFACT.columns(artifact), "written_at": now()})


def delete_artifact(connection: Connection, kind: str, key: Digest) -> None:
    """Delete an artifact, such as a judgement whose judge turned out to be broken."""
    chosen = (artifacts.c.kind == kind) & (artifacts.c.key == key)
    connection.execute(delete(artifacts).where(chosen))


K = TypeVar("K")


class Recording:
    """The stored answers of one model, and the artifacts of other tools."""

    def __init__(self, calls: Iterable[Row], others: Iterable[Row]) -> None:
        self._calls = {row["key"]: row for row in calls}
        self._others = {(row["kind"], row["key"]): row for row in others}

    def __len__(self) -> int:
        return len(self._calls) + len(self._others)

    def mark(self, key: Digest, kind: str | None = None) -> tuple[str, str] | None:
        """Return (stage, seal) of a model call's answer, or of an artifact of a kind."""
        if kind is None:
            row = self._calls.get(key)
            return (row["stage"], row["reply_seal"]) if row else None
        row = self._others.get((kind, key))
        return ("", row["seal"]) if row else None

    def artifacts_of(self, kind: str) -> Iterator[StoredArtifact]:
        """Return every artifact of a kind, with its seal unchecked."""
        return (ARTIFACT.parse(row) for (of, _), row in self._others.items() if of == kind)

    def find_call(self, key: Digest) -> ChatReply | None:
        """Return the stored answer to a model call, or None."""
        return _read_or_drop(REPLY, self._calls, key)

    def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None:
        """Return the stored answer of another tool, or None."""
        return _read_or_drop(ARTIFACT, self._others, (kind, key))


def _read_or_drop(sealed: Sealed[SomeRecord], rows: dict[K, Row], key: K) -> SomeRecord | None:
    try:
        return sealed.read(rows[key]) if key in rows else None
    except DamageError:
        del rows[key]
        return None


def read_recording(
    connection: Connection, *, identity: str | None, kinds: Iterable[str]
) -> Recording:
    """Read the answers of one model, or of all for None, and the artifacts of some kinds."""
    columns = model_calls.c
    answered = select(columns.key, columns.stage, columns.reply, columns.reply_seal).where(
        columns.state == ANSWERED
    )
    if identity is not None:
        answered = answered.where(columns.identity == identity)
    chosen = select(artifacts).where(artifacts.c.kind.in_(list(kinds)))
    calls, others = connection.execute(answered), connection.execute(chosen)
    return Recording(calls.mappings(), others.mappings())
