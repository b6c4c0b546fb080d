import asyncio
import multiprocessing
import sqlite3
from pathlib import Path

import pytest

from faithsieve.errors import StoreError
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.run import FailureKind
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts, results, runs
from support.chat import make_request
from support.stores import (
    answer,
    key_of,
    make_manifest,
    make_reply,
    make_result,
    spoil,
)

KEY = key_of("call")
SPAWN = multiprocessing.get_context("spawn")


async def test_one_refused_write_does_not_take_its_neighbours_along(store: RunStore) -> None:
    await store.begin(KEY, make_request(), "m-1")
    outcomes = await asyncio.gather(
        store.finish(key_of("unknown"), make_reply()),
        store.finish(KEY, make_reply()),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], StoreError)
    assert await store.find(KEY) == make_reply()


async def test_an_artifact_comes_back_and_a_damaged_one_does_not(place: str) -> None:
    artifact = StoredArtifact(kind="lean_check", key=KEY, request='{"a":1}', result='{"ok":true}')
    with RunStore.open(place) as store:
        assert await store.find_artifact("lean_check", KEY) is None
        await store.keep_artifact(artifact)
        assert await store.find_artifact("lean_check", KEY) == artifact
        assert await store.find_artifact("symbolic", KEY) is None
    spoil(place, artifacts, "result", '{"ok":false}')
    with RunStore.open(place) as store:
        assert await store.find_artifact("lean_check", KEY) is None
        assert [row.table for row in store.damaged] == ["artifacts"]


async def test_results_come_back_under_their_manifest_only(store: RunStore) -> None:
    manifest, other = make_manifest(), make_manifest(method="pipeline")
    await store.keep_result("r", manifest_digest(manifest), make_result("p1"))
    assert store.results("r", manifest) == (make_result("p1"),)
    assert store.results("other run", manifest) == ()
    assert store.results("r", other) == ()


async def test_a_problem_has_at_most_one_result_the_last_one(store: RunStore) -> None:
    digest = manifest_digest(make_manifest())
    await store.keep_result("r", digest, make_result("p1", failed=FailureKind.PROVIDER))
    await store.keep_result("r", digest, make_result("p1"))
    assert store.results("r", make_manifest()) == (make_result("p1"),)


async def test_ids_that_look_alike_stay_apart(store: RunStore) -> None:
    ids = ["Case", "case", "é", "e\u0301", "a b", "a  b", "%", "'; DROP TABLE runs; --"]
    digest = manifest_digest(make_manifest())
    for id in ids:
        await store.keep_result("r", digest, make_result(id))
    assert {result.id for result in store.results("r", make_manifest())} == set(ids)


async def test_a_damaged_result_is_left_out_and_reported(place: str) -> None:
    with RunStore.open(place) as store:
        await store.keep_result("r", manifest_digest(make_manifest()), make_result("p1"))
    spoil(place, results, "result", "{")
    with RunStore.open(place) as store:
        assert store.results("r", make_manifest()) == ()
        assert [row.key for row in store.damaged] == ["p1"]


def test_a_run_keeps_its_manifest_and_a_damaged_one_is_absent(place: str) -> None:
    with RunStore.open(place) as store:
        assert store.manifest("r") is None
        store.keep_run("r", make_manifest())
        assert store.manifest("r") == make_manifest()
        assert store.run_ids() == ("r",)
    spoil(place, runs, "manifest", "{}")
    with RunStore.open(place) as store:
        assert store.manifest("r") is None
        assert [row.table for row in store.damaged] == ["runs"]


async def test_a_task_cancelled_while_its_answer_is_being_written_loses_nothing(
    store: RunStore,
) -> None:
    await store.begin(KEY, make_request(), "m-1")
    writing = asyncio.create_task(store.finish(KEY, make_reply()))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await store.find(KEY) == make_reply()


def test_a_closed_store_refuses_and_closing_twice_is_harmless(store: RunStore) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.run_ids()


@pytest.mark.parametrize("content", [b"not a database at all" * 400, b"SQLite format 3\x00" * 300])
def test_a_file_that_is_no_store_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="move it away"):
        RunStore.open(path)


async def test_a_full_disk_stops_the_write_and_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with RunStore.open(path) as store:
        await answer(store, "before")
        # SQLite's own limit on pages raises the same error as a full disk.
        pages = store._now(
            lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one(), writes=False
        )
        store._now(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}"), writes=False)
        with pytest.raises(StoreError, match=r"full.*Free some space"):
            await answer(store, "x" * 100_000, "big")
    with RunStore.open(path) as store:
        assert await store.find(KEY) == make_reply("before")
        assert await store.find(key_of("big")) is None


@pytest.mark.network
def test_a_message_never_holds_the_password_or_the_parameters() -> None:
    with pytest.raises(StoreError) as refused:
        RunStore.open("postgresql://me:s3cret@nowhere.invalid:1/x?password=s3cret")
    assert "s3cret" not in str(refused.value)
    assert "nowhere.invalid" in str(refused.value)


def test_another_program_that_keeps_the_lock_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with RunStore.open(path) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        written = store._lane.submit(lambda c: None, writes=True)
        with pytest.raises(TimeoutError):
            written.result(timeout=0.2)
        other.execute("COMMIT")
        other.close()
        written.result(timeout=20)


def write_many(place: str, writer: int) -> None:
    async def work() -> None:
        with RunStore.open(place) as store:
            for i in range(40):
                # Half of the keys are shared by all writers, in opposite orders.
                shared = i if writer % 2 else 39 - i
                await asyncio.gather(
                    answer(store, "same", f"shared-{shared}"),
                    answer(store, f"{writer}", f"own-{writer}-{i}"),
                )

    asyncio.run(work())


@pytest.mark.network
async def test_several_processes_open_and_write_at_once_and_lose_nothing(place: str) -> None:
    writers = [SPAWN.Process(target=write_many, args=(place, n)) for n in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        await asyncio.to_thread(writer.join)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    with RunStore.open(place) as store:
        assert store.stats().calls == {"answered": 40 + 3 * 40}
        assert await store.find(key_of("own-2-39")) == make_reply("2")


def die_after_the_answer(place: str) -> None:
    import os
    import signal

    async def work() -> None:
        store = RunStore.open(place)
        store.run_id = "r"
        await answer(store, "paid")
        await store.begin(key_of("in flight"), make_request(), "m-1")
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(work())


@pytest.mark.network
async def test_a_killed_process_loses_no_answer_it_was_told_is_kept(place: str) -> None:
    process = SPAWN.Process(target=die_after_the_answer, args=(place,))
    process.start()
    await asyncio.to_thread(process.join)
    assert process.exitcode == -9
    with RunStore.open(place) as store:
        assert await store.find(KEY) == make_reply("paid")
        assert store.interrupted_calls("r") == 1
