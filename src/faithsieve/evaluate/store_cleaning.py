"""What of a store no run, job or verdict needs any more, and removing it.

Needed is what the outcomes of kept runs rest on (their traces), everything that results, evidence
and jobs mention by its digest, and what is younger than the user says. A run that is unfinished, or
from before runs kept traces, may need anything; then nothing of calls and artifacts is removed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Table, delete, select

from faithsieve.evaluate.proof_trace import TRACE, ProofTrace
from faithsieve.evaluate.run_reading import CHECKED, evidence_key
from faithsieve.lean.caching_judge import ANSWER
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest
from faithsieve.records.run import RunManifest
from faithsieve.store.lease import is_held
from faithsieve.store.schema import artifacts, jobs, model_calls, results, runs

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SERVED = Digest("served")


class Cleaning(Record):
    """What is, or would be, removed."""

    runs: tuple[str, ...]
    """Runs that the user gave up, with their results and evidence."""
    removed: dict[str, int]
    """Rows by table and kind."""
    examples: tuple[str, ...]
    """Some of them by name."""
    kept_for: tuple[str, ...]
    """Runs that may need anything, so that calls and artifacts stay."""
    is_dry: bool
    """Whether nothing was removed."""

    @property
    def total(self) -> int:
        return sum(self.removed.values())


class Request(Record):
    """What to clean."""

    give_up: tuple[str, ...] = ()
    """Runs that are not needed any more."""
    older_than_days: float = 30.0
    """Younger rows stay."""
    is_dry: bool = True
    """Only say what would go."""


Doomed = tuple[Table, dict[str, str]]
"""A table and the key of one of its rows."""

Runs = dict[str, Digest]
"""The digest of the manifest of each run, by its id."""


def clean(connection: Connection, request: Request) -> Cleaning:
    """Find what nobody needs and remove it unless this is a rehearsal."""
    ids = connection.execute(select(runs.c.run_id, runs.c.manifest_digest).order_by(runs.c.run_id))
    known = {run_id: Digest(digest) for run_id, digest in ids}
    kept = {run_id: known[run_id] for run_id in known if run_id not in request.give_up}
    given_up = {run_id: known[run_id] for run_id in known if run_id not in kept}
    unsure = tuple(run_id for run_id in kept if not _is_traced(connection, run_id, kept[run_id]))
    doomed = [*_rows_of_runs(connection, given_up, kept)]
    if not unsure:
        doomed += _spare(connection, request, kept)
    if not request.is_dry:
        for table, key in doomed:
            mine = [table.c[name] == value for name, value in key.items()]
            connection.execute(delete(table).where(*mine))
    return Cleaning(
        runs=request.give_up,
        removed=dict(
            Counter(
                f"{table.name} {key['kind']}" if table is artifacts else table.name
                for table, key in doomed
            )
        ),
        examples=tuple(f"{table.name} {' '.join(key.values())}" for table, key in doomed[:20]),
        kept_for=unsure,
        is_dry=request.is_dry,
    )


def _problems(connection: Connection, run_id: str) -> Sequence[str]:
    mine = select(results.c.problem_id).where(results.c.run_id == run_id)
    return connection.execute(mine).scalars().all()


def _evidence(
    connection: Connection, problem: str, manifest: Digest
) -> Iterator[tuple[str, Digest, str]]:
    """Return (kind, key, text) of the artifacts stored beside a problem's result."""
    for kind in (CHECKED, TRACE):
        key = evidence_key(kind, problem, manifest)
        found = select(artifacts.c.result).where(artifacts.c.kind == kind, artifacts.c.key == key)
        text = connection.execute(found).scalar()
        if text is not None:
            yield kind, key, text


def _rows_of_runs(connection: Connection, given_up: Runs, kept: Runs) -> Iterator[Doomed]:
    shared = set(kept.values())
    for run_id, digest in given_up.items():
        for problem in _problems(connection, run_id):
            yield results, {"run_id": run_id, "problem_id": problem}
            # Runs that ask the same share their evidence.
            if digest not in shared:
                for kind, key, _ in _evidence(connection, problem, digest):
                    yield artifacts, {"kind": kind, "key": key}
        yield runs, {"run_id": run_id}


def _is_traced(connection: Connection, run_id: str, digest: Digest) -> bool:
    """Return whether a run is finished and every outcome has a trace of its answers."""
    text = connection.execute(select(runs.c.manifest).where(runs.c.run_id == run_id)).scalar_one()
    problems = _problems(connection, run_id)
    if len(problems) < RunManifest.model_validate_json(text).problems:
        return False
    return all(
        any(kind == TRACE for kind, _, _ in _evidence(connection, problem, digest))
        for problem in problems
    )


def _spare(connection: Connection, request: Request, kept: Runs) -> Iterator[Doomed]:
    oldest = (datetime.now(UTC) - timedelta(days=request.older_than_days)).isoformat()
    needed, evidence = _needed(connection, kept)
    needed |= _named_by_answers(connection, needed, oldest)
    for row in connection.execute(select(model_calls)).mappings():
        young = (row["ended_at"] or row["begun_at"]) > oldest
        if row["key"] not in needed and not young and not is_held(connection, row):
            yield model_calls, {"key": row["key"]}
    columns = (artifacts.c.kind, artifacts.c.key, artifacts.c.written_at)
    for kind, key, written_at in connection.execute(select(*columns)):
        if key not in needed and (kind, key) not in evidence and written_at <= oldest:
            yield artifacts, {"kind": kind, "key": key}


def _named_by_answers(connection: Connection, needed: set[str], oldest: str) -> set[str]:
    """Collect the digests that needed or recent Lean answers mention: a new run may cite them."""
    columns = (artifacts.c.key, artifacts.c.result, artifacts.c.written_at)
    rows = connection.execute(select(*columns).where(artifacts.c.kind == ANSWER))
    return {
        digest
        for key, text, written_at in rows
        if key in needed or written_at > oldest
        for digest in _DIGEST.findall(text)
    }


def _needed(connection: Connection, kept: Runs) -> tuple[set[str], set[tuple[str, str]]]:
    """Collect every digest that outcomes mention, and the evidence that belongs to them."""
    needed: set[str] = set()
    evidence: set[tuple[str, str]] = set()
    owners = [(p, digest) for run_id, digest in kept.items() for p in _problems(connection, run_id)]
    owners += [(job, _SERVED) for job in connection.execute(select(jobs.c.job_id)).scalars()]
    for problem, digest in owners:
        for kind, key, text in _evidence(connection, problem, digest):
            evidence.add((kind, key))
            if kind == TRACE:
                trace = ProofTrace.model_validate_json(text)
                needed.update(trace.calls, trace.lean)
            else:
                needed.update(_DIGEST.findall(text))
    mine = select(results.c.result).where(results.c.run_id.in_(list(kept)))
    for text in connection.execute(mine).scalars():
        needed.update(_DIGEST.findall(text))
    return needed, evidence
