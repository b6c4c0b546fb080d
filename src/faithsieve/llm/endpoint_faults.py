"""What an endpoint's refusal means: worth another try or not, how long to wait, what to do next.

Pure functions, shared by every adapter that speaks HTTP. Secrets are taken out of anything that an
endpoint says before it reaches an error text, a log or the store.
"""

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from faithsieve.errors import ProviderError

_TRANSIENT = frozenset({408, 409, 425, 429})
_DETAIL_LIMIT = 400


def fault_of_status(
    status: int,
    detail: str,
    *,
    where: str,
    model: str,
    retry_after_s: float | None = None,
    key_name: str = "the API key",
) -> ProviderError:
    """Turn an HTTP status into an error that says what to do next.

    Args:
        status: The status.
        detail: What the endpoint said, already without secrets.
        where: The endpoint's address, for the message.
        model: The model asked for, for the message.
        retry_after_s: How long the endpoint asks to wait.
        key_name: How the user knows the key, such as the environment variable it came from.
    """
    retryable = is_transient(status, detail)
    page = detail.lstrip()[:1] == "<"
    said = (
        " It sent a web page." if page else f" It said: {shorten(detail)}" if detail.strip() else ""
    )
    return ProviderError(
        f"{where} answered {status}: {_meaning(status, detail, model, key_name)}.{said}",
        status=status,
        retry_after_s=retry_after_s if retryable else None,
        retryable=retryable,
    )


def is_transient(status: int, detail: str) -> bool:
    """Say whether the same request may succeed later; an empty account never refills by itself."""
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
        case 400 | 413 | 422 if _mentions(detail, ("context", "too long", "too large")):
            return f"the request is too long for model {model!r}; use one with a longer context"
        case _ if status >= 500:
            return "the endpoint failed; it may recover"
        case _:
            return f"the request was refused; check the settings for model {model!r}"


def _mentions(detail: str, words: Iterable[str]) -> bool:
    lowered = detail.lower()
    return any(word in lowered for word in words)


def shorten(text: str) -> str:
    """Keep the beginning of a foreign text, on one line and without control characters."""
    line = " ".join(
        "".join(c if c.isprintable() else " " for c in text[: 4 * _DETAIL_LIMIT]).split()
    )
    return line if len(line) <= _DETAIL_LIMIT else f"{line[:_DETAIL_LIMIT]}…"


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """Read a Retry-After header: seconds or an HTTP date.

    Anything else, a negative number of seconds and a moment that has passed mean nothing: None.
    There is no upper limit here; whoever waits has one.

    Args:
        value: The header, or None.
        now: The wall clock, as a date is the only thing it can be compared with.
    """
    if value is None:
        return None
    seconds = _seconds(value.strip())
    if seconds is None:
        seconds = _seconds_until(value, now)
    return seconds if seconds is not None and seconds >= 0 else None


def _seconds(value: str) -> float | None:
    # float() also knows "1_000", "infinity" and other scripts' digits; the header does not.
    if not value.isascii() or "_" in value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _seconds_until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError, IndexError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - now).total_seconds()


_SECRET_NAME = re.compile("auth|key|token|secret|cookie|passw|credential", re.IGNORECASE)


def secrets_in_headers(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values that must stay secret, judged by the headers' names.

    Not all values: a title or a language in a header is an ordinary word, and taking it out of
    replies would falsify them. ``Bearer X`` makes ``X`` a secret too.
    """
    values = [value for name, value in headers.items() if _SECRET_NAME.search(name)]
    return (*values, *(value.split()[-1] for value in values if value.strip()))


class Scrubber:
    """Takes secrets out of text."""

    def __init__(self, secrets: Iterable[str | None]) -> None:
        """Know the secrets; very short values are ordinary words and stay."""
        known = {secret for secret in secrets if secret and len(secret) >= 6}
        # Longest first, so that a secret inside another does not leave the rest of it standing.
        self._secrets = sorted(known, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return the text with every secret replaced."""
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return text

    def __repr__(self) -> str:
        return f"Scrubber({len(self._secrets)} secrets)"
