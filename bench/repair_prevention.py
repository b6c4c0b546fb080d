"""How much of a repair the code part of the repair-prevention check sees (paper app. B.1)."""

import random
from collections import Counter
from collections.abc import Iterator

from bench._mechanical_changes import change_number, change_relation, drop_word, respell
from bench._repair_pairs import PAIRS
from bench.localize import DATA, rows_of
from faithsieve.localize.repair_prevention import find_changes
from faithsieve.localize.segments import split_text

ANSWERABLE = ("number", "relation", "word")


def run() -> Iterator[str]:
    """Print the confusion table of the code part and the two rates it must keep."""
    flagged: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for pair in PAIRS:
        total[pair.kind] += 1
        flagged[pair.kind] += bool(find_changes(pair.step, pair.pieces, scopes=pair.scopes))
    yield f"{'kind of change':16}{'pairs':>7}{'flagged':>9}{'passed':>8}"
    for kind, count in total.items():
        yield f"{kind:16}{count:7}{flagged[kind]:9}{count - flagged[kind]:8}"
    caught = sum(flagged[kind] for kind in ANSWERABLE)
    asked = sum(total[kind] for kind in ANSWERABLE)
    false = flagged["faithful"] / total["faithful"]
    yield f"number, relation or word changes caught: {caught}/{asked} = {caught / asked:.0%}"
    yield f"faithful flagged: {flagged['faithful']}/{total['faithful']} = {false:.0%}"
    for pair in PAIRS:
        seen = find_changes(pair.step, pair.pieces, scopes=pair.scopes)
        if pair.kind == "faithful" and seen:
            yield f"flagged though faithful: {pair.step[:60]!r}: {'; '.join(map(str, seen))}"
        elif pair.kind in ANSWERABLE and not seen:
            yield f"missed ({pair.kind}): {pair.step[:60]!r}"
    yield from _mechanical()


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
