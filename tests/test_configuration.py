from pathlib import Path

import pytest

from faithsieve.configuration import (
    PROFILES,
    Configuration,
    check_endpoint,
    check_profile,
    dotted_names,
    resolve,
)
from faithsieve.errors import ConfigError
from faithsieve.records.settings import Settings, StageModel, VerifySettings


def resolved(
    tmp_path: Path, *, flags: dict[str, object] | None = None, env: dict[str, str] | None = None
) -> Configuration:
    return resolve(flags or {}, environment=env or {}, folder=tmp_path)


def test_flags_beat_the_environment_and_it_beats_the_file_and_it_the_profile(
    tmp_path: Path,
) -> None:
    name = "localize.windows"
    (tmp_path / "faithsieve.toml").write_text('profile = "paper"\n')
    assert resolved(tmp_path).settings.localize.windows == 1
    (tmp_path / "faithsieve.toml").write_text('profile = "paper"\n[localize]\nwindows = 2\n')
    assert resolved(tmp_path).origins[name] == "faithsieve.toml"
    env = {"FAITHSIEVE_LOCALIZE__WINDOWS": "3"}
    assert resolved(tmp_path, env=env).settings.localize.windows == 3
    found = resolved(tmp_path, env=env, flags={name: 4, "model.base_url": None})
    assert found.settings.localize.windows == 4
    assert found.settings.model.base_url is None


def test_setting_one_decoding_value_keeps_the_stages_others(tmp_path: Path) -> None:
    found = resolved(tmp_path, env={"FAITHSIEVE_DECODING__DIRECT__TEMPERATURE": "0.5"})
    assert found.settings.decoding.direct.temperature == 0.5
    assert found.settings.decoding.direct.max_output_tokens == 64


def test_every_bad_value_is_reported_at_once_with_its_origin(tmp_path: Path) -> None:
    (tmp_path / "faithsieve.toml").write_text("[model]\ntimeout_s = 0\nmax_retries = -1\n")
    env = {"FAITHSIEVE_DECODING__DIRECT__TEMPERATURE": "NaN"}
    with pytest.raises(ConfigError) as caught:
        resolved(tmp_path, env=env, flags={"model.concurrency": 0})
    message = str(caught.value)
    for name in ("model.timeout_s", "model.max_retries", "direct.temperature", "model.concurrency"):
        assert name in message
    assert "faithsieve.toml" in message
    assert "FAITHSIEVE_DECODING__DIRECT__TEMPERATURE" in message


@pytest.mark.parametrize("text", ["model = [", "\x00", "x = 1\nx = 2"])
def test_a_broken_settings_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "faithsieve.toml").write_text(text)
    with pytest.raises(ConfigError, match=r"faithsieve\.toml"):
        resolved(tmp_path)


def test_an_unknown_setting_is_refused_with_its_origin(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError,
        match=r"'modle\.name' \(from FAITHSIEVE_MODLE__NAME; did you mean 'model\.name'",
    ):
        resolved(tmp_path, env={"FAITHSIEVE_MODLE__NAME": "x"})


def test_an_unknown_profile_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'quick'.*paper"):
        resolved(tmp_path, env={"FAITHSIEVE_PROFILE": "quick"})


def test_lists_come_from_the_environment_as_json(tmp_path: Path) -> None:
    found = resolved(tmp_path, env={"FAITHSIEVE_MODEL__HEADERS": '["X-Team: a"]'})
    assert found.settings.model.headers == ("X-Team: a",)
    with pytest.raises(ConfigError, match="FAITHSIEVE_MODEL__HEADERS"):
        resolved(tmp_path, env={"FAITHSIEVE_MODEL__HEADERS": "[oops"})


def test_the_key_itself_is_never_a_setting() -> None:
    assert not [name for name in dotted_names() if name.endswith("key")]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_fits_and_counts_as_applied(tmp_path: Path, profile: str) -> None:
    found = resolved(tmp_path, flags={"profile": profile}, env={"FAITHSIEVE_HOME": "/x"})
    check_endpoint(found.settings)
    assert (found.settings == Settings()) is (profile == "default")
    check_profile(found.settings)


def test_settings_that_only_name_a_profile_are_refused_with_the_way_to_apply_it() -> None:
    with pytest.raises(ConfigError, match=r"load_settings\(\{'profile': 'paper'\}\)"):
        check_profile(Settings(profile="paper"))
    with pytest.raises(ConfigError, match="there is no profile 'own'"):
        check_profile(Settings(profile="own"))


def test_an_empty_variable_counts_as_not_there_and_null_as_none(tmp_path: Path) -> None:
    (tmp_path / "faithsieve.toml").write_text("[budget]\nmax_tokens = 5\n", encoding="utf-8")
    variable = "FAITHSIEVE_BUDGET__MAX_TOKENS"
    empty = resolve({}, environment={variable: ""}, folder=tmp_path)
    assert empty.settings.budget.max_tokens == 5
    null = resolve({}, environment={variable: "null"}, folder=tmp_path)
    assert null.settings.budget.max_tokens is None


def test_a_stages_model_is_a_name_or_a_table_and_never_both(tmp_path: Path) -> None:
    (tmp_path / "faithsieve.toml").write_text(
        '[models]\ngate = "g"\n[models.review]\nname = "m"\nbase_url = "https://x.example/v1"\n'
    )
    found = resolve({}, environment={}, folder=tmp_path)
    assert found.settings.models.review == StageModel(name="m", base_url="https://x.example/v1")
    assert found.settings.models.gate == "g"
    assert found.origins["models.review"] == "faithsieve.toml"
    with pytest.raises(ConfigError, match="a name and a table at once"):
        resolve({}, environment={"FAITHSIEVE_MODELS__REVIEW": "n"}, folder=tmp_path)


def test_an_effort_sets_its_table_also_where_settings_are_built_directly() -> None:
    quick = Settings(effort="quick")
    assert (quick.verify.formalise, quick.localize.reader) == ("contested", "plain")
    own = Settings(effort="quick", verify=VerifySettings(formalise="all"))
    assert (own.verify.formalise, own.verify.proof_rounds) == ("all", 1)
    assert Settings(**dict(quick)) == quick
    assert Settings() == Settings(effort="standard")
