"""The checks of a server and their events: one row a check, one row an event."""

from sqlalchemy import Connection, insert, select, tuple_, update

from faithsieve.records.check_job import ENDED, CheckJob
from faithsieve.records.checked_proof import Event
from faithsieve.store.lease import LEASE_S, Owner, clock, is_held
from faithsieve.store.rows import Sealed, upsert
from faithsieve.store.run_store import RunStore, called
from faithsieve.store.schema import job_events, jobs

JOB = Sealed(CheckJob, jobs, "job", ("job_id",), "job")


def save_job(
    connection: Connection, job: CheckJob, *, idempotency_key: str | None = None
) -> CheckJob:
    """Store a job and return it, or the job that already has its idempotency key."""
    values = {
        **JOB.values(job, job_id=job.id),
        "state": job.state.value,
        "submitted_at": job.submitted_at.isoformat(),
    }
    if idempotency_key is not None:
        query = select(jobs).where(jobs.c.idempotency_key == idempotency_key)
        known = JOB.sound(connection, connection.execute(query).mappings().first())
        if known is not None:
            return known
        values["idempotency_key"] = idempotency_key
    upsert(connection, jobs, values)
    return job


def claim_job(connection: Connection, job_id: str, owner: Owner) -> bool:
    """Lease an open job; False where another living server works on it."""
    row = connection.execute(select(jobs).where(jobs.c.job_id == job_id)).mappings().first()
    if row is None or row["state"] in ENDED:
        return False
    if row["owner"] != owner.text and is_held(connection, row):
        return False
    values = {"owner": owner.text, "leased_until": clock(connection) + LEASE_S}
    connection.execute(update(jobs).where(jobs.c.job_id == job_id).values(values))
    return True


def renew_jobs(connection: Connection, owner: Owner) -> None:
    """Renew the leases of all jobs in a server's queue."""
    mine = (jobs.c.owner == owner.text) & jobs.c.state.not_in(sorted(ENDED))
    connection.execute(update(jobs).where(mine).values(leased_until=clock(connection) + LEASE_S))


def find_job(connection: Connection, job_id: str) -> CheckJob | None:
    query = select(jobs).where(jobs.c.job_id == job_id)
    return JOB.sound(connection, connection.execute(query).mappings().first())


def list_jobs(
    connection: Connection, *, limit: int, before: str | None = None, is_open: bool = False
) -> tuple[CheckJob, ...]:
    """Return jobs, newest first: all, those before another job, or only open ones."""
    query = select(jobs).order_by(jobs.c.submitted_at.desc(), jobs.c.job_id.desc()).limit(limit)
    if is_open:
        query = query.where(jobs.c.state.not_in(sorted(ENDED)))
    if before is not None:
        time = select(jobs.c.submitted_at).where(jobs.c.job_id == before).scalar_subquery()
        query = query.where(tuple_(jobs.c.submitted_at, jobs.c.job_id) < tuple_(time, before))
    return JOB.all_sound(connection, connection.execute(query).mappings())


def add_event(connection: Connection, job_id: str, number: int, event: Event) -> None:
    values = {"job_id": job_id, "number": number, "event": event.model_dump_json(ensure_ascii=True)}
    connection.execute(insert(job_events), values)


def list_events(connection: Connection, job_id: str) -> tuple[Event, ...]:
    """Return the events of a job in the order in which they happened."""
    chosen = select(job_events.c.event).where(job_events.c.job_id == job_id)
    rows = connection.execute(chosen.order_by(job_events.c.number)).scalars()
    return tuple(Event.model_validate_json(row) for row in rows)


class JobStore(RunStore):
    """The store of a server, which also keeps its checks."""

    _has_jobs = False
    save_job = called(save_job, writes=True)
    find_job = called(find_job)
    list_jobs = called(list_jobs)
    add_event = called(add_event, writes=True)
    job_events = called(list_events)

    def claim_job(self, job_id: str) -> bool:
        """Lease an open job for this server; False if another living server has it."""
        self._has_jobs = True
        return self._now(lambda c: claim_job(c, job_id, self._owner), writes=True)

    def _is_at_work(self) -> bool:
        return self._has_jobs or super()._is_at_work()

    def _renew(self, connection: Connection) -> None:
        super()._renew(connection)
        if self._has_jobs:
            renew_jobs(connection, self._owner)
