"""Jobs of a server in the store: kept, listed in pages, and never trusted when damaged."""

from datetime import UTC, datetime, timedelta

from faithsieve.records.check_job import CheckJob, JobState, Submission
from faithsieve.store.jobs import JobStore

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def job(number: int, *, state: JobState = JobState.QUEUED) -> CheckJob:
    when = BEGAN + timedelta(seconds=number // 2)
    submission = Submission(problem="Show p.", steps=("So p.",))
    return CheckJob(id=f"{number:024x}", submission=submission, submitted_at=when, state=state)


def test_pages_of_jobs_hold_each_once_also_where_two_came_at_the_same_time(store: JobStore) -> None:
    for number in range(7):
        store.save_job(job(number))
    seen: list[str] = []
    while page := store.list_jobs(limit=2, before=seen[-1] if seen else None):
        seen += [item.id for item in page]
    assert seen == [job(number).id for number in reversed(range(7))]


def test_an_idempotency_key_has_one_job(store: JobStore) -> None:
    first = store.save_job(job(1), idempotency_key="k")
    assert store.save_job(job(2), idempotency_key="k") == first
    assert store.find_job(job(2).id) is None
    # What becomes of the job does not lose its key.
    store.save_job(first.in_state(JobState.DONE))
    assert store.save_job(job(3), idempotency_key="k").state is JobState.DONE
