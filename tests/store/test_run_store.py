import asyncio
import multiprocessing
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, create_engine, select, update

from faithsieve.errors import StoreError
from faithsieve.records.artifact import StoredArtifact
from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import digest_of
from faithsieve.records.run import FailureKind
from faithsieve.store.calls import Spending
from faithsieve.store.engine import store_url
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts, model_calls, results, runs
from support.stores import key_of, make_manifest, make_reply, make_request, make_result

KEY = key_of("call")
SPAWN = multiprocessing.get_context("spawn")


def spoil(place: str, table: Table, column: str, value: str | None) -> None:
    """Change a column behind the store's back, as a bit flip or a stray editor would."""
    engine = create_engine(store_url(place))
    with engine.begin() as connection:
        changed = connection.execute(update(table).values({column: value}))
        assert changed.rowcount > 0
    engine.dispose()


async def answer(store: RunStore, text: str = "correct", name: str = "call") -> None:
    await store.begin(key_of(name), make_request(), "m-1")
    await store.finish(key_of(name), make_reply(text))


async def test_an_answer_comes_back_exactly_as_it_was_kept(store: RunStore) -> None:
    await answer(store, "ünïcode ∀ε>0 \x00 and a NUL")
    assert await store.find(KEY) == make_reply("ünïcode ∀ε>0 \x00 and a NUL")


async def test_an_answer_survives_closing_and_opening(place: str) -> None:
    with RunStore.open(place) as store:
        await answer(store)
    with RunStore.open(place) as store:
        assert await store.find(KEY) == make_reply()


async def test_a_call_without_an_answer_is_not_found(store: RunStore) -> None:
    assert await store.find(KEY) is None
    await store.begin(KEY, make_request(), "m-1")
    assert await store.find(KEY) is None
    await store.abandon(KEY, "ProviderError: \x00 no")
    assert await store.find(KEY) is None
    assert store.call_counts() == {"abandoned": 1}


async def test_the_first_answer_stays(store: RunStore) -> None:
    await answer(store, "first")
    await answer(store, "second")
    await store.abandon(KEY, "too late")
    assert await store.find(KEY) == make_reply("first")


async def test_an_abandoned_call_can_be_asked_again(store: RunStore) -> None:
    await store.begin(KEY, make_request(), "m-1")
    await store.abandon(KEY, "ProviderError: 500")
    await answer(store)
    assert await store.find(KEY) == make_reply()
    assert store.call_counts() == {"answered": 1}


async def test_an_answer_to_a_call_nobody_began_is_refused(store: RunStore) -> None:
    with pytest.raises(StoreError, match="no call"):
        await store.finish(KEY, make_reply())


async def test_one_refused_write_does_not_take_its_neighbours_along(store: RunStore) -> None:
    await store.begin(KEY, make_request(), "m-1")
    outcomes = await asyncio.gather(
        store.finish(key_of("unknown"), make_reply()),
        store.finish(KEY, make_reply()),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], StoreError)
    assert await store.find(KEY) == make_reply()


async def test_a_call_pending_when_the_process_died_counts_as_interrupted(place: str) -> None:
    with RunStore.open(place) as store:
        store.run_id = "r"
        await store.begin(KEY, make_request(), "m-1")
        await store.begin(key_of("done"), make_request(), "m-1")
        await store.finish(key_of("done"), make_reply())
    with RunStore.open(place) as store:
        store.run_id = "r"
        assert store.interrupted_calls("r") == 1
        assert store.interrupted_calls("another run") == 0
        await answer(store)
        assert await store.find(KEY) == make_reply()
        assert store.interrupted_calls("r") == 1


async def test_a_cancelled_call_counts_as_interrupted_and_a_refused_one_does_not(
    store: RunStore,
) -> None:
    store.run_id = "r"
    for name, reason in {"a": "CancelledError: ", "b": "ProviderError: 500"}.items():
        await store.begin(key_of(name), make_request(), "m-1")
        await store.abandon(key_of(name), reason)
    assert store.interrupted_calls("r") == 1


async def test_a_call_that_waits_for_a_batch_is_pending_and_not_interrupted(place: str) -> None:
    with RunStore.open(place) as before:
        before.run_id = "r"
        await before.begin(KEY, make_request("q"), "batch:night")
        await before.begin(key_of("other"), make_request(), "m-1")
        assert before.interrupted_calls("r") == 0, "both may still be answered"
    with RunStore.open(place) as store:
        (call,) = store.pending_calls("batch:")
        assert (call.key, call.request, call.identity) == (KEY, make_request("q"), "batch:night")
        assert store.interrupted_calls("r") == 1
        await store.finish(KEY, make_reply())
        assert list(store.pending_calls("batch:")) == []


async def test_pending_calls_match_the_prefix_literally(store: RunStore) -> None:
    await store.begin(KEY, make_request(), "BATCH:night")
    assert list(store.pending_calls("batch:")) == []
    assert list(store.pending_calls("%")) == []
    assert len(list(store.pending_calls())) == 1


@pytest.mark.parametrize("spoiled", ["", "{}", '{"text":"3"}', None])
async def test_a_damaged_answer_is_a_miss_is_reported_and_can_be_asked_again(
    place: str, spoiled: str | None
) -> None:
    with RunStore.open(place) as store:
        await answer(store, "original")
    spoil(place, model_calls, "reply", spoiled)
    with RunStore.open(place) as store:
        assert await store.find(KEY) is None
        assert [(row.table, row.key) for row in store.damaged] == [("model_calls", KEY)]
        await answer(store, "asked again")
        assert await store.find(KEY) == make_reply("asked again")


async def test_an_answer_moved_to_another_call_is_not_trusted(place: str) -> None:
    with RunStore.open(place) as store:
        await answer(store, "to one", "one")
        await answer(store, "to two", "two")
    engine = create_engine(store_url(place))
    with engine.begin() as connection:
        row = connection.execute(
            select(model_calls.c.reply, model_calls.c.reply_seal).where(
                model_calls.c.key == key_of("one")
            )
        ).one()
        connection.execute(
            update(model_calls)
            .where(model_calls.c.key == key_of("two"))
            .values(reply=row.reply, reply_seal=row.reply_seal)
        )
    engine.dispose()
    with RunStore.open(place) as store:
        assert await store.find(key_of("two")) is None
        assert await store.find(key_of("one")) == make_reply("to one")


async def test_a_damaged_request_is_left_out_of_the_pending_calls_and_reported(
    place: str,
) -> None:
    with RunStore.open(place) as store:
        await store.begin(KEY, make_request(), "batch:x")
    spoil(place, model_calls, "request", "{}")
    with RunStore.open(place) as store:
        assert list(store.pending_calls("batch:")) == []
        assert len(store.damaged) == 1


async def test_a_run_knows_what_it_paid_over_all_its_sittings(place: str) -> None:
    for name in ("a", "b"):
        with RunStore.open(place) as store:
            store.run_id = "r"
            await answer(store, name=name)
            await store.begin(key_of("open"), make_request(), "m-1")
    with RunStore.open(place) as store:
        assert store.spent("r") == Spending(tokens=36, usd=0.5)
        assert store.spent("other") == Spending(tokens=0, usd=0.0)


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


def test_a_store_in_memory_works_and_ends_with_the_process() -> None:
    with RunStore.open("sqlite://") as store:
        store.keep_run("r", make_manifest())
        assert store.manifest("r") == make_manifest()


@pytest.mark.parametrize("content", [b"not a database at all" * 400, b"SQLite format 3\x00" * 300])
def test_a_file_that_is_no_store_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="move it away"):
        RunStore.open(path)


def test_half_a_file_is_refused_in_words_and_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with RunStore.open(path) as store:
        store.keep_run("r", make_manifest())
    path.write_bytes(path.read_bytes()[:9000])
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"store\.sqlite"), RunStore.open(path) as store:
        store.manifest("r")
    assert path.read_bytes() == before


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


Step = st.tuples(
    st.sampled_from(["begin", "finish", "abandon"]), st.sampled_from("ab"), st.sampled_from("xy")
)


@settings(max_examples=40, deadline=None)
@given(st.lists(Step, max_size=12))
def test_whatever_happens_the_first_answer_after_a_beginning_is_the_answer(
    steps: list[tuple[str, str, str]],
) -> None:
    expected: dict[str, str] = {}
    begun: set[str] = set()

    async def play() -> dict[str, ChatReply | None]:
        with RunStore.open("sqlite://") as store:
            for what, name, text in steps:
                if what == "begin":
                    begun.add(name)
                    await store.begin(key_of(name), make_request(), "m-1")
                elif what == "abandon":
                    await store.abandon(key_of(name), "no")
                elif name in begun:
                    expected.setdefault(name, text)
                    await store.finish(key_of(name), make_reply(text))
            return {name: await store.find(key_of(name)) for name in "ab"}

    found = asyncio.run(play())
    assert {name: reply.text for name, reply in found.items() if reply} == expected


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
        assert store.call_counts() == {"answered": 40 + 3 * 40}
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
        assert digest_of("x") not in [call.key for call in store.pending_calls()]
