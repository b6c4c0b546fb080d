"""Provider interfaces that are not chat-completions, through LiteLLM (the extra ``litellm``).

LiteLLM turns each provider's answer and each provider's faults into the shapes of the OpenAI SDK;
this adapter turns those into ours, with LiteLLM's own retries off. The library is imported with the
first call, and without letting it fetch its price list from the network.
"""

import asyncio
import os
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, Protocol, cast

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm.endpoint import Timeouts
from faithsieve.llm.endpoint_faults import (
    Scrubber,
    fault_of_status,
    retry_after_seconds,
    secrets_in_headers,
)
from faithsieve.llm.wire import chat_body, parse_completion, request_key, whole_text
from faithsieve.records.chat import ChatReply, ChatRequest


class Completion(Protocol):
    """The part of a LiteLLM answer that is used."""

    def model_dump(self) -> dict[str, Any]:
        """Return the answer as chat-completions JSON."""
        ...


class LiteLLMModule(Protocol):
    """The part of the ``litellm`` module that is used."""

    suppress_debug_info: bool

    async def acompletion(self, **arguments: Any) -> Completion:
        """Ask."""
        ...


class LiteLLMProvider:
    """A :class:`~faithsieve.llm.protocol.ChatModel` for every provider that LiteLLM knows."""

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        headers: Mapping[str, str] | None = None,
        secrets: Iterable[str] = (),
        timeouts: Timeouts | None = None,
        identity: str | None = None,
        structured: bool = True,
        key_name: str = "the provider's API key",
        module: LiteLLMModule | None = None,
    ) -> None:
        """Describe a model; nothing is imported or sent yet.

        Args:
            model: LiteLLM's name for it, such as ``anthropic/claude-sonnet-4-5``.
            api_key: The key, or None to let LiteLLM take the provider's usual variable.
            headers: Extra headers.
            secrets: Values that must not appear in any text, such as keys LiteLLM finds itself.
            timeouts: Only the total counts: the connection is LiteLLM's.
            identity: What enters the keys of calls; by default LiteLLM's name.
            structured: Whether to send reply schemas.
            key_name: How the user knows the key, for messages.
            module: The library, when it is not the installed one.
        """
        self.model = model
        self.identity = identity or f"litellm:{model}"
        self._api_key = api_key
        self._headers = dict(headers or {})
        self._scrub = Scrubber([api_key, *secrets_in_headers(self._headers), *secrets])
        self._timeouts = timeouts or Timeouts()
        self._structured = structured
        self._key_name = key_name
        self._module = module

    def __repr__(self) -> str:
        return f"LiteLLMProvider({self.model!r})"

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Send one attempt.

        Raises:
            ProviderError: No answer came.
            MissingToolError: LiteLLM is not installed.
        """
        # In a thread: the import takes seconds, and other calls are under way.
        module = await asyncio.to_thread(self._library)
        started = time.monotonic()
        completion = await self._send(module, request)
        reply = parse_completion(self._without_secrets(completion), asked_model=self.model)
        return reply.model_copy(
            update={"seconds": time.monotonic() - started, "cost_usd": _cost_usd(completion)}
        )

    def _library(self) -> LiteLLMModule:
        if self._module is None:
            # Importing must not reach for the network: the price list it carries is good enough.
            os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
            try:
                self._module = cast(LiteLLMModule, import_module("litellm"))
            except ModuleNotFoundError:
                raise MissingToolError(
                    "LiteLLM",
                    needed_for=f"the model {self.model!r}",
                    fix="pip install 'faithsieve[litellm]'",
                ) from None
            self._module.suppress_debug_info = True
        return self._module

    async def _send(self, module: LiteLLMModule, request: ChatRequest) -> Completion:
        from openai import OpenAIError  # LiteLLM has imported it already

        try:
            async with asyncio.timeout(self._timeouts.total_s):
                return await module.acompletion(**self._arguments(request))
        except TimeoutError:
            fault = ProviderError(
                f"{self.model!r} gave no complete answer within {self._timeouts.total_s:g} s",
                retryable=True,
                maybe_billed=True,
            )
        except OpenAIError as error:
            fault = self._fault(error)
        # Outside the handlers: LiteLLM's errors hold the request, and with it the key.
        raise fault

    def _arguments(self, request: ChatRequest) -> dict[str, Any]:
        key = request_key(request, identity=self.identity)
        arguments = chat_body(request, model=self.model, structured=self._structured) | {
            "timeout": self._timeouts.total_s,
            "num_retries": 0,
            "max_retries": 0,
            "extra_headers": {**self._headers, "Idempotency-Key": key},
        }
        if self._api_key:
            arguments["api_key"] = self._api_key
        return arguments

    def _fault(self, error: Exception) -> ProviderError:
        status = getattr(error, "status_code", None)
        headers = getattr(error, "litellm_response_headers", None) or {}
        after = retry_after_seconds(headers.get("retry-after"), now=datetime.now(UTC))
        return fault_of_status(
            status if isinstance(status, int) else 500,
            self._scrub(whole_text(str(error))),
            where=f"the provider of {self.model!r}",
            model=self.model,
            retry_after_s=after,
            key_name=self._key_name,
        )

    def _without_secrets(self, completion: Completion) -> dict[str, Any]:
        return cast(dict[str, Any], _scrubbed(completion.model_dump(), self._scrub))


def _scrubbed(value: object, scrub: Scrubber) -> object:
    match value:
        case str():
            return scrub(value)
        case dict():
            return {key: _scrubbed(inner, scrub) for key, inner in value.items()}
        case list():
            return [_scrubbed(inner, scrub) for inner in value]
        case _:
            return value


def _cost_usd(completion: Completion) -> float | None:
    """Take LiteLLM's price; it says 0 where it knows none."""
    cost = getattr(completion, "_hidden_params", {}).get("response_cost")
    return float(cost) if cost else None
