"""Questions that wait for each other go out in one call, and each gets its own answer."""

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis.strategies import integers

from faithsieve.errors import ProviderError, ReplyFormatError
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.llm.structured import find_record
from faithsieve.records.base import Record
from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    PromptStamp,
    RenderedPrompt,
)
from faithsieve.records.cost import TokenUsage
from faithsieve.verify.gate.semantic_check import GateSheet
from faithsieve.verify.prover import ProofSheet
from faithsieve.verify.shared_calls import (
    CallBatcher,
    Caller,
    Form,
    Numbered,
    OutOfCallsError,
    valid_or_none,
)
from faithsieve.verify.statement import StatementSheet
from support.verify_replies import bodies, faithful, statements


class Word(Record):
    """The answer to one question."""

    word: str
    """What was said."""
    more: tuple[str, ...] = ()
    """A list, as real answers have them."""


class WordEntry(Word, Numbered):
    """The answer to one of several questions."""


class WordSheet(Record):
    """The answers to several questions."""

    answers: tuple[Annotated[WordEntry | None, valid_or_none(WordEntry)], ...]
    """One each."""


def write(questions: Sequence[str]) -> RenderedPrompt:
    stamp = PromptStamp(id="verify/words", version=1, digest="0" * 64)
    message = ChatMessage(role="user", content="|".join(questions))
    return RenderedPrompt(stamp=stamp, messages=(message,), reply="Word")


def form(stage: str = "verify.words") -> Form[str, Word]:
    return Form(stage, Word, WordSheet, write, Decoding(max_output_tokens=300))


def entry(n: int, word: str) -> str:
    return f'{{"n":{n},"word":"{word}","more":["a list"]}}'


def shouting(request: ChatRequest) -> Line:
    """Answer every question in capitals, as a sheet where there are several."""
    asked = request.messages[0].content.split("|")
    if len(asked) == 1:
        return Word(word=asked[0].upper())
    entries = ",".join(entry(n, word.upper()) for n, word in enumerate(asked, start=1))
    return f'{{"answers":[{entries}]}}'


def questions(model: ScriptedModel) -> list[str]:
    return [request.messages[0].content for request in model.requests]


async def one(caller: Caller, *words: str, delay: float = 0.0) -> list[str]:
    with caller:
        said = []
        for word in words:
            await asyncio.sleep(delay)
            said.append((await caller.ask(form(), word)).record.word)
        return said


async def together(batcher: CallBatcher, *lines: tuple[str, ...]) -> list[list[str]]:
    # The last one arrives first: who is faster must not change what is asked.
    delays = [0.02 / (place + 1) for place in range(len(lines))]
    members = zip(batcher.register_all(len(lines)), lines, delays, strict=True)
    return await asyncio.gather(*(one(s, *words, delay=delay) for s, words, delay in members))


@pytest.mark.parametrize(
    ("per_call", "lines", "calls"),
    [
        (8, [("a",), ("b",), ("c",)], ["a|b|c"]),
        # Who is done is not waited for.
        (8, [("a", "d"), ("b",), ("c", "e")], ["a|b|c", "d|e"]),
        (1, [("a",), ("b",)], ["a", "b"]),
        # A call has at most so many questions, in even groups.
        (3, [("a",), ("b",), ("c",), ("d",)], ["a|b", "c|d"]),
    ],
)
async def test_those_who_wait_share_a_call_in_their_own_order(
    per_call: int, lines: list[tuple[str, ...]], calls: list[str]
) -> None:
    model = ScriptedModel(shouting)
    said = await together(CallBatcher(model, per_call=per_call), *lines)
    assert said == [[word.upper() for word in words] for words in lines]
    assert sorted(questions(model)) == sorted(calls)


async def test_a_slow_search_holds_up_its_own_group_only() -> None:
    model = ScriptedModel(shouting)
    batcher = CallBatcher(model, per_call=2)
    slow, beside, *others = batcher.register_all(4)
    held = [asyncio.create_task(one(slow, "a", delay=0.1)), asyncio.create_task(one(beside, "b"))]
    await asyncio.gather(*(one(caller, word) for caller, word in zip(others, "cd", strict=True)))
    assert questions(model) == ["c|d"]
    await asyncio.gather(*held)
    assert questions(model) == ["c|d", "a|b"]


@given(count=integers(0, 40), per_call=integers(1, 12))
def test_groups_are_even_and_never_larger_than_a_call(count: int, per_call: int) -> None:
    callers = CallBatcher(ScriptedModel([]), per_call=per_call).register_all(count)
    sizes = [len(group.callers) for group in {id(c.group): c.group for c in callers}.values()]
    assert len(callers) == sum(sizes) == count
    assert all(0 < size <= per_call for size in sizes)


async def test_different_stages_do_not_share_a_call() -> None:
    model = ScriptedModel(shouting)
    batcher = CallBatcher(model, per_call=8)

    async def ask(caller: Caller, stage: str) -> None:
        with caller:
            await caller.ask(form(stage), "a")

    callers = zip(batcher.register_all(3), ("one", "two", "one"), strict=True)
    await asyncio.gather(*(ask(*caller) for caller in callers))
    assert sorted(questions(model)) == ["a", "a|a"]


@pytest.mark.parametrize(
    "sheet",
    [
        f'{{"answers":[{entry(1, "A")},{entry(3, "C")}]}}',
        f'{{"answers":[{entry(1, "A")},{{"n":2,"wrd":"B"}},{entry(3, "C")}]}}',
    ],
    ids=["missing", "malformed"],
)
async def test_one_bad_answer_is_asked_for_again_alone(sheet: str) -> None:
    model = ScriptedModel([sheet, Word(word="B")])
    said = await together(CallBatcher(model, per_call=8), ("a",), ("b",), ("c",))
    assert said == [["A"], ["B"], ["C"]]
    assert questions(model) == ["a|b|c", "b"]


async def test_an_unreadable_sheet_is_asked_for_again_one_by_one() -> None:
    model = ScriptedModel(
        lambda request: "?" if "|" in request.messages[0].content else Word(word="x")
    )
    await together(CallBatcher(model, per_call=8), ("a",), ("b",))
    assert questions(model)[0] == "a|b"
    assert sorted(questions(model)[1:]) == ["a", "b"]


async def test_an_answer_that_stays_unreadable_is_an_error_of_that_question_alone() -> None:
    batcher = CallBatcher(ScriptedModel(lambda request: "?"), per_call=8)
    with batcher.register() as caller, pytest.raises(ReplyFormatError):
        await caller.ask(form(), "a")


async def test_a_broken_provider_reaches_everybody_who_asked() -> None:
    broken = ProviderError("down")
    batcher = CallBatcher(ScriptedModel(lambda request: broken), per_call=8)
    callers = batcher.register_all(2)
    said = await asyncio.gather(*(one(caller, "a") for caller in callers), return_exceptions=True)
    assert [type(error) for error in said] == [ProviderError, ProviderError]


async def test_tokens_of_a_shared_call_are_split_and_the_limit_counts_it_once() -> None:
    def reply(request: ChatRequest) -> ChatReply:
        text = f'{{"answers":[{entry(1, "A")},{entry(2, "B")}]}}'
        usage = TokenUsage(input_tokens=100, output_tokens=20)
        return ChatReply(text=text, model="scripted", finish_reason="stop", usage=usage)

    batcher = CallBatcher(ScriptedModel(reply), per_call=8, limit=1)
    callers = batcher.register_all(2)
    await asyncio.gather(*(one(caller, "a") for caller in callers))
    assert [(caller.usage.total, caller.calls) for caller in callers] == [(60, 1), (60, 1)]
    with batcher.register() as late, pytest.raises(OutOfCallsError):
        await late.ask(form(), "b")


async def test_more_questions_get_more_room() -> None:
    model = ScriptedModel(shouting)
    await together(CallBatcher(model, per_call=8), ("a",), ("b",), ("c",))
    assert model.requests[0].decoding.max_output_tokens == 500


@pytest.mark.parametrize(
    ("sheet", "entry_of"),
    [
        (StatementSheet, statements("(x : Int) : x = x")),
        (GateSheet, faithful()),
        (ProofSheet, bodies("omega", "grind")),
    ],
)
def test_answers_with_lists_are_read_from_a_sheet(sheet: type[Record], entry_of: Record) -> None:
    said = [{"n": n, **entry_of.model_dump(mode="json")} for n in (1, 2)]
    found = find_record(json.dumps({"answers": said}), sheet)
    assert [answer["n"] for answer in found.model_dump()["answers"]] == [1, 2]
