"""Artifacts other than model calls, such as Lean checks: request, result, one seal (law 3)."""

from sqlalchemy import Connection, delete, select

from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.digest import Digest
from faithsieve.store.calls import now
from faithsieve.store.rows import put
from faithsieve.store.schema import artifacts
from faithsieve.store.sealed import DamagedRow, seal


def find_artifact(
    connection: Connection, kind: str, key: Digest
) -> StoredArtifact | DamagedRow | None:
    """The artifact, None where there is none, or the damage found in its place."""
    query = select(artifacts).where(artifacts.c.kind == kind, artifacts.c.key == key)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    found = StoredArtifact(kind=kind, key=key, request=row["request"], result=row["result"])
    if row["seal"] != _seal(found):
        why = "the payload does not fit its seal"
        return DamagedRow(table=artifacts.name, key=key, why=why)
    return found


def keep_artifact(connection: Connection, artifact: StoredArtifact) -> None:
    """Write an artifact down."""
    values = artifact.model_dump() | {"seal": _seal(artifact), "written_at": now()}
    put(connection, artifacts, values)


def forget_artifact(connection: Connection, kind: str, key: Digest) -> None:
    """Take an artifact back, such as a judgement whose judge turned out to be broken."""
    chosen = (artifacts.c.kind == kind) & (artifacts.c.key == key)
    connection.execute(delete(artifacts).where(chosen))


def _seal(artifact: StoredArtifact) -> str:
    return seal("artifact", artifact.kind, artifact.key, artifact.request, artifact.result)
