"""The zero-token checks on labelled rows: what they refute, where, and what they would see.

``python -m bench lint --data DIR`` reads every dataset under DIR. A refuted row that is labelled
correct is printed: either the label or the lint is wrong. As a second view single numbers are
changed in correct proofs.
"""

import argparse
import random
import re
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from faithsieve.datasets import load_dataset
from faithsieve.errors import InputError
from faithsieve.evaluate.intervals import rate_of
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.symbolic import FindingClass, LintReport
from faithsieve.symbolic.formulas import math_stretches
from faithsieve.symbolic.lint import lint_proof

_ATTEMPTS = 6
_NUMBER = re.compile(r"(?<![\d.{_^])\d+(?![\d.])")
_FOLDER = Path(__file__).parents[2] / "shared" / "datasets"


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Print the figures of every dataset that is there."""
    parser = argparse.ArgumentParser(prog="bench lint")
    parser.add_argument("--data", type=Path, default=_FOLDER, help="folder with JSONL datasets")
    chosen = parser.parse_args(list(options))
    files = sorted(chosen.data.rglob("*.jsonl")) if chosen.data.is_dir() else []
    if not files:
        yield "skipped: no JSONL dataset; name a folder with --data"
    for file in files:
        try:
            rows = load_dataset(file).proofs
        except InputError as error:
            yield f"{file.parent.name}: skipped, {error}"
            continue
        yield f"{file.parent.name}/{file.stem}"
        yield from _figures(rows)
        yield from _injected(rows)


def _figures(rows: Sequence[LabelledProof]) -> Iterator[str]:
    seconds: list[float] = []
    reports: list[LintReport] = []
    for row in rows:
        started = time.process_time()
        reports.append(lint_proof(row.proof))
        seconds.append(time.process_time() - started)
    wrong = sum(row.gold != "correct" for row in rows)
    refuted = [
        (r, report.refuted) for r, report in zip(rows, reports, strict=True) if report.refuted
    ]
    hits = sum(row.gold != "correct" for row, _ in refuted)
    notes = sum(f.finding_class is FindingClass.NOTE for r in reports for f in r.findings)
    median_ms = statistics.median(seconds) * 1e3
    yield f"  proofs {len(rows)}, wrong {wrong}; CPU median {median_ms:.2f} ms"
    yield f"  relations between numbers computed: {sum(r.decided for r in reports)}; notes: {notes}"
    yield f"  wrong proofs refuted: {_shown(hits, wrong)}"
    at_gold = sum(row.gold == findings[0].step for row, findings in refuted)
    yield f"    first at the labelled step: {_shown(at_gold, len(refuted))}"
    for row, findings in refuted:
        if row.gold == "correct":
            yield f"  labelled correct: {row.id}: {findings[0].fact}"


def _shown(hits: int, total: int) -> str:
    if not total:
        return "0/0"
    rate = rate_of(hits, total)
    return f"{hits}/{total} = {hits / total:.0%} [{rate.low:.0%}, {rate.high:.0%}]"


def _injected(rows: Iterable[LabelledProof]) -> Iterator[str]:
    """Change numbers in correct proofs: how many of the slips are seen, and where."""
    tried = seen = at_place = 0
    for row in rows:
        if row.gold != "correct" or lint_proof(row.proof).refuted:
            continue
        for proof, step in filter(None, (_spoilt(row, attempt) for attempt in range(_ATTEMPTS))):
            refuted = lint_proof(proof).refuted
            tried += 1
            seen += bool(refuted)
            at_place += bool(refuted) and refuted[0].step == step
    if tried:
        yield f"  one number changed: refuted {_shown(seen, tried)}, {at_place} at that step"


def _spoilt(row: LabelledProof, attempt: int) -> tuple[Proof, int] | None:
    """The proof with one number of one equation changed, and the step that was changed."""
    chance = random.Random(f"{row.proof.problem}{attempt}")
    places = [
        (step.index, span.start + number.start(), span.start + number.end())
        for step in row.proof.steps
        for span in math_stretches(step.text)
        if "=" in step.text[span.start : span.end]
        for number in _NUMBER.finditer(step.text[span.start : span.end])
    ]
    if not places:
        return None
    index, start, end = chance.choice(places)
    texts = [step.text for step in row.proof.steps]
    text = texts[index - 1]
    changed = int(text[start:end]) + chance.choice([1, 2])
    texts[index - 1] = f"{text[:start]}{changed}{text[end:]}"
    return Proof.from_texts(row.proof.problem, texts), index
