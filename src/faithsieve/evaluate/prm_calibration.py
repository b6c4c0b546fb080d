"""Choose a reward model's threshold on a labelled dataset, then freeze it (paper app. F.7).

The paper calibrates on ProcessBench GSM8K-400 and evaluates elsewhere. Candidates are the scores
that occur, since nothing changes between two of them; the best one maximises ProcessBench's F1.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import Field

from faithsieve.baselines.prm import first_below
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.metrics import harmonic_mean
from faithsieve.evaluate.tables import Table, clean, list_measures, show_percent
from faithsieve.records.base import Record
from faithsieve.records.proof import Label


class ScoredProof(NamedTuple):
    scores: tuple[float, ...]
    gold: Label


class ThresholdChoice(Record):
    """A threshold and how it scores where it was chosen."""

    threshold: float = Field(ge=0, le=1)
    """Steps scored below it are wrong."""
    f1: float = Field(ge=0, le=1)
    """ProcessBench F1."""
    exact_on_incorrect: Rate
    """Exact hits among the incorrect proofs."""
    exact_on_correct: Rate
    """Accepted among the correct proofs."""
    candidates: int = Field(ge=1)
    """Thresholds that were tried."""


def choose_threshold(proofs: Sequence[ScoredProof]) -> ThresholdChoice:
    """Find the threshold with the best F1; the lowest of equals, which flags the least.

    Raises:
        ValueError: the proofs are all correct or all incorrect.
    """
    if len({proof.gold == "correct" for proof in proofs}) != 2:
        raise ValueError("a threshold needs correct and incorrect proofs to be chosen on")
    candidates = sorted({score for proof in proofs for score in proof.scores} | {0.0, 1.0})
    choices = [measure_threshold(proofs, threshold, len(candidates)) for threshold in candidates]
    return max(choices, key=lambda choice: (choice.f1, -choice.threshold))


def measure_threshold(
    proofs: Sequence[ScoredProof], threshold: float, candidates: int = 1
) -> ThresholdChoice:
    labels = [(first_below(proof.scores, threshold), proof.gold) for proof in proofs]
    wrong = [label == gold for label, gold in labels if gold != "correct"]
    right = [label == gold for label, gold in labels if gold == "correct"]
    on_wrong, on_right = rate_of(sum(wrong), len(wrong)), rate_of(sum(right), len(right))
    return ThresholdChoice(
        threshold=threshold,
        f1=harmonic_mean(on_wrong, on_right) or 0.0,
        exact_on_incorrect=on_wrong,
        exact_on_correct=on_right,
        candidates=candidates,
    )


def threshold_table(name: str, choice: ThresholdChoice) -> Table:
    return list_measures(
        f"Threshold of {clean(name)}",
        {
            "threshold, to freeze as prm.threshold": repr(choice.threshold),
            "ProcessBench F1": show_percent(choice.f1),
            "exact on incorrect proofs": choice.exact_on_incorrect,
            "exact on correct proofs": choice.exact_on_correct,
            "thresholds tried": choice.candidates,
        },
    )
