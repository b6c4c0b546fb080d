"""Lean's processes killed, frozen, starved and talking nonsense: no answer becomes another one."""

import asyncio
import json
import os
import random
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from bench._rehearsal import RehearsalJudge

from faithsieve.errors import LeanUnavailableError
from faithsieve.evaluate.ablation_runs import BaseRun
from faithsieve.lean.embedded_process import FOLDER_PREFIX
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.pool import LeanPool, PoolSettings
from faithsieve.records.lean import FrozenStatement, RefusedStatement
from support.ablations import rehearse
from support.chat_endpoint import serving
from support.commands import IS_LONG, Workplace
from support.embedded_lean import LEAN_FOLDER, find_lean
from support.runs import make_dataset
from support.stand_in_lean import worker_maker

pytestmark = [pytest.mark.network, pytest.mark.timeout(1800)]

REQUESTS = 1500 if IS_LONG else 150

ROUGH = """\
import random
luck = random.random()
answer["echo"] = request["n"]
if luck < 0.02:
    put(number, "this is no JSON")
    number += 1
    continue
if luck < 0.04:
    answer["nonce"] = "of another request"
if luck < 0.06:
    os.abort()
if luck < 0.07:
    sys.stderr.write("RangeError: out of memory")
    sys.exit(1)
time.sleep(random.random() * 0.02)
"""


def children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "node" in " ".join(_words(child))]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@asynccontextmanager
async def hunted(every_s: float, dice: random.Random) -> AsyncIterator[list[str]]:
    """Kill or freeze a worker now and then."""
    done: list[str] = []

    async def hunt() -> None:
        while True:
            await asyncio.sleep(dice.uniform(0, 2 * every_s))
            if found := children():
                number = signal.SIGKILL if dice.random() < 0.8 else signal.SIGSTOP
                try:
                    dice.choice(found).send_signal(number)
                except psutil.Error:
                    continue
                done.append(number.name)

    task = asyncio.create_task(hunt())
    try:
        yield done
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_pool_of_hunted_workers_gives_right_answers_or_none(tmp_path: Path) -> None:
    make = worker_maker(tmp_path)
    settings = PoolSettings(size=3, backoff_s=0.05, failed_start_s=0.1, start_attempts=5)
    outcomes = {"right": 0, "none": 0, "wrong": 0}
    pool = LeanPool(
        make().toolchain,
        settings,
        make_worker=lambda: make(ROUGH, stalled_s=1.0, start_timeout_s=20),
    )
    left = iter(range(REQUESTS))

    async def ask_some() -> None:
        for n in left:
            try:
                reply = await pool.ask({"n": n}, timeout_s=5)
            except (LeanUnavailableError, WorkerTimeoutError):
                outcomes["none"] += 1
            else:
                outcomes["right" if reply["echo"] == n else "wrong"] += 1

    async with pool, hunted(0.3, random.Random(3)) as done:
        await asyncio.gather(*(ask_some() for _ in range(6)))
    assert outcomes["wrong"] == 0
    # Most are answered on an idle machine; a starved one loses workers faster than it starts them.
    assert outcomes["right"] > REQUESTS / 15, outcomes
    assert sum(outcomes.values()) == REQUESTS
    assert done, "nobody was hunted"
    assert children() == []
    left_over = Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}{os.getpid()}-*")
    assert list(left_over) == []


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
    from bench._proofs import proof_row

    from faithsieve.records.proof import LabelledProof, Proof

    rows = [proof_row(n) for n in range(8)]
    dataset = make_dataset(
        [
            LabelledProof(
                id=str(row["id"]),
                proof=Proof.from_texts(str(row["problem"]), tuple(row["steps"])),  # type: ignore[arg-type]
                gold="correct",
            )
            for row in rows
        ]
    )
    calm = labels(await rehearse(tmp_path / "calm", dataset))
    judge = AwayJudge(seed, share=0.5)
    rough = await rehearse(tmp_path / "rough", dataset, judge=judge)
    settled = {r.id: r.label for r in rough.results if not r.is_passing and r.failure is None}
    assert {id: label for id, label in settled.items() if label not in (calm[id], None)} == {}
    again = await rehearse(tmp_path / "rough", dataset)
    assert {id: label for id, label in labels(again).items() if label not in (calm[id], None)} == {}
    assert not any(result.is_passing for result in again.results)


def labels(base: BaseRun) -> dict[str, object]:
    return {result.id: result.label for result in base.results}


# ---- with the real Lean


FALSE_PROOFS = [
    {
        "id": f"p{bound}",
        "problem": f"Let x be an integer with x > {bound}.",
        "steps": [f"Since x > {bound}, we have x^2 > {(bound + 2) ** 2}."],
        "first_error_step": 1,
    }
    for bound in (3, 5)
]


async def _evaluate(workplace: Workplace, url: str, out: str) -> "asyncio.subprocess.Process":
    words = ("eval", "rows.jsonl", "--method", "faithsieve", "--profile", "local", "--model", "m")
    home = {"FAITHSIEVE_HOME": str(LEAN_FOLDER.parent)}
    return await workplace.start(*words, "--base-url", url, "--out", out, environment=home)


async def _settle(workplace: Workplace, url: str, out: str) -> None:
    """Give the command until Lean could be asked about everything: on a busy machine it stalls."""
    said = ""
    for _ in range(5):
        process = await _evaluate(workplace, url, out)
        said = (await process.communicate())[0].decode()
        if process.returncode == 0:
            return
    raise AssertionError(said)


def _children_of(pid: int) -> list[psutil.Process]:
    """Find Lean's processes, which get no environment of ours."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


@pytest.mark.lean
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_real_lean_killed_or_frozen_every_three_seconds_gives_no_false_verdict(
    workplace: Workplace, number: signal.Signals
) -> None:
    find_lean()
    rows = "".join(json.dumps(row) + "\n" for row in FALSE_PROOFS)
    (workplace.folder / "rows.jsonl").write_text(rows, encoding="utf-8")
    with serving() as endpoint:
        endpoint.answer = lambda question: (200, '{"statements":[],"equation":"","obstacle":"no"}')
        process = await _evaluate(workplace, endpoint.url, "run")
        ending = asyncio.create_task(process.communicate())
        hits = 0
        while not ending.done():
            await asyncio.wait({ending}, timeout=3)
            for child in _children_of(process.pid):
                # With a limit, so that a frozen Lean is waited for and not for ever replaced.
                if number is signal.SIGKILL or hits < 2:
                    child.send_signal(number)
                    hits += 1
        said = (await ending)[0].decode()
        hunted_rows = workplace.predictions()
        await _settle(workplace, endpoint.url, "calm")
        await _settle(workplace, endpoint.url, "run")
    assert hits > 0, said
    expected = workplace.predictions("calm")
    for id, (label, _, _) in hunted_rows.items():
        assert label in (None, expected[id][0]), said
    if number is signal.SIGKILL:
        # Lean needs longer than three seconds to start, so that it could never be asked.
        assert process.returncode == 3, said
        assert "Lean could not be asked" in said
    assert workplace.predictions() == workplace.predictions("calm")
