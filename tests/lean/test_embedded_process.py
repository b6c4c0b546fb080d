"""One process of Lean, seen through a worker whose Node is a stand-in that misbehaves."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from faithsieve.lean.embedded_process import LeanCommand, LeanProcess, private_folder
from faithsieve.lean.embedded_worker import (
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
    WorkerTimeoutError,
)
from support.stand_in_lean import MakeWorker, StartWorker

pytestmark = pytest.mark.network


async def test_a_process_that_hangs_is_killed_with_its_children(start_worker: StartWorker) -> None:
    hang = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "(box.parent / 'child').write_text(str(child.pid))\n"
        "while True: pass"
    )
    worker = await start_worker(hang)
    pid, mailbox = worker.pid, worker._mailbox
    assert pid is not None
    assert mailbox is not None
    note = mailbox.parent / "child"
    try:
        with pytest.raises(WorkerTimeoutError, match="killed"):
            await worker.ask({}, timeout_s=0.3)
        assert not psutil.pid_exists(pid)
        assert not mailbox.exists()
        child = int(note.read_text())
        assert not psutil.pid_exists(child) or psutil.Process(child).status() == "zombie"
    finally:
        note.unlink(missing_ok=True)


async def test_the_time_of_a_process_is_that_of_its_children_too() -> None:
    """Under ``lake env`` Lean is the child of a process that computes nothing itself."""
    busy = "import time\nwhile time.process_time() < 1: pass\ntime.sleep(60)"
    words = ("sh", "-c", '"$@"; true', "sh", sys.executable, "-c", busy)
    process = LeanProcess(LeanCommand(words, None, {}))
    try:
        async with asyncio.timeout(60):
            while process.computed_s() < 0.8:
                await asyncio.sleep(0.1)
    finally:
        await process.stop()


async def test_a_crash_is_explained_by_its_error_and_not_by_the_script(
    make_worker: MakeWorker,
) -> None:
    worker = make_worker("print('x' * 10**5 + chr(10) + 'RangeError: too deep')\nsys.exit(1)")
    await worker.start()
    with pytest.raises(WorkerCrashError, match="exit code 1; RangeError: too deep"):
        await worker.ask({}, timeout_s=60)


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        (
            "print('RangeError: Maximum call stack size exceeded')\nsys.exit(1)",
            WorkerExhaustedError,
        ),
        ("print('RuntimeError: memory access out of bounds')\nsys.exit(1)", WorkerExhaustedError),
        ("print('FATAL ERROR: heap out of memory', flush=True)\nos.abort()", WorkerExhaustedError),
        ("os.kill(os.getpid(), 9)", WorkerKilledError),
        ("print('Error: something else')\nsys.exit(1)", WorkerCrashError),
    ],
)
async def test_a_crash_says_whether_the_request_can_be_tried_again(
    end: str, kind: type[WorkerCrashError], start_worker: StartWorker
) -> None:
    worker = await start_worker(end)
    with pytest.raises(WorkerCrashError) as raised:
        await worker.ask({}, timeout_s=60)
    assert type(raised.value) is kind


async def test_the_process_gets_three_paths_and_no_other_environment(
    start_worker: StartWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    worker = await start_worker("answer['env'] = sorted(os.environ)")
    reply = await worker.ask({}, timeout_s=5)
    seen = reply["env"]
    assert isinstance(seen, list)
    # Python itself adds LC_CTYPE in the stand-in.
    paths = {"LEAN_WASM_IMAGE", "LEAN_WASM_MAILBOX", "LEAN_WASM_ROOT"}
    assert set(seen) - {"LC_CTYPE"} == paths


async def test_endless_noise_does_not_block_the_worker(start_worker: StartWorker) -> None:
    worker = await start_worker("sys.stdout.write('noise ' * 200000); sys.stdout.flush()")
    for _ in range(3):
        await worker.ask({}, timeout_s=20)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel to kill the child")
def test_the_process_dies_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    program = f"""
import asyncio, json, pathlib, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from support.stand_in_lean import worker_maker
async def main():
    worker = worker_maker(pathlib.Path({str(tmp_path)!r}))()
    await worker.start()
    print(json.dumps([worker.pid, str(worker._mailbox)]), flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid, mailbox = json.loads(parent.stdout.readline())
        assert psutil.pid_exists(pid)
        os.kill(parent.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != "zombie":
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert Path(mailbox).exists()
    private_folder().rmdir()
    assert not Path(mailbox).exists()
