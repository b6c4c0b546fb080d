"""A proxy that stands between FaithSieve and a real HTTP endpoint, and spoils what passes through.

Most requests are passed on and answered. The others are refused, lost before or after the endpoint
worked on them, cut off, answered byte by byte or twice. The proxy notes which answers reached the
client whole: asking for one of these again would be paying twice.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from support.fault_server import (
    Act,
    FaultServer,
    Received,
    Stage,
    error,
    fault_server,
    garbage_headers,
    html,
    reset,
)

DRIP_BYTES, DRIP_S = 40, 0.005


@dataclass
class Passage:
    server: FaultServer
    acts: Counter[str] = field(default_factory=Counter)
    delivered: dict[str, int] = field(default_factory=dict)
    """By question: the number of requests so far when its answer had arrived whole."""

    @property
    def asked_again(self) -> set[str]:
        """Questions that were asked after their answer had arrived."""
        later = enumerate(map(question_of, self.server.requests), start=1)
        return {asked for number, asked in later if number > self.delivered.get(asked, number)}

    @property
    def questions(self) -> set[str]:
        return {question_of(request) for request in self.server.requests}

    @property
    def doubly_keyed(self) -> set[bytes]:
        """Bodies that went out under more than one Idempotency-Key."""
        sent = {(r.body, r.headers["idempotency-key"]) for r in self.server.requests}
        return {body for body, times in Counter(body for body, _ in sent).items() if times > 1}


def question_of(request: Received) -> str:
    """The key of the call: after a silence it is asked again as a stream, under another suffix."""
    return request.headers["idempotency-key"].partition("-")[0]


async def fetch(upstream: str, stage: Stage) -> bytes:
    where = urlsplit(upstream)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    received = stage.received
    kept = ("content-type", "authorization", "idempotency-key")
    lines = [f"{name}: {received.headers[name]}" for name in kept if name in received.headers]
    head = "\r\n".join(
        [f"POST {received.path} HTTP/1.1", *lines, f"content-length: {len(received.body)}"]
    )
    writer.write(head.encode() + b"\r\n\r\n" + received.body)
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return answer + await reader.readexactly(length)
    finally:
        writer.close()


class Mishaps:
    """Every way in which a request may end."""

    def __init__(self, upstream: str, passage: Passage) -> None:
        self._upstream = upstream
        self._passage = passage
        self.acts: dict[str, Act] = {
            "429": error(429, "slow down", retry_after="0"),
            "500": error(500, "oops"),
            "502": html(502),
            "hang": self.hang,
            "reset": reset,
            "reset after work": self.reset_after_work,
            "truncated": self.truncate,
            "slow drip": self.drip,
            "doubled": self.double,
            "garbage": garbage_headers,
        }

    async def relay(self, stage: Stage) -> None:
        await stage.send(await fetch(self._upstream, stage))
        self._note_delivery(stage)

    async def hang(self, stage: Stage) -> None:
        await fetch(self._upstream, stage)
        await asyncio.Event().wait()

    async def reset_after_work(self, stage: Stage) -> None:
        await fetch(self._upstream, stage)
        stage.keep_alive = False
        stage.writer.transport.abort()

    async def truncate(self, stage: Stage) -> None:
        whole = await fetch(self._upstream, stage)
        stage.keep_alive = False
        await stage.send(whole[: len(whole) - 30])

    async def drip(self, stage: Stage) -> None:
        whole = await fetch(self._upstream, stage)
        for start in range(0, len(whole), DRIP_BYTES):
            await stage.send(whole[start : start + DRIP_BYTES])
            await asyncio.sleep(DRIP_S)
        self._note_delivery(stage)

    async def double(self, stage: Stage) -> None:
        """Answer twice: the second answer must not be taken for that of the next request."""
        whole = await fetch(self._upstream, stage)
        await stage.send(whole + whole)
        self._note_delivery(stage)

    def _note_delivery(self, stage: Stage) -> None:
        asked = question_of(stage.received)
        self._passage.delivered.setdefault(asked, len(self._passage.server.requests))

    def script(self, dice: random.Random, share: float) -> Iterator[Act]:
        """Spoil such a share of all requests, with every mishap as often as the others."""
        while True:
            name = dice.choice(list(self.acts)) if dice.random() < share else "relay"
            self._passage.acts[name] += 1
            yield self.acts.get(name, self.relay)


@asynccontextmanager
async def fault_proxy(
    upstream: str, *, seed: int = 1, share: float = 0.3
) -> AsyncIterator[Passage]:
    """Serve between a client and the endpoint at a base URL."""
    passage = Passage(FaultServer())
    mishaps = Mishaps(upstream, passage)
    async with fault_server(mishaps.script(random.Random(seed), share)) as server:
        passage.server = server
        yield passage
