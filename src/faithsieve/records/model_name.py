"""What a model's name says: where its answers come from, and what it is called there.

The one place that reads ``local:…``, ``batch:…``, ``litellm:…`` and ``replay:…``.
"""

from enum import StrEnum
from typing import Self

from pydantic import TypeAdapter

from faithsieve.records.base import Record
from faithsieve.records.capabilities import Reasoning


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
