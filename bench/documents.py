"""Documents as people write them: split, places, true lines that lint refutes, slips it finds."""

import time
from collections.abc import Iterator

from bench._documents import Example, examples
from faithsieve.records.proof import LabelledProof
from faithsieve.symbolic.lint import lint_proof

Read = tuple[Example, tuple[LabelledProof, ...]]


def _is_split_right(example: Example, proofs: tuple[LabelledProof, ...]) -> bool:
    return sum(len(proof.proof.steps) for proof in proofs) == len(example.places)


def _placed(example: Example, proofs: tuple[LabelledProof, ...]) -> int:
    found = [place for proof in proofs if proof.origin for place in proof.origin.places]
    return sum(a == b for a, b in zip(found, example.places, strict=False))


def _wrongly_refuted(example: Example, proofs: tuple[LabelledProof, ...]) -> list[str]:
    """Claims of true steps that lint refutes; what follows a slip may be false by it."""
    last = len(example.places) if example.slip is None else example.slip - 1
    return [
        f"{example.name}, step {finding.step}: {finding.claim}"
        for proof in proofs
        for finding in lint_proof(proof.proof).findings
        if finding.step <= last
    ]


def run() -> Iterator[str]:
    """Read the corpus and compare."""
    everything = list(examples())
    began = time.perf_counter()
    read = [(example, example.read()) for example in everything]
    seconds = time.perf_counter() - began
    right = sum(_is_split_right(*pair) for pair in read)
    lined = [pair for pair in read if pair[0].has_lines]
    steps = sum(len(example.places) for example, _ in lined)
    yield f"{right} of {len(read)} documents split as marked"
    yield f"{sum(_placed(*pair) for pair in lined)} of {steps} steps at their line and column"
    refuted = [claim for pair in read for claim in _wrongly_refuted(*pair)]
    yield f"{len(refuted)} true steps refuted by lint{': ' if refuted else ''}{'; '.join(refuted)}"
    slips = [pair for pair in read if pair[0].slip is not None]
    found = sum(
        any(f.step == example.slip for p in proofs for f in lint_proof(p.proof).findings)
        for example, proofs in slips
    )
    yield f"{found} of {len(slips)} slips found by lint at their step"
    yield f"{seconds / len(read) * 1000:.0f} ms a document"
