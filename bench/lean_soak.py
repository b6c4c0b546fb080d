"""A thousand mixed checks, a tenth of them timeouts or crashes: every answer right, nothing left.

Timeouts come in all three ways: Lean's own heartbeats, the clock that cancels, and the clock that
kills a process which does not listen. ``LEAN_SOAK_CHECKS`` sets the number of checks. A crash costs
two starts of Lean and a kill one, so there are few of them. Two tasks ask at once.
"""

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import psutil

from faithsieve.configuration import lean_home
from faithsieve.errors import MissingToolError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_setup import locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, library_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanSource, LeanStatus

SMALL_BUDGET = "set_option maxHeartbeats 20 in\n"
LONG = "\n".join(
    f"example (x : Int) : (x + {{n}}) ^ {k} = (x + {{n}}) ^ {k} := by grind" for k in range(2, 90)
)
DEAF = (
    "partial def loop (k : Nat) : Nat := loop (k + 1)\n#eval loop {n}\ntheorem t : True := trivial"
)


class Kind(NamedTuple):
    """A kind of check, the status it must get, and how often it comes in a thousand."""

    text: str
    expected: LeanStatus
    weight: int
    timeout_s: float = 60.0


KINDS = (
    Kind("theorem t : ({n} : Nat) < {n} + 1 := by omega", LeanStatus.OK, 300),
    Kind(
        "theorem t (x : Int) : (x + {n}) ^ 2 = x ^ 2 + 2 * {n} * x + {n} ^ 2 := by grind",
        LeanStatus.OK,
        200,
    ),
    Kind("theorem t : ({n} : Nat) = {n} + 1 := by omega", LeanStatus.ERROR, 200),
    Kind("theorem t : ({n} : Nat) = {n} + 1 := by exact nothing_{n}", LeanStatus.ERROR, 100),
    Kind("theorem t : ({n} : Nat) = {n} + 1 := sorry", LeanStatus.OK, 100),
    Kind(
        SMALL_BUDGET + "theorem t (x y : Int) : (x + y) ^ 9 = (y + x) ^ 9 + {n} + 1 := by grind",
        LeanStatus.TIMEOUT,
        60,
    ),
    Kind(LONG, LeanStatus.TIMEOUT, 30, timeout_s=0.3),
    Kind(DEAF, LeanStatus.TIMEOUT, 2, timeout_s=1.0),
    Kind(
        "theorem t : {n} = {n} := by\n  repeat (have : True := trivial)",
        LeanStatus.INFRASTRUCTURE,
        2,
    ),
    Kind("\x00{n}", LeanStatus.INFRASTRUCTURE, 6),
)


def run() -> Iterator[str]:
    """Print how many answers were right and what is left afterwards."""
    try:
        toolchain = EmbeddedToolchain(locate_install(lean_home()), library_texts())
    except MissingToolError as missing:
        yield f"skipped: {missing}"
        return
    yield from asyncio.run(_soak(toolchain, int(os.environ.get("LEAN_SOAK_CHECKS", "1000"))))


def _checks(checks: int) -> list[Kind]:
    whole = sum(kind.weight for kind in KINDS)
    mixed = [
        kind._replace(text=kind.text.replace("{n}", str(n)))
        for kind in KINDS
        for n in range(1, max(1, round(kind.weight * checks / whole)) + 1)
    ]
    random.Random(7).shuffle(mixed)
    return mixed


async def _soak(toolchain: EmbeddedToolchain, checks: int) -> list[str]:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    asked = _checks(checks)
    waiting = list(reversed(asked))
    wrong: Counter[str] = Counter()
    peak = 0
    started = time.monotonic()

    async def ask_on(lean: EmbeddedLean) -> None:
        nonlocal peak
        while waiting:
            check = waiting.pop()
            source = LeanSource(text=check.text, theorem="t")
            report = await lean.check(source, timeout_s=check.timeout_s)
            if report.status is not check.expected:
                wrong[f"{check.expected.value} but {report.status.value}: {check.text[:60]!r}"] += 1
            peak = max(peak, pool.rss_bytes)

    async with LeanPool(toolchain) as pool:
        lean = EmbeddedLean(pool)
        await asyncio.gather(ask_on(lean), ask_on(lean))
    left = {child.pid for child in psutil.Process().children(recursive=True)} - before
    seconds = time.monotonic() - started
    return [
        f"{len(asked)} checks in {seconds:.0f} s, {sum(wrong.values())} with a wrong status",
        *[f"  {count} x {what}" for what, count in wrong.most_common(5)],
        f"crashes {pool.crashes}; peak memory {peak / 2**30:.2f} GiB; "
        f"processes left behind: {len(left)}",
    ]
