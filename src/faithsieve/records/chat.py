"""What goes to a language model and what comes back; where a prompt came from goes along."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest


class ChatMessage(Record):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    content: str
    """What is said."""


class PromptStamp(Record):
    """Which prompt file, in which version and with which content, made a request."""

    id: str
    """The path below ``prompts/`` without its ending, such as ``baselines/direct``."""
    version: int
    """The number its front matter carries."""
    digest: Digest
    """The hash of the file's content."""


class RenderedPrompt(Record):
    """Messages ready to send, with the stamp of the file they were rendered from."""

    stamp: PromptStamp
    """The file they came from."""
    messages: tuple[ChatMessage, ...]
    """System and user messages, instructions first and proof text last."""
    reply: str | None
    """The name of the record the reply must parse into, or None for plain text."""


class Decoding(Record):
    """Decoding settings of one call; None leaves the provider's default (paper app. F.10)."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sampling temperature."""
    max_output_tokens: int | None = Field(default=None, ge=1)
    """Upper limit of the reply's length."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus sampling."""
    seed: int | None = None
    """The request seed, where the endpoint supports one."""


class ReplySchema(Record):
    """The JSON schema a structured reply must follow."""

    name: str
    """The name of the reply record."""
    json_schema: str
    """The schema as JSON text, fields in the order in which they are to be answered."""


class ChatRequest(Record):
    """One question to a language model."""

    stage: str
    """Who asks, for accounting; it does not change the answer and is not part of the cache key."""
    prompt: PromptStamp
    """Which prompt file made the messages."""
    messages: tuple[ChatMessage, ...] = Field(min_length=1)
    """The conversation to continue."""
    decoding: Decoding = Decoding()
    """How to decode."""
    reply_schema: ReplySchema | None = None
    """The shape the reply must have, or None for plain text."""
    sample_index: int = Field(default=0, ge=0)
    """Which of several independent samples this is; part of the cache key."""


FinishReason = Literal["stop", "length", "content_filter", "refusal", "other"]
"""Why the model stopped."""


class ChatReply(Record):
    """The answer of a language model."""

    text: str
    """What the model said, without the reasoning that the provider gives apart."""
    reasoning: str = ""
    """What the model thought before it answered, where the provider tells; never an answer."""
    model: str
    """The model that the endpoint says answered; it may differ from the one asked for."""
    finish_reason: FinishReason
    """Why it stopped; anything but ``stop`` makes the text incomplete evidence."""
    usage: TokenUsage = TokenUsage()
    """Tokens as the provider counted them."""
    cost_usd: float | None = None
    """Money, or None when no price is known."""
    seconds: float = Field(default=0.0, ge=0)
    """Seconds from sending to the complete reply, when it was paid for."""
    requests: int = Field(default=1, ge=1)
    """Requests it took, one more for each refused field and for an answer cut off in thought."""
    replayed: bool = False
    """True when a store answered instead of a provider."""
    key: Digest | None = None
    """The key under which the reply is stored; the cache wrapper sets it, adapters leave None."""

    @property
    def was_cut_off_in_thought(self) -> bool:
        """Whether the output limit ended the reasoning before any answer began."""
        if self.finish_reason != "length":
            return False
        if self.text.lstrip()[:6].lower() == "<think":
            return "</think" not in self.text.lower()
        return not self.text.strip() and bool(self.reasoning or self.usage.reasoning_tokens)


class OpenCall(Record):
    """A call that was begun and has no answer yet."""

    key: Digest
    """The content address of everything that can change the answer."""
    request: ChatRequest
    """What was, or is to be, asked."""
    identity: str
    """The model asked."""
    begun_at: datetime
    """When it was begun last."""
