"""What of a store no run, job or verdict needs any more, and removing it.

Needed is what the outcomes of kept runs rest on (their traces), everything that results, evidence
and jobs mention by its digest, and what is younger than the user says. A run that is unfinished, or
from before runs kept traces, may need anything; then nothing of calls and artifacts is removed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Table, delete, select

from faithsieve.evaluate.checked_proofs import KIND as CHECKED
from faithsieve.evaluate.checked_proofs import checked_key
from faithsieve.evaluate.proof_trace import KIND as TRACE
from faithsieve.evaluate.proof_trace import ProofTrace
from faithsieve.lean.caching_judge import ANSWER
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of
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


def clean(connection: Connection, request: Request) -> Cleaning:
    """Find what nobody needs and remove it unless this is a rehearsal."""
    given_up = [*_rows_of_runs(connection, request.give_up)]
    kept = [row for row in _all_runs(connection) if row[0] not in request.give_up]
    unsure = tuple(run_id for run_id, _ in kept if not _is_traced(connection, run_id))
    spare = [] if unsure else [*_spare(connection, request, kept)]
    doomed = [*given_up, *spare]
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


Doomed = tuple[Table, dict[str, str]]


def _all_runs(connection: Connection) -> Sequence[tuple[str, str]]:
    rows = connection.execute(select(runs.c.run_id, runs.c.manifest_digest).order_by(runs.c.run_id))
    return [(row.run_id, row.manifest_digest) for row in rows]


def _rows_of_runs(connection: Connection, give_up: Iterable[str]) -> Iterator[Doomed]:
    known = dict(_all_runs(connection))
    others = {digest for run_id, digest in known.items() if run_id not in give_up}
    for run_id in give_up:
        digest = known.get(run_id)
        problems = connection.execute(
            select(results.c.problem_id).where(results.c.run_id == run_id)
        ).scalars()
        for problem in problems.all():
            yield results, {"run_id": run_id, "problem_id": problem}
            # Runs that ask the same share their evidence.
            if digest is not None and digest not in others:
                for kind, key in _evidence(problem, Digest(digest)):
                    if _exists(connection, kind, key):
                        yield artifacts, {"kind": kind, "key": key}
        if digest is not None:
            yield runs, {"run_id": run_id}


def _evidence(problem: str, manifest: Digest) -> Iterator[tuple[str, Digest]]:
    yield CHECKED, checked_key(problem, manifest)
    yield TRACE, digest_of([TRACE, manifest, problem])


def _exists(connection: Connection, kind: str, key: Digest) -> bool:
    found = select(artifacts.c.key).where(artifacts.c.kind == kind, artifacts.c.key == key)
    return connection.execute(found).first() is not None


def _is_traced(connection: Connection, run_id: str) -> bool:
    """Say whether a run is finished and every outcome of it tells what it rests on."""
    row = connection.execute(select(runs).where(runs.c.run_id == run_id)).mappings().one()
    manifest = RunManifest.model_validate_json(row["manifest"])
    mine = select(results.c.problem_id).where(results.c.run_id == run_id)
    problems = connection.execute(mine).scalars().all()
    if len(problems) < manifest.problems:
        return False
    digest = Digest(row["manifest_digest"])
    return all(
        _exists(connection, TRACE, digest_of([TRACE, digest, problem])) for problem in problems
    )


def _spare(
    connection: Connection, request: Request, kept: Sequence[tuple[str, str]]
) -> Iterator[Doomed]:
    oldest = (datetime.now(UTC) - timedelta(days=request.older_than_days)).isoformat()
    needed, evidence = _needed(connection, kept)
    needed |= _named_by_answers(connection, needed, oldest)
    calls = connection.execute(select(model_calls)).mappings()
    for row in calls:
        young = (row["ended_at"] or row["begun_at"]) > oldest
        if row["key"] not in needed and not young and not is_held(connection, row):
            yield model_calls, {"key": row["key"]}
    columns = (artifacts.c.kind, artifacts.c.key, artifacts.c.written_at)
    for kind, key, written_at in connection.execute(select(*columns)):
        if key not in needed and (kind, key) not in evidence and written_at <= oldest:
            yield artifacts, {"kind": kind, "key": key}


def _named_by_answers(connection: Connection, needed: set[str], oldest: str) -> set[str]:
    """Collect the statements and proofs behind kept answers of Lean: a new run may cite them."""
    columns = (artifacts.c.key, artifacts.c.result, artifacts.c.written_at)
    rows = connection.execute(select(*columns).where(artifacts.c.kind == ANSWER))
    return {
        digest
        for key, text, written_at in rows
        if key in needed or written_at > oldest
        for digest in _DIGEST.findall(text)
    }


def _needed(
    connection: Connection, kept: Sequence[tuple[str, str]]
) -> tuple[set[str], set[tuple[str, str]]]:
    """Collect every digest that outcomes mention, and the evidence that belongs to them."""
    needed: set[str] = set()
    evidence: set[tuple[str, str]] = set()
    owners = [(problem, Digest(digest)) for problem, digest in _owned(connection, kept)]
    owners += [(job, _SERVED) for job in connection.execute(select(jobs.c.job_id)).scalars()]
    for problem, digest in owners:
        for kind, key in _evidence(problem, digest):
            evidence.add((kind, key))
            found = select(artifacts.c.result).where(
                artifacts.c.kind == kind, artifacts.c.key == key
            )
            text = connection.execute(found).scalar()
            if text and kind == TRACE:
                trace = ProofTrace.model_validate_json(text)
                needed.update(trace.calls, trace.lean)
            elif text:
                needed.update(_DIGEST.findall(text))
    ids = [run_id for run_id, _ in kept]
    texts = connection.execute(select(results.c.result).where(results.c.run_id.in_(ids))).scalars()
    for text in texts:
        needed.update(_DIGEST.findall(text))
    return needed, evidence


def _owned(connection: Connection, kept: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for run_id, digest in kept:
        mine = select(results.c.problem_id).where(results.c.run_id == run_id)
        for problem in connection.execute(mine).scalars().all():
            yield problem, digest
