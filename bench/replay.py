"""550 proofs answered entirely from the store: time and memory of the whole command."""

import os
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench._command import clean_environment, eval_command, finish, start
from bench._endpoint import read_log, running_endpoint
from bench._proofs import write_proofs

PROOFS, LIMIT_S, LIMIT_MB = 550, 10.0, 300.0


def run() -> Iterator[str]:
    """Fill a store, forget the results, and run the same command again, start-up included."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset = write_proofs(folder / "proofs.jsonl", PROOFS)
        with running_endpoint(folder / "log", delay_s=0.0) as url:
            command = eval_command(dataset, folder / "run", url, concurrency=64)
            finish(start(command))
            forget_results(folder / "run" / "store.sqlite")
            asked = len(read_log(folder / "log"))
            began = time.monotonic()
            megabytes = peak_megabytes(command)
            seconds = time.monotonic() - began
            asked_again = len(read_log(folder / "log")) - asked
    yield f"{PROOFS} proofs from the store: {seconds:.2f} s, {seconds / LIMIT_S:.2f} x the limit"
    yield f"peak memory: {megabytes:.0f} MB, {megabytes / LIMIT_MB:.2f} x the limit"
    yield f"asked again / proofs: {asked_again / PROOFS:.2f} (target 0)"


def peak_megabytes(command: list[str]) -> float:
    """Run a command that must succeed and give the most memory it held, in megabytes."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment()
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"exit code {process.returncode}")
    return usage.ru_maxrss / 1024


def forget_results(store: Path) -> None:
    """Leave the model calls and drop the results, so that every verdict is made anew."""
    connection = sqlite3.connect(store)
    with connection:
        connection.execute("DELETE FROM results")
    connection.close()
