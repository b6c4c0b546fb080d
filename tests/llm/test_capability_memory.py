"""What one process learnt about a model is where the next one starts, and in the manifest."""

import json
from pathlib import Path

import pytest

from faithsieve.cli.main import run
from faithsieve.records.chat import Decoding
from faithsieve.records.settings import ModelSettings, Settings, StageModel, StageModels
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_model, model_identity, replay_model
from support.chat import MemoryLedger, make_request
from support.model_families import FAMILIES, serving_family
from support.runs import dataset_rows, make_problem

pytestmark = pytest.mark.network
STRICT = next(family for family in FAMILIES if family.name == "unknown-reasoner")
ASKED = Decoding(temperature=0, max_output_tokens=64)


async def test_the_next_process_asks_without_being_refused(tmp_path: Path) -> None:
    with serving_family(STRICT, lambda body: "step 1") as running:
        settings = Settings(model=ModelSettings(name=STRICT.model, base_url=running.base_url))
        for question in ("one", "two"):
            with RunStore.open(tmp_path / "store.sqlite") as store:
                async with build_model(settings, store, environment={}) as model:
                    await model.complete(make_request(question, decoding=ASKED))
            refused = len(running.refused)
            asked = len(running.bodies)
            running.refused.clear()
            running.bodies.clear()
    assert (refused, asked) == (0, 1)


async def test_the_main_models_key_is_never_sent_to_a_stages_own_endpoint() -> None:
    answer = lambda body: f"by {body['model']}"  # noqa: E731
    with serving_family(STRICT, answer) as main, serving_family(STRICT, answer) as other:
        elsewhere = StageModel(name="strong", base_url=other.base_url)
        own_key = elsewhere.model_copy(update={"api_key_env": "OTHER_KEY"})
        settings = Settings(
            model=ModelSettings(name="cheap", base_url=main.base_url, headers=("X-Token: main",)),
            models=StageModels(review=elsewhere, gate=own_key),
        )
        keys = {"OPENAI_API_KEY": "sk-main-key", "OTHER_KEY": "sk-other-key"}
        async with build_model(settings, MemoryLedger(), environment=keys) as model:
            for stage in ("localize.decompose", "verify.review", "verify.gate"):
                await model.complete(make_request(stage, stage=stage))
    assert {headers["authorization"] for headers in main.headers} == {"Bearer sk-main-key"}
    sent = " ".join(
        f"{name}: {value}" for headers in other.headers for name, value in headers.items()
    )
    assert "sk-other-key" in sent
    assert "main" not in sent


def test_the_manifest_tells_what_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("proofs.jsonl").write_text(dataset_rows([make_problem(f"p{n}") for n in range(3)]))
    with serving_family(STRICT, lambda body: "correct") as running:
        command = ["eval", "proofs.jsonl", "--method", "direct", "--out", "runs/a", "--model"]
        assert run([*command, STRICT.model, "--base-url", running.base_url]) == 0
    manifest = json.loads(Path("runs/a/manifest.json").read_text())
    (learnt,) = manifest["capabilities"].values()
    assert (learnt["temperature"], learnt["reasons"]) == (False, True)
    assert learnt["limit_field"] == "max_completion_tokens"


async def test_a_run_with_two_models_is_replayed_from_its_store(tmp_path: Path) -> None:
    stages = ("localize.decompose", "verify.review")
    with serving_family(STRICT, lambda body: f"by {body['model']}") as running:
        settings = Settings(
            model=ModelSettings(name="cheap", base_url=running.base_url),
            models=StageModels(review="strong"),
        )
        with RunStore.open(tmp_path / "store.sqlite") as store:
            async with build_model(settings, store, environment={}) as model:
                for stage in stages:
                    await model.complete(make_request(stage=stage))
            recording = store.recording(identity=None, kinds=[])
            # Whoever replays names no address: it is in the identity.
            bare = Settings(model=ModelSettings(name="cheap"), models=settings.models)
            replayed = replay_model(store, model_identity(settings.model), bare)
            texts = [(await replayed.complete(make_request(stage=s))).text for s in stages]
    assert texts == ["by cheap", "by strong"]
    assert len(recording) == 2
