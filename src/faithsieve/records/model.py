"""What a model's name says, and how it wants to be asked: which fields it takes, called what.

Capabilities decide the shape of a request and never its meaning, so they are no part of any cache
key: a model that turned out to refuse a field is still the same model.
This is the one place that reads ``local:…``, ``batch:…``, ``litellm:…`` and ``replay:…``.
"""

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, TypeAdapter

from faithsieve.records.base import Record

Reasoning = Literal["off", "low", "medium", "high", "provider"]
"""How hard a model should think before it answers; ``provider`` leaves it to the provider."""

LimitField = Literal["max_completion_tokens", "max_tokens"]
ReplyFormat = Literal["strict", "schema", "object", "none"]
SystemRole = Literal["system", "developer", "user"]
EffortStyle = Literal["none", "reasoning_effort", "reasoning", "switch", "chat_template"]


class Overrides(Record):
    """Capabilities that somebody sets; None leaves a field as it is."""

    temperature: bool | None = None
    """Whether a temperature may be sent."""
    top_p: bool | None = None
    """Whether ``top_p`` may be sent."""
    seed: bool | None = None
    """Whether a seed may be sent."""
    limit_field: LimitField | None = None
    """What the output limit is called."""
    limit_required: bool | None = None
    """Whether a request without an output limit is refused or cut short."""
    most_output_tokens: int | None = Field(default=None, ge=1)
    """The largest output limit that is accepted."""
    reply_format: ReplyFormat | None = None
    """How a reply's shape is asked for: a strict schema, a schema, any JSON object, words only."""
    system_role: SystemRole | None = None
    """The role of instructions; ``user`` puts them before the question."""
    effort_style: EffortStyle | None = None
    """How the request says how hard to think; ``none`` leaves it out."""
    effort_off: str | None = None
    """The word for no reasoning where efforts are words; empty where it cannot be switched off."""
    reasons: bool | None = None
    """Whether hidden reasoning counts into the output limit, so that head-room is added."""
    stream: bool | None = None
    """Whether answers are streamed, because silent ones time out."""
    cache_marks: bool | None = None
    """Whether the end of a stable prefix is marked for the provider's cache."""


class Capabilities(Record):
    """How one model is asked, as far as is known; see ``Overrides`` for the fields."""

    temperature: bool = True
    top_p: bool = True
    seed: bool = True
    limit_field: LimitField = "max_tokens"
    limit_required: bool = False
    most_output_tokens: int | None = None
    reply_format: ReplyFormat = "strict"
    system_role: SystemRole = "system"
    effort_style: EffortStyle = "none"
    effort_off: str = "none"
    reasons: bool = False
    stream: bool = False
    cache_marks: bool = False

    def with_overrides(self, said: Overrides) -> "Capabilities":
        return self.changed(**said.model_dump(exclude_none=True))


class ModelKind(StrEnum):
    """Where the answers of a model come from."""

    NONE = "none"
    """No model: exact arithmetic alone decides."""
    ENDPOINT = "endpoint"
    """An OpenAI-compatible endpoint; the name has no prefix."""
    LOCAL = "local"
    """The embedded model on this machine; the weights' name may be left out."""
    BATCH = "batch"
    """Files of an offline batch service."""
    LITELLM = "litellm"
    """A provider interface that LiteLLM knows, as ``PROVIDER/NAME``."""
    REPLAY = "replay"
    """The store only; the name is the identity that gave the stored answers."""


class ModelName(Record):
    """A model's name, parsed."""

    kind: ModelKind
    """Where the answers come from."""
    name: str
    """The name behind the prefix; empty for ``local``, which means the default weights."""
    reasoning: Reasoning = "provider"
    """How hard the model thinks, where an identity says so."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a model name or identity; an unknown prefix is part of the name."""
        prefix, colon, name = text.partition(":")
        if prefix == ModelKind.REPLAY and colon:
            return cls(kind=ModelKind.REPLAY, name=name)
        if text == ModelKind.NONE:
            return cls(kind=ModelKind.NONE, name=text)
        text, _, level = text.partition(_EFFORT_MARK)
        reasoning = _REASONING.validate_python(level or "provider")
        if prefix == ModelKind.LOCAL or (colon and prefix in _PREFIXES):
            name = text.partition(":")[2]
            return cls(kind=ModelKind(prefix), name=name, reasoning=reasoning)
        return cls(kind=ModelKind.ENDPOINT, name=text, reasoning=reasoning)


def with_effort(identity: str, reasoning: Reasoning) -> str:
    """Append the reasoning effort to a model identity, because it changes answers."""
    return identity if reasoning == "provider" else f"{identity}{_EFFORT_MARK}{reasoning}"


_EFFORT_MARK = "#reasoning="

_REASONING: TypeAdapter[Reasoning] = TypeAdapter(Reasoning)


_PREFIXES = frozenset(kind.value for kind in ModelKind) - {"endpoint", "none"}

BATCH_PREFIX = f"{ModelKind.BATCH}:"
"""How the identity of a model begins whose answers come from a file."""
