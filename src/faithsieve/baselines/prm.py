"""Process reward models as first-error judges (paper app. F.7).

A reward model gives every original step a score in [0, 1]; the first step below a frozen threshold
is the answer, and ``correct`` if every step passes. How a family of models reads a proof and where
it keeps its scores is in :mod:`faithsieve.baselines.prm_models`; here is only the rule.
"""

import math
from collections.abc import Sequence
from typing import Protocol

from faithsieve.baselines.opinions import verdict_of_label
from faithsieve.errors import LLMError
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import PrmSettings
from faithsieve.records.verdict import Verdict

FROZEN_THRESHOLDS = {
    "qwen2.5-math-prm": 0.904296875,
    "skywork-o1-open-prm": 0.34375,
    "eurusprm-stage2": 0.5007799117379625,
}
"""Calibrated outside, on ProcessBench GSM8K-400, and frozen before evaluation (app. F.7)."""


class StepScorer(Protocol):
    """Anything that scores the steps of a proof."""

    async def score(self, proof: Proof) -> tuple[float, ...]:
        """Return one score in [0, 1] for each step.

        Raises:
            InputError: the proof is longer than the model can read.
        """


def first_below(scores: Sequence[float], threshold: float) -> Label:
    """Return the first step whose score lies below the threshold, or ``correct``."""
    return next(
        (step for step, score in enumerate(scores, start=1) if score < threshold), "correct"
    )


async def judge_by_scores(proof: Proof, *, scorer: StepScorer, settings: PrmSettings) -> Verdict:
    """Judge a proof by its step scores.

    Raises:
        InputError: the proof is longer than the model can read.
        LLMError: the model gave no score, or no number, for a step.
    """
    threshold = settings.threshold
    if threshold is None:
        threshold = FROZEN_THRESHOLDS[settings.name]
    scores = checked_scores(await scorer.score(proof), proof)
    label = first_below(scores, threshold)
    shown = ", ".join(f"{score:.4f}" for score in scores)
    return verdict_of_label(
        label, rationale=f"step scores {shown}; threshold {threshold}", artifacts=()
    )


def checked_scores(scores: Sequence[float], proof: Proof) -> tuple[float, ...]:
    """Check that there is exactly one number in [0, 1] for each step, and return them.

    A broken score must not pass for a good one: ``nan < threshold`` is false.

    Raises:
        LLMError: anything else.
    """
    if len(scores) != len(proof.steps):
        raise LLMError(f"{len(scores)} scores for a proof with {len(proof.steps)} steps")
    for step, score in enumerate(scores, start=1):
        if math.isnan(score) or not 0 <= score <= 1:
            raise LLMError(f"the score of step {step} is {score!r}, not a number from 0 to 1")
    return tuple(scores)
