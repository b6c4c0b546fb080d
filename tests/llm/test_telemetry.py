"""A span says what a call was, cost and ended as; what was said stays out."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.llm.telemetry import TracedModel, exporting_spans
from support.chat import make_reply, make_request

sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="pip install -e '.[otel]'")
export = pytest.importorskip("opentelemetry.sdk.trace.export")
memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")


class Spans:
    def __init__(self) -> None:
        self.exporter = memory.InMemorySpanExporter()
        self.provider = sdk.TracerProvider()
        self.provider.add_span_processor(export.SimpleSpanProcessor(self.exporter))

    def traced(self, model: ScriptedModel) -> TracedModel:
        return TracedModel(model, self.provider, model="m-1")


async def test_a_span_follows_the_conventions_and_holds_no_content() -> None:
    spans = Spans()
    reply = make_reply("the hidden answer", input_tokens=7, output_tokens=5)
    await spans.traced(ScriptedModel([reply])).complete(make_request("the hidden question"))
    (span,) = spans.exporter.get_finished_spans()
    assert span.name == "chat m-1"
    known = dict(span.attributes)
    assert known["gen_ai.operation.name"] == "chat"
    assert known["gen_ai.request.model"] == "m-1"
    assert (known["gen_ai.usage.input_tokens"], known["gen_ai.usage.output_tokens"]) == (7, 5)
    assert known["gen_ai.response.finish_reasons"] == ("stop",)
    assert "hidden" not in span.to_json()


async def test_a_failed_call_is_an_error_without_the_providers_words() -> None:
    spans = Spans()
    model = spans.traced(ScriptedModel([ProviderError("you wrote: hidden", status=429)]))
    with pytest.raises(ProviderError):
        await model.complete(make_request())
    (span,) = spans.exporter.get_finished_spans()
    assert span.attributes["error.type"] == "429"
    assert not span.status.is_ok
    assert "hidden" not in span.to_json()


def test_nothing_is_exported_unless_it_is_wanted() -> None:
    with exporting_spans(False) as provider:
        assert provider is None


def test_without_the_extra_the_command_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(MissingToolError, match="otel"), exporting_spans(True):
        pass


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """A server that takes spans as an OTLP collector does."""
    taken: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", taken
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.network
def test_spans_reach_a_collector(
    collector: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, taken = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    with exporting_spans(True) as provider:
        assert provider is not None
        model = TracedModel(ScriptedModel(["said"]), provider, model="m-1")
        asyncio.run(model.complete(make_request("asked")))
    sent = b"".join(taken)
    assert b"chat m-1" in sent
    assert b"gen_ai.usage.input_tokens" in sent
    assert b"asked" not in sent
