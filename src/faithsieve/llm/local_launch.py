"""What the local model's process is told, and what it answers: one JSON line each way."""

from pathlib import Path

from pydantic import Field

from faithsieve.records.base import Record


class Launch(Record):
    """What to serve, and how."""

    weights: Path
    """The model file."""
    alias: str
    """The name the server answers under."""
    port: int = Field(default=0, ge=0, le=65535)
    """The port to listen on; 0 lets the system choose, without a race."""
    context_tokens: int = Field(ge=256)
    """Room for prompt and reply of one request."""
    slots: int = Field(ge=1)
    """How many requests are answered at the same time; each has its own context."""
    threads: int = Field(ge=1)
    """Processor threads."""
    api_key: str = ""
    """What a client must send as its key, or empty for an open server."""
    prompt_cache_mib: int = Field(default=256, ge=0)
    """Memory for states of earlier prompts, so that a shared beginning is read once."""
    parent_pid: int
    """The process whose end is also the end of the server."""


class Listening(Record):
    """The server is up."""

    url: str
    """Where it listens, without a path."""
