"""Ten rounds of proofs against an endpoint that takes 1.0 s a call, at 16, 64 and 256 in flight."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench._command import eval_command, finish, start
from bench._endpoint import header, read_log, running_endpoint
from bench._proofs import write_proofs

ROUNDS, DELAY_S, LEVELS, TARGET = 10, 1.0, (16, 64, 256), 0.95
IDEAL_S = ROUNDS * DELAY_S


def run() -> Iterator[str]:
    """Measure from the first request to the last file written: start-up excluded."""
    for level in LEVELS:
        yield measure(level)


def measure(level: int) -> str:
    """Compare one number of calls in flight with the ideal, and with a client that does nothing."""
    proofs = ROUNDS * level
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = write_proofs(folder / "proofs.jsonl", proofs)
        with running_endpoint(folder / "log", delay_s=DELAY_S) as url:
            finish(start(eval_command(dataset, folder / "run", url, concurrency=level)))
        with running_endpoint(folder / "bare", delay_s=DELAY_S) as url:
            bare = asyncio.run(bare_seconds(url, level))
        events = read_log(folder / "log")
        requests = [event for event in events if event.what == "request"]
        seconds = (folder / "run" / "metrics.json").stat().st_mtime - requests[0].at
        waiting = max(event.at for event in events) - requests[0].at
    return (
        f"{level} in flight, {proofs} proofs, {DELAY_S} s a call: {IDEAL_S / seconds:.2f} of the "
        f"ideal (target {TARGET}); until the last reply {IDEAL_S / waiting:.2f}; requests a proof "
        f"{len(requests) / proofs:.2f}; a client without work of its own {IDEAL_S / bare:.2f}"
    )


async def bare_seconds(url: str, level: int) -> float:
    """The same calls over plain sockets: what the machine and the endpoint take by themselves."""
    address = urlsplit(url)
    left = iter(range(ROUNDS * level))

    async def ask_in_turn() -> None:
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        for number in left:
            body = str(number).encode()
            writer.write(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            await reader.readexactly(int(header(head, "content-length") or 0))
        writer.close()

    began = time.monotonic()
    await asyncio.gather(*(ask_in_turn() for _ in range(level)))
    return time.monotonic() - began
