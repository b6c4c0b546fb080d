"""How much of the input a provider's prompt cache could serve, and one like OpenAI's would.

50 proofs go through the whole method. Replies come from ``bench/_plain_pipeline.py``; the cache is
simulated: prefixes of at least 1,024 tokens, in blocks of 128, that an earlier request began with.
Tokens are characters / 4.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bench._plain_pipeline import PlainJudge, PlainPipeline, Rates
from bench._proofs import proof_row
from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.pipeline import check_proof
from faithsieve.records.capabilities import Capabilities
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import TokenUsage
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings, VerifySettings

PROOFS, CHARACTERS, LEAST, BLOCK = 50, 4, 1024, 128
SETTINGS = Settings(verify=VerifySettings(trust_gate=True))


class CachingProvider(AdaptiveModel):
    """Answers plainly and bills like a provider with a prompt cache."""

    def __init__(self, rates: Rates) -> None:
        super().__init__("plain", capabilities=Capabilities())
        self.is_settled = True
        self.used: dict[str, TokenUsage] = {}
        self._plain = PlainPipeline(rates)
        self._seen: set[str] = set()

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        """Answer one question, and say how much of it the cache knew."""
        text = "".join(message.content for message in request.messages)
        usage = TokenUsage(input_tokens=len(text) // CHARACTERS, cached_tokens=self._known(text))
        reply = await self._plain.complete(request)
        return reply.model_copy(update={"usage": usage})

    def _known(self, text: str) -> int:
        ends = range(LEAST, len(text) // CHARACTERS + 1, BLOCK)
        beginnings = {end: text[: CHARACTERS * end] for end in ends}
        known = max((end for end, part in beginnings.items() if part in self._seen), default=0)
        self._seen |= set(beginnings.values())
        return known

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask, and add the bill to that of the stage."""
        reply = await super().complete(request)
        self.used[request.stage] = self.used.get(request.stage, TokenUsage()) + reply.usage
        return reply


async def _check_all(provider: CachingProvider, rates: Rates) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for number in range(PROOFS):
        row = proof_row(number)
        steps = row["steps"]
        assert isinstance(steps, list)
        proof = Proof.from_texts(str(row["problem"]), steps)
        checked = await check_proof(
            proof, model=provider, judge=PlainJudge(rates), settings=SETTINGS
        )
        kinds[checked.verdict.kind.value] += 1
    return kinds


def run() -> Iterator[str]:
    """Report both shares over all input, then by stage."""
    rates = Rates()
    provider = CachingProvider(rates)
    kinds = asyncio.run(_check_all(provider, rates))
    total = sum(provider.used.values(), TokenUsage())
    yield f"{kinds.total()} proofs, {total.input_tokens:,} input tokens: {_shares(total)}"
    for stage, usage in sorted(provider.used.items()):
        yield f"  {stage}: {usage.input_tokens:,} input tokens, {_shares(usage)}"


def _shares(usage: TokenUsage) -> str:
    could = usage.cacheable_tokens / max(1, usage.input_tokens)
    was = usage.cached_tokens / max(1, usage.input_tokens)
    return f"{could:.0%} could be cached, {was:.0%} was"
