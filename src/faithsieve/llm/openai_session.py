"""The part of the OpenAI-compatible adapter that needs the SDK, imported with the first call.

The connection is distrustful: redirects are not followed (the key would go along), bodies are read
in pieces against a byte limit and a clock, compressed bodies are refused (their length says nothing
about what they unpack to), and only JSON is taken for an answer.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from faithsieve.errors import SILENCE, ErrorDetails, ProviderError
from faithsieve.llm.endpoint import Endpoint, Timeouts, is_loopback
from faithsieve.llm.endpoint_faults import Asked, Scrubber, fault_of_status, shorten


class OpenAISession:
    """A connection pool to one endpoint."""

    def __init__(self, endpoint: Endpoint, scrub: Scrubber) -> None:
        """Open a pool to an endpoint whose address was checked."""
        base_url = endpoint.base_url or ""
        timeouts = endpoint.timeouts
        self._where = base_url
        self._timeouts = timeouts
        self._limit = endpoint.max_reply_bytes
        self._scrub = scrub
        self._key_name = endpoint.key_name
        self._http = openai.DefaultAsyncHttpxClient(
            follow_redirects=False,
            timeout=_http_timeout(timeouts),
            event_hooks={"response": [self._guard]},
            # This machine is reached directly, whatever proxy the environment names.
            trust_env=not is_loopback(urlsplit(base_url).hostname or ""),
        )
        self._client = openai.AsyncOpenAI(
            api_key=endpoint.api_key or "none",
            base_url=base_url,
            http_client=self._http,
            max_retries=0,
        )
        self._headers = _request_headers(base_url, endpoint.api_key, endpoint.headers)

    async def aclose(self) -> None:
        """Close the pool."""
        await self._client.close()

    async def post(self, body: dict[str, Any], idempotency_key: str) -> bytes:
        """Send one request and return the body of its answer: JSON, or events when it streams.

        Args:
            body: The request.
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
        except openai.APIStatusError as error:
            fault = self._status_fault(error, str(body["model"]))
        except openai.APITimeoutError as error:
            what = f"kept silent too long ({_cause(error)})"
            sent = _was_sent(error)
            fault = self._fault(what, sent=sent, code=SILENCE if sent else None)
        except openai.APIConnectionError as error:
            fault = self._fault(f"could not be asked ({_cause(error)})", sent=_was_sent(error))
        except httpx2.HTTPError as error:
            fault = self._fault(f"broke off its answer ({_cause(error)})")
        # Outside the handlers: the SDK's errors hold the request with its key, so they are not
        # kept as the context of ours.
        raise fault

    async def _post(self, body: dict[str, Any], idempotency_key: str) -> bytes:
        headers = {**self._headers, "Idempotency-Key": idempotency_key}
        answer: AbstractAsyncContextManager[openai.AsyncAPIResponse[Any]]
        if "input" in body:
            answer = self._client.responses.with_streaming_response.create(
                model=body["model"], input=body["input"], extra_body=body, extra_headers=headers
            )
        else:
            answer = self._client.chat.completions.with_streaming_response.create(
                model=body["model"],
                messages=body["messages"],
                extra_body=body,
                extra_headers=headers,
            )
        async with answer as response:
            kind = response.headers.get("content-type", "")
            self._check_content_type(kind, streams="stream" in body)
            return b"".join([piece async for piece in response.iter_bytes()])

    def _check_content_type(self, content_type: str, *, streams: bool) -> None:
        kind = content_type.partition(";")[0].strip().lower()
        is_stream = streams and kind == "text/event-stream"
        if kind != "application/json" and not kind.endswith("+json") and not is_stream:
            raise self._fault(
                f"answered with {shorten(kind) or 'no content type'!r} instead of JSON"
            )

    async def _guard(self, response: httpx2.Response) -> None:
        """Put the limits around a body before anyone reads it, an error's body included."""
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise self._fault(f"sent a compressed body ({shorten(encoding)!r}), unasked")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _GuardedBody(response.stream, self._timeouts.idle_s, self._limit, self)

    def too_long(self) -> ProviderError:
        """Complain about a body over the limit; asking again would bring it again."""
        return ProviderError(
            f"{self._where} sent more than {self._limit} bytes; it is not a chat answer",
            retryable=False,
            maybe_billed=True,
        )

    def too_slow(self) -> ProviderError:
        """Complain about a body that stopped coming."""
        return self._fault(f"stopped in the middle of its answer for {self._timeouts.idle_s:g} s")

    def _fault(self, what: str, *, sent: bool = True, code: str | None = None) -> ProviderError:
        """Complain about an answer that did not come whole; if it was sent for, it may cost."""
        return ProviderError(
            self._scrub(f"{self._where} {what}"),
            retryable=True,
            maybe_billed=sent,
            refusal=ErrorDetails(code=code),
        )

    def _status_fault(self, error: openai.APIStatusError, model: str) -> ProviderError:
        return fault_of_status(
            error.status_code,
            self._scrub(error.response.text),
            asked=Asked(self._where, model, self._key_name),
            headers=error.response.headers,
        )


class _GuardedBody(httpx2.AsyncByteStream):
    """A body that may neither go on for ever nor stop for long."""

    def __init__(
        self, inner: httpx2.AsyncByteStream, idle_s: float, limit: int, session: OpenAISession
    ) -> None:
        self._inner = inner
        self._idle_s = idle_s
        self._limit = limit
        self._session = session

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = aiter(self._inner)
        seen = 0
        while True:
            try:
                async with asyncio.timeout(self._idle_s):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise self._session.too_slow() from None
            seen += len(piece)
            if seen > self._limit:
                raise self._session.too_long()
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


def _http_timeout(timeouts: Timeouts) -> httpx2.Timeout:
    return httpx2.Timeout(
        connect=timeouts.connect_s,
        read=timeouts.read_s,
        write=timeouts.read_s,
        pool=timeouts.total_s,
    )


def _request_headers(
    base_url: str, api_key: str | None, headers: Mapping[str, str]
) -> dict[str, Any]:
    """Add to the SDK's headers, and take out what is nobody else's business."""
    chosen: dict[str, Any] = {"Accept-Encoding": "identity"}
    host = urlsplit(base_url).hostname or ""
    if not api_key:
        chosen["Authorization"] = openai.omit
    elif host.endswith(".azure.com"):
        # Azure takes keys under a name of its own, and tokens in the usual place.
        chosen["api-key"] = api_key
    if not host.endswith("openai.com"):
        # The SDK reads these from the environment; they are meant for its own house only.
        chosen |= {"OpenAI-Organization": openai.omit, "OpenAI-Project": openai.omit}
    return chosen | dict(headers)


def _cause(error: BaseException) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {shorten(str(cause))}".rstrip(": ")


def _was_sent(error: openai.APIConnectionError) -> bool:
    """Say whether the request may have reached the endpoint, and so may be billed."""
    never_left = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)
    return not isinstance(error.__cause__, never_left)
