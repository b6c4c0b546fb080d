"""Asking for records: one strict retry, then a typed failure that keeps the raw text."""

import json
from typing import Annotated, Literal

import pytest
from pydantic import Field, StringConstraints

from faithsieve.errors import BudgetExceededError, PendingReplyError, ReplyFormatError
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.llm.structured import ask, ask_text, reply_schema
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from support.chat import MemoryLedger, make_prompt, make_reply

PROMPT = make_prompt(reply="Judged")
DECODING = Decoding(temperature=0.7, max_output_tokens=300, seed=5)


class Part(Record):
    title: Annotated[str, StringConstraints(pattern=r"\S", min_length=1)] = "untitled"
    """The name of the part."""


class Verdictless(Record):
    """A reply whose part may be missing."""

    part: Part | None
    """The part, or nothing."""


class Judged(Record):
    score: float = Field(ge=0, le=1)
    """How good."""
    kind: Literal["a", "b"] = "a"
    """Which kind."""
    part: Part = Part()
    """The part it is about."""
    rest: tuple[Part, ...] = ()
    """Other parts."""


GOOD = Judged(score=0.5)


async def judged(*lines: Line) -> tuple[Judged, ScriptedModel]:
    model = ScriptedModel(lines)
    answer = await ask(model, PROMPT, Judged, stage="tests", decoding=DECODING)
    model.assert_finished()
    return answer.record, model


async def test_a_good_reply_takes_one_call() -> None:
    record, model = await judged(GOOD)
    assert record == GOOD
    (request,) = model.requests
    assert request.messages == PROMPT.messages
    assert request.decoding == DECODING
    assert request.reply_schema == reply_schema(Judged)
    assert request.stage == "tests"


@pytest.mark.parametrize(
    "bad", ["I think it is fine.", '{"score": 1.7}', '{"score": NaN}', "<think>hmm", ""]
)
async def test_an_unreadable_reply_is_asked_once_more_strictly(bad: str) -> None:
    record, model = await judged(bad, GOOD)
    assert record == GOOD
    _, retry = model.requests
    assert retry.decoding == Decoding(temperature=0, max_output_tokens=1600, seed=5)
    assert retry.messages[: len(PROMPT.messages)] == PROMPT.messages
    assert retry.messages[-2].role == "assistant"
    told = retry.messages[-1].content
    assert "exactly one JSON object" in told
    assert reply_schema(Judged).json_schema in told
    assert ("score: Input should be less than or equal to 1" in told) is ("1.7" in bad)


async def test_without_a_retry_the_first_failure_is_the_last() -> None:
    with pytest.raises(ReplyFormatError):
        await ask(ScriptedModel(["no"]), PROMPT, Judged, stage="t", decoding=DECODING, retry=None)


async def test_two_unreadable_replies_are_a_failure_with_the_last_text() -> None:
    with pytest.raises(ReplyFormatError) as caught:
        await judged("no", "never")
    assert caught.value.raw_text == "never"
    assert caught.value.prompt_id == PROMPT.stamp.id
    assert caught.value.reason == "malformed"


async def test_a_reply_that_was_cut_off_is_not_read_although_it_could_be() -> None:
    cut = make_reply(GOOD.model_dump_json(), finish_reason="length")
    with pytest.raises(ReplyFormatError) as caught:
        await judged(cut, cut)
    assert caught.value.reason == "truncated"


async def test_after_a_cut_the_retry_asks_for_brevity_and_does_not_repeat_the_text() -> None:
    cut = make_reply('{"score": 0.', finish_reason="length")
    _, model = await judged(cut, GOOD)
    retry = model.requests[1]
    assert len(retry.messages) == len(PROMPT.messages) + 1
    assert "cut off" in retry.messages[-1].content


async def test_a_reply_that_may_have_been_cut_is_read_whole_or_not_at_all() -> None:
    whole = make_reply(GOOD.model_dump_json(), finish_reason="other")
    assert (await judged(whole))[0] == GOOD
    broken = make_reply('{"score": 0.5', finish_reason="other")
    assert len((await judged(broken, GOOD))[1].requests) == 2


@pytest.mark.parametrize("reason", ["refusal", "content_filter"])
async def test_a_refusal_is_final(reason: Literal["refusal", "content_filter"]) -> None:
    model = ScriptedModel([make_reply(GOOD.model_dump_json(), finish_reason=reason)])
    with pytest.raises(ReplyFormatError) as caught:
        await ask(model, PROMPT, Judged, stage="tests", decoding=DECODING)
    assert caught.value.reason == "refused"


@pytest.mark.parametrize("stop", [PendingReplyError("0" * 64), BudgetExceededError("enough")])
async def test_what_stops_a_run_passes_through(stop: Exception) -> None:
    with pytest.raises(type(stop)):
        await judged("no", stop)


async def test_the_answer_cites_the_stored_call_that_gave_it() -> None:
    ledger = MemoryLedger()
    model = CachedModel(ScriptedModel(["no", GOOD]), ledger, "m")
    answer = await ask(model, PROMPT, Judged, stage="tests", decoding=DECODING)
    assert ledger.replies[answer.key].text == GOOD.model_dump_json()
    assert len(ledger.replies) == 2


def test_the_schema_closes_every_object_and_requires_every_field() -> None:
    schema = json.loads(reply_schema(Judged).json_schema)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["score", "kind", "part", "rest"]
    part = schema["$defs"]["Part"]
    assert part["required"] == ["title"], "a field named like a keyword is still a field"
    assert part["properties"]["title"] == {"type": "string", "description": "The name of the part."}
    assert schema["properties"]["part"] == {"$ref": "#/$defs/Part"}
    assert schema["properties"]["score"]["maximum"] == 1


def test_a_choice_between_shapes_keeps_its_branches() -> None:
    schema = json.loads(reply_schema(Verdictless).json_schema)
    assert schema["properties"]["part"]["anyOf"] == [{"$ref": "#/$defs/Part"}, {"type": "null"}]


async def test_plain_text_comes_without_its_reasoning() -> None:
    model = ScriptedModel(["<think>2? no</think>\n 3 \n"])
    answer = await ask_text(model, PROMPT, stage="tests", decoding=DECODING)
    assert answer.record == "3"
    assert model.requests[0].reply_schema is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (make_reply("3", finish_reason="length"), "truncated"),
        (make_reply("3", finish_reason="refusal"), "refused"),
        ("<think>3", "malformed"),
    ],
)
async def test_incomplete_text_is_no_answer(line: Line, reason: str) -> None:
    with pytest.raises(ReplyFormatError) as caught:
        await ask_text(ScriptedModel([line]), PROMPT, stage="tests", decoding=DECODING)
    assert caught.value.reason == reason
