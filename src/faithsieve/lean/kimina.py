"""A Kimina Lean server: snippets over HTTP, one at a time so that one failure stays one.

It pools REPLs and passes their messages on; it checks no axioms, its client calls a sorry in the
new spelling a success, and a comment before the imports makes it drop the header. So imports go
first, only the driver's reply counts, and an ``error`` text is a timeout or a failure.
"""

import asyncio
import secrets

import httpx2
from pydantic import ValidationError

from faithsieve.errors import ConfigError, LeanUnavailableError
from faithsieve.lean.external_backend import (
    BackendReply,
    ExternalLean,
    ExternalReply,
    ExternalToolchain,
    timed_out,
    told_failure,
)
from faithsieve.lean.repl import ReplReply, read_repl_reply

GRACE_S = 15.0
"""How much longer than its own limit the server may take to answer."""
BUSY_PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0)
REPLY_LIMIT_BYTES = 32 << 20


class KiminaResult(ExternalReply):
    """One snippet's result; exactly one of ``error`` and ``response`` should be set."""

    id: str = ""
    error: str | None = None
    response: ReplReply | None = None


class KiminaReply(ExternalReply):
    results: tuple[KiminaResult, ...]


class KiminaLean(ExternalLean):
    def __init__(
        self,
        toolchain: ExternalToolchain,
        *,
        api_key: str | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
        busy_pauses_s: tuple[float, ...] = BUSY_PAUSES_S,
    ) -> None:
        (url,) = toolchain.reached
        if not url.startswith(("http://", "https://")):
            raise ConfigError(f"the Kimina server {url!r} needs a URL like http://127.0.0.1:8000")
        super().__init__(toolchain)
        self.busy_pauses_s = busy_pauses_s
        secret = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx2.AsyncClient(
            base_url=url, headers=secret, transport=transport, trust_env=False
        )

    async def aclose(self) -> None:
        await self._client.aclose()

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        """Post the text and read the one result that belongs to it."""
        key = secrets.token_hex(8)
        try:
            response = await self._post(key, self.header.text + snippet, timeout_s)
        except httpx2.TimeoutException as error:
            raise timed_out(timeout_s) from error
        except httpx2.HTTPError as error:
            raise LeanUnavailableError(f"the Kimina server cannot be reached: {error!r}") from error
        if response.status_code != httpx2.codes.OK:
            raise LeanUnavailableError(f"HTTP {response.status_code}: {response.text[:300]}")
        if len(response.content) > REPLY_LIMIT_BYTES:
            raise LeanUnavailableError(f"the reply has {len(response.content)} bytes")
        return read_kimina_reply(response.content, key)

    async def _post(self, key: str, code: str, timeout_s: float) -> httpx2.Response:
        """Post it; a busy server is asked again for a while."""
        limit = max(1, round(timeout_s))
        snippet = {"id": key, "code": code}
        body = {"snippets": [snippet], "timeout": limit, "reuse": True}
        for pause in (*self.busy_pauses_s, None):
            response = await self._client.post("/api/check", json=body, timeout=timeout_s + GRACE_S)
            if response.status_code != httpx2.codes.TOO_MANY_REQUESTS or pause is None:
                break
            await asyncio.sleep(pause)
        return response


def read_kimina_reply(content: bytes, key: str) -> BackendReply:
    """Read the result of one snippet.

    Raises:
        LeanUnavailableError: there is none, or an error text instead of one.
    """
    try:
        reply = KiminaReply.model_validate_json(content)
    except ValidationError as error:
        why = f"the reply is not what Kimina sends: {str(error)[:200]}"
        raise LeanUnavailableError(why) from error
    mine = [result for result in reply.results if result.id == key]
    if len(mine) != 1:
        raise LeanUnavailableError(f"the reply has {len(mine)} results for this snippet")
    if mine[0].error:
        raise told_failure(mine[0].error)
    if mine[0].response is None:
        raise LeanUnavailableError("the server sent neither a response nor an error")
    return read_repl_reply(mine[0].response)
