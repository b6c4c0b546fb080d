from pathlib import Path

import pytest

from faithsieve.errors import ConfigError, MissingToolError, ReplayMissError
from faithsieve.events import PreparationEvents
from faithsieve.lean import embedded_setup
from faithsieve.llm.protocol import request_key
from faithsieve.prompts.library import render
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import Event, EventKind
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BudgetSettings, ModelSettings, Settings
from faithsieve.turns import tracked_by
from faithsieve.wiring import build_model, embedded_toolchain, model_identity, read_headers
from support.chat import MemoryLedger
from support.lean_workers import make_toolchain

PROOF = Proof.from_texts("p", ["s"])
PROMPT = render("baselines/direct", problem=PROOF.problem, steps=PROOF.steps)
REQUEST = ChatRequest(stage="t", prompt=PROMPT.stamp, messages=PROMPT.messages)


def settings(name: str, **model: object) -> Settings:
    return Settings(model=ModelSettings.model_validate({"name": name} | model))


@pytest.mark.parametrize(
    ("model", "identity"),
    [
        (ModelSettings(name="local"), "local:qwen2.5-coder-1.5b@cc324af070c2"),
        (ModelSettings(name="local:smollm2-135m"), "local:smollm2-135m@b179c9523d0e"),
        (ModelSettings(name="batch:gpt-5.4"), "batch:gpt-5.4"),
        (ModelSettings(name="replay:batch:gpt-5.4"), "batch:gpt-5.4"),
        (ModelSettings(name="m", base_url="http://localhost:1/v1/"), "m@http://localhost:1/v1"),
        (ModelSettings(name="org/m:free", base_url="https://h/v1"), "org/m:free@https://h/v1"),
    ],
)
def test_the_identity_names_the_model_and_where_it_runs(
    model: ModelSettings, identity: str
) -> None:
    assert model_identity(model) == identity


async def test_a_missing_key_names_the_variable_and_the_alternative() -> None:
    with pytest.raises(MissingToolError, match=r"OPENAI_API_KEY.*leave --model out"):
        async with build_model(settings("gpt-5.4"), MemoryLedger(), environment={}):
            pass


async def test_a_money_limit_needs_a_price() -> None:
    limited = Settings(
        model=ModelSettings(name="nobody-knows", base_url="http://127.0.0.1:9/v1"),
        budget=BudgetSettings(max_cost_usd=1.0),
    )
    with pytest.raises(ConfigError, match="price"):
        async with build_model(limited, MemoryLedger(), environment={}):
            pass


async def test_a_replay_answers_from_the_ledger_and_never_asks() -> None:
    ledger = MemoryLedger()
    key = request_key(REQUEST, identity="batch:m")
    async with build_model(settings("replay:batch:m"), ledger) as model:
        with pytest.raises(ReplayMissError, match="baselines/direct"):
            await model.complete(REQUEST)
        await ledger.finish(key, ChatReply(text="correct", model="m", finish_reason="stop"))
        assert (await model.complete(REQUEST)).text == "correct"


def test_a_header_without_a_colon_is_refused_without_repeating_it() -> None:
    assert read_headers(("X-Team: a:b",)) == {"X-Team": "a:b"}
    with pytest.raises(ConfigError) as caught:
        read_headers(("Bearer sk-secret",))
    assert "sk-secret" not in str(caught.value)


def test_what_lean_compiles_is_said_on_standard_error_and_to_whoever_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install = make_toolchain(tmp_path).install
    monkeypatch.setattr(embedded_setup, "locate_install", lambda folder: install)
    seen: list[Event] = []
    with tracked_by(PreparationEvents(seen.append)):
        embedded_toolchain().say("compiling Lean's library")
    assert capsys.readouterr() == ("", "compiling Lean's library\n")
    assert [(e.kind, e.detail) for e in seen] == [(EventKind.PREPARING, "compiling Lean's library")]
