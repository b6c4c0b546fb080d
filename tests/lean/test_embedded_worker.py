"""The worker against a stand-in for Node that lies, dies, hangs and leaves children behind."""

import asyncio
import time

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanProcess
from faithsieve.lean.embedded_worker import WorkerCrashError, _StallDetector, library_fault
from support.stand_in_lean import MakeWorker, StartWorker

pytestmark = pytest.mark.network


async def test_a_reply_is_bound_to_its_request_and_read_once(start_worker: StartWorker) -> None:
    worker = await start_worker("answer['echo'] = request['n']")
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
    lie: str, word: str, start_worker: StartWorker
) -> None:
    worker = await start_worker(lie)
    with pytest.raises(WorkerCrashError, match=word):
        await worker.ask({}, timeout_s=5)


async def test_a_process_that_stands_still_has_crashed_and_not_timed_out(
    start_worker: StartWorker,
) -> None:
    worker = await start_worker("time.sleep(600)", stalled_s=1.5)
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


async def test_a_process_that_computes_is_given_its_time(start_worker: StartWorker) -> None:
    worker = await start_worker(
        "end = time.monotonic() + 7\nwhile time.monotonic() < end: pass", stalled_s=5
    )
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


SOUND: dict[str, object] = {
    "messages": [], "message_count": 0, "errors": 0, "axioms": 0, "internal": None, "ended": True,
}  # fmt: skip


def noted(severity: str, text: str) -> list[dict[str, object]]:
    return [{"severity": severity, "line": 3, "column": 0, "text": text}]


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("messages", noted("error", "bad lemma"), "bad lemma"),
        ("messages", noted("warning", "uses sorry"), "uses sorry"),
        ("axioms", 1, "axioms"),
        ("errors", 1, "1 errors"),
        ("message_count", 101, "not all messages"),
        ("internal", "no scope left", "no scope left"),
        ("ended", False, "end of its text"),
        *((name, ..., name) for name in SOUND),
    ],
)
def test_a_library_with_errors_holes_axioms_or_a_sign_missing_is_refused(
    name: str, value: object, word: str
) -> None:
    assert library_fault(SOUND) == ""
    said = {key: sign for key, sign in (SOUND | {name: value}).items() if sign is not ...}
    assert word in library_fault(said)


async def test_a_worker_with_a_faulty_library_does_not_start(make_worker: MakeWorker) -> None:
    worker = make_worker(at_start="ready['axioms'] = 1")
    with pytest.raises(LeanUnavailableError, match="axioms"):
        await worker.start()
    assert not worker.is_alive


@pytest.mark.parametrize(
    ("limits", "request_", "is_worn"),
    [
        ({}, {}, False),
        ({}, {"evil": True}, True),
        # The trial of its start is a use too.
        ({"max_uses": 2}, {}, True),
        ({"max_age_s": 0}, {}, True),
    ],
)
async def test_wear_is_noticed(
    limits: dict[str, float], request_: dict[str, object], is_worn: bool, start_worker: StartWorker
) -> None:
    worker = await start_worker("answer['tainted'] = request.get('evil', False)", **limits)
    await worker.ask(request_, timeout_s=5)
    assert worker.is_worn is is_worn


async def test_a_worker_that_grew_too_large_is_worn(
    start_worker: StartWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = await start_worker()
    monkeypatch.setattr(type(worker.toolchain), "max_rss_bytes", 1)
    assert worker.is_worn


async def test_a_stopped_worker_is_gone_and_may_be_stopped_again(start_worker: StartWorker) -> None:
    worker = await start_worker()
    await asyncio.gather(worker.stop(), worker.stop())
    assert (worker.is_alive, worker.rss_bytes, worker.pid) == (False, 0, None)
    with pytest.raises(WorkerCrashError, match="not running"):
        await worker.ask({}, timeout_s=1)


async def test_a_lean_that_misjudges_its_trial_has_not_started(make_worker: MakeWorker) -> None:
    cheat = (
        "answered = put\ndef put(name, reply): answered(name, reply | {'errors': name != 'ready'})"
    )
    worker = make_worker(at_start=cheat)
    with pytest.raises(LeanUnavailableError, match=r"with errors.*faithsieve lean setup"):
        await worker.start()
    assert not worker.is_alive
