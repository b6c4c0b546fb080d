"""How sure a verdict is of what it says, and what that number is made from.

A step with reliable evidence against it has the confidence of its strongest rule in ``GROUNDS``.
Every other number was stated by a model or is a share of votes, and is passed on as such. The
number is about what the headline says: where an error is "at or before" a step, about that.
"""

from collections.abc import Iterator
from typing import NamedTuple

from faithsieve.records.settings import FusionRule
from faithsieve.records.verdict import StepFinding, Verdict
from faithsieve.synthesize.fusion import decisive_evidence


class Grounds(NamedTuple):
    """What a confidence is made from."""

    value: float
    meaning: str
    """What was shown, and what could still be wrong."""
    record: str
    """How often such verdicts were right, as far as that was measured."""


# Code and Lean compute exactly, so what remains is how the text was read: a misreading is refuted
# just as exactly. That is why no value is above what was measured on labelled rows.
GROUNDS = {
    FusionRule.REFUTED_OBLIGATION: Grounds(
        0.9,
        "the claim as read is false by exact algebra or by Lean; only the reading can be wrong",
        "on development rows 7 of 7 such findings of code were at the labelled first error",
    ),
    FusionRule.FALSE_NUMBERS: Grounds(
        0.9,
        "the numbers as read do not agree; only the reading can be wrong",
        "on development rows, most of them plain sums, the labelled first error was at or before "
        "191 of 207 such steps, at 190 of them exactly",
    ),
    FusionRule.VERIFIED_COUNTEREXAMPLE: Grounds(
        0.8,
        "Lean checked a counterexample to the claim as stated in Lean, in a complete context",
        "not measured",
    ),
    FusionRule.REVIEW_AGREEMENT: Grounds(
        0.7,
        "a weak formal result and the model's review agree",
        "not measured",
    ),
}


def _grounds(finding: StepFinding) -> Iterator[Grounds]:
    """Yield the grounds of a step's deciding evidence, skipping rules unknown to this version."""
    for item in decisive_evidence(finding):
        if item.rule in GROUNDS:
            yield GROUNDS[FusionRule(item.rule)]


def confidence_in_error(finding: StepFinding) -> float:
    """Return the confidence in a step with reliable evidence against it."""
    return max(grounds.value for grounds in _grounds(finding))


def explain_confidence(verdict: Verdict) -> str:
    """Describe what a verdict's confidence is made from; empty if it has none."""
    if verdict.confidence is None:
        return ""
    label = verdict.label
    finding = verdict.steps[label - 1] if isinstance(label, int) and verdict.steps else None
    for grounds in _grounds(finding) if finding is not None else ():
        # A model that traced a false number to this very step gave its own number.
        if grounds.value == verdict.confidence:
            return f"{grounds.meaning}; {grounds.record}"
    if verdict.steps:
        return "stated by the model about its own answer; `faithsieve report` shows how it fared"
    return "stated by the method (a share of votes, or a model about its own answer)"
