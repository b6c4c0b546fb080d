"""Provider interfaces that are not chat-completions, through LiteLLM (the extra ``litellm``).

LiteLLM turns each provider's answer and each provider's faults into the shapes of the OpenAI SDK;
this adapter turns those into ours, with LiteLLM's own retries off. Why an answer ended is read from
the provider's own body: LiteLLM calls every end that it does not know a ``stop``, also that of a
stream that broke off. The library is imported with the first call, and without letting it fetch its
price list from the network.
"""

import asyncio
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from importlib import import_module
from typing import Any, NamedTuple

from faithsieve.errors import SILENCE, ErrorDetails, MissingToolError, ProviderError
from faithsieve.llm.adaptive import AdaptiveModel
from faithsieve.llm.capabilities import guess_capabilities
from faithsieve.llm.endpoint import (
    CallTarget,
    Endpoint,
    Scrubber,
    fault_of_status,
    secrets_in_headers,
)
from faithsieve.llm.protocol import request_key
from faithsieve.llm.wire import broken_stream, join_events, no_surrogates, parse_answer, read_events
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.model import Capabilities, Reasoning

_OWN_SHAPES = ("anthropic/", "gemini/")
"""Providers whose bodies are read beside LiteLLM's account of them; the others speak OpenAI's."""

_heard: ContextVar[list[str]] = ContextVar("heard")
"""The bodies that came for the request under way."""


async def _overhear(response: Any) -> None:
    """Record the whole body of a response before LiteLLM reads it."""
    await response.aread()
    _heard.get().append(response.text)


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
        module: Any = None,
    ) -> None:
        """Describe a model; nothing is imported or sent yet.

        Args:
            model: LiteLLM's name for it, such as ``anthropic/claude-sonnet-4-5``.
            endpoint: Where it is, if not where LiteLLM knows it, and how long it may take; without
                a key LiteLLM takes the provider's usual variable.
            secrets: Values that must not appear in any text, such as keys LiteLLM finds itself.
        """
        known = capabilities or guess_capabilities(model, usual_host(model))
        super().__init__(model, capabilities=_in_litellms_words(known), reasoning=reasoning)
        self.identity = f"litellm:{model}"
        self._endpoint = endpoint
        hidden = secrets_in_headers(endpoint.headers)
        self._scrub = Scrubber([endpoint.api_key, *hidden, *secrets])
        self._module = module
        self._http: Any = None

    def __repr__(self) -> str:
        return f"LiteLLMProvider({self.model!r})"

    async def aclose(self) -> None:
        if self._http is not None:
            await self._http.close()
            self._http = None

    async def send(self, body: dict[str, Any], request: ChatRequest) -> ChatReply:
        # In a thread: the import takes seconds, and other calls are under way.
        module = await asyncio.to_thread(self._library)
        key = request_key(request, identity=self.identity)
        payload, cost = await self._ask_library(module, self._arguments(body, key))
        scrubbed = json.loads(self._scrub(json.dumps(payload, default=str)))
        reply = parse_answer(scrubbed, asked_model=self.model)
        return reply.model_copy(update={"cost_usd": cost})

    def _library(self) -> Any:
        if self._module is None:
            # Importing must not reach for the network: the price list it carries is good enough.
            os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
            try:
                self._module = import_module("litellm")
            except ModuleNotFoundError:
                raise MissingToolError(
                    "LiteLLM",
                    needed_for=f"the model {self.model!r}",
                    fix="pip install 'faithsieve[litellm]' (docs/models.md, if pip finds no way)",
                ) from None
            self._module.suppress_debug_info = True
            if self.model.startswith(_OWN_SHAPES):
                handlers = import_module("litellm.llms.custom_httpx.http_handler")
                self._http = handlers.AsyncHTTPHandler(
                    event_hooks={"response": [_overhear]}, follow_redirects=False
                )
        return self._module

    async def _ask_library(
        self, module: Any, arguments: dict[str, Any]
    ) -> tuple[dict[str, Any], float | None]:
        from openai import OpenAIError  # LiteLLM has imported it already

        times = self._endpoint.timeouts
        total_s = times.stream_total_s if arguments.get("stream") else times.total_s
        heard: list[str] = []
        _heard.set(heard)
        try:
            async with asyncio.timeout(total_s):
                answer = await module.acompletion(**arguments)
                if not arguments.get("stream"):
                    return _ended(answer.model_dump(), _ends(heard)), _cost_usd(answer)
                events = [piece.model_dump() async for piece in answer]
                ends = _ends(heard)
                if not ends and getattr(answer, "received_finish_reason", None) is None:
                    # LiteLLM invents a last event where none came.
                    raise broken_stream("it ended before the answer did")
                return _ended(join_events(events), ends), None
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
        if self._http is not None:
            arguments["client"] = self._http
        return arguments

    def _fault(self, error: Exception) -> ProviderError:
        status = getattr(error, "status_code", None)
        headers = getattr(error, "litellm_response_headers", None) or {}
        return fault_of_status(
            status if isinstance(status, int) else 500,
            self._scrub(_providers_words(no_surrogates(str(error)))),
            asked=CallTarget(
                f"the provider of {self.model!r}", self.model, self._endpoint.key_name
            ),
            headers={str(name).lower(): str(value) for name, value in dict(headers).items()},
        )


_USUAL_HOSTS = {
    "azure": "resource.openai.azure.com",
    "deepseek": "api.deepseek.com",
    "openai": "api.openai.com",
    "openrouter": "openrouter.ai",
}


def usual_host(model: str) -> str:
    """Return the host that the table of families knows LiteLLM's provider by, or nothing."""
    return _USUAL_HOSTS.get(model.partition("/")[0], "")


def _in_litellms_words(known: Capabilities) -> Capabilities:
    """Reduce capabilities to what LiteLLM does not translate itself."""
    style = known.effort_style if known.effort_style in ("none", "switch") else "reasoning_effort"
    return known.changed(effort_style=style)


class _End(NamedTuple):
    """The finish reason of a provider's answer."""

    reason: str
    sentence: str | None = None
    """What it says of a refusal or of a stop by its filter."""


def _ended(payload: dict[str, Any], ends: Sequence[_End]) -> dict[str, Any]:
    """Put the provider's own reason why an answer ended, and its sentence, into the payload."""
    for choice in payload.get("choices", ())[:1]:
        for end in ends[-1:]:
            choice["finish_reason"] = end.reason
            choice["message"]["refusal"] = end.sentence
    return payload


def _ends(heard: Iterable[str]) -> list[_End]:
    """Find where the provider's bodies say that the answer ended."""
    found = (_native_end(event) for body in heard for event in _events(body))
    return [end for end in found if end is not None]


def _events(body: str) -> Iterable[Mapping[str, Any]]:
    if not body.lstrip().startswith(("{", "[")):
        return read_events(body)
    whole = json.loads(body)
    return whole if isinstance(whole, list) else (whole,)


def _native_end(event: Mapping[str, Any]) -> _End | None:
    """Read why an Anthropic message or a Gemini answer ended, if the event says so."""
    delta = event.get("delta")
    message = delta if event.get("type") == "message_delta" and isinstance(delta, dict) else event
    if message.get("stop_reason"):
        details = message.get("stop_details") or {}
        return _End(message["stop_reason"], details.get("explanation") or details.get("category"))
    feedback = event.get("promptFeedback") or {}
    if feedback.get("blockReason"):
        said = feedback.get("blockReasonMessage") or "the prompt was blocked"
        return _End("blocked", f"{said} ({feedback['blockReason']})")
    candidate: Mapping[str, Any] = next(iter(event.get("candidates") or ()), {})
    reason = candidate.get("finishReason")
    if reason in (None, "STOP", "MAX_TOKENS"):
        return _End(reason) if reason else None
    ratings = candidate.get("safetyRatings") or ()
    named = [rating["category"] for rating in ratings if rating.get("blocked")]
    said = candidate.get("finishMessage") or "the answer was stopped"
    return _End(reason, f"{said} ({', '.join((reason, *named))})")


def _providers_words(said: str) -> str:
    """Extract the provider's own JSON from a LiteLLM error message."""
    start, end = said.find("{"), said.rfind("}")
    if 0 <= start < end:
        try:
            json.loads(said[start : end + 1])
        except (ValueError, RecursionError):
            return said
        return said[start : end + 1]
    return said


def _cost_usd(completion: Any) -> float | None:
    """Return LiteLLM's price, or None for 0, which means unknown."""
    cost = getattr(completion, "_hidden_params", {}).get("response_cost")
    return float(cost) if cost else None
