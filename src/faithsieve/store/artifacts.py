"""Artifacts other than model calls, such as Lean checks: request, result, one seal."""

from pydantic import ValidationError
from sqlalchemy import Connection, delete, select

from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.digest import Digest
from faithsieve.store.calls import now
from faithsieve.store.rows import Row, put
from faithsieve.store.schema import artifacts
from faithsieve.store.sealed import DamagedRow, DamageError, seal, sound_or_damaged


def find_artifact(
    connection: Connection, kind: str, key: Digest
) -> StoredArtifact | DamagedRow | None:
    """The artifact, None where there is none, or the damage found in its place."""
    query = select(artifacts).where(artifacts.c.kind == kind, artifacts.c.key == key)
    row = connection.execute(query).mappings().first()
    return None if row is None else sound_or_damaged(read_artifact, row, artifacts.name, "key")


def list_artifacts(connection: Connection, kind: str) -> list[StoredArtifact | DamagedRow]:
    query = select(artifacts).where(artifacts.c.kind == kind).order_by(artifacts.c.key)
    rows = connection.execute(query).mappings()
    return [sound_or_damaged(read_artifact, row, artifacts.name, "key") for row in rows]


def read_artifact(row: Row) -> StoredArtifact:
    """Read an artifact back, or raise ``DamageError``."""
    try:
        found = StoredArtifact(**{name: row[name] for name in StoredArtifact.model_fields})
    except ValidationError as error:
        raise DamageError("the payload is not an artifact") from error
    if row["seal"] != artifact_seal(found):
        raise DamageError("the payload does not fit its seal")
    return found


def keep_artifact(connection: Connection, artifact: StoredArtifact) -> None:
    values = artifact.model_dump() | {"seal": artifact_seal(artifact), "written_at": now()}
    put(connection, artifacts, values)


def forget_artifact(connection: Connection, kind: str, key: Digest) -> None:
    """Take an artifact back, such as a judgement whose judge turned out to be broken."""
    chosen = (artifacts.c.kind == kind) & (artifacts.c.key == key)
    connection.execute(delete(artifacts).where(chosen))


def artifact_seal(artifact: StoredArtifact) -> str:
    return seal("artifact", artifact.kind, artifact.key, artifact.request, artifact.result)
