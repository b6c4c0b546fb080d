"""How much of a repair the code part of the repair-prevention check sees (paper app. B.1).

``_repair_pairs.py`` was written with the check. ``repair_pairs_blind.jsonl`` was written by others
who had not seen it; what they showed was then repaired, so only the first run of a batch was blind
(figures in ``docs/localize.md``).
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench._mechanical_changes import change_number, change_relation, drop_word, respell
from bench._repair_pairs import PAIRS, Pair
from bench.localize import DATA, rows_of
from faithsieve.localize.repair_prevention import find_changes
from faithsieve.localize.segments import split_text

ANSWERABLE = ("number", "relation", "equation", "word", "decisive_word")
BLIND = Path(__file__).parent / "repair_pairs_blind.jsonl"


def run() -> Iterator[str]:
    """Print the confusion tables of the code part and the two rates it must keep."""
    yield from _table("own pairs", PAIRS)
    for batch, pairs in _blind_pairs().items():
        yield from _table(f"pairs by others, batch {batch}", pairs)
    yield from _mechanical()


def _blind_pairs() -> dict[str, list[Pair]]:
    batches: dict[str, list[Pair]] = {}
    for line in BLIND.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        pair = Pair(row["kind"], row["step"], tuple(row["substeps"]))
        batches.setdefault(row["batch"], []).append(pair)
    return batches


def _table(name: str, pairs: Sequence[Pair]) -> Iterator[str]:
    seen = [find_changes(pair.step, pair.pieces, scopes=pair.scopes) for pair in pairs]
    total = Counter(pair.kind for pair in pairs)
    flagged = Counter(pair.kind for pair, found in zip(pairs, seen, strict=True) if found)
    yield f"{name:32}{'pairs':>7}{'flagged':>9}{'passed':>8}"
    for kind, count in total.items():
        yield f"{kind:32}{count:7}{flagged[kind]:9}{count - flagged[kind]:8}"
    caught = sum(flagged[kind] for kind in ANSWERABLE)
    asked = sum(total[kind] for kind in ANSWERABLE)
    false = flagged["faithful"] / total["faithful"]
    yield f"number, relation or word changes caught: {caught}/{asked} = {caught / asked:.0%}"
    yield f"faithful flagged: {flagged['faithful']}/{total['faithful']} = {false:.0%}"
    for pair, found in zip(pairs, seen, strict=True):
        if pair.kind == "faithful" and found:
            yield f"flagged though faithful: {pair.step[:60]!r}: {'; '.join(map(str, found))[:200]}"
        elif pair.kind in ANSWERABLE and not found:
            yield f"missed ({pair.kind}): {pair.step[:60]!r}"


def _mechanical() -> Iterator[str]:
    """Blind changes in real steps, where the development rows stand beside the project."""
    steps = [step.text for proof in rows_of(DATA) for step in proof.steps]
    if not steps:
        return
    for change in (change_number, change_relation, drop_word):
        chance = random.Random(1)
        pairs = [(step, change(step, chance)) for step in steps]
        caught = [bool(find_changes(old, split_text(new))) for old, new in pairs if new]
        yield f"blind {change.__name__}: {sum(caught)}/{len(caught)} = {_share(caught):.0%} caught"
    flagged = [bool(find_changes(s, [respell(piece) for piece in split_text(s)])) for s in steps]
    yield f"only respelled: {sum(flagged)}/{len(flagged)} = {_share(flagged):.1%} flagged"


def _share(outcomes: list[bool]) -> float:
    return sum(outcomes) / max(1, len(outcomes))
