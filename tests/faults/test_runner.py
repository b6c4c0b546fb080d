"""The runner killed, interrupted, out of disk and out of time: the same command ends the same."""

import asyncio
import random
import resource
import signal
import sys
import time

import pytest
from bench._endpoint import read_log, running_endpoint
from bench.kills import stored_keys

from support.commands import IS_LONG, ROWS, Workplace, eval_words

pytestmark = [pytest.mark.network, pytest.mark.timeout(900)]


@pytest.fixture
async def calm(workplace: Workplace, endpoint: str) -> dict[str, tuple[object, object, object]]:
    """What a run without faults predicts."""
    done = await workplace.run(*eval_words(endpoint, out="calm"))
    assert done.code == 0, done.said
    return workplace.predictions("calm")


class Asked:
    """Which answers were stored at some moments, and which of them were asked for afterwards."""

    def __init__(self, workplace: Workplace) -> None:
        self._log = workplace.folder / "endpoint.log"
        self._store = str(workplace.folder / "run" / "store.sqlite")
        self._stored: list[tuple[int, set[str]]] = []

    def note(self) -> None:
        self._stored.append((len(read_log(self._log)), stored_keys(self._store)))

    @property
    def again(self) -> set[str]:
        events = read_log(self._log)
        return {
            event.key
            for number, stored in self._stored
            for event in events[number:]
            # A key on the wire begins with the key of the stored call.
            if event.what == "request" and event.key.rpartition("-")[0] in stored
        }


async def test_a_runner_killed_at_any_moment_loses_and_doubles_nothing(
    workplace: Workplace, endpoint: str, calm: dict[str, object]
) -> None:
    dice, asked = random.Random(4), Asked(workplace)
    for _ in range(20 if IS_LONG else 3):
        process = await workplace.start(*eval_words(endpoint))
        await asyncio.sleep(dice.uniform(0.3, 3.0))
        if process.returncode is None:
            process.kill()
        await process.communicate()
        asked.note()
    await workplace.run_until_done(*eval_words(endpoint))
    assert workplace.predictions() == calm
    assert asked.again == set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_second_interrupt_ends_a_run_that_waits_and_the_next_goes_on(
    workplace: Workplace, calm: dict[str, object], number: signal.Signals
) -> None:
    log = workplace.folder / "slow.log"
    with running_endpoint(log, delay_s=60.0) as slow:
        process = await workplace.start(*eval_words(slow, out="slow"))
        while not log.exists() or not read_log(log):
            await asyncio.sleep(0.05)
        process.send_signal(number)
        await asyncio.sleep(0.5)
        began = time.monotonic()
        process.send_signal(number)
        said, _ = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 3, said.decode()
        assert time.monotonic() - began < 30
    assert "Traceback" not in said.decode()


def few_bytes() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


async def test_a_file_that_may_not_grow_stops_the_run_and_loses_nothing(
    workplace: Workplace, endpoint: str, calm: dict[str, object]
) -> None:
    asked = Asked(workplace)
    stopped = await workplace.run(*eval_words(endpoint), prepare=few_bytes)
    assert stopped.code == 3, stopped.said
    assert "Traceback" not in stopped.said
    asked.note()
    await workplace.run_until_done(*eval_words(endpoint))
    assert workplace.predictions() == calm
    assert asked.again == set()


JUMPING = """\
import random, time
_real, _dice = time.time, random.Random(7)
def _jumping():
    return _real() + _dice.choice([0.0, 0.0, 3600.0, 86400.0, -86400.0])
time.time = _jumping
"""


async def test_a_clock_that_jumps_changes_nothing(
    workplace: Workplace, endpoint: str, calm: dict[str, object]
) -> None:
    (workplace.folder / "site").mkdir()
    (workplace.folder / "site" / "sitecustomize.py").write_text(JUMPING, encoding="utf-8")
    paths = {"PYTHONPATH": ":".join([str(workplace.folder / "site"), *filter(None, sys.path)])}
    two = [
        workplace.run(*eval_words(endpoint, "--store", "shared.sqlite", out=out), environment=paths)
        for out in ("run", "other")
    ]
    done = await asyncio.gather(*two)
    assert [finished.code for finished in done] == [0, 0], [finished.said for finished in done]
    assert workplace.predictions() == workplace.predictions("other") == calm
    requests = [e.key for e in read_log(workplace.folder / "endpoint.log") if e.what == "request"]
    # Once for the calm run, once for both of the others.
    assert len(requests) == 2 * ROWS
