"""200 proofs against an endpoint that takes 1.0 s a call, 64 at once: the ideal is 4 s."""

import asyncio
import math
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench._command import eval_command, finish, start
from bench._endpoint import header, read_log, running_endpoint
from bench._proofs import write_proofs

PROOFS, DELAY_S, CONCURRENCY, TARGET = 200, 1.0, 64, 1.25


def run() -> Iterator[str]:
    """Measure from the first request to the last file written: start-up excluded."""
    ideal = math.ceil(PROOFS / CONCURRENCY) * DELAY_S
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = write_proofs(folder / "proofs.jsonl", PROOFS)
        with running_endpoint(folder / "log", delay_s=DELAY_S) as url:
            finish(start(eval_command(dataset, folder / "run", url, concurrency=CONCURRENCY)))
        with running_endpoint(folder / "bare", delay_s=DELAY_S) as url:
            bare = asyncio.run(bare_seconds(url))
        events = read_log(folder / "log")
        requests = [event for event in events if event.what == "request"]
        seconds = (folder / "run" / "metrics.json").stat().st_mtime - requests[0].at
        waiting = max(event.at for event in events) - requests[0].at
    yield (
        f"{PROOFS} proofs, {CONCURRENCY} at once, {DELAY_S} s a call: {seconds:.2f} s, "
        f"{seconds / ideal:.2f} x the ideal {ideal:.0f} s (target {TARGET})"
    )
    yield f"of this, first request to last reply: {waiting:.2f} s, {waiting / ideal:.2f} x"
    yield f"requests sent / proofs: {len(requests) / PROOFS:.2f}"
    yield f"a client without any work of its own, on this machine now: {bare / ideal:.2f} x"


async def bare_seconds(url: str) -> float:
    """The same calls over plain sockets: what the machine and the endpoint take by themselves."""
    address = urlsplit(url)
    left = iter(range(PROOFS))

    async def ask_in_turn() -> None:
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        for number in left:
            body = str(number).encode()
            writer.write(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            await reader.readexactly(int(header(head, "content-length") or 0))
        writer.close()

    began = time.monotonic()
    await asyncio.gather(*(ask_in_turn() for _ in range(CONCURRENCY)))
    return time.monotonic() - began
