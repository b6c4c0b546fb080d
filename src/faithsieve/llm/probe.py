"""One tiny real call for each capability: what ``faithsieve doctor --model X`` shows.

A capability that the table of families already rules out is not tried: the model is known to refuse
it, and the request would only say so again.
"""

from typing import NamedTuple

from faithsieve.errors import ProviderError
from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.records.capabilities import Capabilities
from faithsieve.records.chat import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    Decoding,
    PromptStamp,
    ReplySchema,
)
from faithsieve.records.digest import digest_of

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
    ("an answer within 64 tokens", "interface", _request(_PLAIN)),
    ("temperature", "temperature", _request(Decoding(temperature=0, max_output_tokens=64))),
    ("top_p", "top_p", _request(Decoding(top_p=0.9, max_output_tokens=64))),
    ("seed", "seed", _request(Decoding(seed=7, max_output_tokens=64))),
    ("a reply's JSON schema", "reply_format", _request(_PLAIN, _SCHEMA)),
)


async def probe_model(model: AdaptiveModel) -> tuple[Probe, ...]:
    """Try every capability; the first failure that is no refusal of a field ends the tries."""
    probes: list[Probe] = []
    for what, field, request in _PROBES:
        try:
            reply = await model.complete(request)
        except ProviderError as fault:
            return (*probes, Probe(what, "failed", str(fault)))
        probes.append(_read(what, field, reply, model.capabilities))
    known = model.capabilities
    probes.append(Probe("instructions as", "taken", f"role {known.system_role}"))
    probes.append(Probe("output limit as", "taken", known.limit_field))
    thinks = "counted into the limit, head-room is added" if known.reasons else "none seen"
    probes.append(Probe("reasoning", "taken", thinks))
    return tuple(probes)


def _read(what: str, field: str, reply: ChatReply, known: Capabilities) -> Probe:
    spent = f"{reply.seconds:.1f} s, {reply.usage.input_tokens} tokens in"
    spent += f", {reply.usage.output_tokens} out ({reply.usage.reasoning_tokens} reasoning)"
    value = getattr(known, field)
    if value is False or value == "none":
        return Probe(what, "left out", "the model refuses it, and is asked without")
    return Probe(what, "taken", spent if value is True else f"{value}; {spent}")
