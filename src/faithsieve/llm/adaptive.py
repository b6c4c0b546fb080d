"""Ask a model in the way it understands: the part that every live adapter shares.

A refused field is learnt once and left out from then on; a reply cut off in thought is asked again
once with more room. Where a model is not known for certain, the first request of each shape gets a
head start, so that sixteen requests do not learn the same lesson sixteen times. What was learnt is
kept beside the calls: the next process starts from there.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol, runtime_checkable

from pydantic import ValidationError

from faithsieve.errors import ProviderError
from faithsieve.llm.capabilities import learn
from faithsieve.llm.wire import RequestStyle, output_limit, request_body
from faithsieve.records.capabilities import Capabilities, Overrides, Reasoning
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest, StoredArtifact, canonical_json, digest_of

HEAD_START_S = 2.0
"""The longest that others wait for the first request of a shape; a refusal comes sooner."""

LOCAL_HEAD_START_S = 0.1
"""The same for an endpoint on this machine: its refusal does not travel."""

RECENT = 16
"""Conversations of one prompt that are compared; a provider forgets older ones within minutes."""

WORTH_MARKING = 4_000
"""Characters; providers cache nothing shorter than about a thousand tokens."""

KIND = "capabilities"
"""The kind of artifact that keeps what was learnt."""

Learnt = Callable[[Capabilities], None]


class AdaptiveModel(ABC):
    """A :class:`~faithsieve.llm.protocol.ChatModel` that learns which fields the endpoint takes."""

    def __init__(
        self, model: str, *, capabilities: Capabilities, reasoning: Reasoning = "provider"
    ) -> None:
        self.model = model
        self.capabilities = capabilities
        self.is_settled = False
        """Whether nothing is expected to be refused, so that no request waits for another."""
        self.head_start_s = HEAD_START_S
        self.on_learnt: Learnt = lambda capabilities: None
        self._reasoning = reasoning
        self._gates: dict[tuple[object, ...], _Gate] = {}
        self._turn = asyncio.Lock()
        self._prefixes = PromptPrefixes()

    @abstractmethod
    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        """Send one body and read the answer.

        Raises:
            ProviderError: No answer came.
        """

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask; retry without refused fields, and once more if reasoning filled the output limit."""
        shared = self._prefixes.shared_with_earlier(request)
        reply = await self._ask(request, shared, more_room=False)
        limit = output_limit(request.decoding, RequestStyle(self.model, self.capabilities))
        if reply.was_cut_off_in_thought and limit is not None:
            self._keep(self.capabilities.changed(reasons=True))
            reply = _together(reply, await self._ask(request, shared, more_room=True))
        usage = with_cacheable(reply.usage, request, shared)
        return reply.model_copy(update={"usage": usage})

    async def _ask(self, request: ChatRequest, shared: int, *, more_room: bool) -> ChatReply:
        tried: set[Capabilities] = set()
        async with self._in_turn(request, more_room=more_room) as gate:
            while True:
                known = self.capabilities
                tried.add(known)
                style = RequestStyle(self.model, known, self._reasoning, more_room, shared)
                body = request_body(request, style)
                gate.asked_at = time.monotonic()
                try:
                    reply = await self.send(body, request)
                except ProviderError as fault:
                    self._learn(known, fault, body, tried)
                    if fault.retryable and fault.status not in (409, 429, 503):
                        raise
                    if self.capabilities in tried:
                        raise
                    continue
                seconds = time.monotonic() - gate.asked_at
                return reply.model_copy(update={"seconds": seconds, "requests": len(tried)})

    def _learn(
        self,
        known: Capabilities,
        fault: ProviderError,
        body: Mapping[str, Any],
        tried: Collection[Capabilities],
    ) -> None:
        if self.capabilities != known:
            # Another request has learnt something since; that is tried first.
            return
        after = learn(known, fault, body, tried)
        if fault.is_silence:
            # Not asked again here: a silent request may have been billed, and whoever keeps the
            # budget must see it fail.
            after = known.changed(stream=True)
        self._keep(after)

    def _keep(self, after: Capabilities) -> None:
        if after != self.capabilities:
            self.capabilities = after
            self.on_learnt(after)

    @asynccontextmanager
    async def _in_turn(self, request: ChatRequest, *, more_room: bool) -> AsyncIterator["_Gate"]:
        if not self.is_settled:
            shape = _shape(request, more_room)
            gate = self._gates.get(shape)
            if gate is None:
                gate = self._gates[shape] = _Gate()
                try:
                    yield gate
                finally:
                    gate.is_open.set()
                return
            await gate.wait(self.head_start_s)
        if self.capabilities.parallel:
            yield _Gate()
            return
        async with self._turn:
            yield _Gate()


class _Gate:
    """Holds requests back while the first of their shape finds out what is refused."""

    def __init__(self) -> None:
        self.asked_at = time.monotonic()
        self.is_open = asyncio.Event()

    async def wait(self, longest_s: float) -> None:
        """Wait until the first request of this shape is answered, or not refused for a while."""
        while not self.is_open.is_set():
            left = self.asked_at + longest_s - time.monotonic()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await self.is_open.wait()
            except TimeoutError:
                continue


def _shape(request: ChatRequest, more_room: bool) -> tuple[object, ...]:
    """Describe which fields a request has; requests of one shape are refused alike."""
    fields = request.decoding.model_dump(exclude_none=True).keys()
    roles = {message.role for message in request.messages}
    return (frozenset(fields), frozenset(roles), request.reply_schema is not None, more_room)


def _together(first: ChatReply, second: ChatReply) -> ChatReply:
    """Return the second reply with the costs of both."""
    return second.model_copy(
        update={
            "usage": first.usage + second.usage,
            "seconds": first.seconds + second.seconds,
            "requests": first.requests + second.requests,
        }
    )


class PromptPrefixes:
    """The recent conversations with one model, by prompt: what a prompt cache could serve.

    Prompts are written with their stable part first. How far two of them agree shows only when they
    are asked, so the recent conversations of each prompt file are kept and compared.
    """

    def __init__(self) -> None:
        self._recent: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=RECENT))

    def shared_with_earlier(self, request: ChatRequest) -> int:
        """Count the characters that begin an earlier conversation too, and remember this one."""
        text = "".join(message.content for message in request.messages)
        if len(text) < WORTH_MARKING:
            return 0
        recent = self._recent[request.prompt.id]
        alike = [other for other in recent if other.startswith(text[:WORTH_MARKING])]
        if text not in alike:
            recent.append(text)
        return max((_common_prefix(text, other) for other in alike), default=0)


def _common_prefix(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def with_cacheable(usage: TokenUsage, request: ChatRequest, shared: int) -> TokenUsage:
    """Add the tokens that a cache could have served: the shared characters' part of the input."""
    length = sum(len(message.content) for message in request.messages)
    part = usage.input_tokens * shared // max(length, 1)
    return usage.model_copy(update={"cacheable_tokens": max(part, usage.cached_tokens)})


@runtime_checkable
class ArtifactMemory(Protocol):
    """A store of artifacts, such as a run's."""

    async def find_artifact(self, kind: str, key: Digest) -> StoredArtifact | None: ...

    async def save_artifact(self, artifact: StoredArtifact) -> None: ...


@asynccontextmanager
async def remember_capabilities(
    model: object, memory: object, identity: str, overrides: Overrides
) -> AsyncIterator[None]:
    """Load the capabilities that earlier processes learnt, and save what the block learns.

    A model that learns nothing, and a ledger that keeps no artifacts, are left as they are.
    """
    if not isinstance(model, AdaptiveModel) or not isinstance(memory, ArtifactMemory):
        yield
        return
    key = digest_of(identity)
    if (kept := await memory.find_artifact(KIND, key)) is not None:
        try:
            known = Capabilities.model_validate_json(kept.result)
            model.is_settled = True
        except ValidationError:
            # Written by another version; it is learnt anew.
            known = model.capabilities
        model.capabilities = known.with_overrides(overrides)
    writing: set[asyncio.Task[None]] = set()

    def keep(learnt: Capabilities) -> None:
        artifact = StoredArtifact(
            kind=KIND,
            key=key,
            request=canonical_json(identity),
            result=canonical_json(learnt.model_dump(mode="json")),
        )
        task = asyncio.create_task(memory.save_artifact(artifact))
        writing.add(task)
        task.add_done_callback(writing.discard)

    model.on_learnt = keep
    try:
        yield
    finally:
        await asyncio.gather(*writing)
