"""How a model wants to be asked: which fields it takes, and what they are called there.

Capabilities decide the shape of a request and never its meaning, so they are no part of any cache
key: a model that turned out to refuse a field is still the same model.
"""

from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record

Reasoning = Literal["off", "low", "medium", "high", "provider"]
"""How hard a model should think before it answers; ``provider`` leaves it to the provider."""

Interface = Literal["chat", "responses"]
LimitField = Literal["max_completion_tokens", "max_tokens"]
ReplyFormat = Literal["strict", "schema", "object", "none"]
SystemRole = Literal["system", "developer", "user"]
EffortStyle = Literal[
    "none", "reasoning_effort", "reasoning", "budget", "adaptive", "switch", "chat_template"
]


class Overrides(Record):
    """Capabilities that somebody sets; None leaves a field as it is."""

    interface: Interface | None = None
    """``chat`` completions, or the ``responses`` interface."""
    temperature: bool | None = None
    """Whether a temperature may be sent."""
    top_p: bool | None = None
    """Whether ``top_p`` may be sent."""
    seed: bool | None = None
    """Whether a seed may be sent."""
    limit_field: LimitField | None = None
    """What the output limit is called in chat completions."""
    limit_required: bool | None = None
    """Whether a request without an output limit is refused or cut short."""
    most_output_tokens: int | None = Field(default=None, ge=1)
    """The largest output limit that is accepted."""
    reply_format: ReplyFormat | None = None
    """How a reply's shape is asked for: a strict schema, a schema, any JSON object, words only."""
    system_role: SystemRole | None = None
    """The role of instructions; ``user`` puts them before the question."""
    parallel: bool | None = None
    """Whether several requests may be under way at once."""
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

    interface: Interface = "chat"
    temperature: bool = True
    top_p: bool = True
    seed: bool = True
    limit_field: LimitField = "max_tokens"
    limit_required: bool = False
    most_output_tokens: int | None = None
    reply_format: ReplyFormat = "strict"
    system_role: SystemRole = "system"
    parallel: bool = True
    effort_style: EffortStyle = "none"
    effort_off: str = "none"
    reasons: bool = False
    stream: bool = False
    cache_marks: bool = False

    def with_overrides(self, said: Overrides) -> "Capabilities":
        return self.changed(**said.model_dump(exclude_none=True))
