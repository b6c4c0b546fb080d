import pytest
from pydantic import ValidationError

from faithsieve.records.settings import Settings


@pytest.mark.parametrize("wrong", [{"effort": "heroic"}, {"colour": 1}, {"verify": {"rounds": 3}}])
def test_an_unknown_name_or_value_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)


def test_the_standard_of_the_prompts_is_what_fusion_uses() -> None:
    settings = Settings.model_validate(
        {"rigour": "school", "fusion": {"convention": "first-false"}}
    )
    assert settings.standard.model_dump() == {"convention": "first-false", "rigour": "school"}
