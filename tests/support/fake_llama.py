"""A stand-in for the local model's process: same lines in and out, a tiny HTTP server, no model.

Run as a script. Its first argument says how it misbehaves: ``ok``, ``exit`` (before it listens),
``hang`` (never listens), ``stubborn`` (ignores SIGTERM and the closed lifeline).
"""

import http.server
import json
import os
import signal
import sys
import threading
import time

BEHAVIOUR = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer({"status": "ok"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {LAUNCH['api_key']}":
            self._answer({"error": "key"}, 401)
        elif self.path == "/apply-template":
            self._answer({"prompt": " ".join(m["content"] for m in body["messages"]) + " go"})
        elif self.path == "/tokenize" and body["content"] != "break":
            self._answer({"tokens": body["content"].split()})
        else:
            self._answer(["not", "an", "object"])

    def _answer(self, payload: object, status: int = 200) -> None:
        text = json.dumps(payload).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def watch() -> None:
    while os.read(0, 4096):
        pass
    if BEHAVIOUR != "stubborn":
        os._exit(0)


LAUNCH = json.loads(sys.stdin.buffer.raw.readline())  # type: ignore[union-attr]
sys.stderr.write("loading the fake model\n")
sys.stderr.flush()
if BEHAVIOUR == "exit":
    sys.exit("the fake model is broken")
if BEHAVIOUR == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
threading.Thread(target=watch, daemon=True).start()
if BEHAVIOUR == "hang":
    time.sleep(600)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
sys.stdout.write(f"http://127.0.0.1:{server.server_port}\n")
sys.stdout.flush()
server.serve_forever()
