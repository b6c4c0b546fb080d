"""How long lint takes on a proof, now and at an earlier commit, in one run.

``python -m bench lint_speed --data FILE --against COMMIT`` checks the commit out beside the working
tree and lets both lint the same rows in turns, each time in a process of its own, so that a noisy
machine slows both alike. The commit's dependencies must be installed.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from faithsieve.datasets import load_dataset

ROOT = Path(__file__).parents[1]
_FILE = ROOT.parent / "shared" / "datasets" / "proofloc_olympiad" / "dev.jsonl"
ROUNDS = 5
_CHILD = """
import json, statistics, sys, time
from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof

proofs = [Proof.from_texts(problem, steps) for problem, steps in json.load(open(sys.argv[1]))]
for proof in proofs[:20]:
    lint_proof(proof)
seconds = []
for proof in proofs:
    began = time.process_time()
    lint_proof(proof)
    seconds.append(time.process_time() - began)
print(json.dumps([statistics.median(seconds), statistics.mean(seconds), max(seconds)]))
"""


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Yield the times of both commits, the least of all rounds, and their ratio."""
    parser = argparse.ArgumentParser("bench lint_speed")
    parser.add_argument("--data", type=Path, default=_FILE, help="a dataset")
    # The commit at which the issue about one door for evidence asked lint not to become slower.
    parser.add_argument("--against", default="3dc967e")
    chosen = parser.parse_args(list(options))
    if not chosen.data.is_file():
        yield f"{chosen.data.name} is not there: name a dataset with --data"
        return
    rows = load_dataset(chosen.data).proofs
    with tempfile.TemporaryDirectory() as folder:
        proofs = Path(folder, "proofs.json")
        texts = [[row.proof.problem, [step.text for step in row.proof.steps]] for row in rows]
        proofs.write_text(json.dumps(texts))
        before = Path(folder, "before")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(before), chosen.against], check=True)
        try:
            yield from _compare({chosen.against: before, "now": ROOT}, proofs)
        finally:
            subprocess.run([*git, "remove", "--force", str(before)], check=True)


def _compare(trees: dict[str, Path], proofs: Path) -> Iterator[str]:
    rounds: dict[str, list[list[float]]] = {name: [] for name in trees}
    for _ in range(ROUNDS):
        for name, tree in trees.items():
            rounds[name].append(_measure(tree, proofs))
    least = {name: [min(column) for column in zip(*of, strict=True)] for name, of in rounds.items()}
    for name, (median, mean, most) in least.items():
        shown = f"median {median * 1e3:.1f}, mean {mean * 1e3:.1f}, most {most * 1e3:.0f} ms"
        yield f"{name}: processor time a proof: {shown}"
    before, now = least.values()
    yield "now / before: " + ", ".join(
        f"{word} {a / b:.2f}"
        for word, a, b in zip(("median", "mean", "most"), now, before, strict=True)
    )
    ratios = [now[0] / before[0] for before, now in zip(*rounds.values(), strict=True)]
    yield f"median of {ROUNDS} ratios of medians: {statistics.median(ratios):.2f}"


def _measure(tree: Path, proofs: Path) -> list[float]:
    found = subprocess.run(
        [sys.executable, "-c", _CHILD, str(proofs)],
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(figure) for figure in json.loads(found.stdout)]
