"""Records and chat-completions JSON, whole or streamed: nothing malformed becomes an answer."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ProviderError
from faithsieve.llm.protocol import request_key
from faithsieve.llm.wire import RequestStyle, join_events, parse_answer, read_events, request_body
from faithsieve.records.chat import ChatMessage, ChatRequest, Decoding, PromptStamp, ReplySchema
from faithsieve.records.digest import Digest
from support.chat import make_request
from support.fault_server import completion
from support.model_families import as_events

SCHEMA = ReplySchema(name="Sum", json_schema='{"properties":{},"type":"object"}')


def test_settings_that_are_none_are_left_to_the_provider() -> None:
    assert set(request_body(make_request(), RequestStyle("m"))) == {"model", "messages"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("content_filter", "content_filter"),
        ("tool_calls", "other"),
        (None, "other"),
    ],
)
def test_finish_reasons_are_mapped_and_unknown_ones_are_not_stop(
    said: str | None, meant: str
) -> None:
    payload = {"choices": [{"message": {"content": "x"}, "finish_reason": said}]}
    assert parse_answer(payload, asked_model="m").finish_reason == meant


def test_a_refusal_is_recognised_although_it_has_text() -> None:
    message = {"content": "I cannot help with that.", "refusal": "policy"}
    payload = {"choices": [{"message": message, "finish_reason": "stop"}]}
    assert parse_answer(payload, asked_model="m").finish_reason == "refusal"


def test_an_empty_text_is_an_answer_and_a_missing_one_is_not() -> None:
    empty = {"choices": [{"message": {"content": ""}, "finish_reason": "stop"}]}
    assert parse_answer(empty, asked_model="m").text == ""
    with pytest.raises(ProviderError, match="without text"):
        parse_answer({"choices": [{"message": {}}]}, asked_model="m")


def test_the_served_model_is_recorded_and_the_asked_one_stands_in() -> None:
    assert parse_answer(completion(model="other"), asked_model="m").model == "other"
    assert parse_answer(completion(model=None), asked_model="m").model == "m"


def test_lone_surrogates_become_storable_text() -> None:
    reply = parse_answer(completion("a\ud800b\ud83d\ude00"), asked_model="m")
    assert reply.text == "a�b😀"
    reply.model_dump_json().encode()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["choices", "message", "content", "model", "usage", "refusal", "prompt_tokens"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ).filter(lambda value: isinstance(value, dict))
)
def test_any_payload_is_a_reply_or_a_retryable_fault(payload: dict[str, Any]) -> None:
    faults = []
    try:
        parse_answer(payload, asked_model="m")
    except ProviderError as fault:
        faults.append(fault)
    assert all(fault.retryable for fault in faults)


texts = st.text(st.characters(codec="utf-8"), max_size=8)
requests = st.builds(
    ChatRequest,
    stage=texts,
    prompt=st.builds(
        PromptStamp,
        id=st.sampled_from(["a", "b"]),
        version=st.integers(1, 2),
        digest=st.sampled_from([Digest("0" * 64), Digest("1" * 64)]),
    ),
    messages=st.lists(
        st.builds(ChatMessage, role=st.sampled_from(["system", "user"]), content=texts),
        min_size=1,
        max_size=3,
    ).map(tuple),
    decoding=st.builds(
        Decoding,
        temperature=st.sampled_from([None, 0.0, 0.1, 1.0]),
        max_output_tokens=st.sampled_from([None, 1, 64]),
        top_p=st.sampled_from([None, 0.5]),
        seed=st.sampled_from([None, 0, 1]),
    ),
    reply_schema=st.sampled_from([None, SCHEMA]),
    sample_index=st.integers(0, 2),
)
identities = st.sampled_from(["m@a", "m@b"])


@given(requests, identities, requests, identities)
def test_keys_are_equal_iff_everything_but_the_stage_is(
    one: ChatRequest, one_identity: str, two: ChatRequest, two_identity: str
) -> None:
    same = one_identity == two_identity and _without_stage(one) == _without_stage(two)
    keys = request_key(one, identity=one_identity), request_key(two, identity=two_identity)
    assert (keys[0] == keys[1]) is same


@given(requests, st.data())
def test_changing_any_one_field_but_the_stage_changes_the_key(
    request: ChatRequest, draw: st.DataObject
) -> None:
    other = draw.draw(requests)
    for field in ChatRequest.model_fields:
        changed = request.model_copy(update={field: getattr(other, field)})
        same_key = request_key(changed, identity="m") == request_key(request, identity="m")
        assert same_key is (field == "stage" or changed == request)


def _without_stage(request: ChatRequest) -> dict[str, Any]:
    return request.model_dump(exclude={"stage"})


def test_the_key_of_a_fixed_request_never_changes() -> None:
    """A changed key would silently pay for every stored call again; change it knowingly."""
    assert request_key(make_request(), identity="m") == (
        "058234baf4da9e2f104b0b5151ab385861f6aba81d1d5056770f569e9b1430c3"
    )


@given(st.text(max_size=60))
def test_the_record_is_the_same(text: str) -> None:
    payload = completion(text)
    streamed = join_events(read_events(as_events(payload)))
    assert parse_answer(streamed, asked_model="m") == parse_answer(payload, asked_model="m")


def test_a_stream_that_ends_early_is_no_answer() -> None:
    text = 'data: {"choices": [{"delta": {"content": "step"}}]}\n\n'
    with pytest.raises(ProviderError, match="ended before the answer did") as caught:
        join_events(read_events(text))
    assert caught.value.retryable


def test_an_error_in_the_middle_of_a_stream_is_kept() -> None:
    events: list[dict[str, Any]] = [{"choices": []}, {"error": {"message": "overloaded"}}]
    assert join_events(events) == {"error": {"message": "overloaded"}}


def test_an_event_that_is_not_json_is_a_fault() -> None:
    with pytest.raises(ProviderError, match="not JSON"):
        list(read_events("data: {oops\n\n"))


def test_reasoning_pieces_are_joined_apart_from_the_answer() -> None:
    pieces = [{"reasoning_content": "hm "}, {"reasoning_content": "so"}, {"content": "yes"}]
    events = [{"choices": [{"delta": piece}]} for piece in pieces]
    events.append(json.loads('{"choices": [{"delta": {}, "finish_reason": "stop"}]}'))
    found = parse_answer(join_events(events), asked_model="m")
    assert (found.text, found.reasoning) == ("yes", "hm so")
