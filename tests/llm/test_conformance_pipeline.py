"""The whole method and every baseline finish on every model family: prompts, schemas, limits."""

import asyncio
import json

import pytest
from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.llm.limits import RetryingModel
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.methods import METHODS, Tools
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings, VerifySettings
from support.clock import FakeClock
from support.fault_server import asking
from support.json_server import Json
from support.model_families import FAMILIES, RESET, FamilyServer, Fault, serving_family

PROOF = Proof.from_texts(
    "Show that the sum of two even integers a and b is even.",
    [
        "Write a = 2m and b = 2n with integers m and n.",
        "Then a + b = 2m + 2n = 2(m + n).",
        "So a + b is even.",
    ],
)
KEY = "sk-test-key-1"
SETTINGS = Settings(verify=VerifySettings(trust_gate=True))


class Overheard:
    """Passes requests on, and remembers them by their last words for the server to answer."""

    def __init__(self, inner: OpenAICompatible) -> None:
        self._inner = inner
        self.requests: dict[str, ChatRequest] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.requests[request.messages[-1].content] = request
        return await self._inner.complete(request)

    def find(self, body: Json) -> ChatRequest:
        content = body["messages"][-1]["content"]
        text = content if isinstance(content, str) else "".join(part["text"] for part in content)
        return next(request for last, request in self.requests.items() if text.endswith(last))


@pytest.mark.network
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
async def test_the_whole_method_finishes_without_a_setting(family: FamilyServer) -> None:
    rehearsal = rehearsal_model()
    heard: list[Overheard] = []

    def answer(body: Json) -> str:
        return asyncio.run(rehearsal.complete(heard[0].find(body))).text

    with serving_family(family, answer) as running:
        async with asking(running.base_url, model=family.model, api_key=KEY) as client:
            heard.append(Overheard(client))
            judge = RehearsalJudge()
            checked = await check_proof(PROOF, model=heard[0], judge=judge, settings=SETTINGS)
    assert checked.verdict.label in ("correct", 1, 2, 3)
    assert len(running.bodies) >= 4
    assert len(running.refused) <= 6, "at most one extra request a capability"


SMALL = Settings(
    baselines=BaselineSettings(
        votes=2,
        critics=2,
        reviewers_per_role=1,
        adjudication_rounds=1,
        max_candidates=1,
        audits_per_candidate=1,
    )
)
FIELDS: Json = {
    "reason": "made up", "label": "correct", "summary": "made up", "argument": "made up",
    "critique": "made up", "is_error": False, "confidence": 0.5, "vote": "sound",
    "pieces": [{"step": 1, "text": "a = 2m"}],
    "candidates": [{"step": 2, "objection": "made up"}],
}  # fmt: skip
FAULTS: tuple[Fault, ...] = (
    lambda body: (429, {"error": {"message": "Rate limit reached.", "code": "rate_limit"}}),
    lambda body: (500, {"error": {"message": "The server had an error."}}),
    lambda body: RESET,
)


@pytest.mark.network
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
async def test_every_baseline_finishes_without_a_setting_through_faults(
    family: FamilyServer,
) -> None:
    heard: list[Overheard] = []

    def answer(body: Json) -> str:
        schema = heard[0].find(body).reply_schema
        if schema is None:
            return "correct"
        names = json.loads(schema.json_schema)["properties"]
        return json.dumps({name: FIELDS[name] for name in names})

    with serving_family(family, answer) as running:
        async with asking(running.base_url, model=family.model, api_key=KEY) as client:
            heard.append(Overheard(client))
            tools = Tools(RetryingModel(heard[0], clock=FakeClock()), SMALL)
            for method in ("direct", "majority", "critics", "panel", "challenge"):
                running.faults = list(FAULTS)
                checked = await METHODS[method].check(PROOF, tools)
                assert checked.verdict.label == "correct", method
                assert not running.faults, "every method met every fault"
    assert len(running.refused) <= 6 + 2 * 5, "one a capability, and the faults that were planted"
