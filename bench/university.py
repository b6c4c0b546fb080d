"""Own claims of University mathematics: how many can be stated, and what code alone settles.

``university.jsonl`` holds 60 claims by topic, 20 of them false, written before anything was tried
on them; attempts and searches have been mended with them in view. ``university_blind.jsonl`` holds
20 with 8 false ones that were committed before anything was tried on them. No model is asked. A
true claim that is refuted, or a false one that is proved, is named. ``FAITHSIEVE_CLAIMS`` names
files to run instead of all.
"""

import asyncio
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.verify.settle import settle
from faithsieve.wiring import embedded_toolchain

FILES = ("university.jsonl", "university_blind.jsonl")


def run() -> Iterator[str]:
    """Print each outcome and the counts."""
    for name in os.environ.get("FAITHSIEVE_CLAIMS", " ".join(FILES)).split():
        yield f"{name}:"
        yield from asyncio.run(_measure(Path(__file__).parent / name))


async def _measure(claims: Path) -> list[str]:
    rows = [json.loads(line) for line in claims.read_text(encoding="utf-8").splitlines()]
    lines: list[str] = []
    stated = 0
    outcomes: dict[tuple[bool, str], int] = {}
    async with LeanPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool)
        await judge.check_canaries()
        for row in rows:
            began = time.monotonic()
            settled = await settle(row["statement"], judge)
            stated += settled.is_stated
            key = (row["is_true"], settled.outcome)
            outcomes[key] = outcomes.get(key, 0) + 1
            wrong = key in ((True, "refuted"), (False, "proved"))
            said = settled.witness or settled.reason or settled.proof.splitlines()[0]
            kind = "true" if row["is_true"] else "false"
            lines.append(
                f"{'WRONG ' if wrong else ''}{row['id']} ({kind}): {settled.outcome}, "
                f"{time.monotonic() - began:.1f} s, {' '.join(said.split())[:110]}"
            )
            print(lines[-1], flush=True)
    true = sum(row["is_true"] for row in rows)
    return [
        f"{stated} of {len(rows)} claims can be stated",
        f"of {len(rows) - true} false ones {outcomes.get((False, 'refuted'), 0)} refuted, "
        f"{outcomes.get((False, 'proved'), 0)} proved",
        f"of {true} true ones {outcomes.get((True, 'proved'), 0)} proved, "
        f"{outcomes.get((True, 'refuted'), 0)} refuted",
    ]
