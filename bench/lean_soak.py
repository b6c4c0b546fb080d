"""A thousand mixed checks, a tenth of them timeouts or crashes: every answer right, nothing left.

``LEAN_SOAK_CHECKS`` sets the number; a crash costs two starts of Lean, so there are few of them.
"""

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Iterator

import psutil

from faithsieve.errors import MissingTool
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_setup import locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, prelude_texts
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.places import lean_home
from faithsieve.records.lean import LeanSource, LeanStatus

SMALL_BUDGET = "set_option maxHeartbeats 20 in\n"
KINDS: tuple[tuple[str, LeanStatus, int], ...] = (
    ("theorem t : ({n} : Nat) < {n} + 1 := by omega", LeanStatus.OK, 300),
    (
        "theorem t (x : Int) : (x + {n}) ^ 2 = x ^ 2 + 2 * {n} * x + {n} ^ 2 := by grind",
        LeanStatus.OK,
        200,
    ),
    ("theorem t : ({n} : Nat) = {n} + 1 := by omega", LeanStatus.ERROR, 200),
    ("theorem t : ({n} : Nat) = {n} + 1 := by exact nothing_{n}", LeanStatus.ERROR, 100),
    ("theorem t : ({n} : Nat) = {n} + 1 := sorry", LeanStatus.OK, 100),
    (
        SMALL_BUDGET + "theorem t (x y : Int) : (x + y) ^ 9 = (y + x) ^ 9 + {n} + 1 := by grind",
        LeanStatus.TIMEOUT,
        92,
    ),
    (
        "theorem t : {n} = {n} := by\n  repeat (have : True := trivial)",
        LeanStatus.INFRASTRUCTURE,
        2,
    ),
    ("\x00{n}", LeanStatus.INFRASTRUCTURE, 6),
)


def run() -> Iterator[str]:
    """Print how many answers were right and what is left afterwards."""
    try:
        toolchain = EmbeddedToolchain(locate_install(lean_home()), prelude_texts())
    except MissingTool as missing:
        yield f"skipped: {missing}"
        return
    yield from asyncio.run(_soak(toolchain, int(os.environ.get("LEAN_SOAK_CHECKS", "1000"))))


def _sources(checks: int) -> list[tuple[str, LeanStatus]]:
    whole = sum(weight for _, _, weight in KINDS)
    sources = [
        (text.replace("{n}", str(n)), status)
        for text, status, weight in KINDS
        for n in range(1, max(1, round(weight * checks / whole)) + 1)
    ]
    random.Random(7).shuffle(sources)
    return sources


async def _soak(toolchain: EmbeddedToolchain, checks: int) -> list[str]:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    sources = _sources(checks)
    wrong: Counter[str] = Counter()
    peak = 0
    started = time.monotonic()
    async with EmbeddedPool(toolchain) as pool:
        lean = EmbeddedLean(pool)
        for text, expected in sources:
            report = await lean.check(LeanSource(text=text, theorem="t"), timeout_s=60)
            if report.status is not expected:
                wrong[f"{expected.value} but {report.status.value}: {text[:60]!r}"] += 1
            peak = max(peak, pool.health().rss_bytes)
        health = pool.health()
    left = {child.pid for child in psutil.Process().children(recursive=True)} - before
    seconds = time.monotonic() - started
    return [
        f"{len(sources)} checks in {seconds:.0f} s, {sum(wrong.values())} with a wrong status",
        *[f"  {count} x {what}" for what, count in wrong.most_common(5)],
        f"crashes {health.crashes}, timeouts by clock {health.timeouts}, "
        f"recycled {health.recycled}, poisoned {health.poisoned}",
        f"peak memory {peak / 2**30:.2f} GiB; processes left behind: {len(left)}",
    ]
