"""Stage one on many proofs: time of its code part, tokens, units a proof (paper app. F.1).

Without a model: on proofs written here and, where the folder ``../shared/datasets`` stands beside
the project, on the development rows.
"""

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from faithsieve.datasets import load_dataset
from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.records.proof import Proof

PAPER = "paper: mean 15.59, median 14, 90th percentile 27"
DATA = Path(__file__).parents[1].parent / "shared" / "datasets"
OWN = tuple(
    Proof.from_texts(
        "Find the least n with n^2 > 50 and decide whether it is prime.",
        [
            rf"We try \(n = {k}\). Then \(n^2 = {k * k}\), so n is too small. However, \(n > 0\).",
            r"Case 1: n is even. Then n = 2k, hence \[ n^2 = 4k^2 > 50. \] So k is at least 4.",
            r"Case 2: n is odd. Then \(n = 2k + 1\) and \[ 4k^2 + 4k + 1 > 50. \] Thus k > 3.",
            "Therefore the least n is 8. It is not prime, because 8 = 2 times 4.",
        ]
        * repeats,
    )
    for k in range(3, 8)
    for repeats in (1, 2, 3)
)


def quartiles(values: Sequence[float]) -> str:
    """Mean, median, 90th percentile and largest of a list."""
    ordered = sorted(values)
    at = ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]
    return (
        f"mean {statistics.mean(ordered):.2f}, median {statistics.median(ordered):g}, "
        f"90th percentile {at:g}, largest {ordered[-1]:g}"
    )


def _milliseconds(proofs: Sequence[Proof]) -> Iterator[float]:
    """Time everything stage one does without a model: cut, check, build, choose."""
    for proof in proofs:
        began = time.process_time()
        asyncio.run(localize(proof, reader=PlainReader()))
        yield (time.process_time() - began) * 1000


def _spread(proofs: Sequence[Proof]) -> str:
    return quartiles([round(taken, 2) for taken in _milliseconds(proofs)])


def rows_of(folder: Path) -> list[Proof]:
    """The development proofs of both sets, or none where the folder is not there."""
    return [
        row.proof
        for path in sorted(folder.glob("proofloc_*/dev.jsonl"))
        for row in load_dataset(path).proofs
    ]


def run() -> Iterator[str]:
    """Print the time of the code part and the units a proof without a model."""
    yield f"code part on {len(OWN)} proofs of our own, processor ms: {_spread(OWN)}"
    rows = rows_of(DATA)
    if not rows:
        yield f"no development rows in {DATA.name}; put them there to measure on them"
        return
    yield f"code part on {len(rows)} development rows, processor ms: {_spread(rows)}"
    found = [asyncio.run(localize(proof, reader=PlainReader())) for proof in rows]
    yield f"units a proof, one a segment: {quartiles([len(f.units) for f in found])}"
    yield PAPER
