import pytest
from pydantic import ValidationError

from faithsieve.records.settings import Settings, StageModel, StageModels


def test_a_stage_without_a_model_of_its_own_names_none() -> None:
    models = StageModels(review="strong", gate=StageModel(name="strong"))
    assert models.model_for("verify.statement") is None
    assert models.model_for("verify.review") == StageModel(name="strong")
    assert models.distinct == (StageModel(name="strong"),)


def test_checks_and_tracing_are_asked_of_their_stages_model() -> None:
    models = StageModels(decompose="a", synthesis="b")
    assert models.model_for("localize.decompose_check") == StageModel(name="a")
    assert models.model_for("synthesize.symptom") == StageModel(name="b")


@pytest.mark.parametrize("wrong", [{"effort": "heroic"}, {"colour": 1}, {"verify": {"rounds": 3}}])
def test_an_unknown_name_or_value_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)


def test_the_standard_of_the_prompts_is_what_fusion_uses() -> None:
    settings = Settings.model_validate(
        {"rigour": "school", "fusion": {"convention": "first-false"}}
    )
    assert settings.standard.model_dump() == {"convention": "first-false", "rigour": "school"}
