"""Any endpoint that speaks the chat-completions interface: hosted, self-hosted or on this machine.

One attempt a call: waiting and asking again is :mod:`faithsieve.llm.retrying`'s work, so the SDK's
own retries are off. Every way an endpoint can fail ends in a ``ProviderError`` that says whether
another try may help; none ends in an answer. The SDK is imported with the first call, because that
takes longer than most commands.
"""

import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from faithsieve.errors import ProviderError
from faithsieve.llm.endpoint import Timeouts, checked_base_url
from faithsieve.llm.endpoint_faults import Scrubber, secrets_in_headers
from faithsieve.llm.wire import TokenField, chat_body, parse_completion, request_key
from faithsieve.records.chat import ChatReply, ChatRequest

if TYPE_CHECKING:
    from faithsieve.llm.openai_session import OpenAISession


class OpenAICompatible:
    """A :class:`~faithsieve.llm.protocol.ChatModel` over HTTP.

    What an endpoint turns out not to understand (a reply schema, the newer name of the output
    limit) is remembered, and it is asked in the way it does understand.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeouts: Timeouts | None = None,
        identity: str | None = None,
        key_name: str = "the API key",
        structured: bool = True,
        max_reply_bytes: int = 16_000_000,
    ) -> None:
        """Describe an endpoint; nothing is sent yet.

        Args:
            model: The model's name as the endpoint knows it.
            base_url: The address before ``/chat/completions``.
            api_key: The key, or None for an endpoint that needs none.
            headers: Extra headers; those named like a key or a token are kept secret.
            timeouts: How long to wait for what.
            identity: What enters the keys of calls; by default the model and the address.
            key_name: How the user knows the key, for messages.
            structured: Whether to send reply schemas until the endpoint objects.
            max_reply_bytes: The longest body that is read.

        Raises:
            ConfigError: The address is not http(s), or would send a secret over plain http.
        """
        self.model = model
        secrets = secrets_in_headers(headers or {})
        self.base_url = checked_base_url(base_url, has_secret=bool(api_key or secrets))
        self.identity = identity or f"{model}@{self.base_url}"
        self._headers = dict(headers or {})
        self._api_key = api_key
        self._key_name = key_name
        self._timeouts = timeouts or Timeouts()
        self._max_reply_bytes = max_reply_bytes
        self._scrub = Scrubber([api_key, *secrets])
        self._dialect = _Dialect(structured, _first_token_field(self.base_url))
        self._session: OpenAISession | None = None

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.model!r}, base_url={self.base_url!r})"

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Send one attempt, or a second one in words the endpoint understands.

        Raises:
            ProviderError: No answer came.
        """
        while True:
            asked_in = self._dialect
            try:
                return await self._attempt(request)
            except ProviderError as error:
                self._learn(error, request, asked_in)
                if asked_in == self._dialect:
                    raise

    def prepare(self) -> None:
        """Import the SDK and open the connection pool now instead of with the first call."""
        if self._session is None:
            from faithsieve.llm.openai_session import OpenAISession

            self._session = OpenAISession(
                base_url=self.base_url,
                api_key=self._api_key,
                headers=self._headers,
                timeouts=self._timeouts,
                max_reply_bytes=self._max_reply_bytes,
                scrub=self._scrub,
                key_name=self._key_name,
            )

    async def aclose(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.aclose()
            self._session = None

    async def _attempt(self, request: ChatRequest) -> ChatReply:
        self.prepare()
        assert self._session is not None
        dialect = self._dialect
        body = chat_body(
            request,
            model=self.model,
            structured=dialect.sends_schema,
            token_field=dialect.token_field,
        )
        key = request_key(request, identity=self.identity)
        started = time.monotonic()
        raw = await self._session.post_chat(body, f"{key}{dialect.suffix}")
        reply = parse_completion(self._decoded(raw), asked_model=self.model)
        return reply.model_copy(update={"seconds": time.monotonic() - started})

    def _decoded(self, raw: bytes) -> Mapping[str, Any]:
        try:
            # An endpoint that echoes its request must not plant the key in the store.
            payload = json.loads(self._scrub(raw.decode("utf-8")))
        except (ValueError, RecursionError):
            raise self._not_an_answer("it is not JSON") from None
        if not isinstance(payload, dict):
            raise self._not_an_answer("it is not a JSON object")
        return payload

    def _not_an_answer(self, why: str) -> ProviderError:
        return ProviderError(
            f"the answer of {self.base_url} cannot be used: {why}",
            retryable=True,
            maybe_billed=True,
        )

    def _learn(self, error: ProviderError, request: ChatRequest, asked_in: "_Dialect") -> None:
        """Remember what the endpoint does not understand; every lesson is learnt once."""
        if error.status not in (400, 422):
            return
        said = str(error)
        if asked_in.sends_schema and request.reply_schema and "response_format" in said:
            self._dialect = self._dialect._replace(sends_schema=False)
        elif not asked_in.renamed and asked_in.token_field in said and _objects_to_a_name(said):
            other: TokenField = (
                "max_tokens"
                if asked_in.token_field == "max_completion_tokens"
                else "max_completion_tokens"
            )
            self._dialect = self._dialect._replace(token_field=other, renamed=True)


class _Dialect(NamedTuple):
    """How this endpoint wants to be asked, as far as is known."""

    sends_schema: bool
    token_field: TokenField
    renamed: bool = False

    @property
    def suffix(self) -> str:
        """Set off the idempotency key: the same key with another body is refused by some."""
        return f"{'' if self.sends_schema else '-words'}{'-renamed' if self.renamed else ''}"


def _objects_to_a_name(said: str) -> bool:
    words = ("unsupported", "not supported", "unrecognized", "unknown", "unexpected", "not permit")
    return any(word in said.lower() for word in words)


def _first_token_field(base_url: str) -> TokenField:
    """Guess the output limit's name: one house refuses the old one, others ignore the new one."""
    host = urlsplit(base_url).hostname or ""
    hosted = host == "api.openai.com" or host.endswith((".openai.com", ".openai.azure.com"))
    return "max_completion_tokens" if hosted else "max_tokens"
