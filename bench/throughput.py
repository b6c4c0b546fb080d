"""200 proofs against an endpoint that takes 1.0 s a call, 64 at once: the ideal is 4 s."""

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench._command import eval_command, finish, start
from bench._endpoint import read_log, running_endpoint
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
