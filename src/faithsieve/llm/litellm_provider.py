"""Provider interfaces that are not chat-completions, through LiteLLM (the extra ``litellm``).

LiteLLM turns each provider's answer and each provider's faults into the shapes of the OpenAI SDK;
this adapter turns those into ours, with LiteLLM's own retries off. The library is imported with the
first call, and without letting it fetch its price list from the network.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterable
from importlib import import_module
from typing import Any, Protocol, cast

from faithsieve.errors import SILENCE, ErrorDetails, MissingToolError, ProviderError
from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.llm.capabilities import guess_capabilities
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.endpoint_faults import Asked, Scrubber, fault_of_status, secrets_in_headers
from faithsieve.llm.streams import join_events
from faithsieve.llm.wire import parse_answer, request_key, whole_text
from faithsieve.records.capabilities import Capabilities, Reasoning
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


class LiteLLMProvider(AdaptiveModel):
    """A :class:`~faithsieve.llm.protocol.ChatModel` for every provider that LiteLLM knows."""

    def __init__(
        self,
        model: str,
        endpoint: Endpoint = Endpoint(key_name="the provider's API key"),  # noqa: B008 - a tuple
        *,
        secrets: Iterable[str] = (),
        capabilities: Capabilities | None = None,
        reasoning: Reasoning = "provider",
        module: LiteLLMModule | None = None,
    ) -> None:
        """Describe a model; nothing is imported or sent yet.

        Args:
            model: LiteLLM's name for it, such as ``anthropic/claude-sonnet-4-5``.
            endpoint: Where it is, if not where LiteLLM knows it, and how long it may take; without
                a key LiteLLM takes the provider's usual variable.
            secrets: Values that must not appear in any text, such as keys LiteLLM finds itself.
            capabilities: How to ask it; by default what its family is known for.
            reasoning: How hard it should think.
            module: The library, when it is not the installed one.
        """
        known = capabilities or guess_capabilities(model, "")
        super().__init__(model, capabilities=_in_litellms_words(known), reasoning=reasoning)
        self.identity = f"litellm:{model}"
        self._endpoint = endpoint
        hidden = secrets_in_headers(endpoint.headers)
        self._scrub = Scrubber([endpoint.api_key, *hidden, *secrets])
        self._module = module

    def __repr__(self) -> str:
        return f"LiteLLMProvider({self.model!r})"

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        """Send one body and read the answer.

        Raises:
            ProviderError: No answer came.
            MissingToolError: LiteLLM is not installed.
        """
        # In a thread: the import takes seconds, and other calls are under way.
        module = await asyncio.to_thread(self._library)
        key = request_key(request, identity=self.identity)
        payload, cost = await self._ask_library(module, self._arguments(body, key))
        clean = cast(dict[str, Any], _scrubbed(payload, self._scrub))
        reply = parse_answer(clean, asked_model=self.model)
        return reply.model_copy(update={"cost_usd": cost})

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

    async def _ask_library(
        self, module: LiteLLMModule, arguments: dict[str, Any]
    ) -> tuple[dict[str, Any], float | None]:
        from openai import OpenAIError  # LiteLLM has imported it already

        times = self._endpoint.timeouts
        total_s = times.stream_total_s if arguments.get("stream") else times.total_s
        try:
            async with asyncio.timeout(total_s):
                answer = await module.acompletion(**arguments)
                if not arguments.get("stream"):
                    return answer.model_dump(), _cost_usd(answer)
                pieces = cast(AsyncIterator[Completion], answer)
                events = [piece.model_dump() async for piece in pieces]
                return join_events(events), None
        except TimeoutError:
            fault = ProviderError(
                f"{self.model!r} gave no complete answer within {total_s:g} s",
                retryable=True,
                maybe_billed=True,
                refusal=ErrorDetails(code=SILENCE),
            )
        except OpenAIError as error:
            fault = self._fault(error)
        # Outside the handlers: LiteLLM's errors hold the request, and with it the key.
        raise fault

    def _arguments(self, body: dict[str, Any], key: str) -> dict[str, Any]:
        arguments = body | {
            "timeout": self._endpoint.timeouts.total_s,
            "num_retries": 0,
            "max_retries": 0,
            "extra_headers": {**self._endpoint.headers, "Idempotency-Key": key},
        }
        if self._endpoint.api_key:
            arguments["api_key"] = self._endpoint.api_key
        if self._endpoint.base_url:
            arguments["api_base"] = self._endpoint.base_url
        return arguments

    def _fault(self, error: Exception) -> ProviderError:
        status = getattr(error, "status_code", None)
        headers = getattr(error, "litellm_response_headers", None) or {}
        return fault_of_status(
            status if isinstance(status, int) else 500,
            self._scrub(_providers_words(whole_text(str(error)))),
            asked=Asked(f"the provider of {self.model!r}", self.model, self._endpoint.key_name),
            headers={str(name).lower(): str(value) for name, value in dict(headers).items()},
        )


def _in_litellms_words(known: Capabilities) -> Capabilities:
    """Leave the translation of efforts and interfaces to LiteLLM."""
    style = known.effort_style if known.effort_style in ("none", "switch") else "reasoning_effort"
    return known.changed(interface="chat", effort_style=style)


def _providers_words(said: str) -> str:
    """Take LiteLLM's wrapping off an error that holds the provider's own JSON."""
    start, end = said.find("{"), said.rfind("}")
    if 0 <= start < end:
        try:
            json.loads(said[start : end + 1])
        except (ValueError, RecursionError):
            return said
        return said[start : end + 1]
    return said


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
