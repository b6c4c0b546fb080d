"""Where an endpoint is and how long it may take, and what its refusal means.

An address is checked before anything is sent. A refusal says whether another try may help, how long
to wait and what to do next; secrets are taken out of anything that an endpoint says before it
reaches an error text, a log or the store.
"""

import ipaddress
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from faithsieve.errors import ConfigError, ErrorDetails, ProviderError
from faithsieve.records.base import Record
from faithsieve.records.wording import one_line

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


_TRANSIENT = frozenset({408, 409, 425, 429})
_DETAIL_LIMIT = 400


class CallTarget(NamedTuple):
    """The endpoint, model and key that an error message names."""

    where: str
    """The endpoint's address, or how else the user knows it."""
    model: str
    key_name: str = "the API key"
    """How the user knows the key, such as the environment variable it came from."""


def fault_of_status(
    status: int, detail: str, *, asked: CallTarget, headers: Mapping[str, str] | None = None
) -> ProviderError:
    """Turn an HTTP status into an error with the provider's own words and what to do next."""
    retryable = is_transient(status, detail)
    refusal = read_refusal(detail, headers or {})
    after = (headers or {}).get("retry-after")
    meaning = _meaning(status, detail, asked.model, asked.key_name)
    return ProviderError(
        f"{asked.where} answered {status}: {meaning}.{_quoted(detail, refusal)}",
        status=status,
        retry_after_s=retry_after_seconds(after, now=datetime.now(UTC)) if retryable else None,
        retryable=retryable,
        refusal=refusal,
    )


def _quoted(detail: str, refusal: ErrorDetails) -> str:
    number = f" (request {shorten(refusal.request_id)})" if refusal.request_id else ""
    if detail.lstrip()[:1] == "<":
        return f" It sent a web page.{number}"
    return f" It said: {refusal.said}{number}" if refusal.said else number


_REQUEST_NUMBERS = ("x-request-id", "request-id", "apim-request-id", "x-generation-id", "cf-ray")


def read_refusal(detail: str, headers: Mapping[str, str]) -> ErrorDetails:
    """Parse a provider's error body into details, whatever its shape."""
    number = next((headers[name] for name in _REQUEST_NUMBERS if headers.get(name)), None)
    try:
        payload = json.loads(detail)
    except (ValueError, RecursionError):
        return ErrorDetails(said=shorten(detail) or None, request_id=number)
    if isinstance(payload, list) and payload:
        payload = payload[0]
    error = payload.get("error", payload) if isinstance(payload, dict) else payload
    said, param = _sentence(error)
    fields = error if isinstance(error, dict) else {}
    return ErrorDetails(
        said=shorten(said) or None,
        param=_text(fields.get("param")) or param,
        code=_text(fields.get("code")) or _text(fields.get("type")),
        request_id=number or (_text(payload.get("request_id")) if payload is not error else None),
    )


def _sentence(error: object) -> tuple[str, str | None]:
    """Find the sentence inside an error, and the field it names by its place."""
    if isinstance(error, list) and error:
        # FastAPI and pydantic: one entry a field, with the path to it.
        first = error[0] if isinstance(error[0], dict) else {"msg": error[0]}
        path = [str(part) for part in first.get("loc", ()) if part != "body"]
        return f"{'.'.join(path)}: {first.get('msg', first)}".lstrip(": "), ".".join(path) or None
    if not isinstance(error, dict):
        return _text(error) or "", None
    metadata = error.get("metadata")
    if isinstance(metadata, dict) and metadata.get("raw"):
        # A router passes the words of the provider behind it along.
        inner = read_refusal(str(metadata["raw"]), {})
        return f"{error.get('message')}: {inner.said}", inner.param
    for name in ("message", "detail", "error", "msg"):
        if error.get(name):
            return _sentence(error[name])
    return json.dumps(error), None


def _text(value: object) -> str | None:
    return str(value) if isinstance(value, str | int) and value != "" else None


def is_transient(status: int, detail: str) -> bool:
    """Return whether the same request may succeed later; an empty account never does."""
    if status == 429 and _mentions(detail, ("insufficient_quota", "billing")):
        return False
    return status in _TRANSIENT or status >= 500


def _meaning(status: int, detail: str, model: str, key_name: str) -> str:
    match status:
        case 401:
            return f"the key was refused; check {key_name}"
        case 402:
            return "the account has no credit; top it up"
        case 403:
            return f"the key may not use model {model!r}; check {key_name} and the model's access"
        case 404 if "v1/responses" in detail:
            return f"it is asked through LiteLLM only: --model litellm:openai/{model}"
        case 404:
            return (
                f"no model {model!r} or no such address; check the model's name, and that base_url "
                "ends where /chat/completions begins (often /v1)"
            )
        case 429 if not is_transient(status, detail):
            return "the account's quota is used up; check its plan and billing"
        case 429:
            return "too many requests; lower the concurrency or the requests per minute"
        case _ if 300 <= status < 400:
            return "a redirect, which is never followed with a key; set base_url to its target"
        case _ if status >= 500:
            return "the endpoint failed; it may recover"
        case _:
            return _refused_for(detail, model)


def _refused_for(detail: str, model: str) -> str:
    if _mentions(detail, ("content_filter", "content management policy")):
        return "its content filter stopped the text; relax the filter or use another model"
    if _mentions(detail, ("context", "too long", "too large")):
        return f"the request is too long for model {model!r}; use one with a longer context"
    return f"it refused the request; `faithsieve doctor --model {model}` shows what it takes"


def _mentions(detail: str, words: Iterable[str]) -> bool:
    lowered = detail.lower()
    return any(word in lowered for word in words)


def shorten(text: str) -> str:
    """Cut a foreign text to one line without control characters."""
    return one_line(text[: 4 * _DETAIL_LIMIT], _DETAIL_LIMIT)


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """Read a Retry-After header: seconds or an HTTP date.

    Anything else, a negative number of seconds and a moment that has passed mean nothing: None.
    There is no upper limit here; whoever waits has one.
    """
    if value is None:
        return None
    try:
        # float() also knows "1_000", "infinity" and other scripts' digits; the header does not.
        if re.fullmatch(r"\s*[0-9.]+\s*", value, re.ASCII):
            return float(value)
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError, IndexError):
        return None
    seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds()
    return seconds if seconds >= 0 else None


_SECRET_NAME = re.compile("auth|key|token|secret|cookie|passw|credential", re.IGNORECASE)


def secrets_in_headers(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values that must stay secret, judged by the headers' names.

    Not all values: a title or a language in a header is an ordinary word, and taking it out of
    replies would falsify them. ``Bearer X`` makes ``X`` a secret too.
    """
    values = [value for name, value in headers.items() if _SECRET_NAME.search(name)]
    return (*values, *(value.split()[-1] for value in values if value.strip()))


class Scrubber:
    def __init__(self, secrets: Iterable[str | None]) -> None:
        """Remember the secrets to mask; very short values are ordinary words and stay visible."""
        known = {secret for secret in secrets if secret and len(secret) >= 6}
        # Longest first, so that a secret inside another does not leave the rest of it standing.
        self._secrets = sorted(known, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return text

    def __repr__(self) -> str:
        return f"Scrubber({len(self._secrets)} secrets)"
