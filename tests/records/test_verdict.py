import pytest
from pydantic import ValidationError

from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.proof import Label
from faithsieve.records.verdict import Verdict, VerdictKind


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("correct", VerdictKind.FIRST_ERROR),
        ("correct", VerdictKind.RISKY_STEP),
        (2, VerdictKind.NO_ERROR_FOUND),
        (2, VerdictKind.UNDECIDED),
        ("correct", VerdictKind.UNDECIDED),
        (None, VerdictKind.NO_ERROR_FOUND),
        (None, VerdictKind.FIRST_ERROR),
        (None, VerdictKind.RISKY_STEP),
    ],
)
def test_a_kind_that_contradicts_the_label_is_refused(
    label: Label | None, kind: VerdictKind
) -> None:
    with pytest.raises(ValidationError, match="cannot have kind"):
        Verdict(label=label, kind=kind, rationale="r")


def test_a_stored_verdict_with_the_old_name_of_its_kind_is_read() -> None:
    stored = '{"label":"correct","kind":"correct","rationale":"r"}'
    assert Verdict.model_validate_json(stored).kind is VerdictKind.NO_ERROR_FOUND


def test_confidence_is_a_probability() -> None:
    for confidence in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValidationError):
            Verdict(label=1, kind=VerdictKind.RISKY_STEP, confidence=confidence, rationale="r")


def test_cost_adds_up_over_stages() -> None:
    cost = Cost(
        stages=(
            StageCost(stage="a", usage=TokenUsage(input_tokens=3, output_tokens=2), cost_usd=0.5),
            StageCost(stage="b", usage=TokenUsage(input_tokens=1, cached_tokens=1), cost_usd=0.25),
        )
    )
    assert cost.usage == TokenUsage(input_tokens=4, output_tokens=2, cached_tokens=1)
    assert cost.usage.total == 6
    assert cost.cost_usd == 0.75


def test_an_unknown_price_makes_the_total_unknown_never_zero() -> None:
    stages = (StageCost(stage="a", cost_usd=0.5), StageCost(stage="b", cost_usd=None))
    assert Cost(stages=stages).cost_usd is None
