"""A prompt after rendering: the messages to send and the stamp that says where they came from."""

from typing import Literal

from faithsieve.records.base import Record
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
