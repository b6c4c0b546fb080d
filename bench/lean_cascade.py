"""How much automation closes without a model: own provable and own false obligations.

Every closed body is checked again as a theorem of its own. A false obligation that closes is a
defect of the set or of Lean's set-up, so it is named, not averaged.
"""

import asyncio
import json
import statistics
from collections.abc import Iterator
from pathlib import Path

from faithsieve.lean.cascade import CascadeResult, Closed, CouldNotTry, close_goal
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_setup import locate_install
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, prelude_texts
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.places import lean_home
from faithsieve.records.lean import LeanSource, LeanStatus

OBLIGATIONS = Path(__file__).parent.parent / "tests" / "lean"
LIMIT_S = 30.0

Row = dict[str, str]


def run() -> Iterator[str]:
    """Print the closing rate per category, the median time, and the false ones that closed."""
    yield from asyncio.run(_measure())


def rows(name: str) -> list[Row]:
    """The obligations of one list."""
    text = (OBLIGATIONS / f"obligations_{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


async def _measure() -> list[str]:
    toolchain = EmbeddedToolchain(locate_install(lean_home()), prelude_texts())
    async with EmbeddedPool(toolchain) as pool:
        lean = EmbeddedLean(pool)
        await pool.warm_up()
        provable = [(row, await _one(lean, row)) for row in rows("provable")]
        false = [(row, await _one(lean, row)) for row in rows("false")]
    return [*_table(provable), *_summary("provable", provable), *_summary("false", false)]


async def _one(lean: EmbeddedLean, row: Row) -> CascadeResult:
    result = await close_goal(row["signature"], lean=lean, timeout_s=LIMIT_S)
    if isinstance(result, Closed):
        body = "\n".join(f"  {line}" for line in result.body.splitlines())
        text = f"theorem target {row['signature']} := by\n{body}\n"
        again = await lean.check(LeanSource(text=text, theorem="target"), timeout_s=LIMIT_S)
        assert again.status is LeanStatus.OK, (row["id"], again)
    return result


def _table(results: list[tuple[Row, CascadeResult]]) -> Iterator[str]:
    for category in dict.fromkeys(row["category"] for row, _ in results):
        part = [result for row, result in results if row["category"] == category]
        closed = [result for result in part if isinstance(result, Closed)]
        by = ", ".join(dict.fromkeys(result.attempt for result in closed))
        yield f"{category:<11} {len(closed):>2} of {len(part):>2} closed   by {by}"


def _summary(name: str, results: list[tuple[Row, CascadeResult]]) -> Iterator[str]:
    closed = [(row, result) for row, result in results if isinstance(result, Closed)]
    seconds = [result.seconds for _, result in closed]
    median = f", median {statistics.median(seconds):.2f} s" if seconds else ""
    rate = f"{len(closed) / len(results):.0%}"
    yield f"{name}: {len(closed)} of {len(results)} closed ({rate}){median}"
    stuck = [row["id"] for row, result in results if isinstance(result, CouldNotTry)]
    if stuck:
        yield f"   no answer: {', '.join(stuck)}"
    still = [row["id"] for row, result in results if not isinstance(result, Closed)]
    named = still if name == "provable" else [row["id"] for row, _ in closed]
    if named:
        yield f"   {'open' if name == 'provable' else 'CLOSED'}: {', '.join(named)}"
