"""Any endpoint that speaks chat completions: hosted, self-hosted or on this machine.

One attempt a call: waiting and asking again is :mod:`faithsieve.llm.limits`'s work. Every way an
endpoint can fail ends in a ``ProviderError`` that says whether another try may help; none ends in
an answer. The connection is distrustful: redirects are not followed (the key would go along),
bodies are read in pieces against a byte limit and a clock, compressed bodies are refused (their
length says nothing about what they unpack to), and only JSON is taken for an answer. Whoever builds
the adapter imports this module, because the HTTP library takes longer than most commands.
"""

import asyncio
import hashlib
import json
import os
import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import truststore

from faithsieve.errors import REFUSED, SILENCE, ErrorDetails, ProviderError
from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.llm.capabilities import guess_capabilities
from faithsieve.llm.endpoint import (
    DEFAULT_BASE_URL,
    CallTarget,
    Endpoint,
    Scrubber,
    checked_base_url,
    fault_of_status,
    is_loopback,
    secrets_in_headers,
    shorten,
)
from faithsieve.llm.protocol import request_key
from faithsieve.llm.wire import join_events, parse_answer, read_events
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.model import Capabilities, Reasoning

LONGEST_HEADER = 64 * 1024
"""Bytes of one header of an answer."""

_IS_IT_V1 = "check --base-url: does it end in /v1?"
"""For answers of something that is most likely no chat endpoint."""

_NEVER_LEFT = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.ClientHttpProxyError,
    aiohttp.InvalidURL,
)
"""What happens before a request reaches the endpoint, and so costs nothing."""


class OpenAICompatible(AdaptiveModel):
    """A :class:`~faithsieve.llm.protocol.ChatModel` over HTTP."""

    def __init__(
        self,
        model: str,
        endpoint: Endpoint,
        *,
        identity: str | None = None,
        capabilities: Capabilities | None = None,
        reasoning: Reasoning = "provider",
    ) -> None:
        """Describe an endpoint; nothing is sent yet.

        Args:
            identity: What enters the keys of calls; by default the model and the address.

        Raises:
            ConfigError: The address is not http(s), or would send a secret over plain http.
        """
        secrets = secrets_in_headers(endpoint.headers)
        address = DEFAULT_BASE_URL if endpoint.base_url is None else endpoint.base_url
        self.base_url = checked_base_url(address, has_secret=bool(endpoint.api_key or secrets))
        host = urlsplit(self.base_url).hostname or ""
        known = capabilities or guess_capabilities(model, host)
        super().__init__(model, capabilities=known, reasoning=reasoning)
        self.identity = identity or f"{model}@{self.base_url}"
        self._scrub = Scrubber([endpoint.api_key, *secrets])
        self._timeouts = endpoint.timeouts
        self._limit = endpoint.max_reply_bytes
        self._asked = CallTarget(self.base_url, model, endpoint.key_name)
        self._headers = _request_headers(host, endpoint.api_key, endpoint.headers)
        self._proxy = _proxy_for(self.base_url)
        self._client: aiohttp.ClientSession | None = None

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.model!r}, base_url={self.base_url!r})"

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        """Send one body and read the answer.

        Raises:
            ProviderError: No answer came.
        """
        raw = await self._post(body, request_key(request, identity=self.identity))
        payload = self._decoded(raw, streams="stream" in body)
        if isinstance(payload.get("error"), dict | str) and "choices" not in payload:
            raise self._failed_after_all(payload)
        if not payload.get("choices"):
            raise self._fault(f"answered without any choice for model {self.model!r}; {_IS_IT_V1}")
        return parse_answer(payload, asked_model=self.model)

    async def _post(self, body: dict[str, Any], question: str) -> bytes:
        """Return the body of the answer: JSON, or events when it streams."""
        times = self._timeouts
        total_s = times.stream_total_s if body.get("stream") else times.total_s
        try:
            async with asyncio.timeout(total_s):
                return await self._exchange(body, question)
        except _NEVER_LEFT as error:
            cause = getattr(error, "os_error", None)
            if isinstance(cause, ConnectionRefusedError):
                words = "refused the connection: is a server running there? Check --base-url"
                fault = self._fault(words, sent=False, code=REFUSED)
            else:
                code = REFUSED if isinstance(error, aiohttp.ClientConnectorDNSError) else None
                words = f"could not be asked ({_cause(error)}); check --base-url"
                fault = self._fault(words, sent=False, code=code)
        except aiohttp.ServerTimeoutError as error:
            fault = self._fault(f"kept silent too long ({_cause(error)})", code=SILENCE)
        except TimeoutError:
            fault = self._fault(f"gave no complete answer within {total_s:g} s", code=SILENCE)
        except aiohttp.ClientError as error:
            fault = self._fault(f"broke off ({_cause(error)})")
        # Outside the handlers: the library's errors hold the request with its key, so they are not
        # kept as the context of ours.
        raise fault

    async def _exchange(self, body: dict[str, Any], question: str) -> bytes:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        sent = text.encode()
        # The same for the same question in the same words: an endpoint that honours it bills a
        # repeated attempt once, and refuses a key that comes again with another body.
        key = f"{question}-{hashlib.sha256(sent).hexdigest()[:12]}"
        client = self._client = self._client or self._new_client()
        async with client.post(
            f"{self.base_url}/chat/completions",
            data=aiohttp.BytesPayload(sent),
            headers={**self._headers, "Idempotency-Key": key},
            proxy=self._proxy,
            allow_redirects=False,
        ) as response:
            raw = await self._read(response)
        if not 200 <= response.status < 300:
            said = self._scrub(raw.decode("utf-8", "replace"))
            raise fault_of_status(
                response.status, said, asked=self._asked, headers=response.headers
            )
        kind = response.headers.get("content-type", "")
        self._check_content_type(kind, streams="stream" in body)
        return raw

    def _new_client(self) -> aiohttp.ClientSession:
        times = self._timeouts
        return aiohttp.ClientSession(
            # How many requests are under way at once is decided elsewhere. A connection is used
            # once: bytes that come after an answer would be taken for that of the next question.
            connector=aiohttp.TCPConnector(limit=0, ssl=_trusted_certificates(), force_close=True),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(
                total=None, sock_connect=times.connect_s, sock_read=times.silence_s
            ),
            auto_decompress=False,
            max_field_size=LONGEST_HEADER,
        )

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        """Read the body of an answer or an error, up to a size limit."""
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise self._fault(f"sent a compressed body ({shorten(encoding)!r}), unasked")
        body = bytearray()
        async for piece in response.content.iter_any():
            body += piece
            if len(body) > self._limit:
                # Asking again would bring it again.
                raise ProviderError(
                    f"{self.base_url} sent more than {self._limit} bytes; it is not a chat answer",
                    retryable=False,
                    maybe_billed=True,
                )
        return bytes(body)

    def _check_content_type(self, content_type: str, *, streams: bool) -> None:
        kind = content_type.partition(";")[0].strip().lower()
        is_stream = streams and kind == "text/event-stream"
        if kind != "application/json" and not kind.endswith("+json") and not is_stream:
            raise self._fault(
                f"answered with {shorten(kind) or 'no content type'!r} instead of JSON; {_IS_IT_V1}"
            )

    def _decoded(self, raw: bytes, *, streams: bool) -> Mapping[str, Any]:
        try:
            # An endpoint that echoes its request must not plant the key in the store.
            text = self._scrub(raw.decode("utf-8"))
            if streams and not text.lstrip().startswith("{"):
                return join_events(read_events(text))
            payload = json.loads(text)
        except (ValueError, RecursionError):
            raise self._fault(f"sent an answer that is not JSON; {_IS_IT_V1}") from None
        if not isinstance(payload, dict):
            raise self._fault(f"sent an answer that is not a JSON object; {_IS_IT_V1}")
        return payload

    def _failed_after_all(self, payload: Mapping[str, Any]) -> ProviderError:
        """Return the error in a body with a success status, as routers send it."""
        error = payload["error"]
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        return fault_of_status(status, json.dumps(payload), asked=self._asked)

    def _fault(self, what: str, *, sent: bool = True, code: str | None = None) -> ProviderError:
        """Build the error for an incomplete answer; a request that was sent may have cost money."""
        return ProviderError(
            self._scrub(f"{self.base_url} {what}"),
            retryable=True,
            maybe_billed=sent,
            refusal=ErrorDetails(code=code),
        )


def _trusted_certificates() -> ssl.SSLContext:
    """Load the certificates that the machine or ``SSL_CERT_FILE`` trusts."""
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


def _request_headers(host: str, api_key: str | None, headers: Mapping[str, str]) -> dict[str, str]:
    chosen = {
        "Accept": "application/json, text/event-stream",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
    }
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
