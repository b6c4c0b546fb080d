"""``faithsieve.check`` from Python: the same function as the command, with plain arguments."""

from pathlib import Path

import pytest

import faithsieve
from faithsieve.errors import ConfigError, InputError, MissingToolError
from faithsieve.records.settings import ModelSettings, Settings
from support.chat_endpoint import Endpoint

PROBLEM, STEPS = "Find x with 3x = 15.", ["Divide by 3.", "So x = 6."]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path / "home"))


@pytest.fixture
def endpoint(endpoint: Endpoint) -> Endpoint:
    endpoint.answer = lambda question: (200, "step 2")
    return endpoint


@pytest.mark.network
def test_a_problem_and_its_steps_become_a_verdict(endpoint: Endpoint) -> None:
    checked = faithsieve.check(PROBLEM, STEPS, method="direct", model="m", base_url=endpoint.url)
    assert checked.verdict.label == 2
    assert checked.verdict.cost.stages[0].calls == 1
    assert checked.method.startswith("direct · ")


@pytest.mark.network
async def test_async_code_awaits(endpoint: Endpoint) -> None:
    settings = Settings(model=ModelSettings(name="m", base_url=endpoint.url))
    checked = await faithsieve.acheck(PROBLEM, STEPS, method="direct", settings=settings)
    assert checked.verdict.label == 2


async def test_inside_a_running_loop_check_points_to_acheck() -> None:
    with pytest.raises(ConfigError, match="acheck"):
        faithsieve.check(PROBLEM, STEPS)


@pytest.mark.parametrize("steps", [[], ["fine", "   "], "one text"])
def test_steps_that_are_none_are_refused(steps: list[str]) -> None:
    with pytest.raises(InputError):
        faithsieve.check(PROBLEM, steps, method="direct", model="m", base_url="http://127.0.0.1:9")


def test_settings_and_single_values_exclude_each_other() -> None:
    with pytest.raises(ConfigError, match=r"model\.name"):
        faithsieve.check(PROBLEM, STEPS, settings=Settings(), model="m")


@pytest.mark.network
def test_lean_that_is_not_set_up_is_named(endpoint: Endpoint) -> None:
    with pytest.raises(MissingToolError, match="faithsieve lean setup"):
        faithsieve.check(PROBLEM, STEPS, model="m", base_url=endpoint.url)


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="'colour'"):
        faithsieve.check("p", ["s"], colour="m")  # type: ignore[call-arg]
