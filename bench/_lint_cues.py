"""The yield of every list of words in ``symbolic/lexicon.toml``: what changes when it is left out.

A list that keeps findings back is right where, without it, correct proofs are flagged; one that
lets rules speak is right where, without it, wrong proofs are no longer flagged. A list without
which nothing changes on any half has no yield here.
"""

import inspect
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.symbolic import FindingClass
from faithsieve.symbolic import lint
from faithsieve.symbolic.lexicon import cue

_NEVER = re.compile(r"(?!)")


_TRUE = Path(__file__).parent.parent / "tests/symbolic/true_proofs.jsonl"


class _Flags(NamedTuple):
    """Proofs with a refuted finding and with any, wrong ones before correct ones."""

    refuted: tuple[int, int]
    flagged: tuple[int, int]


def cue_lines(halves: Sequence[Sequence[LabelledProof]]) -> Iterator[str]:
    """Print for every list the flagged proofs of both halves and of our own true proofs."""
    rows = [json.loads(line) for line in _TRUE.read_text(encoding="utf-8").splitlines()]
    true = [
        LabelledProof(id=str(n), proof=Proof.from_texts(r["problem"], r["steps"]), gold="correct")
        for n, r in enumerate(rows)
    ]
    halves = [*halves, true]
    whole = [_flags(half) for half in halves]
    yield "  cues: proofs refuted / flagged, (wrong, correct) of dev, blind, own true proofs"
    yield f"    {'with all lists':24} {_shown(whole)}"
    text = files("faithsieve.symbolic").joinpath("lexicon.toml").read_text(encoding="utf-8")
    for name in sorted(tomllib.loads(text)):
        with _left_out(name) as places:
            found = [_flags(half) for half in halves] if places else whole
        told = _shown(found) if found != whole else "no change" if places else "not a pattern here"
        yield f"    without {name:16} {told}"


def _flags(rows: Sequence[LabelledProof]) -> _Flags:
    counts = [[0, 0], [0, 0]]
    for row in rows:
        report = lint._Linter(row.proof, lint.LintSettings()).run()
        shown = [f for f in report.findings if f.finding_class is not FindingClass.NOTE]
        counts[0][row.gold == "correct"] += bool(report.refuted)
        counts[1][row.gold == "correct"] += bool(shown)
    return _Flags((counts[0][0], counts[0][1]), (counts[1][0], counts[1][1]))


def _shown(halves: Sequence[_Flags]) -> str:
    return "   ".join(f"{half.refuted} / {half.flagged}" for half in halves)


@contextmanager
def _left_out(name: str) -> Iterator[int]:
    """Let the pattern of a list match nothing in the modules of the lint; say in how many."""
    modules = [
        module
        for path, module in sys.modules.items()
        if path.startswith("faithsieve.symbolic.") and vars(module).get("cue") is cue
    ]
    for module in modules:
        vars(module)["cue"] = lambda wanted: _NEVER if wanted == name else cue(wanted)
    try:
        yield sum(f'cue("{name}")' in inspect.getsource(module) for module in modules)
    finally:
        for module in modules:
            vars(module)["cue"] = cue
