"""A chat endpoint on this machine that answers as a test says, and counts the questions."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from support.fault_server import completion

Answer = Callable[[str], tuple[int, str]]


class Endpoint:
    """A chat endpoint whose answers a test can change; it counts the questions."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []
        self.answer: Answer = lambda question: (200, "correct")
        self.delay_s = 0.0


@contextmanager
def serving() -> Iterator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            question = body["messages"][-1]["content"]
            running.asked.append(question)
            time.sleep(running.delay_s)
            status, text = running.answer(question)
            payload = completion(text) if status == 200 else {"error": {"message": text}}
            reply = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running = Endpoint(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
