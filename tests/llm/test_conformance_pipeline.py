"""The whole method finishes on every model family: prompts, schemas, limits."""

import asyncio

import pytest
from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.pipeline import check_proof
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings, VerifySettings
from support.fault_server import asking
from support.json_server import Json
from support.model_families import FAMILIES, FamilyServer, serving_family

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
