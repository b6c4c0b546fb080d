"""A real HTTP server on this machine that misbehaves as its script says, one act a request.

It speaks raw bytes on purpose: a web framework would refuse to break the protocol.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.openai_compatible import OpenAICompatible


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Act = Callable[["Stage"], Awaitable[None]]
"""What the server does with one request: an async function over the open connection."""


@dataclass
class Stage:
    """The open connection an act plays on."""

    writer: asyncio.StreamWriter
    received: Received
    keep_alive: bool = True

    async def send(self, *pieces: bytes) -> None:
        self.writer.write(b"".join(pieces))
        await self.writer.drain()

    async def respond(
        self,
        status: int,
        body: bytes,
        *,
        content_type: str | None = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        await self.send(head(status, len(body), content_type, headers or {}), body)


def head(
    status: int, length: int | None, content_type: str | None, headers: Mapping[str, str]
) -> bytes:
    lines = [f"HTTP/1.1 {status} Whatever"]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def completion(text: str = "correct", **changes: Any) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "test-model",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": 11,
            "completion_tokens": 3,
            "total_tokens": 14,
            "prompt_tokens_details": {"cached_tokens": 5},
        },
    }
    return payload | changes


def respond(status: int, body: bytes, *, after_s: float = 0.0, **how: Any) -> Act:
    async def act(stage: Stage) -> None:
        await asyncio.sleep(after_s)
        await stage.respond(status, body, **how)

    return act


def ok(text: str = "correct", *, after_s: float = 0.0, **changes: Any) -> Act:
    return payload(completion(text, **changes), after_s=after_s)


def doubled(text: str, after_s: float = 0.0) -> Act:
    """Send an answer twice, in one go or some time apart."""

    async def act(stage: Stage) -> None:
        body = json.dumps(completion(text)).encode()
        whole = head(200, len(body), "application/json", {}) + body
        await stage.send(whole, *() if after_s else (whole,))
        if after_s:
            await asyncio.sleep(after_s)
            await stage.send(whole)

    return act


def payload(value: Any, *, status: int = 200, **how: Any) -> Act:
    return respond(status, json.dumps(value).encode(), **how)


def raw(body: bytes, **how: Any) -> Act:
    return respond(200, body, **how)


def error(status: int, message: str = "no", *, retry_after: str | None = None, **more: Any) -> Act:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return payload({"error": {"message": message, **more}}, status=status, headers=headers)


def html(status: int) -> Act:
    page = b"<!doctype html><html><body><h1>Bad gateway</h1></body></html>"
    return respond(status, page, content_type="text/html")


def redirect(location: str, status: int = 302) -> Act:
    return respond(status, b"{}", headers={"Location": location})


async def hang_before_headers(stage: Stage) -> None:
    await asyncio.Event().wait()


async def hang_mid_body(stage: Stage) -> None:
    await stage.send(head(200, 5000, "application/json", {}), b'{"choices": [')
    await asyncio.Event().wait()


def slow_drip(interval_s: float) -> Act:
    async def act(stage: Stage) -> None:
        body = json.dumps(completion("late")).encode()
        await stage.send(head(200, len(body), "application/json", {}))
        for byte in body:
            await stage.send(bytes([byte]))
            await asyncio.sleep(interval_s)

    return act


async def reset(stage: Stage) -> None:
    stage.keep_alive = False
    stage.writer.transport.abort()


async def truncated(stage: Stage) -> None:
    stage.keep_alive = False
    body = json.dumps(completion("correct")).encode()
    await stage.send(head(200, len(body), "application/json", {}), body[: len(body) // 2])


async def garbage_headers(stage: Stage) -> None:
    stage.keep_alive = False
    await stage.send(b"\x00\xff not http at all\r\n\r\n")


def oversize(total: int) -> Act:
    """Send a body in chunks, so that no length gives it away beforehand."""

    async def act(stage: Stage) -> None:
        stage.keep_alive = False
        chunked = {"Transfer-Encoding": "chunked"}
        await stage.send(head(200, None, "application/json", chunked))
        piece = b" " * 65536
        for _ in range(total // len(piece) + 1):
            await stage.send(b"10000\r\n", piece, b"\r\n")
        await stage.send(b"0\r\n\r\n")

    return act


def echo_headers(status: int) -> Act:
    """Say back every header that came, as a careless proxy does."""

    async def act(stage: Stage) -> None:
        said = json.dumps(dict(stage.received.headers))
        await stage.respond(status, json.dumps(completion(said, error={"message": said})).encode())

    return act


@dataclass
class FaultServer:
    """What a test sees of the server: its address and what came in."""

    base_url: str = ""
    requests: list[Received] = field(default_factory=list)
    busy: int = 0
    busiest: int = 0


@asynccontextmanager
async def fault_server(
    script: Iterable[Act], *, afterwards: Act | None = None
) -> AsyncIterator[FaultServer]:
    """Serve the acts in the order in which requests come, then ``afterwards`` for ever."""
    server_view = FaultServer()
    acts = iter(script)
    connections: set[asyncio.Task[Any]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            while (received := await _read_request(reader)) is not None:
                server_view.requests.append(received)
                act = next(acts, afterwards) or error(500, "the script is over")
                stage = Stage(writer, received)
                server_view.busy += 1
                server_view.busiest = max(server_view.busiest, server_view.busy)
                try:
                    await act(stage)
                finally:
                    server_view.busy -= 1
                if not stage.keep_alive:
                    return
        except ConnectionError:
            return  # the client went away, which is what some tests want
        except asyncio.CancelledError:
            return  # the test is over
        finally:
            connections.discard(task)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server_view.base_url = f"http://127.0.0.1:{port}/v1"
    try:
        yield server_view
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


@asynccontextmanager
async def asking(url: str, *, model: str = "m", **endpoint: Any) -> AsyncIterator[OpenAICompatible]:
    """Give a client of an endpoint, and close its connections also where the test fails."""
    client = OpenAICompatible(model, Endpoint(url, **endpoint))
    try:
        yield client
    finally:
        await client.aclose()


async def _read_request(reader: asyncio.StreamReader) -> Received | None:
    try:
        if (start := await reader.readexactly(1)) == b"\x16":
            return None  # a TLS greeting, which plain servers hang up on
        block = start + await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = block.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, path, headers, body)
