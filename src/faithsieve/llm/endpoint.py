"""Where an endpoint is and how long it may take, checked before anything is sent."""

import ipaddress
from urllib.parse import urlsplit

from pydantic import Field

from faithsieve.errors import ConfigError
from faithsieve.records.base import Record


class Timeouts(Record):
    """Separate clocks for the separate ways in which an endpoint can keep one waiting."""

    connect_s: float = Field(default=10.0, gt=0)
    """To reach the endpoint."""
    read_s: float = Field(default=300.0, gt=0)
    """Until the answer begins; most endpoints begin it only when all of it is there."""
    idle_s: float = Field(default=60.0, gt=0)
    """Between two pieces of the answer."""
    total_s: float = Field(default=600.0, gt=0)
    """For one attempt altogether, however busily it drips."""


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
    """Say whether a host is this machine, by its literal name or number only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
