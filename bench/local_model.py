"""The embedded model: how fast it starts, reads and writes, and what a second request costs."""

import asyncio
import time
from collections.abc import Iterator

from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.local_server import LocalEndpoint, LocalServer
from faithsieve.llm.local_weights import KNOWN, is_installed
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.places import model_home
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.prompt import ChatMessage, PromptStamp
from faithsieve.records.settings import LocalSettings

STEP = "Let a and b be integers with a even, so that a = 2m for some integer m. "
REPLY_TOKENS = 64


def run() -> Iterator[str]:
    """Measure every model that was pulled; models that were not are named."""
    for name, weights in KNOWN.items():
        if is_installed(weights, model_home()):
            yield from asyncio.run(_measure(name))
        else:
            yield f"{name}: not here; faithsieve model pull {name}"


async def _measure(name: str) -> list[str]:
    began = time.monotonic()
    server = LocalServer(model_home() / KNOWN[name].file_name, alias=name, settings=LocalSettings())
    async with server as endpoint:
        started = time.monotonic() - began
        reading = await _timed(endpoint, "read", count=1, steps=20, tokens=1)
        one = await _timed(endpoint, "one", count=1, steps=1, tokens=REPLY_TOKENS)
        two = await _timed(endpoint, "two", count=2, steps=1, tokens=REPLY_TOKENS)
    return [
        f"{name}: ready after {started:.1f} s",
        f"{name}: reads {reading[0] / reading[2]:.0f} tokens/s, writes {one[1] / one[2]:.0f}",
        f"{name}: two requests at once take {two[2] / one[2]:.2f} x the time of one",
    ]


async def _timed(
    endpoint: LocalEndpoint, topic: str, *, count: int, steps: int, tokens: int
) -> tuple[int, int, float]:
    """Input tokens, output tokens and seconds of some requests at once."""
    client = OpenAICompatible(endpoint.model, Endpoint(endpoint.base_url, endpoint.api_key))
    began = time.monotonic()
    try:
        requests = [_request(f"{topic} {n}. {STEP * steps}", tokens) for n in range(count)]
        replies: list[ChatReply] = await asyncio.gather(*map(client.complete, requests))
    finally:
        await client.aclose()
    return (
        sum(reply.usage.input_tokens for reply in replies),
        sum(reply.usage.output_tokens for reply in replies),
        time.monotonic() - began,
    )


def _request(text: str, tokens: int) -> ChatRequest:
    return ChatRequest(
        stage="bench",
        prompt=PromptStamp(id="bench", version=1, digest=Digest("0" * 64)),
        messages=(ChatMessage(role="user", content=f"{text}Explain at length why a + b = b + a."),),
        decoding=Decoding(temperature=0, max_output_tokens=tokens),
    )
