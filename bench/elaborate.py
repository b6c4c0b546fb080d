"""How many public statements the library understands as written, by collection.

The statements are not ours: name a JSONL file of them (``--file``), rows of ``id``, ``opens`` and
``statement`` whose ids begin with the collection's name and a slash.
"""

import asyncio
import itertools
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from faithsieve.cli.lean_backends import read_rows
from faithsieve.cli.lean_elaborate import Elaborated, StatementRow, elaborate_rows

TIMEOUT_S = 20.0
SHOWN = 40


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Print the table, and what is missing most; ``--json OUT`` keeps every row."""
    file = option(options, "--file")
    if file is None:
        yield "skipped: name a file of statements with --file"
        return
    rows = read_rows(StatementRow, Path(file))
    started = time.monotonic()
    said = asyncio.run(_elaborate(rows))
    yield f"{len(said)} statements in {time.monotonic() - started:.0f} s"
    if out := option(options, "--json"):
        Path(out).write_text("".join(row.model_dump_json() + "\n" for row in said))
    yield from table(said)


async def _elaborate(rows: Sequence[StatementRow]) -> list[Elaborated]:
    return [row async for row in elaborate_rows(rows, timeout_s=TIMEOUT_S)]


def table(said: Sequence[Elaborated]) -> Iterator[str]:
    """One line a collection, then the commonest reasons."""
    of: Counter[str] = Counter(row.id.partition("/")[0] for row in said)
    good: Counter[str] = Counter(row.id.partition("/")[0] for row in said if row.ok)
    for name, count in sorted(of.items()):
        yield f"{name:14} {good[name]:4} of {count:4} ({good[name] / count:.0%})"
    reasons = Counter(shortened(row.reason) for row in said if not row.ok)
    for reason, count in reasons.most_common(SHOWN):
        yield f"{count:5} x {reason}"


def option(options: Sequence[str], name: str) -> str | None:
    """What was given behind an option's name."""
    return next((b for a, b in itertools.pairwise(options) if a == name), None)


def shortened(reason: str) -> str:
    """A reason without what differs from statement to statement."""
    named = re.match(r"(.*?`[^`]+`)", reason)
    return (named[1] if named else reason)[:90]
