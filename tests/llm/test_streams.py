"""A streamed answer is the same record as one that came in one piece, or a fault."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ProviderError
from faithsieve.llm.wire import join_events, parse_answer, read_events
from support.fault_server import completion
from support.model_families import as_events


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
