"""Artifacts other than model calls, such as Lean checks: request, result, one seal."""

from sqlalchemy import Connection, RowMapping, delete, select

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
    return None if row is None else _read(row)


def list_artifacts(
    connection: Connection, kind: str
) -> tuple[tuple[StoredArtifact, ...], tuple[DamagedRow, ...]]:
    """Every artifact of a kind, by key, and the damaged ones apart."""
    query = select(artifacts).where(artifacts.c.kind == kind).order_by(artifacts.c.key)
    found = [_read(row) for row in connection.execute(query).mappings()]
    return (
        tuple(artifact for artifact in found if isinstance(artifact, StoredArtifact)),
        tuple(damage for damage in found if isinstance(damage, DamagedRow)),
    )


def _read(row: RowMapping) -> StoredArtifact | DamagedRow:
    fields = {name: row[name] for name in StoredArtifact.model_fields}
    found = StoredArtifact(**fields)
    if row["seal"] != artifact_seal(found):
        why = "the payload does not fit its seal"
        return DamagedRow(table=artifacts.name, key=row["key"], why=why)
    return found


def keep_artifact(connection: Connection, artifact: StoredArtifact) -> None:
    """Write an artifact down."""
    values = artifact.model_dump() | {"seal": artifact_seal(artifact), "written_at": now()}
    put(connection, artifacts, values)


def forget_artifact(connection: Connection, kind: str, key: Digest) -> None:
    """Take an artifact back, such as a judgement whose judge turned out to be broken."""
    chosen = (artifacts.c.kind == kind) & (artifacts.c.key == key)
    connection.execute(delete(artifacts).where(chosen))


def artifact_seal(artifact: StoredArtifact) -> str:
    """The hash an artifact is stored with."""
    return seal("artifact", artifact.kind, artifact.key, artifact.request, artifact.result)
