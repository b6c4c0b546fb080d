"""The zero-token checks on labelled rows: dev and blind halves side by side.

``python -m bench lint --data DIR --seed N`` reads every dataset under DIR and splits its rows by
problem: rules are written while looking at the dev half; of the blind half only the counts printed
here are looked at, and each round of rules draws a new seed. As a second view single numbers are
changed in correct proofs. ``--cues`` shows what every list of words is good for.
"""

import argparse
import hashlib
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench._lint_cues import cue_lines
from faithsieve.datasets import load_dataset
from faithsieve.errors import InputError
from faithsieve.evaluate.intervals import rate_of
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.symbolic.claims import math_spans
from faithsieve.symbolic.lint import lint_proof

_ATTEMPTS = 6
_NUMBER = re.compile(r"(?<![\d.{_^])\d+(?![\d.])")
_FOLDER = Path(__file__).parents[2] / "shared" / "datasets"


@dataclass
class _Flagged:
    """Proofs with a finding of one class or better."""

    proofs: int = 0
    wrong: int = 0
    at_gold: int = 0
    before_gold: int = 0

    def add(self, gold: int | str | None, findings: Sequence[LintFinding]) -> None:
        if findings:
            first = min(finding.step for finding in findings)
            self.proofs += 1
            self.wrong += gold != "correct"
            self.at_gold += first == gold
            self.before_gold += isinstance(gold, int) and first < gold


@dataclass
class _Score:
    """Counts over some rows."""

    rows: int = 0
    wrong: int = 0
    sides: int = 0
    read: int = 0
    refuted: _Flagged = field(default_factory=_Flagged)
    any_class: _Flagged = field(default_factory=_Flagged)
    seconds: list[float] = field(default_factory=list)

    def add(self, row: LabelledProof, report: LintReport, seconds: float) -> None:
        self.rows += 1
        self.wrong += row.gold != "correct"
        self.sides += report.sides_seen
        self.read += report.sides_read
        self.seconds.append(seconds)
        self.refuted.add(row.gold, report.refuted)
        shown = [f for f in report.findings if f.finding_class is not FindingClass.NOTE]
        self.any_class.add(row.gold, shown)

    def figures(self) -> dict[str, str]:
        refuted, anything = self.refuted, self.any_class
        return {
            "proofs (wrong)": f"{self.rows} ({self.wrong})",
            "refuted: proofs that are wrong": _shown(refuted.wrong, refuted.proofs),
            "refuted: first at the gold step": _shown(refuted.at_gold, refuted.proofs),
            "refuted: first before the gold step": str(refuted.before_gold),
            "refuted: recall of wrong proofs": _shown(refuted.wrong, self.wrong),
            "with suspicious: proofs that are wrong": _shown(anything.wrong, anything.proofs),
            "with suspicious: first at the gold step": _shown(anything.at_gold, anything.proofs),
            "with suspicious: recall of wrong proofs": _shown(anything.wrong, self.wrong),
            "relation sides read": _shown(self.read, self.sides),
            "CPU a proof, median": f"{statistics.median(self.seconds) * 1e3:.1f} ms",
        }


def _shown(hits: int, total: int) -> str:
    if not total:
        return "0/0"
    rate = rate_of(hits, total)
    return f"{hits}/{total} = {hits / total:.0%} [{rate.low:.0%}, {rate.high:.0%}]"


def _is_blind(row: LabelledProof, seed: int) -> bool:
    """Whether a row's problem belongs to the half that nobody reads in this round."""
    return hashlib.sha256(f"{seed}\n{row.proof.problem}".encode()).digest()[0] % 2 == 1


def _score(rows: Iterable[LabelledProof]) -> _Score:
    score = _Score()
    for row in rows:
        started = time.process_time()
        report = lint_proof(row.proof)
        score.add(row, report, time.process_time() - started)
    return score


def _table(name: str, rows: Sequence[LabelledProof], seed: int) -> Iterator[str]:
    halves = [[row for row in rows if _is_blind(row, seed) is blind] for blind in (False, True)]
    if not all(halves):
        yield f"{name}: too few problems to split"
        return
    scores = [_score(half) for half in halves]
    if not any(score.read for score in scores):
        yield f"{name}: no relation to check"
        return
    dev, blind = (score.figures() for score in scores)
    yield f"{name:42}{'dev':28}blind (seed {seed})"
    for label, figure in dev.items():
        yield f"  {label:40}{figure:28}{blind[label]}"


def _place(row: LabelledProof, finding: LintFinding) -> str:
    at_gold = "at gold" if finding.step == row.gold else "elsewhere"
    return "in correct proofs" if row.gold == "correct" else at_gold


def _yields(rows: Iterable[LabelledProof]) -> Iterator[str]:
    """Count how often every rule spoke, in which class, and where."""
    spoke: dict[str, Counter[str]] = {}
    for row in rows:
        for finding in lint_proof(row.proof).findings:
            rule = f"{finding.rule}, {finding.finding_class.value}"
            spoke.setdefault(rule, Counter())[_place(row, finding)] += 1
    for rule, places in sorted(spoke.items()):
        counts = ", ".join(f"{count} {place}" for place, count in sorted(places.items()))
        yield f"  rule {rule}: {counts}"


def _doubts(rows: Iterable[LabelledProof]) -> Iterator[str]:
    """Count what kept findings from being refuted, and where these findings stood."""
    kept: dict[str, Counter[str]] = {}
    for row in rows:
        for finding in lint_proof(row.proof).findings:
            if finding.doubt is not None:
                place = _place(row, finding)
                reason = re.sub(r"'[^']*'|\"[^\"]*\"|\babout [A-Za-z]+\b", "…", finding.doubt)
                kept.setdefault(reason, Counter())[place] += 1
    for reason, places in sorted(kept.items(), key=lambda item: -item[1].total()):
        counts = ", ".join(f"{count} {place}" for place, count in sorted(places.items()))
        yield f"  kept back {places.total():3} ({counts}): {reason}"


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
    tried = 0
    refuted, anything = _Flagged(), _Flagged()
    for row in rows:
        if row.gold != "correct" or lint_proof(row.proof).findings:
            continue
        for spoilt in filter(None, (_spoilt(row, attempt) for attempt in range(_ATTEMPTS))):
            report = lint_proof(spoilt[0])
            tried += 1
            refuted.add(spoilt[1], report.refuted)
            anything.add(spoilt[1], report.findings)
    if not tried:
        return
    for label, counts in (("refuted", refuted), ("with suspicious", anything)):
        yield f"  one number changed, {label:20}{_shown(counts.proofs, tried)}"
        yield f"    first at the changed step           {_shown(counts.at_gold, counts.proofs)}"


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Print the figures of every dataset that is there."""
    parser = argparse.ArgumentParser(prog="bench lint")
    parser.add_argument("--data", type=Path, default=_FOLDER, help="folder with JSONL datasets")
    parser.add_argument("--seed", type=int, default=1, help="draws the blind half")
    parser.add_argument("--cues", action="store_true", help="also leave out each list of words")
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
        yield from _table(f"{file.parent.name}/{file.stem}", rows, chosen.seed)
        yield from _yields(rows)
        yield from _doubts(rows)
        yield from _injected(rows)
        if chosen.cues:
            yield from cue_lines(
                [[r for r in rows if _is_blind(r, chosen.seed) is blind] for blind in (False, True)]
            )
