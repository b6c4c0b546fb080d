"""The first guess comes from a dated table, the user's word counts more, and refusals teach."""

from datetime import date

import pytest

from faithsieve.errors import ErrorDetails, ProviderError
from faithsieve.llm.capabilities import (
    find_family,
    guess_capabilities,
    known_families,
    learn,
)
from faithsieve.records.model import Capabilities, Overrides

LOCAL = "127.0.0.1"


@pytest.mark.parametrize(
    ("model", "host", "family"),
    [
        ("gpt-5.4", "api.openai.com", "openai-reasoning"),
        ("gpt-5.4-mini-2026-03-01", LOCAL, "openai-reasoning"),
        ("gpt-5", LOCAL, "openai-reasoning-first"),
        ("o3-mini", LOCAL, "openai-o"),
        ("gpt-5.2-pro", LOCAL, "openai-pro"),
        ("gpt-4.1", LOCAL, "openai-chat"),
        ("gpt-oss-120b", LOCAL, "openai-open-weights"),
        ("anything", "me.openai.azure.com", "azure"),
        ("vendor/model", "openrouter.ai", "openrouter"),
        ("anthropic/claude-opus-4-7", "", "anthropic-adaptive"),
        ("claude-sonnet-5", "", "anthropic-thinking"),
        ("anthropic/claude-sonnet-4-6", "", "anthropic"),
        ("gemini/gemini-3.8-flash", "", "gemini"),
        ("gemini-2.5-pro", "", "gemini-2"),
        ("deepseek-v4-pro", "api.deepseek.com", "deepseek"),
        ("deepseek-ai/DeepSeek-R1", LOCAL, "deepseek-weights"),
        ("magistral-medium-latest", "api.mistral.ai", "mistral-reasoning"),
        ("mistral-medium-3-5", "api.mistral.ai", "mistral"),
        ("Qwen/Qwen3-32B", LOCAL, "qwen"),
        ("qwen3:8b", LOCAL, "qwen-ollama"),
    ],
)
def test_models_are_told_by_name_and_host(model: str, host: str, family: str) -> None:
    found = find_family(model, host)
    assert found is not None
    assert found.name == family


def test_every_entry_says_when_it_was_checked_and_where() -> None:
    for family in known_families():
        assert family.checked >= date(2026, 11, 1)
        assert family.source.startswith("https://")


def test_an_unknown_model_is_asked_in_the_common_way() -> None:
    assert guess_capabilities("mystery", LOCAL) == Capabilities()


def test_the_users_word_counts_more_than_the_table() -> None:
    known = guess_capabilities("gpt-5.4", LOCAL, Overrides(temperature=True))
    assert known.temperature
    assert known.limit_field == "max_completion_tokens", "what is not said stays"


def refusal(said: str, status: int = 400, **fields: str) -> ProviderError:
    return ProviderError(said, status=status, refusal=ErrorDetails(said=said, **fields))


BODY = {
    "model": "m",
    "messages": [{"role": "system", "content": "x"}],
    "temperature": 0,
    "max_tokens": 9000,
    "seed": 7,
    "response_format": {"type": "json_schema"},
}


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        (refusal("Unsupported value", param="temperature"), {"temperature": False}),
        (refusal("`temperature` is deprecated for this model."), {"temperature": False}),
        (refusal("seed: Extra inputs are not permitted", 422), {"seed": False}),
        (
            refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            {"limit_field": "max_completion_tokens"},
        ),
        (
            refusal("max_tokens is too large: 9000. This model supports at most 4096"),
            {"most_output_tokens": 4096},
        ),
        (refusal("max_tokens: 9000 > 8192, the maximum"), {"most_output_tokens": 8192}),
        (refusal("strict is not supported in response_format"), {"reply_format": "schema"}),
        (refusal("response_format must be json_object or text"), {"reply_format": "object"}),
        (refusal("failed to parse grammar for response_format"), {"reply_format": "none"}),
        (refusal("messages[0].role: 'system' is not supported"), {"system_role": "user"}),
        (refusal("This model only support stream mode"), {"stream": True}),
    ],
)
def test_a_refusal_teaches_one_thing(fault: ProviderError, change: dict[str, object]) -> None:
    before = Capabilities()
    assert learn(before, fault, BODY) == before.changed(**change)


@pytest.mark.parametrize(
    "fault",
    [
        refusal("Your prompt was flagged as violating our usage policy"),
        refusal("This model's maximum context length is 8192 tokens, you asked for 20000"),
        refusal("You exceeded your current quota", 429),
        refusal("temperature is not supported", 401),
        refusal("temperature is not supported", 500),
        refusal("unknown parameter: top_p"),
        refusal("model `m` does not exist", 404),
    ],
)
def test_an_error_about_something_else_teaches_nothing(fault: ProviderError) -> None:
    before = Capabilities()
    assert learn(before, fault, BODY) == before
