"""Jobs go on after a restart, can be stopped, are watched without a gap, and never lie."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from faithsieve.errors import MissingToolError
from faithsieve.records.check_job import CheckJob, JobState, Submission
from faithsieve.records.checked_proof import EventKind
from faithsieve.store.jobs import JobStore
from faithsieve.web import job_queue
from faithsieve.web.job_queue import MOST_OPEN, JobQueue, QueueFullError
from support.website import ASKED, ScriptedCheck

SUBMISSION = Submission.model_validate(ASKED)


async def ended(queue: JobQueue, job: CheckJob) -> CheckJob:
    async with asyncio.timeout(20):
        async for _ in queue.watch(job.id):
            pass
    found = queue.find(job.id)
    assert found is not None
    return found


async def test_a_new_server_goes_on_with_what_the_old_one_left(store: JobStore) -> None:
    check = ScriptedCheck()
    check.go_on.clear()
    async with JobQueue(store, check) as queue:
        running, waiting = queue.submit(SUBMISSION), queue.submit(SUBMISSION)
        while not check.seen:
            await asyncio.sleep(0.01)
    left = [store.find_job(job.id) for job in (running, waiting)]
    assert [job.state for job in left if job] == [JobState.RUNNING, JobState.QUEUED]
    check.go_on.set()
    async with JobQueue(store, check) as queue:
        assert (await ended(queue, running)).state is JobState.DONE
        assert (await ended(queue, waiting)).state is JobState.DONE
    assert [job.id for job, _ in check.seen] == [running.id, running.id, waiting.id]


async def test_a_stopped_job_stays_stopped(store: JobStore) -> None:
    check = ScriptedCheck()
    check.go_on.clear()
    async with JobQueue(store, check) as queue:
        running, waiting = queue.submit(SUBMISSION), queue.submit(SUBMISSION)
        while not check.seen:
            await asyncio.sleep(0.01)
        for job in (running, waiting):
            assert queue.cancel(job).state is JobState.CANCELLED
            assert (await ended(queue, job)).state is JobState.CANCELLED
        later = queue.submit(SUBMISSION)
        check.go_on.set()
        assert (await ended(queue, later)).state is JobState.DONE
        assert queue.cancel(later) == later
        assert await queue.result(running.id) is None


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MissingToolError("Lean", needed_for="this", fix="faithsieve lean setup"), "lean setup"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError"),
        (None, "longer than"),
    ],
)
async def test_a_job_that_breaks_or_takes_too_long_says_why_and_gives_no_verdict(
    store: JobStore, error: Exception | None, words: str
) -> None:
    check = ScriptedCheck()
    check.error = error
    if error is None:
        check.go_on.clear()
    async with JobQueue(store, check, limit_s=0.2 if error is None else 60) as queue:
        job = await ended(queue, queue.submit(SUBMISSION))
        assert job.state is JobState.FAILED
        assert words in job.message
        assert await queue.result(job.id) is None


async def test_every_watcher_sees_every_event_once_and_in_order(store: JobStore) -> None:
    check = ScriptedCheck()
    check.go_on.clear()
    async with JobQueue(store, check) as queue:
        job = queue.submit(SUBMISSION)

        async def watch(after: int) -> list[int]:
            found = [item async for item in queue.watch(job.id, after=after, pause_s=0.05)]
            return [item.number for item in found if item is not None]

        watchers = [asyncio.create_task(watch(0)) for _ in range(20)]
        await asyncio.sleep(0.3)
        late = asyncio.create_task(watch(2))
        check.go_on.set()
        seen = await asyncio.gather(*watchers)
        everything = list(range(1, len(queue.events(job.id)) + 1))
        assert all(numbers == everything for numbers in seen)
        assert await late == everything[2:]
        # One who comes after the end reads the same from the store.
        assert await watch(0) == everything
    assert [event.kind for event in store.job_events(job.id)].count(EventKind.TREE) == 1


async def test_more_effort_on_a_step_keeps_the_evidence_about_the_others(store: JobStore) -> None:
    check = ScriptedCheck()
    async with JobQueue(store, check) as queue:
        job = await ended(queue, queue.submit(SUBMISSION))
        again = await ended(queue, await queue.look_again(job, 4))
        assert (again.step, again.earlier, again.submission.effort) == (4, job.id, "thorough")
        assert check.seen[-1] == (again.in_state(JobState.RUNNING), check.checked)


async def test_two_servers_on_one_store_never_run_the_same_job(
    store: JobStore, tmp_path: Path
) -> None:
    one, other = ScriptedCheck(), ScriptedCheck()
    one.go_on.clear()
    with await asyncio.to_thread(JobStore.open, tmp_path / "store.sqlite") as second:
        async with JobQueue(store, one) as first_queue:
            jobs = [first_queue.submit(SUBMISSION) for _ in range(3)]
            while not one.seen:
                await asyncio.sleep(0.01)
            async with JobQueue(second, other) as second_queue:
                watching = asyncio.create_task(ended(second_queue, jobs[0]))
                one.go_on.set()
                assert (await watching).state is JobState.DONE
                for job in jobs:
                    assert (await ended(second_queue, job)).state is JobState.DONE
    assert [job.id for job, _ in one.seen] == [job.id for job in jobs]
    assert other.seen == []


async def test_a_job_whose_server_died_is_taken_over(
    store: JobStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "LOOK_S", 0.05)
    check = ScriptedCheck()
    second = await asyncio.to_thread(JobStore.open, tmp_path / "store.sqlite")
    now = datetime.now(UTC)
    left = second.save_job(CheckJob(id="left", submission=SUBMISSION, submitted_at=now))
    assert second.claim_job(left.id)
    async with JobQueue(store, check) as queue:
        await asyncio.sleep(0.2)
        assert check.seen == []
        second.close()
        assert (await ended(queue, left)).state is JobState.DONE


async def test_a_full_queue_takes_nothing_more(store: JobStore) -> None:
    check = ScriptedCheck()
    check.go_on.clear()
    async with JobQueue(store, check) as queue:
        for _ in range(MOST_OPEN):
            queue.submit(SUBMISSION)
        with pytest.raises(QueueFullError):
            queue.submit(SUBMISSION)
