import pytest
from pydantic import ValidationError

from faithsieve.records.settings import Settings, StageModels


@pytest.mark.parametrize("wrong", [{"effort": "heroic"}, {"colour": 1}, {"verify": {"rounds": 3}}])
def test_an_unknown_name_or_value_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)


def test_the_standard_of_the_prompts_is_what_fusion_uses() -> None:
    settings = Settings.model_validate(
        {"rigour": "school", "fusion": {"convention": "first-false"}}
    )
    assert settings.standard.model_dump() == {"convention": "first-false", "rigour": "school"}


@pytest.mark.parametrize("stage", ["synthesis", "adjudication", "materiality"])
def test_whoever_closes_the_audit_also_answers_what_leads_to_its_verdict(stage: str) -> None:
    models = StageModels(synthesis="wise")
    found = models.model_for(f"synthesize.{stage}")
    assert found is not None
    assert found.name == "wise"
    assert models.model_for("panel.adjudication") is None
