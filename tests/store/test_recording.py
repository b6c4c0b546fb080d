"""A recording gives back what was stored, all of it at once, and nothing that was changed."""

import asyncio
from pathlib import Path

from faithsieve.llm.protocol import request_key
from faithsieve.records.chat import ChatReply
from faithsieve.records.digest import Digest, StoredArtifact, digest_of
from faithsieve.store.results import Recording
from faithsieve.store.run_store import RunStore
from support.chat import make_request
from support.stores import change

ARTIFACT = StoredArtifact(kind="lean_answer", key=digest_of("a"), request="{}", result='{"x":1}')
REPLY = ChatReply(text="step 2", model="m", finish_reason="stop")


def filled(place: Path) -> Digest:
    """A store with one answered call, one open call and one artifact."""

    async def fill() -> Digest:
        with await asyncio.to_thread(RunStore.open, place) as store:
            answered, waiting = make_request("one"), make_request("two")
            key = request_key(answered, identity="m")
            await store.begin(key, answered, "m")
            await store.finish(key, REPLY)
            await store.begin(request_key(waiting, identity="m"), waiting, "m")
            await store.save_artifact(ARTIFACT)
            return key

    return asyncio.run(fill())


def recorded(place: Path, identity: str = "m") -> Recording:
    with RunStore.open(place) as store:
        return store.recording(identity=identity, kinds=["lean_answer"])


def test_answers_and_artifacts_come_back_and_open_calls_do_not(tmp_path: Path) -> None:
    key = filled(tmp_path / "s.sqlite")
    recording = recorded(tmp_path / "s.sqlite")
    assert len(recording) == 2
    found = recording.find_call(key)
    assert found is not None
    assert found.text == "step 2"
    assert recording.find_artifact("lean_answer", ARTIFACT.key) == ARTIFACT
    assert recording.find_artifact("other", ARTIFACT.key) is None
    assert recorded(tmp_path / "s.sqlite", identity="n").find_call(key) is None


def test_what_was_changed_is_absent_and_no_longer_counts_as_there(tmp_path: Path) -> None:
    key = filled(tmp_path / "s.sqlite")
    change(str(tmp_path / "s.sqlite"), "UPDATE model_calls SET reply = replace(reply, '2', '3')")
    change(str(tmp_path / "s.sqlite"), "UPDATE artifacts SET result = '{}'")
    recording = recorded(tmp_path / "s.sqlite")
    assert recording.mark(key)
    assert recording.find_call(key) is None
    assert recording.find_artifact("lean_answer", ARTIFACT.key) is None
    assert not recording.mark(key)
    assert not recording.mark(ARTIFACT.key, "lean_answer")
