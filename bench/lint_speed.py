"""How long lint takes on a proof: processor time, the least of some rounds.

``python -m bench lint_speed --data FILE`` lints every row of a dataset. A noisy machine only makes
rounds slower, so the least of them is what the code costs.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from faithsieve.datasets import load_dataset
from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import LintSettings, lint_proof

_FILE = Path(__file__).parents[2] / "shared" / "datasets" / "proofloc_olympiad" / "dev.jsonl"
ROUNDS = 5


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Yield median, mean and maximum over the proofs of a dataset."""
    parser = argparse.ArgumentParser("bench lint_speed")
    parser.add_argument("--data", type=Path, default=_FILE, help="a dataset")
    chosen = parser.parse_args(list(options))
    if not chosen.data.is_file():
        yield f"{chosen.data.name} is not there: name a dataset with --data"
        return
    proofs = [row.proof for row in load_dataset(chosen.data).proofs]
    rounds = [[_seconds(proof, number) for proof in proofs] for number in range(ROUNDS)]
    least = [min(times) * 1e3 for times in zip(*rounds, strict=True)]
    yield f"{len(proofs)} proofs, processor time a proof, the least of {ROUNDS} rounds:"
    median, mean = statistics.median(least), statistics.mean(least)
    yield f"median {median:.2f}, mean {mean:.2f}, most {max(least):.1f} ms"


def _seconds(proof: Proof, number: int) -> float:
    # Other settings in every round: the same ones would only find the cached report.
    settings = LintSettings(timeout_s=5.0 + number)
    began = time.process_time()
    lint_proof(proof, settings=settings)
    return time.process_time() - began
