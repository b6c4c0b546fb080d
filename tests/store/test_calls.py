import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.errors import StoreError
from faithsieve.records.chat import ChatReply
from faithsieve.records.cost import Amount
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import model_calls
from support.chat import make_request
from support.stores import answer, key_of, make_reply, spoil

KEY = key_of("call")

Step = st.tuples(
    st.sampled_from(["begin", "finish", "abandon"]), st.sampled_from("ab"), st.sampled_from("xy")
)


async def test_an_answer_comes_back_exactly_as_it_was_kept(store: RunStore) -> None:
    await answer(store, "ünïcode ∀ε>0 \x00 and a NUL")
    assert await store.find(KEY) == make_reply("ünïcode ∀ε>0 \x00 and a NUL")


async def test_an_answer_to_a_call_nobody_began_is_refused(store: RunStore) -> None:
    with pytest.raises(StoreError, match="no call"):
        await store.finish(KEY, make_reply())


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
        assert store.spent("r") == Amount(tokens=36, usd=0.5)
        assert store.spent("other") == Amount(tokens=0, usd=0.0)


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
