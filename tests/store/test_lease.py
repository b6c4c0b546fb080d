"""Processes that share a store never pay for one question at the same time."""

import asyncio
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from faithsieve.errors import StoreError
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.protocol import request_key
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.store.lease import LEASE_S, Owner
from faithsieve.store.run_store import RunStore
from support.chat import make_reply, make_request
from support.stores import answer, calls_by_state, change, key_of

KEY = request_key(make_request(), identity="m")


async def test_a_call_under_way_elsewhere_is_not_sent_and_not_called_interrupted(
    place: str,
) -> None:
    with RunStore.open(place) as one, RunStore.open(place) as other:
        one.run_id = other.run_id = "r"
        assert await one.begin(KEY, make_request(), "m")
        assert not await other.begin(KEY, make_request(), "m")
        assert other.interrupted_calls("r") == 0


async def test_whoever_waits_gets_the_reply_that_the_other_stored(place: str) -> None:
    with RunStore.open(place) as one, RunStore.open(place) as other:
        assert await one.begin(KEY, make_request(), "m")
        waiting = CachedModel(ScriptedModel([]), other, "m").complete(make_request())
        await one.finish(KEY, make_reply("theirs"))
        reply = await waiting
        assert (reply.text, reply.replayed) == ("theirs", True)


async def test_a_lease_without_a_heartbeat_runs_out(place: str) -> None:
    with RunStore.open(place) as one, RunStore.open(place) as other:
        assert await one.begin(KEY, make_request(), "m")
        change(place, f"UPDATE model_calls SET leased_until = leased_until - {LEASE_S + 1}")
        assert await other.begin(KEY, make_request(), "m")
        await one.abandon(KEY, "too late: the call is another's by now")
        assert calls_by_state(other) == {"pending": 1}


@pytest.mark.parametrize("jump_s", [-86_400.0, 3_600.0, 86_400.0])
async def test_a_clock_that_is_set_neither_ends_nor_prolongs_a_lease(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    place, now = str(tmp_path / "store.sqlite"), time.time()
    with RunStore.open(place) as one, RunStore.open(place) as other:
        assert await one.begin(KEY, make_request(), "m")
        monkeypatch.setattr(time, "time", lambda: now + jump_s)
        assert not await other.begin(KEY, make_request(), "m")
        change(place, f"UPDATE model_calls SET leased_until = leased_until - {LEASE_S + 1}")
        assert await other.begin(KEY, make_request(), "m")


async def test_a_lease_from_before_a_restart_of_the_machine_is_over(tmp_path: Path) -> None:
    place = str(tmp_path / "store.sqlite")
    with RunStore.open(place) as one, RunStore.open(place) as other:
        assert await one.begin(KEY, make_request(), "m")
        change(place, "UPDATE model_calls SET leased_until = leased_until + 1000000")
        assert await other.begin(KEY, make_request(), "m")


async def test_the_call_of_a_process_that_ended_is_taken_over_at_once(place: str) -> None:
    with RunStore.open(place) as store:
        store.run_id = "r"
        await store.begin(KEY, make_request(), "m")
        gone = Owner.new()._replace(started=1.0, pid=os.getppid()).text
        change(place, f"UPDATE model_calls SET owner = '{gone}'")
        assert store.interrupted_calls("r") == 1
        assert await store.begin(KEY, make_request(), "m")


def test_an_owner_elsewhere_counts_as_alive_until_its_lease_ends() -> None:
    assert not Owner("another machine", 1, 1.0, "s").is_gone()
    with pytest.raises(ValueError, match="not enough values"):
        Owner.parse("nonsense")


def test_an_emptied_store_is_refused_and_not_paid_for_again(tmp_path: Path) -> None:
    place = tmp_path / "store.sqlite"
    place.touch()
    with pytest.raises(StoreError, match=r"empty file.*Put back a copy.*delete the file"):
        RunStore.open(place)
    assert place.stat().st_size == 0


def die_after_an_answer(place: str) -> None:
    async def work() -> None:
        store = RunStore.open(place)
        store.run_id = "r"
        await answer(store, "paid", "paid")
        await store.begin(KEY, make_request(), "m")
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(work())


@pytest.mark.network
async def test_a_killed_process_loses_no_answer_and_keeps_nobody_waiting(place: str) -> None:
    process = multiprocessing.get_context("spawn").Process(
        target=die_after_an_answer, args=(place,)
    )
    process.start()
    await asyncio.to_thread(process.join)
    assert process.exitcode == -signal.SIGKILL
    with RunStore.open(place) as store:
        found = await store.find(key_of("paid"))
        assert found is not None
        assert found.text == "paid"
        assert store.interrupted_calls("r") == 1
        began = time.monotonic()
        assert await store.begin(KEY, make_request(), "m") is True
    assert time.monotonic() - began < LEASE_S / 2
