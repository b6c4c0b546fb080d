import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Table

from faithsieve.errors import StoreError
from faithsieve.records.base import Record
from faithsieve.records.check_job import CheckJob, Submission
from faithsieve.records.run import FailureKind, RunManifest
from faithsieve.store.jobs import JobStore
from faithsieve.store.results import manifest_digest
from faithsieve.store.schema import artifacts, jobs, model_calls, results, runs
from support.stores import (
    answer,
    key_of,
    make_artifact,
    make_manifest,
    make_reply,
    make_result,
    spoil,
)

KEY = key_of("call")


@pytest.mark.parametrize(
    ("table", "column", "key"),
    [
        (model_calls, "reply", KEY),
        (artifacts, "result", f"lean_answer {make_artifact(1).key}"),
        (runs, "manifest", "r"),
        (results, "result", "r p1"),
        (jobs, "job", "a" * 24),
    ],
)
@pytest.mark.parametrize("spoiled", ["", '{"text":"3"}'])
async def test_what_is_kept_comes_back_and_a_damaged_row_is_absent_and_listed(
    place: str, table: Table, column: str, key: str, spoiled: str
) -> None:
    manifest = make_manifest()
    asked = Submission(problem="Show p.", steps=("So p.",))
    job = CheckJob(id="a" * 24, submission=asked, submitted_at=datetime(2026, 1, 1, tzinfo=UTC))
    with JobStore.open(place) as store:
        await keep_one_of_each(store, manifest, job)
        assert await found(store, manifest, job.id) == [
            *(make_reply("paid"), make_artifact(1), manifest, make_result("p1"), job)
        ]
    spoil(place, table, column, spoiled)
    with JobStore.open(place) as store:
        assert (await found(store, manifest, job.id)).count(None) == 1
        assert [(row.table, row.key) for row in store.damaged] == [(table.name, key)]
        await keep_one_of_each(store, manifest, job)
        assert None not in await found(store, manifest, job.id)


async def keep_one_of_each(store: JobStore, manifest: RunManifest, job: CheckJob) -> None:
    await answer(store, "paid")
    await store.save_artifact(make_artifact(1))
    store.keep_run("r", manifest)
    await store.save_result("r", manifest_digest(manifest), make_result("p1"))
    store.save_job(job)


async def found(store: JobStore, manifest: RunManifest, job_id: str) -> list[Record | None]:
    return [
        await store.find(KEY),
        await store.find_artifact("lean_answer", make_artifact(1).key),
        store.manifest("r"),
        next(iter(store.results("r", manifest)), None),
        store.find_job(job_id),
    ]


async def test_results_come_back_under_their_manifest_only(store: JobStore) -> None:
    manifest, other = make_manifest(), make_manifest(method="pipeline")
    await store.save_result("r", manifest_digest(manifest), make_result("p1"))
    assert store.results("r", manifest) == (make_result("p1"),)
    assert store.results("other run", manifest) == ()
    assert store.results("r", other) == ()


async def test_a_problem_has_at_most_one_result_the_last_one(store: JobStore) -> None:
    digest = manifest_digest(make_manifest())
    await store.save_result("r", digest, make_result("p1", failed=FailureKind.PROVIDER))
    await store.save_result("r", digest, make_result("p1"))
    assert store.results("r", make_manifest()) == (make_result("p1"),)


async def test_ids_that_look_alike_stay_apart(store: JobStore) -> None:
    ids = ["Case", "case", "é", "e\u0301", "a b", "a  b", "%", "'; DROP TABLE runs; --"]
    digest = manifest_digest(make_manifest())
    for id in ids:
        await store.save_result("r", digest, make_result(id))
    assert {result.id for result in store.results("r", make_manifest())} == set(ids)


def test_a_closed_store_refuses_and_closing_twice_is_harmless(store: JobStore) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.run_ids()


@pytest.mark.parametrize("content", [b"not a database at all" * 400, b"SQLite format 3\x00" * 300])
def test_a_file_that_is_no_store_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="move it away"):
        JobStore.open(path)


@pytest.mark.network
def test_a_message_never_holds_the_password_or_the_parameters() -> None:
    with pytest.raises(StoreError) as refused:
        JobStore.open("postgresql://me:s3cret@nowhere.invalid:1/x?password=s3cret")
    assert "s3cret" not in str(refused.value)
    assert "nowhere.invalid" in str(refused.value)


def test_another_program_that_keeps_the_lock_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with JobStore.open(path) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        written = store._lane.submit(lambda c: None, writes=True)
        with pytest.raises(TimeoutError):
            written.result(timeout=0.2)
        other.execute("COMMIT")
        other.close()
        written.result(timeout=20)
