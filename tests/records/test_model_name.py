"""A model's name is read in one place, and a colon alone makes no prefix."""

import pytest

from faithsieve.records.model import ModelKind, ModelName


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("local", ModelKind.LOCAL, ""),
        ("local:smollm2-135m", ModelKind.LOCAL, "smollm2-135m"),
        ("batch:gpt-5.4", ModelKind.BATCH, "gpt-5.4"),
        ("litellm:anthropic/claude-x", ModelKind.LITELLM, "anthropic/claude-x"),
        ("replay:m@https://host/v1", ModelKind.REPLAY, "m@https://host/v1"),
        ("gpt-5.4", ModelKind.ENDPOINT, "gpt-5.4"),
        ("qwen3:8b", ModelKind.ENDPOINT, "qwen3:8b"),
        ("endpoint:x", ModelKind.ENDPOINT, "endpoint:x"),
        ("batch", ModelKind.ENDPOINT, "batch"),
        ("m@https://host/v1", ModelKind.ENDPOINT, "m@https://host/v1"),
    ],
)
def test_a_name_is_read_into_its_kind_and_the_rest(text: str, kind: ModelKind, name: str) -> None:
    assert ModelName.parse(text) == ModelName(kind=kind, name=name)
