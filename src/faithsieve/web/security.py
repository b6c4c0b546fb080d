"""Who may talk to the server, how much and how often; one ASGI layer around everything else.

A server on the machine's own address needs no token, so it must not believe what a web page makes a
browser send: the host must be one of its own names (a foreign name may be rebound to this address),
and whatever changes something must come from its own origin. Any other address needs the token. No
answer carries a CORS header, so no other page can read one.
"""

import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from faithsieve.records.base import Record

COOKIE = "faithsieve_token"
LOGIN = "/login"
LARGEST_BODY = 2 << 20
TOO_LARGE = f"the body is larger than {LARGEST_BODY:,} bytes; is it a proof?"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OPEN_PATHS = (LOGIN, "/static/")
"""What may be seen without the token: nothing about proofs."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    # With no-referrer a browser would hide the origin of the server's own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Access(NamedTuple):
    hosts: frozenset[str]
    """The names by which it may be called, without the port."""
    token: str | None = None
    """What every request must carry; None only on the machine's own address."""
    changes_a_minute: int = 120
    """How many changing requests one client may send in a minute."""


class Guard:
    """Refuse what :class:`Access` does not allow, before any handler sees it."""

    def __init__(
        self, app: ASGIApp, access: Access, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._access = access
        self._rates = RateLimit(access.changes_a_minute, clock=clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        await self._app(scope, _LimitedBody(receive).receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers, method, path = Headers(scope=scope), scope["method"], scope["path"]
        host = headers.get("host", "")
        if _name_of(host) not in self._access.hosts:
            return problem(421, f"this server does not answer for the host {_name_of(host)!r}")
        if method not in SAFE and not _is_own_origin(headers, host):
            return problem(403, "this request comes from another page; it was not carried out")
        if not self._is_known(headers) and not path.startswith(OPEN_PATHS):
            wants_page = "text/html" in headers.get("accept", "")
            words = "a token is needed: Authorization: Bearer …"
            refusal = problem(401, words, headers={"www-authenticate": "Bearer"})
            return RedirectResponse(LOGIN, 303) if wants_page else refusal
        stated = headers.get("content-length", "0")
        if stated.isascii() and stated.isdigit() and int(stated) > LARGEST_BODY:
            return problem(413, TOO_LARGE)
        client = str(scope["client"][0]) if scope.get("client") else "unknown"
        wait = 0.0 if method in SAFE else self._rates.wait_for(client)
        if wait:
            words = f"too many requests; try again in {wait:.0f} s"
            return problem(429, words, headers={"retry-after": f"{max(1, round(wait))}"})
        return None

    def _is_known(self, headers: Headers) -> bool:
        return self._access.token is None or any(
            hmac.compare_digest(given.encode(), self._access.token.encode())
            for given in _tokens(headers)
        )


class RateLimit:
    """A bucket of requests for each client, filled again at a steady rate."""

    def __init__(self, a_minute: int, *, clock: Callable[[], float], clients: int = 10_000) -> None:
        self._a_minute = a_minute
        self._clock = clock
        self._clients = clients
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_for(self, client: str) -> float:
        """Count one request; return 0, or the seconds to wait if none is left."""
        now = self._clock()
        left, then = self._buckets.pop(client, (float(self._a_minute), now))
        left = min(float(self._a_minute), left + (now - then) * self._a_minute / 60)
        allowed = left >= 1
        self._buckets[client] = (left - allowed, now)
        if len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) * 60 / self._a_minute


class _LimitedBody:
    """Count a body as it arrives: a length that was not stated, or not true, is limited too."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > LARGEST_BODY:
            raise HTTPException(413, TOO_LARGE)
        return message


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in present
                ),
            ]
        await send(message)

    return sending


def _name_of(host: str) -> str:
    """Return the host name of a host header; empty if another address could hide behind it."""
    is_plain = not set(host) & set("/?#@\\ \t") and host.count("[") == host.count("]")
    return (urlsplit(f"//{host}").hostname or "").rstrip(".") if is_plain else ""


def _is_own_origin(headers: Headers, host: str) -> bool:
    """Return whether a request comes from our own page or from a program, which has no cookie."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == host.lower()
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _tokens(headers: Headers) -> list[str]:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    bearer = [given.strip()] if scheme.lower() == "bearer" else []
    cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    return [*bearer, *([cookie.value] if cookie else [])]


# ---- errors as ``application/problem+json`` (RFC 9457)

MEDIA_TYPE = "application/problem+json"


class Problem(Record):
    """Why a request was not carried out."""

    type: str = "about:blank"
    """Always ``about:blank``: the status says what kind of problem it is."""
    title: str
    """The status in words."""
    status: int = Field(ge=400, le=599)
    """The HTTP status."""
    detail: str
    """What happened, and what to do about it."""


def problem(status: int, detail: str, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    content = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(
        content.model_dump(), status, headers=headers and dict(headers), media_type=MEDIA_TYPE
    )
