"""Runs and their results: one manifest a run, at most one result a problem."""

from sqlalchemy import Connection, select

from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.packed import Packed
from faithsieve.records.run import ProblemResult, RunManifest
from faithsieve.store.calls import now
from faithsieve.store.rows import Row, put
from faithsieve.store.schema import results, runs
from faithsieve.store.sealed import DamagedRow, pack, seal, sound_or_damaged, unpack

_LATER = frozenset({"lean", "replays"})


def manifest_digest(manifest: RunManifest) -> Digest:
    """The digest two runs share exactly when they ask the same.

    Where the dataset file lies and which Python runs does not matter; FaithSieve's version does.
    """
    asked = manifest.model_dump(mode="json", exclude={"dataset", "versions"})
    # Fields that came later count only where they say something: older runs keep their digest.
    asked = {name: value for name, value in asked.items() if value or name not in _LATER}
    own = [version for version in manifest.versions if version.startswith("faithsieve==")]
    return digest_of({**asked, "versions": own})


def find_run(connection: Connection, run_id: str) -> RunManifest | DamagedRow | None:
    """The manifest of a run, None for an unknown run, or the damage found in its place."""
    row = connection.execute(select(runs).where(runs.c.run_id == run_id)).mappings().first()
    return None if row is None else sound_or_damaged(read_run, row, runs.name, "run_id")


def read_run(row: Row) -> RunManifest:
    """Read a run's manifest back, or raise ``DamageError``."""
    owner = ("run", str(row["run_id"]))
    return unpack(RunManifest, row["manifest"], sealed=row["seal"], owner=owner)


def keep_run(connection: Connection, run_id: str, manifest: RunManifest) -> None:
    text = pack(manifest)
    values = {
        "run_id": run_id,
        "manifest": text,
        "manifest_digest": manifest_digest(manifest),
        "seal": seal("run", run_id, text),
        "written_at": now(),
    }
    put(connection, runs, values)


def run_ids(connection: Connection) -> tuple[str, ...]:
    """Every run the store knows, by name."""
    return tuple(connection.execute(select(runs.c.run_id).order_by(runs.c.run_id)).scalars())


def keep_result(
    connection: Connection, run_id: str, manifest: Digest, result: ProblemResult
) -> None:
    """Write the result of one problem; a retried failure gives way to it."""
    text = pack(result)
    values = {
        "run_id": run_id,
        "problem_id": result.id,
        "manifest_digest": manifest,
        "status": "failed" if result.failure else "answered",
        "failure_kind": result.failure.kind.value if result.failure else None,
        "result": text,
        "seal": seal("result", run_id, manifest, result.id, text),
        "written_at": now(),
    }
    put(connection, results, values)


def load_results(
    connection: Connection, run_id: str, manifest: Digest
) -> tuple[Packed[ProblemResult], tuple[DamagedRow, ...]]:
    """The results of a run, by problem id, and the damaged ones apart.

    A result sealed under another manifest belongs to another question; it counts as damaged.
    """
    rows = connection.execute(
        select(results).where(results.c.run_id == run_id).order_by(results.c.problem_id)
    ).mappings()
    kept: Packed[ProblemResult] = Packed()
    damaged: list[DamagedRow] = []
    for row in rows:
        asked = {**row, "manifest_digest": manifest}
        found = sound_or_damaged(read_result, asked, results.name, "problem_id")
        if isinstance(found, DamagedRow):
            damaged.append(found)
        else:
            kept.add(found)
    return kept, tuple(damaged)


def read_result(row: Row) -> ProblemResult:
    """Read a problem's result back, or raise ``DamageError``."""
    about = (str(row[name]) for name in ("run_id", "manifest_digest", "problem_id"))
    return unpack(ProblemResult, row["result"], sealed=row["seal"], owner=("result", *about))
