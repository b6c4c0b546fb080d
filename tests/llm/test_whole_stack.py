"""All layers together against a real, failing endpoint: one answer, one record, no secret."""

import random
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.budget import Budget, BudgetedModel
from faithsieve.llm.cached import CachedModel, ReplayModel
from faithsieve.llm.endpoint import Endpoint, Timeouts
from faithsieve.llm.limits import EndpointGate, LimitedModel, RateLimits, RetryingModel, RetryPolicy
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.prices import Price
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from support.chat import MemoryLedger, make_prompt, make_request
from support.clock import FakeClock
from support.fault_server import (
    Act,
    error,
    fault_server,
    hang_before_headers,
    hang_mid_body,
    html,
    ok,
    payload,
    raw,
    reset,
    truncated,
)

pytestmark = pytest.mark.network

CANARY = "sk-canary-whole-stack"
PRICE = Price(input=1.0, output=1.0)


@dataclass
class Stack:
    """Every layer, in the order the package's docstring gives."""

    base_url: str
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    costs: CostLedger = field(default_factory=CostLedger)

    def __post_init__(self) -> None:
        quick = Timeouts(connect_s=1, silence_s=0.2, total_s=2)
        self.endpoint = OpenAICompatible(
            "test-model", Endpoint(base_url=self.base_url, api_key=CANARY, timeouts=quick)
        )
        self.identity = self.endpoint.identity
        gate = EndpointGate(RateLimits(), clock=FakeClock())
        model: ChatModel = LimitedModel(self.endpoint, gate)
        model = BudgetedModel(model, Budget(), PRICE)
        policy = RetryPolicy(max_attempts=10, first_delay_s=0.001, max_retry_after_s=0.01)
        model = RetryingModel(model, policy=policy, chance=random.Random(0))
        model = CachedModel(model, self.ledger, self.identity)
        self.model: ChatModel = AccountedModel(model, self.costs)


BURST: list[Act] = [
    error(429, retry_after="99999"),
    html(502),
    reset,
    truncated,
    hang_before_headers,
    hang_mid_body,
    payload({"choices": []}),
    raw(b"oops", content_type="text/plain"),
    error(503),
]


async def test_a_burst_of_every_fault_ends_in_one_answer_and_one_record() -> None:
    async with fault_server([*BURST, ok("step 2")]) as server:
        stack = Stack(server.base_url)
        reply = await stack.model.complete(make_request())
        again = await stack.model.complete(make_request())
        await stack.endpoint.aclose()
        keys = {got.headers["idempotency-key"] for got in server.requests}
    assert (reply.text, again.text) == ("step 2", "step 2")
    assert len(server.requests) == 10
    assert reply.key is not None
    assert all(key.startswith(reply.key) for key in keys), "all attempts are the same call"
    assert list(stack.ledger.replies) == [reply.key]
    assert stack.ledger.open == {}
    assert stack.costs.stages[0].calls == 2
    assert stack.costs.stages[0].replayed == 1


class Sum(Record):
    value: int
    """The number."""


async def test_a_structured_question_replays_to_the_same_answer_without_the_endpoint() -> None:
    acts = [ok("I think it is 4."), error(500), ok('{"value": 4}')]
    async with fault_server(acts) as server:
        stack = Stack(server.base_url)
        first = await ask(stack.model, make_prompt(), Sum, stage="sum", decoding=Decoding())
        await stack.endpoint.aclose()
        bodies = [got.json for got in server.requests]
    replay = ReplayModel(stack.ledger, stack.identity)
    again = await ask(replay, make_prompt(), Sum, stage="sum", decoding=Decoding())
    assert again.record == first.record == Sum(value=4)
    assert again.key == first.key
    assert bodies[0]["response_format"]["json_schema"]["schema"]["required"] == ["value"]
    assert bodies[1] == bodies[2], "a retried attempt sends the same bytes"
    assert bodies[1]["temperature"] == 0
    assert bodies[1]["max_tokens"] == 1600


def test_no_http_library_is_imported_before_a_model_is_built() -> None:
    code = (
        "import sys\n"
        "import faithsieve.wiring, faithsieve.llm.litellm_provider\n"
        "assert not {'openai', 'aiohttp', 'httpx2', 'litellm'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
