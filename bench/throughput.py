"""Rounds of proofs against an endpoint that takes 1.0 s a call, at 16, 64 and 256 in flight.

Two figures for each level, from one run of the real command. The *whole run* goes from the first
request to the last file written: it also pays once for filling the endpoint, for the wait of the
last call and for the files, which weighs less the longer a run is; start-up is not in it. The
*steady rate* counts the replies after the first round and before the last one, over the time in
which they came. The ideal is the level divided by the endpoint's second.
"""

import asyncio
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench._command import eval_command, finish, start
from bench._endpoint import header, read_log, running_endpoint
from bench._proofs import write_proofs

ROUNDS, BARE_ROUNDS, DELAY_S, LEVELS, TARGET = 30, 10, 1.0, (16, 64, 256), 0.95


def run() -> Iterator[str]:
    for level in LEVELS:
        yield measure(level)


def measure(level: int) -> str:
    """Compare one number of calls in flight with the ideal, and with a client that does nothing."""
    proofs = ROUNDS * level
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = write_proofs(folder / "proofs.jsonl", proofs)
        with running_endpoint(folder / "log", delay_s=DELAY_S) as url:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            finish(start(eval_command(dataset, folder / "run", url, concurrency=level)))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with running_endpoint(folder / "bare", delay_s=DELAY_S) as url:
            bare = asyncio.run(bare_seconds(url, level))
        events = read_log(folder / "log")
        asked = [event.at for event in events if event.what == "request"]
        replied = [event.at for event in events if event.what == "reply"]
        seconds = (folder / "run" / "metrics.json").stat().st_mtime - asked[0]
    steady_s = replied[proofs - level - 1] - replied[level - 1]
    own_s = sum(after[:2]) - sum(before[:2])
    return (
        f"{level} in flight, {proofs} proofs, {DELAY_S} s a call: whole run "
        f"{ROUNDS * DELAY_S / seconds:.3f} of the ideal, steady rate "
        f"{(ROUNDS - 2) * DELAY_S / steady_s:.3f} (target {TARGET}); a client without work of its "
        f"own {BARE_ROUNDS * DELAY_S / bare:.3f}; requests a proof {len(asked) / proofs:.2f}; "
        f"processor time of the command {own_s:.1f} s"
    )


async def bare_seconds(url: str, level: int) -> float:
    """The same calls over plain sockets: what the machine and the endpoint take by themselves."""
    address = urlsplit(url)
    left = iter(range(BARE_ROUNDS * level))

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
