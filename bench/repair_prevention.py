"""How much of a repair the code part of the repair-prevention check sees (paper app. B.1)."""

from collections import Counter
from collections.abc import Iterator

from bench._repair_pairs import PAIRS
from faithsieve.localize.repair_prevention import find_changes

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
