"""Who may ask a server that runs Lean: the machine itself, or whoever has the key."""

import hmac

from starlette.types import ASGIApp, Receive, Scope, Send

from faithsieve.errors import ConfigError

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def check_binding(host: str, api_key: str | None) -> None:
    """Refuse to offer a program that runs Lean to the network without a key.

    Raises:
        ConfigError: the address is not the machine's own and there is no key.
    """
    if host not in LOOPBACK and not api_key:
        raise ConfigError(
            f"refusing to serve on {host!r} without a key; set FAITHSIEVE_SERVE_KEY, or serve on "
            "127.0.0.1"
        )


class RequireKey:
    """An application that answers only requests with ``Authorization: Bearer KEY``."""

    def __init__(self, app: ASGIApp, api_key: str) -> None:
        self.app = app
        self._expected = f"Bearer {api_key}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 401."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = dict(scope["headers"]).get(b"authorization", b"")
        if hmac.compare_digest(sent, self._expected):
            await self.app(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        body = b'{"detail": "a key is needed: Authorization: Bearer ..."}'
        await send({"type": "http.response.body", "body": body})
