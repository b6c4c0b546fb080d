"""Ask a model in the way it understands: the part that every live adapter shares.

A refused field is learnt once and left out from then on; a reply cut off in thought is asked again
once with more room. What was learnt is kept beside the calls: the next process starts from there.
``faithsieve doctor --model X`` tries each capability with one tiny call.
"""

import time
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol, runtime_checkable

from pydantic import ValidationError

from faithsieve.errors import ProviderError
from faithsieve.llm.capabilities import learn
from faithsieve.llm.wire import RequestStyle, output_limit, request_body
from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    PromptStamp,
    ReplySchema,
)
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest, StoredArtifact, canonical_json, digest_of
from faithsieve.records.model import Capabilities, Overrides, Reasoning

RECENT = 16
"""Conversations of one prompt that are compared; a provider forgets older ones within minutes."""

WORTH_MARKING = 4_000
"""Characters; providers cache nothing shorter than about a thousand tokens."""

KIND = "capabilities"
"""The kind of artifact that keeps what was learnt."""

Learnt = Callable[[Capabilities], Awaitable[None]]


class AdaptiveModel(ABC):
    """A :class:`~faithsieve.llm.protocol.ChatModel` that learns which fields the endpoint takes."""

    def __init__(
        self, model: str, *, capabilities: Capabilities, reasoning: Reasoning = "provider"
    ) -> None:
        self.model = model
        self.capabilities = capabilities
        self.on_learnt: Learnt | None = None
        self._reasoning = reasoning
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
            await self._keep(self.capabilities.changed(reasons=True))
            reply = _together(reply, await self._ask(request, shared, more_room=True))
        usage = with_cacheable(reply.usage, request, shared)
        return reply.model_copy(update={"usage": usage})

    async def _ask(self, request: ChatRequest, shared: int, *, more_room: bool) -> ChatReply:
        tried: set[Capabilities] = set()
        while True:
            known = self.capabilities
            tried.add(known)
            style = RequestStyle(self.model, known, self._reasoning, more_room, shared)
            body = request_body(request, style)
            began = time.monotonic()
            try:
                reply = await self.send(body, request)
            except ProviderError as fault:
                await self._learn(known, fault, body, tried)
                if fault.retryable or self.capabilities in tried:
                    raise
                continue
            seconds = time.monotonic() - began
            return reply.model_copy(update={"seconds": seconds, "requests": len(tried)})

    async def _learn(
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
        await self._keep(after)

    async def _keep(self, after: Capabilities) -> None:
        if after != self.capabilities:
            self.capabilities = after
            if self.on_learnt is not None:
                await self.on_learnt(after)


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
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


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
        except ValidationError:
            # Written by another version; it is learnt anew.
            known = model.capabilities
        model.capabilities = known.with_overrides(overrides)

    async def keep(learnt: Capabilities) -> None:
        result = canonical_json(learnt.model_dump(mode="json"))
        request = canonical_json(identity)
        await memory.save_artifact(
            StoredArtifact(kind=KIND, key=key, request=request, result=result)
        )

    model.on_learnt = keep
    yield


_QUESTION = 'What is 2 + 3? Reply with the JSON object {"total": 5}.'
_SCHEMA = ReplySchema(
    name="Sum",
    json_schema='{"type":"object","properties":{"total":{"type":"integer"}},'
    '"required":["total"],"additionalProperties":false}',
)


class Probe(NamedTuple):
    what: str
    state: str
    """``taken``, ``left out`` or ``failed``."""
    detail: str
    """Seconds and tokens, or the provider's words."""


def _request(decoding: Decoding, schema: ReplySchema | None = None) -> ChatRequest:
    return ChatRequest(
        stage="doctor",
        prompt=PromptStamp(id="doctor/probe", version=1, digest=digest_of(_QUESTION)),
        messages=(
            ChatMessage(role="system", content="You answer in one line."),
            ChatMessage(role="user", content=_QUESTION),
        ),
        decoding=decoding,
        reply_schema=schema,
    )


_PLAIN = Decoding(max_output_tokens=64)
_PROBES: tuple[tuple[str, str, ChatRequest], ...] = (
    ("an answer within 64 tokens", "", _request(_PLAIN)),
    ("temperature", "temperature", _request(Decoding(temperature=0, max_output_tokens=64))),
    ("top_p", "top_p", _request(Decoding(top_p=0.9, max_output_tokens=64))),
    ("seed", "seed", _request(Decoding(seed=7, max_output_tokens=64))),
    ("a reply's JSON schema", "reply_format", _request(_PLAIN, _SCHEMA)),
)


async def probe_model(model: AdaptiveModel) -> tuple[Probe, ...]:
    """Try every capability; the first failure that is no refusal of a field ends the tries."""
    probes: list[Probe] = []
    for what, name, request in _PROBES:
        try:
            reply = await model.complete(request)
        except ProviderError as fault:
            return (*probes, Probe(what, "failed", str(fault)))
        probes.append(_read(what, name, reply, model.capabilities))
    known = model.capabilities
    probes.append(Probe("instructions as", "taken", f"role {known.system_role}"))
    probes.append(Probe("output limit as", "taken", known.limit_field))
    thinks = "counted into the limit, head-room is added" if known.reasons else "none seen"
    probes.append(Probe("reasoning", "taken", thinks))
    return tuple(probes)


def _read(what: str, field: str, reply: ChatReply, known: Capabilities) -> Probe:
    spent = f"{reply.seconds:.1f} s, {reply.usage.input_tokens} tokens in"
    spent += f", {reply.usage.output_tokens} out ({reply.usage.reasoning_tokens} reasoning)"
    value = getattr(known, field) if field else True
    if value is False or value == "none":
        return Probe(what, "left out", "the model refuses it, and is asked without")
    return Probe(what, "taken", spent if value is True else f"{value}; {spent}")
