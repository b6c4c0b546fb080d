"""A confidence comes from the table, from a model or from votes, and says which."""

import pytest

from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.settings import FusionRule
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.synthesize.confidence import GROUNDS, confidence_in_error, explain_confidence


def finding(*rules: FusionRule) -> StepFinding:
    items = [EvidenceItem(rule=rule, outcome=Outcome.REFUTED, summary="s") for rule in rules]
    return StepFinding(index=1, status=StepStatus.INCORRECT, evidence=tuple(items))


def error(step: StepFinding, confidence: float) -> Verdict:
    return Verdict(
        label=1,
        kind=VerdictKind.FIRST_ERROR,
        confidence=confidence,
        rationale="r",
        steps=(step,),
    )


def test_every_rule_has_grounds_and_none_claims_more_than_was_measured() -> None:
    assert GROUNDS.keys() == set(FusionRule)
    assert all(0.5 < grounds.value <= 0.9 for grounds in GROUNDS.values())


def test_the_strongest_rule_counts() -> None:
    both = finding(FusionRule.REVIEW_AGREEMENT, FusionRule.REFUTED_OBLIGATION)
    assert confidence_in_error(both) == GROUNDS[FusionRule.REFUTED_OBLIGATION].value


@pytest.mark.parametrize("rule", FusionRule)
def test_the_confidence_in_a_refuted_step_is_explained_by_its_rule(rule: FusionRule) -> None:
    step = finding(rule)
    words = explain_confidence(error(step, confidence_in_error(step)))
    assert GROUNDS[rule].meaning in words
    assert GROUNDS[rule].record in words


def test_a_number_of_a_model_or_of_votes_is_not_explained_by_a_rule() -> None:
    stated = error(finding(FusionRule.FALSE_NUMBERS), 0.5)
    assert "stated by the model" in explain_confidence(stated)
    assert "share of votes" in explain_confidence(stated.changed(steps=()))
    assert explain_confidence(stated.changed(confidence=None)) == ""
