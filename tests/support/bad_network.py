"""The endpoint of the benchmarks behind a bad network that spoils what passes through.

Most requests are answered. The others are refused, lost, cut off, answered bit by bit or twice. It
notes which answers reached the client whole: asking for one of these again would be paying twice.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bench._endpoint import completion, question_of_body

from support.fault_server import (
    Act,
    FaultServer,
    Received,
    Stage,
    error,
    fault_server,
    garbage_headers,
    hang_before_headers,
    html,
    reset,
)

DRIP_BYTES, DRIP_S = 40, 0.005


def answer_to(stage: Stage) -> bytes:
    return completion(question_of_body(stage.received.body))


async def relay(stage: Stage) -> None:
    await stage.send(answer_to(stage))


async def drip(stage: Stage) -> None:
    whole = answer_to(stage)
    for start in range(0, len(whole), DRIP_BYTES):
        await stage.send(whole[start : start + DRIP_BYTES])
        await asyncio.sleep(DRIP_S)


async def double(stage: Stage) -> None:
    """Answer twice: the second answer must not be taken for that of the next request."""
    await stage.send(2 * answer_to(stage))


async def truncate(stage: Stage) -> None:
    stage.keep_alive = False
    await stage.send(answer_to(stage)[:-30])


DELIVERING: dict[str, Act] = {"relay": relay, "slow drip": drip, "doubled": double}
LOSING: dict[str, Act] = {
    "429": error(429, "slow down", retry_after="0"),
    "500": error(500, "oops"),
    "502": html(502),
    "hang": hang_before_headers,
    "reset": reset,
    "truncated": truncate,
    "garbage": garbage_headers,
}
MISHAPS = [*LOSING, "slow drip", "doubled"]


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

    def script(self, dice: random.Random, share: float) -> Iterator[Act]:
        """Spoil such a share of all requests, with every mishap as often as the others."""
        while True:
            name = dice.choice(MISHAPS) if dice.random() < share else "relay"
            self.acts[name] += 1
            yield LOSING[name] if name in LOSING else self._delivering(DELIVERING[name])

    def _delivering(self, act: Act) -> Act:
        async def noted(stage: Stage) -> None:
            await act(stage)
            self.delivered.setdefault(question_of(stage.received), len(self.server.requests))

        return noted


def question_of(request: Received) -> str:
    """The key of the call: after a silence it is asked again as a stream, under another suffix."""
    return request.headers["idempotency-key"].partition("-")[0]


@asynccontextmanager
async def bad_network(*, seed: int = 1, share: float = 0.3) -> AsyncIterator[Passage]:
    passage = Passage(FaultServer())
    async with fault_server(passage.script(random.Random(seed), share)) as server:
        passage.server = server
        yield passage
