"""The worker against a stand-in for Node that lies, dies, hangs and leaves children behind."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanProcess
from faithsieve.lean.embedded_worker import (
    EmbeddedWorker,
    WorkerCrashError,
    WorkerLimits,
    _StallDetector,
)
from support.lean_workers import installed_toolchain
from support.stand_in_lean import MakeWorker

pytestmark = pytest.mark.network


async def test_a_reply_is_bound_to_its_request_and_read_once(make_worker: MakeWorker) -> None:
    worker = make_worker("answer['echo'] = request['n']")
    await worker.start()
    replies = [await worker.ask({"n": n}, timeout_s=5) for n in range(5)]
    assert [reply["echo"] for reply in replies] == list(range(5))
    assert worker._mailbox is not None
    assert not list(worker._mailbox.glob("*.json"))
    assert not list(worker._mailbox.glob("*.reply"))


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


async def test_a_process_that_stands_still_has_crashed_and_not_timed_out(
    make_worker: MakeWorker,
) -> None:
    worker = make_worker("time.sleep(600)", stalled_s=1.5)
    await worker.start()
    with pytest.raises(WorkerCrashError, match="stalled"):
        await worker.ask({}, timeout_s=60)
    assert not worker.is_alive


@pytest.mark.parametrize(
    ("computed_s", "wanted_s", "stalled"),
    [(0.0, 0.0, True), (0.4, 0.4, False), (0.02, 0.3, True), (0.02, 0.9, False)],
)
def test_a_process_that_stands_in_line_for_the_processor_is_not_stalled(
    computed_s: float, wanted_s: float, stalled: bool
) -> None:
    class Starved(LeanProcess):
        def __init__(self) -> None:
            self.seen = 0.0

        def computed_s(self) -> float:
            return self.seen * computed_s

        def wanted_s(self) -> float:
            return self.seen * wanted_s

    process = Starved()
    detector = _StallDetector(process, window_s=0.01)
    time.sleep(0.02)
    process.seen = 0.01
    assert detector.is_stalled() is stalled


async def test_a_process_that_computes_is_given_its_time(make_worker: MakeWorker) -> None:
    worker = make_worker(
        "end = time.monotonic() + 7\nwhile time.monotonic() < end: pass", stalled_s=5
    )
    await worker.start()
    assert "nonce" in await worker.ask({}, timeout_s=60)


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


async def test_wear_is_noticed(make_worker: MakeWorker) -> None:
    worker = make_worker("answer['tainted'] = request.get('evil', False)", max_uses=2)
    await worker.start()
    assert worker.recycle_reason() is None
    await worker.ask({"evil": True}, timeout_s=5)
    assert "allowed syntax" in str(worker.recycle_reason())
    worker.tainted = False
    await worker.ask({}, timeout_s=5)
    assert "2 requests" in str(worker.recycle_reason())
    small = make_worker(max_rss_bytes=1, max_age_s=1000)
    await small.start()
    assert "MiB" in str(small.recycle_reason())
    small.limits = WorkerLimits(max_age_s=0)
    assert small.recycle_reason() == "it is old"
    await small.stop()
    with pytest.raises(WorkerCrashError, match="not running"):
        await small.ask({}, timeout_s=1)
    assert (small.rss_bytes, small.pid) == (0, None)


async def test_stopping_twice_is_harmless(make_worker: MakeWorker) -> None:
    worker = make_worker()
    await worker.start()
    await asyncio.gather(worker.stop(), worker.stop())
    assert not worker.is_alive


MAKES_IMAGE = """\
#!{python}
import json, os, pathlib, sys, time
box = pathlib.Path(os.environ["LEAN_WASM_MAILBOX"])
if "LEAN_WASM_IMAGE" not in os.environ:
    (box / "image").write_text("memory")
    (box / "Driver.ir").write_text("code")
    sys.exit()
image = pathlib.Path(os.environ["LEAN_WASM_IMAGE"]).read_text()
if {starts} != 0:
    sys.exit("Error: a freed closure")
config = json.loads((box / "config.json").read_text())
def put(name, reply):
    (box / "tmp").write_text(json.dumps(reply))
    (box / "tmp").rename(box / (name + ".reply"))
signs = dict(messages=[], message_count=0, errors=0, axioms=0, internal=None, ended=True)
put("ready", dict(signs, nonce=config["nonce"]))
while not (box / "0.json").exists():
    time.sleep(0.002)
put("0", dict(nonce=json.loads((box / "0.json").read_text())["nonce"], errors={errors}))
time.sleep(600)
"""


@pytest.mark.parametrize(
    ("starts", "errors", "word"),
    [(1, 0, "a freed closure"), (0, 1, "with errors")],
)
async def test_an_image_from_which_lean_does_not_work_is_not_kept(
    starts: int, errors: int, word: str, tmp_path: Path
) -> None:
    toolchain = installed_toolchain(tmp_path)
    node = tmp_path / "node"

    def write_node(**signs: int) -> None:
        node.write_text(MAKES_IMAGE.format(python=sys.executable, **signs))
        node.chmod(0o755)

    write_node(starts=starts, errors=errors)
    with pytest.raises(LeanUnavailableError, match=f"not kept.*{word}.*faithsieve lean setup"):
        await EmbeddedWorker(toolchain, node=node).start()
    assert toolchain.find_image() is None
    write_node(starts=0, errors=0)
    worker = EmbeddedWorker(toolchain, node=node)
    await worker.start()
    assert toolchain.find_image() is not None
    await worker.stop()
