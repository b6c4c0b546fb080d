"""A client chooses among what the owner configured, and one step can be looked at alone."""

from datetime import UTC, datetime

import pytest

from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.forecast import Range
from faithsieve.events import unwatched
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.methods import Tools
from faithsieve.records.check_job import CheckJob, Submission
from faithsieve.records.settings import Settings
from faithsieve.store.jobs import JobStore
from faithsieve.web.checking import CheckService, aimed_at_step, refuse_step
from faithsieve.web.model_servers import ModelServer
from support.checked_proofs import bare_checked_proof, rich_checked_proof
from support.website import ASKED

FREE = Range(least=0, most=0)
HOSTED = {"model.name": "gpt-x"}


def asked(**changes: object) -> Submission:
    return Submission.model_validate(ASKED | changes)


def test_the_configured_model_comes_first_and_says_what_it_lacks(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, embedded, recorded = CheckService(store, HOSTED).models()
    assert (first.name, first.words) == ("configured", "gpt-x")
    assert "OPENAI_API_KEY" in first.missing
    assert (embedded.name, recorded.name) == ("local", "recorded")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert CheckService(store, HOSTED).models()[0].missing == ""


def test_a_client_can_name_no_other_model_and_no_method_without_one(store: JobStore) -> None:
    with pytest.raises(ConfigError):
        CheckService(store, {"profile": "nothing"})
    service = CheckService(store, HOSTED)
    for changes in ({"model": "gpt-y"}, {"method": "prm"}, {"method": "nothing"}):
        with pytest.raises(InputError, match="there is no"):
            service.settings(asked(**changes))
    settings = service.settings(asked(effort="quick"))
    assert (settings.model.name, settings.effort) == ("gpt-x", "quick")


def test_the_embedded_model_is_asked_at_no_foreign_address(store: JobStore) -> None:
    flags = HOSTED | {"model.base_url": "https://models.example/v1"}
    settings = CheckService(store, flags).settings(asked(model="local"))
    assert (settings.model.name, settings.model.base_url) == ("local", None)


def test_an_unknown_price_is_not_free(store: JobStore) -> None:
    assert CheckService(store, HOSTED).estimate(asked()).cost_usd is None
    assert CheckService(store, {"model.name": "local"}).estimate(asked()).cost_usd == FREE


async def test_a_submission_that_lost_backslashes_is_mended_and_says_so(store: JobStore) -> None:
    sent = asked(steps=["Put $x = \frac{1}{2}$, so $x \neq 0$."])
    job = CheckJob(id="a", submission=sent, submitted_at=datetime.now(UTC))
    checked = await CheckService(store, {}).check(job, None, unwatched)
    assert checked.proof.steps[0].text == r"Put $x = \frac{1}{2}$, so $x \neq 0$."
    assert checked.notes[0].endswith(r"\frac ×1, \neq ×1")


def test_recorded_replies_serve_the_examples_and_no_other_proof(store: JobStore) -> None:
    service = CheckService(store, HOSTED)
    row, *_ = service.examples()
    steps = [step.text for step in row.proof.steps]
    example = asked(model="recorded", problem=row.proof.problem, steps=steps)
    assert service.settings(example).effort == "standard"
    assert service.estimate(example).calls == FREE
    with pytest.raises(InputError, match="for the examples only"):
        service.settings(asked(model="recorded"))


def test_a_server_of_this_machine_gets_neither_key_nor_headers(store: JobStore) -> None:
    flags = HOSTED | {"model.headers": ("X-Secret: s3cret",), "model.base_url": "https://m.example"}
    service = CheckService(store, flags)
    found = ModelServer(base_url="http://localhost:1/v1", models=("llama", "qwen"))
    assert [choice.name for choice in service.add_server(found)] == ["server:llama", "server:qwen"]
    model = service.settings(asked(model="server:qwen")).model
    assert (model.name, model.base_url) == ("qwen", "http://localhost:1/v1")
    assert (model.api_key_env, model.headers) == ("", ())
    assert service.settings(asked()).model.headers == ("X-Secret: s3cret",)
    with pytest.raises(InputError, match="there is no model 'server:other'"):
        service.settings(asked(model="server:other"))


def test_a_second_look_aims_at_one_step_and_keeps_what_is_known_of_the_others() -> None:
    earlier = rich_checked_proof()
    assert earlier.localization is not None
    tools = aimed_at_step(Tools(ScriptedModel([]), Settings()), 4, earlier)
    assert {unit.step for unit in tools.known.units}.isdisjoint({4})
    shaped = tools.reshape(earlier.localization)
    suspects = {
        unit.original_step_idx
        for unit, suspicion in zip(shaped.units, shaped.suspicions, strict=True)
        if suspicion.risk > shaped.window.threshold
    }
    assert suspects == {4}


@pytest.mark.parametrize(("step", "words"), [(0, "no step 0"), (7, "no step 7"), (5, "behind")])
def test_a_look_that_could_change_nothing_is_refused(step: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        refuse_step(rich_checked_proof(), step)
    with pytest.raises(InputError, match="no single step"):
        refuse_step(bare_checked_proof(), 1)
