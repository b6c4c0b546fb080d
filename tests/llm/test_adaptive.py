"""What every live adapter shares; the families themselves are in ``test_conformance``."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import ProviderError
from faithsieve.llm.adaptive import WORTH_MARKING, AdaptiveModel, PromptPrefixes
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding
from faithsieve.records.cost import TokenUsage
from faithsieve.records.model import Capabilities
from support.chat import make_request

SHORT = Decoding(temperature=0, max_output_tokens=64)


class Told(AdaptiveModel):
    """Sends nothing; outcomes come from a list."""

    def __init__(self, *outcomes: ChatReply | ProviderError) -> None:
        super().__init__("m", capabilities=Capabilities())
        self.outcomes = list(outcomes)
        self.bodies: list[dict[str, Any]] = []

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        self.bodies.append(body)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ProviderError):
            raise outcome
        return outcome


def reply(text: str = "yes", **fields: Any) -> ChatReply:
    return ChatReply(**({"text": text, "model": "m", "finish_reason": "stop"} | fields))


THOUGHT = reply("", finish_reason="length", usage=TokenUsage(output_tokens=64, reasoning_tokens=64))


async def test_a_request_without_a_limit_cannot_get_more_room() -> None:
    model = Told(THOUGHT)
    assert (await model.complete(make_request())).was_cut_off_in_thought


async def test_a_retryable_fault_is_left_to_the_retries() -> None:
    model = Told(ProviderError("500", status=500, retryable=True), reply())
    with pytest.raises(ProviderError):
        await model.complete(make_request(decoding=SHORT))
    assert len(model.bodies) == 1


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_shared_beginning_is_the_longest_one(one: str, other: str) -> None:
    start = "x" * WORTH_MARKING
    prefixes = PromptPrefixes()
    assert prefixes.shared_with_earlier(make_request(start + one)) == 0
    shared = prefixes.shared_with_earlier(make_request(start + other))
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    system = len(make_request("").messages[0].content)
    assert shared == system + len(start) + same
