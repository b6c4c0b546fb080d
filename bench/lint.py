"""The zero-token checks on benchmark rows: precision, location, recall, parser coverage, speed.

Reads the development rows of ProofLoc beside the checkout when they are there; rows are split by
problem into two halves, so that a rule fitted to one half shows in the other.
"""

import hashlib
import random
import re
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from faithsieve.datasets import load_dataset
from faithsieve.evaluate.intervals import rate_of
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.symbolic import FindingClass, LintReport
from faithsieve.symbolic.claims import math_spans
from faithsieve.symbolic.lint import lint_proof

_ATTEMPTS = 6
_NUMBER = re.compile(r"(?<![\d.{_^])\d+(?![\d.])")
_FOLDER = Path(__file__).parents[2] / "shared" / "datasets"
_SETS = {
    "Olympiad": _FOLDER / "proofloc_olympiad" / "dev.jsonl",
    "University": _FOLDER / "proofloc_university" / "dev.jsonl",
}


@dataclass
class _Score:
    """Counts over some rows."""

    rows: int = 0
    wrong: int = 0
    flagged: int = 0
    flagged_wrong: int = 0
    first_is_gold: int = 0
    located: int = 0
    located_is_gold: int = 0
    early: int = 0
    sides: int = 0
    read: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, row: LabelledProof, report: LintReport, seconds: float) -> None:
        is_wrong = row.gold != "correct"
        self.rows += 1
        self.wrong += is_wrong
        self.sides += report.sides_seen
        self.read += report.sides_read
        self.seconds.append(seconds)
        if not report.findings:
            return
        first = report.findings[0].step
        self.flagged += 1
        self.flagged_wrong += is_wrong
        self.first_is_gold += first == row.gold
        self.early += isinstance(row.gold, int) and first < row.gold
        located = [f for f in report.findings if f.finding_class is FindingClass.LOCATES]
        if located:
            self.located += 1
            self.located_is_gold += located[0].step == row.gold

    def lines(self, name: str) -> Iterator[str]:
        yield f"{name}: {self.rows} proofs, {self.wrong} wrong"
        yield f"  flagged proofs that are wrong     {_shown(self.flagged_wrong, self.flagged)}"
        yield f"  first located finding = gold step {_shown(self.located_is_gold, self.located)}"
        yield f"  first finding of any class = gold {_shown(self.first_is_gold, self.flagged)}"
        yield f"  recall of wrong proofs            {_shown(self.flagged_wrong, self.wrong)}"
        yield f"  findings before the gold step     {self.early}"
        yield f"  relation sides read               {_shown(self.read, self.sides)}"
        median_ms, total = statistics.median(self.seconds) * 1e3, sum(self.seconds)
        yield f"  CPU a proof                       {median_ms:.1f} ms at the median"
        yield f"  CPU for 350 proofs at this rate   {total / self.rows * 350:.1f} s"


def _shown(hits: int, total: int) -> str:
    if not total:
        return "0/0"
    rate = rate_of(hits, total)
    return f"{hits}/{total} = {hits / total:.1%} [{rate.low:.0%}, {rate.high:.0%}]"


def _half(row: LabelledProof) -> int:
    return int(hashlib.sha256(row.proof.problem.encode()).hexdigest(), 16) % 2


def _score(rows: Iterable[LabelledProof]) -> _Score:
    score = _Score()
    for row in rows:
        started = time.process_time()
        report = lint_proof(row.proof)
        score.add(row, report, time.process_time() - started)
    return score


def _spoilt(row: LabelledProof, attempt: int) -> tuple[Proof, int] | None:
    """The proof with one number of one equation changed, and the step that was changed."""
    chance = random.Random(f"{row.proof.problem}{attempt}")
    places = [
        (step.index, span.start + number.start(), span.start + number.end())
        for step in row.proof.steps
        for span in math_spans(step.text)
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


def _injected(rows: Iterable[LabelledProof]) -> Iterator[str]:
    """Change numbers in correct proofs: how many of the slips are seen, and where."""
    tried = flagged = exact = located = located_exact = 0
    for row in rows:
        if row.gold != "correct" or lint_proof(row.proof).findings:
            continue
        for spoilt in filter(None, (_spoilt(row, attempt) for attempt in range(_ATTEMPTS))):
            proof, index = spoilt
            findings = lint_proof(proof).findings
            tried += 1
            flagged += bool(findings)
            exact += bool(findings) and findings[0].step == index
            steps = [f.step for f in findings if f.finding_class is FindingClass.LOCATES]
            located += bool(steps)
            located_exact += bool(steps) and steps[0] == index
    yield "Numbers changed in correct proofs (some misses were read while writing rules)"
    yield f"  flagged                           {_shown(flagged, tried)}"
    yield f"  first finding = changed step      {_shown(exact, flagged)}"
    yield f"  first located = changed step      {_shown(located_exact, located)}"


def run() -> Iterator[str]:
    """Print the figures of every set that is there."""
    for name, file in _SETS.items():
        if not file.exists():
            yield f"{name}: skipped, {file.name} is not beside the checkout"
            continue
        rows = load_dataset(file).proofs
        yield from _score(rows).lines(name)
        if name == "Olympiad":
            for half in (0, 1):
                part = [row for row in rows if _half(row) == half]
                yield from _score(part).lines(f"{name}, half {half + 1} of the problems")
            yield from _injected(rows)
