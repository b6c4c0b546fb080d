"""OpenTelemetry spans of model calls, after the semantic conventions for generative AI.

Needs the extra ``otel`` and the setting ``observe.spans``. A span is one attempt to ask a provider:
what the store answers makes none. Prompts and replies stay in the store. Where spans go is
OpenTelemetry's own business: ``OTEL_EXPORTER_OTLP_ENDPOINT`` and its other variables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.version import __version__

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider


@contextmanager
def exporting_spans(is_wanted: bool) -> "Iterator[TracerProvider | None]":
    """Send spans to the OTLP endpoint of the environment while the block runs.

    Raises:
        MissingToolError: the extra is not installed.
    """
    if not is_wanted:
        yield None
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise MissingToolError(
            "OpenTelemetry", needed_for="observe.spans", fix="pip install 'faithsieve[otel]'"
        ) from error
    resource = Resource.create({"service.name": "faithsieve", "service.version": __version__})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    try:
        yield provider
    finally:
        provider.shutdown()


class TracedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that makes a span of each call."""

    def __init__(self, inner: ChatModel, provider: "TracerProvider", *, model: str) -> None:
        """Wrap a model under the name it is asked for."""
        self._inner = inner
        self._tracer: Tracer = provider.get_tracer("faithsieve", __version__)
        self._model = model

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask inside a span."""
        from opentelemetry.trace import SpanKind, StatusCode

        with self._tracer.start_as_current_span(
            f"chat {self._model}",
            kind=SpanKind.CLIENT,
            attributes=self._asked(request),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                reply = await self._inner.complete(request)
            except Exception as error:
                # The class alone: a provider's words may quote the prompt.
                span.set_attribute("error.type", _error_type(error))
                span.set_status(StatusCode.ERROR)
                raise
            span.set_attributes(_answered(reply))
        return reply

    def _asked(self, request: ChatRequest) -> dict[str, Any]:
        known = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "openai",
            "gen_ai.request.model": self._model,
            "gen_ai.request.temperature": request.decoding.temperature,
            "gen_ai.request.max_tokens": request.decoding.max_output_tokens,
            "faithsieve.stage": request.stage,
            "faithsieve.prompt": request.prompt.id,
        }
        return {name: value for name, value in known.items() if value is not None}


def _answered(reply: ChatReply) -> dict[str, Any]:
    return {
        "gen_ai.response.model": reply.model,
        "gen_ai.response.finish_reasons": (reply.finish_reason,),
        "gen_ai.usage.input_tokens": reply.usage.input_tokens,
        "gen_ai.usage.output_tokens": reply.usage.output_tokens,
    }


def _error_type(error: Exception) -> str:
    status = error.status if isinstance(error, ProviderError) else None
    return str(status) if status else type(error).__name__
