"""Every model family is asked without a setting by the user, and no proof is lost to its rules."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.structured import ask
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.model import Reasoning
from support.chat import MemoryLedger, make_prompt, make_request
from support.fault_server import asking
from support.model_families import FAMILIES, FamilyServer, Running, serving_family

pytestmark = pytest.mark.network
by_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


class Sum(Record):
    total: int
    """The sum."""


SHORT = Decoding(temperature=0, max_output_tokens=64)
LONG = Decoding(temperature=0.3, top_p=0.9, seed=7, max_output_tokens=1600)


@asynccontextmanager
async def client(
    running: Running, *, reasoning: Reasoning = "provider"
) -> AsyncIterator[OpenAICompatible]:
    model = OpenAICompatible(
        running.family.model, Endpoint(running.base_url, "sk-test-key-1"), reasoning=reasoning
    )
    try:
        yield model
    finally:
        await model.aclose()


def find(name: str) -> FamilyServer:
    return next(family for family in FAMILIES if family.name == name)


@by_family
async def test_a_short_answer_arrives_at_the_first_try(family: FamilyServer) -> None:
    with serving_family(family, lambda body: "step 3") as running:
        async with client(running) as model:
            reply = await model.complete(make_request(decoding=SHORT))
    assert (reply.text, reply.finish_reason) == ("step 3", "stop")
    if family.name == "openai-reasoning":
        assert not running.refused, "the table of families knows the model of the README"
    if family.thinks:
        assert reply.usage.reasoning_tokens > 0
    if family.reasoning_field:
        assert "step by step" in reply.reasoning


@by_family
async def test_a_record_arrives_and_reasoning_is_never_read_as_the_answer(
    family: FamilyServer,
) -> None:
    with serving_family(family, lambda body: '{"total": 5}') as running:
        async with client(running) as model:
            answer = await ask(model, make_prompt("2+3"), Sum, stage="s", decoding=LONG)
    assert answer.record == Sum(total=5)
    assert len(running.bodies) <= 2, "it was read at once; one may be cut off in thought"


LEVELS: tuple[Reasoning, ...] = ("off", "low", "medium", "high")


@by_family
async def test_every_level_of_reasoning_is_translated_or_left_out(family: FamilyServer) -> None:
    with serving_family(family, lambda body: "yes") as running:
        for reasoning in LEVELS:
            async with client(running, reasoning=reasoning) as model:
                reply = await model.complete(make_request(decoding=SHORT))
            assert reply.text == "yes", reasoning


@by_family
async def test_requests_at_once_all_learn_what_is_refused(family: FamilyServer) -> None:
    with serving_family(family, lambda body: '{"total": 1}') as running:
        async with client(running) as model:
            prompts = [make_prompt(f"question {n}") for n in range(24)]
            asked = [ask(model, p, Sum, stage="s", decoding=LONG) for p in prompts]
            answers = await asyncio.gather(*asked)
            refused = len(running.refused)
            await ask(model, make_prompt("one more"), Sum, stage="s", decoding=LONG)
    assert len(answers) == 24
    assert len(running.refused) == refused, "what was learnt is not tried again"


async def test_what_was_learnt_changes_no_key_and_nothing_is_paid_twice() -> None:
    ledger = MemoryLedger()
    with serving_family(find("unknown-reasoner"), lambda body: "step 2") as running:
        for _ in range(2):
            # A second process starts from the same guess, and asks the ledger first.
            async with client(running) as model:
                cached = CachedModel(model, ledger, model.identity)
                reply = await cached.complete(make_request(decoding=SHORT))
    assert reply.replayed
    assert len(ledger.replies) == 1
    assert len(running.bodies) == 2, "once cut off in thought, once with room; then the store"


async def test_a_limit_eaten_by_reasoning_is_asked_again_once_and_its_cost_is_kept() -> None:
    with serving_family(find("unknown-reasoner"), lambda body: "step 2") as running:
        async with client(running) as model:
            first = await model.complete(make_request("one", decoding=SHORT))
            second = await model.complete(make_request("two", decoding=SHORT))
    assert (first.text, second.text) == ("step 2", "step 2")
    assert first.usage.reasoning_tokens > second.usage.reasoning_tokens == 3000
    assert second.requests == 1, "the head-room is remembered"
    assert model.capabilities.reasons


async def test_thought_without_end_becomes_a_failure_that_says_so() -> None:
    endless = FamilyServer("endless", "mystery-2", (), thinks=10**9)
    with serving_family(endless, lambda body: "never") as running:
        async with client(running) as model:
            reply = await model.complete(make_request(decoding=SHORT))
            assert reply.was_cut_off_in_thought
            assert reply.requests == 2
            with pytest.raises(Exception, match="all its room went into reasoning"):
                await ask(model, make_prompt("q"), Sum, stage="s", decoding=SHORT)


async def test_an_error_that_teaches_nothing_stays_an_error_with_the_providers_words() -> None:
    family = find("openai-chat")
    said = {"error": {"message": "Your prompt was flagged.", "code": "invalid_prompt"}}
    with serving_family(family, lambda body: "x") as running:
        running.faults = [lambda body: (400, said)]
        async with client(running) as model:
            with pytest.raises(ProviderError, match="Your prompt was flagged") as caught:
                await model.complete(make_request(decoding=SHORT))
    assert not caught.value.retryable
    assert caught.value.refusal.code == "invalid_prompt"


async def test_an_answer_that_is_silent_too_long_is_streamed_from_then_on() -> None:
    with serving_family(find("openai-chat"), lambda body: "a long answer, in pieces") as running:
        running.silent_s = 1.0
        quick = Timeouts(connect_s=1, silence_s=0.3, total_s=0.4)
        async with asking(running.base_url, model="gpt-4.1", timeouts=quick) as model:
            with pytest.raises(ProviderError) as caught:
                await model.complete(make_request())
            assert caught.value.retryable, "the retries ask again, and the budget sees it"
            reply = await model.complete(make_request())
    assert reply.text == "a long answer, in pieces"
    assert (reply.finish_reason, reply.usage.total > 0) == ("stop", True)
