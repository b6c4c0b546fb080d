"""A folder of 30 documents: one command makes the index page, a killed one is resumed.

Every request is counted at the endpoint. What is asked again after the kill is at most what had
been sent and was not in the store yet: with the provider, or on its way from the socket.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench._command import finish, start
from bench._documents import examples
from bench._endpoint import Event, read_log, running_endpoint
from bench.kills import stored_keys

DOCUMENTS, CONCURRENCY, DELAY_S, KILL_AFTER = 30, 4, 0.4, 12


def run() -> Iterator[str]:
    """Check the folder, kill the command in the middle, and give the same command again."""
    with tempfile.TemporaryDirectory() as name:
        folder, out, log = Path(name) / "homework", Path(name) / "graded", Path(name) / "log"
        store = Path(name) / "store.sqlite"
        proofs = write_documents(folder)
        with running_endpoint(log, delay_s=DELAY_S) as url:
            command = [
                *(sys.executable, "-m", "faithsieve.cli.main", "check", str(folder)),
                *("--out", str(out), "--method", "direct", "--model", "bench", "--base-url", url),
                *("--concurrency", str(CONCURRENCY), "--store", str(store)),
            ]
            process = start(command)
            while count(log, "reply") < KILL_AFTER and process.poll() is None:
                time.sleep(0.01)
            process.kill()
            process.communicate()
            before, kept = read_log(log), stored_keys(str(store))
            finish(start(command))
            first = len(read_log(log))
            finish(start(command))
            again = len(read_log(log)) - first
        rows = (out / "index.html").read_text(encoding="utf-8").count('<tr class="is-')
        yield f"{DOCUMENTS} documents with {proofs} proofs; index page with {rows} rows"
        yield from _lines(before, read_log(log), kept)
        yield f"a third run of the same command asked {again} (target 0)"


def write_documents(folder: Path) -> int:
    """Write the first documents of the corpus into a folder and count their proofs."""
    folder.mkdir()
    chosen = list(examples())[:DOCUMENTS]
    for example in chosen:
        (folder / example.name).write_bytes(example.content)
    return sum(len(example.read()) for example in chosen)


def count(log: Path, what: str) -> int:
    """How many events of a kind the log has by now."""
    return sum(event.what == what for event in read_log(log)) if log.exists() else 0


def _lines(before: list[Event], events: list[Event], kept: set[str]) -> Iterator[str]:
    requests = [event for event in events if event.what == "request"]
    asked = Counter(event.body for event in requests)
    again = {event.question for event in requests[sum(e.what == "request" for e in before) :]}
    sent = {event.question for event in before}
    yield f"{asked.total()} requests for {len(asked)} questions; killed with {len(kept)} kept"
    yield f"kept and asked again: {len(again & kept)} (target 0)"
    yield f"sent but not kept at the kill, and asked again: {len(again & sent - kept)}"
