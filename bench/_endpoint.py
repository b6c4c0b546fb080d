"""A chat-completions endpoint with a fixed delay that writes down everything it was asked.

Run as ``python -m bench._endpoint LOG DELAY_S [ANSWERS]``: it prints its port and serves labels, or
the answers of a file by question, until it is ended.
Each line of the log is one event, written with one system call before anything else happens, so it
holds whatever becomes of the client: ``request`` when a whole request was read, ``reply`` when the
whole reply was handed to the client's socket. Every request is answered, also one asked twice: it
is for the reader of the log to count.
"""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

LABELS = ("correct", "step 1", "step 2")


class Event(NamedTuple):
    """One line of the log."""

    at: float
    """Seconds since the epoch, to compare with the times of files."""
    what: str
    """``request`` or ``reply``."""
    key: str
    """The Idempotency-Key, or the body's digest where there is none."""
    body: str
    """The digest of the body."""

    @property
    def question(self) -> str:
        """The key in the store of the call that it was; an Idempotency-Key adds its body's."""
        return self.key.partition("-")[0]


class Endpoint:
    """The server: a log, a delay and perhaps answers."""

    answers: dict[str, str] | None = None

    def __init__(self, log: Path, delay_s: float, answers: dict[str, str] | None = None) -> None:
        self.answers = answers
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self.delay_s = delay_s

    def note(self, what: str, key: str, body: str) -> None:
        """Write one event."""
        line = json.dumps([time.time(), what, key, body]) + "\n"
        os.write(self._log, line.encode())

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends."""
        try:
            while True:
                await self._answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        body = await reader.readexactly(int(header(head, "content-length") or 0))
        digest = hashlib.sha256(body).hexdigest()
        key = header(head, "idempotency-key") or digest
        self.note("request", key, digest)
        await asyncio.sleep(self.delay_s)
        question = question_of_body(body)
        writer.write(completion(question, self.answers[question] if self.answers else None))
        await writer.drain()
        self.note("reply", key, digest)


def question_of_body(body: bytes) -> str:
    """Hash what is asked, and not how: a client may learn to ask for a stream."""
    with suppress(ValueError, TypeError, KeyError):
        body = json.dumps(json.loads(body)["messages"]).encode()
    return hashlib.sha256(body).hexdigest()


def header(head: str, name: str) -> str | None:
    """The value of a header, with its name in lower case."""
    for line in head.split("\r\n")[1:]:
        found, _, value = line.partition(":")
        if found == name:
            return value.strip()
    return None


def completion(digest: str, answer: str | None = None) -> bytes:
    """A whole HTTP response; without an answer, a label that depends on the question alone."""
    text = answer if answer is not None else LABELS[int(digest[:8], 16) % len(LABELS)]
    message = {"role": "assistant", "content": text}
    payload = {
        "id": digest[:16],
        "object": "chat.completion",
        "created": 0,
        "model": "bench",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 2, "total_tokens": 102},
    }
    body = json.dumps(payload).encode()
    lines = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return lines.encode() + b"\r\n" + body


def read_log(log: Path) -> list[Event]:
    """All events so far, in order."""
    return [Event(*json.loads(line)) for line in log.read_text().splitlines()]


@contextmanager
def running_endpoint(log: Path, *, delay_s: float, answers: Path | None = None) -> Iterator[str]:
    """Start the endpoint in a process of its own and give its base URL."""
    command = [sys.executable, "-m", "bench._endpoint", str(log), str(delay_s)]
    command += [str(answers)] if answers else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


async def main(log: Path, delay_s: float, answers: Path | None = None) -> None:
    """Serve until the process is ended."""
    endpoint = Endpoint(log, delay_s, json.loads(answers.read_text()) if answers else None)
    server = await asyncio.start_server(endpoint.serve, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2]), *map(Path, sys.argv[3:])))
