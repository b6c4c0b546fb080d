"""The connection to a chat endpoint, imported with the first call: the HTTP library takes a while.

The connection is distrustful: redirects are not followed (the key would go along), bodies are read
in pieces against a byte limit and a clock, compressed bodies are refused (their length says nothing
about what they unpack to), and only JSON is taken for an answer.
"""

import asyncio
import hashlib
import json
import os
import ssl
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import truststore
from aiohttp.client_proto import ResponseHandler

from faithsieve.errors import SILENCE, ErrorDetails, ProviderError
from faithsieve.llm.endpoint import Endpoint, is_loopback
from faithsieve.llm.endpoint_faults import Asked, Scrubber, fault_of_status, shorten

LONGEST_HEADER = 64 * 1024
"""Bytes of one header of an answer."""

_NEVER_LEFT = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.ClientHttpProxyError,
    aiohttp.InvalidURL,
)
"""What happens before a request reaches the endpoint, and so costs nothing."""


class HttpSession:
    def __init__(self, endpoint: Endpoint, scrub: Scrubber) -> None:
        self._where = endpoint.base_url or ""
        self._timeouts = endpoint.timeouts
        self._limit = endpoint.max_reply_bytes
        self._scrub = scrub
        self._key_name = endpoint.key_name
        self._headers = _request_headers(self._where, endpoint.api_key, endpoint.headers)
        self._proxy = _proxy_for(self._where)
        self._certificates = _trusted_certificates()
        self._client: aiohttp.ClientSession | None = None

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.close()

    async def post(self, body: dict[str, Any], question: str) -> bytes:
        """Send one request and return the body of its answer: JSON, or events when it streams.

        Args:
            question: The key of the question, whatever words the body puts it in.

        Raises:
            ProviderError: No answer came.
        """
        times = self._timeouts
        total_s = times.stream_total_s if body.get("stream") else times.total_s
        try:
            async with asyncio.timeout(total_s):
                return await self._post(body, question)
        except _NEVER_LEFT as error:
            fault = self._fault(f"could not be asked ({_cause(error)})", sent=False)
        except aiohttp.ServerTimeoutError as error:
            fault = self._fault(f"kept silent too long ({_cause(error)})", code=SILENCE)
        except TimeoutError:
            fault = self._fault(f"gave no complete answer within {total_s:g} s", code=SILENCE)
        except aiohttp.ClientError as error:
            fault = self._fault(f"broke off ({_cause(error)})")
        # Outside the handlers: the library's errors hold the request with its key, so they are not
        # kept as the context of ours.
        raise fault

    async def _post(self, body: dict[str, Any], question: str) -> bytes:
        address = f"{self._where}/{'responses' if 'input' in body else 'chat/completions'}"
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        sent = text.encode()
        # The same for the same question in the same words: an endpoint that honours it bills a
        # repeated attempt once, and refuses a key that comes again with another body.
        key = f"{question}-{hashlib.sha256(sent).hexdigest()[:12]}"
        headers = {**self._headers, "Idempotency-Key": key}
        client = self._client = self._client or self._new_client()
        async with client.post(
            address,
            data=aiohttp.BytesPayload(sent),
            headers=headers,
            proxy=self._proxy,
            allow_redirects=False,
        ) as response:
            raw = await self._read(response)
        if not 200 <= response.status < 300:
            raise fault_of_status(
                response.status,
                self._scrub(raw.decode("utf-8", "replace")),
                asked=Asked(self._where, str(body["model"]), self._key_name),
                headers=response.headers,
            )
        kind = response.headers.get("content-type", "")
        self._check_content_type(kind, streams="stream" in body)
        return raw

    def _new_client(self) -> aiohttp.ClientSession:
        # How many requests are under way at once is decided elsewhere.
        connector = _Connector(limit=0, ssl=self._certificates)
        times = self._timeouts
        timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=times.connect_s, sock_read=times.read_s
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=timeout,
            auto_decompress=False,
            max_field_size=LONGEST_HEADER,
        )

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        """Read a body, an error's too, that may neither go on for ever nor stop for long."""
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise self._fault(f"sent a compressed body ({shorten(encoding)!r}), unasked")
        body = bytearray()
        while not response.content.at_eof():
            try:
                async with asyncio.timeout(self._timeouts.idle_s):
                    piece = await response.content.readany()
            except TimeoutError:
                idle_s = self._timeouts.idle_s
                raise self._fault(f"stopped in the middle of its answer for {idle_s:g} s") from None
            body += piece
            if len(body) > self._limit:
                # Asking again would bring it again.
                raise ProviderError(
                    f"{self._where} sent more than {self._limit} bytes; it is not a chat answer",
                    retryable=False,
                    maybe_billed=True,
                )
        return bytes(body)

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


class _Connection(ResponseHandler):
    """A connection that is not used again when more came on it than the answer.

    The library would take what came, a second answer of nobody knows what, for the answer to the
    next request. It notices this itself when an answer ends, and not while a connection rests.
    """

    def is_connected(self) -> bool:
        return super().is_connected() and not (self._buffer or self._tail)


class _Connector(aiohttp.TCPConnector):
    def __init__(self, *, limit: int, ssl: ssl.SSLContext) -> None:
        super().__init__(limit=limit, ssl=ssl)
        # The library has no setting for this; a test tells when a new version names it otherwise.
        kind: type[ResponseHandler] = _Connection
        self._factory = partial(kind, loop=asyncio.get_running_loop())


def _trusted_certificates() -> ssl.SSLContext:
    """Trust whom the machine trusts, or ``SSL_CERT_FILE`` names."""
    context = ssl.create_default_context()
    if context.cert_store_stats()["x509_ca"]:
        return context
    # Where OpenSSL does not find the system's certificates; it looks anew at every connection.
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _proxy_for(base_url: str) -> str | None:
    """Choose the proxy that the environment names, and none for this machine.

    The library's own way to do so also sends passwords that it finds in ``~/.netrc``.
    """
    address = urlsplit(base_url)
    host = address.hostname or ""
    if is_loopback(host) or proxy_bypass(host):
        return None
    proxies = getproxies()
    return proxies.get(address.scheme) or proxies.get("all")


def _request_headers(
    base_url: str, api_key: str | None, headers: Mapping[str, str]
) -> dict[str, str]:
    chosen = {
        "Accept": "application/json, text/event-stream",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
    }
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
