"""Lean's processes killed, frozen and starved: no label becomes another one."""

import asyncio
import random
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from bench._proofs import write_proofs
from bench._rehearsal import RehearsalJudge

from faithsieve.datasets import load_dataset
from faithsieve.errors import LeanUnavailableError
from faithsieve.evaluate.replay import BaseRun
from faithsieve.records.lean import FrozenStatement, RefusedStatement
from support.ablations import rehearse
from support.chat_endpoint import serving
from support.commands import IS_LONG, Workplace
from support.embedded_lean import (
    LEAN_DECIDES,
    LEAN_FOLDER,
    find_lean,
    state_and_accept,
    write_lean_proofs,
)

pytestmark = [pytest.mark.network, pytest.mark.timeout(1800)]


class AwayJudge(RehearsalJudge):
    """A judge whose Lean is away at times."""

    def __init__(self, seed: int, share: float) -> None:
        self._dice = random.Random(seed)
        self._share = share

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        if self._dice.random() < self._share:
            raise LeanUnavailableError("Lean keeps being killed while it works")
        return await super().freeze(text)


@pytest.mark.parametrize("seed", range(12) if IS_LONG else range(3))
async def test_a_lean_that_is_away_changes_no_label_and_the_next_run_asks_again(
    tmp_path: Path, seed: int
) -> None:
    dataset = load_dataset(write_proofs(tmp_path / "proofs.jsonl", 8))
    calm = labels(await rehearse(tmp_path / "calm", dataset))
    judge = AwayJudge(seed, share=0.5)
    rough = await rehearse(tmp_path / "rough", dataset, judge=judge)
    settled = {r.id: r.label for r in rough.results if not r.is_temporary and r.failure is None}
    assert {id: label for id, label in settled.items() if label not in (calm[id], None)} == {}
    again = await rehearse(tmp_path / "rough", dataset)
    assert {id: label for id, label in labels(again).items() if label not in (calm[id], None)} == {}
    assert not any(result.is_temporary for result in again.results)


def labels(base: BaseRun) -> dict[str, object]:
    return {result.id: result.label for result in base.results}


# ---- with the real Lean


TOO_LITTLE, ENOUGH = 5_000_000 * 1024, 8_000_000 * 1024
"""Bytes of address space in which Lean does not start, and in which it does."""


def limit_memory(limit: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


class LeanRun:
    """``faithsieve eval`` with the real Lean, whose model states and compares, and no more."""

    def __init__(self, workplace: Workplace, url: str) -> None:
        self._workplace = workplace
        words = ("eval", "rows.jsonl", "--method", "faithsieve")
        self._words = (*words, "--model", "m", "--base-url", url, "--out", "run")
        self.labels = write_lean_proofs(workplace.folder / "rows.jsonl")

    async def start(self, memory: int | None = None) -> "asyncio.subprocess.Process":
        home = {"FAITHSIEVE_HOME": str(LEAN_FOLDER.parent), **LEAN_DECIDES}
        prepare = limit_memory(memory) if memory else None
        return await self._workplace.start(*self._words, environment=home, prepare=prepare)

    def check_stopped(self, code: int | None, said: str) -> None:
        """A label is right or missing; a run in which one is missing says so first, and exits 3."""
        found = {id: row[0] for id, row in self._workplace.predictions().items()}
        assert found.keys() == self.labels.keys(), said
        wrong = {id: label for id, label in found.items() if label not in (None, self.labels[id])}
        assert wrong == {}, said
        if None in found.values():
            assert code == 3, said
            assert "Scores, not final: Lean could not be asked about" in said
            assert "Run: faithsieve eval" in said
        else:
            assert code == 0, said

    async def check_settles(self, memory: int | None = None) -> None:
        """The same command gives the labels; again where Lean stalls on a busy machine."""
        said = ""
        for _ in range(5):
            process = await self.start(memory)
            said = (await process.communicate())[0].decode()
            self.check_stopped(process.returncode, said)
            if process.returncode == 0:
                return
        raise AssertionError(said)


@pytest.fixture
def lean_run(workplace: Workplace) -> Iterator[LeanRun]:
    find_lean()
    with serving() as endpoint:
        endpoint.answer = state_and_accept
        yield LeanRun(workplace, endpoint.url)


def _children_of(pid: int) -> list[psutil.Process]:
    """Find Lean's processes, which get no environment of ours."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


class Hunter(NamedTuple):
    """Sends a signal to every Lean of a command, again and again."""

    number: signal.Signals
    every_s: float
    most: int = 10_000
    """With a limit a frozen Lean is waited for and not for ever replaced."""
    leaves_none: bool = False
    """Whether no Lean lives long enough to answer."""


HUNTERS = (
    Hunter(signal.SIGKILL, 3.0),
    Hunter(signal.SIGKILL, 0.2, leaves_none=True),
    Hunter(signal.SIGSTOP, 3.0, most=2),
)


@pytest.mark.lean
@pytest.mark.parametrize("hunter", HUNTERS, ids=lambda one: f"{one.number.name}-{one.every_s}")
async def test_a_real_lean_killed_or_frozen_gives_no_false_verdict_and_the_next_run_the_right_one(
    lean_run: LeanRun, hunter: Hunter
) -> None:
    process = await lean_run.start()
    ending = asyncio.create_task(process.communicate())
    hits = 0
    while not ending.done():
        await asyncio.wait({ending}, timeout=hunter.every_s)
        for child in _children_of(process.pid)[: hunter.most - hits]:
            with suppress(psutil.NoSuchProcess):
                child.send_signal(hunter.number)
                hits += 1
    said = (await ending)[0].decode()
    assert hits > 0, said
    lean_run.check_stopped(process.returncode, said)
    assert process.returncode == 3 or not hunter.leaves_none, said
    await lean_run.check_settles()


@pytest.mark.lean
async def test_a_real_lean_without_memory_gives_no_verdict_and_the_next_run_the_right_one(
    lean_run: LeanRun,
) -> None:
    process = await lean_run.start(TOO_LITTLE)
    said = (await process.communicate())[0].decode()
    assert process.returncode == 3, said
    lean_run.check_stopped(process.returncode, said)
    await lean_run.check_settles(ENOUGH)
