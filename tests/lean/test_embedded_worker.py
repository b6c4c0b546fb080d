"""The worker against a stand-in for Node that lies, dies, hangs and leaves children behind."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import sweep_abandoned_folders
from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.lean.embedded_toolchain import AllowedSyntax, EmbeddedToolchain, Prelude
from faithsieve.lean.embedded_worker import (
    EmbeddedWorker,
    WorkerCrashError,
    WorkerExhaustedError,
    WorkerKilledError,
    WorkerLimits,
    WorkerTimeoutError,
)
from faithsieve.records.digest import digest_of

pytestmark = pytest.mark.network

STAND_IN = """\
#!{python}
import json, os, pathlib, subprocess, sys, time
box = pathlib.Path(sys.argv[-1])
config = json.loads((box / "config.json").read_text())
(box / "config.json").unlink()
def put(name, reply):
    (box / "tmp").write_text(reply if isinstance(reply, str) else json.dumps(reply))
    (box / "tmp").rename(box / f"{{name}}.reply")
ready = {{"nonce": config["nonce"], "messages": [], "message_count": 0, "errors": 0, "axioms": 0}}
ready |= {{"internal": None, "ended": True}}
{at_start}
put("ready", ready)
number = 0
while True:
    path = box / f"{{number}}.json"
    if not path.exists():
        time.sleep(0.002)
        continue
    request = json.loads(path.read_text())
    path.unlink()
    answer = {{"nonce": request["nonce"]}}
{on_request}
    put(number, answer)
    number += 1
"""

MakeWorker = Callable[..., EmbeddedWorker]


@pytest.fixture
def make_worker(tmp_path: Path) -> MakeWorker:
    root = tmp_path / "root"
    (root / "package").mkdir(parents=True)
    install = EmbeddedInstall(root=root, integrity="x", patch=digest_of("x"), files={})
    toolchain = EmbeddedToolchain(install, prelude=Prelude(), driver="", allowed=AllowedSyntax())
    (tmp_path / "code").touch()
    code = toolchain.driver_compilation.path_of(tmp_path / "code")
    code.parent.mkdir()
    code.touch()

    def make(on_request: str = "", at_start: str = "", **limits: float) -> EmbeddedWorker:
        node = tmp_path / "node"
        body = textwrap.indent(on_request, "    ")
        node.write_text(STAND_IN.format(python=sys.executable, at_start=at_start, on_request=body))
        node.chmod(0o755)
        return EmbeddedWorker(toolchain, WorkerLimits.model_validate(limits), node=node)

    return make


async def test_a_reply_is_bound_to_its_request_and_read_once(make_worker: MakeWorker) -> None:
    worker = make_worker("answer['echo'] = request['n']")
    await worker.start()
    replies = [await worker.ask({"n": n}, timeout_s=5) for n in range(5)]
    assert [reply["echo"] for reply in replies] == list(range(5))
    assert worker._mailbox is not None
    assert not list(worker._mailbox.glob("*.json"))
    assert not list(worker._mailbox.glob("*.reply"))
    await worker.stop()


@pytest.mark.parametrize(
    ("lie", "word"),
    [
        ("answer['nonce'] = 'forged'", "nonce"),
        ("answer = 'not json'", "JSON"),
        ("answer = '[1, 2]'", "nonce"),
        ("answer['x'] = 'y' * (17 << 20)", "bytes"),
        ("print('last words'); sys.stdout.flush(); os._exit(0)", "last words"),
        ("os.kill(os.getpid(), 11)", "exit code -11"),
    ],
)
async def test_a_broken_answer_is_a_crash_and_never_a_reply(
    lie: str, word: str, make_worker: MakeWorker
) -> None:
    worker = make_worker(lie)
    await worker.start()
    with pytest.raises(WorkerCrashError, match=word):
        await worker.ask({}, timeout_s=5)
    await worker.stop()


async def test_a_process_that_hangs_is_killed_with_its_children(make_worker: MakeWorker) -> None:
    hang = (
        "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "(box.parent / 'child').write_text(str(child.pid))\n"
        "while True: pass"
    )
    worker = make_worker(hang)
    await worker.start()
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


async def test_a_process_that_stands_still_has_crashed_and_not_timed_out(
    make_worker: MakeWorker,
) -> None:
    worker = make_worker("time.sleep(600)", stalled_s=1.5)
    await worker.start()
    with pytest.raises(WorkerCrashError, match="stalled"):
        await worker.ask({}, timeout_s=60)
    assert not worker.is_alive


async def test_a_process_that_computes_is_given_its_time(make_worker: MakeWorker) -> None:
    worker = make_worker(
        "end = time.monotonic() + 4\nwhile time.monotonic() < end: pass", stalled_s=1.5
    )
    await worker.start()
    assert "nonce" in await worker.ask({}, timeout_s=60)
    await worker.stop()


async def test_a_crash_is_explained_by_its_error_and_not_by_the_script(
    make_worker: MakeWorker,
) -> None:
    worker = make_worker("print('x' * 10**5 + chr(10) + 'RangeError: too deep')\nsys.exit(1)")
    await worker.start()
    with pytest.raises(WorkerCrashError, match="exit code 1; RangeError: too deep"):
        await worker.ask({}, timeout_s=60)
    await worker.stop()


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
    end: str, kind: type[WorkerCrashError], make_worker: MakeWorker
) -> None:
    worker = make_worker(end)
    await worker.start()
    with pytest.raises(WorkerCrashError) as raised:
        await worker.ask({}, timeout_s=60)
    assert type(raised.value) is kind
    await worker.stop()


async def test_a_start_without_memory_names_what_is_needed(make_worker: MakeWorker) -> None:
    worker = make_worker(at_start="print('what():  std::bad_alloc', flush=True)\nos.abort()")
    with pytest.raises(LeanUnavailableError, match=r"did not start: .*Not enough memory"):
        await worker.start()


async def test_a_process_that_never_gets_ready_is_given_up(make_worker: MakeWorker) -> None:
    worker = make_worker(at_start="time.sleep(600)", start_timeout_s=0.3)
    with pytest.raises(LeanUnavailableError, match="did not start"):
        await worker.start()
    assert not worker.is_alive


@pytest.mark.parametrize(
    ("at_start", "word"),
    [
        (
            "ready['messages'] = [dict(severity='error', line=3, column=0, text='bad lemma')]",
            "bad lemma",
        ),
        (
            "ready['messages'] = [dict(severity='warning', line=3, column=0, text='uses sorry')]",
            "uses sorry",
        ),
        ("ready['axioms'] = 1", "axioms"),
        ("del ready['axioms']", "axioms"),
        ("del ready['messages']", "messages"),
        ("del ready['errors']", "errors"),
        ("ready['errors'] = 1", "1 errors"),
        ("ready['message_count'] = 101", "not all messages"),
        ("ready['internal'] = 'no scope left'", "no scope left"),
        ("del ready['internal']", "internal"),
        ("ready['ended'] = False", "end of its text"),
        ("del ready['ended']", "ended"),
    ],
)
async def test_a_prelude_with_errors_holes_or_axioms_is_refused(
    at_start: str, word: str, make_worker: MakeWorker
) -> None:
    worker = make_worker(at_start=at_start)
    with pytest.raises(LeanUnavailableError, match=word):
        await worker.start()
    assert not worker.is_alive


async def test_the_process_gets_two_paths_and_no_other_environment(
    make_worker: MakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    worker = make_worker("answer['env'] = sorted(os.environ)")
    await worker.start()
    reply = await worker.ask({}, timeout_s=5)
    await worker.stop()
    seen = reply["env"]
    assert isinstance(seen, list)
    # Python itself adds LC_CTYPE in the stand-in.
    assert set(seen) - {"LC_CTYPE"} == {"LEAN_WASM_MAILBOX", "LEAN_WASM_ROOT"}


async def test_wear_is_noticed(make_worker: MakeWorker) -> None:
    worker = make_worker("answer['tainted'] = request.get('evil', False)", max_uses=2)
    await worker.start()
    assert worker.recycle_reason() is None
    await worker.ask({"evil": True}, timeout_s=5)
    assert "allowed syntax" in str(worker.recycle_reason())
    worker.tainted = False
    await worker.ask({}, timeout_s=5)
    assert "2 requests" in str(worker.recycle_reason())
    await worker.stop()
    small = make_worker(max_rss_bytes=1, max_age_s=1000)
    await small.start()
    assert "MiB" in str(small.recycle_reason())
    small.limits = WorkerLimits(max_age_s=0)
    assert small.recycle_reason() == "it is old"
    await small.stop()
    with pytest.raises(WorkerCrashError, match="not running"):
        await small.ask({}, timeout_s=1)
    assert (small.rss_bytes, small.pid) == (0, None)


async def test_endless_noise_does_not_block_the_worker(make_worker: MakeWorker) -> None:
    worker = make_worker("sys.stdout.write('noise ' * 200000); sys.stdout.flush()")
    await worker.start()
    for _ in range(3):
        await worker.ask({}, timeout_s=20)
    await worker.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel to kill the child")
def test_the_process_dies_with_a_parent_that_is_killed(
    make_worker: MakeWorker, tmp_path: Path
) -> None:
    make_worker()
    program = f"""
import asyncio, json, pathlib, sys
from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.lean.embedded_toolchain import AllowedSyntax, EmbeddedToolchain, Prelude
from faithsieve.lean.embedded_worker import EmbeddedWorker
from faithsieve.records.digest import digest_of
root = pathlib.Path({str(tmp_path / "root")!r})
install = EmbeddedInstall(root=root, integrity="x", patch=digest_of("x"), files={{}})
chain = EmbeddedToolchain(install, prelude=Prelude(), driver="", allowed=AllowedSyntax())
async def main():
    worker = EmbeddedWorker(chain, node=pathlib.Path({str(tmp_path / "node")!r}))
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
    sweep_abandoned_folders()
    assert not Path(mailbox).exists()


async def test_stopping_twice_is_harmless(make_worker: MakeWorker) -> None:
    worker = make_worker()
    await worker.start()
    await asyncio.gather(worker.stop(), worker.stop())
    assert not worker.is_alive
