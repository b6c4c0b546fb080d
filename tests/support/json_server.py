"""A server in a thread that takes JSON and answers by a function, for every scripted endpoint."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Json = dict[str, Any]


class Asked(NamedTuple):
    path: str
    headers: dict[str, str]
    """By their names in small letters."""
    body: Json


class Said(NamedTuple):
    status: int
    payload: Json | str
    """JSON, or the text of an event stream."""
    headers: Mapping[str, str] = {}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


@contextmanager
def json_server(answer: Callable[[Asked], Said | None]) -> Iterator[str]:
    """Serve until the block ends; None ends the connection without an answer."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"] or 0)
            body = json.loads(self.rfile.read(length) or b"{}")
            headers = {name.lower(): value for name, value in self.headers.items()}
            said = answer(Asked(self.path, headers, body))
            if said is None:
                self.close_connection = True
                return
            is_stream = isinstance(said.payload, str)
            text = said.payload if isinstance(said.payload, str) else json.dumps(said.payload)
            self.send_response(said.status)
            kind = "text/event-stream" if is_stream else "application/json"
            sent = {"Content-Type": kind, "Content-Length": str(len(text.encode()))}
            for name, value in {**sent, **said.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        do_GET = do_POST

        def log_message(self, format: str, *args: object) -> None: ...

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
