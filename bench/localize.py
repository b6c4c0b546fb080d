"""Stage one on many proofs: time of its code part, tokens, units a proof (paper app. F.1).

The code part is timed twice, because substeps in the author's own characters cannot be a repair and
need no check: quoted, and reworded, where the repair-prevention check compares every step.
Without a model: on proofs written here and, where the folder ``../shared/datasets`` stands beside
the project, on the development rows. With a model: ``python -m bench._localize_model --help``.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bench._mechanical_changes import respell
from faithsieve.datasets import load_dataset
from faithsieve.localize.audit_window import audit_window
from faithsieve.localize.deltas import read_deltas
from faithsieve.localize.grouping import (
    group_segments,
    name_scopes,
    number_drafts,
)
from faithsieve.localize.plain_reader import PlainReader
from faithsieve.localize.repair_prevention import find_changes
from faithsieve.localize.replies import DeltaReply, EdgeLine, GroupingReply, MarkLine
from faithsieve.localize.restatements import remove_restatements
from faithsieve.localize.segments import split_proof
from faithsieve.localize.stage import localize
from faithsieve.localize.state_tree import build_tree
from faithsieve.localize.suspicion import unscored
from faithsieve.localize.withdrawals import check_withdrawals
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

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


# ---- the code part


def quote(piece: str) -> str:
    """Say it in the author's own characters."""
    return piece


def reword(piece: str) -> str:
    """Say the same in another spelling, and never in the same characters."""
    return f"Observe {respell(piece)}"


def _code_part(proof: Proof, settings: LocalizeSettings, say: Callable[[str], str]) -> int:
    """Everything stage one does between model calls: cut, check, build, choose."""
    segments = split_proof(proof)
    numbers = tuple(segment.number for segment in segments)
    marks = tuple(MarkLine(at=n, k="restates") for n in numbers[3::4])
    grouping = group_segments(segments, GroupingReply(marks=marks, scopes=(), starts=numbers))
    named = tuple(check_withdrawals(tuple(name_scopes(grouping.drafts))))
    kept, _ = remove_restatements(proof.problem, named)
    substeps = number_drafts(kept)
    for step in proof.steps:
        find_changes(step.text, [say(s.text) for s in substeps if s.step == step.index])
    edges = tuple(EdgeLine(n=s.number, on=(s.number - 1,), p="implication") for s in substeps)
    sheet = read_deltas(DeltaReply(e=edges, goal="", x=()), [s.number for s in substeps])
    tree = build_tree(proof, substeps, sheet.deltas)
    suspicions = tuple(unscored(unit, settings) for unit in tree.units)
    return len(audit_window(tree.units, suspicions, settings).units)


def _milliseconds(proofs: Iterable[Proof], say: Callable[[str], str]) -> list[float]:
    settings = LocalizeSettings()
    taken = []
    for proof in proofs:
        began = time.process_time()
        _code_part(proof, settings, say)
        taken.append((time.process_time() - began) * 1000)
    return taken


def rows_of(folder: Path) -> list[Proof]:
    """The development proofs of both sets, or none where the folder is not there."""
    return [
        row.proof
        for path in sorted(folder.glob("proofloc_*/dev.jsonl"))
        for row in load_dataset(path).proofs
    ]


def _times(name: str, proofs: Sequence[Proof]) -> Iterator[str]:
    for wording, say in (("quoted", quote), ("reworded", reword)):
        taken = quartiles(_milliseconds(proofs, say))
        yield f"code part on {len(proofs)} {name}, {wording}, processor ms: {taken}"


def run() -> Iterator[str]:
    """Print the time of the code part and the units a proof without a model."""
    yield from _times("proofs of our own", OWN)
    rows = rows_of(DATA)
    if not rows:
        yield f"no development rows in {DATA.name}; put them there to measure on them"
        return
    yield from _times("development rows", rows)
    found = [asyncio.run(localize(proof, model=PlainReader())) for proof in rows]
    yield f"units a proof, one a segment: {quartiles([len(f.units) for f in found])}"
    yield PAPER
