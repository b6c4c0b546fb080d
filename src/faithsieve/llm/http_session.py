"""The connection to a chat endpoint, imported with the first call: the HTTP library takes a while.

The connection is distrustful: redirects are not followed (the key would go along), bodies are read
in pieces against a byte limit and a clock, compressed bodies are refused (their length says nothing
about what they unpack to), and only JSON is taken for an answer.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2

from faithsieve.errors import SILENCE, ErrorDetails, ProviderError
from faithsieve.llm.endpoint import Endpoint, Timeouts, is_loopback
from faithsieve.llm.endpoint_faults import Asked, Scrubber, fault_of_status, shorten

POOL_SIZE = 8
"""Requests at once in one pool. A pool looks at each of its idle connections for every request, so
one pool for hundreds of requests at once would spend more time on that than on the requests."""

_NEVER_LEFT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)
"""What happens before a request reaches the endpoint, and so costs nothing."""


class HttpSession:
    def __init__(self, endpoint: Endpoint, scrub: Scrubber) -> None:
        self._where = endpoint.base_url or ""
        self._timeouts = endpoint.timeouts
        self._limit = endpoint.max_reply_bytes
        self._scrub = scrub
        self._key_name = endpoint.key_name
        self._headers = _request_headers(self._where, endpoint.api_key, endpoint.headers)
        # This machine is reached directly, whatever proxy the environment names.
        self._trust_env = not is_loopback(urlsplit(self._where).hostname or "")
        self._certificates = httpx2.create_ssl_context(trust_env=self._trust_env)
        self._pools: dict[httpx2.AsyncClient, int] = {}
        """The pools, and how many requests each of them has under way."""

    async def aclose(self) -> None:
        for pool in self._pools:
            await pool.aclose()

    async def post(self, body: dict[str, Any], idempotency_key: str) -> bytes:
        """Send one request and return the body of its answer: JSON, or events when it streams.

        Args:
            idempotency_key: The same for the same question, so that an endpoint that honours it
                bills a repeated attempt once.

        Raises:
            ProviderError: No answer came.
        """
        times = self._timeouts
        total_s = times.stream_total_s if body.get("stream") else times.total_s
        try:
            async with asyncio.timeout(total_s):
                return await self._post(body, idempotency_key)
        except TimeoutError:
            fault = self._fault(f"gave no complete answer within {total_s:g} s", code=SILENCE)
        except _NEVER_LEFT as error:
            fault = self._fault(f"could not be asked ({_cause(error)})", sent=False)
        except httpx2.TimeoutException as error:
            fault = self._fault(f"kept silent too long ({_cause(error)})", code=SILENCE)
        except httpx2.HTTPError as error:
            fault = self._fault(f"broke off ({_cause(error)})")
        # Outside the handlers: the library's errors hold the request with its key, so they are not
        # kept as the context of ours.
        raise fault

    async def _post(self, body: dict[str, Any], idempotency_key: str) -> bytes:
        address = f"{self._where}/{'responses' if 'input' in body else 'chat/completions'}"
        headers = {**self._headers, "Idempotency-Key": idempotency_key}
        async with (
            self._pool() as pool,
            pool.stream("POST", address, json=body, headers=headers) as response,
        ):
            raw = await self._read(response)
        if not response.is_success:
            raise fault_of_status(
                response.status_code,
                self._scrub(raw.decode("utf-8", "replace")),
                asked=Asked(self._where, str(body["model"]), self._key_name),
                headers=response.headers,
            )
        kind = response.headers.get("content-type", "")
        self._check_content_type(kind, streams="stream" in body)
        return raw

    @asynccontextmanager
    async def _pool(self) -> AsyncIterator[httpx2.AsyncClient]:
        pool = next((pool for pool, busy in self._pools.items() if busy < POOL_SIZE), None)
        if pool is None:
            pool = httpx2.AsyncClient(
                timeout=_http_timeout(self._timeouts),
                limits=httpx2.Limits(max_keepalive_connections=POOL_SIZE),
                verify=self._certificates,
                trust_env=self._trust_env,
            )
            self._pools[pool] = 0
        self._pools[pool] += 1
        try:
            yield pool
        finally:
            self._pools[pool] -= 1

    async def _read(self, response: httpx2.Response) -> bytes:
        """Read a body, an error's too, that may neither go on for ever nor stop for long."""
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise self._fault(f"sent a compressed body ({shorten(encoding)!r}), unasked")
        pieces = aiter(response.aiter_raw())
        body = bytearray()
        while True:
            try:
                async with asyncio.timeout(self._timeouts.idle_s):
                    body += await anext(pieces)
            except StopAsyncIteration:
                await _end_if_more_follows(response)
                return bytes(body)
            except TimeoutError:
                idle_s = self._timeouts.idle_s
                raise self._fault(f"stopped in the middle of its answer for {idle_s:g} s") from None
            if len(body) > self._limit:
                # Asking again would bring it again.
                raise ProviderError(
                    f"{self._where} sent more than {self._limit} bytes; it is not a chat answer",
                    retryable=False,
                    maybe_billed=True,
                )

    def _check_content_type(self, content_type: str, *, streams: bool) -> None:
        kind = content_type.partition(";")[0].strip().lower()
        is_stream = streams and kind == "text/event-stream"
        if kind != "application/json" and not kind.endswith("+json") and not is_stream:
            raise self._fault(
                f"answered with {shorten(kind) or 'no content type'!r} instead of JSON"
            )

    def _fault(self, what: str, *, sent: bool = True, code: str | None = None) -> ProviderError:
        """Complain about an answer that did not come whole; if it was sent for, it may cost."""
        return ProviderError(
            self._scrub(f"{self._where} {what}"),
            retryable=True,
            maybe_billed=sent,
            refusal=ErrorDetails(code=code),
        )


async def _end_if_more_follows(response: httpx2.Response) -> None:
    """End a connection on which more came than the answer: a second answer, of nobody knows what.

    The library would take it for the answer to the next request. It does not say what it has read,
    so we look inside; a test tells when a new version keeps it elsewhere.
    """
    connection: Any = response.stream
    for name in ("_stream", "_httpcore_stream", "_stream", "_connection"):
        connection = getattr(connection, name, connection)
    read = getattr(connection, "_h11_state", None)
    if read is not None and read.trailing_data[0]:
        await connection.aclose()


def _http_timeout(timeouts: Timeouts) -> httpx2.Timeout:
    return httpx2.Timeout(
        connect=timeouts.connect_s,
        read=timeouts.read_s,
        write=timeouts.read_s,
        pool=timeouts.total_s,
    )


def _request_headers(
    base_url: str, api_key: str | None, headers: Mapping[str, str]
) -> dict[str, str]:
    chosen = {"Accept": "application/json, text/event-stream", "Accept-Encoding": "identity"}
    host = urlsplit(base_url).hostname or ""
    if api_key:
        chosen["Authorization"] = f"Bearer {api_key}"
        if host.endswith(".azure.com"):
            # Azure takes keys under a name of its own, and tokens in the usual place.
            chosen["api-key"] = api_key
    if host.endswith("openai.com"):
        # The variables that OpenAI's own library reads; they are nobody else's business.
        named = {"OpenAI-Organization": "OPENAI_ORG_ID", "OpenAI-Project": "OPENAI_PROJECT_ID"}
        chosen |= {name: os.environ[var] for name, var in named.items() if var in os.environ}
    return chosen | dict(headers)


def _cause(error: BaseException) -> str:
    return f"{type(error).__name__}: {shorten(str(error))}".rstrip(": ")
