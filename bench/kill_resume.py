"""``kill -9`` at 20 random moments of a run, then the same command: what was asked again?

Three things can have happened to a call at the moment of the kill. Its answer was in the store:
asking it again would be a fault. Its answer had reached this machine but not the store: the time
between the two is the only loss a client can shrink. It was still with the provider: no client can
save it, and it goes out again with the same Idempotency-Key.
"""

import json
import random
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench._command import eval_command, finish, start
from bench._endpoint import Event, read_log, running_endpoint
from bench._proofs import write_proofs

KILLS, PROOFS, DELAY_S, CONCURRENCY = 20, 200, 1.0, 64

# From before the first request to the last wave of replies of an unhurried run.
EARLIEST_S, LATEST_S = -0.5, 4.2


class Count(NamedTuple):
    """What one kill did."""

    stored: int
    """Answers in the store at the kill."""
    stored_again: int
    """Of these, asked again."""
    landed_again: int
    """Answers wholly written to the client's socket, not in the store, and asked again."""
    in_flight: int
    """Calls still with the endpoint at the kill."""
    new_keys: int
    """Calls asked again under another Idempotency-Key than before."""
    rows_lost: int
    """Proofs without a row at the end."""
    rows_doubled: int
    """Proofs with more than one."""


def run() -> Iterator[str]:
    """Kill, resume and count, so many times."""
    dice = random.Random(20_261_115)
    counts = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = write_proofs(folder / "proofs.jsonl", PROOFS)
        for number in range(KILLS):
            moment = dice.uniform(EARLIEST_S, LATEST_S)
            counts.append(one_kill(folder / f"{number}", dataset, moment))
    total = Count(*(sum(column) for column in zip(*counts, strict=True)))
    rows = KILLS * PROOFS
    yield f"{KILLS} kills of a run of {PROOFS} proofs; {total.stored} answers stored at the kills"
    yield f"stored answers asked again / stored: {total.stored_again}/{total.stored} (target 0)"
    yield f"rows lost / rows: {total.rows_lost}/{rows}, doubled: {total.rows_doubled} (target 0)"
    yield (
        f"calls under way at a kill: {total.in_flight / KILLS:.1f} on average, which no client can "
        f"save; under another Idempotency-Key when asked again: {total.new_keys}"
    )
    yield (
        "answers on their way from the socket to the store at a kill, and asked again: "
        f"{total.landed_again}, {total.landed_again / rows:.2%} of all calls"
    )


def one_kill(folder: Path, dataset: Path, moment_s: float) -> Count:
    """Run, kill so long after the first request, run again and count."""
    folder.mkdir()
    log = folder / "log"
    with running_endpoint(log, delay_s=DELAY_S) as url:
        command = eval_command(dataset, folder / "run", url, concurrency=CONCURRENCY)
        process = start(command)
        first = wait_for_first_request(log, process) if moment_s > 0 else time.time() + 1.5
        time.sleep(max(0.0, first + moment_s - time.time()))
        process.kill()
        process.communicate()
        killed_at = time.time()
        stored = stored_keys(folder / "run" / "store.sqlite")
        finish(start(command))
    return count(read_log(log), killed_at, stored, predicted_ids(folder / "run"))


def wait_for_first_request(log: Path, process: "subprocess.Popen[str]") -> float:
    """The time of the first request."""
    while not log.exists() or not (events := read_log(log)):
        if process.poll() is not None:
            finish(process)
            raise RuntimeError("the run ended before its first request")
        time.sleep(0.005)
    return events[0].at


def count(events: list[Event], killed_at: float, stored: set[str], rows: Counter[str]) -> Count:
    """Sort what was asked after the kill by what was known of it at the kill."""
    before = [event for event in events if event.at <= killed_at]
    asked_before = {e.body: e.key for e in before if e.what == "request"}
    kept = {e.body for e in before if e.question in stored}
    landed = {e.body for e in before if e.what == "reply"}
    again = {
        e.body: e.key
        for e in events
        if e.what == "request" and e.at > killed_at and e.body in asked_before
    }
    return Count(
        stored=len(stored),
        stored_again=sum(body in kept for body in again),
        landed_again=sum(body in landed and body not in kept for body in again),
        in_flight=len(asked_before.keys() - landed),
        new_keys=sum(key != asked_before[body] for body, key in again.items()),
        rows_lost=PROOFS - len(rows),
        rows_doubled=sum(times > 1 for times in rows.values()),
    )


def stored_keys(store: Path) -> set[str]:
    """The keys of the calls whose answer a killed process left in its store."""
    if not store.exists():
        return set()
    connection = sqlite3.connect(store)
    try:
        rows = connection.execute("SELECT key FROM model_calls WHERE state = 'answered'")
        return {key for (key,) in rows}
    except sqlite3.OperationalError:
        return set()  # killed before the tables were made
    finally:
        connection.close()


def predicted_ids(run_folder: Path) -> Counter[str]:
    """How many rows each proof has in the end."""
    lines = (run_folder / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    return Counter(json.loads(line)["id"] for line in lines)
