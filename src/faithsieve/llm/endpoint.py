"""Where an endpoint is and how long it may take, checked before anything is sent."""

import ipaddress
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from faithsieve.errors import ConfigError
from faithsieve.records.base import Record

DEFAULT_BASE_URL = "https://api.openai.com/v1"


class Timeouts(Record):
    """Separate time limits for connecting, for silence and for a whole attempt."""

    connect_s: float = Field(default=10.0, gt=0)
    """To reach the endpoint."""
    silence_s: float = Field(default=300.0, gt=0)
    """Until the answer begins, and between two pieces of it."""
    total_s: float = Field(default=600.0, gt=0)
    """For one attempt altogether, however busily it drips."""
    stream_total_s: float = Field(default=3600.0, gt=0)
    """For one streamed attempt altogether; it shows in between that it is alive."""


class Endpoint(NamedTuple):
    """Where and how a provider is reached."""

    base_url: str | None = None
    """The address before ``/chat/completions``; None lets a library choose the provider's."""
    api_key: str | None = None
    """The key, or None for an endpoint that needs none."""
    headers: Mapping[str, str] = MappingProxyType({})
    """Extra headers; those named like a key or a token are kept secret."""
    timeouts: Timeouts = Timeouts()
    key_name: str = "the API key"
    """How the user knows the key, for messages."""
    max_reply_bytes: int = 16_000_000
    """The longest body that is read."""


def checked_base_url(base_url: str, *, has_secret: bool) -> str:
    """Check an endpoint's address and return it without a trailing slash.

    Raises:
        ConfigError: It is not an http(s) address, carries a password, or would send a secret in
            the clear to another machine.
    """
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ConfigError("base_url is not an address; use one like https://HOST/v1") from None
    if parts.username or parts.password or parts.query or parts.fragment:
        # Not quoted: what stands there is often a key.
        raise ConfigError(
            "base_url must not contain a user, a password or anything after '?' or '#'; give the "
            "key separately"
        )
    if parts.scheme not in ("http", "https") or not host:
        raise ConfigError(
            f"base_url {base_url!r} is not http(s); use an address like https://HOST/v1"
        )
    if parts.scheme == "http" and has_secret and not is_loopback(host):
        raise ConfigError(
            f"base_url {base_url!r} would send a key unencrypted to {host!r}; use https, or a "
            "tunnel to localhost, or leave the key out"
        )
    return base_url.rstrip("/")


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, by its literal name or number only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
