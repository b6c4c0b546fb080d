"""Jobs of a server in the store: kept, listed in pages, and never trusted when damaged."""

from datetime import UTC, datetime, timedelta

from faithsieve.records.check_job import CheckJob, JobState, Submission
from faithsieve.records.checked_proof import Event, EventKind
from faithsieve.store.jobs import JobStore
from support.checked_proofs import rich_checked_proof

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def job(number: int, *, state: JobState = JobState.QUEUED) -> CheckJob:
    when = BEGAN + timedelta(seconds=number // 2)
    submission = Submission(problem="Show p.", steps=("So p.",))
    return CheckJob(id=f"{number:024x}", submission=submission, submitted_at=when, state=state)


def test_a_job_is_what_was_kept_last(store: JobStore) -> None:
    store.save_job(job(1))
    store.save_job(job(1).in_state(JobState.FAILED, "no key"))
    found = store.find_job(job(1).id)
    assert found is not None
    assert (found.state, found.message) == (JobState.FAILED, "no key")
    assert found.ended_at is not None
    assert store.find_job("f" * 24) is None


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


def test_events_come_back_in_order_and_with_the_tree(store: JobStore) -> None:
    tree = rich_checked_proof().localization
    events = [
        Event(kind=EventKind.STAGE_BEGAN, stage="lint"),
        Event(kind=EventKind.TREE, stage="localize", localization=tree),
    ]
    for number, event in enumerate(events, start=1):
        store.add_event("a", number, event)
    assert store.job_events("a") == tuple(events)
    assert store.job_events("b") == ()
