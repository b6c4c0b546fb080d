"""Any endpoint that speaks chat completions or responses: hosted, self-hosted or on this machine.

One attempt a call: waiting and asking again is :mod:`faithsieve.llm.retrying`'s work. Every way an
endpoint can fail ends in a ``ProviderError`` that says whether another try may help; none ends in
an answer. HTTP is imported with the first call, because that takes longer than most commands.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from faithsieve.errors import ProviderError
from faithsieve.llm.adaptive import LOCAL_HEAD_START_S, AdaptiveModel
from faithsieve.llm.capabilities import guess_capabilities, is_certain
from faithsieve.llm.endpoint import Endpoint, checked_base_url, is_loopback
from faithsieve.llm.endpoint_faults import Asked, Scrubber, fault_of_status, secrets_in_headers
from faithsieve.llm.streams import join_events, read_events
from faithsieve.llm.wire import parse_answer, request_key
from faithsieve.records.capabilities import Capabilities, Reasoning
from faithsieve.records.chat import ChatReply, ChatRequest

if TYPE_CHECKING:
    from faithsieve.llm.http_session import HttpSession

DEFAULT_BASE_URL = "https://api.openai.com/v1"


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
        self.is_settled = is_certain(model, host)
        if is_loopback(host):
            self.head_start_s = LOCAL_HEAD_START_S
        self.identity = identity or f"{model}@{self.base_url}"
        self._endpoint = endpoint._replace(base_url=self.base_url)
        self._scrub = Scrubber([endpoint.api_key, *secrets])
        self._session: HttpSession | None = None

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.model!r}, base_url={self.base_url!r})"

    def prepare(self) -> "HttpSession":
        """Import the HTTP library now instead of with the first call."""
        if self._session is None:
            from faithsieve.llm.http_session import HttpSession

            self._session = HttpSession(self._endpoint, self._scrub)
        return self._session

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.aclose()
            self._session = None

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        raw = await self.prepare().post(body, request_key(request, identity=self.identity))
        payload = self._decoded(raw, streams="stream" in body)
        if isinstance(payload.get("error"), dict | str) and "choices" not in payload:
            raise self._failed_after_all(payload)
        return parse_answer(payload, asked_model=self.model)

    def _decoded(self, raw: bytes, *, streams: bool) -> Mapping[str, Any]:
        try:
            # An endpoint that echoes its request must not plant the key in the store.
            text = self._scrub(raw.decode("utf-8"))
            if streams and not text.lstrip().startswith("{"):
                return join_events(read_events(text))
            payload = json.loads(text)
        except (ValueError, RecursionError):
            raise self._not_an_answer("it is not JSON") from None
        if not isinstance(payload, dict):
            raise self._not_an_answer("it is not a JSON object")
        return payload

    def _failed_after_all(self, payload: Mapping[str, Any]) -> ProviderError:
        """Read an error that came with the status of success, as routers send it."""
        error = payload["error"]
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        asked = Asked(self.base_url, self.model, self._endpoint.key_name)
        return fault_of_status(status, json.dumps(payload), asked=asked)

    def _not_an_answer(self, why: str) -> ProviderError:
        return ProviderError(
            f"the answer of {self.base_url} cannot be used: {why}",
            retryable=True,
            maybe_billed=True,
        )
